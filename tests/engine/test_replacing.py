from __future__ import annotations

import dataclasses

import pytest

from engine.game import new_game
from engine.options import InvalidOptions, Options
from engine.replacing import replace


@dataclasses.dataclass(frozen=True)
class Named:
    first: int
    second: int = dataclasses.field(default=2, kw_only=True)


def test_it_is_what_the_standard_library_does() -> None:
    for value, changes in ((new_game(Options(), 4), {"dealer": 2}), (Named(1), {"second": 3}), (Named(1), {})):
        assert replace(value, **changes) == dataclasses.replace(value, **changes)


def test_a_value_is_checked_as_when_it_is_made() -> None:
    with pytest.raises(InvalidOptions):
        replace(Options(), max_rounds=-1)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises((KeyError, TypeError)):
        replace(Named(1), third=3)
    with pytest.raises((KeyError, TypeError)):
        replace(Options(), third=3)
