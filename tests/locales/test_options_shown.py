"""The panels of options and settings in a language in which every text that was looked up is in brackets."""

from __future__ import annotations

import gettext
import string
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from discord import ui

import bot.languages
from bot import arranging, choices
from bot.entries import Join
from bot.failures import options_refused
from bot.languages import ENGLISH, LANGUAGES, catalogue_file, speaking
from bot.pace import Pace, TurnClock
from bot.render import adminpanel, arrangements, optionlabels, optionpanel
from bot.render import options as words
from bot.servers import ServerSettings
from bot.table import Table
from bot.tablechanges import apply
from bot.tablesettings import TableSettings
from bot.tableview import TableView, public_view
from engine.options import SPECIAL_CARDS, InvalidOptions, Options
from engine.presets import PRESETS

WRITTEN = tuple(it for it in LANGUAGES if it == ENGLISH or catalogue_file(it).exists())
ENDONYMS = {"English", "Deutsch", "Français", "Nederlands", "Polski"}
"""What is called alike in every language."""
MOST = {"label": 100, "description": 100, "placeholder": 150, "content": 4000}
MOST_ON_A_BUTTON = 80
BUTTON = 2

LOBBY = apply(Table(1, 2, 3, Options(), b"secret"), Join(5, "", 9))
FAR_FROM_STANDARD = [
    choices.changed(Options(), {name: word})
    for name, values in words.VALUES.items()
    for word in list(values)[1:]
    if name != "sum_rule"
]
SETTINGS = [
    *(TableSettings(TurnClock(pace)) for pace in Pace),
    TableSettings(TurnClock(Pace.LIVE, 77, 3600)),
    TableSettings(TurnClock(Pace.SLOW, 120, 3 * 86400), auto_play=True, pre_moves=True, thread=True),
]


class _Bracketed(gettext.NullTranslations):
    """Puts brackets around what was looked up, but not around its fields: they have to be looked up themselves."""

    def gettext(self, message: str) -> str:
        found = string.Formatter().parse(message)
        return "".join(
            f"⟦{said}⟧" + ("" if name is None else f"{{{name}}}") for said, name, _spec, _conversion in found
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        assert context
        return self.gettext(message)


@pytest.fixture
def _brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.languages, "_catalogue", lambda _language: _Bracketed())


def _outside(text: str) -> str:
    """Return what of a text was not looked up."""
    depth, found = 0, []
    for sign in text:
        depth += {"⟦": 1, "⟧": -1}.get(sign, 0)
        if not depth:
            found.append(sign)
    return "".join(found)


def _require_looked_up(text: str) -> None:
    assert text in ENDONYMS or not any(sign.isalpha() for sign in _outside(text)), text


def _seen(options: Options, settings: TableSettings = TableSettings()) -> TableView:  # noqa: B008 - frozen
    return public_view(replace(LOBBY, options=options, settings=settings))


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inside in (*part.get("components", ()), *part.get("options", ())):
        yield from _parts(inside)


def _texts(view: ui.LayoutView) -> Iterator[tuple[str, int]]:
    """Give every text of a message with the length that Discord takes there."""
    for top in view.to_components():
        for part in _parts(top):
            for key, most in MOST.items():
                if part.get(key):
                    yield part[key], MOST_ON_A_BUTTON if part.get("type") == BUTTON else most


def _pages() -> Iterator[ui.LayoutView]:
    every = [*PRESETS.values(), *FAR_FROM_STANDARD, Options(max_rounds=1), Options(max_rounds=17)]
    some = frozenset(SPECIAL_CARDS[2:4])
    every += [Options(special_cards=some), Options(special_cards=frozenset(SPECIAL_CARDS) - some)]
    notice = optionpanel.refused(options_refused(InvalidOptions("A game has at least one round.")))
    for options in every:
        seen = _seen(options)
        yield optionpanel.overview(seen)
        for page, house in product(optionpanel.PAGES, (None, options, Options(max_rounds=3))):
            yield optionpanel.panel(seen, page, house, notice, again=True)
    for settings in SETTINGS:
        seen = _seen(Options(), settings)
        yield optionpanel.overview(seen, notice)
        yield optionpanel.panel(seen, optionpanel.TABLE, None)
        yield from _server_pages(ServerSettings(tables=settings), seen)
    chosen = ServerSettings("quick", channels=(1,), moderator_role=7, min_humans=3, language="pl")
    yield from _server_pages(chosen, None)


def _server_pages(settings: ServerSettings, table: TableView | None) -> Iterator[ui.LayoutView]:
    known: tuple[frozenset[int], ...] = (frozenset(), frozenset({1, 7}))
    for page, house, there in product(adminpanel.PAGES, (None, Options(max_rounds=3)), known):
        yield adminpanel.panel(settings, page, house=house, table=table, known=there)


@pytest.mark.usefixtures("_brackets")
def test_every_text_of_the_panels_is_looked_up() -> None:
    pages = list(_pages())
    assert len(pages) > 400
    for page in pages:
        for text, _most in _texts(page):
            _require_looked_up(text)


@pytest.mark.usefixtures("_brackets")
def test_every_summary_is_looked_up() -> None:
    for name, options in PRESETS.items():
        assert words.summary(options) == f"⟦{words.PRESET_NAMES[name].short}⟧"
    for options in FAR_FROM_STANDARD:
        _require_looked_up(words.summary(options))
    for settings in SETTINGS:
        _require_looked_up(arrangements.pace_line(settings.clock))


@pytest.mark.parametrize("language", WRITTEN)
def test_every_text_of_the_panels_fits_into_its_place(language: str) -> None:
    with speaking(language):
        for page in _pages():
            for text, most in _texts(page):
                assert len(text) <= most, text


# --- what options and values are called ----------------------------------------------------------


@pytest.mark.usefixtures("_brackets")
def test_every_option_and_every_value_has_a_name() -> None:
    names = {*words.OPTIONS, *arrangements.SETTINGS, *(name for page in adminpanel.PAGES.values() for name in page)}
    assert all(optionlabels.name(name) == f"⟦{name}⟧" for name in names)
    values = [(name, word) for name, known in words.VALUES.items() for word in known]
    values += [("preset", word) for word in (words.HOUSE, *words.PRESET_NAMES)]
    values += [item for settings in SETTINGS for item in arranging.in_words(settings).items() if "time" not in item[0]]
    values += [("max_rounds", choices.NONE), ("special_cards", choices.NONE), ("min_humans", arranging.USUAL)]
    assert all(optionlabels.value(name, word) == f"⟦{word}⟧" for name, word in values)


def test_english_names_are_the_words_of_the_command_line() -> None:
    for options in (Options(), *FAR_FROM_STANDARD):
        for name, word in choices.in_words(options).items():
            assert (optionlabels.name(name), optionlabels.value(name, word)) == (name, word)
    assert optionlabels.value("max_rounds", "7") == "7"
    assert optionlabels.value("colour", "red") == "red"
    assert optionlabels.name("colour") == "colour"


def test_a_pace_is_described_by_its_times() -> None:
    assert {pace: it.text for pace, it in arrangements.PACES.items()} == {
        pace: arrangements.times(TurnClock(pace)) for pace in Pace
    }
