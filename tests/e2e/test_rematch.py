"""Another game of the same people, from the last message of the one before."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import discord
import pytest
import sqlalchemy as sa

from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.store.schema import game
from bot.table import Stage
from bot.tablesettings import Posts, TableSettings
from engine.actions import DrawDealer
from engine.options import Bidding, FirstDealer, Options
from tests.e2e.driver import Person, World, control, controls, text

SHORT = Options(max_rounds=1, first_dealer=FirstDealer.HOST, bidding=Bidding.HIDDEN)
SETTINGS = TableSettings(TurnClock(Pace.SLOW), posts=Posts.TRICK)


async def play_a_game(world: World, *names: str, ai: int = 0, options: Options = SHORT) -> list[Person]:
    """Play a game to its last message."""
    people = await world.open_table(*names, chosen=options)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, SETTINGS))
    for _ in range(ai):
        await people[0].click_table("Add AI")
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    await world.play_round(people, Random(1))
    assert world.table_over
    return people


def names(world: World) -> list[str]:
    return [seat.name for seat in world.table().seats]


def said(result: Any) -> str:
    assert result.ephemeral
    return text(result.response)


async def test_everybody_presses_join_and_the_next_one_deals(world: World) -> None:
    ada, bo, cleo = await play_a_game(world, "Ada", "Bo", "Cleo")
    opened = await ada.click_table("Rematch")
    assert not opened.ephemeral
    assert "Another game? **Bo, Cleo**: press **Join**." in text(world.table_message())
    assert (world.table().host_id, names(world)) == (ada.id, ["Ada"])
    assert (world.table().options, world.table().settings) == (SHORT, SETTINGS)
    await cleo.click_table("Join")
    assert "Another game? **Bo**: press **Join**." in text(world.table_message())
    await bo.click_table("Join")
    assert "Another game?" not in text(world.table_message())
    await ada.click_table("Start")
    assert names(world) == ["Bo", "Cleo", "Ada"]
    assert world.table().playing.round.dealer == 0
    assert world.table().host_id == ada.id


@pytest.mark.parametrize("first_dealer", [FirstDealer.RANDOM, FirstDealer.HIGH_CARD])
async def test_the_first_dealer_is_drawn_anew(world: World, first_dealer: FirstDealer) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=1, first_dealer=first_dealer))
    await people[2].click_table("Rematch")
    for person in people[:2]:
        await person.click_table("Join")
    await people[2].click_table("Start")
    assert isinstance(world.table().log[0], DrawDealer)


async def test_ai_players_are_back_in_their_places(world: World) -> None:
    ada, bo = await play_a_game(world, "Ada", "Bo", ai=2)
    await bo.click_table("Rematch")
    assert names(world) == ["Bo", "Alma", "Brann"]
    await ada.click_table("Join")
    assert names(world) == ["Bo", "Alma", "Brann", "Ada"]
    await bo.click_table("Start")
    assert len(world.table().playing.round.hands) == 4


@pytest.mark.parametrize("crash", [False, True])
async def test_it_works_long_after_the_table_is_put_away(world: World, crash: bool) -> None:
    ada, _, cleo = await play_a_game(world, "Ada", "Bo", "Cleo")
    assert await world.bot.store.unarchived() == ()
    await world.restart(crash=crash, after=3 * 24 * 3600)
    await cleo.click_table("Rematch")
    await world.restart(crash=crash)
    await ada.click_table("Join")
    assert names(world) == ["Cleo", "Ada"]
    assert "Another game? **Bo**: press **Join**." in text(world.table_message())


async def test_a_stopped_game_has_a_rematch_too(world: World) -> None:
    ada, bo = await world.start_table("Ada", "Bo", ai=1)
    await ada.slash("wizard end")
    assert "the game was stopped" in text(world.table_message())
    await bo.click_table("Rematch")
    assert bo.id == world.table().host_id
    assert "**Ada**: press" in text(world.table_message())


async def test_a_closed_lobby_has_none(world: World) -> None:
    ada, _ = await world.open_table("Ada", "Bo")
    await ada.slash("wizard end")
    assert controls(world.table_message()) == []


async def test_a_stranger_can_join_but_not_ask(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    stranger = world.person("Dan")
    assert "Only people of that table" in said(await stranger.click_table("Rematch"))
    assert world.table_over
    await people[0].click_table("Rematch")
    await stranger.click_table("Join")
    await people[2].click_table("Join")
    assert names(world) == ["Cleo", "Ada", "Dan"]


async def test_whoever_leaves_is_not_asked_again(world: World) -> None:
    ada, bo, _ = await play_a_game(world, "Ada", "Bo", "Cleo")
    await ada.click_table("Rematch")
    await bo.click_table("Join")
    await bo.click_table("Leave")
    assert "Another game? **Cleo**: press" in text(world.table_message())
    await ada.click_table("Leave")
    assert world.table_over


async def test_a_channel_with_an_open_table_says_so(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    last = world.table_message()
    await world.person("Dan").slash("wizard new")
    taken = world.table()
    assert "already has an open table" in said(await people[0].actor.click(last, label="Rematch"))
    assert world.table() == taken


async def test_presses_at_the_same_time_open_one_table(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    last = world.table_message()
    button = control(last, "Rematch")["custom_id"]
    clicks = [person.emit(last, button) for person in (*people, people[0])]
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    lobbies = [message for message in world.public() if "Another game?" in text(message)]
    assert len(lobbies) == 1
    assert world.table().stage is Stage.LOBBY
    assert len(names(world)) == 1


async def test_another_rematch_follows_and_the_deal_goes_round(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    dealers = []
    for _ in range(3):
        await people[0].click_table("Rematch")
        for person in people[1:]:
            await person.click_table("Join")
        await people[0].click_table("Start")
        dealers.append(names(world)[world.table().playing.round.dealer])
        for person in people:
            await person.open_hand()
        await world.play_round(people, Random(2))
    assert dealers == ["Bo", "Cleo", "Ada"]


@pytest.mark.parametrize("left", [None, "{}", '{"options":{"length":"endless"},"settings":{},"places":[]}', "[]"])
async def test_what_cannot_be_read_is_one_sentence(world: World, left: str | None) -> None:
    """A game of an older version, or one with options that this version doesn't know."""
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    async with world.bot.store._database.writer.begin() as connection:
        await connection.execute(sa.update(game).values(rematch=left))
    assert "Nothing is left of that game" in said(await people[0].click_table("Rematch"))
    assert world.table_over


async def test_a_game_of_another_server_has_none(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    button = control(world.table_message(), "Rematch")["custom_id"]
    elsewhere = World(world.env, world.database)
    await elsewhere.person("Eve").slash("wizard new")
    actor = elsewhere.guild.add_member(people[0].actor.user)
    click = Person(elsewhere, actor).emit(elsewhere.table_message(), button)
    await world.env.settle()
    assert "Nothing is left of that game" in said(click)


async def test_where_the_bot_may_not_write_it_says_so(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    last = world.table_message()
    locked = world.guild.create_text_channel(
        "locked", overwrites={world.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    channels = world.env.backend.channels
    channels[world.channel.id].overwrites = channels[locked.id].overwrites
    assert "I miss the permission Send Messages" in said(await people[0].actor.click(last, label="Rematch"))
    assert world.table_over


async def test_a_rematch_is_opened_only_where_the_server_has_tables_by_now(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", "Cleo")
    other = world.guild.create_text_channel("elsewhere")
    await world.bot.store.save_server_settings(world.guild.id, json.dumps({"channels": [other.id]}))
    assert f"<#{other.id}>" in said(await people[0].click_table("Rematch"))
    assert world.table_over


async def test_ai_players_stay_away_where_the_server_wants_people_only(world: World) -> None:
    people = await play_a_game(world, "Ada", "Bo", ai=1)
    await world.bot.store.save_server_settings(world.guild.id, json.dumps({"tables": {"ai_players": False}}))
    await people[0].click_table("Rematch")
    assert [seat.user_id for seat in world.table().seats] == [people[0].id]
    assert not world.table().settings.ai_players
