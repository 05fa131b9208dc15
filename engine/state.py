"""The state of a game, the actions that change it and the events that tell of a change.

Everything here is a value. Whose turn it is, totals and phases are derived, never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from engine.cards import Card, Suit
from engine.options import Options

Seat: TypeAlias = int
"""0 … players−1, clockwise."""

CHANCE: Final[Seat] = -1
"""Who acts when the cards decide: draws the first dealer and deals."""


class Phase(StrEnum):
    """What the game waits for."""

    FIRST_DEALER = "first_dealer"
    DEAL = "deal"
    TRUMP = "trump"
    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


# --- actions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawDealer:
    """Chance: who deals first."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: one hand a seat, and the turned-up card unless the stock is empty."""

    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The dealer names the trump suit."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it will take."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card of its hand."""

    seat: Seat
    card: Card


Decision: TypeAlias = NameTrump | Bid | Play
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


class IllegalAction(Exception):
    """An action the rules refuse; the game stays as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


# --- state ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in play order, the leader's first; `winner` once it is complete."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat | None = None

    def plays(self, players: int) -> tuple[tuple[Seat, Card], ...]:
        """Return who played which card, in order."""
        return tuple(((self.leader + step) % players, face) for step, face in enumerate(self.cards))


@dataclass(frozen=True, slots=True)
class Round:
    """A round in progress. `chooser` is the seat that has yet to name the trump."""

    number: int
    size: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    upcard: Card | None
    trump: Suit | None
    chooser: Seat | None
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    """The finished ones, in order."""
    trick: Trick
    """The running one; not started while the bids are open."""

    @property
    def taken(self) -> tuple[int, ...]:
        """Return the tricks each seat has taken."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(len(self.hands)))


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A finished round as the score pad shows it, and what was played in it."""

    number: int
    size: int
    dealer: Seat
    upcard: Card | None
    trump: Suit | None
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]
    tricks: tuple[Trick, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game: what is fixed, the rounds that are scored, and the round in progress."""

    options: Options
    players: int
    dealer: Seat | None = None
    """Who deals the running or coming round; None until the first dealer is known."""
    scores: tuple[RoundScore, ...] = ()
    round: Round | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return each seat's points over all scored rounds."""
        nothing = (0,) * self.players
        return tuple(map(sum, zip(nothing, *(score.points for score in self.scores), strict=True)))


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The first dealer is known."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began."""

    number: int
    size: int
    dealer: Seat
    upcard: Card | None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The dealer named the trump."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat gave its bid."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card lies on the table."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over."""

    score: RoundScore


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last round is scored; `places` holds each seat's place, 1 the best."""

    places: tuple[int, ...]


Event: TypeAlias = DealerDrawn | Dealt | TrumpNamed | BidMade | CardPlayed | TrickTaken | RoundScored | GameOver
