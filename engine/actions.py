"""Who acts, what they can do, and why it may be refused (rules.md §1–§3)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import ClassVar, Final, TypeAlias, TypeVar

from engine.cards import Card, Suit

Seat: TypeAlias = int
"""0 … players−1, clockwise."""

CHANCE: Final[Seat] = -1
"""Who acts when the cards decide: draws the first dealer and deals."""

T = TypeVar("T")


def with_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values of all seats with one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])


Draw: TypeAlias = tuple[Card | None, ...]
"""A card for each seat that draws for the first deal, None for the others."""


@dataclass(frozen=True, slots=True)
class DrawDealer:
    """Chance: who deals first; with `first_dealer = high_card` also the cards drawn for it, draw by draw."""

    dealer: Seat
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: one hand a seat, the turned-up card unless the stock is empty, and the spare where one is needed."""

    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    upcard: Card | None
    spare: Card | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The dealer, or who had the Werewolf, names the trump; None, for no trump, is the Werewolf's alone."""

    seat: Seat
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it will take."""

    seat: Seat
    tricks: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card of its hand, with what is said of it: ``JUGGLER:B``."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class PlayBlind:
    """A seat plays the one card it holds before its forehead and can't see (rules.md §2 forehead)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """What a special card asks of a seat after its trick: numbers, cards or nothing beside the seat.

    Each kind is a dataclass of its own, with a `name` for logs and records.
    """

    name: ClassVar[str]
    seat: Seat

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """Return the names of its values."""
        return tuple(f.name for f in fields(cls))

    def values(self) -> tuple[object, ...]:
        """Return its values in the order of `keys`."""
        return tuple(getattr(self, key) for key in self.keys())


Decision: TypeAlias = NameTrump | Bid | Play | PlayBlind | Settle
"""What a seat can do."""

Action: TypeAlias = DrawDealer | Deal | Decision


class Reason(StrEnum):
    """Why an action is refused."""

    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_SEAT = "no_such_seat"
    BAD_DEAL = "bad_deal"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    BID_FORBIDDEN = "bid_forbidden"
    NOT_IN_HAND = "not_in_hand"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    WRONG_CHOICE = "wrong_choice"
    NOT_POSSIBLE = "not_possible"


class IllegalAction(Exception):
    """An action the rules refuse; the game stays as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
