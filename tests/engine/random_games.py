"""Random games on random tables with every check: ``python -m tests.engine.random_games --games 20000 --seed 1``.

The first games have every pair of option values with every number of players. A game that fails is named with
the command that plays it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from engine import options as opts
from engine.actions import CHANCE, Action, Deal
from engine.cards import Card
from engine.dealing import Seed, chance, shuffled
from engine.game import apply, legal_actions, new_game, phase, replay, sizes, to_act
from engine.notation import from_plain, to_plain
from engine.record import Record, SeatHolder, dump, load
from engine.specials import CardsPassed
from engine.state import Game, Phase
from tests.engine.checks import (
    Watch,
    require_exactly_the_legal_actions,
    require_state,
    require_step,
    require_without_gift,
)
from tests.engine.hidden import require_no_leak
from tests.engine.playing import here
from tests.engine.random_tables import Table, table

LEAKS: Final = 0.03
"""In how many states the views are checked; more where something is decided in private."""
PRIVATE_LEAKS: Final = 0.3
BRUTE: Final = 0.01
"""In how many states every imaginable action is tried."""


@dataclass
class Played:
    """A checked game: how it went, and what was checked how often."""

    game: Game
    actions: tuple[Action, ...]
    seed: Seed
    counts: Counter[str] = field(default_factory=Counter)


def play_checked(on: Table, name: str, rounds: int | None = None, leaks: float = LEAKS) -> Played:
    """Play one random game, whole or some rounds of it, and check every state; the name decides all chance."""
    rng, watch, counts = Random(name), Watch(), Counter[str]()
    seed = seed_named(name)
    game, actions = new_game(on.options, on.players), []
    pack: tuple[Card, ...] = ()
    while phase(game) is not Phase.OVER and len(game.scores) != rounds:
        require_state(game, pack)
        counts["states"] += 1
        counts.update(_sampled(game, rng, leaks))
        action = _chosen(game, seed, rng)
        after, events = apply(game, action)
        require_step(watch, game, action, after, events)
        for event in events:
            if isinstance(event, CardsPassed):
                require_without_gift(here(game), here(after), event)
        if isinstance(action, Deal):
            pack = shuffled(seed, here(after).number, on.options.special_cards)
        game = after
        actions.append(action)
    played = Played(game, tuple(actions), seed, counts)
    _require_the_same_again(on, played)
    return played


def seed_named(name: str) -> Seed:
    """Return the seed of the game with this name."""
    return Seed(Random(f"secret of {name}").randbytes(32), (name,))


def _chosen(game: Game, seed: Seed, rng: Random) -> Action:
    """Let chance act, or any of the seats that can: any of what it can."""
    seat = rng.choice(to_act(game))
    return chance(game, seed) if seat == CHANCE else rng.choice(legal_actions(game, seat))


def _sampled(game: Game, rng: Random, leaks: float) -> Counter[str]:
    """Do the slow checks in some states; return which."""
    done: Counter[str] = Counter()
    running = game.round
    if running is None:
        return done
    private = len(to_act(game)) > 1 or phase(game) is Phase.SPECIAL
    if rng.random() < (max(leaks, PRIVATE_LEAKS) if private else leaks):
        done["leaks"] += 1
        done.update(require_no_leak(game, rng))
    if rng.random() < BRUTE:
        done["brute"] += 1
        require_exactly_the_legal_actions(game)
    return done


def _require_the_same_again(on: Table, played: Played) -> None:
    """Assert that actions, notation and, once the game is over, its record lead to the same state."""
    read = [from_plain(to_plain(action)) for action in played.actions]
    assert replay(new_game(on.options, on.players), read) == played.game
    if phase(played.game) is not Phase.OVER:
        return
    assert [score.size for score in played.game.scores] == list(sizes(played.game))
    holders = tuple(SeatHolder(f"account {seat}", f"Seat {seat}") for seat in range(on.players))
    record = Record(on.options, holders, played.seed, played.actions)
    again = load(dump(record))
    assert again == record
    assert again.game() == played.game


def checked_game(seed: int, number: int, rounds: int | None = None) -> Counter[str]:
    """Play the game with this number; what fails is told with the options and the command that repeats it."""
    on = table(seed, number, whole=rounds is None)
    try:
        return play_checked(on, f"{seed}/{number}", rounds).counts
    except Exception as error:
        error.add_note(f"{on.players} players, {opts.dumps(on.options)}\nagain: {command(seed, number, rounds)}")
        raise


def command(seed: int, number: int, rounds: int | None) -> str:
    """Return the command that plays one game again."""
    only = f"python -m tests.engine.random_games --seed {seed} --only {number}"
    return only if rounds is None else f"{only} --rounds {rounds}"


# --- the command ---------------------------------------------------------------------------------


def _outcome(seed: int, rounds: int | None, number: int) -> tuple[Counter[str], str]:
    """Return what was counted in a game, or why it failed."""
    try:
        return checked_game(seed, number, rounds), ""
    except Exception:  # noqa: BLE001 - whatever it is, it is told, and the other games go on
        return Counter(), f"game {number}: {traceback.format_exc()}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.random_games", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="play just the game with this number")
    parser.add_argument("--rounds", type=int, help="stop each game after so many rounds, as the tests do")
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """Play the games; return how many failed, at most 1."""
    given = _arguments()
    numbers = range(given.games) if given.only is None else [given.only]
    print(f"seed {given.seed}, {len(numbers)} games", flush=True)
    started, counts, failed = time.monotonic(), Counter[str](), 0
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        outcomes = pool.imap_unordered(partial(_outcome, given.seed, given.rounds), numbers, chunksize=10)
        for done, (counted, failure) in enumerate(outcomes, 1):
            counts += counted
            if failure:
                failed += 1
                print(failure, flush=True)
            if done % 1000 == 0:
                print(f"{done} games, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{failed} failed; checked: {', '.join(f'{kind} {count}' for kind, count in sorted(counts.items()))}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
