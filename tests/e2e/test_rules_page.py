"""The rules in Discord: of the table in the channel, page by page, and beside the hand."""

from __future__ import annotations

from random import Random

import pytest
from simcord.results import ResponseMessage

from bot.customid import Press
from bot.entries import Join
from bot.render.rulebook import pages
from engine import options as opts
from engine.options import SPECIAL_CARDS, Length, Options
from tests.e2e.driver import Person, World, control, controls, parts, text

JUBILEE = Options(special_cards=frozenset(SPECIAL_CARDS))


async def _lobby(world: World, options: Options) -> None:
    """Open a table with options that no command offers."""
    host = Join(world.person("Host").id, "Host", 77)
    await world.bot.tables.open(host, guild_id=world.guild.id, channel_id=world.channel.id, options=options)


async def _rules(person: Person) -> ResponseMessage:
    answer = await person.slash("wizard rules")
    assert answer.ephemeral
    return answer.response


def _shows(message: ResponseMessage, options: Options, players: int | None, at: int) -> bool:
    found = pages(options, players)
    said = text(message)
    return f"page {at + 1} of {len(found)}" in said and found[at].title in said and found[at].text in said


def _picker(message: ResponseMessage) -> str:
    return next(part["custom_id"] for part in controls(message) if part["type"] == 3)


async def test_without_a_table_the_standard_game_is_explained(world: World) -> None:
    message = await _rules(world.person("Ada"))
    assert _shows(message, Options(), None, 0)
    assert "The rules of the standard game" in text(message)


async def test_without_a_table_the_house_rules_are_explained(world: World) -> None:
    await world.bot.store.save_house_rules(world.guild.id, opts.dumps(JUBILEE))
    ada = world.person("Ada")
    message = await _rules(ada)
    assert _shows(message, JUBILEE, None, 0)
    assert "The house rules of this server · page 1 of 15" in text(message)
    await ada.actor.click(message, label="More")
    assert _shows(message, JUBILEE, None, 1)
    await ada.slash("wizard new", preset="standard")
    assert _shows(await _rules(ada), Options(), None, 0)


async def test_the_rules_are_those_of_the_table_in_the_channel(world: World) -> None:
    await _lobby(world, JUBILEE)
    message = await _rules(world.person("Ada"))
    assert _shows(message, JUBILEE, None, 0)
    assert "The rules of this table" in text(message)
    elsewhere = await world.person("Bo").slash("wizard rules", channel=world.guild.create_text_channel("other"))
    assert _shows(elsewhere.response, Options(), None, 0)


async def test_a_started_table_has_the_rounds_of_its_players(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", "Dan", length="quick")
    message = await _rules(people[0])
    assert _shows(message, Options(length=Length.QUICK), 4, 0)
    assert "4 players play 8 rounds. Cards for each, round by round: 1, 3, 5 … 15." in text(message)


async def test_all_pages_can_be_turned_and_picked(world: World) -> None:
    await _lobby(world, JUBILEE)
    ada = world.person("Ada")
    message = await _rules(ada)
    last = len(pages(JUBILEE, None)) - 1
    assert control(message, "Back")["disabled"]
    for at in range(1, last + 1):
        await ada.actor.click(message, label="More")
        assert _shows(message, JUBILEE, None, at)
    assert control(message, "More")["disabled"]
    await ada.actor.click(message, label="Back")
    assert _shows(message, JUBILEE, None, last - 1)
    await ada.actor.select(message, values=["3"], custom_id=_picker(message))
    assert _shows(message, JUBILEE, None, 3)
    labels = [option["label"] for part in controls(message) if part["type"] == 3 for option in part["options"]]
    assert labels == [f"{number}. {page.title}" for number, page in enumerate(pages(JUBILEE, None), 1)]


async def test_the_rules_of_a_table_that_is_gone_are_the_standard_ones(world: World) -> None:
    await _lobby(world, JUBILEE)
    ada = world.person("Ada")
    message = await _rules(ada)
    await ada.actor.select(message, values=["14"], custom_id=_picker(message))
    table_id = world.table().id
    await world.people[0].slash("wizard end")
    world.bot.tables.forget(table_id)
    await ada.actor.click(message, label="Back")
    assert _shows(message, Options(), None, len(pages(Options(), None)) - 1)
    assert "The rules of the standard game" in text(message)


async def test_the_rules_beside_the_hand_leave_it_as_it_is(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    ada, rng = people[0], Random(1)
    before = parts(ada.panel)
    opened = await ada.press("Rules")
    assert opened.ephemeral
    assert opened.response.id != ada.panel.id
    assert _shows(opened.response, Options(), 3, 0)
    assert parts(ada.panel) == before
    await ada.actor.click(opened.response, label="More")
    assert _shows(opened.response, Options(), 3, 1)
    assert parts(ada.panel) == before
    await world.play_round(people, rng)
    assert "round 2 of 20" in text(ada.panel)


async def test_a_large_hand_has_room_for_the_rules(world: World) -> None:
    people, rng = await world.start_table("Ada", "Bo", "Cleo", length="five"), Random(1)
    while len(controls(people[0].panel)) < 20:
        assert await world.decide_once(people, rng)
    assert len(parts(people[0].panel)) <= 40
    assert control(people[0].panel, "Rules")


@pytest.mark.parametrize(("version", "arg", "value"), [(999_999_999, "", None), (0, "pick", "999"), (0, "x", None)])
async def test_a_page_that_is_not_there_is_the_last_one(
    world: World, version: int, arg: str, value: str | None
) -> None:
    ada = world.person("Ada")
    message = await _rules(ada)
    ada.emit(message, str(Press(12345, version, "rules", arg)), None if value is None else [value])
    await world.env.settle()
    assert _shows(message, Options(), None, 0 if arg == "x" else len(pages(Options(), None)) - 1)


async def test_a_picked_page_that_is_no_number_is_refused(world: World) -> None:
    ada = world.person("Ada")
    message = await _rules(ada)
    refused = ada.emit(message, str(Press(0, 0, "rules", "pick")), ["first"])
    await world.env.settle()
    assert "another version of the bot" in text(refused.response)
    assert _shows(message, Options(), None, 0)


async def test_the_options_of_another_server_stay_there(world: World) -> None:
    await _lobby(world, JUBILEE)
    other = World(world.env, world.database)
    bo = other.person("Bo")
    message = await _rules(bo)
    bo.emit(message, str(Press(world.table().id, 0, "rules")))
    await world.env.settle()
    assert _shows(message, Options(), None, 0)
