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
        (-0.519, -0.512, -0.025, -0.398, 0.092, 0.815, -1.182),
        (-0.436, -0.950, 0.008, 0.467, -0.638, 0.198, 0.081),
        (2.158, -0.939, -0.063, -0.722, -1.853, -0.412, -0.360),
        (-1.361, -0.698, -0.093, -0.044, -0.849, 0.366, -1.978),
    ),
    trump=(
        (-0.587, -0.379, -0.131, 0.320, 1.208, 0.297, -0.469),
        (-0.466, -0.530, -0.044, -0.073, 0.233, 0.001, -0.025),
        (2.284, 0.047, -0.297, -0.096, 0.068, 0.393, -1.065),
        (-0.676, -1.697, 0.010, -0.760, 0.717, -0.406, -2.248),
    ),
    untrumped=(
        (-0.461, 0.747, -0.144, 0.320, -0.789, -0.234, -1.098),
        (-0.698, -1.470, 0.066, 1.006, -0.245, 1.023, 0.059),
        (3.115, 1.228, -0.052, -0.857, -0.819, -0.741, -0.326),
        (-0.601, 1.213, 0.216, 0.430, -0.221, -2.537, 0.304),
    ),
    free=(6.307, -3.925, -1.049, -0.129, -1.472, -0.508),
    eager=0.404,
    sated=0.738,
    crowded=0.245,
    bold=1.500,
    shift=-0.147,
    doubt=0.233,
    doubt_left=0.106,
    bid_slope=1.052,
    bid_base=-0.159,
    bid_crowded=-0.193,
    tense=1.000,
)
"""For a policy that counts anew at every decision."""

FIXED: Final = Constants(
    plain=(
        (-0.433, -0.461, 0.070, -0.558, -0.108, 1.208, -1.185),
        (-0.431, -1.057, -0.059, 0.639, -0.510, 0.378, -0.012),
        (1.919, -0.448, -0.139, -0.906, -1.861, -0.009, -0.455),
        (-1.018, -0.666, -0.081, -0.572, -0.736, 0.591, -1.565),
    ),
    trump=(
        (-0.535, -0.496, -0.193, 0.454, 1.188, 0.218, -0.371),
        (-0.503, -0.741, 0.001, 0.061, 0.169, 0.005, -0.017),
        (2.483, -0.219, -0.299, -0.177, 0.776, 0.040, -1.113),
        (-0.591, -2.242, 0.031, -0.485, 1.368, -0.131, -1.662),
    ),
    untrumped=(
        (-0.492, 0.101, 0.117, 0.404, -0.766, -0.239, -1.090),
        (-0.565, -1.604, -0.019, 1.081, -0.194, 0.822, 0.025),
        (2.845, 1.131, -0.301, -0.303, -0.799, -0.484, -0.358),
        (-0.785, -0.065, 0.195, 0.465, -0.265, -2.257, -0.372),
    ),
    free=(5.408, -2.351, -0.955, 0.052, 0.077, -0.774),
    eager=0.424,
    sated=0.075,
    crowded=0.364,
    bold=1.500,
    shift=-0.009,
    doubt=0.220,
    doubt_left=-0.000,
    bid_slope=0.960,
    bid_base=-0.172,
    bid_crowded=0.032,
    tense=0.000,
)
"""For play-outs, where the chances of cards are found once and kept to the end of the round."""
