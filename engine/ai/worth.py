"""What a card is worth to its holder: how likely it takes a trick at some time of the round, or now."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Final, NamedTuple

from engine import special
from engine.actions import Settle
from engine.ai.reckoning import Unseen, beats
from engine.cards import Card, Suit
from engine.special import Power, Shape
from engine.specials import Exchange

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

# Tuned by self-play, four players, all nine special cards.
_KEEPS: Final = 0.65
"""What each card that beats a Wizard or better, and is likely to be held, leaves of its chance."""
_TOPS: Final = 0.15
"""How often a card wins that needs another one in its trick, held by an opponent."""
_EXCHANGES: Final = 0.25
"""By how many tricks changing a card can turn a hand either way."""
_CHOSEN: Final = 0.9
"""How near to the most it can take a card with a choice comes."""


class Worth(NamedTuple):
    """The tricks a card can be made to take, at least and at most: its holder may have a choice."""

    low: float
    high: float

    @property
    def likely(self) -> float:
        """Return the tricks it will take as things usually go."""
        return self.low + _CHOSEN * (self.high - self.low)


def worths(hand: Iterable[Card], others: Unseen) -> dict[Card, Worth]:
    """Return what each face of a hand is worth."""
    return {face: worth(face, others) for face in set(hand)}


def worth(face: Card, others: Unseen) -> Worth:
    """Return what a card in hand is worth, whatever may be said of it and whatever it sets off."""
    if face.suit is not None:
        chance = chance_of(face, others)
        return Worth(chance, chance)
    counted = others.as_counted(face)
    kind = special.of(counted)
    choices = (kind.choices if kind is not None else ()) or ("",)
    chances = [chance_of(counted.saying(choice), others) for choice in choices]
    leeway = _EXCHANGES if kind is not None and sets_off(kind, Exchange) else 0.0
    return Worth(min(chances) - leeway, max(chances) + leeway)


def sets_off(kind: special.Special, decision: type[Settle]) -> bool:
    """Return whether a special card asks for such a decision after its trick."""
    return kind.after is not None and kind.after.decision is decision


def chance_of(counted: Card, others: Unseen) -> float:
    """Return the chance that a card, played as this, takes a trick at some time of the round."""
    shape = special.shape(counted, None)
    if shape.suit is not None:
        return _suit_card(counted, shape.suit, shape, others)
    if shape.power <= Power.OFF_SUIT:
        return _TOPS * others.in_play(shape.tops) if shape.tops else 0.0
    if not others.specials and not others.known:
        return _WIZARD_TAKES
    over = others.share * others.threats(counted) + others.known_threats(counted)
    return float(_WIZARD_TAKES * _KEEPS**over)


def _suit_card(counted: Card, suit: Suit, shape: Shape, others: Unseen) -> float:
    free = others.wizards + others.threats(counted)
    beaters = others.share * (others.higher(shape) + _WIZARD_BEATS * free) + others.known_threats(counted)
    if suit is others.trump:
        return float(_TRUMP_KEEPS**beaters) * others.size / (others.size + _TRUMP_SHORT)
    plain = float(_PLAIN_KEEPS**beaters) * others.size / (others.size + _PLAIN_SHORT)
    return plain * _unruffed(suit, others)


def _unruffed(suit: Suit, others: Unseen) -> float:
    """Return the chance that nobody is void in the suit and holds a trump."""
    if others.trump is None:
        return 1.0
    void = exp(-others.held(suit))
    armed = 1 - exp(-others.held(others.trump))
    return float((1 - _RUFF * void * armed) ** others.opponents)


def beaten_by_one(counted: Card, others: Unseen) -> float:
    """Return the chance that one opponent can beat the card that is ahead now."""
    each = others.share / others.opponents
    shape = special.shape(counted, None)
    able = sum(beats(other, counted, others.trump) > 0 for other in others.specials)
    return 1 - exp(-each * able) * (1 - _beaten_by_common(shape, others, each))


def _beaten_by_common(shape: Shape, others: Unseen, each: float) -> float:
    """Return the chance that one opponent has a Wizard or a suit card to beat this one."""
    if shape.suit is None and shape.power >= Power.WIZARD:
        return 0.0
    wizard = exp(-each * others.wizards)
    if shape.suit is None and shape.power > Power.TRUMP:
        return 1 - wizard
    if shape.suit is None:
        return 1 - exp(-each * (others.wizards + sum(map(int.bit_count, others.ranks.values()))))
    higher = exp(-each * others.higher(shape))
    if others.trump in (None, shape.suit):
        return 1 - wizard * higher
    ruff = exp(-others.held(shape.suit)) * (1 - exp(-others.held(others.trump)))
    return 1 - wizard * higher * (1 - ruff)
