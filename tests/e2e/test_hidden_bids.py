"""Bids that are hidden or secret: nobody is shown another's early, in no message and in no line of the log."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.env import Env

from engine.options import Bidding, FirstDealer, Length, Options
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

Script = Callable[[World, list[Person]], Awaitable[None]]


async def _seen(database: Path, chosen: Options, script: Script, unseen_by: str, caplog: Any) -> tuple[Any, Any]:
    """Return every request but the answers to those the secret belongs to, and every line of the bot's log."""
    caplog.clear()
    env = Env(new_bot(database, clock=lambda: NOW), shard_count=1)
    await env.start()
    try:
        world = World(env, database)
        people = await world.start_table(*NAMES, chosen=chosen)
        await script(world, people)
        own = {person.id for person in people if person.actor.name not in unseen_by}
        tokens = {record.token for record in env.backend.interactions.values() if record.user_id in own}
        requests = [(it.method, it.path, it.json) for it in env.backend.http_requests]
        others = [it for it in requests if not any(token in it[1] for token in tokens)]
        return others, [record.getMessage() for record in caplog.records if record.name.startswith("bot")]
    finally:
        await env.bot.close()
        await env.shutdown()


def _bidding(said: str, bidding: Bidding) -> Script:
    """Let Bo say this and everybody play up to the last card, or with hidden bids up to the last bid."""

    async def script(_: World, people: list[Person]) -> None:
        _, bo, cleo = people
        for person in [bo, cleo] if bidding is Bidding.HIDDEN else people:
            await person.press(said if person is bo else "0")
        if bidding is Bidding.SECRET:
            await bo.press("B12")
            await cleo.press("R9")

    return script


def _changing(said: str) -> Script:
    """Let Cleo, who takes the trick with the Cloud, change a secret bid this way."""

    async def script(_: World, people: list[Person]) -> None:
        ada, bo, cleo = people
        for person in people:
            await person.press("1")
        for person, labels in ((bo, ("Cloud 9¾…", "Red (R)")), (cleo, ("R13",)), (ada, ("R5",))):
            for label in labels:
                await person.press(label)
        await cleo.press(said)

    return script


def _passing(said: str) -> Script:
    """Let Bo pass this card to Cleo."""

    async def script(_: World, people: list[Person]) -> None:
        ada, bo, cleo = people
        for person in (bo, cleo, ada):
            await person.press("1")
        for person, labels in ((bo, ("Juggler 7½…", "Red (R)")), (cleo, ("R13",)), (ada, ("R5",))):
            for label in labels:
                await person.press(label)
        await bo.press(said)
        await ada.press("G1")
        await cleo.press("Y4")

    return script


NOW = datetime(2026, 1, 1, tzinfo=UTC)
TWO_CARDS = Options(length=Length.QUICK, first_dealer=FirstDealer.HOST)
Hands = tuple[str, ...]
SECRETS: dict[str, tuple[Options, tuple[tuple[Hands, Script], tuple[Hands, Script]], str]] = {
    "a hidden bid": (
        options(Bidding.HIDDEN),
        ((HANDS, _bidding("0", Bidding.HIDDEN)), (HANDS, _bidding("1", Bidding.HIDDEN))),
        "Ada Cleo",
    ),
    "a secret bid": (
        options(Bidding.SECRET),
        ((HANDS, _bidding("0", Bidding.SECRET)), (HANDS, _bidding("1", Bidding.SECRET))),
        "Ada Cleo",
    ),
    "a change of a secret bid": (
        replace(TWO_CARDS, bidding=Bidding.SECRET, special_cards=frozenset({"CLOUD"})),
        (
            (("G1 R5", "B2 CLOUD", "R13 Y4"), _changing("More: 2 instead of 1")),
            (("G1 R5", "B2 CLOUD", "R13 Y4"), _changing("Less: 0 instead of 1")),
        ),
        "Ada Bo",
    ),
    "a passed card": (
        replace(TWO_CARDS, special_cards=frozenset({"JUGGLER"})),
        (
            (("G1 R5", "JUGGLER B2", "R13 Y4"), _passing("B2")),
            (("G1 R5", "JUGGLER W", "R13 Y4"), _passing("W")),
        ),
        "Ada",
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
async def test_every_byte_to_the_others_and_the_log_is_the_same_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, secret: str
) -> None:
    chosen, runs, unseen_by = SECRETS[secret]
    caplog.set_level(logging.DEBUG)
    seen = []
    for number, (hands, script) in enumerate(runs):
        rig(monkeypatch, *hands)
        monkeypatch.setattr("bot.tables.secrets.token_bytes", Random(1).randbytes)
        seen.append(await _seen(tmp_path / f"{number}.db", chosen, script, unseen_by, caplog))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 10
