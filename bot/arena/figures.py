"""What the games of an arena say about each entrant, and how surely."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean, stdev
from typing import Final

from bot.arena.faults import Conduct
from bot.arena.pace import Times
from bot.arena.playing import Plan, Played, Result

_NORMAL: Final = 1.959963985
_FEW: Final = {1: 12.7062, 2: 4.3027}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95 % interval; None where one value says nothing about that."""

    mean: float
    plus_minus: float | None


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values, with Student's t for its interval."""
    count = len(values)
    if count < 2:
        return Estimate(fmean(values), None)
    return Estimate(fmean(values), student(count - 1) * stdev(values) / math.sqrt(count))


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, right to 0.005: the series of Fisher and Cornish in 1/freedom."""
    if freedom in _FEW:
        return _FEW[freedom]
    z = _NORMAL
    terms: tuple[float, ...] = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))


@dataclass(slots=True)
class Standing:
    """How an entrant did; equal entrants are one, which has several seats."""

    name: str
    seats: int
    games: int
    points: Estimate
    against: Estimate
    """Points of a game less the mean of the other seats'."""
    won: Estimate
    exact: Estimate
    decisions: int = 0
    times: Times = field(default_factory=Times)
    conduct: Conduct = field(default_factory=Conduct)


def whole_sets(plan: Plan, played: Iterable[Played]) -> list[list[Played]]:
    """Return the games of every deal set that is complete, in order."""
    players = len(plan.entrants)
    ordered = sorted(played, key=lambda game: game.number)
    sets = [list(games) for _, games in groupby(ordered, key=lambda game: game.number // players)]
    return [games for games in sets if len(games) == players]


def standings(plan: Plan, sets: Sequence[Sequence[Played]]) -> list[Standing]:
    """Return how each entrant did, in the order of the seats; there is at least one deal set."""
    return [_standing(plan, name, sets) for name in dict.fromkeys(entrant.name for entrant in plan.entrants)]


def _standing(plan: Plan, name: str, sets: Sequence[Sequence[Played]]) -> Standing:
    mine = [at for at, entrant in enumerate(plan.entrants) if entrant.name == name]
    results = [[game.results[at] for game in games for at in mine] for games in sets]

    def over_sets(figure: Callable[[Result], float]) -> Estimate:
        """Take the deal set as the unit: its games have the same deals, so they are not independent."""
        return estimate([fmean(map(figure, of_set)) for of_set in results])

    standing = Standing(
        name=name,
        seats=len(mine),
        games=sum(map(len, sets)),
        points=over_sets(lambda result: result.points),
        against=over_sets(lambda result: result.against),
        won=over_sets(lambda result: result.won),
        exact=over_sets(lambda result: result.exact),
    )
    for result in (result for of_set in results for result in of_set):
        standing.decisions += result.decisions
        standing.times.add(result.times)
        standing.conduct.add(result.conduct)
    return standing
