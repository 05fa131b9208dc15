"""What a click costs, in a process of its own: ``python -m tests.benchmarks.clicks WHAT …`` prints JSON."""

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
from typing import Any, Final

from tests.benchmarks.clients import Bot, Click, Floor, idle
from tests.benchmarks.running import ROUND
from tests.benchmarks.stub import Gateway, Place

_BORN: Final = datetime.now(UTC)
"""The bot's time stands still: nobody's runs out while others are measured."""


@asynccontextmanager
async def running(places: Sequence[Place], **settings: Any) -> AsyncIterator[Bot]:
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder) / "wizard.db", lambda: _BORN, **settings)
        await bot.start(places)
        yield bot
        await bot.stop()


async def cost(gateway: Gateway, clicks: Sequence[Click]) -> float:
    """Return the CPU seconds of some clicks that arrive together, until nothing is left to do for them."""
    texts = [gateway.click(*click)[1] for click in clicks]
    began = time.process_time()
    for text in texts:
        await gateway.hear(text)
    await idle()
    return time.process_time() - began


def spread(places: Sequence[Place], count: int) -> list[Place]:
    """Return so many places, evenly taken from all."""
    return [places[at * len(places) // count] for at in range(count)]


async def bot_clicks(tables: int, together: int, batches: int, *, follow: bool, trace: Path | None) -> dict[str, Any]:
    places = [Place(number) for number in range(tables)]
    seconds, written = [], []
    async with running(places) as bot:
        chosen = spread(places, together)
        for place in chosen:
            await bot.open_hands(place)
        gc.collect()
        for _ in range(batches):
            if not follow:
                for place in chosen:
                    await bot.alone(place)
            clicks = [bot.decision(place) for place in chosen]
            written.append([_written(bot, click) for click in clicks])
            seconds.append(await cost(bot.gateway, clicks))
    if trace is not None:
        trace.write_text(json.dumps(written))
    return {"ms": [1000 * it / together for it in seconds]}


def _written(bot: Bot, click: Click) -> list[Any]:
    place, seat, message, custom_id = click
    return [place.table - Place(0).table, seat, message, custom_id, bot.wire.shown[message]]


async def floor_clicks(tables: int, trace: Path) -> dict[str, Any]:
    """Let the bare client have the same clicks."""
    floor = Floor()
    await floor.start([Place(number) for number in range(tables)])
    seconds = []
    gc.collect()
    for batch in json.loads(trace.read_text()):
        clicks = []
        for number, seat, message, custom_id, body in batch:
            floor.wire.shown[message] = body
            clicks.append((Place(number), seat, message, custom_id))
        seconds.append((await cost(floor.gateway, clicks)) / len(clicks))
    await floor.stop()
    return {"ms": [1000 * it for it in seconds]}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.clicks", description=__doc__)
    parser.add_argument("what", choices=["bot", "floor"])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--follow", action="store_true")
    parser.add_argument("--trace", type=Path)
    given = parser.parse_args()
    if given.what == "bot":
        work = bot_clicks(given.tables, given.together, given.batches, follow=given.follow, trace=given.trace)
    else:
        work = floor_clicks(given.tables, given.trace)
    json.dump(asyncio.run(work), sys.stdout)


if __name__ == "__main__":
    main()
