"""Cards as people read them, special ones and what was said of them included; never colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bot.languages import _
from bot.render import special_words, words
from engine import special
from engine.cards import Card, Suit, card
from engine.options import Labels
from engine.special import Shape

_FRACTIONS: Final = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_SIGNS: Final = {part: sign for sign, part in _FRACTIONS.items()}
_BLANK: Final = re.compile(r"\[([A-Z0-9][A-Z0-9:¼½¾]*)\]")


# --- cards ---------------------------------------------------------------------------------------


def card_text(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card in a line: ``🔴 R13``, ``🐉 Dragon``, ``🤹 🔵B7½`` once its suit is named."""
    return f"{card_mark(face)}{words.NO_BREAK}{card_label(face, labels)}"


def card_mark(face: Card) -> str:
    """Return the emoji of a card."""
    return words.card_mark(face) if special.of(face) is None else special_words.of(face.bare.code).mark


def card_label(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return the letters of a card: ``R13``, ``W``, ``Dragon``, ``🔵B7½``."""
    if special.of(face) is None:
        return words.card_label(face, labels)
    return choice_label(face, labels) if face.choice else name(face.bare.code, labels)


def choice_label(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return what a played special card says it is: a suit with its strength, a Wizard or a Jester."""
    if face.choice in tuple(Suit):
        return f"{words.SUIT_MARKS[Suit(face.choice)]}{face.choice}{strength(face.bare.code, labels)}"
    said = special_words.choice(face.bare.code, face.choice)
    return said.short or said.button


def cards_text(hand: Iterable[Card], labels: Labels = Labels.NUMBERS) -> str:
    """Return several cards in a line."""
    return f"{words.NO_BREAK}· ".join(card_text(face, labels) for face in hand)


# --- special cards -------------------------------------------------------------------------------


def name(code: str, labels: Labels = Labels.NUMBERS) -> str:
    """Return what a special card is called, with its strength where it has one: ``Juggler 7½``."""
    return f"{special_words.of(code).name} {strength(code, labels)}".rstrip()


def marked(code: str, labels: Labels = Labels.NUMBERS) -> str:
    """Return mark and name of a special card."""
    return f"{special_words.of(code).mark}{words.NO_BREAK}{name(code, labels)}"


def shapes(code: str) -> Mapping[str, Shape]:
    """Return what a special card can be in a trick, by what is said of it."""
    found = special.find(code)
    return {choice: found.shape(choice) for choice in found.choices or ("",)}


def rank_of(code: str) -> float | None:
    """Return the rank a special card has in its suit; None for one that is no card of a suit."""
    ranks = {shape.rank if shape.suit is not None else None for shape in shapes(code).values()}
    return ranks.pop() if len(ranks) == 1 else None


def strength(code: str, labels: Labels) -> str:
    """Return the rank of a special card as the labels want it: ``7½``; nothing where it has none."""
    rank = rank_of(code)
    return "" if rank is None else rank_text(rank, labels)


def rank_text(rank: float, labels: Labels) -> str:
    """Return a rank, which may lie between two others: ``7½``."""
    whole = int(rank)
    part = rank - whole
    return words.rank_label(whole, labels) + (_SIGNS.get(part, f"{part:g}"[1:]) if part else "")


# --- texts ---------------------------------------------------------------------------------------


def filled(text: str, labels: Labels) -> str:
    """Write the cards, suits and ranks of a text as these labels want them."""
    return _BLANK.sub(lambda blank: _written(blank[1], labels), text)


def _written(blank: str, labels: Labels) -> str:
    if blank[0].isdecimal():
        whole = blank.rstrip("".join(_FRACTIONS))
        return rank_text(int(whole) + _FRACTIONS.get(blank.removeprefix(whole), 0), labels)
    return words.suit_text(Suit(blank)) if blank in tuple(Suit) else played_text(card(blank), labels)


def played_text(face: Card, labels: Labels) -> str:
    """Return a card in a sentence, with what was said of it: ``🤹 Juggler 7½ as 🔵 blue (B)``."""
    if not face.choice:
        return card_text(face, labels)
    suit = face.choice in tuple(Suit)
    code = face.bare.code
    said = words.suit_text(Suit(face.choice)) if suit else special_words.choice(code, face.choice).name
    # L10N: a special card of which something is said when it is played, like “Juggler as 🔵 blue (B)”
    return _("{card} as {said}", card=marked(code, labels), said=said)
