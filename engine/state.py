"""The state of a game: values. Whose turn it is, totals and phases are derived, never stored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from engine.actions import Draw, Seat, Settle
from engine.cards import Card, Suit
from engine.options import Options


class Phase(StrEnum):
    """What the game waits for."""

    FIRST_DEALER = "first_dealer"
    DEAL = "deal"
    TRUMP = "trump"
    BIDDING = "bidding"
    PLAY = "play"
    SPECIAL = "special"
    """A special card of the finished trick wants something settled."""
    OVER = "over"


class Aftermath(ABC):
    """What a special card did after its trick: told to all, and kept with the trick."""

    __slots__ = ()

    @abstractmethod
    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:
        """Return what this seat, or a spectator, may know of it; `secret`: the bids of the round are."""

    def left_of(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the bare cards of the trick once this has happened to them."""
        return pile


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards as they were played, the leader's first. Once it is complete: who got it, and who leads next.

    ``winner`` stays None when a Bomb spoiled the trick. ``after`` holds what special cards did then.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat | None = None
    next_leader: Seat | None = None
    after: tuple[Aftermath, ...] = ()

    def plays(self, players: int) -> tuple[tuple[Seat, Card], ...]:
        """Return who played which card, in order."""
        return tuple(((self.leader + step) % players, face) for step, face in enumerate(self.cards))

    @property
    def pile(self) -> tuple[Card, ...]:
        """Return the bare cards that lie in the trick now."""
        pile = tuple(face.bare for face in self.cards)
        for happened in self.after:
            pile = happened.left_of(pile)
        return pile


@dataclass(frozen=True, slots=True)
class Swap:
    """The Werewolf and the turned-up card have changed places: whose it was, and what they got for it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Ask:
    """Something a special card of the last trick wants settled, and what has been settled so far."""

    special: str
    """The code of the card, for a copy of the copied one."""
    player: Seat
    seats: tuple[Seat, ...]
    settled: tuple[Settle, ...] = field(default=(), repr=False)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Return who has yet to settle, in order."""
        done = {decision.seat for decision in self.settled}
        return tuple(seat for seat in self.seats if seat not in done)


@dataclass(frozen=True, slots=True)
class Round:
    """A round in progress. `chooser` is the seat that has yet to name the trump."""

    number: int
    size: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    upcard: Card | None
    """What lies on the trump place; after a swap the Werewolf."""
    trump: Suit | None
    chooser: Seat | None
    bids: tuple[int | None, ...] = field(repr=False)
    tricks: tuple[Trick, ...]
    """The finished ones, in order."""
    trick: Trick
    """The running one; not started while the bids are open."""
    spare: Card | None = field(default=None, repr=False)
    """The card turned over for a copy to copy; face down until the trump is named."""
    swap: Swap | None = None
    cancelled: bool = False
    """Whether a Bomb has cancelled all bids (rules.md §2 bomb)."""
    asks: tuple[Ask, ...] = ()
    """What special cards of the last trick want settled, the present one first."""

    @property
    def copied(self) -> Card | None:
        """Return the card that a copying card is a copy of in this round."""
        return self.upcard if self.spare is None else self.spare

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
    spare: Card | None = None
    swap: Swap | None = None
    cancelled: bool = False

    @property
    def copied(self) -> Card | None:
        """Return the card that a copying card was a copy of in this round."""
        return self.upcard if self.spare is None else self.spare

    def made(self, seat: Seat) -> bool:
        """Return whether a seat took exactly what it bid; nobody did when the bids were cancelled."""
        return not self.cancelled and self.bids[seat] == self.taken[seat]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game: what is fixed, the rounds that are scored, and the round in progress."""

    options: Options
    players: int
    dealer: Seat | None = None
    """Who deals the running or coming round; None until the first dealer is known."""
    scores: tuple[RoundScore, ...] = ()
    round: Round | None = None
    draws: tuple[Draw, ...] = ()
    """The cards drawn for the first deal."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Return each seat's points over all scored rounds."""
        nothing = (0,) * self.players
        return tuple(map(sum, zip(nothing, *(score.points for score in self.scores), strict=True)))
