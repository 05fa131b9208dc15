"""How long an update takes with a million results: ``python -m tests.benchmarks.migration [RESULTS]``.

Fills a database of the first schema with finished games, their results and records, and brings it to the newest one,
on SQLite and, where its server is installed or WIZARD_TEST_POSTGRES names one, on PostgreSQL. Prints the seconds of
each step. The first start after that counts all standings again: `tests.benchmarks.league` says how long that takes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
import zlib
from pathlib import Path
from random import Random

import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from bot.playout import play
from bot.store.migrate import config
from bot.store.schema import record
from engine.ai import random_policy
from engine.options import Options
from engine.record import dump
from tests.benchmarks.league import _fill, _new_database, _postgres, anybody

_TABLES = 200
"""So many different four people play all games: a record for each of a million results would take longer to make than
what is measured."""
_BATCH = 5_000


def steps() -> list[str]:
    """Return the names of all schemas, oldest first."""
    known = ScriptDirectory.from_config(config()).walk_revisions()
    return [it.revision for it in known][::-1]


def _body(text: str, people: list[int]) -> bytes:
    """Return a record as it is kept, with these people in its seats."""
    head, _line_end, rest = text.partition("\n")
    header = json.loads(head)
    for seat, person in zip(header["seats"], people, strict=True):
        seat["player"] = str(person)
    return zlib.compress(f"{json.dumps(header)}\n{rest}".encode())


def fill(connection: sa.Connection, results: int) -> None:
    """Store what the first version of the bot has left of so many results."""
    played, _scores = play(Options(), [random_policy] * 4, "migration")
    tables = [anybody(Random(number), 0) for number in range(_TABLES)]
    _fill(connection, results, lambda _rng, game_id: tables[game_id % _TABLES])
    bodies = [_body(dump(played), people) for people in tables]
    for first in range(1, results // 4 + 1, _BATCH):
        games = range(first, min(first + _BATCH, results // 4 + 1))
        connection.execute(sa.insert(record), [{"game_id": it, "body": bodies[it % _TABLES]} for it in games])


def upgrade(connection: sa.Connection, revision: str) -> float:
    """Bring the database to a schema; return the seconds it took."""
    started = time.perf_counter()
    command.upgrade(config(connection), revision)
    return time.perf_counter() - started


async def measure(url: str, results: int) -> None:
    """Fill a new database and upgrade it, each step in a transaction of its own so that each has its own time."""
    engine = create_async_engine(url)
    try:
        first, *later = steps()
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, first)
            started = time.perf_counter()
            await connection.run_sync(fill, results)
        print(f"  {results:,} results, filled in {time.perf_counter() - started:.0f} s")
        total = 0.0
        for revision in later:
            async with engine.begin() as connection:
                took = await connection.run_sync(upgrade, revision)
            total += took
            print(f"  {revision}{took:>8.2f} s", flush=True)
        print(f"  all {total:>8.2f} s")
    finally:
        await engine.dispose()


def main() -> None:
    """Print the figures."""
    results = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wizard.db"
        print("SQLite")
        asyncio.run(measure(f"sqlite+aiosqlite:///{path}", results))
        print(f"  {path.stat().st_size >> 20} MiB in the end")
    with _postgres() as server:
        if server is None:
            print("PostgreSQL: neither its initdb nor WIZARD_TEST_POSTGRES is there")
            return
        print("PostgreSQL")
        asyncio.run(measure(asyncio.run(_new_database(server)), results))


if __name__ == "__main__":
    main()
