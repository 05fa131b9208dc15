"""Pairs of rounds that one viewer can't tell apart: ``python -m tests.noninterference.rounds --pairs 10000``."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from itertools import zip_longest
from random import Random
from typing import Final
from unittest.mock import patch

from tests.engine.hidden import changes
from tests.noninterference.pairs import Pair, walk
from tests.noninterference.shown import at_table, everything

PAIRS: Final = 1_000
_PICTURES, _SEARCHES = 100, 10
"""In every how manyth pair pictures are drawn, and an Archmage searches."""


class Leak(AssertionError):
    """Something a viewer is shown depends on what they may not know."""


def check(number: int) -> Counter[str]:
    """Compare all that is shown of the pair with this number, at its begin and its end; return what was compared."""
    states = [pair for pair in walk(number) if pair.differs]
    counts: Counter[str] = Counter(pairs=1)
    for at, pair in enumerate(states[:1] + states[1:][-1:]):
        try:
            counts += _compared(pair, number, at)
        except Leak as leak:
            leak.add_note(f"again: python -m tests.noninterference.rounds --only {number}")
            raise
    return counts


def _compared(pair: Pair, number: int, at: int) -> Counter[str]:
    counts = Counter(f"other {kind}" for kind in changes(pair.one, pair.other, pair.viewer))
    wanted = {"pictures": number % _PICTURES == 0 and at == 0, "search": number % _SEARCHES == 0}
    rng = Random(number)
    one, other = (at_table(game, rng, pair.viewer) for game in (pair.one, pair.other))
    # What is committed to is public, and nobody can find a second secret to it.
    with patch("bot.tableview.commitment", lambda _: "c" * 64):
        shown = everything(one, pair.viewer, **wanted), everything(other, pair.viewer, **wanted)
        for mine, others in zip_longest(*shown):
            if mine != others:
                raise Leak(f"pair {number}, viewer {pair.viewer}, {at}: {(mine or others)[0]}\n{mine}\n{others}")
            counts["things shown"] += 1
            counts[mine[0]] += 1
    counts["viewed by all" if pair.viewer is None else "viewed by a seat"] += 1
    counts[f"bidding {pair.one.options.bidding}"] += 1
    return counts


def main() -> int:
    """Check the pairs; return how many leak, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.noninterference.rounds", description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--only", type=int, help="check just the pair with this number")
    given = parser.parse_args()
    counts, leaks = Counter[str](), 0
    for number in range(given.pairs) if given.only is None else [given.only]:
        try:
            counts += check(number)
        except Exception:  # noqa: BLE001 - whatever it is, it is told, and the other pairs are checked
            leaks += 1
            print(f"pair {number}: {traceback.format_exc()}", flush=True)
    print(f"{leaks} leaks; {', '.join(f'{kind} {count}' for kind, count in sorted(counts.items()))}")
    return min(leaks, 1)


if __name__ == "__main__":
    sys.exit(main())
