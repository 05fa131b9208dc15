"""The kill −9 drill as long as one likes: ``python -m tests.drill --cycles 1000``."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.drill.lives import drill


def main() -> None:
    """Print how many actions were acknowledged, and that none of them was lost or is there twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=1000, metavar="N", help="default 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="when it is killed; default 1")
    asked = parser.parse_args()

    def done(cycle: int) -> None:
        if cycle % 10 == 0:
            print(f"{cycle} of {asked.cycles} lives", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'drill.db'}"
        heard = asyncio.run(drill(url, asked.cycles, asked.seed, done))
    print(f"{len(heard.acknowledged)} actions acknowledged: 0 lost, 0 doubled, 0 gaps")


if __name__ == "__main__":
    main()
