"""Servers that removed the bot: noted, back again, and deleted with everything held about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bot.rhythm import ALL_TIME
from bot.store import Store, departures
from bot.store.forgetting import UNCLEAN
from bot.store.schema import fact, game, guild, lesson, metadata, player
from tests.store.samples import GUILD, SNOWFLAKE, seat
from tests.store.test_standings import OTHER, audit, play, table

OF_PEOPLE = {player, lesson}
"""What is theirs stays."""
OF_THE_BOT = {fact}
REMOVED = 1_790_000_000_000


def _value(column: sa.Column[Any], number: int) -> Any:
    """Return something a column takes; ids and keys are of this number."""
    if isinstance(column.type, sa.Boolean):
        return True
    if isinstance(column.type, sa.LargeBinary):
        return b""
    return str(number) if isinstance(column.type, sa.Text) else number


async def fill(store: Store, *guild_ids: int) -> None:
    """Put a row about each of these servers into every table there is; its game has the server's number."""
    async with store._database.writer.begin() as connection:
        for guild_id in guild_ids:
            for it in metadata.sorted_tables:
                await connection.execute(
                    sa.insert(it), {column.name: _value(column, guild_id) for column in it.columns}
                )
        await connection.execute(sa.update(guild).values(removed_at=None))


async def counts(store: Store) -> Mapping[str, int]:
    async with store._database.reader.connect() as connection:
        return {
            it.name: (await connection.execute(sa.select(sa.func.count()).select_from(it))).scalar_one()
            for it in metadata.sorted_tables
        }


async def delete(store: Store, guild_id: int) -> int:
    """Delete all of a server that is noted as removed; return in how many pieces."""
    pieces = 0
    while found := [at for it, at in await store.removed_servers() if it == guild_id]:
        await store.delete_some(guild_id, *found)
        pieces += 1
    return pieces


def test_every_table_is_of_a_server_of_a_game_of_people_or_of_the_bot() -> None:
    """A new table has a column of one of these names, or is listed here once somebody has thought about it."""
    known = {*departures.OF_SERVERS, *departures.OF_GAMES, *OF_PEOPLE, *OF_THE_BOT}
    assert set(metadata.tables.values()) == known
    refer = {it for it in metadata.tables.values() for key in it.foreign_keys if key.column.table is game}
    assert refer == set(departures.OF_GAMES)


async def test_nothing_of_the_server_is_left_and_nothing_of_another_is_touched(store: Store) -> None:
    await fill(store, GUILD, OTHER)
    assert await store.known_servers() == (GUILD, OTHER)
    await store.note_removed(GUILD, REMOVED)
    await delete(store, GUILD)
    theirs = {it.name for it in OF_PEOPLE | OF_THE_BOT}
    assert await store.fact(UNCLEAN) == "1", "the file may still hold bytes of it"
    assert await counts(store) == {it: 2 if it in theirs else 1 for it in metadata.tables} | {fact.name: 3}
    assert await store.known_servers() == (OTHER,)
    assert await store.server_settings(OTHER) == str(OTHER)


async def test_a_large_server_is_deleted_in_pieces(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(departures, "ROWS", 2)
    monkeypatch.setattr(departures, "GAMES", 2)
    for number in range(5):
        await play(store, number, seat(0, number, place=1), seat(1, number + 1), ended_at=number)
    await store.note_removed(GUILD, REMOVED)
    assert await delete(store, GUILD) > 5
    assert {it for it, rows in (await counts(store)).items() if rows} == {fact.name}


async def test_the_first_note_of_a_removal_holds_until_the_server_is_back(store: Store) -> None:
    await store.save_house_rules(GUILD, "{}")
    await store.note_removed(GUILD, 5)
    await store.note_removed(GUILD, 7)
    assert await store.removed_servers() == ((GUILD, 5),)
    assert await store.known_servers() == ()
    await store.note_back(GUILD)
    assert await store.removed_servers() == ()
    await store.delete_some(GUILD, 5)
    assert await store.house_rules(GUILD) == "{}"


async def test_of_a_server_nothing_is_held_about_nothing_is_noted(store: Store) -> None:
    await store.note_removed(GUILD, 5)
    assert await store.removed_servers() == ()
    assert set((await counts(store)).values()) == {0}


async def test_a_server_that_removed_the_bot_anew_is_not_deleted_for_the_first_time(store: Store) -> None:
    await store.save_house_rules(GUILD, "{}")
    await store.note_removed(GUILD, 5)
    await store.note_back(GUILD)
    await store.note_removed(GUILD, 9)
    await store.delete_some(GUILD, 5)
    assert await store.house_rules(GUILD) == "{}"


async def test_a_server_that_is_back_in_the_midst_of_it_has_standings_of_what_is_left(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(departures, "GAMES", 1)
    for number in range(3):
        await play(store, number, seat(0, 1, place=1), seat(1, 2), ended_at=number)
    await store.note_removed(GUILD, REMOVED)
    await store.delete_some(GUILD, REMOVED)
    await store.delete_some(GUILD, REMOVED)
    assert await table(store) == ()
    await store.note_back(GUILD)
    left = [it for it in range(3) if await store.game(SNOWFLAKE + it) is not None]
    assert 0 < len(left) < 3
    kept = await table(store), await table(store, season=ALL_TIME)
    assert [line.games for line in kept[0]] == [len(left)] * 2
    await store.rebuild_standings()
    assert (await table(store), await table(store, season=ALL_TIME)) == kept


async def test_other_servers_go_on_while_one_is_deleted(store: Store) -> None:
    await fill(store, GUILD)
    await store.note_removed(GUILD, REMOVED)
    await store.exclude_person(1, audit(1, guild_id=OTHER), excluded=True)
    await asyncio.gather(
        store.delete_some(GUILD, REMOVED),
        play(store, 1, seat(0, 3, place=1), seat(1, 4), guild_id=OTHER),
    )
    assert [line.user_id for line in await table(store, OTHER)] == [3, 4]
