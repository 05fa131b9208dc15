"""The search's kernel against the rules, ply by ply: ``python -m tests.engine.kernel_plies --plies 1000000``.

Random rounds on random tables, the first of which have every pair of option values with every number of players.
The kernel is handed a round at its deal and then only the decisions; it has to stay where the game is. Now and then
it is also handed the round in the middle, which has to give the same position.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from engine.actions import CHANCE, Bid, Decision, NameTrump, Play, PlayBlind, Seat
from engine.ai.faces import NO_SUIT, SUITS, faces_of
from engine.ai.kernel import GIVE, KEEP, NO_BID, OVER, Position
from engine.ai.positions import decided, position
from engine.dealing import chance
from engine.game import apply, current_round, legal_actions, new_game, phase, to_act
from engine.specials import Exchange, MoveBid, PassCard
from engine.state import Game, Phase, RoundScore
from engine.view import view
from tests.engine.random_games import seed_named
from tests.engine.random_tables import Table, play_tables

MIDDLES = 0.02
"""How often the round is also taken over in the middle."""
STATES = 0.4
"""How often all of the state is compared; the choices are at every ply."""


def position_of(game: Game) -> Position:
    """Return the kernel's position of a running round, nothing hidden from it."""
    seen, here = view(game, None), current_round(game)
    assert seen.round is not None
    faces = faces_of(game.options, here.copied)
    hands = [[faces.number[face] for face in hand] for hand in here.hands]
    passed = [done for ask in here.asks[:1] for done in ask.settled if isinstance(done, PassCard)]
    settled = {done.seat: faces.number[done.card] for done in passed}
    return position(seen, seen.round, faces, hands, here.bids, settled)


def number_of(at: Position, decision: Decision) -> int:
    """Return what a decision is in the kernel."""
    number = at.faces.number
    match decision:
        case NameTrump(_, suit):
            return NO_SUIT if suit is None else SUITS.index(suit)
        case Bid(_, tricks):
            return tricks
        case Play(_, face) | PassCard(_, face):
            return number[face]
        case MoveBid(_, by):
            return by
        case Exchange(_, give, take):
            return KEEP if give is None or take is None else number[give] * GIVE + number[take]
    raise AssertionError(decision)


def require_same_choice(at: Position, seat: Seat, legal: tuple[Decision, ...]) -> None:
    """Assert that the kernel lets this seat do what the game does."""
    blind = isinstance(legal[0], PlayBlind)
    mine = [decided(at.faces, at.phase, seat, number, blind=blind) for number in at.legal(seat)]
    assert set(mine) == set(legal), f"{mine}, not {legal}"
    assert len(mine) == len(legal)


def require_equal(game: Game, at: Position) -> None:
    """Assert that the kernel is where the game is, in everything that matters later."""
    here, number = current_round(game), at.faces.number
    assert sorted(to_act(game)) == sorted(at.to_act())
    assert [sorted([number[face] for face in hand]) for hand in here.hands] == [sorted(hand) for hand in at.hands]
    assert list(here.taken) == at.taken
    assert [NO_BID if bid is None else bid for bid in here.bids] == at.bids
    assert here.cancelled == at.cancelled
    assert here.trick.leader == at.leader
    assert [number[face] for face in here.trick.cards] == at.trick
    assert here.size - len(here.tricks) == at.left
    assert (NO_SUIT if here.trump is None else SUITS.index(here.trump)) == at.trump


def require_scored(score: RoundScore, at: Position) -> None:
    """Assert that the kernel's round is over with these tricks, bids and points."""
    assert at.phase == OVER
    assert not at.to_act()
    assert (list(score.taken), list(score.bids), list(score.points)) == (at.taken, at.bids, at.points())
    assert score.cancelled == at.cancelled
    assert not any(at.hands)


def values(at: Position) -> dict[str, Any]:
    """Return all that makes up a position, hands in order; what is left over from earlier tricks aside."""
    plain = {name: getattr(at, name) for name in Position.__slots__}
    plain["hands"] = [sorted(hand) for hand in at.hands]
    if not at.asks:
        del plain["pile"]
    if not at.trick:
        del plain["winner"]
    return plain


def play_rounds(on: Table, name: str, rounds: int) -> Counter[str]:
    """Play rounds of a random game with both; count the plies by kind."""
    rng, seed, counts = Random(name), seed_named(name), Counter[str]()
    game = new_game(on.options, on.players)
    at: Position | None = None
    while phase(game) is not Phase.OVER and len(game.scores) < rounds:
        seat = rng.choice(to_act(game))
        if seat == CHANCE:
            game, _ = apply(game, chance(game, seed))
            at = position_of(game) if game.round is not None else None
            continue
        assert at is not None
        legal = legal_actions(game, seat)
        require_same_choice(at, seat, legal)
        decision = rng.choice(legal)
        at = _both_ways(at, rng)
        at.act(seat, at.hands[seat][0] if isinstance(decision, PlayBlind) else number_of(at, decision))
        game, _ = apply(game, decision)
        counts[type(decision).__name__] += 1
        _compare(game, at, rng, counts)
    return counts


def _both_ways(at: Position, rng: Random) -> Position:
    """Return the position or a copy, after which the original must not matter any more."""
    if rng.random() >= MIDDLES:
        return at
    copied = at.copy()
    assert values(copied) == values(at)
    for hand in at.hands:
        hand.clear()
    at.trick.append(0)
    at.bids[0] = at.taken[0] = 99
    return copied


def _compare(game: Game, at: Position, rng: Random, counts: Counter[str]) -> None:
    if game.round is None:
        require_scored(game.scores[-1], at)
        counts["rounds"] += 1
        return
    if rng.random() < STATES:
        require_equal(game, at)
    if rng.random() < MIDDLES:
        assert values(position_of(game)) == values(at)
        counts["middles"] += 1


def play_plies(plies: int, seed: int = 1, rounds: int = 4) -> Counter[str]:
    """Play random rounds until there were so many plies."""
    return play_tables(
        seed,
        plies,
        lambda on, name: play_rounds(on, name, rounds),
        lambda counts: counts.total() - counts["rounds"] - counts["middles"],
    )


def main() -> int:
    """Compare as many plies as asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.kernel_plies", description=__doc__)
    parser.add_argument("--plies", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    started = time.process_time()
    counts = play_plies(given.plies, given.seed, given.rounds)
    print(f"all equal, {time.process_time() - started:.0f} s: ", end="")
    print(", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
