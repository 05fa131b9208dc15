"""A whole league: kept up to date, counted again, and played again from its records it is the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot import upkeep
from bot.rhythm import BETWEEN
from bot.store import Status, Store
from bot.store.database import look_into
from bot.store.schema import game, played, result, season, standing, stat, streak, uncounted
from bot.store.soundness import records
from tests.store.from_records import Ended, Rows, tables
from tests.store.simulated_league import BY_HAND, PEOPLE, League

GAMES = 30
ALL_GAMES = 400
COUNTED = (standing, stat, streak, played)


async def asked(url: str, question: Any) -> Any:
    engine = look_into(url)
    async with engine.connect() as connection:
        found = await connection.run_sync(question)
    await engine.dispose()
    return found


def kept(connection: sa.Connection) -> dict[str, Rows]:
    """Read every table that is counted, and what each result is worth."""
    found = {table.name: {tuple(row) for row in connection.execute(sa.select(table))} for table in COUNTED}
    worth = sa.select(result.c.game_id, result.c.seat, result.c.season_points, result.c.mu, result.c.sigma)
    ranked = worth.where(result.c.counted, ~result.c.excluded)
    assert connection.scalar(sa.select(sa.func.count()).select_from(uncounted)) == 0
    return found | {"worth": {tuple(row) for row in connection.execute(ranked)}}


def recorded(connection: sa.Connection) -> list[tuple[int, int, int, str]]:
    """Read the records, each with when it ended, its game and its server."""
    texts = dict(records(connection))
    rows = connection.execute(sa.select(game.c.id, game.c.guild_id, game.c.ended_at, game.c.status))
    over = [row for row in rows if row.status == Status.FINISHED]
    assert {row.id for row in over} == texts.keys()
    return [(row.ended_at, row.id, row.guild_id, texts[row.id]) for row in over]


def listed(connection: sa.Connection) -> set[tuple[int, str]]:
    return {tuple(row) for row in connection.execute(sa.select(season.c.guild_id, season.c.season))}


async def test_a_league_is_the_same_kept_counted_again_and_played_again(
    store_url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ALL_GAMES if request.config.getoption("--every-table") else GAMES
    monkeypatch.setattr("bot.tables.secrets.token_bytes", Random(7).randbytes)
    store = await Store.open(store_url)
    league = League(store, seed=7)
    await league.play(games)
    await store.close()

    maintained = await asked(store_url, kept)
    await asyncio.to_thread(upkeep.rebuild, store_url)
    rebuilt = await asked(store_url, kept)
    ended = [
        Ended(at, game_id, guild_id, league.season_of(guild_id, at), text)
        for at, game_id, guild_id, text in await asked(store_url, recorded)
    ]
    recalled = tables(
        [it for it in ended if it.game_id not in league.games_out],
        lambda guild_id, person: (guild_id, person) in league.people_out,
    )
    for name in maintained:
        assert rebuilt[name] == maintained[name], name
        assert recalled[name] == maintained[name], name
    found = await asyncio.to_thread(upkeep.check, store_url, records=True)
    assert all(it.is_good for it in found), found
    _assert_something_happened(league, ended, maintained, await asked(store_url, listed))


def _assert_something_happened(
    league: League, ended: list[Ended], maintained: dict[str, Rows], seasons: set[tuple[int, str]]
) -> None:
    """A league in which nothing happens would be the same, too."""
    counted = {row[0] for row in maintained["worth"]}
    assert 0 < len(counted) < len(ended), "some games don't count"
    assert any('"handovers"' in it.text for it in ended)
    assert len({person for _, _, person, *_ in maintained["standing"]}) > len(PEOPLE) / 4
    assert set(league.done) == {"exclude game", "restore game", "exclude person", "restore person"}
    by_hand = {it.season for it in ended if it.guild_id == BY_HAND}
    assert len(by_hand) == 4
    assert BETWEEN in by_hand
    assert {key for guild_id, key in seasons if guild_id == BY_HAND} == by_hand - {BETWEEN}
    assert max(Counter((it.guild_id, it.ended_at) for it in ended).values()) > 1, "some end at the same instant"
