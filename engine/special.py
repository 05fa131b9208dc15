"""What a special card can be: the type, and the registry of all of them (rules.md §3).

The nine cards themselves are in `engine.specials`. The rules ask a card for its traits and never for its
name, so a further card is a further class there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, ClassVar, Final

from engine import cards
from engine.cards import JESTER, SUIT_CARDS, WIZARD, Card, Suit, UnknownCard

if TYPE_CHECKING:
    from engine.actions import Seat, Settle
    from engine.options import Options
    from engine.state import Aftermath, Round


class Power(IntEnum):
    """The order of strength in a trick; the gaps leave room for further cards (rules.md §3 General)."""

    BOMB = 10
    WITCH = 20
    FAIRY = 30
    JESTER = 40
    OFF_SUIT = 50
    LED_SUIT = 60
    TRUMP = 70
    WIZARD = 80
    DRAGON = 90
    OVER_ALL = 100


class Lead(StrEnum):
    """What a card does to a trick that has no led suit yet."""

    SETS = "sets"
    FREES = "frees"
    PASSES = "passes"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a played card is in its trick: a card of a suit, or one of this power."""

    lead: Lead
    power: int = 0
    suit: Suit | None = None
    rank: float = 0
    special: str = ""
    """The code of the special card it counts as."""
    tops: str = ""
    """The card that, lying in the same trick, makes this one win over everything."""


class Special(ABC):
    """One special card. What a method says is the rule; the defaults are those of most cards."""

    code: ClassVar[str]
    names_trump: ClassVar[bool] = True
    """Turned up: whether the dealer names a suit; otherwise there is no trump."""
    partner: ClassVar[str] = ""
    """The card without which this one is never in the deck."""
    copies: ClassVar[bool] = False
    """Whether it is a copy of the turned-up card."""
    copyable: ClassVar[bool] = True
    """Whether it is copied when it lies on the trump place; otherwise a spare card is turned over."""
    choices: ClassVar[tuple[str, ...]] = ()
    """What its player may say when playing it."""
    after: Effect | None = None
    """What it sets off after its trick."""

    @abstractmethod
    def shape(self, choice: str) -> Shape:
        """Return what it is in a trick when played with this choice ("" when there is none)."""

    def dealt(self, here: Round) -> Round:
        """Change a round right after the turn-up."""
        return here

    def spoils_trick(self, options: Options) -> bool:
        """Return whether nobody gets the trick it lies in."""
        return False

    def cancels_bids(self, options: Options) -> bool:
        """Return whether all bids of the round are cancelled once it is played."""
        return False


class Effect(ABC):
    """What a special card sets off after its trick: one or more seats settle something, all before any counts."""

    order: ClassVar[int]
    """Of several in one trick the lowest comes first (rules.md §3 General)."""
    decision: ClassVar[type[Settle]]

    @abstractmethod
    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:
        """Return who has to settle something after the last trick of `here`; nobody: it has no effect."""

    @abstractmethod
    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:
        """Return what this seat may settle; `player` played the card."""

    @abstractmethod
    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, Aftermath | None]:
        """Return the round once all have settled, and what is to be told of it."""

    def asks_when_forced(self, options: Options) -> bool:
        """Return whether a seat with one possibility is asked all the same."""
        return True


_SPECIALS: Final[dict[str, Special]] = {}
_SHAPES: Final[dict[Card, Shape]] = {face: Shape(Lead.SETS, suit=face.suit, rank=face.rank) for face in SUIT_CARDS} | {
    WIZARD: Shape(Lead.FREES, Power.WIZARD),
    JESTER: Shape(Lead.PASSES, Power.JESTER),
}
_COPIERS: Final[set[Card]] = set()


def register(special: Special) -> Special:
    """Add a special card to the game."""
    _SPECIALS[special.code] = special
    face = cards.define(special.code, special.choices)
    for choice in special.choices or ("",):
        _SHAPES[face.saying(choice)] = special.shape(choice)
    _SHAPES.setdefault(face, special.shape(""))
    # Whatever may be said of any card may be said of one that copies it.
    said = {choice for known in _SPECIALS.values() for choice in known.choices}
    for known in _SPECIALS.values():
        if known.copies:
            copier = cards.define(known.code, sorted(said))
            _COPIERS.update((copier, *map(copier.saying, said)))
    return special


def codes() -> tuple[str, ...]:
    """Return the codes of all special cards, in the order of the deck."""
    return tuple(_SPECIALS)


def played_faces() -> tuple[Card, ...]:
    """Return the faces of all special cards, bare and with whatever may be said of them."""
    return tuple(face for face in cards.faces() if of(face) is not None)


def find(code: str) -> Special:
    """Return the special card with this code; raise `UnknownCard` when there is none."""
    try:
        return _SPECIALS[code]
    except KeyError:
        raise UnknownCard(f"there is no special card {code!r}") from None


def of(face: Card) -> Special | None:
    """Return the special card that a bare or played face is; None for the other cards."""
    return _SPECIALS.get(face.bare.code)


def counts_as(played: Card, copied: Card | None) -> Card:
    """Return what a played face counts as: a copy as the card it copies, with what was said of it."""
    if copied is None or played not in _COPIERS:
        return played
    return copied.bare.saying(played.choice)


def shape(played: Card, copied: Card | None) -> Shape:
    """Return what a played face is in its trick."""
    return _SHAPES[counts_as(played, copied)]


def choices(face: Card, copied: Card | None) -> tuple[str, ...]:
    """Return what may be said when a card is played; nothing for most."""
    special = of(counts_as(face, copied))
    return special.choices if special is not None else ()


def in_deck(special_cards: Collection[str]) -> tuple[Special, ...]:
    """Return the special cards of a deck, in its order."""
    return tuple(special for code, special in _SPECIALS.items() if code in special_cards)


def needs_spare(special_cards: Collection[str], dealt: Iterable[Card]) -> bool:
    """Return whether a spare is turned over, from all the hands and the turned-up card (rules.md §3 the spare)."""
    if not any(special.copies for special in in_deck(special_cards)):
        return False
    return any(special is not None and not special.copyable for special in map(of, dealt))
