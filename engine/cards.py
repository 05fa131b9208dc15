"""The cards and their text codes: ``R13``, ``W``, ``J`` (rules.md, head and §1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

RANKS: Final = range(1, 14)
COPIES: Final = 4
"""How many Wizards, and how many Jesters, there are."""


class Suit(StrEnum):
    """One of the four suits; its value is its letter in card codes."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"


@dataclass(frozen=True, slots=True)
class Card:
    """One card face. Equal faces are equal cards: the four Wizards are interchangeable.

    ``suit`` and ``rank`` (1–13) are set for suit cards only.
    """

    code: str
    suit: Suit | None = None
    rank: int = 0

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"card({self.code!r})"


WIZARD: Final = Card("W")
JESTER: Final = Card("J")
SUIT_CARDS: Final = tuple(Card(f"{suit}{rank}", suit, rank) for suit in Suit for rank in RANKS)
_FACES: Final = {face.code: face for face in (*SUIT_CARDS, WIZARD, JESTER)}


class UnknownCard(ValueError):
    """A text that is no card code."""


def card(code: str) -> Card:
    """Return the card with this code; raise `UnknownCard` when there is none."""
    try:
        return _FACES[code]
    except KeyError:
        raise UnknownCard(f"{code!r} is not a card") from None


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of a space-separated text, in its order."""
    return tuple(card(code) for code in codes.split())


def codes(hand: Iterable[Card]) -> str:
    """Return the text that `cards` reads back."""
    return " ".join(face.code for face in hand)


@cache
def deck() -> tuple[Card, ...]:
    """Return the 60 cards in a fixed order: what every shuffle starts from (rules.md §1)."""
    return SUIT_CARDS + (WIZARD,) * COPIES + (JESTER,) * COPIES


def sort_key(face: Card) -> tuple[int, int]:
    """Order a hand: Wizards, then each suit from high to low, then Jesters."""
    if face == WIZARD:
        return (0, 0)
    if face.suit is None:
        return (len(Suit) + 1, 0)
    return (1 + list(Suit).index(face.suit), -face.rank)


def without(hand: Sequence[Card], played: Card) -> tuple[Card, ...]:
    """Return the hand less *one* such card (a second Wizard stays; rules.md §4.4)."""
    at = hand.index(played)
    return (*hand[:at], *hand[at + 1 :])


def unseen(seen: Iterable[Card]) -> Counter[Card]:
    """Return how many of each face are left in the deck after taking out the seen ones.

    Counts below zero mean a card that was seen too often.
    """
    left = Counter(deck())
    left.subtract(seen)
    return left
