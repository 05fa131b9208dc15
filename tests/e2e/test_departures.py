"""Servers that remove the bot: what is held about them goes after a time, unless they have the bot again."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest
from simcord.backend import serializers
from simcord.backend.models import Guild

from bot.rhythm import ALL_TIME
from bot.store.forgetting import UNCLEAN
from tests.e2e.driver import World, text
from tests.e2e.league import played

TIMED = True
DAY = 86_400


async def days(world: World, number: float) -> None:
    """Let days pass; the bot wakes at least once in each."""
    for _ in range(int(number)):
        await world.env.advance_time(DAY)
    await world.env.advance_time(number % 1 * DAY + 5)


async def remove(world: World) -> Guild:
    """Remove the bot from the server; return what it takes to have it back."""
    guild = world.env.backend.get_guild(world.guild.id)
    kept = {it: world.env.backend.channels[it] for it in guild.channel_ids}
    world.env.backend.remove_guild(guild.id)
    world.env.backend.channels.update(kept)
    for channel_id in kept:
        world.env.backend.messages.setdefault(channel_id, {})
    await world.env.settle()
    return guild


def shut_out(world: World) -> None:
    """Answer as Discord does of the channels of a server that the bot isn't in."""
    world.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)


async def add(world: World, guild: Guild) -> None:
    """Add the bot to the server again."""
    world.env.backend.guilds[guild.id] = guild
    payload: dict[str, Any] = {**serializers.guild_create_payload(world.env.backend, guild)}
    del payload["unavailable"]  # only of a server that was unreachable Discord says that it isn't any more
    world.env.backend.emit("GUILD_CREATE", payload)
    await world.env.settle()


async def held(world: World) -> bool:
    """Return whether there is still something about the server."""
    store, guild_id = world.bot.store, world.guild.id
    noted = [it for it, _at in await store.removed_servers()]
    return guild_id in (*noted, *await store.known_servers())


async def test_all_is_deleted_some_days_after_the_removal(world: World, caplog: pytest.LogCaptureFixture) -> None:
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, Random(1))
    await people[0].slash("wizard me")
    await remove(world)
    assert len(await world.bot.store.removed_servers()) == 1
    caplog.set_level(logging.INFO)
    caplog.clear()
    await days(world, 29.9)
    assert await held(world)
    await days(world, 0.2)
    assert not await held(world)
    assert await world.bot.store.fact(UNCLEAN) is None, "the file is cleaned, too"
    [line] = [it.getMessage() for it in caplog.records if it.name == "bot.departures"]
    assert line == "Everything held about a server is deleted: it removed the bot 30 days ago"
    assert not any(str(person.id) in it.getMessage() for it in caplog.records for person in people)


async def test_the_days_go_on_through_a_restart(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await world.restart(keep_removed_days=3)
    await remove(world)
    await days(world, 2)
    await world.restart(keep_removed_days=3)
    assert await held(world)
    await days(world, 1)
    assert not await held(world)


async def test_what_became_due_while_the_bot_was_away_is_deleted_at_its_start(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await remove(world)
    await world.restart(after=31 * DAY)
    assert not await held(world)


async def test_a_server_that_has_the_bot_again_loses_nothing(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await world.restart(keep_removed_days=3)
    guild = await remove(world)
    await days(world, 2)
    await add(world, guild)
    assert await world.bot.store.removed_servers() == ()
    await days(world, 2)
    page = await world.bot.store.standings(world.guild.id, ALL_TIME, offset=0, limit=9)
    assert [row.name for row in page.rows] == ["Ada", "Bo"]


async def test_one_that_has_it_again_while_it_is_down_loses_nothing(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    guild = await remove(world)
    await world.bot.close()
    await add(world, guild)
    await world.restart(after=31 * DAY)
    assert await world.bot.store.removed_servers() == ()
    assert await held(world)


async def test_a_removal_while_the_bot_was_down_is_noticed_at_its_start(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await world.bot.close()
    await remove(world)
    await world.restart(keep_removed_days=2)
    [(guild_id, at)] = await world.bot.store.removed_servers()
    assert guild_id == world.guild.id
    assert world.bot.clock().timestamp() * 1000 - at < 60_000
    await days(world, 2)
    assert not await held(world)


async def test_an_outage_is_no_removal(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await world.restart(keep_removed_days=1)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert await world.bot.store.removed_servers() == ()
    await days(world, 2)
    assert await held(world)


async def test_before_discord_has_said_which_servers_there_are_nothing_is_missed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(world, 1, "Ada", "Bo")
    guild = await remove(world)
    monkeypatch.setattr("bot.client.WizardClient.on_shard_connect", _nothing)
    await world.restart(after=31 * DAY)
    world.bot.departures.look()
    await world.env.settle()
    assert await held(world)
    await add(world, guild)
    assert await held(world)


async def _nothing(_client: object, _shard_id: int) -> None:
    """Stand for a shard of which nothing has been heard yet."""


async def test_zero_days_keep_everything(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    await remove(world)
    await world.restart(keep_removed_days=0)
    await days(world, 2)
    assert await held(world)
    assert len(await world.bot.store.removed_servers()) == 1


async def test_a_table_of_the_server_waits_and_goes_with_it(world: World) -> None:
    await world.restart(keep_removed_days=3)
    await world.start_table("Ada", "Bo", "Cleo", pace="off")
    table_id = world.table().id
    shut_out(world)
    guild = await remove(world)
    await days(world, 2)
    table = world.bot.tables.get(table_id)
    assert table is not None
    assert table.is_open
    await days(world, 2)
    assert world.bot.tables.get(table_id) is None
    assert not await held(world)
    world.env.backend.faults.clear()
    await add(world, guild)
    opened = await world.people[0].slash("wizard new")
    assert "🧙 Wizard" in text(opened.response)


async def test_a_lobby_that_a_start_finds_in_a_server_long_gone_goes_at_once(world: World) -> None:
    await world.open_table("Ada", "Bo")
    table_id = world.table().id
    await world.bot.close()
    shut_out(world)
    await remove(world)
    await world.restart()
    assert world.bot.tables.get(table_id) is not None
    await world.restart(after=31 * DAY)
    assert world.bot.tables.get(table_id) is None
    assert not await held(world)


async def test_a_failing_database_delays_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(world, 1, "Ada", "Bo")
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.departures.NoteRemoved.apply", _unavailable)
        await remove(world)
    assert await world.bot.store.removed_servers() == ()
    await world.env.advance_time(301)
    assert len(await world.bot.store.removed_servers()) == 1


def _unavailable(*_: object) -> None:
    raise OSError
