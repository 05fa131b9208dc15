"""What a click costs, in a process of its own: ``python -m tests.benchmarks.clicks`` prints JSON.

The bot and the bare client are in one process and get the same clicks by turns, so that both have the machine as fast
or as slow as it just is.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot.pauses import shorten_pauses
from tests.benchmarks.clients import Bot, Click, Floor, idle
from tests.benchmarks.stub import Gateway, Place

_BORN: Final = datetime.now(UTC)
"""The bot's time stands still: nobody's runs out while others are measured."""


@asynccontextmanager
async def running(places: Sequence[Place], server: str = "", **settings: Any) -> AsyncIterator[Bot]:
    """Have the bot with a game at each place."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder) / "wizard.db", lambda: _BORN, server, **settings)
        await bot.fill(places)
        await bot.start(places)
        yield bot
        await bot.stop()


async def cost(gateway: Gateway, clicks: Sequence[Click]) -> float:
    """Return the CPU seconds of some clicks that arrive together, until nothing is left to do for them."""
    texts = [gateway.click(click)[1] for click in clicks]
    began = time.process_time()
    for text in texts:
        await gateway.hear(text)
    await idle()
    return time.process_time() - began


def spread(places: Sequence[Place], count: int) -> list[Place]:
    """Return so many places, evenly taken from all."""
    return [places[at * len(places) // count] for at in range(count)]


async def compare(tables: int, together: int, batches: int, *, follow: bool, server: str = "") -> dict[str, float]:
    """Return the milliseconds of CPU a click takes both clients, and their ratio: medians over all batches.

    With `follow` everybody has an open hand that shows each change; else only who clicks has.
    """
    places = [Place(number) for number in range(tables)]
    floor = Floor(server)
    await floor.start(places)
    theirs, bare = [], []
    async with running(places, server) as bot:
        chosen = spread(places, min(tables, max(together, 8)))
        for place in chosen if follow else []:
            await bot.open_hands(place)
        gc.collect()
        for number in range(batches):
            now = [chosen[(number * together + at) % len(chosen)] for at in range(together)]
            for place in [] if follow else now:
                await bot.alone(place)
            clicks = [click for place in now if (click := bot.decision(place)) is not None]
            assert len(clicks) == together
            shown = [bot.wire.shown[click.message] for click in clicks]
            theirs.append(1000 * await cost(bot.gateway, clicks) / together)
            floor.wire.shown.update(zip((click.message for click in clicks), shown, strict=True))
            bare.append(1000 * await cost(floor.gateway, clicks) / together)
    await floor.stop()
    settled = slice(batches // 10, None)
    return {"bot": median(theirs[settled]), "floor": median(bare[settled])}


def main() -> None:
    """Print the figures of one comparison."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.clicks", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--batches", type=int, default=150)
    parser.add_argument("--follow", action="store_true")
    parser.add_argument("--server", default="", help="where requests really go to")
    given = parser.parse_args()
    work = compare(given.tables, given.together, given.batches, follow=given.follow, server=given.server)
    shorten_pauses()
    json.dump(asyncio.run(work), sys.stdout)
    print()


if __name__ == "__main__":
    main()
