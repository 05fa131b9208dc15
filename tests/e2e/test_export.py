"""/wizard-admin export and audit, and what is offered while somebody types a season or a game."""

from __future__ import annotations

import csv
import io
import json
import threading
import zipfile
from random import Random
from typing import Any

import pytest
from simcord import interactions
from simcord.results import InteractionResult, ResponseMessage

from bot import resultfiles
from bot.resultfiles import COLUMNS
from bot.rhythm import Rhythm, calendar_key
from bot.store import AuditLine, Store, StoreUnavailable
from tests.e2e.driver import Person, World, control, parts, text
from tests.e2e.league import played
from tests.e2e.test_seasons import ONLY, manager

NOTHING = "Nobody has finished a game there yet."


def attached(world: World, message: ResponseMessage) -> dict[str, bytes]:
    """Return the files of an answer; each is shown in it."""
    stored = world.env.backend.get_message(message.channel_id, message.id)
    files = {it["filename"]: world.env.backend.cdn.get(it["url"]) or b"" for it in stored.attachments}
    assert [part["type"] for part in parts(message)].count(13) == len(files)
    return files


def table(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[name].decode("utf-8-sig"), newline="")))


async def export(person: Person, **options: Any) -> InteractionResult:
    result = await person.slash("wizard-admin export", **options)
    assert result.ephemeral
    return result


async def test_the_results_come_as_two_files_only_for_who_asked(world: World) -> None:
    max_ = manager(world)
    people = await world.start_table("Ada", "Bo", ai=1, max_rounds=2)
    rng = Random(1)
    while not world.table_over:
        assert await world.decide_once(people, rng)
    answer = (await export(max_)).response
    files = attached(world, answer)
    assert sorted(files) == ["wizard-results-all.csv", "wizard-results-all.json"]
    assert "📤 All seasons" in text(answer)
    assert "3 rows: one for each player" in text(answer)
    rows = table(files, "wizard-results-all.csv")
    same = json.loads(files["wizard-results-all.json"])["results"]
    assert list(rows[0]) == list(same[0]) == list(COLUMNS)
    page = await world.bot.store.channel_history(world.guild.id, [world.channel.id], offset=0, limit=1)
    [game] = page.games
    for row, plain, seat in zip(rows, same, game.seats, strict=True):
        assert (plain["game"], plain["channel"]) == (str(game.id), str(world.channel.id))
        assert (row["name"], int(row["points"]), int(row["place"])) == (seat.name, seat.points, seat.place)
        assert plain["person"] == ("" if seat.user_id is None else str(seat.user_id))
        assert (row["player"], row["rounds"], row["players"]) == ("human" if seat.user_id else "ai", "2", "3")
        assert plain["season"] == calendar_key(Rhythm.MONTH, world.bot.clock())
        assert plain["options"] == "Standard · at most 2 rounds"
    assert [row["counted"] for row in rows] == ["true", "true", "false"]


async def test_a_season_can_be_picked_by_key_or_name(world: World) -> None:
    max_ = manager(world)
    await played(world, 1, "Ada", "Bo", in_season="2025-11", ended_at=1)
    await played(world, 2, "Cleo", "Dan", in_season="2025-12", ended_at=2)
    [season] = [it for it in await world.bot.store.seasons(world.guild.id) if it.season == "2025-11"]
    await max_.slash("wizard-admin season rename", name="Fog", season=season.season)
    for wanted in ("2025-11", "fog"):
        answer = (await export(max_, season=wanted)).response
        assert "📤 Fog" in text(answer)
        rows = table(attached(world, answer), "wizard-results-2025-11.csv")
        assert [(row["name"], row["season_name"]) for row in rows] == [("Ada", "Fog"), ("Bo", "Fog")]
    both = attached(world, (await export(max_, season="all")).response)
    assert [row["name"] for row in table(both, "wizard-results-all.csv")] == ["Ada", "Bo", "Cleo", "Dan"]
    assert "no such season" in text((await export(max_, season="2019-01")).response)


async def test_without_games_there_are_no_files(world: World) -> None:
    answer = await export(manager(world))
    assert NOTHING in text(answer.response)
    assert attached(world, answer.response) == {}


async def test_many_results_are_packed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(world, 1, "Ada", "Bo")
    monkeypatch.setattr(resultfiles, "PLAIN", 100)
    files = attached(world, (await export(manager(world))).response)
    assert sorted(files) == ["wizard-results-all.csv.zip", "wizard-results-all.json.zip"]
    with zipfile.ZipFile(io.BytesIO(files["wizard-results-all.json.zip"])) as archive:
        assert len(json.loads(archive.read("wizard-results-all.json"))["results"]) == 2


async def test_too_many_for_a_file_are_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(world, 1, "Ada", "Bo")
    real = interactions.base_payload

    def payload(*args: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
        record, made = real(*args, **options)
        return record, made | {"attachment_size_limit": 500}

    monkeypatch.setattr(interactions, "base_payload", payload)
    said = (await export(manager(world))).response
    assert "more than Discord takes" in text(said)
    assert attached(world, said) == {}


async def test_files_are_written_beside_the_event_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        await played(world, number, "Ada", "Bo")
    monkeypatch.setattr("bot.exporting._GAMES", 1)
    threads: list[threading.Thread] = []
    add = resultfiles.ResultFiles.add

    def noted(*args: Any) -> None:
        threads.append(threading.current_thread())
        add(*args)

    monkeypatch.setattr(resultfiles.ResultFiles, "add", noted)
    files = attached(world, (await export(manager(world))).response)
    assert len(table(files, "wizard-results-all.csv")) == 6
    assert len(threads) == 3
    assert threading.main_thread() not in threads


# --- the audit -----------------------------------------------------------------------------------


async def test_every_change_is_shown_with_who_and_when(world: World) -> None:
    max_, ada = manager(world), world.person("Ada")
    game = await played(world, 1, "Ada", "Bo")
    for command, options in (
        ("season start", {"name": "Winter"}),
        ("season rename", {"name": "*Ice*"}),
        ("season end", {}),
        ("exclude game", {"game": str(game)}),
        ("restore game", {"game": str(game)}),
        ("exclude person", {"person": ada.actor.user}),
        ("restore person", {"person": ada.actor.user}),
    ):
        await max_.slash(f"wizard-admin {command}", **options)
    shown = await max_.slash("wizard-admin audit")
    assert shown.ephemeral
    lines = text(shown.response).splitlines()[2:]
    now = int(world.bot.clock().timestamp())
    assert all(abs(int(line.removeprefix("-# <t:").partition(":")[0]) - now) < 60 for line in lines[1::2])
    person = f"<@{max_.id}>"
    assert lines[::2] == [
        f"{person} let <@{ada.id}> into the standings again.",
        f"{person} took <@{ada.id}> out of the standings.",
        f"{person} put game `{game}` back into the standings.",
        f"{person} took game `{game}` out of the standings.",
        f"{person} ended **\\*Ice\\***.",
        f"{person} gave a season the name **\\*Ice\\***.",
        f"{person} began **Winter**.",
    ]


async def test_it_has_pages(world: World) -> None:
    max_, store = manager(world), world.bot.store
    assert "Nobody has changed anything yet." in text((await max_.slash("wizard-admin audit")).response)
    for number in range(12):
        line = AuditLine(number, world.guild.id, number, max_.id, "exclude person", str(number))
        await store.exclude_person(number, line, excluded=True)
    shown = (await max_.slash("wizard-admin audit")).response
    assert text(shown).count("<t:") == 10
    assert control(shown, "Newer")["disabled"]
    await max_.actor.click(shown, label="Older")
    assert text(shown).count("<t:") == 2
    assert control(shown, "Older")["disabled"]
    await max_.actor.click(shown, label="Newer")
    assert text(shown).count("<t:") == 10


async def test_who_is_forgotten_is_named_by_no_id(world: World) -> None:
    max_ = manager(world)
    for number, (user_id, what, subject) in enumerate(((-5, "exclude game", "7"), (max_.id, "exclude person", "-6"))):
        line = AuditLine(number, world.guild.id, number, user_id, what, subject)
        await world.bot.store.exclude_person(number, line, excluded=True)
    shown = text((await max_.slash("wizard-admin audit")).response)
    assert f"<@{max_.id}> took Former player out of the standings." in shown
    assert "Former player took game `7` out" in shown


async def test_another_servers_changes_are_not_shown(world: World) -> None:
    other = World(world.env, world.database)
    await world.env.settle()
    await manager(other).slash("wizard-admin season start")
    assert "<t:" not in text((await manager(world).slash("wizard-admin audit")).response)


async def test_only_managers_get_any_of_it(world: World) -> None:
    ada = world.person("Ada")
    await played(world, 1, "Ada", "Bo")
    shown = (await manager(world).slash("wizard-admin audit")).response
    admin = next(it for it in await world.bot.tree.fetch_commands() if it.name == "wizard-admin")
    world.guild.set_command_permissions(admin, {ada.actor: True})
    for command in ("export", "audit"):
        refused = await ada.slash(f"wizard-admin {command}")
        assert ONLY in text(refused.response)
        assert attached(world, refused.response) == {}
    click = ada.emit(shown, "w1:0:1:audit:older")
    await world.env.settle()
    assert ONLY in text(click.response)


# --- what is offered while somebody types --------------------------------------------------------


async def offered(person: Person, command: str, option: str, typed: str = "", **filled: Any) -> list[tuple[str, str]]:
    found = await person.actor.autocomplete(person.world.channel, command, option, typed, **filled)
    return [(it["name"], it["value"]) for it in found]


@pytest.mark.parametrize("command", ["wizard leaderboard", "wizard-admin export", "wizard-admin season rename"])
async def test_seasons_are_offered_newest_first_by_name(world: World, command: str) -> None:
    max_ = manager(world)
    for number, season in enumerate(("2025-10", "2025-11", "2025-12")):
        await played(world, number, "Ada", "Bo", in_season=season, ended_at=number)
    await max_.slash("wizard-admin season rename", name="Fog *", season="2025-11")
    other = World(world.env, world.database)
    await world.env.settle()
    await played(other, 9, "Ada", "Bo", in_season="2024-01", ended_at=9)
    everything = [("All seasons", "all")] * (command != "wizard-admin season rename")
    seasons = [("Season 2025-12", "2025-12"), ("Fog *", "2025-11"), ("Season 2025-10", "2025-10")]
    assert await offered(max_, command, "season") == [*everything, *seasons]
    assert await offered(max_, command, "season", "fOG") == [("Fog *", "2025-11")]
    assert await offered(max_, command, "season", "2025-1") == [seasons[0], seasons[2]]
    assert await offered(max_, command, "season", "spring") == []


async def test_of_many_seasons_the_newest_are_offered(world: World) -> None:
    for number in range(30):
        key = f"{2020 + number // 12}-{1 + number % 12:02}"
        await played(world, number, "Ada", "Bo", in_season=key, ended_at=number)
    found = await offered(world.person("Eve"), "wizard leaderboard", "season")
    assert len(found) == 25
    assert [value for _name, value in found[:2]] == ["all", "2022-06"]


async def test_games_are_offered_to_be_taken_out_or_put_back(world: World) -> None:
    max_ = manager(world)
    first = await played(world, 1, "Ada", "Bo", ended_at=1_790_000_000_000)
    second = await played(world, 2, "Cleo", "Ada", ended_at=1_790_000_060_000)
    out, back = "wizard-admin exclude game", "wizard-admin restore game"
    labels = ["2026-09-21 14:14 UTC · Cleo 100, Ada 90", "2026-09-21 14:13 UTC · Ada 100, Bo 90"]
    assert await offered(max_, out, "game") == list(zip(labels, map(str, (second, first)), strict=True))
    assert await offered(max_, out, "game", "bo") == [(labels[1], str(first))]
    assert await offered(max_, back, "game") == []
    await max_.slash(out, game=str(first))
    assert await offered(max_, out, "game") == [(labels[0], str(second))]
    assert await offered(max_, back, "game", "2026-09") == [(labels[1], str(first))]


@pytest.mark.parametrize(
    ("command", "option", "read"),
    [("wizard leaderboard", "season", "seasons"), ("wizard-admin restore game", "game", "played_games")],
)
async def test_where_the_database_fails_nothing_is_offered(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str, option: str, read: str
) -> None:
    max_ = manager(world)
    await played(world, 1, "Ada", "Bo")

    async def unavailable(*_: object, **__: object) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(Store, read, unavailable)
    assert await offered(max_, command, option) == []
