"""The deal in JavaScript, written from the description at the top of engine/dealing.py, deals the same cards."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.dealing import Seed, commitment, deal, first_dealer, high_card
from engine.options import SPECIAL_CARDS

SECOND = Path(__file__).with_name("second_dealer.mjs")
DEALS = 1_500
_SOME = ((), SPECIAL_CARDS, ("DRAGON", "FAIRY"), ("WEREWOLF", "VAMPIRE"), ("WITCH",))


@dataclass(frozen=True)
class Asked:
    """One deal of one game, and the draw for its first dealer."""

    secret: bytes
    contributions: tuple[str, ...]
    round: int
    size: int
    players: int
    specials: Sequence[str]
    high_card: bool

    @property
    def seed(self) -> Seed:
        return Seed(self.secret, self.contributions)

    def line(self) -> str:
        plain = {"secret": self.secret.hex(), "contributions": self.contributions, "round": self.round}
        plain |= {"size": self.size, "players": self.players, "specials": self.specials, "highCard": self.high_card}
        return json.dumps(plain)

    def ours(self) -> dict[str, Any]:
        made = deal(self.seed, self.round, self.size, self.players, frozenset(self.specials))
        drawn = high_card(self.seed, self.players)
        return {
            "commitment": commitment(self.secret),
            "dealer": drawn.dealer if self.high_card else first_dealer(self.seed, self.players),
            "draws": [_drawn(draw) for draw in drawn.draws] if self.high_card else [],
            "hands": [[face.code for face in hand] for hand in made.hands],
            "upcard": made.upcard and made.upcard.code,
            "spare": made.spare and made.spare.code,
        }


def _drawn(draw: Sequence[Any]) -> dict[str, str]:
    return {str(seat): face.code for seat, face in enumerate(draw) if face is not None}


def _asked(number: int) -> Asked:
    """Go through every number of players with every deck; the rest is random, from one card to the whole deck."""
    players, specials = list(product(range(3, 7), (*_SOME, None)))[number % 24]
    rng = Random(number)
    if specials is None:
        specials = tuple(rng.sample(SPECIAL_CARDS, rng.randint(1, 8)))
    shares = tuple(rng.choice([str(rng.getrandbits(63)), "", "Zoë 🧙"]) for _ in range(number % 7))
    size = rng.choice([1, 60 // players, rng.randint(1, 60 // players)])
    return Asked(rng.randbytes(32), shares, rng.randint(1, 39), size, players, specials, high_card=bool(number % 2))


def _second(asked: Sequence[Asked]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("install node (Debian: nodejs): the second implementation of the deal is in JavaScript")
    lines = "".join(one.line() + "\n" for one in asked)
    done = subprocess.run([node, str(SECOND)], input=lines, capture_output=True, check=True, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_another_implementation_deals_the_same() -> None:
    asked = [_asked(number) for number in range(DEALS)]
    theirs = _second(asked)
    assert len(theirs) == DEALS
    spares = 0
    for number, (one, their) in enumerate(zip(asked, theirs, strict=True)):
        ours = one.ours()
        after, spare = their.pop("next"), ours.pop("spare")
        assert their == ours, f"deal {number}: {one}"
        assert spare in (None, after)
        spares += spare is not None
    assert spares > DEALS // 10
    decks = {(one.players, len(one.specials)) for one in asked}
    assert {players for players, _ in decks} == {3, 4, 5, 6}
    assert {(players, cards) for players in range(3, 7) for cards in (0, 9)} <= decks


def test_the_comparison_can_fail() -> None:
    one = _asked(1)
    [their] = _second([replace(one, contributions=(*one.contributions, "one more"))])
    assert their["hands"] != one.ours()["hands"]
