"""The final standings of a season: everybody's season points as bars, the champions in gold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.languages import _
from bot.names import cleaned
from bot.pictures import sprites
from bot.pictures.canvas import MARGIN, WIDTH, Canvas, Picture
from bot.pictures.pad import INK, PAPER
from bot.pictures.wording import fitted
from bot.render import standings
from bot.store import Season, StandingPage, StandingRow

_FILENAME: Final = "season.png"
_HEAD: Final = 76
_ROW: Final = 58
_BAR: Final = 46
_CHAMPION: Final = "#ffcf4a"
_OTHERS: Final = "#d9cfae"
_LEFT: Final = 62
"""Where the bars begin."""
_NUMBER: Final = 96
"""How wide the points at the right edge are."""


def podium(season: str, seasons: Sequence[Season], page: StandingPage) -> Picture | None:
    """Draw the first page of a season's standings; None where nobody is in it."""
    if not page.rows:
        return None
    canvas = Canvas(Image.new("RGB", (WIDTH, _HEAD + _ROW * len(page.rows) + MARGIN), PAPER))
    title = standings.plain_season_name(season, seasons)
    canvas.write(title, WIDTH // 2, 18, 34, INK, bold=True, anchor="middle")
    most = max(row.season_points for row in page.rows)
    for at, row in enumerate(page.rows):
        _draw(canvas, row, _HEAD + at * _ROW, row.season_points / most if most else 0.0)
    return Picture(canvas.exact(), _FILENAME, _alt(title, page))


def _draw(canvas: Canvas, row: StandingRow, top: int, share: float) -> None:
    width = max(_BAR, round((WIDTH - _LEFT - _NUMBER - MARGIN) * share))
    canvas.lay(sprites.plate(width, _BAR, _CHAMPION if row.place == 1 else _OTHERS), _LEFT, top)
    canvas.write(f"{row.place}.", _LEFT - 10, top + 8, 27, INK, bold=True, anchor="right")
    canvas.write(cleaned(row.name), _LEFT + 14, top + 8, 27, INK, width=WIDTH - _LEFT - _NUMBER - 2 * MARGIN)
    points = standings.decimal(row.season_points / 10)
    canvas.write(points, WIDTH - MARGIN, top + 8, 27, INK, bold=True, anchor="right")


def _alt(title: str, page: StandingPage) -> str:
    # L10N: “{title}” is what a season is called
    said = [_("Final standings: {title}.", title=title)]
    said += [
        # L10N: a line of the standings; {points} are season points
        _("{place}. {name}: {points}.", place=row.place, name=cleaned(row.name), points=_points(row))
        for row in page.rows
    ]
    return fitted(said, end="")


def _points(row: StandingRow) -> str:
    return standings.decimal(row.season_points / 10)
