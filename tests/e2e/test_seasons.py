"""Seasons: by the calendar and by hand, their final standings, and what admins take out of the standings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random

import discord
import pytest

from bot.names import NAMELESS
from bot.render import standings
from bot.rhythm import ALL_TIME, Rhythm, calendar_key, period
from bot.servers import ServerSettings, dumps
from bot.store import Order, SeasonStatus, Store, StoreError
from bot.tablesettings import TableSettings
from tests.e2e.driver import Person, World, parts, text
from tests.e2e.league import played
from tests.e2e.test_pictures import drawn_at_once

__all__ = ["drawn_at_once"]

TIMED = True
ONLY = "Only people with Manage Server"


def manager(world: World) -> Person:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.person("Max", roles=[role])


def finals(world: World) -> list[str]:
    return [text(message) for message in world.public() if "is over" in text(message) and "🏆" in text(message)]


async def total(world: World, season: str, order: Order = Order.POINTS) -> list[str]:
    page = await world.bot.store.standings(world.guild.id, season, offset=0, limit=99, order=order)
    return [row.name for row in page.rows]


# --- by the calendar -----------------------------------------------------------------------------


async def test_the_final_standings_of_a_month_are_posted_when_it_is_over(world: World) -> None:
    now = world.bot.clock()
    key = calendar_key(Rhythm.MONTH, now)
    await played(world, 1, "Ada", "Bo", "Cleo")
    assert finals(world) == []
    _begins, ends = period(key) or (0, 0)
    while world.bot.clock().timestamp() * 1000 < ends + 5_000:
        left = ends / 1000 - world.bot.clock().timestamp()
        await world.env.advance_time(min(86_500, max(6, left + 6)))
    [said] = finals(world)
    assert f"Season {key} is over" in said
    assert "Champion: Ada" in said
    assert "Most wins: Ada" in said
    assert "**2.** Bo · **6 season points**" in said
    [season] = await world.bot.store.seasons(world.guild.id)
    assert (season.status, season.ended_at) == (SeasonStatus.POSTED, ends)
    await world.restart()
    assert len(finals(world)) == 1


async def test_what_ended_while_the_bot_was_away_is_posted_at_its_start(world: World) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await played(world, 1, "Ada", "Bo", in_season="2025-12", ended_at=1, channel_id=other.id)
    await played(world, 2, "Bo", "Ada", in_season="2025-12", ended_at=2)
    await world.restart()
    [said] = finals(world)
    assert "Champions: Bo and Ada" in said
    assert [text(it) for it in world.public(other)] == []


async def test_what_was_posted_is_not_again_where_the_bot_died_before_it_noted_that(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(world, 1, "Ada", "Bo", in_season="2025-12", ended_at=1)
    mark = Store.mark_season_posted

    async def died(_store: Store, _guild_id: int, _key: str) -> None:
        raise StoreError

    monkeypatch.setattr(Store, "mark_season_posted", died)
    await world.restart()
    assert len(finals(world)) == 1
    assert [it.status for it in await world.bot.store.seasons(world.guild.id)] == [SeasonStatus.CLOSED]
    monkeypatch.setattr(Store, "mark_season_posted", mark)
    await world.restart(crash=True)
    assert [it.status for it in await world.bot.store.seasons(world.guild.id)] == [SeasonStatus.POSTED]
    sent = [it.json for it in world.env.backend.http_requests if it.method == "POST" and it.path.endswith("/messages")]
    first, again = sent
    assert first["enforce_nonce"] is True
    assert first["nonce"] == again["nonce"], "by which Discord knows it, and posts no other"


async def test_a_game_that_ends_as_a_month_does_is_in_the_next_one(world: World) -> None:
    """And one of the last millisecond, which is stored when the month is posted already, is in the one before."""
    _begins, ends = period("2025-11") or (0, 0)
    for number, at in enumerate((ends - 1, ends)):
        key = calendar_key(Rhythm.MONTH, datetime.fromtimestamp(at / 1000, UTC))
        await played(world, number, f"P{number}", f"Q{number}", in_season=key, ended_at=at)
    await world.bot.store.close_due_seasons(ends)
    assert await total(world, "2025-11") == ["P0", "Q0"]
    assert await total(world, "2025-12") == ["P1", "Q1"]
    december, november = await world.bot.store.seasons(world.guild.id)
    assert (december.status, november.status) == (SeasonStatus.OPEN, SeasonStatus.CLOSED)
    await world.bot.store.mark_season_posted(world.guild.id, "2025-11")
    await played(world, 2, "P2", "Q2", "P0", in_season="2025-11", ended_at=ends - 1)
    await world.restart()
    said = next(it for it in finals(world) if "2025-11" in it)
    assert "P2" in said


@pytest.mark.usefixtures("drawn_at_once")
@pytest.mark.parametrize("wanted", [True, False])
async def test_the_final_standings_have_a_picture_where_the_server_wants_any(world: World, wanted: bool) -> None:
    settings = ServerSettings(tables=TableSettings(pictures=wanted))
    await world.bot.store.save_server_settings(world.guild.id, dumps(settings))
    await played(world, 1, "Ada", "Bo", in_season="2025-12", ended_at=1)
    await world.restart(pictures=True)
    [message] = world.public()
    assert "Champion: Ada" in text(message)
    assert [part["type"] for part in parts(message)].count(12) == wanted


async def test_a_channel_that_is_gone_does_not_hold_a_season_up(world: World) -> None:
    await played(world, 1, "Ada", "Bo", in_season="2025-12", ended_at=1, channel_id=12345)
    await world.restart()
    assert [it.status for it in await world.bot.store.seasons(world.guild.id)] == [SeasonStatus.POSTED]


async def test_a_server_can_have_quarters(world: World) -> None:
    await world.bot.store.save_server_settings(world.guild.id, json.dumps({"seasons": "quarter"}))
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, Random(1))
    key = calendar_key(Rhythm.QUARTER, world.bot.clock())
    assert "Q" in key
    assert sorted(await total(world, key)) == ["Ada", "Bo"]
    assert f"Season {key}" in text((await people[0].slash("wizard leaderboard")).response)


# --- by hand -------------------------------------------------------------------------------------


async def test_seasons_by_hand_begin_end_and_are_named_and_nothing_is_deleted(world: World) -> None:
    max_ = manager(world)
    await played(world, 1, "Ada", "Bo")
    month = calendar_key(Rhythm.MONTH, world.bot.clock())
    begun = await max_.slash("wizard-admin season start", name="Winter")
    assert not begun.ephemeral
    assert "Winter begins." in text(begun.response)
    [ended] = finals(world)
    assert f"Season {month} is over" in ended

    people = await world.start_table("Cleo", "Dan", max_rounds=1)
    await world.play_round(people, Random(1))
    assert "Winter" in text((await max_.slash("wizard leaderboard")).response)
    over = await max_.slash("wizard-admin season end")
    assert "Winter is over" in text(over.response)
    assert "Champion" in text(over.response)
    await max_.slash("wizard-admin season rename", name="Ice", season="winter")

    winter, before = await world.bot.store.seasons(world.guild.id)
    assert (winter.name, winter.status, before.status) == ("Ice", SeasonStatus.POSTED, SeasonStatus.POSTED)
    assert sorted(await total(world, winter.season)) == ["Cleo", "Dan"]
    assert await total(world, month) == ["Ada", "Bo"]
    assert sorted(await total(world, ALL_TIME)) == ["Ada", "Bo", "Cleo", "Dan"]
    noted = [(it.user_id, it.what) for it in await world.bot.store.audit(world.guild.id, 9)]
    assert noted == [(max_.id, f"season {what}") for what in ("rename", "end", "start")]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**Ice** `@everyone`", r"\*\*Ice\*\*"),
        ("\u202eretniW", "retniW"),
        ("\u200b", NAMELESS),
        ("all", "all"),
        ("❄️", "❄"),
    ],
)
async def test_a_season_may_be_called_whatever_somebody_likes(world: World, name: str, shown: str) -> None:
    max_ = manager(world)
    begun = await max_.slash("wizard-admin season start", name=name)
    assert shown in text(begun.response)
    assert "\u202e" not in text(begun.response)
    people = await world.start_table("Cleo", "Dan", max_rounds=1)
    await world.play_round(people, Random(1))
    assert shown in text((await max_.slash("wizard leaderboard")).response)
    assert shown in text((await max_.slash("wizard-admin season rename", name=name)).response)
    assert shown in text((await max_.slash("wizard-admin season end")).response)


async def test_between_two_seasons_games_count_for_all_time(world: World) -> None:
    max_ = manager(world)
    await max_.slash("wizard-admin season start")
    await max_.slash("wizard-admin season end")
    people = await world.start_table("Cleo", "Dan", max_rounds=1)
    await world.play_round(people, Random(1))
    shown = text((await max_.slash("wizard leaderboard")).response)
    assert "Between two seasons" in shown
    assert "Nobody has finished" in shown
    assert sorted(await total(world, ALL_TIME)) == ["Cleo", "Dan"]


async def test_a_season_of_the_calendar_is_not_ended_by_hand(world: World) -> None:
    await played(world, 1, "Ada", "Bo")
    refused = await manager(world).slash("wizard-admin season end")
    assert refused.ephemeral
    assert "end by themselves" in text(refused.response)


# --- games and people taken out ------------------------------------------------------------------


async def test_a_game_is_taken_out_and_put_back(world: World) -> None:
    max_ = manager(world)
    game = await played(world, 1, "Ada", "Bo")
    assert await total(world, ALL_TIME) == ["Ada", "Bo"]
    said = await max_.slash("wizard-admin exclude game", game=str(game))
    assert said.ephemeral
    assert "doesn't count any more" in text(said.response)
    assert await total(world, ALL_TIME) == []
    again = await max_.slash("wizard-admin exclude game", game=str(game))
    assert "doesn't count anyway" in text(again.response)
    assert "counts again" in text((await max_.slash("wizard-admin restore game", game=str(game))).response)
    assert await total(world, ALL_TIME) == ["Ada", "Bo"]
    noted = [(it.what, it.subject) for it in await world.bot.store.audit(world.guild.id, 9)]
    assert noted == [("restore game", str(game)), ("exclude game", str(game))]


async def test_a_person_is_taken_out_and_brought_back(world: World) -> None:
    max_ = manager(world)
    people = ada, _bo = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, Random(1))
    await max_.slash("wizard-admin exclude person", person=ada.actor.user)
    assert await total(world, ALL_TIME) == ["Bo"]
    assert "Ada" not in text((await ada.slash("wizard leaderboard")).response)
    again = await max_.slash("wizard-admin exclude person", person=ada.actor.user)
    assert "already" in text(again.response)
    await max_.slash("wizard-admin restore person", person=ada.actor.user)
    assert sorted(await total(world, ALL_TIME)) == ["Ada", "Bo"]


@pytest.mark.parametrize("game", ["", "soon", "9" * 30, "12"])
async def test_what_is_no_game_is_refused(world: World, game: str) -> None:
    said = await manager(world).slash("wizard-admin exclude game", game=game or "-")
    assert "no such game" in text(said.response)


async def test_only_managers_may(world: World) -> None:
    ada = world.person("Ada")
    game = await played(world, 1, "Ada", "Bo")
    admin = next(it for it in await world.bot.tree.fetch_commands() if it.name == "wizard-admin")
    world.guild.set_command_permissions(admin, {ada.actor: True})
    for command, options in (
        ("season start", {}),
        ("season end", {}),
        ("season rename", {"name": "x"}),
        ("exclude game", {"game": str(game)}),
        ("restore game", {"game": str(game)}),
        ("exclude person", {"person": ada.actor.user}),
        ("restore person", {"person": ada.actor.user}),
    ):
        refused = await ada.slash(f"wizard-admin {command}", **options)
        assert ONLY in text(refused.response)
    assert await world.bot.store.audit(world.guild.id, 9) == ()
    assert await total(world, ALL_TIME) == ["Ada", "Bo"]


# --- who acted -----------------------------------------------------------------------------------


async def test_whoever_leaves_is_placed_last_whatever_the_ai_makes_of_it(world: World) -> None:
    people = ada, bo, cleo = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    rng = Random(3)
    await world.play_round(people, rng)
    await bo.leave()
    while not world.table_over:
        assert await world.decide_once([ada, cleo], rng)
    page = await world.bot.store.standings(world.guild.id, ALL_TIME, offset=0, limit=9)
    last = page.rows[-1]
    assert (last.name, last.season_points, last.wins) == ("Bo", 0, 0)
    assert sum(row.season_points for row in page.rows) == 180


async def test_somebody_who_never_acted_does_not_make_a_game_count(world: World) -> None:
    ada, _bo = await world.start_table("Ada", "Bo", max_rounds=1)
    await _bo.leave()
    rng = Random(1)
    while not world.table_over:
        assert await world.decide_once([ada], rng)
    assert await total(world, ALL_TIME) == []


def test_the_day_of_a_nameless_season_is_in_its_title() -> None:
    at = int(datetime(2026, 11, 30, tzinfo=UTC).timestamp() * 1000)
    assert standings._day(at) == "2026-11-30"
