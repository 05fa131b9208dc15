"""What a program is shown: the whole view, and nothing of what its seat can't see."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from bot.arena import protocol
from bot.arena.pace import Pace
from bot.arena.plain import PlainViews
from engine.actions import CHANCE
from engine.game import to_act
from engine.notation import from_plain
from engine.options import SPECIAL_CARDS, Bidding, FirstDealer, Options
from engine.state import Game
from engine.view import RoundView, View, view
from tests.engine.hidden import changes, redealt
from tests.engine.playing import act, bid, play, ready, steps, table, with_specials


def line(game: Game, seat: int, views: PlainViews | None = None) -> bytes:
    """Return the line in which a seat is asked for a decision."""
    seen = view(game, seat)
    return protocol.decide(1, Pace(deals=1), (views or PlainViews()).plain(seen), seen.legal)


def shown(game: Game, seat: int) -> dict[str, Any]:
    """Return what is in that line."""
    read: dict[str, Any] = json.loads(line(game, seat))
    return read


@pytest.mark.parametrize(
    "options",
    [
        Options(max_rounds=4, special_cards=frozenset(SPECIAL_CARDS)),
        Options(bidding=Bidding.HIDDEN, forehead=True, max_rounds=3, first_dealer=FirstDealer.HIGH_CARD),
        Options(bidding=Bidding.SECRET, max_rounds=5, special_cards=frozenset(SPECIAL_CARDS)),
    ],
    ids=["open", "hidden", "secret"],
)
def test_dealing_what_a_seat_cannot_see_anew_changes_no_byte(options: Options) -> None:
    rng, varied = Random(1), Counter[str]()
    views = [PlainViews() for _ in range(4)]
    for game, _ in steps(options, 4, 3):
        for seat in to_act(game):
            if seat != CHANCE:
                other = redealt(game, seat, rng)
                varied.update(changes(game, other, seat))
                assert line(other, seat) == line(game, seat) == line(game, seat, views[seat])
    assert varied["hands"] > 30


def test_every_field_of_a_view_is_there_once() -> None:
    seen = shown(ready("R1 R2", "Y1 Y2", "G1 W"), 1)
    assert seen["view"].keys() == {f.name for f in fields(View)} - {"legal"}
    assert seen["view"]["round"].keys() == {f.name for f in fields(RoundView)}
    assert seen["legal"] == [{"action": "play", "seat": 1, "card": card} for card in ("Y1", "Y2")]


def test_a_view_in_words_of_json() -> None:
    game = play(bid(table("R1 J", "Y1 Y2", "G1 W", upcard="B5"), 0, 1, 2), "Y2")
    seen = shown(game, 2)["view"]
    here = seen["round"]
    assert (seen["seat"], seen["phase"], seen["to_act"]) == (2, "play", [2])
    assert seen["options"]["bidding"] == "open"
    assert (here["hand"], here["upcard"], here["trump"], here["bids"]) == (["W", "G1"], "B5", "B", [2, 0, 1])
    assert here["trick"] == {"leader": 1, "cards": ["Y2"], "winner": None, "next_leader": None, "after": []}


def test_what_special_cards_did_has_a_kind() -> None:
    game = ready("JUGGLER R1", "Y1 Y2", "G1 G2", dealer=2, options=with_specials("JUGGLER"))
    game = act(game, "JUGGLER:R Y1 G1 pass=R1 pass=Y2 pass=G2")
    (trick,) = shown(game, 0)["view"]["round"]["tricks"]
    assert trick["cards"] == ["JUGGLER:R", "Y1", "G1"]
    assert trick["after"] == [{"kind": "CardsPassed", "given": ["R1", None, "G2"]}]


def test_what_is_legal_is_written_as_in_a_record() -> None:
    for game, _ in steps(Options(max_rounds=4, special_cards=frozenset(SPECIAL_CARDS)), 3, 2):
        for seat in to_act(game):
            if seat != CHANCE:
                assert tuple(map(from_plain, shown(game, seat)["legal"])) == view(game, seat).legal
