"""An AI player that counts near-sure winners to bid, then plays to make the bid.

Every card gets a chance to take a trick, from how many unseen cards beat it and how likely somebody
ruffs. The bid is the sum of the chances. A card is played so that the tricks still expected afterwards
come closest to the tricks still needed: to win while the bid is short, to duck once it is made.
What special cards do is asked of the rules, card by card, so a further one is played like the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine import rules, special
from engine.actions import Bid, Decision, NameTrump, Play, PlayBlind, Seat, Settle
from engine.ai.after_trick import choose_settlement
from engine.ai.forehead import choose_bid_blind, choose_trump_blind
from engine.ai.goal import Goal, Outlook, crowded, crowding, goal, needs, outlook, tricks_there, wanted_by_others
from engine.ai.reckoning import Unseen, beats, reckon
from engine.ai.worth import Worth, beaten_by_one, sets_off, worth, worths
from engine.cards import Card, Suit
from engine.special import Power
from engine.specials import Exchange, MoveBid
from engine.view import RoundView, View

# Tuned by self-play, four players, standard game.
_BID_CROWDED: Final = 0.3
"""How much the tricks that all ask together beyond those there are take from one's own bid."""
_EAGER: Final = 0.8
"""How surely somebody beats a card who can and needs tricks; below: who needs none."""
_SATED: Final = 0.31

_CANCELS: Final = 1.0
"""How far off a bid has to be for cancelling all bids to be better."""


def rule_of_thumb(view: View, rng: Random) -> Decision:
    """Choose a decision for the seat of this view; never an illegal one."""
    here = view.round
    if here is None:
        raise ValueError("there is no round to decide in")
    match view.legal[0]:
        case NameTrump(seat):
            return choose_trump_blind(view, here, seat, rng) if here.forehead else _choose_trump(view, here, rng)
        case Bid(seat):
            return choose_bid_blind(view, here, seat) if here.forehead else _choose_bid(view, here)
        case Play(seat):
            return _choose_card(view, here, seat)
        case PlayBlind() as only:
            return only
        case Settle() as asked:
            return choose_settlement(view, here, asked)


def _expected(view: View, here: RoundView, trump: Suit | None) -> float:
    others = reckon(view, here, trump)
    return sum(worth(face, others).likely for face in here.hand)


def _choose_trump(view: View, here: RoundView, rng: Random) -> NameTrump:
    options = [option for option in view.legal if isinstance(option, NameTrump)]
    rng.shuffle(options)
    return max(options, key=lambda option: _expected(view, here, option.suit))


def _choose_bid(view: View, here: RoundView) -> Bid:
    options = [option for option in view.legal if isinstance(option, Bid)]
    earlier = [bid for bid in here.bids if bid is not None]
    others = reckon(view, here, here.trump)
    values = [worth(face, others) for face in here.hand]
    mine = sum(value.likely for value in values)
    later = (view.players - 1 - len(earlier)) * here.size / view.players
    asked = mine + sum(earlier) + later
    aim = mine - _BID_CROWDED * crowding(asked, tricks_there(here.hand, others))
    sure = sum(value.low for face, value in zip(here.hand, values, strict=True) if _is_master(face, others))
    aim = max(aim, sure)
    return min(options, key=lambda option: (abs(option.tricks - aim), option.tricks))


def _is_master(face: Card, others: Unseen) -> bool:
    """Return whether a card beats all cards of the suits, whatever is said of it."""
    return special.shape(others.as_counted(face), None).power >= Power.WIZARD


# --- playing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Position:
    """All that the choice of a card depends on."""

    here: RoundView
    others: Unseen
    known: Mapping[Card, Worth]
    """What the cards of the hand are worth."""
    promised: Outlook
    """Of the whole hand."""
    aim: Goal
    needed: Sequence[float]
    behind: Sequence[Seat]
    """Who plays to this trick later."""


def _choose_card(view: View, here: RoundView, seat: Seat) -> Play:
    options = [option for option in view.legal if isinstance(option, Play)]
    others = reckon(view, here, here.trump)
    known = worths(here.hand, others)
    needed = needs(view, here)
    promised = outlook(known[face] for face in here.hand)
    promised = crowded(promised, here.hand, others, wanted_by_others(needed, seat))
    behind = [(seat + step) % view.players for step in range(1, view.players - len(here.trick.cards))]
    position = _Position(here, others, known, promised, goal(here, seat), needed, behind)
    return min(options, key=lambda option: _miss(option.card, position))


def _miss(face: Card, at: _Position) -> float:
    """Return how badly it fits to play this, the less the better."""
    now = _wins_now(face, at)
    rest = _rest(face, at)
    after = rest.plus(Worth(now, now))
    if not at.others.options.special_cards:
        return at.aim.miss(after)
    if _cancels(face, at):
        return Goal(_CANCELS).miss(replace(rest, low=0, high=0))
    if _moves_bid(face, at):
        return min(at.aim.moved(by * now).miss(after) for by in (1, -1))
    return at.aim.miss(after)


def _cancels(face: Card, at: _Position) -> bool:
    return at.aim.need is not None and rules.cancels_bids(face, at.others.copied, at.others.options)


def _moves_bid(face: Card, at: _Position) -> bool:
    """Return whether the winner of the running trick may change the bid, with this card in it."""
    return any(_sets_off(played, at.others, MoveBid) for played in (*at.here.trick.cards, face))


def _sets_off(face: Card, others: Unseen, decision: type[Settle]) -> bool:
    kind = special.of(others.as_counted(face))
    return kind is not None and sets_off(kind, decision)


def _rest(face: Card, at: _Position) -> Outlook:
    """Return what the hand promises after this card; with an exchange to come, from the cards that lie there."""
    rest = at.promised.without(at.known[face.bare])
    if face.suit is not None or not _sets_off(face, at.others, Exchange):
        return rest
    hand = [at.known[other] for other in at.here.hand if other is not face.bare]
    there = [worth(other.bare, at.others) for other in at.here.trick.cards]
    if not hand or not there:
        return rest
    loss = max(0.0, max(give.low for give in hand) - min(take.low for take in there))
    gain = max(0.0, max(take.high for take in there) - min(give.high for give in hand))
    return replace(rest, low=rest.low - loss, high=rest.high + gain)


def _wins_now(face: Card, at: _Position) -> float:
    """Return the chance that this card takes the running trick."""
    trick = (*at.here.trick.cards, face)
    if _is_spoiled(trick, at.others) or rules.winner(trick, at.others.trump, at.others.copied) + 1 < len(trick):
        return 0.0
    counted = at.others.as_counted(face)
    if not at.behind or _is_topped(counted, at):
        return 1.0
    beaten = beaten_by_one(counted, at.others)
    stays = 1.0
    for seat in at.behind:
        can = 1.0 if _is_known_to_beat(seat, trick, at.others) else beaten
        stays *= 1 - can * (_EAGER if at.needed[seat] > 0 else _SATED)
    return stays


def _is_spoiled(trick: Sequence[Card], others: Unseen) -> bool:
    return bool(others.options.special_cards) and rules.is_spoiled(trick, others.copied, others.options)


def _is_topped(counted: Card, at: _Position) -> bool:
    """Return whether a card wins over everything because of another one in the running trick."""
    tops = special.shape(counted, None).tops
    return bool(tops) and any(at.others.as_counted(played).bare.code == tops for played in at.here.trick.cards)


def _is_known_to_beat(seat: Seat, trick: Sequence[Card], others: Unseen) -> bool:
    """Return whether a seat is known to hold a card that beats the last of a trick and may be played to it."""
    held = [face for holder, face in others.known if holder == seat]
    if not held:
        return False
    led, ahead = rules.led_suit(trick, others.copied), others.as_counted(trick[-1])
    return any(face.suit in (None, led) and beats(face, ahead, others.trump) > 0 for face in held)
