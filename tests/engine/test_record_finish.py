"""Records say who of the people acted and who was away at the end, and nothing that nobody can have done."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

import pytest

from engine.options import Options
from engine.record import Finish, Handover, RecordError, SeatHolder, dump, load
from tests.engine.playing import whole_record

RECORD: Final = whole_record(Options(max_rounds=3), 3, number=4)
PEOPLE: Final = tuple(SeatHolder(player, "") for player in ("7", "ai", "8"))
FINISHED: Final = replace(
    RECORD, seats=PEOPLE, handovers=(Handover(5, 2, SeatHolder("9", "Fay")),), finish=Finish(2, (0, 2), (2,))
)


def _fault(text: str) -> tuple[int, str]:
    with pytest.raises(RecordError) as refused:
        load(text)
    return refused.value.line, refused.value.why


def test_who_acted_and_who_was_away_is_read_back() -> None:
    text = dump(FINISHED)
    assert load(text) == FINISHED
    header = json.loads(text.splitlines()[0])
    assert (header["version"], header["finish"]) == (2, {"needed": 2, "acted": [0, 2], "away": [2]})
    assert json.loads(dump(RECORD).splitlines()[0])["version"] == 1, "nothing is said of AI players alone"


def test_that_there_were_hints_is_read_back_and_otherwise_nothing_is_said_of_them() -> None:
    hinted = replace(FINISHED, finish=Finish(2, (0, 2), (2,), hints=True))
    header = json.loads(dump(hinted).splitlines()[0])
    assert header["finish"] == {"needed": 2, "acted": [0, 2], "away": [2], "hints": True}
    assert load(dump(hinted)) == hinted


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"needed": 2, "acted": [0]},
        {"needed": 2, "acted": [0], "away": [], "more": 1},
        {"needed": 2, "acted": [0], "away": [], "hints": False},
        {"needed": 2, "acted": [0], "away": [], "hints": 1},
        {"needed": 0, "acted": [0], "away": []},
        {"needed": 7, "acted": [0], "away": []},
        {"needed": True, "acted": [0], "away": []},
        {"needed": "2", "acted": [0], "away": []},
        {"needed": 2, "acted": [1], "away": []},
        {"needed": 2, "acted": [2, 0], "away": []},
        {"needed": 2, "acted": [0, 0], "away": []},
        {"needed": 2, "acted": [0, 3], "away": []},
        {"needed": 2, "acted": [False], "away": []},
        {"needed": 2, "acted": [0], "away": ["2"]},
        {"needed": 2, "acted": [0], "away": {"2": 1}},
    ],
)
def test_what_nobody_can_have_done_is_refused(wrong: object) -> None:
    header, *lines = dump(FINISHED).splitlines()
    line, why = _fault("\n".join([json.dumps(json.loads(header) | {"finish": wrong}), *lines]))
    assert (line, why.startswith("finish has exactly")) == (1, True)


@pytest.mark.parametrize("version", [1, 2])
def test_each_version_has_its_own_keys(version: int) -> None:
    header, *lines = dump(FINISHED).splitlines()
    plain = json.loads(header) | {"version": version}
    if version == 2:
        plain.pop("finish")
    line, why = _fault("\n".join([json.dumps(plain), *lines]))
    assert (line, why.startswith("the header has exactly the keys format")) == (1, True)
