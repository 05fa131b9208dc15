"""`/wizard my-data` and `/wizard forget-me` through the real client, after a life in two servers."""

from __future__ import annotations

import asyncio
import copy
import io
import json
import zipfile
import zlib
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord.results import InteractionResult, ResponseMessage

from bot import upkeep
from bot.former import FORMER_NAME
from bot.ownfile import SECTIONS
from bot.rhythm import ALL_TIME
from bot.store import Statistics
from bot.store.schema import metadata
from bot.tables import fold
from engine.record import load
from tests.e2e.driver import Person, World, control, decisions, new_bot, text

NAME = "Quillon Zyx"


@dataclass
class Life:
    """Where somebody has been."""

    home: World
    abroad: World
    here: Person
    """The person in the channel of their running game."""
    running: World
    open_lobby: World
    waiting: World
    """A lobby to which they are invited for a rematch."""
    asked: World
    """Somebody else's running game, of which they asked for a seat."""
    token: str
    """What their private hand in the running game is kept up to date with."""


def elsewhere(world: World, *, server: bool = False) -> World:
    """Return another channel, or the channel of another server."""
    if server:
        return World(world.env, world.database)
    there = copy.copy(world)
    there.channel, there.people = world.guild.create_text_channel("more"), []
    return there


def the_same(person: Person, world: World) -> Person:
    """Return a person of this server in another channel."""
    return Person(world, person.actor)


async def lobby(world: World, *people: Person) -> list[Person]:
    there = [the_same(person, world) for person in people]
    await there[0].slash("wizard new", max_rounds=1)
    for person in there[1:]:
        await person.click_table("Join")
    return there


async def start(world: World, *people: Person) -> list[Person]:
    there = await lobby(world, *people)
    await there[0].click_table("Start")
    for person in there:
        await person.open_hand()
    return there


async def finish(world: World, *people: Person, seed: int = 1) -> list[Person]:
    there, rng = await start(world, *people), Random(seed)
    await world.play_round(there, rng)
    assert world.table_over
    return there


async def live(world: World) -> Life:
    """Let somebody play, choose, learn, manage, and be managed, in two servers."""
    world.env.settle_timeout = 60.0  # one press changes five tables: on a busy machine that is more than a click
    me, bo, cleo, dan = (world.person(name) for name in (NAME, "Bo", "Cleo", "Dan"))
    admin = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    ada = world.person("Ada", roles=[admin])
    await me.actor.click((await me.slash("wizard me")).response, label="Always")
    await me.actor.click((await me.slash("wizard learn")).response, label="Let's go")
    await finish(world, bo, me, cleo)
    await ada.slash("wizard-admin exclude person", person=me.actor.user)
    await ada.slash("wizard-admin restore person", person=me.actor.user)

    waiting = elsewhere(world)
    await finish(waiting, cleo, me, bo, seed=2)
    await the_same(bo, waiting).click_table("Rematch")

    asked = elsewhere(world)
    await start(asked, bo, cleo, dan)
    await the_same(dan, asked).leave()
    await the_same(me, asked).click_table("Take Dan's seat")

    open_lobby = elsewhere(world)
    await lobby(open_lobby, me, dan)

    abroad = await live_abroad(world, me)
    running = elsewhere(world)
    people = await start(running, me, bo, cleo)
    while me.id not in running.table().awaited:
        await running.decide_once(people[1:], Random(5))
    await world.env.settle()
    panels = await world.bot.store.panels(running.table().id)
    [token] = [it.token for it in panels if it.user_id == me.id]
    return Life(world, abroad, people[0], running, open_lobby, waiting, asked, token)


async def live_abroad(world: World, me: Person) -> World:
    """Let them play in another server: a game to its end, one in which somebody takes their seat; and be excluded."""
    abroad = elsewhere(world, server=True)
    admin = abroad.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    eve, fay, gus = abroad.person("Eve", roles=[admin]), abroad.person("Fay"), abroad.person("Gus")
    i = Person(abroad, abroad.guild.add_member(me.actor.user, roles=[admin]))
    await finish(abroad, eve, i, fay, seed=3)
    game = str((await world.bot.store.played_games(abroad.guild.id, 1, excluded=False))[0].game_id)
    await i.slash("wizard-admin exclude game", game=game)
    await i.slash("wizard-admin restore game", game=game)
    await eve.slash("wizard-admin exclude person", person=me.actor.user)
    there = await start(abroad, eve, i, fay)
    await there[1].leave()
    await gus.click_table(f"Take {NAME}'s seat")
    await eve.click_table("Let in Gus")
    await gus.open_hand()
    people = [there[0], gus, there[2]]
    await abroad.play_round(people, Random(6))
    assert abroad.table_over
    return abroad


# --- what there is of them -----------------------------------------------------------------------


Rows = dict[str, list[dict[str, Any]]]


async def dump(world: World) -> Rows:
    """Return all rows of all tables, records unpacked."""
    found = {}
    async with world.bot.store._database.reader.connect() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(sa.select(table).order_by(*table.primary_key))
            found[table.name] = [dict(row) for row in rows.mappings()]
    for row in found["record"]:
        row["body"] = zlib.decompress(row["body"]).decode()
    return found


def spellings(user_id: int) -> dict[str, bytes]:
    """Return how an account may stand in a file."""
    return {
        "text": str(user_id).encode(),
        "big-endian": user_id.to_bytes(8, "big"),
        "little-endian": user_id.to_bytes(8, "little"),
        "varint": varint(user_id),
        "name": NAME.encode(),
    }


def varint(number: int) -> bytes:
    """Return a number below 2**56 or from there on as SQLite writes keys: seven bits a byte, the ninth byte whole."""
    if number < 1 << 56:
        parts = [number >> shift & 0x7F for shift in range(0, 56, 7)]
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
        return bytes([*(part | 0x80 for part in parts[:0:-1]), parts[0]])
    return bytes([*((number >> shift & 0x7F) | 0x80 for shift in range(57, 7, -7)), number & 0xFF])


def found_in_files(world: World, user_id: int) -> set[str]:
    """Return in which spellings somebody is in what the bot wrote: the database, what is beside it, anything else."""
    content = b"".join(file.read_bytes() for file in world.database.parent.rglob("*") if file.is_file())
    return {how for how, bytes_ in spellings(user_id).items() if bytes_ in content}


async def forget(person: Person) -> InteractionResult:
    asked = await person.slash("wizard forget-me")
    assert asked.ephemeral
    return await person.actor.click(asked.response, label="Forget me")


# --- forgetting ----------------------------------------------------------------------------------


async def test_nothing_is_left_of_who_is_forgotten_and_all_goes_on(world: World) -> None:
    life = await live(world)
    me, hand = life.here, life.here.panel
    before = await dump(world)
    nudges = [it["message_id"] for it in before["nudge"] if it["user_id"] == me.id]
    assert hand is not None
    assert nudges
    assert found_in_files(world, me.id) >= {"text", "big-endian", "name"}, "or there would be nothing to forget"
    requests = len(world.env.backend.http_requests)

    assert "You are forgotten." in text((await forget(me)).response)
    await world.env.settle()

    after = await dump(world)
    assert [how for how in (str(me.id), NAME) if how in str(after)] == []
    assert found_in_files(world, me.id) == set()
    sent = [f"{it.path} {it.json}" for it in world.env.backend.http_requests[requests:]]
    assert [it for it in sent if str(me.id) in it or NAME in it] == []
    for place in (life.running, life.open_lobby, life.waiting, life.asked):
        assert NAME not in text(place.table_message())
        assert str(me.id) not in str(place.table_message().components)
    shown = {it for channel in world.env.backend.messages.values() for it in channel}
    assert not shown & {*nudges, hand.id}, "neither who was mentioned nor the hand stays to be seen"

    _nothing_else_has_changed(before, after)
    for stored in await world.bot.store.unarchived():  # what is in memory is what the log says
        there = world.bot.tables.get(stored.row.id)
        assert there is not None
        assert fold(stored) == there

    await _the_tables_go_on(world, life)
    after = await dump(world)
    await world.bot.close()
    url = f"sqlite:///{world.database}"
    found = await asyncio.to_thread(upkeep.check, url, records=True)
    assert [it.text for it in found if not it.is_good] == []
    await asyncio.to_thread(upkeep.rebuild, url)
    await world.env.restart_bot(new_bot(world.database))
    rebuilt = await dump(world)
    for table in ("result", "standing", "stat", "streak", "played", "season"):
        assert rebuilt[table] == after[table]


def _nothing_else_has_changed(before: Rows, after: Rows) -> None:
    """All that was theirs is one person's, who is nobody, and what is the others' is as it was."""
    [former] = {row["user_id"] for row in after["result"] if row["user_id"] < 0}
    for table in ("result", "standing", "streak", "played", "stat"):
        assert len(after[table]) == len(before[table])
        assert {row["user_id"] for row in after[table]} - {row["user_id"] for row in before[table]} == {former}
        if table != "stat":
            people = {row["user_id"] for row in after[table]} - {former}
            assert [row for row in after[table] if row["user_id"] in people] == [
                row for row in before[table] if row["user_id"] in people
            ]
    assert {row["name"] for row in after["standing"] if row["user_id"] == former} == {FORMER_NAME}
    assert [row["user_id"] for row in after["exclusion"]] == [former]
    assert {row["user_id"] for row in after["audit"]} >= {former}
    assert {row["subject"] for row in after["audit"]} >= {str(former)}
    for was, now in zip(before["record"], after["record"], strict=True):
        assert was["body"] != now["body"]
        assert replace(load(was["body"]), seats=(), handovers=()) == replace(load(now["body"]), seats=(), handovers=())


async def _the_tables_go_on(world: World, life: Life) -> None:
    """They have left the lobbies, and somebody takes over the seat that an AI has kept."""
    assert [seat.name for seat in life.open_lobby.table().seats] == ["Dan"]
    assert life.open_lobby.table().host_id == life.open_lobby.table().seats[0].user_id
    assert [it.name for it in life.waiting.table().invited] == ["Cleo"]
    assert life.asked.table().requests == ()
    running = life.running.table()
    assert [(it.name, it.away) for it in running.seats] == [(FORMER_NAME, True), ("Bo", False), ("Cleo", False)]
    assert running.host_id == running.seats[1].user_id
    assert "Former player (away, AI plays)" in text(life.running.table_message())
    bo, cleo = (the_same(it, life.running) for it in world.people if it.actor.user.name in ("Bo", "Cleo"))
    dan = the_same(next(it for it in world.people if it.actor.user.name == "Dan"), life.running)
    await dan.click_table("Take Former player's seat")
    await bo.click_table("Let in Dan")
    for person in (bo, cleo, dan):
        await person.open_hand()
    await life.running.play_round([bo, cleo, dan], Random(7))
    assert life.running.table_over
    assert "Former player" not in text(life.running.public()[-1])
    assert NAME not in text(life.running.public()[-1])


async def test_who_plays_again_begins_as_somebody_new(world: World) -> None:
    me, bo, cleo = (world.person(name) for name in (NAME, "Bo", "Cleo"))
    await finish(world, me, bo, cleo)
    await forget(me)
    await world.env.settle()
    for _ in range(2):
        assert text((await me.slash("wizard forget-me")).response) == "Nothing is stored about you."
    assert text((await me.slash("wizard my-data")).response) == "Nothing is stored about you."
    again = elsewhere(world)
    await finish(again, me, bo, cleo, seed=8)
    ids = {row["user_id"] for row in (await dump(world))["standing"] if row["season"] == "all"}
    assert {me.id} < ids
    found = await world.bot.store.statistics(world.guild.id, me.id, ALL_TIME)
    assert found.form[0].players == 3
    assert len(found.form) == 1, "the games before are nobody's"
    assert "Nothing is stored" not in text((await forget(me)).response)
    await world.env.settle()
    assert await world.bot.store.statistics(world.guild.id, me.id, ALL_TIME) == Statistics()
    formers = {row["user_id"] for row in (await dump(world))["result"] if row["user_id"] < 0}
    assert len(formers) == 2, "nobody can tell that both were the same"


async def test_they_may_think_better_of_it(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("wizard new")
    before = await dump(world)
    asked = await ada.slash("wizard forget-me")
    assert asked.ephemeral
    assert "This can't be undone." in text(asked.response)
    kept = await ada.actor.click(asked.response, label="Keep everything")
    assert text(kept.response) == "Everything stays as it is."
    assert await dump(world) == before
    # The question is still there on another device: the second of two presses finds nothing.
    first, second = [await ada.slash("wizard forget-me") for _ in range(2)]
    await ada.actor.click(first.response, label="Forget me")
    again = await ada.actor.click(second.response, label="Forget me")
    assert text(again.response) == "Nothing is stored about you."


async def test_a_game_that_ends_at_that_moment_names_nobody_who_is_forgotten(world: World) -> None:
    """Two presses of *Forget me* and the last card come at once; the card and the presses in either order."""
    me, bo, cleo = people = await start(world, *(world.person(name) for name in (NAME, "Bo", "Cleo")))
    rng = Random(2)
    while not _last_card(world):
        assert await world.decide_once(people, rng)
    last = next(it for it in people if it.can_decide)
    assert last.panel is not None
    questions = [(await me.slash("wizard forget-me")).response for _ in range(2)]
    me.emit(questions[0], control(questions[0], "Forget me")["custom_id"])
    last.emit(last.panel, decisions(last.panel)[0]["custom_id"])
    me.emit(questions[1], control(questions[1], "Forget me")["custom_id"])
    await world.env.settle()
    if not world.table_over:  # the table had moved on by the leaving, which the one before the last hears of
        await bo.open_hand()
        await cleo.open_hand()
        await world.play_round([bo, cleo], rng)
    await world.env.settle()
    rows = await dump(world)
    assert [how for how in (str(me.id), NAME) if how in str(rows)] == []
    assert found_in_files(world, me.id) == set()
    assert len({row["user_id"] for row in rows["result"]}) == 3
    assert len([row for row in rows["standing"] if row["user_id"] < 0]) <= 2, "one former player, this season and ever"
    url = f"sqlite:///{world.database}"
    await world.bot.close()
    assert [it.text for it in await asyncio.to_thread(upkeep.check, url, records=True) if not it.is_good] == []
    await world.env.restart_bot(new_bot(world.database))


def _last_card(world: World) -> bool:
    playing = world.table().playing
    return playing.round is not None and len(playing.round.trick.cards) == 2


async def test_a_table_that_has_moved_on_in_the_store_is_read_anew(world: World) -> None:
    """As after a commit whose answer was lost: the log knows more than memory does."""
    ada, _bo = await world.open_table("Ada", "Bo")
    table = world.table()
    slot = world.bot.tables._slots[table.id]
    await ada.click_table("Add AI")
    slot.table = table
    said = await forget(ada)
    assert "The table has moved on" in text(said.followups[0])
    assert len(world.table().seats) == 3
    await forget(ada)
    assert [seat.name for seat in world.table().seats] == ["Bo", "Alma"]


# --- what is handed out --------------------------------------------------------------------------


def attached(world: World, message: ResponseMessage) -> dict[str, bytes]:
    stored = world.env.backend.get_message(message.channel_id, message.id)
    return {it["filename"]: world.env.backend.cdn.get(it["url"]) for it in stored.attachments}


async def test_everything_about_oneself_is_in_a_file(world: World) -> None:
    life = await live(world)
    me = life.here
    held = await world.bot.store.held_about(me.id)
    assert held is not None
    await world.bot.store.save_review(held.results[0]["game_id"], held.results[0]["seat"], "{}")
    answer = await me.slash("wizard my-data")
    assert answer.ephemeral
    content = attached(world, answer.response)["wizard-data.json"]
    data = json.loads(content)
    assert list(data)[5:] == list(SECTIONS)
    assert [section for section in SECTIONS if not data[section]] == []
    assert data["user_id"] == str(me.id)
    assert data["names"] == [NAME]
    assert {it["guild_id"] for it in data["results"]} == {str(world.guild.id), str(life.abroad.guild.id)}
    assert [it["guild_id"] for it in data["exclusions"]] == [str(life.abroad.guild.id)]
    assert {(it["by_you"], it["about_you"]) for it in data["audit"]} == {(True, False), (False, True)}
    given_up = [it for it in data["games"] if it["seats"]]
    assert [it["seats"] for it in given_up] == [[{"seat": 1, "from_action": 0, "name": NAME}]]
    assert {it["status"] for it in data["games"]} == {"open", "finished"}
    ended = next(it["ended_at"] for it in data["results"])
    assert ended.endswith("Z")
    assert datetime.fromisoformat(ended) < world.bot.clock()

    # Nothing of others: no key to a message, no name, no hand of a running game, no secret of a deal.
    assert life.token.encode() not in content
    for name in ("Bo", "Cleo", "Dan", "Eve", "Gus"):
        assert json.dumps(name).encode() not in content
    assert life.running.table().secret.hex().encode() not in content
    said = {key for it in data["entries"] for key in it["entry"]}
    assert said == {"entry", "user_id", "name", "interaction_id", "holder_id", "places"}


async def test_in_a_database_without_them_there_is_nothing(world: World) -> None:
    ada = world.person("Ada")
    assert text((await ada.slash("wizard my-data")).response) == "Nothing is stored about you."
    assert text((await ada.slash("wizard forget-me")).response) == "Nothing is stored about you."


async def test_very_much_is_sent_in_parts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _bo = await world.open_table("Ada", "Bo")
    monkeypatch.setattr("bot.owndata.MOST_BYTES", 700)
    answer = await ada.slash("wizard my-data")
    parts = [answer.response, *answer.followups]
    assert len(parts) > 1
    assert text(parts[1]).endswith(f"Part 2 of {len(parts)}: put together in this order they are one zip file.")
    files = [next(iter(attached(world, it).items())) for it in parts]
    assert [name for name, _ in files] == [f"wizard-data.zip.{number:03}" for number in range(1, len(parts) + 1)]
    with zipfile.ZipFile(io.BytesIO(b"".join(content for _, content in files))) as archive:
        assert json.loads(archive.read("wizard-data.json"))["user_id"] == str(ada.id)
