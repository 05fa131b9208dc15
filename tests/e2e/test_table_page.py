"""How a table is run: the page of the host's panel, and what the table shows of it."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot import arranging
from bot.entries import Arrange
from bot.pace import LONGEST_SECONDS, SHORTEST_SECONDS, Pace, TurnClock
from bot.render import arrangements
from bot.tablesettings import TableSettings
from tests.e2e.driver import Component, Person, World, control, controls, parts, text

STALE = "The table has moved on; this is how it stands now."
TIMES = ("bid_time", "play_time")


def _named(panel: ResponseMessage) -> dict[str, Component]:
    """Return the selects of the page, by the setting they are for."""
    selects = [part for part in controls(panel) if part["type"] == 3]
    return {part["custom_id"].split(":")[4].partition(".")[0]: part for part in selects}


def _values(part: Component) -> list[str]:
    return [choice["value"] for choice in part["options"]]


def _picked(part: Component) -> list[str]:
    return [choice["value"] for choice in part["options"] if choice.get("default")]


async def _page(person: Person) -> ResponseMessage:
    panel = (await person.click_table("Options")).response
    await person.actor.click(panel, label="Table")
    return panel


async def _choose(person: Person, panel: ResponseMessage, name: str, value: str) -> InteractionResult:
    return await person.actor.select(panel, values=[value], custom_id=_named(panel)[name]["custom_id"])


def seconds_left(world: World) -> float:
    deadline = world.table().deadline
    assert deadline is not None
    return deadline / 1000 - world.bot.clock().timestamp()


# --- choosing ------------------------------------------------------------------------------------


async def test_the_host_can_choose_every_value_of_every_setting(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    assert control(panel, "Table")["disabled"]
    assert list(_named(panel)) == list(arrangements.SETTINGS)
    for name in ("bid_time", "play_time", "takeover", "posts", "auto_play", "pre_moves", "thread", "pace"):
        for value in [*_values(_named(panel)[name])[1:], _values(_named(panel)[name])[0]]:
            before = world.table().settings
            await _choose(ada, panel, name, value)
            assert world.table().settings == arranging.changed(before, name, value)
            assert _picked(_named(panel)[name]) == [value]
            assert len(parts(panel)) <= 40
    assert world.table().settings == TableSettings(TurnClock(Pace.LIVE))


async def test_every_time_on_the_list_is_possible_and_says_how_long_it_is(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    for name in TIMES:
        assert 2 < len(_named(panel)[name]["options"]) <= 25
        usual, *times = _values(_named(panel)[name])
        assert usual == "usual"
        assert all(SHORTEST_SECONDS <= int(time) <= LONGEST_SECONDS for time in times)
        assert (times[0], times[-1]) == ("15", str(LONGEST_SECONDS))
    labels = [choice["label"] for choice in _named(panel)["bid_time"]["options"]]
    assert labels[:2] == ["as the pace says", "15 s"]
    assert labels[-1] == "7 days"


async def test_a_time_that_is_not_on_the_list_is_shown(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    odd = TableSettings(TurnClock(Pace.LIVE, bid_seconds=77))
    await world.bot.tables.submit(world.table().id, Arrange(ada.id, odd))
    assert _picked(_named(await _page(ada))["bid_time"]) == ["77"]
    assert "Pace: live (77 s a bid, 60 s a card)" in text(world.table_message())


async def test_without_a_clock_there_are_no_times_to_choose(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    await _choose(ada, panel, "pace", "off")
    assert not set(TIMES) & set(_named(panel))
    assert "Pace: off (no clock)" in text(world.table_message())
    await _choose(ada, panel, "pace", "slow")
    assert set(TIMES) <= set(_named(panel))


async def test_another_pace_does_not_keep_the_times_of_the_last_one(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    await _choose(ada, panel, "bid_time", "30")
    await _choose(ada, panel, "pace", "live")
    assert world.table().settings.clock == TurnClock(Pace.LIVE)


async def test_what_is_chosen_already_is_not_logged_again(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel, before = await _page(ada), world.table()
    await _choose(ada, panel, "pace", before.settings.clock.pace)
    assert world.table() == before


async def test_a_restart_keeps_what_is_chosen(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    await _choose(ada, panel, "pace", "live")
    await _choose(ada, panel, "posts", "trick")
    chosen = world.table().settings
    await world.restart(crash=True)
    assert world.table().settings == chosen
    await _choose(ada, panel, "auto_play", "on")
    assert world.table().settings.auto_play


# --- others and late clicks ----------------------------------------------------------------------


async def test_everybody_else_sees_how_the_table_is_run(world: World) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    await _choose(ada, await _page(ada), "pace", "slow")
    seen = (await bo.click_table("Options")).response
    assert controls(seen) == []
    assert "pace slow – 24 h a decision" in text(seen).replace("**", "")
    assert all(name in text(seen) for name in arrangements.SETTINGS)


@pytest.mark.parametrize(("name", "value"), [("pace", "off"), ("bid_time", "15"), ("takeover", "free")])
async def test_a_forged_click_of_somebody_else_changes_nothing(world: World, name: str, value: str) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    panel, before = await _page(ada), world.table()
    click = bo.emit(world.table_message(), _named(panel)[name]["custom_id"], [value])
    await world.env.settle()
    assert text(click.response) == "Only the host can do that."
    assert world.table() == before


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("pace", ["blitz"]),
        ("pace", []),
        ("bid_time", ["9"]),
        ("play_time", ["604801"]),
        ("posts", ["never", "round"]),
        ("ai_players", ["off"]),
        ("language", ["on"]),
    ],
)
async def test_a_click_that_makes_no_sense_is_answered_and_changes_nothing(
    world: World, name: str, values: list[str]
) -> None:
    (ada,) = await world.open_table("Ada")
    panel, before = await _page(ada), world.table()
    click = ada.emit(panel, f"w1:{before.id}:{before.options_version}:option:{name}", values)
    await world.env.settle()
    assert click.acknowledged
    assert world.table() == before


async def test_a_click_on_an_older_panel_shows_the_present_and_overwrites_nothing(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await _page(ada)
    pace = _named(panel)["pace"]["custom_id"]
    for value in ("live", "slow"):
        ada.emit(panel, pace, [value])
    await world.env.settle()
    assert world.table().settings.clock.pace is Pace.LIVE
    # Either answer may come last, and both show the present.
    assert sum(STALE in str(entry.json) for entry in world.env.backend.http_requests) == 1
    assert _picked(_named(panel)["pace"]) == ["live"]


# --- its effect ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "seconds"),
    [
        ({"pace": "live"}, 90),
        ({"pace": "relaxed"}, 600),
        ({"pace": "slow"}, 86400),
        ({"pace": "live", "bid_time": "15"}, 15),
        ({"play_time": "15"}, 600),
    ],
)
async def test_the_deadline_follows_the_chosen_pace(world: World, chosen: dict[str, str], seconds: int) -> None:
    people = await world.open_table("Ada", "Bo", "Cleo")
    panel = await _page(people[0])
    for name, value in chosen.items():
        await _choose(people[0], panel, name, value)
    await people[0].click_table("Start")
    assert seconds - 10 <= seconds_left(world) <= seconds


@pytest.mark.parametrize("pace", list(Pace))
async def test_new_takes_a_pace_and_the_lobby_shows_it(world: World, pace: Pace) -> None:
    await world.open_table("Ada", pace=pace.value)
    assert world.table().settings == TableSettings(TurnClock(pace))
    assert arrangements.pace_line(TurnClock(pace)) in text(world.table_message()).splitlines()


async def test_a_pace_of_new_is_in_the_log_only_if_it_is_another_one(world: World) -> None:
    given: list[dict[str, Any]] = [{}, {"pace": "relaxed"}, {"pace": "live"}]
    ada = world.person("Ada")
    for options, entries in zip(given, (1, 1, 2), strict=True):
        await ada.slash("wizard new", **options)
        (stored,) = await world.bot.store.unarchived()
        assert len(stored.entries) == stored.row.version == world.table().version == entries
        await ada.slash("wizard end")
