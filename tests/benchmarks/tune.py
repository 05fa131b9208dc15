"""Tune the rules of thumb by self-play: ``python -m tests.benchmarks.tune --out engine/ai/weights.py``.

In turns the chances of cards are taught by logistic regression on what cards took in self-play, and the constants
are moved to where they win: two seats play with them moved one way, two the other way, every deal twice with the
seats changed (simultaneous perturbation). At the end the result plays the constants it started from.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from math import exp
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from engine.ai import weights
from engine.ai.estimates import Estimates, Outlook, Unseen, estimate
from engine.ai.faces import JESTER, NO_SUIT, WIZARD, faces_of
from engine.ai.kernel import BID, OVER, PLAY, Position
from engine.ai.playing import choose
from engine.ai.weights import FIXED, TUNED, Constants
from engine.cards import COPIES
from engine.options import Options
from engine.rules import schedule

STEPS: Final = {
    "eager": 0.06,
    "sated": 0.06,
    "crowded": 0.06,
    "shift": 0.06,
    "doubt": 0.08,
    "doubt_left": 0.02,
    "bid_slope": 0.03,
    "bid_base": 0.06,
    "bid_crowded": 0.06,
}
LEAST: Final = {"eager": 0.05, "sated": 0.0, "doubt": 0.2, "doubt_left": -0.01}
RATE: Final = 0.06
CLASSES: Final = ("plain", "trump", "untrumped", "free")
FACES: Final = faces_of(Options(), None)

Found: TypeAlias = tuple[str, tuple[float, ...]]
"""The class of a card, and what its chance depends on."""
Sample: TypeAlias = tuple[tuple[float, ...], bool]
"""What the chance of a card depended on, and whether it took a trick."""


# --- self-play -----------------------------------------------------------------------------------


def deal(rng: Random, players: int, size: int) -> tuple[Position, list[int]]:
    """Return a round of the standard game, its trump named, and the cards that don't lie open."""
    pack = [*range(WIZARD), *[WIZARD] * COPIES, *[JESTER] * COPIES]
    rng.shuffle(pack)
    hands = [sorted(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    upcard = pack[players * size] if players * size < len(pack) else JESTER
    at = Position.blank(FACES, players, size, rng.randrange(players))
    at.hands = hands
    at.name_trump(upcard // 13 if upcard < WIZARD else NO_SUIT)
    if upcard == WIZARD:
        mine = [face // 13 for face in hands[at.dealer] if face < WIZARD]
        at.name_trump(max(range(NO_SUIT), key=mine.count))
    return at, pack if players * size == len(pack) else sorted(pack[: players * size] + pack[players * size + 1 :])


def turns(at: Position, cards: list[int], tuned: Sequence[Constants]) -> Iterator[tuple[Unseen, Estimates, int]]:
    """Play a round by these constants of each seat; yield before each turn what does not lie open, and what is done."""
    unseen, everybody = Unseen(cards), [Estimates(FACES, constants) for constants in tuned]
    while at.phase != OVER:
        seat, estimates = at.turn, everybody[at.turn]
        if at.phase == BID or tuned[seat].tense:
            held = sum(map(len, at.hands)) - len(at.hands[seat])
            estimate(estimates, at, seat, unseen, held)
        decision = choose(at, seat, estimates)
        yield unseen, estimates, decision
        playing = at.phase == PLAY
        at.act(seat, decision)
        if playing:
            unseen.strike(decision)


def points(at: Position, cards: list[int], tuned: Sequence[Constants]) -> tuple[list[int], list[bool]]:
    """Return everybody's points, and whether their bids were exact, of a round played by these constants."""
    at = at.copy()
    for _ in turns(at, cards, tuned):
        pass
    return at.points(), [bid == taken for bid, taken in zip(at.bids, at.taken, strict=True)]


def duel(one: Constants, other: Constants, rounds: int, rng: Random) -> tuple[float, float, float, float]:
    """Return by how many points a round one is better at two of four seats, its error, and both shares of exact."""
    better, exact = [], [0, 0]
    for _ in range(rounds):
        at, cards = deal(rng, 4, rng.randint(1, 15))
        ahead = 0
        for sides in ((0, 1, 0, 1), (1, 0, 1, 0)):
            got, made = points(at, cards, [(one, other)[side] for side in sides])
            for side, mine, hit in zip(sides, got, made, strict=True):
                ahead += -mine if side else mine
                exact[side] += hit
        better.append(ahead / 4)
    mean = sum(better) / rounds
    error = (sum((it - mean) ** 2 for it in better) / rounds / rounds) ** 0.5
    return mean, error, exact[0] / rounds / 4, exact[1] / rounds / 4


def among_themselves(tuned: Constants, games: int, rng: Random, players: int = 4) -> tuple[float, float]:
    """Return the share of exact bids and the mean points a game of standard games among players alike."""
    total = exact = rounds = 0
    for _ in range(games):
        for size in schedule(Options(), players):
            got, made = points(*deal(rng, players, size), [tuned] * players)
            total, exact, rounds = total + sum(got), exact + sum(made), rounds + players
    return exact / rounds, total / games / players


# --- the chances of cards ------------------------------------------------------------------------


def learn(tuned: Constants, games: int, rng: Random) -> Constants:
    """Return the constants with the chances of cards taught by games played with them."""
    samples: dict[str, list[Sample]] = {kind: [] for kind in CLASSES}
    for _ in range(games):
        for size in schedule(Options(), 4):
            _sample(samples, *deal(rng, 4, size), tuned, rng)
    for kind, taught in samples.items():
        old = getattr(tuned, kind)
        flat = old if kind == "free" else tuple(weight for part in old for weight in part)
        new = regress(taught, list(flat), rng)
        count = len(old[0]) if kind != "free" else len(new)
        line = tuple(tuple(new[at : at + count]) for at in range(0, len(new), count))
        tuned = replace(tuned, **{kind: line[0] if kind == "free" else line})
    return tuned


def _sample(samples: dict[str, list[Sample]], at: Position, cards: list[int], tuned: Constants, rng: Random) -> None:
    """Play a round; note of the cards in hand at bids and some turns whether they took a trick from then on."""
    noted: list[tuple[int, int, int, str, tuple[float, ...]]] = []
    played: list[tuple[int, int, int]] = []
    winners: list[int] = []
    trick = 0
    for unseen, _, decision in turns(at, cards, [tuned] * at.players):
        if at.phase == BID or (tuned.tense and len(at.hands[at.turn]) > 1 and rng.random() < 0.1):
            noted += [(at.turn, trick, face, *found) for face, found in _depends(at, at.turn, unseen, tuned.tense)]
        if at.phase == PLAY:
            played.append((at.turn, trick, decision))
            if len(at.trick) == at.players - 1:
                trick += 1
                ahead = at.copy()
                ahead.play(decision)
                winners.append(ahead.leader)
    for seat, since, face, kind, row in noted:
        tricks = [when for who, when, what in played if (who, what) == (seat, face) and when >= since]
        if len(set(tricks)) == 1 or face != WIZARD:
            samples[kind].append((row, winners[tricks[0]] == seat))
        else:
            samples[kind].append((row, winners[rng.choice(tricks)] == seat))


def _depends(at: Position, seat: int, unseen: Unseen, tense: float) -> Iterator[tuple[int, Found]]:
    hand = at.hands[seat]
    seen = Outlook(at, seat, hand, unseen, sum(map(len, at.hands)) - len(hand), tense)
    for face in hand:
        if face == WIZARD:
            yield face, ("free", seen.free)
        elif face < WIZARD:
            suit = face // 13
            kind = "untrumped" if at.trump == NO_SUIT else "trump" if suit == at.trump else "plain"
            beaters = seen.share * (seen.ranks[suit] >> face % 13).bit_count()
            factors = (1.0, beaters, exp(-beaters), beaters * exp(-beaters))
            yield face, (kind, tuple(term * factor for factor in factors for term in seen.rows[suit]))


def regress(samples: list[Sample], start: list[float], rng: Random, passes: int = 4) -> list[float]:
    """Return the weights of a logistic regression, by adaptive gradient descent."""
    found, grown, rate = start, [0.01] * len(start), 0.25
    for _ in range(passes):
        rng.shuffle(samples)
        for row, took in samples:
            off = 1 / (1 + exp(-sum([w * x for w, x in zip(found, row, strict=True)]))) - took
            for at, term in enumerate(row):
                slope = off * term
                grown[at] += slope * slope
                found[at] -= rate * slope / grown[at] ** 0.5
        rate *= 0.6
    return found


# --- the constants -------------------------------------------------------------------------------


def moved(tuned: Constants, by: dict[str, float]) -> Constants:
    """Return the constants moved, within their bounds."""
    changed = {name: max(LEAST.get(name, -9.0), getattr(tuned, name) + step) for name, step in by.items()}
    return replace(tuned, **changed)


def climb(tuned: Constants, duels: int, rng: Random) -> Constants:
    """Return the constants after so many duels of 40 rounds, each moving them towards the winner; their late mean."""
    late = tuned
    for _ in range(duels):
        ways = {name: rng.choice((-1, 1)) * step for name, step in STEPS.items()}
        better, *_ = duel(moved(tuned, ways), moved(tuned, {name: -way for name, way in ways.items()}), 40, rng)
        tuned = moved(tuned, {name: RATE * max(-3.0, min(3.0, better)) * way for name, way in ways.items()})
        late = moved(late, {name: 0.03 * (getattr(tuned, name) - getattr(late, name)) for name in STEPS})
    return late


def source(tuned: Constants) -> str:
    """Return the text of `engine.ai.weights` with these constants in place of the old ones."""
    text = Path(weights.__file__).read_text(encoding="utf-8")
    head, name, tail = text.partition(f"{'TUNED' if tuned.tense else 'FIXED'}: Final = Constants(\n")
    lines = [f"    {part.name}={_written(getattr(tuned, part.name))},\n" for part in fields(tuned)]
    return head + name + "".join(lines) + tail[tail.index("\n)\n") + 1 :]


def _written(value: object) -> str:
    if isinstance(value, tuple):
        if isinstance(value[0], tuple):
            return "(\n" + "".join(f"        {_written(part)},\n" for part in value) + "    )"
        return "(" + ", ".join(_written(part) for part in value) + ")"
    return f"{value:.3f}"


def main() -> int:
    """Tune, show what it brings, and write it down."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tune", description=__doc__)
    parser.add_argument("--turns", type=int, default=3, help="how often to teach chances and move constants")
    parser.add_argument("--games", type=int, default=150, help="games to learn the chances from")
    parser.add_argument("--duels", type=int, default=300, help="duels to move the constants by")
    parser.add_argument("--check", type=int, default=100, help="games among themselves, and duels with the old ones")
    parser.add_argument("--fixed", action="store_true", help="tune the constants of play-outs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to write them")
    given = parser.parse_args()
    rng, start = Random(given.seed), FIXED if given.fixed else TUNED
    tuned = start
    for turn in range(given.turns):
        tuned = climb(learn(tuned, given.games, rng) if given.games else tuned, given.duels, rng)
        print(turn, {name: round(getattr(tuned, name), 3) for name in STEPS}, flush=True)
        if given.out is not None:
            given.out.write_text(source(tuned), encoding="utf-8")
    exact, mean = among_themselves(tuned, given.check, Random(0))
    print(f"among themselves: {exact:.1%} exact, {mean:.0f} points a game")
    if tuned != start:
        better, error, *_ = duel(tuned, start, 20 * given.check, Random(0))
        print(f"against the constants from before: {15 * better:+.0f} ± {30 * error:.0f} points a game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
