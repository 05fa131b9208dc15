"""Bids that are hidden or secret: nobody is shown another's early, in no message and in no line of the log."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.env import Env

from engine.options import Bidding, FirstDealer, Options
from tests.e2e.driver import Person, World, decisions, new_bot, text
from tests.e2e.rigged import rig

NAMES = ("Ada", "Bo", "Cleo")
HANDS = ("G1", "B12", "R9")


def options(bidding: Bidding) -> Options:
    return Options(bidding=bidding, first_dealer=FirstDealer.HOST, max_rounds=1)


async def play(people: list[Person]) -> None:
    for person, card in (*zip(people[1:], HANDS[1:], strict=True), (people[0], HANDS[0])):
        await person.press(card)


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
async def test_everybody_may_bid_at_once_in_any_order(
    world: World, monkeypatch: pytest.MonkeyPatch, bidding: Bidding
) -> None:
    rig(monkeypatch, *HANDS)
    people = ada, bo, cleo = await world.start_table(*NAMES, chosen=options(bidding))
    assert all(person.can_decide for person in people)
    await cleo.press("1")
    assert "Cleo · bid 🔒 given" in text(ada.panel)
    assert "Cleo · bid **1**" in text(cleo.panel)
    assert "1 of 3 bids given" in text(world.table_message())
    await ada.press("0")
    await bo.press("1")
    assert bo.can_decide
    assert not cleo.can_decide


async def test_hidden_bids_are_revealed_together_before_play(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, *HANDS)
    ada, bo, cleo = await world.start_table(*NAMES, chosen=options(Bidding.HIDDEN))
    await bo.press("1")
    await cleo.press("0")
    assert "bid **" not in text(world.table_message())
    await ada.press("0")
    public = text(world.table_message())
    assert all(line in public for line in ("Ada · bid **0**", "Bo · bid **1**", "Cleo · bid **0**", "1 of 1 trick bid"))


async def test_secret_bids_are_revealed_with_the_score(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, *HANDS)
    people = ada, bo, cleo = await world.start_table(*NAMES, chosen=options(Bidding.SECRET))
    for person, said in zip(people, ("0", "1", "0"), strict=True):
        await person.press(said)
    await bo.press("B12")
    public = text(world.table_message())
    assert all(f"{name} · bid 🔒, took **0**" in public for name in NAMES)
    assert "you bid 0 and have 0" in text(cleo.panel)
    await cleo.press("R9")
    await ada.press("G1")
    over = text(world.public()[-2])
    assert all(line in over for line in ("Ada · bid 0, took 0", "Bo · bid 1, took 1", "Cleo · bid 0, took 0"))


async def test_bids_of_all_at_the_same_moment_all_count(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, *HANDS)
    people = await world.start_table(*NAMES, chosen=options(Bidding.HIDDEN))
    clicks = [
        person.emit(person.panel, decisions(person.panel)[at]["custom_id"]) for at, person in enumerate(people[:2])
    ]
    clicks.append(people[2].emit(people[2].panel, decisions(people[2].panel)[1]["custom_id"]))
    clicks.append(people[2].emit(people[2].panel, decisions(people[2].panel)[0]["custom_id"]))
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    assert world.table().playing.round.bids == (0, 1, 1)


async def test_given_bids_survive_a_restart_unseen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, *HANDS)
    people = await world.start_table(*NAMES, chosen=options(Bidding.SECRET))
    await people[1].press("1")
    await world.restart()
    assert [person.can_decide for person in people] == [True, False, True]
    assert "bid **" not in text(world.table_message())


# --- nothing depends on what nobody may know -------------------------------------------------------


async def _seen_by_the_others(database: Path, bidding: Bidding, said: str, caplog: pytest.LogCaptureFixture) -> Any:
    """Let Bo bid this and everybody play up to the last card; return all that went to anybody but Bo, and the log."""
    caplog.clear()
    env = Env(new_bot(database), shard_count=1)
    await env.start()
    try:
        world = World(env, database)
        people = _, bo, cleo = await world.start_table(*NAMES, chosen=options(bidding))
        bidders = [bo, cleo] if bidding is Bidding.HIDDEN else people
        for person in bidders:
            await person.press(said if person is bo else "0")
        if bidding is Bidding.SECRET:
            await bo.press("B12")
            await cleo.press("R9")
        mine = {record.token for record in env.backend.interactions.values() if record.user_id == bo.id}
        requests = [(it.method, it.path, it.json) for it in env.backend.http_requests]
        others = [it for it in requests if not any(token in it[1] for token in mine)]
        return others, [record.getMessage() for record in caplog.records if record.name.startswith("bot")]
    finally:
        await env.bot.close()
        await env.shutdown()


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
async def test_every_byte_to_the_others_is_the_same_whatever_is_bid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, bidding: Bidding
) -> None:
    rig(monkeypatch, *HANDS)
    caplog.set_level(logging.DEBUG)
    seen = []
    for said in ("0", "1"):
        monkeypatch.setattr("bot.tables.secrets.token_bytes", Random(1).randbytes)
        seen.append(await _seen_by_the_others(tmp_path / f"{said}.db", bidding, said, caplog))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 10
