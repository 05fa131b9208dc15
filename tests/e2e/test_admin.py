"""/wizard-admin: who may use it, what it saves, and what that does to the server's tables."""

from __future__ import annotations

import gettext
import json
import logging
from collections.abc import Callable
from random import Random
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from bot import languages
from bot.pace import Pace, TurnClock
from bot.render import optionpanel
from bot.results import season
from bot.servers import ServerSettings, server_settings
from bot.table import Stage
from bot.tablesettings import Posts, TableSettings, Takeover
from engine import options as opts
from engine.ai.levels import Level
from engine.options import Options
from engine.presets import PRESETS
from tests.e2e.driver import Component, Person, World, control, parts, text

SELECTS = (3, 6, 8)
"""Of strings, roles and channels."""
ONLY = "Only people with Manage Server can change how Wizard is played here."
PEOPLE_ONLY = "This server plays without AI players: it takes three to six people to start."
TABS = ("Start", "Tables", "Server")


def manager(world: World, name: str = "Max") -> Person:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.person(name, roles=[role])


async def admin(person: Person) -> ResponseMessage:
    opened = await person.slash("wizard-admin settings")
    assert opened.ephemeral
    return opened.response


def named(panel: ResponseMessage) -> dict[str, Component]:
    """Return the selects of the page, by the setting they are for."""
    return {it["custom_id"].split(":")[4].partition(".")[0]: it for it in parts(panel) if it["type"] in SELECTS}


def picked(part: Component) -> list[str]:
    if part["type"] == 3:
        return [choice["value"] for choice in part["options"] if choice.get("default")]
    return [default["id"] for default in part.get("default_values", [])]


async def choose(person: Person, panel: ResponseMessage, name: str, *values: Any) -> InteractionResult:
    for tab in TABS:
        if name not in named(panel) and not control(panel, tab).get("disabled"):
            await person.actor.click(panel, label=tab)
    return await person.actor.select(panel, values=list(values), custom_id=named(panel)[name]["custom_id"])


async def saved(world: World) -> ServerSettings:
    return await server_settings(world.bot.store, world.guild.id)


async def another_server(world: World) -> World:
    other = World(world.env, world.database)
    await world.env.settle()
    return other


# --- who may use it ------------------------------------------------------------------------------


async def test_discord_is_told_to_show_it_only_to_people_who_manage_the_server(world: World) -> None:
    group = world.bot.tree.get_command("wizard-admin")
    payload = group.to_dict(world.bot.tree)
    assert payload["default_member_permissions"] == discord.Permissions(manage_guild=True).value
    assert payload["dm_permission"] is False


async def test_somebody_the_server_lets_use_the_command_is_refused_all_the_same(world: World) -> None:
    ada = world.person("Ada")
    command = next(it for it in await world.bot.tree.fetch_commands() if it.name == "wizard-admin")
    world.guild.set_command_permissions(command, {ada.actor: True})
    answer = await ada.slash("wizard-admin settings")
    assert answer.ephemeral
    assert text(answer.response) == ONLY


@pytest.mark.parametrize("op", ["server:start", "server_set:preset", "server_set:ai_players", "server_forget:"])
async def test_a_forged_click_of_somebody_else_changes_nothing(world: World, op: str) -> None:
    (ada,) = await world.open_table("Ada")
    await world.bot.store.save_house_rules(world.guild.id, opts.dumps(PRESETS["five"]))
    value = "off" if "ai" in op else "quick"
    click = ada.emit(world.table_message(), f"w1:0:0:{op}", [value])
    await world.env.settle()
    assert click.ephemeral
    assert text(click.response) == ONLY
    assert await world.bot.store.server_settings(world.guild.id) is None
    assert await world.bot.store.house_rules(world.guild.id) is not None


async def test_somebody_else_cannot_save_a_table_as_house_rules(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    table = world.table()
    ada.emit(world.table_message(), f"w1:{table.id}:{table.options_version}:server_save:")
    await world.env.settle()
    assert await world.bot.store.house_rules(world.guild.id) is None


async def test_a_manager_who_is_none_any_more_is_refused_on_the_open_panel(world: World) -> None:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    max_ = world.person("Max", roles=[role])
    panel = await admin(max_)
    await world.bot.get_guild(world.guild.id).get_role(role.id).delete()
    await world.env.settle()
    assert text((await choose(max_, panel, "preset", "quick")).response) == ONLY
    assert await saved(world) == ServerSettings()


@pytest.mark.parametrize(
    ("op", "values"),
    [
        ("server:nowhere", None),
        ("server_set:colour", ["red"]),
        ("server_set:preset", ["chess"]),
        ("server_set:preset", []),
        ("server_set:channels", ["here"]),
        ("server_set:moderators", ["me"]),
        ("server_set:min_humans", ["7"]),
        ("server_set:pace", ["blitz"]),
        ("server_set:language", ["tlh"]),
        ("server_set:bid_time", ["1"]),
        ("server_save:", None),
    ],
)
async def test_a_click_that_makes_no_sense_is_answered_and_changes_nothing(
    world: World, op: str, values: list[str] | None
) -> None:
    max_ = manager(world)
    click = max_.emit(await admin(max_), f"w1:0:0:{op}", values)
    await world.env.settle()
    assert click.acknowledged
    assert await saved(world) == ServerSettings()


# --- the panel -----------------------------------------------------------------------------------


async def test_each_setting_is_saved_shown_and_kept_over_a_restart(world: World) -> None:
    max_, role = manager(world), world.guild.create_role("referees")
    panel = await admin(max_)
    for name, *values in (
        ("preset", "jubilee-20"),
        ("pace", "live"),
        ("bid_time", "30"),
        ("play_time", "45"),
        ("takeover", "free"),
        ("posts", "trick"),
        ("auto_play", "on"),
        ("channels", world.channel),
        ("moderators", role),
        ("ai_players", "off"),
        ("ai_level", "archmage"),
        ("min_humans", "4"),
        ("language", "nl"),
    ):
        await choose(max_, panel, name, *values)
        assert picked(named(panel)[name]) == [str(getattr(value, "id", value)) for value in values]
        assert len(parts(panel)) <= 40
        assert all(len(it["options"]) <= 25 for it in parts(panel) if it["type"] == 3)
    clock = TurnClock(Pace.LIVE, 30, 45)
    tables = TableSettings(clock, Takeover.FREE, Posts.TRICK, ai_players=False, ai_level=Level.ARCHMAGE, auto_play=True)
    expected = ServerSettings("jubilee-20", tables, (world.channel.id,), role.id, 4, "nl")
    assert await saved(world) == expected
    await world.restart(crash=True)
    assert await saved(world) == expected
    await choose(max_, panel, "moderators")
    assert (await saved(world)).moderator_role is None


async def test_two_panels_do_not_undo_each_other(world: World) -> None:
    max_ = manager(world)
    first, second = await admin(max_), await admin(max_)
    for panel, name, value in ((first, "preset", "quick"), (second, "min_humans", "3"), (first, "pace", "slow")):
        max_.emit(panel, f"w1:0:0:server_set:{name}", [value])
    await world.env.settle()
    assert await saved(world) == ServerSettings("quick", TableSettings(TurnClock(Pace.SLOW)), min_humans=3)


async def test_channels_and_roles_that_are_gone_are_not_shown_as_picked(world: World) -> None:
    max_, role = manager(world), world.guild.create_role("referees")
    extra = world.guild.create_text_channel("extra")
    panel = await admin(max_)
    await choose(max_, panel, "channels", world.channel, extra)
    await choose(max_, panel, "moderators", role)
    world.env.backend.delete_channel(extra.id)
    world.env.backend.delete_role(world.guild.id, role.id)
    await world.env.settle()
    await choose(max_, panel, "min_humans", "3")
    assert picked(named(panel)["channels"]) == [str(world.channel.id)]
    assert picked(named(panel)["moderators"]) == []
    assert named(panel)["moderators"]["placeholder"] == "a role that is gone"


async def test_everyone_cannot_be_a_moderator(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    await choose(max_, panel, "moderators", world.guild.default_role)
    assert "@everyone can't be a moderator." in text(panel)
    assert (await saved(world)).moderator_role is None
    before = named(panel)["moderators"]["custom_id"]
    await choose(max_, panel, "moderators", world.guild.default_role)
    assert named(panel)["moderators"]["custom_id"] != before


async def test_settings_that_cannot_be_read_are_the_defaults_with_a_warning(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.bot.store.save_server_settings(world.guild.id, '{"min_humans":"many"}')
    await world.open_table("Ada")
    assert world.table().settings == TableSettings()
    warnings = [it for it in caplog.records if it.levelno == logging.WARNING and "settings of server" in it.message]
    assert len(warnings) == 1
    max_ = manager(world)
    await choose(max_, await admin(max_), "min_humans", "3")
    assert await saved(world) == ServerSettings(min_humans=3)


# --- what new tables begin with ------------------------------------------------------------------


async def test_new_tables_are_run_as_the_server_says_and_those_of_another_server_are_not(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    for name, value in (("pace", "live"), ("bid_time", "30"), ("posts", "trick"), ("preset", "quick")):
        await choose(max_, panel, name, value)
    await world.open_table("Ada")
    expected = TableSettings(TurnClock(Pace.LIVE, 30), posts=Posts.TRICK)
    assert world.table().settings == expected
    assert world.table().options == PRESETS["quick"]
    assert "Pace: live (30 s a bid, 60 s a card)" in text(world.table_message())
    await world.restart(crash=True)
    assert world.table().settings == expected
    other = await another_server(world)
    await other.open_table("Bo")
    assert other.table().settings == TableSettings()
    assert other.table().options == Options()


async def test_what_new_is_given_goes_before_what_the_server_says(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    for name, value in (("pace", "live"), ("bid_time", "30"), ("posts", "trick"), ("preset", "quick")):
        await choose(max_, panel, name, value)
    await world.open_table("Ada", preset="five", pace="slow")
    assert world.table().options == PRESETS["five"]
    assert world.table().settings == TableSettings(TurnClock(Pace.SLOW), posts=Posts.TRICK)


async def test_the_host_may_run_the_table_otherwise(world: World) -> None:
    max_ = manager(world)
    await choose(max_, await admin(max_), "pace", "live")
    (ada,) = await world.open_table("Ada")
    panel = (await ada.click_table("Options")).response
    await ada.actor.click(panel, label="Table")
    pace = named(panel)["pace"]
    assert picked(pace) == ["live"]
    await ada.actor.select(panel, values=["off"], custom_id=pace["custom_id"])
    assert world.table().settings == TableSettings(TurnClock(Pace.OFF))


async def test_house_rules_are_saved_and_forgotten_here_too(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    assert "They are saved from a table" in text(panel)
    await choose(max_, panel, "preset", "five")
    await max_.slash("wizard new", preset="canadian")
    panel = await admin(max_)
    await max_.actor.click(panel, label="Save this table's options")
    assert optionpanel.SAVED in text(panel)
    assert "house rules · Canadian" in text(panel).replace("**", "")
    assert control(panel, "Save this table's options")["disabled"]
    assert picked(named(panel)["preset"]) == ["house"]
    await max_.slash("wizard end")
    await max_.slash("wizard new")
    assert world.table().options == PRESETS["canadian"]
    await max_.actor.click(panel, label="Forget house rules")
    assert optionpanel.FORGOTTEN in text(panel)
    await max_.slash("wizard end")
    await max_.slash("wizard new")
    assert world.table().options == Options()


async def test_options_that_changed_meanwhile_are_not_saved_unseen(world: World) -> None:
    max_ = manager(world)
    await max_.slash("wizard new", preset="quick")
    panel = await admin(max_)
    options = (await max_.click_table("Options")).response
    await max_.actor.select(options, values=["half"], custom_id=named(options)["length"]["custom_id"])
    await max_.actor.click(panel, label="Save this table's options")
    assert "The table has moved on" in text(panel)
    assert await world.bot.store.house_rules(world.guild.id) is None


async def test_house_rules_of_the_options_panel_take_the_place_of_the_preset(world: World) -> None:
    max_ = manager(world)
    await choose(max_, await admin(max_), "preset", "five")
    await max_.slash("wizard new", preset="quick")
    options = (await max_.click_table("Options")).response
    await max_.actor.click(options, label="Save as house rules")
    await max_.slash("wizard end")
    await max_.slash("wizard new")
    assert world.table().options == PRESETS["quick"]


# --- the language of new tables -------------------------------------------------------------------


@pytest.fixture
def in_a_server_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Say which language the server has in Discord; texts stay English, so that buttons are found by their words."""
    monkeypatch.setattr(languages, "_catalogue", lambda _language: gettext.NullTranslations())

    def set_up(locale: str) -> None:
        def payload(*given: Any, **named: Any) -> Any:
            record, plain = base_payload(*given, **named)
            return record, plain | {"guild_locale": locale}

        monkeypatch.setattr(interactions, "base_payload", payload)

    base_payload = interactions.base_payload
    return set_up


async def test_the_languages_are_offered_by_their_own_names(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    await max_.actor.click(panel, label="Server")
    language = named(panel)["language"]
    assert picked(language) == ["usual"]
    assert [it["label"] for it in language["options"]] == [
        "usual",
        *("English", "Deutsch", "Français", "Nederlands", "Polski"),
    ]
    assert language["options"][0]["description"] == "as the server is set in Discord"
    assert [it["value"] for it in language["options"]] == ["usual", "en", "de", "fr", "nl", "pl"]


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("de", "de"), ("pl", "pl"), ("pt-BR", "en")])
async def test_a_table_speaks_as_the_server_is_set_in_discord(
    world: World, in_a_server_of: Callable[[str], None], locale: str, language: str
) -> None:
    in_a_server_of(locale)
    await world.open_table("Ada", pace="slow")
    assert world.table().settings == TableSettings(TurnClock(Pace.SLOW), language=language)
    await world.restart(crash=True)
    assert world.table().settings.language == language


async def test_a_table_speaks_the_language_that_the_server_chose(
    world: World, in_a_server_of: Callable[[str], None]
) -> None:
    in_a_server_of("de")
    max_ = manager(world)
    await choose(max_, await admin(max_), "language", "en")
    await max_.slash("wizard new")
    assert world.table().settings.language == "en"
    await choose(max_, await admin(max_), "language", "fr")
    assert world.table().settings.language == "en"
    await max_.slash("wizard end")
    await max_.slash("wizard new")
    assert world.table().settings.language == "fr"


async def test_the_host_cannot_choose_the_language_and_keeps_it(
    world: World, in_a_server_of: Callable[[str], None]
) -> None:
    in_a_server_of("nl")
    (ada,) = await world.open_table("Ada")
    panel = (await ada.click_table("Options")).response
    await ada.actor.click(panel, label="Table")
    assert "language" not in named(panel)
    before = world.table()
    click = ada.emit(panel, f"w1:{before.id}:{before.options_version}:option:language", ["pl"])
    await world.env.settle()
    assert click.acknowledged
    assert world.table() == before
    await ada.actor.select(panel, values=["live"], custom_id=named(panel)["pace"]["custom_id"])
    assert world.table().settings == TableSettings(TurnClock(Pace.LIVE), language="nl")


@pytest.mark.parametrize(("chosen", "language"), [(None, "de"), ("pl", "pl")])
async def test_a_rematch_keeps_its_language_unless_the_server_chose_another(
    world: World, in_a_server_of: Callable[[str], None], chosen: str | None, language: str
) -> None:
    in_a_server_of("de")
    ada, _ = await world.start_table("Ada", "Bo", ai=1)
    await ada.slash("wizard end")
    in_a_server_of("fr")
    if chosen is not None:
        max_ = manager(world)
        await choose(max_, await admin(max_), "language", chosen)
    await ada.click_table("Rematch")
    assert world.table().settings.language == language


# --- channels ------------------------------------------------------------------------------------


async def test_tables_are_opened_only_in_the_chosen_channels(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    hall, cellar = (world.guild.create_text_channel(name) for name in ("hall", "cellar"))
    panel = await admin(max_)
    await choose(max_, panel, "channels", hall, cellar)
    answer = await ada.slash("wizard new")
    assert answer.ephemeral
    assert text(answer.response) == f"In this server tables are opened in <#{hall.id}>, <#{cellar.id}>."
    assert world.table_over
    await ada.slash("wizard new", channel=cellar)
    assert world.table(cellar).stage is Stage.LOBBY
    other = await another_server(world)
    await other.open_table("Bo")
    await choose(max_, panel, "channels")
    await ada.slash("wizard new")
    assert not world.table_over


async def test_threads_of_a_chosen_channel_are_chosen_too(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await choose(max_, await admin(max_), "channels", world.channel)
    for parent, opened in ((world.channel, True), (elsewhere, False)):
        thread = await _thread(world, parent)
        answer = await ada.slash("wizard new", channel=thread)
        assert answer.ephemeral is not opened
        assert (world.bot.tables.in_channel(thread.id) is not None) is opened


async def _thread(world: World, parent: ChannelHandle) -> ChannelHandle:
    world.env.backend.create_thread(parent.id, "table", world.bot.user.id)
    await world.env.settle()
    return parent.threads[0]


async def test_when_the_chosen_channels_are_gone_it_says_who_can_help(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    hall = world.guild.create_text_channel("hall")
    await choose(max_, await admin(max_), "channels", hall)
    world.env.backend.delete_channel(hall.id)
    await world.env.settle()
    assert "Somebody with Manage Server can choose others" in text((await ada.slash("wizard new")).response)
    assert world.table_over


# --- moderators ----------------------------------------------------------------------------------


@pytest.mark.parametrize("started", [False, True])
async def test_the_moderator_role_ends_a_table(world: World, *, started: bool) -> None:
    max_, role = manager(world), world.guild.create_role("referees")
    referee, ada = world.person("Ref", roles=[role]), world.person("Ada")
    await ada.slash("wizard new")
    if started:
        await ada.click_table("Start")
    assert "Only the host" in text((await referee.slash("wizard end")).response)
    await choose(max_, await admin(max_), "moderators", role)
    assert "Only the host" in text((await world.person("Eve").slash("wizard end")).response)
    assert not world.table_over
    await referee.slash("wizard end")
    assert world.table_over


# --- AI players ----------------------------------------------------------------------------------


async def test_without_ai_players_three_people_are_needed(world: World) -> None:
    max_ = manager(world)
    await choose(max_, await admin(max_), "ai_players", "off")
    ada, bo = await world.open_table("Ada", "Bo")
    assert "it takes three people" in text(world.table_message())
    assert not [it for it in parts(world.table_message()) if it.get("label") in ("Add AI", "AI players")]
    table = world.table()
    click = ada.emit(world.table_message(), f"w1:{table.id}:{table.version}:add_ai:")
    await world.env.settle()
    assert text(click.response) == PEOPLE_ONLY
    assert text((await ada.click_table("Start")).response) == PEOPLE_ONLY
    assert text((await ada.slash("wizard start")).response) == PEOPLE_ONLY
    assert text((await bo.click_table("Start")).response) == "Only the host can do that."
    assert world.table() == table
    await world.person("Cleo").click_table("Join")
    await ada.click_table("Start")
    assert [seat.name for seat in world.table().seats] == ["Ada", "Bo", "Cleo"]


async def test_the_host_cannot_let_ai_players_in(world: World) -> None:
    max_ = manager(world)
    await choose(max_, await admin(max_), "ai_players", "off")
    (ada,) = await world.open_table("Ada")
    panel = (await ada.click_table("Options")).response
    await ada.actor.click(panel, label="Table")
    await ada.actor.select(panel, values=["live"], custom_id=named(panel)["pace"]["custom_id"])
    table = world.table()
    assert not table.settings.ai_players
    ada.emit(panel, f"w1:{table.id}:{table.options_version}:option:ai_players", ["on"])
    await world.env.settle()
    assert world.table() == table
    await world.restart()
    assert not world.table().settings.ai_players


async def test_an_open_lobby_keeps_its_ai_players(world: World) -> None:
    max_ = manager(world)
    ada, _ = await world.open_table("Ada", "Bo")
    await choose(max_, await admin(max_), "ai_players", "off")
    await ada.click_table("Add AI")
    await ada.click_table("Start")
    assert world.table().stage is Stage.PLAYING


# --- the standings -------------------------------------------------------------------------------


async def _games_counted(world: World, people: list[Person]) -> int:
    await world.play_round(people, Random(1))
    assert world.table_over
    page = await world.bot.store.standings(world.guild.id, season(world.bot.clock()), offset=0, limit=9)
    return page.total


@pytest.mark.parametrize(("least", "counted"), [(None, 2), ("1", 2), ("2", 2), ("3", 0)])
async def test_as_many_people_as_the_server_says_make_a_game_count(
    world: World, least: str | None, counted: int
) -> None:
    max_ = manager(world)
    if least is not None:
        await choose(max_, await admin(max_), "min_humans", least)
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    assert await _games_counted(world, people) == counted


async def test_a_table_counts_by_the_number_it_was_opened_with(world: World) -> None:
    max_ = manager(world)
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    await choose(max_, await admin(max_), "min_humans", "3")
    await world.restart(min_humans=4)
    for person in people:
        await person.open_hand()
    assert world.table().settings.min_humans == 2
    assert await _games_counted(world, people) == 2
    again = await people[0].actor.click(world.public()[-1], label="Rematch")
    assert not again.ephemeral
    assert world.table().settings.min_humans == 3, "a rematch is another table"


async def test_another_server_counts_by_its_own_number(world: World) -> None:
    max_ = manager(world)
    panel = await admin(max_)
    await choose(max_, panel, "min_humans", "3")
    other = await another_server(world)
    assert await _games_counted(other, await other.start_table("Cleo", "Dan", max_rounds=1)) == 2
    await choose(max_, panel, "min_humans", "usual")
    assert await _games_counted(world, await world.start_table("Ada", "Bo", max_rounds=1)) == 2


async def test_one_person_is_enough_where_the_server_says_so(world: World) -> None:
    await world.bot.store.save_server_settings(world.guild.id, json.dumps({"min_humans": 1}))
    assert await _games_counted(world, await world.start_table("Ada", max_rounds=1)) == 1
