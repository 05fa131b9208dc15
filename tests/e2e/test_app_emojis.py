"""The application's emoji: uploaded once, kept up to date, put on messages, taken off when Discord refuses them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.art import emoji as art
from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.settings import Settings
from bot.tablesettings import TableSettings
from engine.cards import card
from tests.e2e.driver import Person, World, control, parts, text
from tests.e2e.rigged import rig

ALL = len(art.all_emoji())
REFUSED = "Invalid Form Body\nIn components.0.components.5.components.0.emoji.id: Invalid emoji"
OLD = "w_R13_000000"
FOREIGN = "w_smile"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.appemojis.PAUSE_SECONDS", 0)


def uploads(world: World) -> list[str]:
    return [
        entry.json["name"]
        for entry in world.env.backend.http_requests
        if entry.method == "POST" and entry.path.endswith("/emojis")
    ]


def names(world: World) -> set[str]:
    return {found.name for found in world.env.backend.application_emojis.values()}


def wanted() -> set[str]:
    return {it.name for it in art.all_emoji().values()}


def custom(message: Any) -> list[str]:
    """Return the names of our emoji on the buttons of a message: out of turn those are the cards."""
    return [part["emoji"]["name"] for part in parts(message) if part["type"] == 2 and part.get("emoji", {}).get("id")]


async def test_a_first_start_uploads_all_and_a_second_one_nothing(world: World) -> None:
    await world.restart(app_emojis=True)
    assert names(world) == wanted()
    assert len(uploads(world)) == ALL
    await world.restart(app_emojis=True)
    assert len(uploads(world)) == ALL
    assert world.bot.app_emojis.of(card("R13")) is not None


async def test_nothing_is_uploaded_when_it_is_switched_off(world: World) -> None:
    await world.restart(app_emojis=False)
    assert uploads(world) == []
    assert world.bot.app_emojis.of(card("R13")) is None


async def test_outdated_ones_are_deleted_and_those_of_others_kept(world: World) -> None:
    for name in (OLD, FOREIGN):
        world.env.backend.create_application_emoji(name)
    await world.restart(app_emojis=True)
    assert names(world) == wanted() | {FOREIGN}


async def test_what_failed_is_tried_again_later_and_nothing_twice(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.env.inject_error("POST", "/applications/*/emojis", status=429, code=30008)
    await world.restart(app_emojis=True)
    assert names(world) == set()
    world.env.inject_error("DELETE", "/applications/*/emojis/*", status=503)
    world.env.backend.create_application_emoji(OLD)
    await world.env.advance_time(61)
    assert names(world) == wanted() | {OLD}
    await world.env.advance_time(121)
    assert names(world) == wanted()
    assert len(set(uploads(world))) == ALL
    assert "code 30008" in caplog.text


async def test_a_table_opens_while_the_emoji_are_not_there(world: World) -> None:
    world.env.inject_error("GET", "/applications/*/emojis", status=503, times=None)
    await world.restart(app_emojis=True)
    people = await world.start_table("Ada", "Bo", "Cleo")
    assert custom(people[0].panel) == []


async def _playing(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Person]:
    """Start a round in which everybody holds one red card; return first who is to bid."""
    await world.restart(app_emojis=True)
    rig(monkeypatch, "R11", "R12", "R13")
    people = await world.open_table("Ada", "Bo", "Cleo")
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(TurnClock(Pace.OFF))))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return sorted(people, key=lambda person: not person.can_decide)


async def test_a_hand_wears_our_emoji(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, waits, _ = await _playing(world, monkeypatch)
    face = world.table().playing.round.hands[world.table().require_seat(waits.id)][0].code
    name = art.all_emoji()[face].name
    assert waits.panel is not None
    assert custom(waits.panel) == [name]
    assert control(waits.panel, face)["emoji"]["name"] == name
    assert re.search(rf"<:{name}:\d+>\xa0{face}\*", text(waits.panel))


async def test_a_refused_answer_is_sent_again_without(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, waits, too = await _playing(world, monkeypatch)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, message=REFUSED)
    for person in (waits, too):
        opened = await person.open_hand()
        assert custom(opened.response) == []
        assert "🔴\xa0R1" in text(opened.response)


async def test_a_refused_table_message_is_sent_again_without(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = await _playing(world, monkeypatch)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, message=REFUSED)
    before = world.table_message().id
    await first.press("1")
    assert world.table_message().id == before
    assert "<:w_" not in text(world.table_message())


async def test_emoji_come_back_after_an_hour(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, waits, _ = await _playing(world, monkeypatch)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, message=REFUSED)
    await waits.open_hand()
    gone = next(iter(world.env.backend.application_emojis))
    del world.env.backend.application_emojis[gone]
    await world.env.advance_time(3601)
    await waits.open_hand()
    assert names(world) == wanted()
    opened = await waits.open_hand()
    assert len(custom(opened.response)) == 1


async def test_another_refusal_is_not_taken_for_one_of_emoji(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada, *_ = await _playing(world, monkeypatch)
    world.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, message="Invalid Form Body")
    caplog.errors_expected = True
    await ada.open_hand()
    assert world.bot.app_emojis.of(card("R13")) is not None


def test_it_is_on_by_default() -> None:
    assert Settings(_env_file=None).app_emojis
