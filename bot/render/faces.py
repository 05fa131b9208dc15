"""Cards as people read them, special ones and what was said of them included; never colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.render import special_words, words
from engine import special
from engine.cards import Card, Suit
from engine.options import Labels

_STRENGTHS: Final = {
    "JUGGLER": {Labels.NUMBERS: "7½", Labels.FACES: "8½"},
    "CLOUD": {Labels.NUMBERS: "9¾", Labels.FACES: "10¾"},
}


def card_text(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card in a line: ``🔴 R13``, ``🐉 Dragon``, ``🤹 🔵B7½`` once its suit is named."""
    return f"{card_mark(face)}{words.NO_BREAK}{card_label(face, labels)}"


def card_mark(face: Card) -> str:
    """Return the emoji of a card."""
    return words.card_mark(face) if special.of(face) is None else special_words.SPECIALS[face.bare.code].mark


def card_label(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return the letters of a card: ``R13``, ``W``, ``Dragon``, ``🔵B7½``."""
    if special.of(face) is None:
        return words.card_label(face, labels)
    if not face.choice:
        return special_words.name(face.bare.code, labels)
    return choice_label(face, labels)


def choice_label(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return what a played special card says it is: a suit with its strength, a Wizard or a Jester."""
    strength = _STRENGTHS.get(face.bare.code, {}).get(labels, "")
    suit = words.SUIT_MARKS[Suit(face.choice)] if face.choice in tuple(Suit) else ""
    return f"{suit}{face.choice}{strength}"


def cards_text(hand: Iterable[Card], labels: Labels = Labels.NUMBERS) -> str:
    """Return several cards in a line."""
    return f"{words.NO_BREAK}· ".join(card_text(face, labels) for face in hand)
