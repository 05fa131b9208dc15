"""The public message in hard times: the network fails, Discord is down, two posts cross, a log is damaged."""

from __future__ import annotations

from random import Random

import aiohttp
import discord
import pytest
import sqlalchemy as sa

from bot.store import StoreUnavailable
from bot.store.schema import entry, game
from engine.game import phase, to_act
from engine.state import Phase
from tests.e2e.driver import Person, World, controls, text


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.publisher._RETRY_SECONDS", 0.001)


async def _to_the_last_card(world: World) -> list[Person]:
    people, rng = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1), Random(1)
    while phase(world.table().playing) is not Phase.PLAY or len(world.table().playing.round.trick.cards) < 2:
        await world.decide_once(people, rng)
    return people


def _finals(world: World) -> int:
    return sum("the game is over" in text(message) for message in world.public())


async def test_a_network_fault_delays_the_final_standings_only(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people, table_id = await _to_the_last_card(world), world.table().id
    faults, send = [aiohttp.ClientConnectionError("no route"), TimeoutError()], discord.abc.Messageable.send

    async def flaky(self: discord.abc.Messageable, **kwargs: object) -> object:
        if faults:
            raise faults.pop()
        return await send(self, **kwargs)

    monkeypatch.setattr(discord.abc.Messageable, "send", flaky)
    await world.decide_once(people, Random(2))
    assert _finals(world) == 1
    assert world.bot.tables.get(table_id) is None


@pytest.mark.parametrize(("status", "code"), [(503, 0), (403, 50013)])
async def test_a_long_outage_delays_the_final_standings_only(world: World, status: int, code: int) -> None:
    people, table_id = await _to_the_last_card(world), world.table().id
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=8)
    await world.decide_once(people, Random(2))
    assert _finals(world) == 1
    assert world.bot.tables.get(table_id) is None


async def test_an_over_table_of_a_deleted_channel_is_put_away(world: World) -> None:
    people, table_id = await _to_the_last_card(world), world.table().id
    world.env.inject_error("*", "/channels/*", status=404, code=10003, times=None)
    await world.decide_once(people, Random(2))
    assert world.bot.tables.get(table_id) is None
    assert await world.bot.store.unarchived() == ()


async def test_a_network_fault_of_an_edit_is_made_good(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    faults, edit = [aiohttp.ClientConnectionError("no route")], discord.PartialMessage.edit

    async def flaky(self: discord.PartialMessage, **kwargs: object) -> object:
        if faults:
            raise faults.pop()
        return await edit(self, **kwargs)

    monkeypatch.setattr(discord.PartialMessage, "edit", flaky)
    await world.decide_once(people, Random(3))
    assert not faults
    name = world.table().seats[to_act(world.table().playing)[0]].name
    assert f"Waiting for **{name}**" in text(world.table_message())


async def test_a_table_shown_anew_while_an_edit_waits_is_there_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message is deleted under an edit that is on its way: no third one is posted."""
    people, edit, crossing = await world.start_table("Ada", "Bo", "Cleo"), discord.PartialMessage.edit, []

    async def crossed(self: discord.PartialMessage, **kwargs: object) -> object:
        if not crossing:
            crossing.append(self.id)
            table = world.table()
            sent = await world.bot.get_partial_messageable(table.channel_id).send(view=kwargs["view"])
            await world.bot.publisher.adopt(table, table.channel_id, sent.id)
            await self.delete()
        return await edit(self, **kwargs)

    monkeypatch.setattr(discord.PartialMessage, "edit", crossed)
    await world.decide_once(people, Random(4))
    live = [message for message in world.public() if controls(message)]
    assert crossing
    assert len(live) == 1
    await people[0].open_hand()


async def test_a_post_that_could_not_be_kept_is_kept_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people, save, failed = await _to_the_last_card(world), world.bot.store.save_post, []

    async def fails_once(*args: object) -> None:
        if not failed:
            failed.append(1)
            raise StoreUnavailable("the database is not available: disk full")
        await save(*args)

    monkeypatch.setattr(world.bot.store, "save_post", fails_once)
    await world.decide_once(people, Random(2))
    assert failed
    assert _finals(world) == 1
    await world.restart()
    assert _finals(world) == 1


@pytest.mark.parametrize(
    "body",
    [
        '{"entry":"joyn"}',
        '{"entry":"set_options","user_id":1,"options":null}',
        '"entry"',
        "[" * 100_000,
        '{"entry":"arrange","user_id":1,"settings":[]}',
    ],
    ids=["unknown", "no options", "a text", "deep", "no settings"],
)
async def test_a_damaged_log_costs_its_own_table_only(
    world: World, caplog: pytest.LogCaptureFixture, body: str
) -> None:
    people = await world.open_table("Ada", "Bo")
    other = world.guild.create_text_channel("more")
    await people[0].slash("wizard new", channel=other)
    broken = world.table().id
    engine = world.bot.store._database.writer
    async with engine.begin() as connection:
        await connection.execute(sa.update(entry).where(entry.c.game_id == broken).values(body=body))
    await world.restart()
    caplog.errors_expected = True
    assert world.table(other)
    assert world.bot.tables.in_channel(world.channel.id) is None
    assert "already has an open table" in text((await people[0].slash("wizard new")).response)
    assert "1. Ada · host" in text((await people[0].slash("wizard new")).response)


@pytest.mark.parametrize("options", ["null", "[]", '"x"', '{"max_rounds":0}', "[" * 100_000], ids=lambda text: text[:9])
async def test_damaged_options_cost_their_own_table_only(
    world: World, caplog: pytest.LogCaptureFixture, options: str
) -> None:
    people = await world.open_table("Ada", "Bo")
    other = world.guild.create_text_channel("more")
    await people[0].slash("wizard new", channel=other)
    broken = world.table().id
    async with world.bot.store._database.writer.begin() as connection:
        await connection.execute(sa.update(game).where(game.c.id == broken).values(options=options))
    await world.restart()
    caplog.errors_expected = True
    assert world.table(other)
    assert world.bot.tables.in_channel(world.channel.id) is None


async def test_coming_back_when_one_is_there_changes_nothing(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    before = world.table()
    opened = await people[1].slash("wizard join")
    assert "Your hand" in text(opened.response)
    assert world.table() == before
