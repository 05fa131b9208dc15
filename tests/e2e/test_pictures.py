"""Pictures in messages: where they are wanted, always the latest, and never left behind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.entries import Arrange
from bot.pictures.canvas import Picture
from bot.pictures.studio import Studio
from bot.store import Player
from bot.tablesettings import TableSettings
from engine.options import FirstDealer, Options
from tests.e2e.driver import World, text
from tests.e2e.rigged import rig

ONE_ROUND = Options(max_rounds=1, first_dealer=FirstDealer.HOST)


@pytest.fixture(autouse=True)
def drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in the event loop: the simulation takes a bot that waits for a thread for one that has nothing to do.

    And nothing ahead: that takes longer than the simulation waits for a busy machine.
    """

    async def draw(_studio: Studio, make: Callable[[], Picture | None]) -> Picture | None:
        return make()

    async def warm(_studio: Studio, _steps: object) -> None:
        pass

    monkeypatch.setattr(Studio, "draw", draw)
    monkeypatch.setattr(Studio, "warm", warm)


def pictures(world: World, message: Any) -> list[tuple[str, str]]:
    """Return the file and the alt text of each picture in a message, as its reader sees it now."""
    stored = world.env.backend.get_message(message.channel_id, message.id)
    files = {it["id"]: it["filename"] for it in stored.attachments}
    found: list[tuple[str, str]] = []

    def look(parts: list[Any]) -> None:
        for part in parts:
            found.extend((files[it["media"]["attachment_id"]], it["description"]) for it in part.get("items", ()))
            look(part.get("components", []))

    look(stored.components)
    assert len(found) == len(files), "a file is left behind"
    return found


async def _started(world: World, monkeypatch: pytest.MonkeyPatch, settings: TableSettings | None = None) -> Any:
    await world.restart(pictures=True)
    rig(monkeypatch, "R1", "R2", "R3")
    people = await world.open_table("Ada", "Bo", "Cleo", chosen=ONE_ROUND)
    if settings is not None:
        await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


async def test_hand_and_table_follow_the_game_in_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await _started(world, monkeypatch)
    (name, alt), *others = pictures(world, bo.panel)
    assert (name, others) == ("hand.webp", [])
    assert "Your hand: red 2." in alt
    assert "Your turn: bid." in alt
    for person, bid in ((bo, "0"), (cleo, "1"), (ada, "1")):
        await person.press(bid)
    await bo.press("R2")
    [(_, alt)] = pictures(world, cleo.panel)
    assert "Bo: red 2 (leads, ahead)" in alt
    [(name, alt)] = pictures(world, world.table_message())
    assert name == "table.webp"
    assert "Bo: red 2 (leads, ahead)" in alt
    assert "Your hand" not in alt


async def test_round_and_game_end_in_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await _started(world, monkeypatch)
    for person, bid in ((bo, "0"), (cleo, "1"), (ada, "1")):
        await person.press(bid)
    for person, face in ((bo, "R2"), (cleo, "R3"), (ada, "R1")):
        await person.press(face)
    *_, result, final = world.public()
    assert [name for name, _ in pictures(world, result)] == ["trick.webp"]
    assert [name for name, _ in pictures(world, final)] == ["race.png", "score-pad.png"]
    assert pictures(world, ada.panel) == []


async def test_scores_have_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, *_ = await _started(world, monkeypatch)
    opened = await ada.click_table("Scores")
    assert pictures(world, opened.response) == []
    for tab, file in (("This round", "table.webp"), ("Score sheet", "score-pad.png")):
        turned = await ada.actor.click(opened.response, label=tab)
        assert [name for name, _ in pictures(world, turned.response)] == [file]


async def test_a_table_can_do_without_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await _started(world, monkeypatch, TableSettings(pictures=False))
    for message in (people[1].panel, world.table_message()):
        assert pictures(world, message) == []
    assert "🔴\xa0R2" in text(people[1].panel)


async def test_a_person_can_do_without_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _ada, bo, cleo = await _started(world, monkeypatch)
    await world.bot.players.save(Player(bo.id, pictures=False))
    await bo.press("Refresh")
    assert pictures(world, bo.panel) == []
    assert "🔴\xa0R2" in text(bo.panel)
    assert [name for name, _ in pictures(world, cleo.panel)] == ["hand.webp"]


async def test_the_choice_is_made_on_the_own_panel(world: World) -> None:
    ada = world.person("Ada")
    opened = await ada.slash("wizard me")
    await ada.actor.click(opened.response, label="pictures: on")
    assert not world.bot.players.get(ada.id).pictures
    await world.restart(pictures=True)
    assert not world.bot.players.get(ada.id).pictures


async def test_no_hand_stays_with_who_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _ada, bo, _cleo = await _started(world, monkeypatch)
    asked = await bo.press("Leave")
    left = await bo.actor.click(asked.response, label="Leave")
    assert pictures(world, left.response) == []


async def test_a_picture_that_fails_holds_no_message_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_studio: Studio, _make: Callable[[], Picture | None]) -> None:
        return None

    monkeypatch.setattr(Studio, "draw", fail)
    people = await _started(world, monkeypatch)
    assert pictures(world, people[1].panel) == []
    assert "🔴\xa0R2" in text(people[1].panel)
    assert await world.decide_once(people, Random(1))
