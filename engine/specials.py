"""The nine special cards of the anniversary editions, each in one place (rules.md §3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Self

from engine.actions import Seat, Settle, with_seat
from engine.cards import Card, Suit, card, without
from engine.options import Bidding, Bomb, Options
from engine.replacing import replace
from engine.special import Effect, Lead, Power, Shape, Special, register
from engine.state import Aftermath, Round, Swap

SUITS: Final = tuple(suit.value for suit in Suit)
AS_WIZARD: Final = "W"
AS_JESTER: Final = "J"


class Dragon(Special):
    """Beats everything, Wizards too; only the Fairy in the same trick beats it. Led, it frees everybody."""

    code = "DRAGON"
    partner = "FAIRY"

    def shape(self, choice: str) -> Shape:
        """Be the strongest card."""
        return Shape(Lead.FREES, Power.DRAGON, special=self.code)


class Fairy(Special):
    """Lower than a Jester, but wins when the Dragon lies in the same trick, before or after it."""

    code = "FAIRY"
    partner = "DRAGON"
    names_trump = False

    def shape(self, choice: str) -> Shape:
        """Be weak, unless the Dragon is there."""
        return Shape(Lead.PASSES, Power.FAIRY, special=self.code, tops=Dragon.code)


class TheBomb(Special):
    """Spoils its trick, or cancels the bids of its round (rules.md §2 bomb); never wins itself.

    Cancelled bids stay cancelled when a Witch takes the Bomb back, and a Cloud in its own trick changes none,
    whichever of the two came first. Secret bids that are cancelled are shown when the round is scored, like all.
    """

    code = "BOMB"
    names_trump = False

    def shape(self, choice: str) -> Shape:
        """Be the lowest card."""
        return Shape(Lead.PASSES, Power.BOMB, special=self.code)

    def spoils_trick(self, options: Options) -> bool:
        """Leave the trick to nobody with ``bomb = trick``."""
        return options.bomb is Bomb.TRICK

    def cancels_bids(self, options: Options) -> bool:
        """Cancel the bids with ``bomb = bids``."""
        return options.bomb is Bomb.BIDS


class Werewolf(Special):
    """Changes places with the turned-up card right after the turn-up; its holder names a suit or no trump.

    Turned up itself it lets the dealer name a suit. So it is never in a hand during play; rule functions that
    are given one treat it as suitless and as weak as a Jester.
    """

    code = "WEREWOLF"
    copyable = False

    def shape(self, choice: str) -> Shape:
        """Be like a Jester where there should be none."""
        return Shape(Lead.PASSES, Power.JESTER, special=self.code)

    def dealt(self, here: Round) -> Round:
        """Exchange it for the turned-up card, whatever that is, before anybody names a trump."""
        wolf = card(self.code)
        holder = next((seat for seat, hand in enumerate(here.hands) if wolf in hand), None)
        if holder is None or here.upcard is None:
            return here
        hands = with_seat(here.hands, holder, (*without(here.hands[holder], wolf), here.upcard))
        swap = Swap(holder, here.upcard)
        return replace(here, hands=hands, upcard=wolf, swap=swap, trump=None, chooser=holder)


@dataclass(frozen=True, slots=True)
class PassCard(Settle):
    """The Juggler: a seat chooses the card it passes to the left."""

    name: ClassVar[str] = "pass"
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardsPassed(Aftermath):
    """Every seat passed one card to its left: `given[seat]`; None for those who may not know."""

    given: tuple[Card | None, ...] = field(repr=False)

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:
        """Keep the card this seat gave and the one it got."""
        if seat is None:
            return replace(self, given=(None,) * len(self.given))
        mine = (seat, (seat - 1) % len(self.given))
        return replace(self, given=tuple(face if at in mine else None for at, face in enumerate(self.given)))


class PassLeft(Effect):
    """Everybody passes one card to the left: all choose first, then all cards move.

    Who has only one card, or only equal ones, is asked as well, so that nobody's hand shows in who is waited for.
    """

    order = 20
    decision = PassCard

    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:
        """Ask everybody, unless the hands are empty."""
        return tuple(range(len(here.hands))) if here.hands[0] else ()

    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:
        """Offer every card of the hand, equal cards once."""
        return tuple(PassCard(seat, face) for face in dict.fromkeys(here.hands[seat]))

    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, Aftermath | None]:
        """Move all cards at once."""
        given = {decision.seat: decision.card for decision in settled if isinstance(decision, PassCard)}
        hands = tuple(
            (*without(hand, given[seat]), given[(seat - 1) % len(here.hands)]) for seat, hand in enumerate(here.hands)
        )
        return replace(here, hands=hands), CardsPassed(tuple(given[seat] for seat in range(len(here.hands))))


class Juggler(Special):
    """A 7½ of the suit its player names; after the trick everybody passes one card to the left."""

    code = "JUGGLER"
    choices = SUITS
    after = PassLeft()
    rank: ClassVar[float] = 7.5

    def shape(self, choice: str) -> Shape:
        """Be a card of the named suit."""
        return _of_suit(self.code, choice, self.rank)


@dataclass(frozen=True, slots=True)
class MoveBid(Settle):
    """The Cloud: a seat changes its own bid by +1 or −1."""

    name: ClassVar[str] = "move_bid"
    by: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class BidMoved(Aftermath):
    """A seat changed its bid by this; None for those who may not know."""

    seat: Seat
    by: int | None = field(repr=False)

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:
        """Hide the direction from the others while bids are secret."""
        return replace(self, by=None) if secret and seat != self.seat else self


class ChangeBid(Effect):
    """Who won the trick changes their own bid by exactly one, within 0 and the cards of the round.

    That is the winner with all special cards of the trick counted, whoever played the card that sets it off.
    """

    order = 10
    decision = MoveBid

    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:
        """Ask the winner; nobody when a Bomb took the trick or has cancelled the bids."""
        winner = here.tricks[-1].winner
        return () if winner is None or here.cancelled else (winner,)

    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:
        """Offer one more and one less, as far as both are bids."""
        bid = here.bids[seat] or 0
        return tuple(MoveBid(seat, by) for by in (1, -1) if 0 <= bid + by <= here.size)

    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, Aftermath | None]:
        """Change the bid."""
        (decision,) = (decision for decision in settled if isinstance(decision, MoveBid))
        bids = with_seat(here.bids, decision.seat, (here.bids[decision.seat] or 0) + decision.by)
        return replace(here, bids=bids), BidMoved(decision.seat, decision.by)

    def asks_when_forced(self, options: Options) -> bool:
        """Ask with secret bids, where not being asked would reveal a bid of 0 or of all tricks."""
        return options.bidding is Bidding.SECRET


class Cloud(Special):
    """A 9¾ of the suit its player names; who wins the trick changes their bid by one."""

    code = "CLOUD"
    choices = SUITS
    after = ChangeBid()
    rank: ClassVar[float] = 9.75

    def shape(self, choice: str) -> Shape:
        """Be a card of the named suit."""
        return _of_suit(self.code, choice, self.rank)


class Shapeshifter(Special):
    """A Wizard or a Jester, as its player declares when playing it."""

    code = "SHIFT"
    choices = (AS_WIZARD, AS_JESTER)

    def shape(self, choice: str) -> Shape:
        """Be what was declared; undeclared, in a hand, count for the weaker one."""
        if choice == AS_WIZARD:
            return Shape(Lead.FREES, Power.WIZARD, special=self.code)
        return Shape(Lead.PASSES, Power.JESTER, special=self.code)


@dataclass(frozen=True, slots=True)
class Exchange(Settle):
    """The Witch: a seat gives a card for one of the trick; both None to keep its hand."""

    name: ClassVar[str] = "exchange"
    give: Card | None = None
    take: Card | None = None


@dataclass(frozen=True, slots=True)
class CardExchanged(Aftermath):
    """A seat put a card into the trick and took one out of it, both in everybody's sight."""

    seat: Seat
    gave: Card
    took: Card

    def seen_by(self, seat: Seat | None, *, secret: bool) -> Self:
        """Show it all."""
        return self

    def left_of(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        """Change the one card for the other."""
        at = pile.index(self.took)
        return (*pile[:at], self.gave, *pile[at + 1 :])


class ExchangeCard(Effect):
    """Its player may change a hand card for a card of the trick, but not for the card that allows it.

    The card put in lies in the finished trick without any effect; winner, led suit and count stay. A Vampire that
    is a Witch can't take itself. A Wizard may be changed for a Wizard. What a pass or an exchange brought into the
    hand may be given at once. A Juggler or Cloud that is taken has had its effect and has it anew when played again.
    """

    order = 30
    decision = Exchange

    def seats(self, here: Round, player: Seat) -> tuple[Seat, ...]:
        """Ask the player, unless their hand is empty."""
        return (player,) if here.hands[player] else ()

    def decisions(self, here: Round, player: Seat, seat: Seat) -> tuple[Settle, ...]:
        """Offer to keep the hand, and every card of it for every other card of the trick."""
        mine = _played_by(here, player)
        there = dict.fromkeys(face for face in here.tricks[-1].pile if face is not mine)
        hand = dict.fromkeys(here.hands[seat])
        return (Exchange(seat), *(Exchange(seat, give, take) for give in hand for take in there))

    def settle(self, here: Round, settled: tuple[Settle, ...]) -> tuple[Round, Aftermath | None]:
        """Change the cards, or leave all as it is."""
        (decision,) = (decision for decision in settled if isinstance(decision, Exchange))
        if decision.give is None or decision.take is None:
            return here, None
        hand = (*without(here.hands[decision.seat], decision.give), decision.take)
        hands = with_seat(here.hands, decision.seat, hand)
        return replace(here, hands=hands), CardExchanged(decision.seat, decision.give, decision.take)


class Witch(Special):
    """Never wins; after the trick its player may change a hand card for another card of the trick."""

    code = "WITCH"
    names_trump = False
    after = ExchangeCard()

    def shape(self, choice: str) -> Shape:
        """Be lower than everything but the Bomb."""
        return Shape(Lead.PASSES, Power.WITCH, special=self.code)


class Vampire(Special):
    """A copy of the turned-up card for the whole round, with its effects and choices; it never has to follow.

    What it is in a trick is the copied card's shape; a copy of a suit card is of its suit and rank, trump or not.
    An exchanged or turned-up Werewolf is not copied but the spare, and nobody names a trump for that. What a Vampire
    asks for is asked in the name of the card it copies. Where nothing is copied it would count as a Jester, but
    then nobody holds it.
    """

    code = "VAMPIRE"
    copies = True

    def shape(self, choice: str) -> Shape:
        """Be like a Jester where there is nothing to copy."""
        return Shape(Lead.PASSES, Power.JESTER, special=self.code)


def _of_suit(code: str, choice: str, rank: float) -> Shape:
    """Return a card of the named suit; in a hand, where none is named yet, one as weak as a Jester."""
    if not choice:
        return Shape(Lead.PASSES, Power.JESTER, special=code)
    return Shape(Lead.SETS, suit=Suit(choice), rank=rank, special=code)


def _played_by(here: Round, seat: Seat) -> Card:
    """Return the bare card a seat played to the last trick."""
    return next(face.bare for at, face in here.tricks[-1].plays(len(here.hands)) if at == seat)


for _special in (Dragon(), Fairy(), TheBomb(), Werewolf(), Juggler(), Cloud(), Shapeshifter(), Witch(), Vampire()):
    register(_special)
