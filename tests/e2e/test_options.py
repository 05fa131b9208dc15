"""The options of a lobby: the host's panel, what others see of it, and a server's house rules."""

from __future__ import annotations

import logging
from dataclasses import fields
from enum import StrEnum
from random import Random
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot import choices, tablelog
from bot.entries import SetOptions
from bot.pace import Pace
from bot.render import optionpanel
from bot.table import Stage
from engine import options as opts
from engine.options import SPECIAL_CARDS, Bidding, Bomb, Labels, Length, Options, SumRule
from engine.presets import PRESETS
from tests.e2e.driver import Component, Person, World, control, controls, parts, text

TABS = ("Game", "Bids", "Deal", "Cards")
DEFAULTS = choices.in_words(Options())
STALE = "The table has moved on; this is how it stands now."


def _named(panel: ResponseMessage) -> dict[str, Component]:
    """Return the controls of a page that choose something, by the option they are for."""
    found = {}
    for part in controls(panel):
        _, _, _, op, arg = part["custom_id"].split(":")
        if op in ("option", "switch"):
            found[arg.partition(".")[0]] = part
    return found


def _values(part: Component) -> list[str]:
    return [choice["value"] for choice in part["options"]]


def _picked(part: Component) -> list[str]:
    return [choice["value"] for choice in part["options"] if choice.get("default")]


async def _options(person: Person) -> ResponseMessage:
    opened = await person.click_table("Options")
    assert opened.ephemeral
    return opened.response


async def _turn_to(person: Person, panel: ResponseMessage, name: str) -> None:
    """Turn the pages until the option is there."""
    for tab in TABS:
        if name in _named(panel):
            return
        if not control(panel, tab).get("disabled"):
            await person.actor.click(panel, label=tab)
    assert name in _named(panel)


async def _choose(person: Person, panel: ResponseMessage, name: str, *values: str) -> InteractionResult:
    await _turn_to(person, panel, name)
    return await person.actor.select(panel, values=list(values), custom_id=_named(panel)[name]["custom_id"])


async def _manager(world: World, name: str) -> Person:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.person(name, roles=[role])


# --- the panel -----------------------------------------------------------------------------------


async def test_every_option_is_on_some_page_and_every_page_within_the_limits(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel, there = await _options(ada), []
    for tab in TABS:
        if tab != TABS[0]:
            await ada.actor.click(panel, label=tab)
        assert control(panel, tab)["disabled"]
        there += _named(panel)
        assert len(parts(panel)) <= 40
        assert all(0 < len(part["options"]) <= 25 for part in parts(panel) if part["type"] == 3)
    assert sorted(there) == sorted([*DEFAULTS, "preset"])


async def test_the_host_can_choose_every_value_of_every_option(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    for name, default in DEFAULTS.items():
        if name in ("special_cards", "forehead"):
            continue
        await _turn_to(ada, panel, name)
        values = _values(_named(panel)[name])
        assert values[0] == default
        for value in [*values[1:], default]:
            await _choose(ada, panel, name, value)
            assert world.table().options == choices.changed(Options(), {name: value})
            assert _picked(_named(panel)[name]) == [value]


async def test_a_switch_turns_an_option_on_and_off(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    await _turn_to(ada, panel, "forehead")
    for label, forehead in (("forehead: off", True), ("forehead: on", False)):
        await ada.actor.click(panel, label=label)
        assert world.table().options == Options(forehead=forehead)


async def test_the_panel_offers_each_value_the_rules_know(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    for option in fields(Options):
        if isinstance(option.default, StrEnum):
            await _turn_to(ada, panel, option.name)
            assert _values(_named(panel)[option.name]) == list(type(option.default))


async def test_special_cards_are_chosen_together_and_taken_away_again(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    for cards in (["BOMB"], ["DRAGON", "FAIRY", "VAMPIRE"], list(SPECIAL_CARDS), []):
        await _choose(ada, panel, "special_cards", *cards)
        assert world.table().options == Options(special_cards=frozenset(cards))
        assert _picked(_named(panel)["special_cards"]) == cards


async def test_a_special_card_is_offered_with_the_word_for_it(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    await _turn_to(ada, panel, "special_cards")
    labels = [option["label"] for option in _named(panel)["special_cards"]["options"]]
    assert labels[0] == "Dragon"
    assert "Shapeshifter" in labels
    await _choose(ada, panel, "labels", "faces")
    described = [option["description"] for option in _named(panel)["special_cards"]["options"]]
    assert any(about.startswith("8½; ") for about in described)


async def test_a_preset_sets_everything(world: World) -> None:
    (ada,) = await world.open_table("Ada", max_rounds=5)
    panel = await _options(ada)
    assert _picked(_named(panel)["preset"]) == []
    for name, options in PRESETS.items():
        await _choose(ada, panel, "preset", name)
        assert world.table().options == options
        assert _picked(_named(panel)["preset"]) == [name]


async def test_a_limit_of_rounds_that_is_not_on_the_list_is_shown(world: World) -> None:
    (ada,) = await world.open_table("Ada", max_rounds=39)
    assert _picked(_named(await _options(ada))["max_rounds"]) == ["39"]


@pytest.mark.parametrize(
    ("given", "name", "values", "why"),
    [
        ({"bidding": "hidden"}, "sum_rule", ["always"], "A sum rule needs open bidding"),
        ({"sum_rule": "always"}, "bidding", ["secret"], "A sum rule needs open bidding"),
        ({"preset": "jubilee-20"}, "special_cards", ["FAIRY", "BOMB"], "Dragon and Fairy only come together"),
    ],
)
async def test_a_contradiction_is_refused_with_the_reason_and_changes_nothing(
    world: World, given: dict[str, str], name: str, values: list[str], why: str
) -> None:
    (ada,) = await world.open_table("Ada", **given)
    panel, before = await _options(ada), world.table()
    ids = set()
    for _ in range(3):
        await _choose(ada, panel, name, *values)
        assert f"Not changed. {why}" in text(panel).replace("**", "")
        assert world.table() == before
        ids.add(_named(panel)[name]["custom_id"])
    assert len(ids) == 2  # each time another id: a client shows what was picked under the old one
    await _choose(ada, panel, "length", "quick")
    assert why not in text(panel)
    assert world.table().options.length is Length.QUICK


async def test_what_is_chosen_already_is_not_logged_again(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel, before = await _options(ada), world.table()
    await _choose(ada, panel, "preset", "standard")
    assert world.table() == before
    assert STALE not in text(panel)


# --- others, late clicks, the end of the lobby -------------------------------------------------------


async def test_everybody_else_sees_the_options_and_can_change_nothing(world: World) -> None:
    _, bo = await world.open_table("Ada", "Bo", preset="jubilee-25", bidding="hidden")
    for person in (bo, world.person("Cleo")):
        seen = await _options(person)
        assert controls(seen) == []
        assert all(name in text(seen) for name in DEFAULTS)
        assert "Jubilee 25 · hidden bids" in text(seen)


async def test_a_forged_click_of_somebody_else_changes_nothing(world: World) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    panel = await _options(ada)
    before = world.table()
    click = bo.emit(world.table_message(), _named(panel)["length"]["custom_id"], ["quick"])
    await world.env.settle()
    assert click.ephemeral
    assert text(click.response) == "Only the host can do that."
    assert world.table() == before


@pytest.mark.parametrize(
    "op",
    [
        "options:nowhere",
        "option:",
        "option:colour",
        "option:length",
        "switch:forehead.maybe",
        "switch:x",
        "option:preset",
    ],
)
async def test_a_click_that_makes_no_sense_is_answered_and_changes_nothing(world: World, op: str) -> None:
    (ada,) = await world.open_table("Ada")
    panel, before = await _options(ada), world.table()
    for message in (panel, world.table_message()):
        click = ada.emit(message, f"w1:{before.id}:0:{op}", ["x"])
        await world.env.settle()
        assert click.acknowledged
    assert world.table() == before
    assert "Ada · host" in text(world.table_message())


async def test_a_click_on_an_older_panel_shows_the_present_and_overwrites_nothing(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    length = _named(panel)["length"]["custom_id"]
    for value in ("quick", "half"):
        ada.emit(panel, length, [value])
    await world.env.settle()
    assert world.table().options == Options(length=Length.QUICK)
    ada.emit(panel, length, ["half"])
    await world.env.settle()
    assert world.table().options == Options(length=Length.QUICK)
    assert STALE in text(panel)
    assert _picked(_named(panel)["length"]) == ["quick"]
    await _choose(ada, panel, "length", "half")
    assert world.table().options == Options(length=Length.HALF)
    assert STALE not in text(panel)


async def test_people_who_come_and_go_do_not_disturb_the_host(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    await world.person("Bo").click_table("Join")
    await _choose(ada, panel, "length", "quick")
    assert world.table().options == Options(length=Length.QUICK)


async def test_a_new_host_chooses_and_the_old_one_only_looks(world: World) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    old = await _options(ada)
    await ada.click_table("Leave")
    refused = await _choose(ada, old, "length", "quick")
    assert text(refused.response) == "Only the host can do that."
    await ada.actor.click(old, label="Bids")
    assert controls(old) == []
    await _choose(bo, await _options(bo), "length", "quick")
    assert world.table().options == Options(length=Length.QUICK)


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ("start", optionpanel.STARTED),
        ("end", "This table is over. Open a new one with /wizard new."),
    ],
)
async def test_a_click_after_the_lobby_gets_one_sentence(world: World, end: str, says: str) -> None:
    (ada,) = await world.open_table("Ada")
    panel, lobby = await _options(ada), world.table_message()
    button, shown = control(lobby, "Options")["custom_id"], ada.shown(lobby)
    await ada.slash(f"wizard {end}")
    late = ada.emit(lobby, button, shown=shown)
    await world.env.settle()
    assert late.ephemeral
    assert text(late.response) == says
    await _choose(ada, panel, "length", "quick")
    assert text(panel) == says
    assert controls(panel) == []


# --- what the table shows ------------------------------------------------------------------------


async def test_the_lobby_follows_the_panel(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    assert "Wizard\nStandard\n" in text(world.table_message())
    panel = await _options(ada)
    for name, value, shown in (
        ("preset", "jubilee-30", "Jubilee 30"),
        ("bidding", "hidden", "Jubilee 30 · hidden bids"),
        ("max_rounds", "10", "Jubilee 30 · at most 10 rounds · hidden bids"),
    ):
        await _choose(ada, panel, name, value)
        for message in (world.table_message(), panel):
            assert shown in text(message).splitlines()


async def test_the_running_table_shows_what_differs_from_standard(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    await _choose(ada, await _options(ada), "preset", "canadian")
    await ada.click_table("Start")
    assert "-# Canadian" in text(world.table_message()).splitlines()
    await ada.slash("wizard end")
    await ada.slash("wizard new", preset="standard")
    await ada.click_table("Start")
    assert "Standard" not in text(world.table_message())


async def test_options_chosen_in_the_lobby_are_played_and_recorded(world: World) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    panel = await _options(ada)
    chosen = {"max_rounds": "1", "labels": "faces", "sum_rule": "always", "first_dealer": "host"}
    for name, value in chosen.items():
        await _choose(ada, panel, name, value)
    table = world.table().id
    await ada.click_table("Start")
    for person in (ada, bo):
        await person.open_hand()
    await world.play_round([ada, bo], Random(1))
    assert (await world.record(table)).options == choices.changed(Options(), chosen)


async def test_a_restart_keeps_the_options_and_the_panel(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _options(ada)
    await _choose(ada, panel, "preset", "jubilee-30")
    await world.restart(crash=True)
    assert world.table().options == PRESETS["jubilee-30"]
    await _choose(ada, panel, "bomb", "bids")
    assert world.table().options == choices.changed(PRESETS["jubilee-30"], {"bomb": "bids"})
    assert world.table().options.bomb is Bomb.BIDS
    assert "Jubilee 30 · Bomb cancels the bids" in text(world.table_message())


async def test_a_choice_is_stored_before_it_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada,) = await world.open_table("Ada")
    panel, seen = await _options(ada), []
    real = discord.InteractionResponse.edit_message

    async def checked(self: discord.InteractionResponse, *args: Any, **kwargs: Any) -> Any:
        (stored,) = await world.bot.store.unarchived()
        seen.append(stored.row.version)
        return await real(self, *args, **kwargs)

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", checked)
    await _choose(ada, panel, "length", "quick")
    assert seen == [world.table().version] == [2]


# --- /wizard new ---------------------------------------------------------------------------------


async def test_new_opens_each_preset(world: World) -> None:
    ada = world.person("Ada")
    for name, options in PRESETS.items():
        await ada.slash("wizard new", preset=name)
        assert world.table().options == options
        await ada.slash("wizard end")


async def test_options_of_new_change_the_preset(world: World) -> None:
    given = {"preset": "canadian", "length": "updown", "max_rounds": 7, "sum_rule": "off", "bidding": "secret"}
    await world.open_table("Ada", **given)
    assert world.table().options == Options(length=Length.UPDOWN, max_rounds=7, bidding=Bidding.SECRET)


async def test_a_contradiction_of_new_is_one_sentence_and_no_table(world: World) -> None:
    answer = await world.person("Ada").slash("wizard new", preset="canadian", bidding="hidden")
    assert answer.ephemeral
    assert text(answer.response).startswith("A sum rule needs open bidding")
    assert world.table_over
    assert world.public() == []


async def test_the_words_of_new_are_those_of_the_rules(world: World) -> None:
    command = world.bot.tree.get_command("wizard").get_command("new")
    offered = {it.name: [choice.value for choice in it.choices] for it in command.parameters}
    assert offered == {
        "preset": [*PRESETS, "house"],
        "length": list(Length),
        "max_rounds": [],
        "sum_rule": list(SumRule),
        "bidding": list(Bidding),
        "pace": list(Pace),
    }
    for it in command.parameters:
        assert all(choice.name.startswith(f"{choice.value} – ") for choice in it.choices)


# --- house rules ---------------------------------------------------------------------------------


async def test_house_rules_are_what_new_starts_from_in_that_server_only(world: World) -> None:
    ada = await _manager(world, "Ada")
    await ada.slash("wizard new", preset="jubilee-20")
    panel = await _options(ada)
    await _choose(ada, panel, "labels", "faces")
    await ada.actor.click(panel, label="Game")
    await ada.actor.click(panel, label="Save as house rules")
    house = choices.changed(PRESETS["jubilee-20"], {"labels": "faces"})
    assert optionpanel.SAVED in text(panel)
    assert control(panel, "Save as house rules")["disabled"]
    await world.restart()
    for given, options in (
        ({}, house),
        ({"preset": "house"}, house),
        ({"preset": "standard"}, Options()),
        ({"max_rounds": 3}, choices.changed(house, {"max_rounds": "3"})),
    ):
        await ada.slash("wizard end")
        await ada.slash("wizard new", **given)
        assert world.table().options == options
    other = World(world.env, world.database)
    await other.open_table("Bo")
    assert other.table().options == Options()


async def test_the_panel_goes_back_to_the_house_rules(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    await world.bot.store.save_house_rules(world.guild.id, opts.dumps(Options(labels=Labels.FACES)))
    panel = await _options(ada)
    await _choose(ada, panel, "preset", "house")
    assert world.table().options == Options(labels=Labels.FACES)
    assert _picked(_named(panel)["preset"]) == ["house"]
    await world.bot.store.save_house_rules(world.guild.id, None)
    await _choose(ada, panel, "preset", "house")
    assert "This server has no house rules" in text(panel)


async def test_house_rules_are_forgotten(world: World) -> None:
    ada = await _manager(world, "Ada")
    await world.bot.store.save_house_rules(world.guild.id, opts.dumps(PRESETS["quick"]))
    await ada.slash("wizard new")
    assert world.table().options == PRESETS["quick"]
    panel = await _options(ada)
    await ada.actor.click(panel, label="Forget house rules")
    assert optionpanel.FORGOTTEN in text(panel)
    assert await world.bot.store.house_rules(world.guild.id) is None
    await ada.slash("wizard end")
    await ada.slash("wizard new")
    assert world.table().options == Options()


async def test_only_people_who_manage_the_server_change_its_house_rules(world: World) -> None:
    (ada,) = await world.open_table("Ada", preset="quick")
    kept = opts.dumps(PRESETS["five"])
    await world.bot.store.save_house_rules(world.guild.id, kept)
    panel = await _options(ada)
    for label in ("Save as house rules", "Forget house rules"):
        await ada.actor.click(panel, label=label)
        assert optionpanel.MANAGERS_ONLY in text(panel)
        assert await world.bot.store.house_rules(world.guild.id) == kept


async def test_options_that_changed_meanwhile_are_not_saved_unseen(world: World) -> None:
    ada = await _manager(world, "Ada")
    await ada.slash("wizard new")
    panel = await _options(ada)
    save = control(panel, "Save as house rules")["custom_id"]
    await _choose(ada, panel, "length", "quick")
    ada.emit(panel, save)
    await world.env.settle()
    assert STALE in text(panel)
    assert await world.bot.store.house_rules(world.guild.id) is None


@pytest.mark.parametrize("kept", ['{"colour":"red"}', '{"length":"endless"}', "[]", "not JSON", "null"])
async def test_house_rules_of_another_version_are_left_aside(
    world: World, caplog: pytest.LogCaptureFixture, kept: str
) -> None:
    await world.bot.store.save_house_rules(world.guild.id, kept)
    await world.open_table("Ada")
    assert world.table().options == Options()
    assert world.table().stage is Stage.LOBBY
    warnings = [it for it in caplog.records if it.levelno == logging.WARNING and "house rules" in it.getMessage()]
    assert len(warnings) == 1


async def test_a_server_without_house_rules_says_so(world: World) -> None:
    answer = await world.person("Ada").slash("wizard new", preset="house")
    assert answer.ephemeral
    assert text(answer.response).startswith("This server has no house rules")
    assert world.table_over


async def test_a_choice_is_one_entry_of_the_log(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    await _choose(ada, await _options(ada), "preset", "jubilee-30")
    (stored,) = await world.bot.store.unarchived()
    entry = SetOptions(ada.id, PRESETS["jubilee-30"])
    assert tablelog.load(stored.entries[-1].body) == entry
