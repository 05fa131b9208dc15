"""How long the bot takes to start with open games: ``python -m tests.benchmarks.starting`` prints JSON.

From the login until every table can be played at, and until every public message and open hand is up to date.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.pauses import shorten_pauses
from tests.benchmarks.clients import Bot
from tests.benchmarks.stub import Place


async def start(tables: int) -> dict[str, float]:
    """Return the seconds."""
    now = datetime.now(UTC)
    places = [Place(number) for number in range(tables)]
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder) / "wizard.db", lambda: now)
        await bot.fill(places, hands=True)
        began, spent = time.perf_counter(), time.process_time()
        playable = asyncio.create_task(_playable(bot))
        await bot.start(places)
        seconds = {"playable": await playable - began, "shown": time.perf_counter() - began}
        seconds["cpu"] = time.process_time() - spent
        await bot.stop()
    return seconds


async def _playable(bot: Bot) -> float:
    while not bot.client.is_playing:  # noqa: ASYNC110 - it is there for who looks at it, and tells nobody
        await asyncio.sleep(0.005)
    return time.perf_counter()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.starting", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    given = parser.parse_args()
    shorten_pauses()
    json.dump(asyncio.run(start(given.tables)), sys.stdout)
    print()


if __name__ == "__main__":
    main()
