"""Every slash command, and what it says when it can't."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import discord
import pytest
from simcord.backend.models import Overwrite

from bot.results import season
from bot.store import Ending, Entry, GameRow, SeatResult, Status
from tests.e2e.driver import World, control, text
from tests.e2e.test_leaving import seen_by


@pytest.mark.parametrize("command", ["join", "leave", "start", "hand", "table", "end"])
async def test_without_a_table_each_command_says_how_to_open_one(world: World, command: str) -> None:
    answer = await world.person("Ada").slash(f"wizard {command}")
    assert answer.ephemeral
    assert text(answer.response) == "There is no open table in this channel. Open one with /wizard new."


@pytest.mark.parametrize(("command", "says"), [("rules", "How Wizard is played"), ("help", "/wizard new")])
async def test_rules_and_help_are_for_one_person(world: World, command: str, says: str) -> None:
    answer = await world.person("Ada").slash(f"wizard {command}")
    assert answer.ephemeral
    assert says in text(answer.response)


async def test_help_names_every_command(world: World) -> None:
    helped = text((await world.person("Ada").slash("wizard help")).response)
    group = world.bot.tree.get_command("wizard")
    assert [command.name for command in group.commands if f"/wizard {command.name}" not in helped] == ["help"]
    assert all(f"/wizard-admin {it.name}" in helped for it in world.bot.tree.get_command("wizard-admin").commands)


async def test_help_tells_of_options_and_house_rules(world: World) -> None:
    helped = text((await world.person("Ada").slash("wizard help")).response)
    new = world.bot.tree.get_command("wizard").get_command("new")
    for word in ("Options", "House rules", *(parameter.name for parameter in new.parameters)):
        assert f"**{word}**" in helped


async def test_a_whole_table_by_commands_alone(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    await ada.slash("wizard new", max_rounds=1)
    assert "You have a seat" in text((await bo.slash("wizard join")).response)
    not_yet = await ada.slash("wizard hand")
    assert text(not_yet.response) == "The game hasn't started yet."
    assert "The game starts" in text((await ada.slash("wizard start")).response)
    ada.panel = (await ada.slash("wizard hand")).response
    bo.panel = (await bo.slash("wizard hand")).response
    await world.play_round([ada, bo], Random(1))
    assert "the game is over" in text(world.public()[-1])


async def test_table_comes_down_to_the_end_of_the_channel(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    old = world.table_message().id
    await people[2].actor.send(world.channel, "hello")
    await people[1].slash("wizard table")
    assert "round 1 of 20" in text(world.table_message())
    assert old not in [message.id for message in world.public()]
    assert (await people[2].open_hand()).ephemeral
    while "bid **" not in text(world.table_message()):
        assert await world.decide_once(people, Random(2))


async def test_a_missing_permission_is_named_and_no_table_is_opened(world: World) -> None:
    locked = world.guild.create_text_channel(
        "locked", overwrites={world.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    ada = world.person("Ada")
    answer = await ada.slash("wizard new", channel=locked)
    assert answer.ephemeral
    assert "I miss the permission Send Messages" in text(answer.response)
    assert world.bot.tables.in_channel(locked.id) is None


@pytest.mark.parametrize(
    ("denied", "in_thread", "named"),
    [
        (discord.Permissions(view_channel=True), False, "View Channel"),
        (discord.Permissions(view_channel=True, send_messages=True), False, "View Channel and Send Messages"),
        (discord.Permissions(send_messages_in_threads=True), True, "Send Messages in Threads"),
    ],
)
async def test_every_missing_permission_is_named(
    world: World, denied: discord.Permissions, in_thread: bool, named: str
) -> None:
    me = world.env.bot.user
    assert me is not None
    world.env.backend.create_thread(world.channel.id, "talk", me.id)
    await world.env.settle()
    where = world.channel.threads[0] if in_thread else world.channel
    overwrite = Overwrite(target_id=me.id, type=1, allow=0, deny=denied.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    answer = await world.person("Ada").slash("wizard new", channel=where)
    assert text(answer.response) == f"I can't keep a table here: I miss the permission {named}."


async def test_a_table_that_cannot_have_its_thread_says_why(world: World) -> None:
    me = world.env.bot.user
    assert me is not None
    await world.bot.servers.change(world.guild.id, lambda it: replace(it, tables=replace(it.tables, thread=True)))
    denied = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
    overwrite = Overwrite(target_id=me.id, type=1, allow=0, deny=denied.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    ada = world.person("Ada")
    await ada.slash("wizard new")
    told = [text(message) for message in seen_by(world, ada) if message.ephemeral]
    wanted = "Create Public Threads and Send Messages in Threads"
    assert told == [f"This game will stay in the channel: for a thread I miss the permission {wanted}."]
    await ada.click_table("Start")
    assert "round 1 of" in text(world.table_message())


async def test_lengths_and_rounds_of_new(world: World) -> None:
    people = await world.open_table("Ada", length="quick", max_rounds=4)
    assert "Quick · at most 4 rounds" in text(world.table_message())
    await people[0].click_table("Start")
    assert "round 1 of 4 · 2\xa0cards" in text(world.table_message())


async def test_the_leaderboard_is_sorted_and_paged(world: World) -> None:
    ada = world.person("Ada")
    now = season(world.bot.clock())
    for number in range(13):
        await _finished_game(world, number, now, points=10 * number)
    first = await ada.slash("wizard leaderboard")
    lines = text(first.response).splitlines()
    assert [line.split(" · ")[0] for line in lines if line.startswith("**")][:2] == ["**1.** P12", "**2.** P11"]
    assert control(first.response, "Back")["disabled"]
    await ada.actor.click(first.response, label="More")
    assert "**13.** P0" in text(first.response)
    assert control(first.response, "More")["disabled"]
    await ada.actor.click(first.response, label="Back")
    assert "**1.** P12" in text(first.response)


async def test_two_servers_play_and_count_each_for_themselves(world: World) -> None:
    rng, other = Random(1), World(world.env, world.database)
    for there, names in ((world, ("Ada", "Bo")), (other, ("Cleo", "Dan"))):
        people = await there.start_table(*names, max_rounds=1)
        await there.play_round(people, rng)
    for there, mine, theirs in ((world, "Ada", "Cleo"), (other, "Cleo", "Ada")):
        board = text((await there.people[0].slash("wizard leaderboard")).response)
        assert mine in board
        assert theirs not in board


async def test_the_leaderboard_is_of_this_server_and_month(world: World) -> None:
    ada = world.person("Ada")
    await _finished_game(world, 1, "2025-12", points=50)
    assert "Nobody has finished" in text((await ada.slash("wizard leaderboard")).response)
    assert season(datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)) == "2026-11"


async def _finished_game(world: World, number: int, in_season: str, *, points: int) -> None:
    row = GameRow(
        id=1000 + number,
        guild_id=world.guild.id,
        channel_id=2000 + number,
        opened_by=1,
        options="{}",
        secret=bytes(32),
        rules_version=1,
        version=0,
        status=Status.OPEN,
        created_at=0,
    )
    await world.bot.store.create(row, [])
    result = SeatResult(seat=0, user_id=5000 + number, name=f"P{number}", points=points, place=1, exact=1, bids=2)
    ending = Ending(Status.FINISHED, ended_at=1, season=in_season, results=(result,), counts=True)
    await world.bot.store.append(row.id, 0, [Entry(0, None, "{}")], ending)


async def test_the_help_is_a_list(world: World) -> None:
    lines = text((await world.person("Ada").slash("wizard help")).response).split("\n")
    assert all(line.startswith("- ") for line in lines[1:-2])
    assert lines[-2] == ""
