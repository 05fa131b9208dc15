"""Tables that get a thread of their own."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle

from bot.entries import Arrange, End
from bot.tablesettings import TableSettings
from tests.e2e.driver import Person, World, text


async def _start(world: World) -> list[Person]:
    people = await world.open_table("Ada", "Bo", "Cleo")
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(thread=True)))
    await people[0].click_table("Start")
    return people


def _in_channel(world: World) -> list[str]:
    """Return what the bot's messages in the channel say; Discord's own note of a thread has no parts."""
    return [text(message) for message in world.public() if text(message)]


def _thread(world: World) -> ChannelHandle:
    (thread,) = world.channel.threads
    return thread


async def _open_hands(people: list[Person], where: ChannelHandle) -> None:
    for person in people:
        person.panel = (await person.click_table("My hand", where)).response


async def test_the_game_is_played_in_a_thread_of_the_lobby(world: World) -> None:
    people = await _start(world)
    thread = _thread(world)
    assert f"The game has started: <#{thread.id}>." in _in_channel(world)[-1]
    assert "round 1 of" in text(world.table_message(thread))
    await _open_hands(people, thread)
    await world.play_round(people, Random(1))
    assert "round 2 of" in text(world.table_message(thread))
    assert len(_in_channel(world)) == 1
    assert (await people[0].slash("wizard hand", channel=thread)).ephemeral
    assert (await people[0].slash("wizard end", channel=thread)).acknowledged
    assert world.table_over


async def test_a_restart_goes_on_in_the_thread_with_one_message(world: World) -> None:
    people = await _start(world)
    thread = _thread(world)
    await world.restart(crash=True)
    assert len(world.channel.threads) == 1
    await _open_hands(people, thread)
    await world.play_round(people, Random(1))
    assert "round 2 of" in text(world.table_message(thread))


@pytest.mark.parametrize("noticed", ["at once", "after a restart"])
async def test_a_deleted_thread_brings_the_table_back_to_its_channel(world: World, noticed: str) -> None:
    people = await _start(world)
    thread = _thread(world)
    if noticed == "at once":
        world.env.backend.delete_channel(thread.id)
        await world.env.settle()
    else:
        await world.bot.close()
        world.env.backend.delete_channel(thread.id)
        await world.restart()
    assert "round 1 of" in _in_channel(world)[-1]
    await _open_hands(people, world.channel)
    await world.play_round(people, Random(1))
    assert "round 2 of" in _in_channel(world)[-1]


async def test_no_other_table_is_opened_in_a_tables_thread(world: World) -> None:
    people = await _start(world)
    said = await people[1].slash("wizard new", channel=_thread(world))
    assert said.ephemeral
    assert "already has an open table" in text(said.response)


async def test_without_the_permission_the_table_stays_in_its_channel(world: World) -> None:
    me = world.env.bot.user
    assert me is not None
    denied = discord.Permissions(create_public_threads=True).value
    world.env.backend.set_overwrite(world.channel.id, Overwrite(target_id=me.id, type=1, allow=0, deny=denied))
    people = await _start(world)
    assert world.channel.threads == []
    assert "round 1 of" in text(world.table_message())
    await _open_hands(people, world.channel)
    await world.play_round(people, Random(1))


async def test_a_table_that_ends_while_its_thread_is_made_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, request = 0, world.bot.http.request

    async def slow(route: Any, **named: Any) -> Any:
        if route.url.endswith("/threads"):
            await world.bot.tables.submit(table_id, End(world.people[0].id, moderator=False))
        return await request(route, **named)

    people = await world.open_table("Ada", "Bo", "Cleo")
    table_id = world.table().id
    await world.bot.tables.submit(table_id, Arrange(people[0].id, TableSettings(thread=True)))
    monkeypatch.setattr(world.bot.http, "request", slow)
    await people[0].click_table("Start")
    assert "the game was stopped" in _in_channel(world)[-1]
    assert world.bot.tables.get(table_id) is None


def _forget(world: World, thread: ChannelHandle) -> None:
    """Let the bot have heard that a thread was archived: then discord.py doesn't know it any more."""
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild._threads.pop(thread.id)


async def test_an_archived_thread_is_opened_before_its_message_is_edited(world: World) -> None:
    people = await _start(world)
    thread = _thread(world)
    await _open_hands(people, thread)
    _forget(world, thread)
    world.env.inject_error("PATCH", f"/channels/{thread.id}/*", status=400, code=50083, times=1)
    before = len(world.public(thread))
    await world.decide_once(people, Random(1))
    opened = [it.json for it in world.env.http_requests if (it.method, it.path) == ("PATCH", f"/channels/{thread.id}")]
    assert opened == [{"archived": False}]
    assert len(world.public(thread)) == before
    assert "Waiting for" in text(world.table_message(thread))


async def test_a_thread_that_stays_archived_gets_a_new_message(world: World) -> None:
    people = await _start(world)
    thread = _thread(world)
    await _open_hands(people, thread)
    _forget(world, thread)
    world.env.inject_error("PATCH", f"/channels/{thread.id}*", status=400, code=50083, times=2)
    before = len(world.public(thread))
    await world.decide_once(people, Random(1))
    assert len(world.public(thread)) == before + 1
    assert "Waiting for" in text(world.table_message(thread))


@pytest.mark.parametrize("code", [10003, 50001, 50013, 160005])
async def test_a_thread_the_bot_may_not_write_in_brings_the_table_back(world: World, code: int) -> None:
    people = await world.open_table("Ada", "Bo", "Cleo")
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(thread=True)))
    status = {10003: 404, 160005: 400}.get(code, 403)
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
    await people[0].click_table("Start")
    assert _thread(world)
    assert "round 1 of" in _in_channel(world)[-1]
    await _open_hands(people, world.channel)
    await world.play_round(people, Random(1))
    assert "round 2 of" in _in_channel(world)[-1]


async def test_a_locked_thread_brings_the_table_back_to_its_channel(world: World) -> None:
    people = await _start(world)
    thread = _thread(world)
    await _open_hands(people, thread)
    world.env.inject_error("PATCH", f"/channels/{thread.id}/*", status=400, code=50083, times=None)
    world.env.inject_error("POST", f"/channels/{thread.id}/*", status=400, code=160005, times=None)
    await world.decide_once(people, Random(1))
    assert "round 1 of" in _in_channel(world)[-1]
    await _open_hands(people, world.channel)
    await world.play_round(people, Random(1))
    assert "round 2 of" in _in_channel(world)[-1]


async def test_the_message_in_the_channel_is_another_one_than_the_threads(world: World) -> None:
    """Discord answers with the message it has, whatever became of it, when a nonce comes again."""
    await _start(world)
    world.env.backend.delete_channel(_thread(world).id)
    await world.env.settle()
    sent = [it.json for it in world.env.http_requests if it.method == "POST" and it.path.endswith("/messages")]
    nonces = [body["nonce"] for body in sent]
    assert len(nonces) == 2
    assert nonces[0] != nonces[1]
