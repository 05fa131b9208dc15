"""The commands in every language: complete, as Discord takes them, and sent again when a translation changes."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

import bot.languages
from bot.commands import WizardCommands
from bot.languages import ENGLISH, LANGUAGES
from bot.localisation import MOST_LETTERS, NAMES, CommandTexts, is_name
from bot.seasonadmin import admin_commands
from tests.locales.bracketed import Bracketed, outside

MOST_OF_A_COMMAND = 8000
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]


def _groups() -> list[app_commands.Group]:
    client: Any = None
    return [WizardCommands(client), admin_commands(client)]


async def _payloads() -> list[dict[str, Any]]:
    async with discord.Client(intents=discord.Intents.none()) as client:
        tree = app_commands.CommandTree(client)
        return [await group.get_translated_payload(tree, CommandTexts()) for group in _groups()]


def _nodes(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for inside in (*part.get("options", ()), *part.get("choices", ())):
        yield from _nodes(inside)


class _Catalogue(gettext.NullTranslations):
    """Calls commands and options as it is told, and everything else as in English."""

    def __init__(self, names: dict[str, str]) -> None:
        super().__init__()
        self._names = names

    def pgettext(self, context: str, message: str) -> str:
        return self._names.get(message, message) if context == "command" else message


def _speak(monkeypatch: pytest.MonkeyPatch, catalogue: gettext.NullTranslations) -> None:
    monkeypatch.setattr(bot.languages, "_catalogue", lambda _language: catalogue)


def test_every_command_and_option_has_a_name_to_translate() -> None:
    found = [command for group in _groups() for command in group.walk_commands()]
    commands = [command for command in found if isinstance(command, app_commands.Command)]
    options = [option.name for command in commands for option in command.parameters]
    assert {*NAMES} == {*options, *(command.name for command in found)}


async def test_every_text_of_a_command_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    _speak(monkeypatch, Bracketed())
    monkeypatch.setattr("bot.localisation.is_name", lambda _text: True)
    monkeypatch.setattr("bot.localisation.MOST_LETTERS", 200)
    for payload in await _payloads():
        for at, node in enumerate(_nodes(payload)):
            for key in ("name", "description"):
                if key in node and (at, key) != (0, "name"):
                    said = node[f"{key}_localizations"]
                    assert sorted(said) == sorted(TRANSLATED), node
                    assert not outside(said["pl"])


async def test_a_name_that_discord_would_refuse_stays_english(monkeypatch: pytest.MonkeyPatch) -> None:
    _speak(
        monkeypatch, _Catalogue({"new": "neu", "start": "Los", "end": "das ende", "join": "gehen", "leave": "gehen"})
    )
    wizard, _admin = await _payloads()
    called = {command["name"]: command["name_localizations"].get("de") for command in wizard["options"]}
    assert called["new"] == "neu"
    assert [called[name] for name in ("start", "end", "join", "leave", "hand")] == [None] * 5


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("neu", True),
        ("max_rund", True),
        ("règles", True),
        ("zagraj-teraz", True),
        ("x" * 32, True),
        ("", False),
        ("Neu", False),
        ("das ende", False),
        ("ende!", False),
        ("x" * 33, False),
        ("🎴", False),
    ],
)
def test_discords_rule_for_names(text: str, taken: bool) -> None:
    assert is_name(text) == taken


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_catalogue_calls_commands_as_discord_takes_it(language: str) -> None:
    with bot.languages.speaking(language):
        called = {name: bot.languages._(text) for name, text in NAMES.items()}
        assert [name for name, said in called.items() if not is_name(said)] == []
        for command in (command for group in _groups() for command in group.walk_commands()):
            assert command.parent is not None
            parameters = command.parameters if isinstance(command, app_commands.Command) else []
            for beside in (command.parent.commands, parameters):
                names = [called[it.name] for it in beside]
                assert len(set(names)) == len(names)


async def test_every_catalogue_fits_into_a_command() -> None:
    for payload in await _payloads():
        length = 0
        for node in _nodes(payload):
            for key in ("name", "description"):
                texts = [node.get(key, ""), *node.get(f"{key}_localizations", {}).values()]
                assert all(len(text) <= MOST_LETTERS for text in texts)
                length += max(map(len, texts))
            length += len(node.get("value", ""))
        assert length <= MOST_OF_A_COMMAND
