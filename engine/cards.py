"""The cards and their text codes: ``R13``, ``W``, ``J``, ``JUGGLER:B`` (rules.md, head, §1 and §3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
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


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card face: the four Wizards are interchangeable, so they are one face in four places.

    ``suit`` and ``rank`` (1–13) are set for suit cards only, ``choice`` for a special card that was played
    with something said: the ``B`` of ``JUGGLER:B``. Every face exists once (`card` finds it, also when
    unpickled), so faces are compared by identity, which the hot paths live from.
    """

    code: str
    suit: Suit | None = None
    rank: int = 0
    choice: str = ""

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return card, (self.code,)

    @property
    def bare(self) -> Card:
        """Return the card as it lies in a hand, without what was said when it was played."""
        return _FACES[self.code.partition(":")[0]] if self.choice else self

    def saying(self, choice: str) -> Card:
        """Return this card as it is played with a choice; raise `UnknownCard` for one it never has."""
        return card(f"{self.code}:{choice}") if choice else self


WIZARD: Final = Card("W")
JESTER: Final = Card("J")
SUIT_CARDS: Final = tuple(Card(f"{suit}{rank}", suit, rank) for suit in Suit for rank in RANKS)
_DECK: Final = SUIT_CARDS + (WIZARD,) * COPIES + (JESTER,) * COPIES
_COUNTS: Final = Counter(_DECK)
_FACES: Final = {face.code: face for face in (*SUIT_CARDS, WIZARD, JESTER)}
_SPECIAL: Final[dict[str, Card]] = {}
_HIGH_TO_LOW: Final = tuple(face for suit in Suit for face in reversed(SUIT_CARDS) if face.suit is suit)
_PLACE: Final = {face: at for at, face in enumerate((*_HIGH_TO_LOW, JESTER))} | {WIZARD: -1000}


def define(code: str, choices: Iterable[str] = ()) -> Card:
    """Add a special card, of which there is one, with what may be said when it is played; return its face.

    Defining it again adds choices and changes nothing else.
    """
    face = _SPECIAL.setdefault(code, Card(code))
    _FACES[code] = face
    _PLACE.setdefault(face, len(_SPECIAL) - 1000)
    for choice in choices:
        _FACES.setdefault(f"{code}:{choice}", Card(f"{code}:{choice}", choice=choice))
    return face


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


def faces() -> tuple[Card, ...]:
    """Return every face there is, those with something said included."""
    return tuple(_FACES.values())


def codes(hand: Iterable[Card]) -> str:
    """Return the text that `cards` reads back."""
    return " ".join(face.code for face in hand)


def deck(special_cards: Collection[str] = ()) -> tuple[Card, ...]:
    """Return the 60 cards and then the special ones, in a fixed order: what every shuffle starts from."""
    return _DECK + tuple(face for code, face in _SPECIAL.items() if code in special_cards)


def sort_key(face: Card) -> int:
    """Order a hand: Wizards, special cards, then each suit from high to low, then Jesters."""
    return _PLACE[face]


def without(hand: Sequence[Card], played: Card) -> tuple[Card, ...]:
    """Return the hand less *one* such card (a second Wizard stays; rules.md §4.4)."""
    at = hand.index(played)
    return (*hand[:at], *hand[at + 1 :])


def unseen(seen: Iterable[Card], special_cards: Collection[str] = ()) -> Counter[Card]:
    """Return how many of each face are left in the deck after taking out the seen ones.

    Counts below zero mean a card that was seen too often.
    """
    left = _COUNTS.copy()
    left.update(_SPECIAL[code] for code in special_cards)
    for face in seen:
        left[face] -= 1
    return left
