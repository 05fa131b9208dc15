"""Channels that are deleted, that the bot loses and gets back, and messages that are deleted."""

from __future__ import annotations

from random import Random

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.render import public
from bot.tableview import public_view
from tests.e2e.driver import Person, World, text, until


async def _sit(world: World, *, started: bool) -> list[Person]:
    if not started:
        return await world.open_table("Ada", "Bo", "Cleo")
    return await world.start_table("Ada", "Bo", "Cleo")


def _posts(world: World) -> int:
    """Return how many messages the bot tried to post in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    return sum(request.method == "POST" and request.path == path for request in world.env.backend.http_requests)


def _tries(world: World) -> int:
    return sum(f"/channels/{world.channel.id}" in request.path for request in world.env.backend.http_requests)


def _shut_out(world: World, *, out: bool) -> None:
    """Deny the bot the channel, or allow it again."""
    me = world.env.bot.user
    assert me is not None
    denied = discord.Permissions(view_channel=True, send_messages=True).value if out else 0
    world.env.backend.set_overwrite(world.channel.id, Overwrite(target_id=me.id, type=1, allow=0, deny=denied))


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("noticed", ["at once", "after a restart"])
async def test_the_table_of_a_deleted_channel_is_over(world: World, *, started: bool, noticed: str) -> None:
    people = await _sit(world, started=started)
    table_id, other = world.table().id, world.guild.create_text_channel("more")
    if noticed == "after a restart":
        await world.bot.close()
        world.env.backend.delete_channel(world.channel.id)
        await world.restart()
    else:
        world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert world.bot.tables.get(table_id) is None
    row = await world.bot.store.game(table_id)
    assert (row.status, row.archived) == ("ended", True)
    tries = _tries(world)
    await world.env.advance_time(3600)
    assert _tries(world) == tries
    await people[0].slash("wizard new", channel=other)
    assert world.table(other)


async def test_a_table_the_bot_is_shut_out_of_waits_and_comes_back(world: World) -> None:
    rng = Random(1)
    people = await _sit(world, started=True)
    _shut_out(world, out=True)
    await world.decide_once(people, rng)
    tries = _tries(world)
    await world.env.advance_time(1800)
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]
    assert _tries(world) - tries < 20
    _shut_out(world, out=False)
    await world.env.settle()
    assert "Waiting for" in text(world.table_message())
    assert str(world.table().deadline // 1000) in text(world.table_message())
    for person in people:  # their panels' tokens have expired meanwhile
        await person.open_hand()
    await world.play_round(people, rng)


@pytest.mark.parametrize(("status", "longer"), [(429, 0), (500, 0), (503, 10), (503, 30), (503, 50), (503, 70)])
async def test_after_half_an_hour_without_discord_every_table_is_shown_as_it_is(
    world: World, caplog: pytest.LogCaptureFixture, status: int, longer: int
) -> None:
    """Three tables; the clock stands still for those nobody can see, and there is one message for each round."""
    caplog.errors_expected = True
    rng = Random(1)
    people = await _sit(world, started=True)
    channels = [world.channel, *(world.guild.create_text_channel(f"more-{number}") for number in range(2))]
    for channel in channels[1:]:
        await people[0].slash("wizard new", channel=channel)
        await people[0].click_table("Start", channel=channel)
    world.env.inject_error("*", "/channels/*", status=status, code=0, times=None)
    await world.decide_once(people, rng)
    for _ in range(6):
        await world.env.advance_time(300)
    await world.env.advance_time(longer)
    world.env.backend.faults.clear()
    await world.env.advance_time(31)
    for channel in channels:
        seen = public_view(world.table(channel))
        shown = [item.content for item in public.current(seen).walk_children() if hasattr(item, "content")]
        assert text(world.table_message(channel)) == "\n".join(shown)
        rounds = [message for message in world.public(channel) if "Wizard · round" in text(message)]
        assert len(rounds) == len(world.table(channel).playing.scores) + 1


async def test_a_bot_that_is_given_a_role_finds_its_table(world: World) -> None:
    people = await _sit(world, started=True)
    world.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await world.decide_once(people, Random(1))
    before = text(world.table_message())
    world.env.backend.faults.clear()
    me = world.bot.get_guild(world.guild.id).me
    world.bot.dispatch("member_update", me, me)
    await until(lambda: text(world.table_message()) != before)
    assert "Waiting for" in text(world.table_message())


async def test_a_server_that_has_the_bot_again_finds_its_table(world: World) -> None:
    people = await _sit(world, started=True)
    world.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    await world.decide_once(people, Random(1))
    before = text(world.table_message())
    world.env.backend.faults.clear()
    world.bot.dispatch("guild_join", world.bot.get_guild(world.guild.id))
    await until(lambda: text(world.table_message()) != before)
    assert "Waiting for" in text(world.table_message())


async def test_a_deleted_table_message_is_posted_anew(world: World) -> None:
    rng = Random(1)
    people = await _sit(world, started=True)
    world.env.backend.delete_message(world.channel.id, world.table_message().id)
    posts = _posts(world)
    await world.decide_once(people, rng)
    assert _posts(world) == posts + 1
    assert "Waiting for" in text(world.table_message())
