"""How long a large server's results take to export and to delete: ``python -m tests.benchmarks.serverdata [RESULTS]``.

Prints seconds for SQLite, and the longest time in milliseconds for which the event loop was held up by it; what is
deleted is half of the results, one server's.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.exporting import Exporting
from bot.resultfiles import ResultFiles
from bot.store import Store
from tests.benchmarks.league import GUILD, _fill

_FIRST = 1_700_000_000_000


@asynccontextmanager
async def _watched(what: str) -> AsyncIterator[None]:
    """Print how long something takes, and the longest it keeps everything else from happening."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            slept = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - slept)

    watching, started = asyncio.create_task(watch()), time.perf_counter()
    yield
    took = time.perf_counter() - started
    watching.cancel()
    print(f"  {what}: {took:.1f} s, the event loop was held up for {longest * 1000:.0f} ms at most")


async def _export(store: Store) -> tuple[tuple[str, io.BytesIO], ...]:
    client: Any = SimpleNamespace(store=store)
    with ResultFiles("results", sys.maxsize, {}) as files:
        await Exporting(client)._write(files, GUILD, None)
        return await asyncio.to_thread(files.finished)


async def _delete(store: Store) -> list[float]:
    await store.note_removed(GUILD, _FIRST)
    pieces = []
    while (GUILD, _FIRST) in await store.removed_servers():
        started = time.perf_counter()
        await store.delete_some(GUILD, _FIRST)
        pieces.append((time.perf_counter() - started) * 1000)
    return pieces


async def _measure(url: str, results: int) -> None:
    store = await Store.open(url)
    async with store._database.writer.begin() as connection:
        await connection.run_sync(_fill, results)
    await store.rebuild_standings()
    async with _watched("which servers something is held about"):
        await store.known_servers()
    async with _watched(f"an export of {results // 2} results"):
        files = await _export(store)
    for name, body in files:
        print(f"    {name}: {len(body.getvalue()) / 2**20:.1f} MiB")
    async with _watched("deleting them"):
        pieces = await _delete(store)
    print(f"    in {len(pieces)} pieces, the longest of {max(pieces):.0f} ms")
    await store.close()


def main() -> None:
    """Print the figures."""
    results = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(f"sqlite:///{Path(folder) / 'wizard.db'}", results))


if __name__ == "__main__":
    main()
