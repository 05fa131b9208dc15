"""From what a seat may know, and a guess at the rest, to the position a search plays out; and decisions back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import rules
from engine.actions import Bid, Decision, NameTrump, Play, PlayBlind, Seat
from engine.ai.faces import NO_SUIT, SUITS, Faces
from engine.ai.kernel import BID, GIVE, KEEP, NAME, NO_BID, NOBODY, PLAY, Position
from engine.cards import card
from engine.options import Bidding
from engine.specials import Exchange, MoveBid, PassCard
from engine.view import RoundView, View


def position(
    view: View,
    here: RoundView,
    faces: Faces,
    hands: Sequence[Sequence[int]],
    bids: Sequence[int | None],
    settled: Mapping[Seat, int] | None = None,
) -> Position:
    """Return the round of this view with these hands and bids and these cards already passed.

    `faces` are those of the deck and the copied card. A bid that is None has not been made, or is not known.
    """
    options = view.options
    at = Position.blank(faces, view.players, here.size, here.dealer)
    at.hands = [list(hand) for hand in hands]
    at.trump = NO_SUIT if here.trump is None else SUITS.index(here.trump)
    at.strength = faces.strength[at.trump]
    at.may_name_none = here.swap is not None
    at.open, at.secret = options.bidding is Bidding.OPEN, options.bidding is Bidding.SECRET
    at.bound = rules.sum_rule_applies(options.sum_rule, here.number, here.size, here.dealer, view.totals)
    at.bids = [NO_BID if bid is None else bid for bid in bids]
    at.taken = list(here.taken)
    at.left = here.size - len(here.tricks)
    at.cancelled = here.cancelled
    _lay_trick(at, here)
    _set_phase(at, here)
    if here.ask is not None:
        _set_asks(at, here, here.ask.special)
        at.settled = dict(settled or {})
        at.go_on()
    return at


def _lay_trick(at: Position, here: RoundView) -> None:
    """Play the cards of the running trick, out of hands that don't have them any more."""
    at.leader = here.trick.leader
    for seat, face in here.trick.plays(at.players):
        at.turn = seat
        at.hands[seat].append(at.faces.number[face.bare])
        at.play(at.faces.number[face])


def _set_phase(at: Position, here: RoundView) -> None:
    if here.chooser is not None:
        at.phase, at.turn = NAME, here.chooser
    elif not all(here.has_bid):
        order = rules.bid_order(at.dealer, at.players)
        at.phase, at.turn = BID, next(seat for seat in order if not here.has_bid[seat])
    else:
        at.phase, at.turn = PLAY, (here.trick.leader + len(here.trick.cards)) % at.players


def _set_asks(at: Position, here: RoundView, asked: str) -> None:
    """Take up what the last trick asks for from the effect that is being settled."""
    trick = here.tricks[-1]
    cards = [at.faces.number[face] for face in trick.cards]
    at.remember(cards, trick.leader, NOBODY if trick.winner is None else trick.winner)
    effect = at.faces.effect[at.faces.number[card(asked)]]
    while at.asks[0][0] != effect:
        del at.asks[0]


def is_known(decision: Decision) -> bool:
    """Return whether the kernel knows this kind of decision: a card that is new to it may ask for another."""
    return isinstance(decision, NameTrump | Bid | Play | PlayBlind | MoveBid | PassCard | Exchange)


def decided(faces: Faces, phase: int, seat: Seat, number: int, *, blind: bool) -> Decision:
    """Return what a decision of the kernel is in the engine."""
    match phase:
        case 0:
            return NameTrump(seat, None if number == NO_SUIT else SUITS[number])
        case 1:
            return Bid(seat, number)
        case 2:
            return PlayBlind(seat) if blind else Play(seat, faces.all[number])
        case 3:
            return MoveBid(seat, number)
        case 4:
            return PassCard(seat, faces.all[number])
        case _ if number == KEEP:
            return Exchange(seat)
        case _:
            give, take = divmod(number, GIVE)
            return Exchange(seat, faces.all[give], faces.all[take])
