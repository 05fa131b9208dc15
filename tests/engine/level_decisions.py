"""Every level on random tables, each decision held against the rules: ``python -m tests.engine.level_decisions``.

The tables have every pair of option values with every number of players (`tests.engine.random_tables`). Random
players sit among the levels, whose strange bids and passes they would not make.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

from engine.actions import CHANCE
from engine.ai import random_policy
from engine.ai.judgement import Budget
from engine.ai.levels import Level, decide
from engine.dealing import chance
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.state import Phase
from engine.view import view
from tests.engine.random_games import seed_named
from tests.engine.random_tables import Table, play_tables

DEALS: Final = 2
"""What the search is given: it has to be legal, not good."""
_RANDOM: Final = "random"


def play_table(on: Table, name: str, rounds: int, deals: int = DEALS) -> Counter[str]:
    """Play rounds of a game; count the decisions by level, and by kind."""
    rng, seed, counts = Random(name), seed_named(name), Counter[str]()
    players = [rng.choice([*Level, _RANDOM]) for _ in range(on.players)]
    game = new_game(replace(on.options, max_rounds=None), on.players)
    while phase(game) is not Phase.OVER and len(game.scores) < rounds:
        seat = rng.choice(to_act(game))
        if seat == CHANCE:
            game, _ = apply(game, chance(game, seed))
            continue
        level, seen = players[seat], view(game, seat)
        decision = decide(Level(level), seen, rng, Budget(deals)) if level != _RANDOM else random_policy(seen, rng)
        assert decision in legal_actions(game, seat), f"{level}: {decision}, not one of {seen.legal}"
        counts[level] += 1
        counts[type(decision).__name__] += 1
        game, _ = apply(game, decision)
    return counts


def play_decisions(decisions: int, seed: int, rounds: int) -> Counter[str]:
    """Play tables until the levels have made so many decisions."""
    return play_tables(
        seed,
        decisions,
        lambda on, name: play_table(on, name, rounds),
        lambda counts: sum(counts[level] for level in Level),
    )


def main() -> int:
    """Let the levels make as many decisions as asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.level_decisions", description=__doc__)
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=8)
    given = parser.parse_args()
    started = time.process_time()
    counts = play_decisions(given.decisions, given.seed, given.rounds)
    print(f"all legal, {time.process_time() - started:.0f} s: ", end="")
    print(", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
