"""How long the leaderboard takes with a million results: ``python -m tests.benchmarks.league [RESULTS]``.

Prints milliseconds in the database for SQLite and, where its server is installed or WIZARD_TEST_POSTGRES names one,
for PostgreSQL: the first page, a page in the middle and the own rank in every order, the end of a game, and an old
game taken out. Half of the results are one server's, whose leaderboard is read.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import asyncpg
import sqlalchemy as sa

from bot.rhythm import ALL_TIME
from bot.store import AuditLine, Order, SeatResult, Store, leaderboard, standings
from bot.store.schema import game, result
from tests.store.postgres import _bin_dir, _serve
from tests.store.samples import ending, lines, row

GUILD = 1
PEOPLE = 20_000
"""In the server that is read."""
_BATCH = 20_000


def anybody(rng: Random, _game_id: int) -> list[int]:
    """Return four people for a game."""
    return rng.sample(range(1, PEOPLE), 4)


def _fill(connection: sa.Connection, results: int, people_of: Callable[[Random, int], list[int]] = anybody) -> None:
    """Store finished games of four, spread over two years, half of them in one server."""
    rng = Random(1)
    for first in range(0, results // 4, _BATCH // 4):
        games, rows = [], []
        for number in range(first, min(first + _BATCH // 4, results // 4)):
            guild_id = GUILD if number % 2 else 2 + number % 100
            at = 1_700_000_000_000 + number * 60_000
            season = f"{2024 + number * 8 // results}-{1 + number * 96 // results % 12:02}"
            games.append(_game(number + 1, guild_id, at))
            people = people_of(rng, number + 1)
            rows += [_result(rng, number + 1, guild_id, season, at, seat, who) for seat, who in enumerate(people)]
        connection.execute(sa.insert(game), games)
        connection.execute(sa.insert(result), rows)


def _game(game_id: int, guild_id: int, at: int) -> dict[str, object]:
    return {
        "id": game_id,
        "guild_id": guild_id,
        "channel_id": 1,
        "opened_by": 1,
        "options": "{}",
        "secret": b"",
        "rules_version": 1,
        "version": 1,
        "status": "finished",
        "created_at": at,
        "ended_at": at,
        "archived": True,
    }


def _result(
    rng: Random, game_id: int, guild_id: int, season: str, at: int, seat: int, user_id: int
) -> dict[str, object]:
    return {
        "game_id": game_id,
        "seat": seat,
        "guild_id": guild_id,
        "season": season,
        "user_id": user_id,
        "name": f"P{user_id}",
        "points": rng.randrange(-10, 60) * 10,
        "place": 1 + seat,
        "exact": rng.randrange(16),
        "bids": 15,
        "counted": True,
        "ended_at": at,
    }


def _timed(do: Callable[[], object], times: int = 15) -> float:
    took = []
    for _ in range(times):
        started = time.perf_counter()
        do()
        took.append((time.perf_counter() - started) * 1000)
    return statistics.median(took)


def _read(connection: sa.Connection) -> None:
    print(f"  {'ms, median of 15':<22}{'first page':>12}{'in the middle':>15}{'own rank':>10}")
    someone = PEOPLE // 3
    for season in (ALL_TIME, "2025-01"):
        for order in Order:
            middle = leaderboard.page(connection, GUILD, season, 0, 1, order).total // 2
            page = partial(leaderboard.page, connection, GUILD, season, limit=10, order=order)
            own = partial(leaderboard.line, connection, GUILD, season, order, someone)
            figures = _timed(partial(page, offset=0)), _timed(partial(page, offset=middle)), _timed(own)
            print(f"  {season + ' ' + order:<22}{figures[0]:>12.2f}{figures[1]:>15.2f}{figures[2]:>10.2f}")


async def _measure(url: str, results: int) -> None:
    store = await Store.open(url)
    try:
        await _prepare(store, results)
        async with store._database.reader.connect() as connection:
            await connection.run_sync(_read)
        await _write(store, results)
    finally:
        await store.close()


async def _prepare(store: Store, results: int) -> None:
    async with store._database.writer.begin() as connection:
        await connection.run_sync(_fill, results)
    started = time.perf_counter()
    async with store._database.writer.begin() as connection:
        await connection.run_sync(standings.rebuild)
    print(f"  rebuild of {results} results, as after the migration: {time.perf_counter() - started:.0f} s")
    async with store._database.writer.connect() as plain:
        connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
        postgres = connection.dialect.name == "postgresql"
        await connection.exec_driver_sql("VACUUM ANALYZE" if postgres else "ANALYZE")  # as PostgreSQL does by itself


async def _write(store: Store, results: int) -> None:
    async def took(work: Callable[[int], Awaitable[None]], times: int) -> float:
        spent = []
        for number in range(times):
            started = time.perf_counter()
            await work(number)
            spent.append((time.perf_counter() - started) * 1000)
        return statistics.median(spent)

    async def end(number: int) -> None:
        game_id = 10**9 + number
        await store.create(row(game_id, guild_id=GUILD), lines(0, 1))
        seats = [SeatResult(at, 1 + number + at, "A", 10, at + 1, 1, 2) for at in range(4)]
        await store.append(game_id, 1, lines(1, 1), ending(seats, ended_at=1_900_000_000_000 + number))

    print(f"  a game opened and ended: {await took(end, 15):.1f} ms")
    for back in (1, 100, 1000):
        game_id = results // 4 - 2 * back
        game_id += game_id % 2
        line = AuditLine(back, GUILD, 0, 1, "exclude game", str(game_id))
        started = time.perf_counter()
        await store.exclude_game(game_id, line, excluded=True)
        print(f"  a game taken out, about {back} later ones: {(time.perf_counter() - started) * 1000:.0f} ms")


@contextmanager
def _postgres() -> Iterator[sa.URL | None]:
    if given := os.environ.get("WIZARD_TEST_POSTGRES"):
        yield sa.make_url(given)
        return
    bin_dir = _bin_dir()
    if bin_dir is None:
        yield None
        return
    home = tempfile.mkdtemp(prefix="wiz")
    with _serve(bin_dir, home) as server:
        assert isinstance(server, subprocess.Popen)
        assert server.stdout is not None
        assert server.stdin is not None
        server.stdout.readline()
        yield sa.URL.create("postgresql", "wizard", database="postgres", query={"host": home})
        server.stdin.close()


async def _new_database(server: sa.URL) -> str:
    name = f"wizard_{uuid.uuid4().hex}"
    connection = await asyncpg.connect(server.set(drivername="postgresql").render_as_string(hide_password=False))
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return server.set(drivername="postgresql+asyncpg", database=name).render_as_string(hide_password=False)


def main() -> None:
    """Print the figures."""
    results = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        print("SQLite")
        asyncio.run(_measure(f"sqlite:///{Path(folder) / 'wizard.db'}", results))
    with _postgres() as server:
        if server is None:
            print("PostgreSQL: neither its initdb nor WIZARD_TEST_POSTGRES is there")
            return
        print("PostgreSQL")
        asyncio.run(_measure(asyncio.run(_new_database(server)), results))


if __name__ == "__main__":
    main()
