"""Everything that is read in the rules, and about a special card, is looked up in the catalogues."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.render import special_words
from bot.render.rulebook import book, pages
from bot.render.wording import EXAMPLE_PLAYERS, AfterWords, Aside, Choice, Example, SpecialWords, Text
from engine.actions import Seat
from engine.cards import Card, card
from engine.options import MAX_PLAYERS, MIN_PLAYERS, SPECIAL_CARDS, Bomb, Labels, NextDealer, Options
from engine.presets import PRESETS
from engine.specials import BidMoved, CardExchanged, CardsPassed
from tests.locales.catalogues import BLANK, fields

_KEPT = re.compile(rf"(\{{\w+\}}|{BLANK.pattern.replace('(', '(?:')})")
_CODE = re.compile(r"[RYGBWJ]|[RYGB]?(?:\d+|[JQKA])[¼½¾]?")


def _marked(text: str) -> str:
    """Return a text with all of it marked but its fields and blanks: what fills those has to be marked itself."""
    parts = _KEPT.split(text)
    return "".join(part if at % 2 or not part else f"⟦{part}⟧" for at, part in enumerate(parts))


class Marking(gettext.NullTranslations):
    """A catalogue that marks whatever is looked up."""

    def gettext(self, message: str) -> str:
        return _marked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _marked(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return _marked(message)


@pytest.fixture(autouse=True)
def _marking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.languages._catalogue", lambda _language: Marking())


def _unmarked(said: str) -> set[str]:
    """Return the words that nobody looked up and that aren't the same in every language."""
    left = re.findall(r"\w+", re.sub("⟦[^⟦⟧]*⟧", " ", said))
    same = {word for word in left if word in EXAMPLE_PLAYERS or _CODE.fullmatch(word)}
    return {*left} - same


def _tables() -> Iterator[Options]:
    for preset in PRESETS.values():
        for labels in Labels:
            yield replace(preset, labels=labels)
    for bomb in Bomb:
        for codes in (SPECIAL_CARDS, *([code] for code in SPECIAL_CARDS[2:])):
            yield Options(special_cards=frozenset(codes), bomb=bomb, next_dealer=NextDealer.LAST_TRICK_WINNER)


@pytest.mark.parametrize("players", [None, *range(MIN_PLAYERS, MAX_PLAYERS + 1)])
def test_every_page_of_the_rules_is_looked_up(players: int | None) -> None:
    for options in _tables():
        for page in pages(options, players):
            assert not _unmarked(f"{page.title}\n{page.text}")


def _shown(component: Any) -> Iterator[str]:
    """Give the texts of a message's components."""
    if isinstance(component, list):
        for part in component:
            yield from _shown(part)
    elif isinstance(component, dict):
        yield from (component[key] for key in ("content", "label", "placeholder") if component.get(key))
        for part in component.values():
            yield from _shown(part)


@pytest.mark.parametrize("house", [None, Options()])
def test_the_message_around_a_page_is_looked_up(house: Options | None) -> None:
    shown = list(_shown(book(None, 0, house).to_components()))
    assert len(shown) >= 6
    assert not _unmarked(" ".join(shown))


class Teller:
    """Names seats and cards."""

    def seat(self, seat: Seat) -> str:
        return EXAMPLE_PLAYERS[seat]

    def card(self, face: Card) -> str:
        return face.code


def _words(code: str, options: Options) -> Iterator[str]:
    """Give all that is said about one card."""
    known = special_words.of(code, options)
    yield from (known.name, known.tagline, known.rule)
    yield from (aside.text for aside in known.asides)
    if known.example is not None:
        yield known.example.why
    for said in known.choices:
        choice = special_words.choice(code, said)
        yield from (choice.name, choice.button)
    yield from (special_words.step(code), special_words.asked(code, "Ada"))
    yield from (special_words.waiting(code, "Ada", "R1"), special_words.your_turn(code, "R1"))


@pytest.mark.parametrize("bomb", list(Bomb))
@pytest.mark.parametrize("code", SPECIAL_CARDS)
def test_every_word_about_a_special_card_is_looked_up(code: str, bomb: Bomb) -> None:
    for said in _words(code, Options(bomb=bomb, special_cards=frozenset(SPECIAL_CARDS))):
        assert "⟦" in said
        assert not _unmarked(said)


@pytest.mark.parametrize(
    "happened",
    [BidMoved(0, 1), BidMoved(0, None), CardsPassed(()), CardExchanged(1, gave=card("R2"), took=card("B1"))],
)
def test_what_a_special_card_did_is_looked_up(happened: Any) -> None:
    said = special_words.told(happened, Teller())
    assert "⟦" in said
    assert not _unmarked(said)


def test_a_card_without_words_is_told_in_the_spoken_language() -> None:
    known = special_words._without_words("ELF")
    assert known.tagline == "⟦a special card⟧"
    assert "⟦ is a special card.⟧" in known.rule


@pytest.mark.parametrize("kind", [Aside, Choice, Example, AfterWords, SpecialWords])
def test_a_text_has_to_be_given(kind: Any) -> None:
    with pytest.raises(TypeError, match="missing"):
        kind()
    assert any(isinstance(field, Text) for field in vars(kind).values())


def test_a_translation_keeps_fields_and_blanks() -> None:
    assert fields("Between the [7] and the [8], {name} has [7½] or [SHIFT:W].") == [
        "[7]",
        "[7½]",
        "[8]",
        "[SHIFT:W]",
        "name",
    ]
