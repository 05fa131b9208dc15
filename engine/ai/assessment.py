"""What a decision cost beside the best one, by what its seat could know, and how lucky a hand was."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final

from engine.actions import Decision
from engine.ai.advice import Advice, advise
from engine.ai.judgement import Judgement
from engine.ai.search import difference, hand_luck
from engine.view import View

_ERRORS: Final = 2.0
"""What is less than so many standard errors may be chance, and counts as no loss."""
_FEWEST_DEALS: Final = 16
"""Fewer can't tell much from chance."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A decision beside the best one. Both numbers are points of the round, expected, and never below 0."""

    loss: float
    """How many less it brings than the best decision; 0 where that can't be told from chance."""
    stake: float
    """How many more the best decision brings than one chosen at random."""
    better: Advice | None
    """The best decision; None where nothing is lost."""


@dataclass(frozen=True, slots=True)
class Luck:
    """How many points a hand is worth more than others in its place, and the variance of that estimate."""

    points: float
    variance: float


def assess(view: View, chosen: Decision, found: Judgement, rng: Random) -> Assessment:
    """Set a decision of this view's seat beside the best one of a judgement.

    What is lost is measured on deals of its own, as many as the best decision was tried on, or a few more.
    """
    best = found.best
    mine = next(option for option in found.options if option.decision == chosen)
    stake = best.points - fmean(option.points for option in found.options)
    loss = best.points - mine.points
    if loss > 0 and best.deals:
        loss, error = difference(view, best.decision, chosen, rng, max(best.deals, _FEWEST_DEALS))
        if loss < _ERRORS * error:
            loss = 0.0
    if loss <= 0:
        return Assessment(0.0, max(0.0, stake), None)
    return Assessment(loss, max(stake, loss), advise(view, found, rng))


def luck(view: View, rng: Random, deals: int) -> Luck:
    """Return how lucky the hand of a view is, which is that of its seat before anybody bids.

    A card before the forehead is nobody's hand to play: it tells nothing.
    """
    if view.round is not None and view.round.forehead:
        return Luck(0.0, 0.0)
    return Luck(*hand_luck(view, rng, deals))
