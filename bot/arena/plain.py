"""Views as JSON values: every field by its name, and nothing else."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from engine import options as opts
from engine.actions import Settle
from engine.cards import Card
from engine.notation import to_plain
from engine.options import Options
from engine.state import Aftermath
from engine.view import View


class PlainViews:
    """The views of one seat in one game, in their order. A scored round never changes, so it is converted once."""

    def __init__(self) -> None:
        self._scores: list[Any] = []

    def plain(self, view: View) -> dict[str, Any]:
        """Return a view without `legal`, which stands beside it in a request."""
        self._scores += map(_plain, view.scores[len(self._scores) :])
        rest = {name: _plain(getattr(view, name)) for name in _names(View) if name not in ("scores", "legal")}
        return rest | {"scores": self._scores}


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Card):
        return value.code
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Options):
        return opts.to_json(value)
    if isinstance(value, Settle):
        return to_plain(value)
    kind: Any = type(value)
    named = {name: _plain(getattr(value, name)) for name in _names(kind)}
    return {"kind": kind.__name__} | named if isinstance(value, Aftermath) else named


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))
