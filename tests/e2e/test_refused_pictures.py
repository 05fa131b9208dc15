"""Pictures that Discord refuses, or that the bot may not attach: the message comes all the same, and in words."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.http import router

from tests.e2e.driver import Person, World, text
from tests.e2e.test_pictures import _started, drawn_at_once, pictures

__all__ = ["drawn_at_once"]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[str]:
    """Let Discord refuse every message with files; return to where such messages were sent."""
    paths: list[str] = []
    dispatch = router.dispatch

    def refusing(backend: Any, method: str, path: str, **named: Any) -> Any:
        if named["files"]:
            paths.append(path)
            raise BackendError(*request.param, "No")
        return dispatch(backend, method, path, **named)

    monkeypatch.setattr(router, "dispatch", refusing)
    return paths


async def _play(people: list[Person]) -> None:
    ada, bo, cleo = people
    for person, bid in ((bo, "0"), (cleo, "1"), (ada, "1")):
        await person.press(bid)
    for person, face in ((bo, "R2"), (cleo, "R3"), (ada, "R1")):
        await person.press(face)


def _deny(world: World, permissions: discord.Permissions) -> None:
    me = world.env.bot.user
    assert me is not None
    denied = Overwrite(target_id=me.id, type=1, allow=0, deny=permissions.value)
    world.env.backend.set_overwrite(world.channel.id, denied)


@pytest.mark.parametrize("tried", [(403, 50013), (400, 40005), (413, 0), (400, 50035)], indirect=True)
async def test_a_game_goes_on_in_words(world: World, monkeypatch: pytest.MonkeyPatch, tried: list[str]) -> None:
    people = await _started(world, monkeypatch)
    assert "**🔴\xa0R2**" in text(people[1].panel)
    assert "▫️ Cleo · no bid yet" in text(world.table_message())
    scores = await people[0].click_table("Scores")
    sheet = await people[0].actor.click(scores.response, label="Score sheet")
    assert "Score sheet" in text(sheet.response)
    await _play(people)
    assert world.table_over
    assert "the game is over" in text(world.table_message())
    assert not any(pictures(world, message) for message in world.public())
    assert {path.split("/")[1] for path in tried} == {"interactions", "webhooks", "channels"}


@pytest.mark.usefixtures("drawn_at_once")
@pytest.mark.parametrize("tried", [(403, 50013)], indirect=True)
async def test_a_replay_and_statistics_come_in_words(world: World, tried: list[str]) -> None:
    people = ada, _bo = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, Random(1))
    await world.restart(pictures=True)
    before = len(tried)
    replay = await ada.actor.click(world.public()[-1], label="Replay")
    await ada.actor.click(replay.response, label="Next")
    assert "takes it" in text(replay.response)
    stats = await ada.slash("wizard stats")
    assert "Exact bids" in text(stats.response)
    assert pictures(world, replay.response) == pictures(world, stats.response) == []
    assert len(tried) >= before + 2


@pytest.mark.parametrize("tried", [(403, 50013)], indirect=True)
async def test_none_are_tried_where_the_bot_may_not_attach_any(
    world: World, monkeypatch: pytest.MonkeyPatch, tried: list[str]
) -> None:
    _deny(world, discord.Permissions(attach_files=True))
    people = await _started(world, monkeypatch)
    await _play(people)
    assert not [path for path in tried if path.startswith("/channels")]
    assert not any(pictures(world, message) for message in world.public())


async def test_they_come_once_the_bot_may_attach_them(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _deny(world, discord.Permissions(attach_files=True))
    people = await _started(world, monkeypatch)
    assert pictures(world, world.table_message()) == []
    assert [name for name, _ in pictures(world, people[1].panel)] == ["hand.webp"]
    _deny(world, discord.Permissions())
    await people[1].press("0")
    assert [name for name, _ in pictures(world, world.table_message())] == ["table.webp"]


@pytest.mark.parametrize("may", [True, False])
async def test_whoever_opens_the_table_is_told(world: World, *, may: bool) -> None:
    await world.restart(pictures=True)
    _deny(world, discord.Permissions(attach_files=not may))
    opened = await world.person("Ada").slash("wizard new")
    told = [text(message) for message in opened.followups]
    assert ["Attach Files" in said for said in told] == ([] if may else [True])
