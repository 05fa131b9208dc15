"""What a game is worth: who is ranked in it, season points, and the rating.

**Who is ranked.** A game that was played to its end counts when at least the server's minimum of different people
*acted* in it: each made a decision of their own, in time, on the seat they hold at the end. Of several holders of a
seat only the last one is ranked, with all of its points. What nobody decided doesn't make somebody a player: chance, a
move the AI made because the time was up, the only possible card playing itself. A game nobody was left to finish is
abandoned and doesn't count; nor does one that was ended. Nor one in which people could ask for hints, whether anybody
did or not: everybody knows that before the start, and nobody has to guess who was helped.

**AI players** are no opponents: placings are among the ranked people only, so that nobody collects points from them.

**A seat an AI keeps at the end** (its person left, or let the time run out) is placed behind everybody who stayed,
whatever the AI made of it: leaving pays neither for who is behind nor for who lets an AI play. It is nobody's win. Wins
are of the whole table: where an AI player came first, nobody has one.

**Season points** are the share of opponents beaten, a tie counting half, of 12 points a game. Three players get 12, 6,
0; four 12, 8, 4, 0; five 12, 9, 6, 3, 0; six 12, 9.6, 7.2, 4.8, 2.4, 0. Reasons: first and last are worth the same and
the average game is worth 6 at every table, so that small and big tables compare; points of the score would not, for
they grow with the length of a game; nothing is ever taken away, so playing again is never a risk; and 12 makes all of
it whole tenths, which add up without rounding, in any order.

**The rating** is openskill's Bradley-Terry model with full pairing, of the Weng-Lin family: a Bayesian estimate of
strength that learns from each pair at the table, a tie being half a win for both, as in the season points. (Its
Plackett-Luce model takes as much from two who share the first place as from the third.) It knows how sure it is, which
is shown, and people are sorted by the lower end of what it holds possible: what they have shown, not what they may
have been lucky in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

TENTHS: Final = 120
"""What beating everybody is worth, in tenths of a season point: its halves, thirds, quarters and fifths are whole."""
SURE: Final = 3.0
"""So many standard deviations around a rating are shown as possible; it is what the library ranks by, too."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How a ranked person came out of a game: the place at the whole table, and whether an AI kept the seat."""

    place: int
    away: bool = False

    @property
    def key(self) -> tuple[bool, int]:
        """Return what is smaller for who is ahead: of those who didn't stay nobody is ahead of another."""
        return (self.away, 0 if self.away else self.place)


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of strength: its middle and its standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def floor(self) -> float:
        """Return the lower end of what is possible, 0 for somebody who has never been rated."""
        return self.mu - SURE * self.sigma


def season_points(game: Sequence[Placing]) -> tuple[int, ...]:
    """Return what a game is worth to each of its ranked people, in tenths of a season point; alone nothing."""
    opponents = len(game) - 1
    if opponents < 1:
        return (0,) * len(game)
    keys = [one.key for one in game]
    # In half opponents; a person ties with themself, which is taken off again.
    halves = [sum(2 * (other > key) + (other == key) for other in keys) - 1 for key in keys]
    return tuple(TENTHS * beaten // (2 * opponents) for beaten in halves)


def rated(game: Sequence[Placing], before: Sequence[Rating]) -> tuple[Rating, ...]:
    """Return the ratings of a game's ranked people after it; alone it says nothing about anybody."""
    if len(game) < 2:
        return tuple(before)
    ahead = sorted({one.key for one in game})
    model = _model()
    teams = [[model.create_rating([rating.mu, rating.sigma])] for rating in before]
    after = model.rate(teams, ranks=[float(ahead.index(one.key)) for one in game])
    return tuple(Rating(one.mu, one.sigma) for (one,) in after)


@cache
def _model() -> BradleyTerryFull:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - 50 ms that only who finishes a game needs

    start = Rating()
    return BradleyTerryFull(mu=start.mu, sigma=start.sigma)
