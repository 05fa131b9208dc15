"""How fast a click is acknowledged while many tables play: ``python -m tests.benchmarks.paced`` prints JSON.

At each table somebody decides, on the average, every ten seconds: at least one after the last decision, the rest at
random. All hands are open and follow, public messages are edited at most once a second, nobody's time stands still.
A click counts from the instant it was to be made, so that waiting for the event loop counts too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

import discord

from bot.pauses import shorten_pauses
from tests.benchmarks.clients import Bot, idle
from tests.benchmarks.stub import Place

PACE_SECONDS: Final = 10.0
_LEAST_SHARE: Final = 0.1


async def _play(bot: Bot, place: Place, rng: Random, until: float, pace: float) -> list[tuple[int, float]]:
    """Play at a table until an instant; return the interactions, and when each was to be made."""
    least = pace * _LEAST_SHARE
    made: list[tuple[int, float]] = []
    due = time.perf_counter() + rng.uniform(0, pace)
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        click = bot.decision(place)
        if click is None:  # what was decided last is still under way
            due = time.perf_counter() + least
            continue
        made.append((await bot.hear(click), due))
        due += least + rng.expovariate(1 / (pace - least))
    return made


async def paced(tables: int, seconds: float, pace: float = PACE_SECONDS) -> dict[str, Any]:
    """Return the milliseconds until the acknowledgement, how many clicks got none, and the share of a core used."""
    places = [Place(number) for number in range(tables)]
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder) / "wizard.db", discord.utils.utcnow, edit_interval=1.0)
        await bot.fill(places, hands=True)
        await bot.start(places)
        gc.collect()
        began, spent = time.perf_counter(), time.process_time()
        players = (_play(bot, place, Random(rng.random()), began + seconds, pace) for place in places)
        made = [click for clicks in await asyncio.gather(*players) for click in clicks]
        took, spent = time.perf_counter() - began, time.process_time() - spent
        await idle()
        answered = bot.wire.acknowledged
        waits = [1000 * (answered[interaction] - due) for interaction, due in made if interaction in answered]
        await bot.stop()
    cuts = quantiles(waits, n=100)
    lost = len(made) - len(waits)
    return {
        "clicks": len(made),
        "lost": lost,
        "p50": cuts[49],
        "p99": cuts[98],
        "most": max(waits),
        "cpu": spent / took,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.paced", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    shorten_pauses()
    json.dump(asyncio.run(paced(given.tables, given.seconds)), sys.stdout)
    print()


if __name__ == "__main__":
    main()
