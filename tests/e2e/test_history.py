"""Finished games: their list, their results, and their records as files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord.results import InteractionResult, ResponseMessage

from bot import cli
from bot.store import Ending, Entry, GameRow, PlayedSeat, SeatResult, Status
from bot.store.schema import record
from engine import options as opts
from engine.options import Options
from engine.record import load
from tests.e2e.driver import Person, World, control, controls, parts, text

GONE = "Nothing is left of that game that could be shown here."


async def play_a_game(world: World, *names: str, ai: int = 0, **options: Any) -> tuple[list[Person], int]:
    """Play a game to its last message and return its number, too."""
    people = await world.start_table(*names, ai=ai, **({"max_rounds": 1} | options))
    table_id, rng = world.table().id, Random(1)
    while not world.table_over:
        assert await world.decide_once(people, rng)
    return people, table_id


async def store_game(
    world: World,
    game_id: int,
    *seats: SeatResult,
    channel: int = 0,
    guild: int = 0,
    ai: tuple[PlayedSeat, ...] = (),
    record: str | None = None,
) -> None:
    """Keep a finished game without playing it."""
    game = GameRow(
        id=game_id,
        guild_id=guild or world.guild.id,
        channel_id=channel or world.channel.id,
        opened_by=1,
        options=opts.dumps(Options()),
        secret=bytes(32),
        rules_version=1,
        version=1,
        status=Status.OPEN,
        created_at=0,
    )
    await world.bot.store.create(game, [Entry(0, None, "{}")])
    ended = 1_700_000_000_000 + game_id * 1000
    over = Ending(Status.FINISHED, ended, "2026-11", record=record, results=seats, ai_results=ai)
    await world.bot.store.append(game_id, 1, [Entry(1, None, "{}")], over)
    await world.bot.store.archive(game_id)


def seat(at: int, person: Person | int, name: str, points: int, place: int) -> SeatResult:
    return SeatResult(at, person if isinstance(person, int) else person.id, name, points, place, 0, 3)


def said(result: InteractionResult) -> str:
    assert result.response.ephemeral
    return text(result.response)


def picker(message: ResponseMessage) -> dict[str, Any]:
    return next(part for part in parts(message) if part["type"] == 3)


async def forge(world: World, person: Person, custom_id: str, values: list[str] | None = None) -> str:
    """Return what a press of something that no message shows brings."""
    where = world.public()[-1]
    click = person.emit(where, custom_id, values)
    await world.env.settle()
    return said(click)


async def pick(person: Person, message: ResponseMessage, game_id: int) -> InteractionResult:
    return await person.actor.select(message, values=[str(game_id)], custom_id=picker(message)["custom_id"])


# --- the list ------------------------------------------------------------------------------------


async def test_without_games_it_says_so(world: World) -> None:
    ada = world.person("Ada")
    assert "No game has been finished in this channel yet." in said(await ada.slash("wizard history"))
    answer = said(await ada.slash("wizard history", person=world.person("Bo").actor.user))
    assert "This person has finished no game in this server" in answer


async def test_a_played_game_is_in_the_list_of_its_channel(world: World) -> None:
    _, table_id = await play_a_game(world, "Ada", "Bo", ai=1, preset="canadian")
    listed = await world.person("Dan").slash("wizard history")
    shown = said(listed)
    game = (await world.record(table_id)).game()
    ended_at = (await world.bot.store.game(table_id)).ended_at // 1000
    assert f"**1.** <t:{ended_at}:f> · 1 round" in shown
    names = ("Ada", "Bo", "Alma 🤖 (Adept)")
    best = max(game.totals)
    for name, points in zip(names, game.totals, strict=True):
        number = str(points).replace("-", "−")
        assert (f"🏆 **{name}**\u00a0{number}" if points == best else f"{name}\u00a0{number}") in shown
    assert "-# Canadian · only one round" in shown
    assert [choice["value"] for choice in picker(listed.response)["options"]] == [str(table_id)]


async def test_pages_are_turned_and_stay_right_after_a_restart(world: World) -> None:
    ada = world.person("Ada")
    for at in range(1, 13):
        await store_game(world, at, seat(0, ada, "Ada", 10 * at, 1))
    first = await ada.slash("wizard history")
    assert "12 finished games, newest first. Page 1 of 3." in said(first)
    assert [choice["value"] for choice in picker(first.response)["options"]] == ["12", "11", "10", "9", "8"]
    assert control(first.response, "Newer")["disabled"]
    await world.restart()
    second = await ada.actor.click(first.response, label="Older")
    third = await ada.actor.click(second.response, label="Older")
    assert third.response.id == first.response.id
    assert "**12.**" in said(third)
    assert control(third.response, "Older")["disabled"]
    assert "Page 2 of 3" in said(await ada.actor.click(third.response, label="Newer"))


async def test_a_page_that_is_no_more_is_the_last_one(world: World) -> None:
    ada = world.person("Ada")
    for at in range(1, 7):
        await store_game(world, at, seat(0, ada, "Ada", 0, 1))
    await ada.slash("wizard new")
    for page in ("2", "999999999"):
        assert "Page 2 of 2" in await forge(world, ada, f"w1:0:{page}:history:older")


async def test_a_persons_games_are_those_of_this_server(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    other = world.guild.create_text_channel("other")
    await store_game(world, 1, seat(0, ada, "Ada", 30, 1), seat(1, bo, "Bo", 10, 2))
    await store_game(world, 2, seat(0, bo, "Bo", 50, 1))
    await store_game(world, 3, seat(0, ada, "Ada", -20, 2), channel=other.id, ai=(PlayedSeat(1, None, "Alma", 5, 1),))
    await store_game(world, 4, seat(0, ada, "Ada", 70, 1), guild=world.guild.id + 1, channel=5)
    listed = await bo.slash("wizard history", person=ada.actor.user)
    assert "Games of Ada" in said(listed)
    assert "🏆 **Alma 🤖**\u00a05 · Ada\u00a0−20" in said(listed)
    assert [choice["value"] for choice in picker(listed.response)["options"]] == ["3", "1"]


async def test_games_of_a_channel_that_somebody_cannot_see_are_not_for_them(world: World) -> None:
    """Unless they sat there themselves; one that is gone is seen by nobody else."""
    cellar = world.guild.create_text_channel(
        "cellar", overwrites={world.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    )
    (ada, *_), played = await play_a_game(world, "Ada", "Bo", ai=1)
    eve, gone = world.person("Eve"), 12345
    await store_game(world, 2, seat(0, ada, "Ada", 20, 1))
    for channel in (cellar.id, gone):
        async with world.bot.store._database.writer.begin() as connection:
            await connection.execute(sa.text("UPDATE game SET channel_id = :it WHERE id > 2"), {"it": channel})
        listed = await eve.slash("wizard history", person=ada.actor.user)
        assert [choice["value"] for choice in picker(listed.response)["options"]] == ["2"]
        presses = (("0:0:game:", [str(played)]), (f"{played}:1:replay:", None), (f"{played}:0:record:", None))
        for person in (eve, ada):
            for press, values in presses:
                click = person.emit(listed.response, f"w1:{press}", values)
                await world.env.settle()
                assert (said(click) == GONE) == (person is eve)
        own = await ada.slash("wizard history", person=ada.actor.user)
        assert [choice["value"] for choice in picker(own.response)["options"]] == [str(played), "2"]


async def test_a_thread_shows_the_games_of_its_channel(world: World) -> None:
    ada = world.person("Ada")
    world.env.backend.create_thread(world.channel.id, "talk", world.env.bot.user.id)
    await world.env.settle()
    thread = world.channel.threads[0]
    await store_game(world, 1, seat(0, ada, "Ada", 30, 1))
    await store_game(world, 2, seat(0, ada, "Ada", 30, 1), channel=thread.id)
    listed = await ada.slash("wizard history", channel=thread)
    assert [choice["value"] for choice in picker(listed.response)["options"]] == ["2", "1"]


async def test_a_page_of_the_longest_games_fits_a_message(world: World) -> None:
    ada = world.person("Ada")
    options = Options(
        length=opts.Length.UPDOWN,
        max_rounds=11,
        bidding=opts.Bidding.SECRET,
        wizard_turnup=opts.WizardTurnup.NONE,
        next_dealer=opts.NextDealer.LAST_TRICK_WINNER,
        first_dealer=opts.FirstDealer.HIGH_CARD,
        tie=opts.Tie.CASCADE,
        labels=opts.Labels.FACES,
        special_cards=frozenset(("DRAGON", "FAIRY", "BOMB", "WITCH")),
    )
    for at in range(1, 6):
        await store_game(world, at, *[seat(it, it + 1, "*" * 24, -1000, it + 1) for it in range(6)])
        async with world.bot.store._database.writer.begin() as connection:
            await connection.execute(sa.text("UPDATE game SET options = :it"), {"it": opts.dumps(options)})
    listed = await ada.slash("wizard history")
    assert 2000 < len(said(listed)) <= 4000
    assert all(len(choice["label"]) <= 100 for choice in picker(listed.response)["options"])


# --- one game ------------------------------------------------------------------------------------


async def test_a_game_is_opened_from_the_list_and_left_for_it(world: World) -> None:
    (ada, *_), game_id = await play_a_game(world, "Ada", "Bo", ai=1)
    listed = await ada.slash("wizard history")
    opened = await pick(ada, listed.response, game_id)
    assert opened.response.id == listed.response.id
    shown = said(opened)
    assert "the game is over" in shown
    assert "1 round · Standard · only one round" in shown
    assert [part["label"] for part in controls(opened.response)] == ["Replay", "Scores", "Record", "All games"]
    scores = await ada.actor.click(opened.response, label="Scores")
    assert "trick 1 of round 1" in said(scores)
    back = await ada.actor.click(opened.response, label="All games")
    assert "Games of this channel" in said(back)
    assert back.response.id == listed.response.id


@pytest.mark.parametrize("value", ["", "x", "-1", "1.5", "9" * 19, "٣", "1" * 21])
async def test_a_forged_choice_is_answered(world: World, value: str) -> None:
    ada = world.person("Ada")
    await ada.slash("wizard new")
    answer = await forge(world, ada, "w1:0:0:game:", [value])
    assert "from another version of the bot" in answer


async def test_a_game_that_is_gone_is_one_sentence(world: World) -> None:
    """Its record is deleted, or the game is another server's, was stopped, or never was."""
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", ai=1)
    opened = await ada.click_table("Replay")
    assert "The deal and the bids" in said(opened)
    async with world.bot.store._database.writer.begin() as connection:
        await connection.execute(sa.delete(record))
    await store_game(world, 5, seat(0, ada, "Ada", 1, 1), guild=world.guild.id + 1)
    for game_id in (table_id, 5, 999):
        for press, values in (
            ("0:0:game:", [str(game_id)]),
            (f"{game_id}:1:replay:", None),
            (f"{game_id}:1:replay:1.next", None),
            (f"{game_id}:0:record:", None),
        ):
            assert await forge(world, ada, f"w1:{press}", values) == GONE
    gone = await ada.actor.click(opened.response, label="Next")
    assert said(gone) == GONE


async def test_a_running_game_shows_nothing(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    await world.play_round(people, Random(1))
    game_id = world.table().id
    for press, values in (
        ("0:0:game:", [str(game_id)]),
        (f"{game_id}:1:replay:", None),
        (f"{game_id}:0:record:", None),
    ):
        assert "isn't over yet" in await forge(world, people[0], f"w1:{press}", values)
    assert "No game has been finished" in said(await people[0].slash("wizard history"))


async def test_people_of_another_server_see_nothing_of_it(world: World) -> None:
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", ai=1)
    elsewhere = World(world.env, world.database)
    actor = elsewhere.guild.add_member(ada.actor.user)
    eve = Person(elsewhere, actor)
    await elsewhere.person("Eve").slash("wizard new")
    for press, values in (
        ("0:0:game:", [str(table_id)]),
        (f"{table_id}:1:replay:", None),
        (f"{table_id}:1:replay:0.next", None),
        (f"{table_id}:0:replay:jump.0", ["1"]),
        (f"{table_id}:0:record:", None),
    ):
        assert await forge(elsewhere, eve, f"w1:{press}", values) == GONE
    assert "finished no game in this server" in await forge(elsewhere, eve, f"w1:{ada.id}:0:history:list")


# --- the record ----------------------------------------------------------------------------------


async def test_the_record_is_a_file_that_the_command_line_verifies(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (ada, *_), table_id = await play_a_game(world, "Ada", "Bo", ai=1, preset="jubilee-30")
    await world.restart()
    replay = await ada.click_table("Replay")
    answer = await ada.actor.click(replay.response, label="Record")
    assert answer.ephemeral
    message = world.env.backend.get_message(answer.response.channel_id, answer.response.id)
    [attached] = message.attachments
    name = f"wizard-{table_id}.jsonl"
    assert attached["filename"] == name
    assert f"wizard-bot record verify {name}" in text(answer.response)
    content = world.env.backend.cdn.get(attached["url"])
    file = tmp_path / name
    file.write_bytes(content)
    assert cli.main(["record", "verify", str(file)]) == 0
    assert f"{file}: good" in capsys.readouterr().out
    assert content.decode() == await world.bot.store.record(table_id)
    assert [holder.name for holder in load(content.decode()).seats] == ["Ada", "Bo", "Alma"]


async def test_the_time_of_a_game_is_when_it_ended(world: World) -> None:
    ada = world.person("Ada")
    await store_game(world, 7, seat(0, ada, "Ada", 30, 1))
    at = datetime(2023, 11, 14, 22, 13, 27, tzinfo=UTC)
    assert f"<t:{int(at.timestamp())}:f>" in said(await ada.slash("wizard history"))
