"""What a table takes of the memory, in a process of its own: ``python -m tests.benchmarks.memory`` prints JSON.

At each table four people have an open hand; all of them, and the table, are shown once.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.pauses import shorten_pauses
from tests.benchmarks.clients import Bot, Floor
from tests.benchmarks.stub import Place

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def _resident() -> int:
    """Return the bytes this process has in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE


async def floor_memory(tables: int) -> int:
    """Return the bytes the bare client has in memory in so many servers."""
    floor = Floor()
    await floor.start([Place(number) for number in range(tables)])
    taken = _resident()
    await floor.stop()
    return taken


async def bot_memory(tables: int) -> int:
    """Return the bytes the bot has in memory with so many tables, each in a server of its own."""
    now = datetime.now(UTC)
    places = [Place(number) for number in range(tables)]
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder) / "wizard.db", lambda: now)
        bot.wire.keeps = False
        await bot.fill(places, hands=True)
        await bot.start(places)
        taken = _resident()
        await bot.stop()
    return taken


def main() -> None:
    """Print the bytes of one client."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory", description=__doc__)
    parser.add_argument("client", choices=["bot", "floor"])
    parser.add_argument("--tables", type=int, default=1000)
    given = parser.parse_args()
    measure = bot_memory if given.client == "bot" else floor_memory
    shorten_pauses()
    json.dump({"bytes": asyncio.run(measure(given.tables))}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
