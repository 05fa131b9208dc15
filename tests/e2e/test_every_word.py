"""Whole games in which every word that is sent is in the language of whoever reads it, and has been looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from simcord import interactions
from simcord.results import ResponseMessage

from bot import languages
from bot.entries import Arrange, SetOptions
from bot.pace import Pace, TurnClock
from bot.store import Mention, Player
from bot.tablesettings import Posts, TableSettings
from engine.options import Bidding, Length, Options
from engine.presets import PRESETS
from tests.e2e.driver import Person, World, controls, parts
from tests.e2e.test_pictures import drawn_at_once
from tests.locales.bracketed import Bracketed, outside

__all__ = ["drawn_at_once"]

SERVER = "fr"
LOCALES = {"Ada": "de", "Bo": "pl", "Cleo": "nl", "Dan": "en"}
_SHOWN = ("content", "label", "placeholder", "description")
_TOKEN = re.compile(r"^/(interactions/(?P<id>\d+)/|webhooks/\d+/)(?P<token>simcord_interaction_\d+)")
_EPHEMERAL = 64
_NEW_MESSAGE = 4


class Marked(Bracketed):
    """Marks what was looked up with the language it was looked up in."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        marked = super().gettext(message).replace("⟦", f"⟦{self._language}·")
        return marked or f"⟦{self._language}·⟧"


@pytest.fixture(autouse=True)
def _marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_catalogue", Marked)


def _speak(monkeypatch: pytest.MonkeyPatch, people: list[Person]) -> None:
    """Give the server and its people their languages in Discord."""
    base_payload = interactions.base_payload
    locales = dict(zip((person.id for person in people), LOCALES.values(), strict=False))

    def payload(*given: Any, **named: Any) -> Any:
        record, plain = base_payload(*given, **named)
        return record, plain | {"guild_locale": SERVER, "locale": locales[named["user_id"]]}

    monkeypatch.setattr(interactions, "base_payload", payload)


def _texts(part: Any) -> Iterator[str]:
    """Give everything of a message that is read."""
    if isinstance(part, dict):
        yield from (part[key] for key in _SHOWN if isinstance(part.get(key), str))
        for inside in part.values():
            yield from _texts(inside)
    elif isinstance(part, list):
        for inside in part:
            yield from _texts(inside)


def _language(world: World, path: str, body: Any, languages_of: dict[int, str]) -> str:
    backend = world.env.backend
    found = _TOKEN.match(path)
    if found is None:
        channel = backend.channels.get(int(path.split("/")[2])) if path.startswith("/channels/") else None
        readers = [it for it in getattr(channel, "recipient_ids", None) or () if it in languages_of]
        return languages_of[readers[0]] if readers else SERVER
    record = backend.interactions[backend.interaction_tokens[found["token"]]]
    if not found["id"]:
        return languages_of[record.user_id]
    if body["type"] == _NEW_MESSAGE:
        return languages_of[record.user_id] if body["data"].get("flags", 0) & _EPHEMERAL else SERVER
    clicked = backend.messages.get(record.channel_id, {}).get(record.source_message_id)
    on_public = clicked is not None and not clicked.flags & _EPHEMERAL
    return SERVER if on_public else languages_of[record.user_id]


def wrong(world: World, people: list[Person]) -> list[str]:
    """Return what was sent in another language than that of its readers, or without having been looked up."""
    locales = dict(zip((person.id for person in people), LOCALES.values(), strict=False))
    names = re.compile(r"\b(Ada|Bo|Cleo?|Dan|Alma|Brann)\b")
    found = []
    for request in world.env.backend.http_requests:
        if not isinstance(request.json, dict) or request.path.startswith("/applications"):
            continue
        language = _language(world, request.path, request.json, locales)
        for said in _texts(request.json):
            others = set(re.findall(r"⟦(\w\w)·", said)) - {language}
            if others or outside(names.sub("", said)):
                found.append(f"{language} {request.path.split('/')[1]}: {said}")
    return list(dict.fromkeys(found))


async def press(person: Person, message: ResponseMessage, op: str) -> Any:
    part = next(it for it in parts(message) if it.get("custom_id", "").split(":")[3:4] == [op])
    return await person.actor.click(message, custom_id=part["custom_id"])


MOST_MOVES = 50
RELAXED = TurnClock(Pace.RELAXED)
GAMES = {
    "specials": (
        replace(PRESETS["jubilee-30"], length=Length.FIVE),
        TableSettings(RELAXED, language=SERVER),
    ),
    "secret bids": (
        Options(bidding=Bidding.SECRET, max_rounds=3),
        TableSettings(RELAXED, pictures=False, thread=True, language=SERVER),
    ),
    "posted tricks": (
        replace(PRESETS["jubilee-20"], length=Length.FIVE),
        TableSettings(RELAXED, pictures=False, posts=Posts.TRICK, language=SERVER),
    ),
}


async def _sit(world: World, monkeypatch: pytest.MonkeyPatch, game: str) -> list[Person]:
    """Start a game of four people who read four languages and want to be told in different ways."""
    options, settings = GAMES[game]
    await world.restart(pictures=True)
    people = [world.person(name) for name in LOCALES]
    _speak(monkeypatch, people)
    for person, language, mention in zip(people, LOCALES.values(), [*Mention, Mention.LATE], strict=True):
        in_words = mention is Mention.LATE
        await world.bot.players.save(
            Player(person.id, mention, dm=True, language=language, pictures=not in_words, card_list=in_words)
        )
    await people[0].slash("wizard new")
    for person in people[1:]:
        await press(person, world.table_message(), "join")
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await world.bot.tables.submit(world.table().id, SetOptions(people[0].id, options))
    await press(people[0], world.table_message(), "start")
    return people


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game(world: World, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    people = await _sit(world, monkeypatch, game)
    where = world.channel.threads[0] if world.channel.threads else None
    table, rng = world.table(where), Random(game)
    for person in people:
        person.panel = (await press(person, world.table_message(where), "hand")).response
    for move in range(MOST_MOVES):
        if world.bot.tables.get(table.id) is None:
            break
        if move == MOST_MOVES // 2:
            asked = await people[3].slash("wizard leave", channel=where)
            await press(people[3], asked.response, "leave_now")
            people[3].panel = (await people[3].slash("wizard join", channel=where)).response
        assert await world.decide_once(people, rng)
    scores = (await press(people[1], world.table_message(where), "scores")).response
    for tab in [it for it in controls(scores) if it["custom_id"].split(":")[3] == "scores"]:
        await people[1].actor.click(scores, custom_id=tab["custom_id"])
    for person, command in zip(
        people * 2, ("help", "me", "learn", "rules", "leaderboard", "start", "end"), strict=False
    ):
        await person.slash(f"wizard {command}", channel=where)
    await people[0].slash("wizard end", channel=where)
    assert wrong(world, people) == []
