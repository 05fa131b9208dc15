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


TUNED: Final = Constants(
    plain=(
        (-0.216, -0.806, -0.003, -0.273, -0.290, 0.363, -1.263),
        (-0.436, -1.676, -0.005, 0.508, -0.630, 0.256, 0.002),
        (2.343, -0.215, -0.176, -0.650, -1.880, -0.326, -0.161),
        (-0.571, -1.353, 0.050, -0.284, -0.551, -1.288, -1.870),
    ),
    trump=(
        (-0.201, -0.457, -0.125, 0.248, 0.610, 0.490, -0.638),
        (-0.564, -0.556, -0.013, -0.008, 0.164, -0.015, 0.018),
        (2.650, -0.494, -0.577, -0.297, -0.131, 0.166, -0.806),
        (-0.143, -1.659, -0.028, -0.469, 0.349, 0.160, -2.342),
    ),
    untrumped=(
        (-0.410, -0.380, 0.145, 0.285, -0.737, -0.977, -0.871),
        (-0.597, -1.905, -0.001, 0.915, -0.081, 0.564, -0.111),
        (3.192, 0.490, -0.382, -0.130, -0.623, -1.220, -0.381),
        (-0.530, -0.114, 0.007, 0.336, 0.037, -2.679, 0.221),
    ),
    free=(3.969, -1.418, -0.834, -0.132, 0.154, -1.401),
    eager=0.352,
    sated=0.177,
    crowded=0.257,
    bold=1.500,
    shift=0.002,
    doubt=0.358,
    doubt_left=-0.010,
    bid_slope=1.036,
    bid_base=-0.172,
    bid_crowded=-0.093,
)
