"""Rounds that differ only in what a viewer can't know, through the real client: requests and log are the same."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot import tablelog
from bot.entries import Entry
from engine.actions import Seat
from engine.state import Game
from engine.view import View, view
from tests.noninterference.clients import PAIRS, Leak, check, empty_database, plan

SECRET = 4
"""A pair with secret bids that a spectator looks at."""


@pytest.fixture(scope="module")
def empty() -> Iterator[Path]:
    with empty_database() as file:
        yield file


@pytest.mark.parametrize("number", range(PAIRS))
async def test_every_request_and_every_line_is_the_same_whatever_is_hidden(empty: Path, number: int) -> None:
    await check(number, empty)


def test_the_pairs_have_all_viewers_ways_of_bidding_special_cards_and_ai_players() -> None:
    plans = [plan(number) for number in range(PAIRS)]
    assert {it.viewer for it in plans} == {None, 0, 1, 2}
    for bidding in {it.options.bidding for it in plans}:
        alike = [it for it in plans if it.options.bidding is bidding]
        assert any(it.ai for it in alike)
        assert any(it.options.special_cards for it in alike)
    assert any(it.options.forehead for it in plans)
    assert sum(any(one != other for _, (one, other) in it.steps) for it in plans) >= PAIRS // 3


async def test_a_bid_in_a_message_is_noticed(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(game: Game, seat: Seat | None) -> View:
        seen = view(game, seat)
        return seen if seen.round is None else replace(seen, round=replace(seen.round, bids=game.round.bids))

    monkeypatch.setattr("bot.tableview.view", telling)
    with pytest.raises(Leak, match="PATCH"):
        await check(SECRET, empty)


async def test_a_bid_in_the_log_is_noticed(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kind(entry: Entry) -> str:
        logging.getLogger("bot.tables").info("%s", tablelog.dump(entry))
        return "entry"

    monkeypatch.setattr("bot.tables.tablelog.kind", kind)
    with pytest.raises(Leak, match=r"INFO bot\.tables"):
        await check(SECRET, empty)
