"""How fast history and replays are: ``python -m tests.benchmarks.history [--games 250000] [--url postgresql+asyncpg://…]``.

Without a URL the games are in a new SQLite file. Prints milliseconds: of each page read from the database, of folding
the largest games, and of drawing a step of them.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from random import Random

import sqlalchemy as sa

from bot.playout import play
from bot.render import history, replay
from bot.replay import Replay, fold
from bot.store import GameRow, HistoryPage, Status, Store
from bot.store.schema import game, result
from engine import options as opts
from engine.ai import random_policy
from engine.options import Bidding, Length, Options
from engine.presets import PRESETS
from engine.record import dump, load

_GUILDS, _CHANNELS, _PEOPLE, _SEATS = 100, 5, 200, 4
_LARGEST = Options(length=Length.UPDOWN, bidding=Bidding.SECRET, special_cards=PRESETS["jubilee-30"].special_cards)
_BATCH = 5_000


async def _fill(store: Store, games: int) -> None:
    """Store finished games of four people; a tenth of them of one server, one channel, with the same first person."""
    rng, options = Random(1), opts.dumps(Options())
    for first in range(1, games + 1, _BATCH):
        rows, results = [], []
        for game_id in range(first, min(first + _BATCH, games + 1)):
            guild = 0 if game_id % 10 == 0 else rng.randrange(1, _GUILDS)
            channel = 1 if guild == 0 else guild * 1000 + rng.randrange(_CHANNELS)
            people = rng.sample(range(1, _PEOPLE), _SEATS)
            people = [1, *(it + 1000 for it in people[1:])] if guild == 0 else [guild * 10_000 + it for it in people]
            rows.append(_game(game_id, guild, channel, options))
            results += [_result(game_id, guild, seat, person) for seat, person in enumerate(people)]
        async with store._database.writer.begin() as connection:
            await connection.execute(sa.insert(game), rows)
            await connection.execute(sa.insert(result), results)
    async with store._database.writer.connect() as connection:
        if connection.dialect.name == "postgresql":  # as its own housekeeping does some time after so many rows
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(sa.text("VACUUM ANALYZE game, result"))


def _game(game_id: int, guild: int, channel: int, options: str) -> dict[str, object]:
    fixed = {"opened_by": 1, "secret": bytes(32), "rules_version": 1, "version": 100, "status": "finished"}
    over = {"created_at": game_id, "ended_at": game_id * 1000, "archived": True, "options": options}
    return {"id": game_id, "guild_id": guild, "channel_id": channel, **fixed, **over}


def _result(game_id: int, guild: int, seat: int, person: int) -> dict[str, object]:
    key = {"game_id": game_id, "seat": seat, "guild_id": guild, "season": "2026-11", "user_id": person}
    fared = {"name": f"Person {person}", "points": 10 * seat, "place": _SEATS - seat, "exact": 3, "bids": 10}
    return {**key, **fared, "counted": True, "ended_at": game_id * 1000}


async def _timed(name: str, read: Callable[[], Awaitable[HistoryPage]]) -> None:
    times = []
    for _ in range(20):
        started = time.perf_counter()
        page = await read()
        times.append((time.perf_counter() - started) * 1000)
    print(f"{name:<46}{statistics.median(times):>8.2f} ms  worst {max(times):.2f}, of {page.total} games")


async def _database(url: str, games: int) -> None:
    store = await Store.open(url)
    try:
        started = time.perf_counter()
        await _fill(store, games)
        print(f"{games} games, {games * _SEATS} results, filled in {time.perf_counter() - started:.0f} s")
        last = games // 10 // history.PAGE * history.PAGE - history.PAGE
        for name, offset in (("first", 0), ("last", last)):
            await _timed(
                f"{name} page of the busiest channel",
                lambda at=offset: store.channel_history(0, (1,), offset=at, limit=history.PAGE),
            )
            await _timed(
                f"{name} page of the busiest person",
                lambda at=offset: store.person_history(0, 1, offset=at, limit=history.PAGE),
            )
        await _timed(
            "the same, for who sees 500 channels",
            lambda: store.person_history(0, 1, channels=range(1, 500), offset=0, limit=history.PAGE),
        )
        await _timed("a usual channel", lambda: store.channel_history(7, (7001,), offset=0, limit=history.PAGE))
        await _timed("a usual person", lambda: store.person_history(7, 70_001, offset=0, limit=history.PAGE))
    finally:
        await store.close()


def _replays() -> None:
    row = GameRow(1, 2, 3, 4, "", bytes(32), 1, 1, Status.FINISHED, 0)
    for players in (3, 6):
        for name, options in (("standard", Options()), ("largest", _LARGEST)):
            record, _ = play(options, [random_policy] * players, "benchmark")
            text = dump(record)
            started = time.perf_counter()
            played = fold(row, load(text))
            opened = (time.perf_counter() - started) * 1000
            print(f"{players} players, {name}: opened in {opened:.0f} ms, a step in {_step(played):.2f} ms")


def _step(played: Replay) -> float:
    steps = [(at, trick) for at, starts in enumerate(played.starts, 1) for trick in range(len(starts) + 1)]
    started = time.perf_counter()
    for at, trick in steps:
        replay.page(played, played.step(at, trick))
    return (time.perf_counter() - started) * 1000 / len(steps)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=250_000)
    parser.add_argument("--url", help="an empty database")
    chosen = parser.parse_args()
    _replays()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_database(chosen.url or f"sqlite+aiosqlite:///{folder}/wizard.db", chosen.games))


if __name__ == "__main__":
    main()
