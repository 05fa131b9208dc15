"""Everybody is spoken to in their own language, and all together in the server's."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from simcord import interactions

from bot import languages
from bot.entries import Arrange, SetOptions
from bot.pace import Pace, TurnClock
from bot.tablesettings import Posts, TableSettings
from engine.options import FirstDealer, Options
from tests.e2e.driver import Person, World, text
from tests.e2e.rigged import rig
from tests.e2e.test_nudges import direct, mentions, wish

SERVER = "fr"
LOCALES = {"Ada": "de", "Bo": "pl", "Cleo": "es-ES"}
"""Nobody has translated anything into Spanish: Cleo reads English."""
LABEL = 24
"""So short texts stay as they are: they are labels by which the tests find a button."""


class Marked(gettext.NullTranslations):
    """Marks every text but a short label with the language it was looked up in, whatever the catalogues say."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def gettext(self, message: str) -> str:
        return f"{self.language}·{message}" if len(message) > LABEL else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        assert context
        return self.gettext(message)


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[int, str]], None]:
    """Give the server and its people their languages in Discord."""
    base_payload = interactions.base_payload
    monkeypatch.setattr(languages, "_catalogue", Marked)

    def set_up(locales: dict[int, str]) -> None:
        def payload(*given: Any, **named: Any) -> Any:
            record, plain = base_payload(*given, **named)
            return record, plain | {"guild_locale": SERVER, "locale": locales.get(named["user_id"], "en-GB")}

        monkeypatch.setattr(interactions, "base_payload", payload)

    return set_up


def spoken(shown: str) -> set[str]:
    return set(re.findall(r"\b(de|en|fr|nl|pl)·", shown))


def public(world: World) -> set[str]:
    """Return the languages of what everybody in the channel sees."""
    return set().union(*(spoken(text(message)) for message in world.public()))


async def begin(world: World, speak: Callable[[dict[int, str]], None]) -> list[Person]:
    """Start a game of three people, with a language each, in a French server; every trick is posted."""
    people = [world.person(name) for name in LOCALES]
    speak(dict(zip((person.id for person in people), LOCALES.values(), strict=True)))
    await people[0].slash("wizard new", max_rounds=1)
    for person in people[1:]:
        await person.click_table("Join")
    assert world.table().settings.language == SERVER
    settings = TableSettings(TurnClock(Pace.RELAXED), posts=Posts.TRICK, language=SERVER)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    options = Options(first_dealer=FirstDealer.HOST, max_rounds=1)
    await world.bot.tables.submit(world.table().id, SetOptions(people[0].id, options))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


def panels(people: list[Person]) -> list[set[str]]:
    return [spoken(text(person.panel)) for person in people if person.panel is not None]


async def test_a_table_speaks_to_the_channel_in_one_language_and_to_each_in_theirs(
    world: World, speak: Callable[[dict[int, str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = ada, bo, cleo = await begin(world, speak)
    assert public(world) == {SERVER}
    assert panels(people) == [{"de"}, {"pl"}, {"en"}]
    ada.panel = (await ada.slash("wizard join")).response
    assert panels(people) == [{"de"}, {"pl"}, {"en"}]
    await world.restart()
    for person in (bo, cleo, ada):
        await person.press("1")
        assert panels(people) == [{"de"}, {"pl"}, {"en"}]
    for person, card in ((bo, "R2"), (cleo, "R3"), (ada, "R1")):
        await person.press(card)
    assert world.table_over
    assert public(world) == {SERVER}
    scores = await bo.click_table("Scores")
    assert spoken(text(scores.response)) == {"pl"}
    await bo.slash("wizard leaderboard")
    assert spoken(text(world.public()[-1])) == {SERVER}


async def test_nudges_speak_to_the_channel_and_to_their_reader(
    world: World, speak: Callable[[dict[int, str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    _, bo, _ = await begin(world, speak)
    await wish(bo, "direct message: off")
    await world.restart()
    await world.env.advance_time(301)
    assert [spoken(json.dumps(body, ensure_ascii=False)) for body in mentions(world)] == [{SERVER}]
    assert [spoken(json.dumps(body, ensure_ascii=False)) for body in direct(world, bo)] == [{"pl"}]


async def test_a_refusal_is_in_the_language_of_who_asked(world: World, speak: Callable[[dict[int, str]], None]) -> None:
    people = await begin(world, speak)
    for person, language in zip(people, ("de", "pl", "en"), strict=True):
        stranger = await person.slash("wizard new")
        assert spoken(text(stranger.response)) == {language}
