"""The picture of a season's final standings."""

from __future__ import annotations

import io

from PIL import Image

from bot.pictures.canvas import WIDTH
from bot.pictures.podium import podium
from bot.store import StandingPage, StandingRow


def page(count: int) -> StandingPage:
    rows = tuple(
        StandingRow(max(1, at), at, f"Person {at} of the long name", 9, 9, 0, 1, 2, season_points=960 - 96 * at)
        for at in range(count)
    )
    return StandingPage(count, 0, rows)


def test_the_final_standings_are_drawn_and_said_in_words() -> None:
    drawn = podium("2026-11", (), page(10))
    assert drawn is not None
    with Image.open(io.BytesIO(drawn.data)) as image:
        assert image.width == WIDTH
    assert drawn.alt.startswith("Final standings: Season 2026-11. 1. Person 0 of the long nam: 96. 1. Person 1")


def test_without_points_the_bars_are_short_and_without_people_there_is_no_picture() -> None:
    nobody_beaten = StandingPage(1, 0, (StandingRow(1, 1, "Ada", 1, 1, 0, 1, 2),))
    assert podium("m1", (), nobody_beaten) is not None
    assert podium("m1", (), StandingPage(0, 0, ())) is None
