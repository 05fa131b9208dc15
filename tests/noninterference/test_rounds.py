"""Rounds that differ only in what a viewer can't know look the same to them, byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Seat
from engine.options import Bidding
from engine.state import Game, Round
from engine.view import View, view
from tests.noninterference.rounds import PAIRS, Leak, check

PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_shown_depends_on_what_the_viewer_may_not_know(part: int) -> None:
    each = PAIRS // PARTS
    counts = sum((check(number) for number in range(part * each, (part + 1) * each)), Counter[str]())
    assert counts["pairs"] == each
    for kind in ("hands", "passes", "secret bids", "hidden bids", "own card"):
        assert counts[f"other {kind}"] > 0, kind
    for kind in ("viewed by all", "viewed by a seat", *(f"bidding {way}" for way in Bidding), "archmage decides"):
        assert counts[kind] > 0, kind


# --- it would notice -----------------------------------------------------------------------------


def _leaks(shown: str) -> None:
    with pytest.raises(Leak, match=f": {shown}\n"):
        _check_some()


def _check_some() -> None:
    for number in range(200):
        check(number)


def _changed(monkeypatch: pytest.MonkeyPatch, change: Callable[[Game, Round, Seat | None], dict[str, Any]]) -> None:
    """Let every view of a round tell something more."""

    def telling(game: Game, seat: Seat | None) -> View:
        seen = view(game, seat)
        more = {} if game.round is None else change(game, game.round, seat)
        return seen if seen.round is None else replace(seen, round=replace(seen.round, **more))

    monkeypatch.setattr("bot.tableview.view", telling)


def test_a_card_of_somebody_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _changed(monkeypatch, lambda _game, here, seat: {} if seat is None else {"hand": here.hands[0]})
    _leaks("hand")


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
def test_a_bid_that_is_not_open_is_noticed(monkeypatch: pytest.MonkeyPatch, bidding: Bidding) -> None:
    _changed(monkeypatch, lambda game, here, _: {"bids": here.bids} if game.options.bidding is bidding else {})
    _leaks("table")
