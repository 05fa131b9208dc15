"""What a seat is after: the tricks it still needs, the tricks its cards promise, and how far these are apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from engine.actions import Seat
from engine.ai.reckoning import Unseen, spoils
from engine.ai.worth import Worth
from engine.cards import Card
from engine.view import RoundView, View

# Tuned by self-play, four players, standard game.
_CROWDED: Final = 0.2
"""How much the tricks that all ask together beyond those there are take from one's own."""
_BOLD: Final = 1.5
"""Beyond how many such tricks that no longer grows."""
_DOUBT: Final = 0.3
"""How unsure the best estimate is, in tricks squared."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The tricks some cards promise, at least, at most and likely, and how unsure that is, in tricks squared."""

    low: float
    high: float
    likely: float
    spread: float

    def without(self, worth: Worth) -> Outlook:
        """Return the outlook less a card of this worth."""
        likely = worth.likely
        return Outlook(
            self.low - worth.low, self.high - worth.high, self.likely - likely, self.spread - _spread(likely)
        )

    def plus(self, worth: Worth) -> Outlook:
        """Return the outlook with a card of this worth."""
        likely = worth.likely
        return Outlook(
            self.low + worth.low, self.high + worth.high, self.likely + likely, self.spread + _spread(likely)
        )

    def shifted(self, by: float) -> Outlook:
        """Return the outlook with so many tricks more."""
        return Outlook(self.low + by, self.high + by, self.likely + by, self.spread)


def _spread(chance: float) -> float:
    return max(0.0, chance * (1 - chance))


def outlook(worths: Iterable[Worth]) -> Outlook:
    """Return the tricks that cards of these worths promise together."""
    cards = list(worths)
    return Outlook(
        sum(worth.low for worth in cards),
        sum(worth.high for worth in cards),
        sum(worth.likely for worth in cards),
        sum(_spread(worth.likely) for worth in cards),
    )


@dataclass(frozen=True, slots=True)
class Goal:
    """How many tricks a seat still needs; None: as many as it can get, since the bids are cancelled."""

    need: float | None

    def miss(self, promised: Outlook) -> float:
        """Return how badly an outlook fits, the less the better: how far off for certain, and how unsure."""
        if self.need is None:
            return -promised.high
        off = max(promised.low - self.need, self.need - promised.high, 0.0)
        doubt = promised.spread + _DOUBT
        return off**2 / doubt + log(doubt)

    def moved(self, by: float) -> Goal:
        """Return the goal with so many tricks more."""
        return Goal(None if self.need is None else self.need + by)


def goal(here: RoundView, seat: Seat) -> Goal:
    """Return what the seat of a view is after."""
    return Goal(None if here.cancelled else (here.bids[seat] or 0) - here.taken[seat])


def needs(view: View, here: RoundView) -> list[float]:
    """Return how many tricks each seat still needs; where its bid is not known, as bids usually are."""
    known = [bid for bid in here.bids if bid is not None]
    usual = max(0, here.size - sum(known)) / max(1, view.players - len(known))
    return [(usual if bid is None else bid) - taken for bid, taken in zip(here.bids, here.taken, strict=True)]


def crowding(asked: float, there: float) -> float:
    """Return how many tricks more are asked than there are; wild bids count as no more than bold ones."""
    return max(-_BOLD, min(_BOLD, asked - there))


def tricks_there(hand: Sequence[Card], others: Unseen) -> float:
    """Return how many tricks somebody gets, with these cards in hand: those that are not spoiled."""
    if not others.options.special_cards:
        return len(hand)
    spoiling = sum(spoils(others.as_counted(face), others.options) for face in hand)
    return len(hand) - spoiling - others.spoilers()


def crowded(promised: Outlook, hand: Sequence[Card], others: Unseen, wanted: float) -> Outlook:
    """Return what is left of an outlook when the other seats want so many tricks."""
    return promised.shifted(-_CROWDED * crowding(promised.likely + wanted, tricks_there(hand, others)))


def wanted_by_others(needed: Sequence[float], seat: Seat) -> float:
    """Return how many tricks the other seats want."""
    return sum(max(0, short) for at, short in enumerate(needed) if at != seat)
