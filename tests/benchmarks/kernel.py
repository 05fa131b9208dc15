"""How fast rounds are played out: ``python -m tests.benchmarks.kernel``.

Plies (bids and cards) a second of CPU in the standard game with four players: the search's kernel at random and with
its policy, the public engine at random, and OpenSpiel's Oh Hell at random where ``pyspiel`` is installed. The ratios
hold on any machine; the figures are those of this one, as busy as it is.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from engine.actions import CHANCE
from engine.ai.estimates import Estimates, Unseen, estimate
from engine.ai.faces import JESTER, WIZARD
from engine.ai.kernel import BID, OVER, Position
from engine.ai.playing import play_out
from engine.ai.weights import FIXED
from engine.cards import COPIES
from engine.dealing import chance
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.options import Options
from engine.state import Phase
from tests.engine.kernel_plies import position_of
from tests.engine.playing import seed_of, steps

PLAYERS: Final = 4
REPEATED: Final = 20
"""How often each deal is played."""


def rounds(games: int) -> list[Position]:
    """Return the kernel's positions after every deal, and the naming of trumps, of some games."""
    found = []
    for number in range(games):
        for game, _ in steps(Options(), PLAYERS, number):
            here = game.round
            if here is not None and here.chooser is None and not here.tricks and set(here.bids) == {None}:
                found.append(position_of(game))
    return found


def play_random(at: Position, rng: Random) -> int:
    """Play a position out at random; return how many plies that took."""
    plies, random = 0, rng.random
    while at.phase != OVER:
        if at.phase == BID:
            at.bid(at.turn, int(random() * (at.size + 1)))
        else:
            cards = at.playable()
            at.play(cards[int(random() * len(cards))])
        plies += 1
    return plies


def kernel_random(games: int) -> Iterator[int]:
    """Yield the plies of one round after the other, all decisions at random."""
    rng = Random(1)
    positions = rounds(games)
    yield 0
    for at in positions:
        for _ in range(REPEATED):
            yield play_random(at.copy(), rng)


def kernel_policy(games: int) -> Iterator[int]:
    """Yield the plies of one round after the other, played out as in a search."""
    positions = [(at, worth(at)) for at in rounds(games)]
    yield 0
    for at, estimates in positions:
        for _ in range(REPEATED):
            play_out(at.copy(), estimates)
            yield at.players * (1 + at.size)


def worth(at: Position) -> Estimates:
    """Return what the cards of everybody are worth, all others being unseen."""
    estimates = Estimates(at.faces, FIXED)
    unseen = Unseen([*range(WIZARD), *[WIZARD] * COPIES, *[JESTER] * COPIES])
    for seat in range(at.players):
        estimate(estimates, at, seat, unseen, (at.players - 1) * at.size)
    return estimates


def public_engine(games: int) -> Iterator[int]:
    """Yield the plies of one game after the other, all decisions at random."""
    yield 0
    for number in range(games):
        rng, seed, plies = Random(number), seed_of(number), 0
        game = new_game(Options(), PLAYERS)
        while phase(game) is not Phase.OVER:
            seat = to_act(game)[0]
            plies += seat != CHANCE
            game, _ = apply(game, chance(game, seed) if seat == CHANCE else rng.choice(legal_actions(game, seat)))
        yield plies


def open_spiel(games: int) -> Iterator[int]:
    """Yield the plies of one round of Oh Hell after the other; nothing where OpenSpiel is not installed."""
    try:
        spiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return
    yield 0
    rng = Random(1)
    game = spiel.load_game(f"oh_hell(players={PLAYERS})")
    for _ in range(15 * games):
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                plies += 1
        yield plies


def speed(source: Iterator[int]) -> float:
    """Return plies a second of CPU, what has to be set up before the first of them left out; 0 where there are none."""
    if next(source, None) is None:
        return 0.0
    started = time.process_time()
    total = sum(source)
    return total / (time.process_time() - started)


def main() -> None:
    """Print all speeds, the best of some runs in turn, and their ratios to the public engine."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.kernel", description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    kinds: dict[str, Callable[[int], Iterator[int]]] = {
        "public engine, random": public_engine,
        "kernel, random": kernel_random,
        "kernel, policy": kernel_policy,
        "OpenSpiel Oh Hell, random": open_spiel,
    }
    best = {kind: max(speed(plies(given.games)) for _ in range(given.runs)) for kind, plies in kinds.items()}
    for kind, plies in best.items():
        if plies:
            ratio = plies / best["public engine, random"]
            print(f"{kind:26} {plies:10,.0f} plies/s {1e6 / plies:6.2f} µs a ply {ratio:6.1f} ×")
        else:
            print(f"{kind:26} not installed")


if __name__ == "__main__":
    main()
