"""The numbers the rules of thumb were tuned to by self-play; ``python -m tests.benchmarks.tune`` makes them anew.

The chance of a card to take a trick is the logistic function of a + b·h + (c + d·h)·e^−h, where h is how many
cards that beat it the others are likely to hold. Each of a, b, c and d is a sum over what the seat reckons with
(`engine.ai.estimates.Outlook`): a constant, one through the size of the hand, the Wizards against it, the share of
the suit in the hand, the danger of ruffs (without a trump of voids; for a trump the length), the share of trumps in
the hand (without a trump of Wizards; for a trump those outside), and how much more the others want than is theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Line: TypeAlias = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Constants:
    """What the rules of thumb play by."""

    plain: Line
    """What makes the chance of a card of a suit beside the trumps."""
    trump: Line
    untrumped: Line
    """The same of any card of a suit where there is no trump."""
    free: tuple[float, ...]
    """A Wizard's: a constant, one through the size, Wizards against it, its own, the share held, what others want."""
    eager: float
    """How surely somebody who can beats a card and wants a trick."""
    sated: float
    """How surely somebody does who wants none."""
    crowded: float
    """How much the tricks all want beyond those there are take from one's own."""
    bold: float
    """Wild bids count as no more than so many tricks too many or too few."""
    shift: float
    """How many tricks more than they promise one's cards take."""
    doubt: float
    """How unsure the best estimate is, in tricks squared."""
    doubt_left: float
    """How unsure it is for each trick that is left."""
    bid_slope: float
    """How many tricks are bid for each that the hand promises."""
    bid_base: float
    """How many are bid beyond that."""
    bid_crowded: float
    """How much the tricks all bid beyond those there are take from the own bid."""
    tense: float
    """Whether the chances of cards depend on what the others are known to want: 1, or 0 for no."""


TUNED: Final = Constants(
    plain=(
        (-0.380, -0.667, -0.012, -0.525, -0.272, 0.729, -1.185),
        (-0.489, -1.375, -0.002, 0.619, -0.518, 0.397, -0.012),
        (2.233, -0.319, -0.085, -0.802, -1.923, -0.492, -0.455),
        (-0.940, -0.765, -0.174, -0.343, -0.569, 0.273, -1.565),
    ),
    trump=(
        (-0.575, -0.416, -0.279, 0.380, 0.882, 0.358, -0.371),
        (-0.557, -0.678, 0.003, 0.134, 0.266, 0.012, -0.017),
        (2.389, -0.339, -0.352, -0.385, 0.144, 0.353, -1.113),
        (-0.456, -1.884, 0.002, -0.402, 0.889, 0.051, -1.662),
    ),
    untrumped=(
        (-0.440, 0.066, 0.048, 0.236, -0.705, -0.205, -1.090),
        (-0.609, -1.859, 0.028, 0.957, -0.295, 0.913, 0.025),
        (3.017, 1.127, -0.301, -0.334, -0.738, -0.396, -0.358),
        (-0.668, -0.013, 0.073, 0.414, -0.091, -2.038, -0.372),
    ),
    free=(5.116, -2.041, -1.080, 0.156, -0.282, -0.774),
    eager=0.555,
    sated=0.466,
    crowded=0.260,
    bold=1.500,
    shift=-0.056,
    doubt=0.335,
    doubt_left=0.005,
    bid_slope=1.003,
    bid_base=-0.066,
    bid_crowded=-0.048,
    tense=1.000,
)
"""For a policy that counts anew at every decision."""

FIXED: Final = Constants(
    plain=(
        (-0.380, -0.667, -0.012, -0.525, -0.272, 0.729, -1.185),
        (-0.489, -1.375, -0.002, 0.619, -0.518, 0.397, -0.012),
        (2.233, -0.319, -0.085, -0.802, -1.923, -0.492, -0.455),
        (-0.940, -0.765, -0.174, -0.343, -0.569, 0.273, -1.565),
    ),
    trump=(
        (-0.575, -0.416, -0.279, 0.380, 0.882, 0.358, -0.371),
        (-0.557, -0.678, 0.003, 0.134, 0.266, 0.012, -0.017),
        (2.389, -0.339, -0.352, -0.385, 0.144, 0.353, -1.113),
        (-0.456, -1.884, 0.002, -0.402, 0.889, 0.051, -1.662),
    ),
    untrumped=(
        (-0.440, 0.066, 0.048, 0.236, -0.705, -0.205, -1.090),
        (-0.609, -1.859, 0.028, 0.957, -0.295, 0.913, 0.025),
        (3.017, 1.127, -0.301, -0.334, -0.738, -0.396, -0.358),
        (-0.668, -0.013, 0.073, 0.414, -0.091, -2.038, -0.372),
    ),
    free=(5.116, -2.041, -1.080, 0.156, -0.282, -0.774),
    eager=0.555,
    sated=0.466,
    crowded=0.260,
    bold=1.500,
    shift=-0.056,
    doubt=0.335,
    doubt_left=0.005,
    bid_slope=1.003,
    bid_base=-0.066,
    bid_crowded=-0.048,
    tense=0.000,
)
"""For play-outs, where the chances of cards are found once and kept to the end of the round."""
