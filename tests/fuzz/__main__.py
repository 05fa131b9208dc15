"""Random interactions of every kind at the real bot: ``python -m tests.fuzz --interactions 100000 --seed 1``.

They are sent to one bot after the other, each with a database and a seed of its own; what fails names the command
that repeats it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
import traceback
from collections import Counter

from tests.fuzz.running import PORTION, again, fuzz


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--interactions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run just the portion with this number")
    return parser.parse_args()


def main() -> int:
    """Send the interactions; return how many portions failed, at most 1."""
    given = _arguments()
    portions = -(-given.interactions // PORTION)
    started, counts, failed = time.monotonic(), Counter[str](), 0
    for number in range(portions) if given.only is None else [given.only]:
        size = min(PORTION, given.interactions - (0 if given.only is not None else number * PORTION))
        try:
            counts += asyncio.run(fuzz(given.seed, number, size))
        except Exception:  # noqa: BLE001 - whatever it is, it is told, and the other portions go on
            failed += 1
            print(f"{traceback.format_exc()}again: {again(given.seed, number, size)}", flush=True)
        print(f"{counts.total()} interactions, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{failed} portions failed; sent: {', '.join(f'{kind} {count}' for kind, count in sorted(counts.items()))}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
