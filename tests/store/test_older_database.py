"""A database that an older version of the bot left behind."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.rhythm import ALL_TIME
from bot.store import SeasonStatus, Status, Store
from bot.table import Stage
from bot.tables import fold
from engine import record
from engine.ai.levels import Level
from engine.options import FirstDealer, Labels, Length, Options, SumRule

VERSION_1 = Path(__file__).parents[1] / "fixtures" / "version-1" / "wizard.db"


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Open the store on a database of version 1, which has everything but house rules."""
    shutil.copy(VERSION_1, tmp_path / "wizard.db")
    opened = await Store.open(f"sqlite:///{tmp_path}/wizard.db")
    yield opened
    await opened.close()


async def test_open_tables_go_on_where_they_were(store: Store) -> None:
    lobby, running = map(fold, await store.unarchived())
    assert (lobby.id, lobby.stage) == (1000, Stage.LOBBY)
    levels = [seat.level for table in (lobby, running) for seat in table.seats if seat.user_id is None]
    assert set(levels) == {Level.ADEPT}
    assert lobby.options == Options(length=Length.QUICK, labels=Labels.FACES)
    assert lobby.options_version == 0
    assert (running.id, running.stage) == (1035, Stage.PLAYING)
    assert running.options == Options(sum_rule=SumRule.ALWAYS, first_dealer=FirstDealer.HOST)
    assert running.playing.round.number == 3
    assert running.version == 37


async def test_a_finished_game_keeps_its_record_and_its_place_in_the_standings(store: Store) -> None:
    row = await store.game(1003)
    assert {holder.level for holder in record.load(await store.record(1003)).seats} == {None}
    assert (row.status, row.archived) == (Status.FINISHED, True)
    assert record.load(await store.record(1003)).options == Options(max_rounds=3)
    page = await store.standings(1, "2026-11", offset=0, limit=10)
    assert [(seat.name, seat.points) for seat in page.rows] == [("Bo", 30), ("Ada", 10), ("Cleo", 0)]


async def test_its_results_have_season_points_ratings_and_a_season_that_runs(store: Store) -> None:
    rows = (await store.standings(1, "2026-11", offset=0, limit=10)).rows
    # An AI player won that game; among the people Bo was first.
    assert [(row.season_points, row.wins, row.games) for row in rows] == [(120, 0, 1), (60, 0, 1), (0, 0, 1)]
    assert rows[0].mu > rows[1].mu > rows[2].mu
    assert (await store.standings(1, ALL_TIME, offset=0, limit=10)).rows == rows
    [season] = await store.seasons(1)
    assert (season.season, season.status) == ("2026-11", SeasonStatus.OPEN)
    assert await store.fact("standings") is None
    await store.rebuild_standings()
    assert (await store.standings(1, "2026-11", offset=0, limit=10)).rows == rows


async def test_people_are_found_and_forgotten_in_it(store: Store) -> None:
    [bo] = [it for it in (await store.standings(1, "2026-11", offset=0, limit=10)).rows if it.name == "Bo"]
    held = await store.held_about(bo.user_id)
    assert held is not None
    assert {it["status"] for it in held.games} == {Status.OPEN, Status.FINISHED}
    assert 1003 in {it["id"] for it in held.games}
    await store.forget_person(bo.user_id, -7)
    assert not await store.is_known(bo.user_id)
    names = {holder.player: holder.name for holder in record.load(await store.record(1003)).seats}
    assert names["-7"] == "Former player"
    assert str(bo.user_id) not in names
    for stored in await store.unarchived():
        assert fold(stored).seat_of(bo.user_id) is None


async def test_house_rules_can_be_kept_in_it(store: Store) -> None:
    assert await store.house_rules(1) is None
    await store.save_house_rules(1, "{}")
    assert await store.house_rules(1) == "{}"


async def test_server_settings_can_be_kept_in_it(store: Store) -> None:
    assert await store.server_settings(1) is None
    await store.save_server_settings(1, "{}")
    assert await store.server_settings(1) == "{}"
