"""A backup taken while people play, restored: the games of that moment go on, and every record verifies."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from bot.cli import main
from bot.table import Stage
from tests.e2e.driver import Person, World, decisions, new_bot, text


@pytest.fixture(autouse=True)
def _this_database(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_DATABASE_URL", f"sqlite+aiosqlite:///{world.database}")
    monkeypatch.chdir(world.database.parent)


async def _db(*typed: str) -> int:
    return await asyncio.to_thread(main, ["db", *typed])


async def _play_on(world: World, people: list[Person]) -> None:
    while not world.table_over:
        assert await world.decide_once(people, Random(1)), "nobody can act"


async def _restore(world: World, *, crash: bool) -> None:
    """Stop the bot, restore its database, start it again."""
    await (world.bot.store.close() if crash else world.bot.close())
    assert await _db("restore", "copy.db") == 0
    await world.env.restart_bot(new_bot(world.database))


@pytest.mark.parametrize("crash", [False, True], ids=["stopped", "killed"])
async def test_games_go_on_where_they_were_at_the_backup(world: World, crash: bool) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=3)
    await world.play_round(people, Random(1))
    before = world.table()
    assert await _db("backup", "copy.db") == 0  # the bot has the database open
    await _play_on(world, people)
    first = await world.bot.store.record(before.id)
    assert first is not None

    await _restore(world, crash=crash)
    after = world.table()
    assert (after.stage, after.version, after.log) == (Stage.PLAYING, before.version, before.log)
    assert after.playing == before.playing
    assert await world.bot.store.record(before.id) is None
    await people[0].slash("wizard table")
    assert "round 2 of 3" in text(world.table_message())
    for person in people:
        await person.open_hand()
    await _play_on(world, people)
    again = await world.record(before.id)
    assert again.seed == before.seed
    assert again.actions[: len(before.log)] == before.log
    board = text((await people[0].slash("wizard leaderboard")).response)
    for person in people:
        assert re.search(rf"{person.actor.name} · \*\*[\d.]+ season points\*\*", board)
    assert "This game was dealt fairly." in text((await people[0].slash("wizard verify")).response)
    assert await _db("check", "--records") == 0


async def test_buttons_from_after_the_backup_are_answered(world: World) -> None:
    """What was clicked in the meantime has never happened; the old panels say how things stand."""
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=3)
    assert await _db("backup", "copy.db") == 0
    await world.play_round(people, Random(1))
    [late] = [person for person in people if person.can_decide]
    assert late.panel is not None
    button, shown = decisions(late.panel)[0]["custom_id"], late.shown(late.panel)
    await _restore(world, crash=False)
    before = world.table()
    answer = late.emit(late.panel, button, shown=shown)
    await world.env.settle()
    assert answer.acknowledged
    assert world.table().log == before.log
    assert "round 1 of 3" in text(late.panel)
    for person in people:
        await person.open_hand()
    await _play_on(world, people)
    assert await _db("check", "--records") == 0


async def test_finished_games_of_a_backup_keep_records_and_standings(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    first = world.table().id
    await _play_on(world, people)
    board = text((await people[0].slash("wizard leaderboard")).response)
    kept = await world.bot.store.record(first)
    assert await _db("backup", "copy.db") == 0
    again = await world.start_table("Cleo", "Dan", max_rounds=1)
    await _play_on(world, again)
    await _restore(world, crash=False)
    assert await world.bot.store.record(first) == kept
    assert text((await people[0].slash("wizard leaderboard")).response) == board
    capsys.readouterr()
    assert await _db("check", "--records") == 0
    assert "records: 1, every one verified" in capsys.readouterr().out
