"""An AI player that counts near-sure winners to bid, then plays to make the bid.

Every card gets a chance to take a trick, from how many unseen cards beat it and how likely somebody
ruffs. The bid is the sum of the chances. A card is played so that the tricks still expected afterwards
come closest to the tricks still needed: to win while the bid is short, to duck once it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Final

from engine import rules
from engine.cards import COPIES, RANKS, WIZARD, Card, Suit, deck
from engine.state import Bid, Decision, NameTrump, Play, Seat
from engine.view import RoundView, View

# Tuned by self-play, four players, standard game.
_WIZARD_TAKES: Final = 0.93
_TRUMP_KEEPS: Final = 0.87
"""What each card that beats a trump, and is likely to be held, leaves of its chance; below: a plain card's."""
_PLAIN_KEEPS: Final = 0.59
_WIZARD_BEATS: Final = 0.33
_RUFF: Final = 0.95
_TRUMP_SHORT: Final = 0.5
"""How much harder a trump has it in a short hand; below: a plain card, whose suit has to be led first."""
_PLAIN_SHORT: Final = 2.3
_BID_CROWDED: Final = 0.3
"""How much the tricks that all ask together beyond those there are take from one's own; below: in play."""
_PLAY_CROWDED: Final = 0.2
_BOLD: Final = 1.5
"""Beyond how many such tricks that no longer grows."""
_EAGER: Final = 0.8
"""How surely somebody beats a card who can and needs tricks; below: who needs none."""
_SATED: Final = 0.31
_DOUBT: Final = 0.3
"""How unsure the best estimate is, in tricks squared."""

_ALL_RANKS: Final = sum(1 << rank for rank in RANKS)


@dataclass(frozen=True, slots=True)
class _Unseen:
    """What one seat can reckon with: the unseen cards and the share of them in the others' hands."""

    ranks: Mapping[Suit, int]
    """Of each suit, a bit for every unseen rank."""
    wizards: int
    share: float
    size: int
    """How many cards the seat itself holds."""
    opponents: int
    trump: Suit | None

    def higher(self, face: Card) -> int:
        """Return how many unseen cards of its suit beat this one."""
        return (self.ranks[face.suit] >> face.rank + 1).bit_count() if face.suit else 0

    def held(self, suit: Suit) -> float:
        """Return how many cards of a suit one opponent is likely to hold."""
        return self.share * self.ranks[suit].bit_count() / self.opponents


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
        case Play(seat):
            return _choose_card(view, here, seat)
        case _:
            return rng.choice(view.legal)


def _reckon(view: View, here: RoundView, trump: Suit | None) -> _Unseen:
    seen = [*here.hand, *here.trick.cards, *(face for trick in here.tricks for face in trick.cards)]
    if here.upcard is not None:
        seen.append(here.upcard)
    ranks = dict.fromkeys(Suit, _ALL_RANKS)
    for face in seen:
        if face.suit is not None:
            ranks[face.suit] ^= 1 << face.rank
    total = max(1, len(deck()) - len(seen))
    return _Unseen(
        ranks=ranks,
        wizards=COPIES - seen.count(WIZARD),
        share=(sum(here.left) - len(here.hand)) / total,
        size=len(here.hand),
        opponents=view.players - 1,
        trump=trump,
    )


def _chances(hand: Iterable[Card], others: _Unseen) -> dict[Card, float]:
    """Return for each face the chance that such a card takes a trick at some time of the round."""
    return {face: _chance(face, others) for face in set(hand)}


def _chance(face: Card, others: _Unseen) -> float:
    if face == WIZARD:
        return _WIZARD_TAKES
    if face.suit is None:
        return 0.0
    beaters = others.share * (others.higher(face) + _WIZARD_BEATS * others.wizards)
    if face.suit is others.trump:
        return float(_TRUMP_KEEPS**beaters) * others.size / (others.size + _TRUMP_SHORT)
    plain = float(_PLAIN_KEEPS**beaters) * others.size / (others.size + _PLAIN_SHORT)
    return plain * _unruffed(face.suit, others)


def _unruffed(suit: Suit, others: _Unseen) -> float:
    """Return the chance that nobody is void in the suit and holds a trump."""
    if others.trump is None:
        return 1.0
    void = exp(-others.held(suit))
    armed = 1 - exp(-others.held(others.trump))
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
    mine = _expected(here.hand, _reckon(view, here, here.trump))
    later = (view.players - 1 - len(earlier)) * here.size / view.players
    aim = mine - _BID_CROWDED * _crowding(mine + sum(earlier) + later, here.size)
    aim = max(aim, here.hand.count(WIZARD) * _WIZARD_TAKES)
    return min(options, key=lambda option: (abs(option.tricks - aim), option.tricks))


def _crowding(asked: float, there: int) -> float:
    """Return how many tricks more are asked than there are; wild bids count as no more than bold ones."""
    return max(-_BOLD, min(_BOLD, asked - there))


def _choose_card(view: View, here: RoundView, seat: Seat) -> Play:
    options = [option for option in view.legal if isinstance(option, Play)]
    others = _reckon(view, here, here.trump)
    chances = _chances(here.hand, others)
    needs = [(bid or 0) - taken for bid, taken in zip(here.bids, here.taken, strict=True)]
    total = sum(chances[face] for face in here.hand)
    spread = sum(chances[face] * (1 - chances[face]) for face in here.hand)
    wanted = sum(max(0, short) for at, short in enumerate(needs) if at != seat)
    total -= _PLAY_CROWDED * _crowding(total + wanted, len(here.hand))
    behind = [(seat + step) % view.players for step in range(1, view.players - len(here.trick.cards))]

    def miss(option: Play) -> float:
        chance = chances[option.card]
        now = _wins_now(option.card, here, others, needs, behind)
        doubt = spread - chance * (1 - chance) + now * (1 - now) + _DOUBT
        return (now + total - chance - needs[seat]) ** 2 / doubt + log(doubt)

    return min(options, key=miss)


def _wins_now(face: Card, here: RoundView, others: _Unseen, needs: list[int], behind: list[Seat]) -> float:
    """Return the chance that this card wins the running trick."""
    trick = (*here.trick.cards, face)
    if rules.winner(trick, here.trump) != len(trick) - 1:
        return 0.0
    beaten = _beaten_by_one(face, others) if behind else 0.0
    stays = 1.0
    for seat in behind:
        stays *= 1 - beaten * (_EAGER if needs[seat] > 0 else _SATED)
    return stays


def _beaten_by_one(face: Card, others: _Unseen) -> float:
    """Return the chance that one opponent can beat the card that is winning now."""
    if face == WIZARD:
        return 0.0
    each = others.share / others.opponents
    wizard = exp(-each * others.wizards)
    if face.suit is None:
        return 1 - exp(-each * (others.wizards + sum(map(int.bit_count, others.ranks.values()))))
    higher = exp(-each * others.higher(face))
    if others.trump in (None, face.suit):
        return 1 - wizard * higher
    ruff = exp(-others.held(face.suit)) * (1 - exp(-others.held(others.trump)))
    return 1 - wizard * higher * (1 - ruff)
