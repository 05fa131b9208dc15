"""Exact counts of action sequences on small deals, against a brute force that shares no code with the engine.

Equal cards are one action: a hand of two Wizards has one first move, not two. Where several pass a card at the
same time, every order of theirs is a sequence of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import factorial
from random import Random
from typing import TypeAlias

import pytest

from engine.actions import NameTrump
from engine.cards import Suit
from engine.game import apply, legal_actions, phase
from engine.options import SPECIAL_CARDS, Options, SumRule
from engine.state import Game, Phase
from tests.engine.playing import after, bid, here, table

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


# --- the same with special cards: played ones are written with their choice, "JUGGLER:B" ---------

SAYS = {"JUGGLER": "RYGB", "CLOUD": "RYGB", "SHIFT": "WJ"}
WEAK = ["BOMB", "WITCH", "FAIRY", "J"]


def _is_of_suit(code: str) -> bool:
    return code[1:].isdigit()


def _ways_to_play(code: str, copied: str) -> list[str]:
    says = SAYS.get(copied if code == "VAMPIRE" else code)
    return [code] if says is None else [f"{code}:{letter}" for letter in says]


def _counted(trick: list[str], copied: str) -> list[str]:
    """Return what the cards count as: the Vampire as what it copies, the Shapeshifter as what was said."""
    counted = [code.replace("VAMPIRE", copied) for code in trick]
    return [code[-1] if code.startswith("SHIFT") else code for code in counted]


def _special_led(trick: list[str], copied: str) -> str:
    for code in _counted(trick, copied):
        if code in ("W", "DRAGON"):
            return ""
        if ":" in code:
            return code[-1]
        if _is_of_suit(code):
            return code[0]
    return ""


def _may_play_special(hand: list[str], trick: list[str], code: str, copied: str) -> bool:
    led = _special_led(trick, copied)
    must = led and any(_is_of_suit(held) and held[0] == led for held in hand)
    return not must or not _is_of_suit(code) or code[0] == led


def _special_best(trick: list[str], trump: str, copied: str) -> int:
    led = _special_led(trick, copied)
    counted = _counted(trick, copied)

    def worth(code: str) -> float:
        if code == "FAIRY" and "DRAGON" in counted:
            return 2000.0
        if code in ("W", "DRAGON"):
            return 900.0 + len(code)
        if code in WEAK:
            return -10.0 + WEAK.index(code)
        half = {"JUGGLER": 7.5, "CLOUD": 9.75}.get(code[:-2])
        suit, rank = (code[0], int(code[1:])) if half is None else (code[-1], half)
        return 500.0 + rank if suit == trump else 100.0 + rank if suit == led else 0.0

    values = [worth(code) for code in counted]
    return values.index(max(values))


@dataclass(frozen=True)
class _Deal:
    """What stays the same for a whole round."""

    trump: str
    copied: str
    size: int


@dataclass(frozen=True)
class _Now:
    """What changes from trick to trick."""

    hands: list[list[str]]
    bids: list[int]
    taken: list[int]


_Ends: TypeAlias = Counter[tuple[int, ...]]
"""How many sequences end with these tricks and these bids of all seats."""


def _ends(dealt: _Deal, now: _Now, leader: int, trick: list[str]) -> _Ends:
    hands = now.hands
    if len(trick) == len(hands):
        return _ends_after(dealt, _with_trick(dealt, now, leader, trick), leader, trick, ["CLOUD", "JUGGLER", "WITCH"])
    if not any(hands) and not trick:
        return Counter([(*now.taken, *now.bids)])
    seat = (leader + len(trick)) % len(hands)
    ends: _Ends = Counter()
    for code in sorted(set(hands[seat])):
        if _may_play_special(hands[seat], trick, code, dealt.copied):
            after_it = replace(now, hands=_with_hand(hands, seat, code))
            for played in _ways_to_play(code, dealt.copied):
                ends += _ends(dealt, after_it, leader, [*trick, played])
    return ends


def _names(trick: list[str], copied: str) -> list[str]:
    return [code.replace("VAMPIRE", copied).split(":")[0] for code in trick]


def _winner(dealt: _Deal, leader: int, trick: list[str]) -> int:
    return (leader + _special_best(trick, dealt.trump, dealt.copied)) % len(trick)


def _with_trick(dealt: _Deal, now: _Now, leader: int, trick: list[str]) -> _Now:
    if "BOMB" in _names(trick, dealt.copied):
        return now
    winner = _winner(dealt, leader, trick)
    return replace(now, taken=[taken + (seat == winner) for seat, taken in enumerate(now.taken)])


def _ends_after(dealt: _Deal, now: _Now, leader: int, trick: list[str], steps: list[str]) -> _Ends:
    """Return how it goes on once a trick is complete, with these effects still to come."""
    winner = _winner(dealt, leader, trick)
    if not steps:
        return _ends(dealt, now, winner, [])
    names = _names(trick, dealt.copied)
    step, *later = steps
    ways, repeated = [now], 1
    if step in names:
        player = (leader + names.index(step)) % len(trick)
        if step == "CLOUD" and "BOMB" not in names:
            ways = [replace(now, bids=bids) for bids in _moved_bids(now.bids, winner, dealt.size)]
        if step == "JUGGLER" and now.hands[0]:
            ways = [replace(now, hands=hands) for hands in _passes(now.hands)]
            repeated = factorial(len(trick))
        if step == "WITCH" and now.hands[player]:
            ways += [replace(now, hands=hands) for hands in _exchanges(now.hands, player, trick, leader)]
    ends: _Ends = Counter()
    for way in ways:
        ends += _ends_after(dealt, way, leader, trick, later)
    return Counter({end: repeated * count for end, count in ends.items()})


def _with_hand(hands: list[list[str]], seat: int, without: str, plus: str = "") -> list[list[str]]:
    changed = [list(hand) for hand in hands]
    changed[seat].remove(without)
    changed[seat] += [plus] if plus else []
    return changed


def _moved_bids(bids: list[int], winner: int, size: int) -> list[list[int]]:
    moved = [[said + by * (seat == winner) for seat, said in enumerate(bids)] for by in (1, -1)]
    return [bids for bids in moved if 0 <= bids[winner] <= size]


def _passes(hands: list[list[str]]) -> Iterator[list[list[str]]]:
    for given in product(*(sorted(set(hand)) for hand in hands)):
        changed = hands
        for seat, code in enumerate(given):
            changed = _with_hand(changed, seat, code)
        yield [[*hand, given[seat - 1]] for seat, hand in enumerate(changed)]


def _exchanges(hands: list[list[str]], player: int, trick: list[str], leader: int) -> Iterator[list[list[str]]]:
    mine = trick[(player - leader) % len(trick)].split(":")[0]
    for give in sorted(set(hands[player])):
        for take in sorted({code.split(":")[0] for code in trick} - {mine}):
            yield _with_hand(hands, player, give, take)


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


EIGHT = [code for code in SPECIAL_CARDS if code != "WEREWOLF"]


def ends_of(game: Game) -> _Ends:
    """Return how many sequences of legal actions lead to which tricks and bids at the end of the round."""
    if game.scores:
        return Counter([(*game.scores[-1].taken, *game.scores[-1].bids)])
    ends: _Ends = Counter()
    for action in legal_actions(game):
        ends += ends_of(apply(game, action)[0])
    return ends


def _played_out_with_specials(hands: list[str], upcard: str) -> tuple[_Ends, _Ends]:
    """Count with bids of 1 each, and red named where the upcard lets the dealer name the trump."""
    game = replace(table(*hands, upcard=upcard, options=Options(special_cards=frozenset(EIGHT))), scores=())
    if phase(game) is Phase.TRUMP:
        game = after(game, NameTrump(0, Suit.RED))
    game = bid(game, *[1] * len(hands))
    dealt = _Deal(str(here(game).trump or ""), upcard, here(game).size)
    start = _Now([hand.split() for hand in hands], [1] * len(hands), [0] * len(hands))
    return ends_of(game), _ends(dealt, start, 1, [])


@pytest.mark.parametrize(
    ("hands", "upcard", "ways"),
    [
        (("DRAGON", "FAIRY", "R1"), "B1", 1),
        (("SHIFT", "R1", "R2"), "B1", 2),
        (("WITCH R1", "J R2", "FAIRY R3"), "B1", 16),
        (("BOMB R1", "WITCH R2", "FAIRY R3"), "B1", 16),
        (("R1 R2", "JUGGLER R3", "G1 G2"), "B1", 112),
        (("R1 R2", "CLOUD R3", "G1 G2"), "B1", 64),
        (("R1 R2", "WITCH R3", "G1 G2"), "B1", 16),
        (("R1 R2", "VAMPIRE R3", "G1 G2"), "WITCH", 16),
        (("R1 BOMB", "CLOUD R3", "JUGGLER WITCH"), "J", 768),
        (("DRAGON SHIFT", "FAIRY BOMB", "JUGGLER R1"), "G2", 224),
        (("DRAGON SHIFT", "FAIRY VAMPIRE", "JUGGLER R1"), "CLOUD", 1792),
    ],
)
def test_pinned_counts_with_special_cards(hands: tuple[str, ...], upcard: str, ways: int) -> None:
    engine, brute = _played_out_with_specials(list(hands), upcard)
    assert engine == brute
    assert engine.total() == ways


def _small_special_deal(rng: Random) -> tuple[list[str], str]:
    """Return a deal of 2 cards each to 3 or 4 players, about half of them special."""
    players = rng.choice([3, 3, 4])
    plain = [f"{suit}{rank}" for suit in "RYG" for rank in (5, 8, 11)] + ["W", "J"]
    pack = rng.sample(plain, players + 1) + rng.sample(EIGHT, players)
    rng.shuffle(pack)
    upcards = [code for code in pack[2 * players :] if code != "VAMPIRE"]
    hands = pack[: 2 * players]
    return [" ".join(hands[2 * seat : 2 * seat + 2]) for seat in range(players)], upcards[0] if upcards else "B1"


@pytest.mark.parametrize("number", range(24))
def test_random_small_deals_with_special_cards(number: int) -> None:
    hands, upcard = _small_special_deal(Random(number))
    engine, brute = _played_out_with_specials(hands, upcard)
    assert engine == brute, f"seed {number}: {hands}, {upcard} turned up"


@pytest.mark.parametrize(("rule", "forbidden", "ways"), [(SumRule.OFF, False, 64), (SumRule.ALWAYS, True, 54)])
def test_bid_sequences(rule: SumRule, ways: int, *, forbidden: bool) -> None:
    game = table("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", options=Options(sum_rule=rule))
    assert perft(game, Phase.PLAY) == _ways_to_bid(3, 3, forbidden=forbidden) == ways


def test_a_whole_round_from_naming_trump_to_the_score() -> None:
    """Four suits to name, eight ways to bid; the three cards then play themselves."""
    game = table("R1", "W", "J", upcard="W")
    assert perft(game, Phase.DEAL) == 4 * _ways_to_bid(1, 3, forbidden=False) == 32
