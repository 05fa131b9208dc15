"""The state of a game, the actions that change it and the events that tell of a change.

Everything here is a value. Whose turn it is, totals and phases are derived, never stored.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import ClassVar, Final, Self, TypeAlias, TypeVar

from engine.cards import Card, Suit
from engine.options import Options

Seat: TypeAlias = int
"""0 … players−1, clockwise."""

CHANCE: Final[Seat] = -1
"""Who acts when the cards decide: draws the first dealer and deals."""

T = TypeVar("T")


def with_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values of all seats with one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])


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


# --- actions -------------------------------------------------------------------------------------


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
    spare: Card | None = None


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


class Settle:
    """What a special card asks of a seat after its trick; each kind has a name in logs and records."""

    __slots__ = ()
    name: ClassVar[str]
    seat: Seat

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """Return the names of its values; every kind is a dataclass of seats, numbers, cards and None."""
        return tuple(f.name for f in fields(cls))  # type: ignore[arg-type]

    def values(self) -> tuple[object, ...]:
        """Return its values in the order of `keys`."""
        return tuple(getattr(self, key) for key in self.keys())


@dataclass(frozen=True, slots=True)
class MoveBid(Settle):
    """The Cloud: a seat changes its own bid by +1 or −1."""

    name: ClassVar[str] = "move_bid"
    seat: Seat
    by: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class PassCard(Settle):
    """The Juggler: a seat chooses the card it passes to the left."""

    name: ClassVar[str] = "pass"
    seat: Seat
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exchange(Settle):
    """The Witch: a seat gives a card for one of the trick; both None to keep its hand."""

    name: ClassVar[str] = "exchange"
    seat: Seat
    give: Card | None = None
    take: Card | None = None


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


# --- state ---------------------------------------------------------------------------------------


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
class BidMoved(Aftermath):
    """A seat changed its bid by this; None for those who may not know."""

    seat: Seat
    by: int | None = field(repr=False)

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:
        """Hide the direction from the others while bids are secret."""
        return replace(self, by=None) if secret and seat != self.seat else self


@dataclass(frozen=True, slots=True)
class CardsPassed(Aftermath):
    """Every seat passed one card to its left: `given[seat]`; None for those who may not know."""

    given: tuple[Card | None, ...] = field(repr=False)

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:  # noqa: ARG002 - passed cards stay secret always
        """Keep the card this seat gave and the one it got."""
        if seat is None:
            return replace(self, given=(None,) * len(self.given))
        mine = (seat, (seat - 1) % len(self.given))
        return replace(self, given=tuple(face if at in mine else None for at, face in enumerate(self.given)))


@dataclass(frozen=True, slots=True)
class CardExchanged(Aftermath):
    """A seat put a card into the trick and took one out of it, both in everybody's sight."""

    seat: Seat
    gave: Card
    took: Card

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:  # noqa: ARG002 - nothing of it is private
        """Show it all."""
        return self

    def left_of(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        """Change the one card for the other."""
        at = pile.index(self.took)
        return (*pile[:at], self.gave, *pile[at + 1 :])


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
    spare: Card | None = None
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


# --- events --------------------------------------------------------------------------------------


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
