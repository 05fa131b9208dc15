"""What a game is worth: who is ranked, season points, ratings, and when seasons begin."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ranking import TENTHS, Placing, Rating, rated, season_points
from bot.rhythm import Rhythm, calendar_key, manual_key, period
from bot.servers import ServerSettings, dumps, loads

games = st.lists(st.builds(Placing, st.integers(1, 6), st.booleans()), min_size=2, max_size=6)


@pytest.mark.parametrize(
    ("places", "tenths"),
    [
        ((1, 2, 3), (120, 60, 0)),
        ((1, 2, 3, 4), (120, 80, 40, 0)),
        ((1, 2, 3, 4, 5), (120, 90, 60, 30, 0)),
        ((1, 2, 3, 4, 5, 6), (120, 96, 72, 48, 24, 0)),
        ((1, 1, 3), (90, 90, 0)),
        ((1, 1, 1, 1, 1), (60,) * 5),
        ((2, 4), (120, 0)),  # the others are AI players
        ((1,), (0,)),
    ],
)
def test_season_points_are_the_share_of_opponents_beaten(places: tuple[int, ...], tenths: tuple[int, ...]) -> None:
    assert season_points([Placing(place) for place in places]) == tenths


def test_whoever_leaves_is_behind_everybody_who_stays() -> None:
    game = [Placing(1, away=True), Placing(3), Placing(2), Placing(4, away=True)]
    assert season_points(game) == (20, 80, 120, 20)
    left, third, second, _ = rated(game, [Rating()] * 4)
    assert second.mu > third.mu > left.mu


@given(games)
def test_season_points_lose_nothing_to_rounding_and_a_game_is_worth_six_on_average(game: list[Placing]) -> None:
    points = season_points(game)
    assert sum(points) * 2 == TENTHS * len(game)
    for mine, worth in zip(game, points, strict=True):
        beaten = sum(other.key > mine.key for other in game)
        tied = sum(other.key == mine.key for other in game) - 1
        assert Fraction(worth, TENTHS) == (beaten + Fraction(tied, 2)) / (len(game) - 1)


@given(games, st.lists(st.tuples(st.floats(0, 50), st.floats(1, 9)), min_size=6, max_size=6))
def test_ratings_follow_the_placing_and_not_the_order_of_seats(
    game: list[Placing], before: list[tuple[float, float]]
) -> None:
    ratings = [Rating(*one) for one in before[: len(game)]]
    after = rated(game, ratings)
    turned = rated(game[::-1], ratings[::-1])[::-1]
    for one, other in zip(after, turned, strict=True):
        assert one.mu == pytest.approx(other.mu)
    equal = rated(game, [Rating()] * len(game))
    for (mine, one), (theirs, other) in product(zip(game, equal, strict=True), repeat=2):
        assert mine.key >= theirs.key or one.mu > other.mu


def test_a_newcomer_has_shown_nothing_and_alone_nobody_shows_anything() -> None:
    assert Rating().floor == pytest.approx(0)
    assert rated([Placing(1)], [Rating()]) == (Rating(),)


@pytest.mark.parametrize("key", ["2026-11", "2026-12", "2026-Q1", "2026-Q4"])
def test_a_season_of_the_calendar_holds_every_instant_from_its_beginning_to_its_end(key: str) -> None:
    rhythm = Rhythm.QUARTER if "Q" in key else Rhythm.MONTH
    begins, ends = (datetime.fromtimestamp(at / 1000, UTC) for at in period(key) or ())
    for inside in (begins, ends - timedelta(milliseconds=1)):
        assert calendar_key(rhythm, inside) == key
        assert calendar_key(rhythm, inside.astimezone(timezone(timedelta(hours=9)))) == key
    for outside in (begins - timedelta(milliseconds=1), ends):
        assert calendar_key(rhythm, outside) != key


@pytest.mark.parametrize("key", ["2026-13", "2026-Q5", "0000-01", "9999-12", manual_key(7), "all", "none", ""])
def test_another_key_has_no_place_in_the_calendar(key: str) -> None:
    assert period(key) is None


def test_the_rhythm_is_kept_with_the_server_and_an_unknown_one_is_the_month() -> None:
    for rhythm in Rhythm:
        assert loads(dumps(ServerSettings(seasons=rhythm))).seasons is rhythm
    assert loads('{"seasons": "lunar"}').seasons is loads("{}").seasons is Rhythm.MONTH
