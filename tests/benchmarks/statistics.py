"""How long statistics take with many results: ``python -m tests.benchmarks.statistics --games 250000``.

Fills a database with so many games of four people each (250,000 are a million results): one server, two years of
months, five hundred people of whom one plays in every fourth game. Then prints the milliseconds that a page takes,
SQLAlchemy included, and those that a game's end takes more for its statistics. The least is what it takes when nothing
else runs. PostgreSQL is measured where it is installed, or at the server that WIZARD_TEST_POSTGRES names.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.rhythm import ALL_TIME
from bot.store import Count, Kind, Store, Streak, Tally
from bot.store import statistics as under_test
from bot.store.schema import game, played, result, stat, streak
from engine.options import SPECIAL_CARDS
from tests.store.postgres import _bin_dir, _serve
from tests.store.samples import GUILD, row

PEOPLE = 500
BUSY = 1
SEASONS = [f"{year}-{month:02}" for year in (2025, 2026) for month in range(1, 13)]
PAGES = 150

Rows = Iterator[tuple[Any, ...]]


def counts(rng: Random) -> list[Count]:
    """Return the counters somebody has who has played everything."""
    fixed = [
        *(Count(Kind.SIZE, str(size), rng.randint(1, 999), 5, 50, 20 + 10 * size) for size in range(1, 21)),
        *(Count(Kind.BID, str(bid), rng.randint(1, 999), 5) for bid in range(16)),
        *(Count(Kind.MISS, str(off), rng.randint(1, 999)) for off in range(-9, 10)),
        *(Count(kind, code, rng.randint(1, 99), 5) for kind in (Kind.HELD, Kind.PLAYED) for code in SPECIAL_CARDS),
        Count(Kind.GAMES, "", 99, 30, 9_000, 400),
        Count(Kind.ROUNDS, "", 999, 500, 9_000, 180),
    ]
    return sorted(fixed)


def rivals(person: int) -> Iterable[int]:
    """Return whom somebody has played against: the busy one everybody, the others a few."""
    return range(2, PEOPLE + 1) if person == BUSY else range(1, 20)


def stat_rows() -> Rows:
    rng = Random(1)
    for person in range(1, PEOPLE + 1):
        for season in (ALL_TIME, *SEASONS):
            duels = [Count(kind, str(it), 9, 4, 10) for kind in (Kind.AGAINST, Kind.LEVEL) for it in rivals(person)]
            for it in (*counts(rng), *duels):
                yield GUILD, person, season, it.kind.value, it.key, it.count, it.hits, it.points, it.best


def streak_rows(games: int) -> Rows:
    for person in range(1, PEOPLE + 1):
        for season in (ALL_TIME, *SEASONS):
            for kind in (under_test.EXACT, under_test.WON):
                yield GUILD, person, season, kind, 900, 1, 2, 12, 1, 1, games, games


def seated(number: int) -> Sequence[int]:
    """Return who played a game."""
    rng = Random(number)
    others = rng.sample(range(2, PEOPLE + 1), 4)
    return [BUSY, *others[:3]] if number % 4 == 0 else others


def season_of(number: int, games: int) -> str:
    return SEASONS[(number - 1) * len(SEASONS) // games]


def game_rows(games: int) -> Rows:
    sample = row(1)
    for number in range(1, games + 1):
        yield number, GUILD, 7, None, 42, "{}", sample.secret, 1, 1, "finished", number, number, True


def result_rows(games: int) -> Rows:
    for number in range(1, games + 1):
        for seat, person in enumerate(seated(number)):
            season = season_of(number, games)
            yield number, seat, GUILD, season, person, f"name {person}", 90, seat + 1, 5, 15, True, number


def played_rows(games: int) -> Rows:
    for number in range(1, games + 1):
        for seat, person in enumerate(seated(number)):
            yield number, person, GUILD, season_of(number, games), number, seat + 1, 90, 4, 15, 1, 2, 4


GAME = ("id", "guild_id", "channel_id", "open_channel_id", "opened_by", "options", "secret", "rules_version")
GAME = (*GAME, "version", "status", "created_at", "ended_at", "archived")


def tables(games: int) -> list[tuple[sa.Table, Sequence[str], Rows]]:
    return [
        (game, GAME, game_rows(games)),
        (result, [column.name for column in result.c], result_rows(games)),
        (played, [column.name for column in played.c], played_rows(games)),
        (stat, [column.name for column in stat.c], stat_rows()),
        (streak, [column.name for column in streak.c], streak_rows(games)),
    ]


def fill_sqlite(path: Path, games: int) -> None:
    with sqlite3.connect(path) as database:
        for table, names, rows in tables(games):
            marks = ", ".join("?" * len(names))
            database.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})", rows)
    database.close()


async def fill_postgres(url: sa.URL, games: int) -> None:
    connection = await asyncpg.connect(url.set(drivername="postgresql").render_as_string(hide_password=False))
    for table, names, rows in tables(games):
        while chunk := list(islice(rows, 100_000)):
            await connection.copy_records_to_table(table.name, records=chunk, columns=list(names))
    await connection.execute("ANALYZE")
    await connection.close()


# --- measuring -----------------------------------------------------------------------------------


def said(name: str, taken: Sequence[float]) -> None:
    cuts = statistics.quantiles(taken, n=100)
    print(f"  {name:<44}{min(taken):>8.2f}{cuts[49]:>8.2f}{cuts[94]:>8.2f}")


def pages(connection: sa.Connection, name: str, people: Iterable[int], season: str, against: int | None) -> None:
    """Measure a page for each of these people: all its statements, and making values of what they return."""
    taken = []
    for person in people:
        started = time.perf_counter()
        found = under_test.of(connection, GUILD, person, season, against)
        taken.append((time.perf_counter() - started) * 1000)
        assert found.counts
    said(name, taken)


def ends(connection: sa.Connection, games: int) -> None:
    """Measure what statistics add to the transaction that ends a game of four; it is undone again."""
    taken = []
    for number in range(games + 1, games + 41):
        rng = Random(number)
        people = sorted(rng.sample(range(1, PEOPLE + 1), 4))
        tries = Streak.of(rng.random() < 0.5 for _ in range(15))
        found = [
            Tally(it, 1, 90, 4, tries, (*counts(rng), *(Count(Kind.AGAINST, str(o), 1) for o in people if o != it)))
            for it in people
        ]
        new = dict(zip(GAME, next(game_rows(1)), strict=True)) | {"id": number}
        connection.execute(sa.insert(game), new)
        started = time.perf_counter()
        under_test.add(connection, under_test.Ended(number, GUILD, SEASONS[-1], number), found)
        taken.append((time.perf_counter() - started) * 1000)
    connection.rollback()
    said("a game's end, all counters of four people", taken)


def measure(connection: sa.Connection, games: int) -> None:
    rng = Random(3)
    anybody = [rng.randint(2, PEOPLE) for _ in range(PAGES)]
    print(f"  {'':<44}{'least':>8}{'middle':>8}{'95 %':>8}   ms")
    for name, season in (("all time", ALL_TIME), ("newest season", SEASONS[-1]), ("oldest season", SEASONS[0])):
        pages(connection, f"anybody, {name}", anybody, season, None)
        pages(connection, f"anybody against the busy one, {name}", anybody, season, BUSY)
        pages(connection, f"the busy one, {name}", [BUSY] * PAGES, season, 77)
    ends(connection, games)


@asynccontextmanager
async def postgres() -> AsyncIterator[sa.URL | None]:
    """Start a server for a while; None where there is none to start."""
    if given := os.environ.get("WIZARD_TEST_POSTGRES"):
        yield sa.make_url(given)
        return
    bin_dir = _bin_dir()
    if bin_dir is None:
        yield None
        return
    home = tempfile.mkdtemp(prefix="wiz")
    with _serve(bin_dir, home) as server:
        assert server.stdout.readline() == "ready\n"
        yield sa.URL.create("postgresql", "wizard", database="postgres", query={"host": home})
        server.stdin.close()


def in_sqlite(games: int) -> None:
    """Measure SQLite without the thread between it and the bot's event loop."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wizard.db"
        asyncio.run(_made(f"sqlite:///{path}"))
        fill_sqlite(path, games)
        engine = sa.create_engine(f"sqlite:///{path}")
        print(f"SQLite, {games:,} games of four")
        with engine.connect() as connection:
            measure(connection, games)
        engine.dispose()


async def in_postgres(games: int) -> None:
    async with postgres() as url:
        if url is None:
            print("PostgreSQL isn't there to be measured")
            return
        server = url.set(drivername="postgresql").render_as_string(hide_password=False)
        own = url.set(drivername="postgresql+asyncpg", database="wizard_statistics")
        connection = await asyncpg.connect(server)
        await connection.execute(f"CREATE DATABASE {own.database}")
        await _made(own.render_as_string(hide_password=False))
        await fill_postgres(own, games)
        print(f"PostgreSQL, {games:,} games of four")
        engine = create_async_engine(own)
        async with engine.connect() as measured:
            await measured.run_sync(measure, games)
        await engine.dispose()
        await connection.execute(f"DROP DATABASE {own.database}")
        await connection.close()


async def _made(url: str) -> None:
    await (await Store.open(url)).close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=250_000)
    chosen = parser.parse_args()
    in_sqlite(chosen.games)
    asyncio.run(in_postgres(chosen.games))
