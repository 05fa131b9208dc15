"""Opening, joining, leaving, starting and ending tables."""

from __future__ import annotations

import hashlib

import discord
import pytest

from bot.table import Stage
from tests.e2e.driver import World, control, parts, text


async def test_a_lobby_shows_seats_options_and_the_commitment(world: World) -> None:
    people = await world.open_table("Ada", "Bo", max_rounds=3)
    lobby = text(world.table_message())
    assert "1. Ada · host" in lobby
    assert "2. Bo" in lobby
    assert "at most 3 rounds" in lobby
    assert hashlib.sha256(world.table().secret).hexdigest() in lobby
    assert world.table().secret.hex() not in str(world.table_message().components)
    assert len(people) == 2


async def test_the_secret_and_the_joins_are_stored_before_they_are_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the bot sends about a table, the store knows the table's secret and joins at that moment."""
    seen = []
    real = discord.InteractionResponse.send_message

    async def checked(self: discord.InteractionResponse, *args: object, **kwargs: object) -> object:
        seen.extend(await world.bot.store.unarchived())
        return await real(self, *args, **kwargs)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", checked)
    await world.person("Ada").slash("wizard new")
    (stored,) = seen
    table = world.table()
    assert stored.row.secret == table.secret
    assert [entry.interaction_id for entry in stored.entries] == [int(table.seats[0].contribution)]


async def test_ai_players_fill_the_table_at_the_start(world: World) -> None:
    people = await world.open_table("Ada")
    await people[0].click_table("Start")
    assert [seat.name for seat in world.table().seats] == ["Ada", "Alma", "Brann"]
    assert world.table().stage is Stage.PLAYING


async def test_only_the_host_adds_ai_players_and_starts(world: World) -> None:
    people = await world.open_table("Ada", "Bo")
    for label in ("Add AI", "Start"):
        refused = await people[1].click_table(label)
        assert refused.ephemeral
        assert text(refused.response) == "Only the host can do that."
    assert (await people[1].slash("wizard start")).ephemeral
    assert world.table().stage is Stage.LOBBY


async def test_a_person_takes_the_seat_of_an_ai_at_a_full_table(world: World) -> None:
    people = await world.open_table("Ada")
    for _ in range(5):
        await people[0].click_table("Add AI")
    assert control(world.table_message(), "Add AI")["disabled"]
    await world.person("Bo").click_table("Join")
    assert [seat.name for seat in world.table().seats] == ["Ada", "Alma", "Brann", "Celeste", "Dario", "Bo"]


async def test_six_people_fill_the_table(world: World) -> None:
    await world.open_table("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay")
    assert control(world.table_message(), "Join")["disabled"]
    late = await world.person("Gil").slash("wizard join")
    assert text(late.response) == "All six seats are taken."


async def test_joining_twice_is_said_and_changes_nothing(world: World) -> None:
    people = await world.open_table("Ada", "Bo")
    again = await people[1].click_table("Join")
    assert text(again.response) == "You already sit at this table."
    assert len(world.table().seats) == 2


async def test_the_host_role_passes_on(world: World) -> None:
    people = await world.open_table("Ada", "Bo")
    await people[0].click_table("Leave")
    assert "1. Bo · host" in text(world.table_message())
    await people[1].click_table("Start")
    assert world.table().stage is Stage.PLAYING


async def test_the_last_person_closes_the_lobby(world: World) -> None:
    people = await world.open_table("Ada")
    await people[0].slash("wizard leave")
    assert world.bot.tables.in_channel(world.channel.id) is None
    assert "closed" in text(world.table_message())
    assert (await people[0].slash("wizard new")).acknowledged


async def test_one_open_table_in_a_channel_many_in_a_server(world: World) -> None:
    people = await world.open_table("Ada")
    second = await people[0].slash("wizard new")
    assert second.ephemeral
    assert "already has an open table" in text(second.response)
    other = world.guild.create_text_channel("more")
    await people[0].slash("wizard new", channel=other)
    await people[0].click_table("Start", channel=other)
    assert world.table().stage is Stage.LOBBY
    assert world.table(other).stage is Stage.PLAYING


@pytest.mark.parametrize("started", [False, True])
async def test_the_host_ends_the_table_in_any_phase(world: World, started: bool) -> None:
    people = await world.open_table("Ada", "Bo")
    if started:
        await people[0].click_table("Start")
        await people[0].open_hand()
    refused = await world.person("Mallory").slash("wizard end")
    assert "Only the host, a moderator or a majority" in text(refused.response)
    await people[0].slash("wizard end")
    assert world.bot.tables.in_channel(world.channel.id) is None
    assert ("stopped" if started else "closed") in text(world.public()[-1])
    if started:
        assert "over" in text(people[0].panel)


async def test_a_moderator_ends_the_table(world: World) -> None:
    await world.open_table("Ada", "Bo")
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    moderator = world.person("Mod", roles=[role])
    await moderator.slash("wizard end")
    assert world.bot.tables.in_channel(world.channel.id) is None


async def test_an_ended_game_does_not_count(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await people[0].slash("wizard end")
    board = await people[0].slash("wizard leaderboard")
    assert "Nobody has finished a game yet." in text(board.response)


async def test_a_click_on_an_ended_table_is_answered(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    message = world.table_message()
    shown, hand = people[1].shown(message), control(message, "My hand")["custom_id"]
    await people[0].slash("wizard end")
    late = people[1].emit(message, hand, shown=shown)
    await world.env.settle()
    assert "This table is over." in text(late.response)


async def test_the_buttons_are_in_two_rows_that_each_fit_a_phone(world: World) -> None:
    await world.open_table("Ada", "Bo")
    rows = [part["components"] for part in parts(world.table_message()) if part["type"] == 1]
    assert [[part["label"] for part in row] for row in rows] == [
        ["Join", "Leave", "Start"],
        ["Add AI", "AI players", "Options"],
    ]
