"""Exact counts of action sequences on small deals, against a brute force that shares no code with the engine.

Equal cards are one action: a hand of two Wizards has one first move, not two.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.game import apply, legal_actions, phase
from engine.options import Options, SumRule
from engine.state import Game, Phase
from tests.engine.playing import bid, here, table

# --- the brute force: strings and lists only -----------------------------------------------------


def _suit_led(trick: list[str]) -> str:
    """Return the letter to follow, or nothing."""
    for code in trick:
        if code == "W":
            return ""
        if code != "J":
            return code[0]
    return ""


def _may_play(hand: list[str], trick: list[str], code: str) -> bool:
    led = _suit_led(trick)
    must = led and any(held[0] == led for held in hand)
    return not must or code in "WJ" or code[0] == led


def _best(trick: list[str], trump: str) -> int:
    if "W" in trick:
        return trick.index("W")
    for suit in (trump, _suit_led(trick)):
        ranks = [int(code[1:]) if suit and code[0] == suit else 0 for code in trick]
        if max(ranks):
            return ranks.index(max(ranks))
    return trick.index("J")


def _count(hands: list[list[str]], leader: int, trick: list[str], trump: str) -> int:
    """Return in how many ways the round can be played out from here."""
    if not any(hands) and not trick:
        return 1
    if len(trick) == len(hands):
        return _count(hands, (leader + _best(trick, trump)) % len(hands), [], trump)
    seat = (leader + len(trick)) % len(hands)
    total = 0
    for code in sorted(set(hands[seat])):
        if _may_play(hands[seat], trick, code):
            rest = list(hands)
            rest[seat] = list(hands[seat])
            rest[seat].remove(code)
            total += _count(rest, leader, [*trick, code], trump)
    return total


def _ways_to_bid(size: int, players: int, *, forbidden: bool) -> int:
    """Return the number of bid sequences: all, less those that add up to the cards."""

    def ends(said: int, left: int) -> int:
        if left == 0:
            return int(not forbidden or said != size)
        return sum(ends(said + more, left - 1) for more in range(size + 1))

    return ends(0, players)


# --- the engine ----------------------------------------------------------------------------------


def perft(game: Game, until: Phase) -> int:
    """Return how many sequences of legal actions lead from here to this phase."""
    if phase(game) is until:
        return 1
    return sum(perft(apply(game, action)[0], until) for action in legal_actions(game))


def _played_out(*hands: str, upcard: str = "J", options: Options | None = None) -> tuple[int, int]:
    game = table(*hands, upcard=upcard, options=options or Options())
    game = bid(game, *[0] * len(hands))
    trump = here(game).trump or ""
    return perft(game, Phase.DEAL), _count([hand.split() for hand in hands], 1, [], str(trump))


@pytest.mark.parametrize(
    ("hands", "upcard", "ways"),
    [
        (("R1", "R2", "R3"), "J", 1),
        (("R1 R2", "R3 R4", "R5 R6"), "J", 8),
        (("W W", "R1 R2", "R3 R4"), "J", 4),
        (("W W", "J J", "W W"), "J", 1),
        (("R1 W", "R2 J", "R3 Y1"), "Y9", 6),
        (("R1 Y2 W", "R5 R6 J", "R7 Y8 J"), "Y13", 100),
        (("W W J", "J W R1", "R9 Y9 G9"), "R2", 76),
        (("R1 R2 R3", "R4 R5 R6", "R7 R8 R9"), "J", 216),
        (("R1 Y1 G1", "R2 Y2 G2", "R3 Y3 G3"), "B1", 6),
        (("R1 Y1", "G1 B1", "R2 Y2", "G2 B2"), "J", 8),
        (("R1 W", "G1 W", "R2 W", "G2 J"), "R9", 16),
        (("R13 W J", "R1 Y1 J", "Y13 R5 W", "G1 G2 G3"), "G9", 912),
    ],
)
def test_pinned_counts(hands: tuple[str, ...], upcard: str, ways: int) -> None:
    engine, brute = _played_out(*hands, upcard=upcard)
    assert (engine, brute) == (ways, ways)


def _small_deal(rng: Random) -> tuple[list[str], str]:
    players, size = rng.choice([(3, 2), (3, 3), (3, 3), (4, 2), (5, 2)])
    pack = [f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 5)] + ["W"] * 3 + ["J"] * 3
    rng.shuffle(pack)
    hands = [" ".join(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    upcard = next(code for code in pack[players * size :] if code != "W")
    return hands, upcard


@pytest.mark.parametrize("number", range(40))
def test_random_small_deals(number: int) -> None:
    hands, upcard = _small_deal(Random(number))
    engine, brute = _played_out(*hands, upcard=upcard)
    assert engine == brute, f"seed {number}: {hands}, {upcard} turned up"


@pytest.mark.parametrize(("rule", "forbidden", "ways"), [(SumRule.OFF, False, 64), (SumRule.ALWAYS, True, 54)])
def test_bid_sequences(rule: SumRule, ways: int, *, forbidden: bool) -> None:
    game = table("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", options=Options(sum_rule=rule))
    assert perft(game, Phase.PLAY) == _ways_to_bid(3, 3, forbidden=forbidden) == ways


def test_a_whole_round_from_naming_trump_to_the_score() -> None:
    """Four suits to name, eight ways to bid; the three cards then play themselves."""
    game = table("R1", "W", "J", upcard="W")
    assert perft(game, Phase.DEAL) == 4 * _ways_to_bid(1, 3, forbidden=False) == 32
