"""Means, intervals and times, against figures worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.arena.entrants import Entrant
from bot.arena.faults import Conduct, Fault
from bot.arena.figures import Estimate, estimate, standings, student, whole_sets
from bot.arena.pace import Pace, Times
from bot.arena.playing import Plan, Played, Result
from engine.options import Options

PLAN = Plan(Options(), (Entrant("archmage"), Entrant("adept"), Entrant("adept")), 3, Pace(deals=1))


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (10, 2.228),
        (30, 2.042),
        (99, 1.984),
        (10**6, 1.96),
    ],
)
def test_students_t(freedom: int, quantile: float) -> None:
    """Printed tables have these."""
    assert student(freedom) == pytest.approx(quantile, abs=0.005)


def test_an_interval_by_hand() -> None:
    """10, 20, 30: mean 20, standard deviation 10, so 4.303 × 10 / √3 = 24.84."""
    found = estimate([10, 20, 30])
    assert found.mean == 20
    assert found.plus_minus == pytest.approx(24.84, abs=0.01)


def test_one_value_says_nothing_about_its_interval() -> None:
    assert estimate([7]) == Estimate(7, None)


def _result(points: int) -> Result:
    return Result(points, points - 5.0, points / 100, points / 50, 4, Times(), Conduct())


def _played(number: int, points: Sequence[int]) -> Played:
    return Played(number, tuple(map(_result, points)))


def test_the_unit_is_the_deal_set() -> None:
    """The Archmage's means of three sets are 10, 20 and 30, however its games in them differ."""
    own = [(0, 10, 20), (20, 20, 20), (90, 0, 0)]
    games = [_played(3 * at + game, (mine, 1, 3)) for at, of_set in enumerate(own) for game, mine in enumerate(of_set)]
    archmage, adept = standings(PLAN, whole_sets(PLAN, reversed(games)))
    assert (archmage.name, archmage.seats, archmage.games, archmage.decisions) == ("archmage", 1, 9, 36)
    assert archmage.points == estimate([10, 20, 30])
    assert (archmage.against.mean, archmage.won.mean, archmage.exact.mean) == pytest.approx((15, 0.2, 0.4))
    assert (adept.name, adept.seats, adept.games, adept.decisions) == ("adept", 2, 9, 72)
    assert adept.points == Estimate(2, 0)


def test_a_deal_set_that_was_not_finished_is_left_out() -> None:
    games = [_played(number, (1, 2, 3)) for number in (8, 5, 3, 0, 4, 1)]
    assert [[game.number for game in games] for games in whole_sets(PLAN, games)] == [[3, 4, 5]]


def test_times_are_kept_to_one_per_cent() -> None:
    times, more = Times(), Times()
    for thousandths in range(1, 1000):
        times.note(thousandths / 1000)
    more.note(5.0)
    times.add(more)
    assert (times.count, times.longest) == (1000, 5.0)
    assert times.total == pytest.approx(999 * 0.5 + 5)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.01)
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.01)
    assert times.quantile(1) == pytest.approx(5, rel=0.01)
    assert Times().quantile(0.5) == 0


def test_what_a_program_did_wrong_adds_up() -> None:
    conduct = Conduct()
    for fault, why in ((Fault.LATE, "was late"), (Fault.GONE, "fell"), (None, "")):
        game = Conduct(by_adept=1, why=why, stderr=f"at the time it {why}" if why else "")
        if fault is not None:
            game.faults[fault] += 2
        conduct.add(game)
    assert conduct.faults == {Fault.LATE: 2, Fault.GONE: 2}
    assert (conduct.by_adept, conduct.why, conduct.stderr) == (3, "fell", "at the time it fell")
