"""An AI player that counts near-sure winners to bid, then plays to make the bid.

Every card gets a chance to take a trick, from how many unseen cards beat it and how likely somebody
ruffs. The bid is the sum of the chances. A card is played so that the tricks still expected afterwards
come closest to the tricks still needed: to win while the bid is short, to duck once it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from engine import rules
from engine.cards import WIZARD, Card, Suit, unseen
from engine.state import Bid, Decision, NameTrump, Play
from engine.view import RoundView, View

# Tuned by self-play, four players, standard game.
_WIZARD_TAKES: Final = 0.95
_TRUMP_BEATEN: Final = 0.78
_PLAIN_BEATEN: Final = 0.66
_RUFF: Final = 0.75
_CROWDED: Final = 0.35
"""How much a bid moves against the bids before it, per trick that they ask too much."""
_EARLY: Final = 0.02
"""A nudge to play the dangerous or useless card first among equals."""


@dataclass(frozen=True, slots=True)
class _Unseen:
    """What one seat can reckon with: the unseen cards and the share of them in the others' hands."""

    ranks: Mapping[Suit, tuple[int, ...]]
    wizards: int
    total: int
    share: float
    opponents: int
    trump: Suit | None

    def higher(self, face: Card) -> int:
        """Return how many unseen cards of its suit beat this one."""
        return sum(rank > face.rank for rank in self.ranks[face.suit]) if face.suit else 0

    def each_holds(self, suit: Suit) -> float:
        """Return how many cards of a suit one opponent is likely to hold."""
        return self.share * len(self.ranks[suit]) / self.opponents


def rule_of_thumb(view: View, rng: Random) -> Decision:
    """Choose a decision for the seat of this view; never an illegal one."""
    here = view.round
    if here is None:
        raise ValueError("there is no round to decide in")
    match view.legal[0]:
        case NameTrump():
            return _choose_trump(view, here, rng)
        case Bid():
            return _choose_bid(view, here)
        case Play():
            return _choose_card(view, here)


def _reckon(view: View, here: RoundView, trump: Suit | None) -> _Unseen:
    seen = [*here.hand, *here.trick.cards, *(face for trick in here.tricks for face in trick.cards)]
    left = unseen(seen if here.upcard is None else [*seen, here.upcard])
    ranks: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for face, count in left.items():
        if count and face.suit:
            ranks[face.suit].append(face.rank)
    held = sum(count for seat, count in enumerate(here.left) if seat != view.seat)
    return _Unseen(
        ranks={suit: tuple(found) for suit, found in ranks.items()},
        wizards=left[WIZARD],
        total=max(1, left.total()),
        share=held / max(1, left.total()),
        opponents=view.players - 1,
        trump=trump,
    )


def _chance(face: Card, others: _Unseen) -> float:
    """Return the chance that a card takes a trick at some time of the round."""
    if face == WIZARD:
        return _WIZARD_TAKES
    if face.suit is None:
        return 0.0
    beaters = others.share * (others.higher(face) + others.wizards / 4)
    if face.suit is others.trump:
        return float(_TRUMP_BEATEN**beaters)
    return float(_PLAIN_BEATEN**beaters) * _unruffed(face.suit, others)


def _unruffed(suit: Suit, others: _Unseen) -> float:
    """Return the chance that nobody is void in the suit and holds a trump."""
    if others.trump is None:
        return 1.0
    void = exp(-others.each_holds(suit))
    armed = 1 - exp(-others.each_holds(others.trump))
    return float((1 - _RUFF * void * armed) ** others.opponents)


def _expected(hand: Iterable[Card], others: _Unseen) -> float:
    return sum(_chance(face, others) for face in hand)


def _choose_trump(view: View, here: RoundView, rng: Random) -> NameTrump:
    options = [option for option in view.legal if isinstance(option, NameTrump)]
    rng.shuffle(options)
    return max(options, key=lambda option: _expected(here.hand, _reckon(view, here, option.suit)))


def _choose_bid(view: View, here: RoundView) -> Bid:
    options = [option for option in view.legal if isinstance(option, Bid)]
    earlier = [bid for bid in here.bids if bid is not None]
    excess = sum(earlier) - here.size * len(earlier) / view.players
    aim = _expected(here.hand, _reckon(view, here, here.trump)) - _CROWDED * excess / max(1, view.players - 1)
    return min(options, key=lambda option: (abs(option.tricks - aim), option.tricks))


def _choose_card(view: View, here: RoundView) -> Play:
    options = [option for option in view.legal if isinstance(option, Play)]
    seat = options[0].seat
    others = _reckon(view, here, here.trump)
    need = (here.bids[seat] or 0) - here.taken[seat]
    total = _expected(here.hand, others)

    def miss(option: Play) -> float:
        later = total - _chance(option.card, others)
        now = _wins_now(option.card, here, others)
        return abs(now + later - need) - _EARLY * later * (1 if need <= 0 else -1)

    return min(options, key=miss)


def _wins_now(face: Card, here: RoundView, others: _Unseen) -> float:
    """Return the chance that this card wins the running trick."""
    trick = (*here.trick.cards, face)
    if rules.winner(trick, here.trump) != len(trick) - 1:
        return 0.0
    behind = others.opponents + 1 - len(trick)
    return float((1 - _beaters(face, others) / others.total) ** behind)


def _beaters(face: Card, others: _Unseen) -> int:
    """Return how many unseen cards would beat the card that is winning now."""
    if face == WIZARD:
        return 0
    if face.suit is None:
        return others.wizards + sum(map(len, others.ranks.values()))
    ruffs = len(others.ranks[others.trump]) if others.trump not in (None, face.suit) else 0
    return others.wizards + others.higher(face) + ruffs
