"""What happened with an action: for words and emphasis, never stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.actions import Draw, Seat
from engine.cards import Card, Suit
from engine.state import Aftermath, RoundScore, Swap, Trick


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The first dealer is known."""

    dealer: Seat
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began."""

    number: int
    size: int
    dealer: Seat
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class UpcardSwapped:
    """The Werewolf went to the trump place, and its holder took what lay there."""

    swap: Swap


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """Somebody named the trump, or none."""

    seat: Seat
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class SpareTurned:
    """A card out of play was turned over, for a copy to copy."""

    card: Card


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat gave its bid; the others learn it when the bids are open to them."""

    seat: Seat
    tricks: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card lies on the table."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class BidsCancelled:
    """A Bomb made all bids of the round void."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete; its winner is None when a Bomb spoiled it."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over."""

    score: RoundScore


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last round is scored; `places` holds each seat's place, 1 the best."""

    places: tuple[int, ...]


Event: TypeAlias = (
    DealerDrawn
    | Dealt
    | UpcardSwapped
    | TrumpNamed
    | SpareTurned
    | BidMade
    | CardPlayed
    | BidsCancelled
    | TrickTaken
    | Aftermath
    | RoundScored
    | GameOver
)
