"""The leaderboard, and the final standings of a season: a line for each person, on a dark ground.

Names stand on a dark ground because the letters of one with emoji in it are white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot import names
from bot.languages import _
from bot.pictures import sprites
from bot.pictures.canvas import CREAM, GOLD, INK, MARGIN, SOFT, WHITE, WIDTH, Canvas, Picture
from bot.pictures.wording import fitted
from bot.ranking import SURE
from bot.render import standings, words
from bot.store import Order, Season, StandingPage, StandingRow

_FILENAME: Final = "leaderboard.png"
_GROUND: Final = "#113828"
_PLATE: Final = "#0b261b"
_TRACK: Final = "#1f4a37"
_COLOURS: Final = ("#e69f00", "#56b4e9", "#2fbf93", "#f0e442", "#ff8a4c", "#e39ac4")
"""Of people, told apart with every kind of colour blindness; light enough for dark letters."""
_HEAD: Final = 96
_ROW: Final = 90
_GAP: Final = 8
_APART: Final = 18
"""So far the viewer's line keeps away from a page on which it isn't."""
_FOOT: Final = 42
_DISC: Final = 48
_FACE: Final = 78
"""Where the discs begin."""
_LEFT: Final = _FACE + _DISC + 14
"""Where names and bars begin."""
_BAR: Final = 16
_BARS_END: Final = 316
_RATINGS: Final = (394, 500)
"""Where the scale of ratings begins and ends."""
_TOP_RATING: Final = 50.0
_RIGHT: Final = WIDTH - MARGIN - 12


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a season as it is drawn.

    `most` are the season points that fill a bar, in tenths; `viewer` is whose line is marked.
    """

    season: str
    page: StandingPage
    order: Order = Order.POINTS
    seasons: Sequence[Season] = ()
    most: int = 0
    viewer: int | None = None

    @property
    def title(self) -> str:
        """Return what the season is called."""
        return standings.plain_season_name(self.season, self.seasons)

    @property
    def apart(self) -> tuple[StandingRow, ...]:
        """Return the viewer's own line where it isn't on the page."""
        own = self.page.own
        if own is None or not own.place or any(row.user_id == own.user_id for row in self.page.rows):
            return ()
        return (own,)


def leaderboard(board: Board) -> Picture | None:
    """Draw a page of the leaderboard; None where nobody is on it."""
    sorted_by = _("Sorted by {order}.", order=_(standings.ORDERS[board.order]))
    # L10N: {season} is like “Season 2026-11”, or what an admin has called it
    return _drawn(board, sorted_by, [_("Leaderboard: {season}.", season=board.title), sorted_by])


def podium(board: Board) -> Picture | None:
    """Draw the final standings of a season; None where nobody is in it."""
    # L10N: “{title}” is what a season is called
    return _drawn(board, _("Final standings"), [_("Final standings: {title}.", title=board.title)])


def _drawn(board: Board, below_title: str, said: Sequence[str]) -> Picture | None:
    if not board.page.rows:
        return None
    rows = (*board.page.rows, *board.apart)
    height = _HEAD + _ROW * len(rows) + (_APART if board.apart else 0) + _FOOT
    canvas = Canvas(Image.new("RGB", (WIDTH, height), _GROUND))
    canvas.image.paste(INK, (0, 0, WIDTH, _HEAD - 10))
    canvas.write(board.title, MARGIN, 5, 34, WHITE, bold=True)
    canvas.write(below_title, MARGIN, 47, 24, SOFT)
    for at, row in enumerate(rows):
        _draw_row(canvas, board, row, _HEAD + at * _ROW + (_APART if row in board.apart else 0))
    _draw_legend(canvas, canvas.height - _FOOT)
    return Picture(canvas.exact(), _FILENAME, fitted([*said, *(_sentence(row, board.order) for row in rows)]))


# --- a line --------------------------------------------------------------------------------------


def _draw_row(canvas: Canvas, board: Board, row: StandingRow, top: int) -> None:
    first = row.place == 1
    edge = WHITE if row.user_id == board.viewer else "none"
    canvas.lay(sprites.plate(WIDTH - 2 * MARGIN, _ROW - _GAP, _PLATE, edge), MARGIN, top)
    place = GOLD if first else CREAM
    canvas.write(f"{row.place}.", _FACE - 8, top + 22, 28, place, bold=True, anchor="right", width=_FACE - MARGIN - 10)
    _draw_face(canvas, row, top + (_ROW - _GAP - _DISC) // 2)
    figure = standings.figure(row, board.order)
    used = canvas.write(figure, _RIGHT, top + 7, 30, place, bold=True, anchor="right")
    canvas.write(names.cleaned(row.name), _LEFT, top + 8, 28, WHITE, bold=first, width=_RIGHT - _LEFT - used - 14)
    _draw_points(canvas, row, top + 53, board)
    _draw_rating(canvas, row, top + 53, board)


def _draw_face(canvas: Canvas, row: StandingRow, top: int) -> None:
    colour = _COLOURS[row.user_id % 997 % len(_COLOURS)]  # a prime, for ids given one after the other are alike
    canvas.lay(sprites.disc(_DISC, colour), _FACE, top)
    letter = names.initial(row.name)
    canvas.write(letter, _FACE + _DISC // 2, top + 6, 28, INK, bold=True, anchor="middle", width=_DISC - 6)


def _draw_points(canvas: Canvas, row: StandingRow, top: int, board: Board) -> None:
    """Draw a bar of the season points, with their number at its end if it isn't what the page is sorted by."""
    room = _BARS_END - _LEFT
    canvas.lay(sprites.plate(room, _BAR, _TRACK), _LEFT, top)
    share = min(1.0, row.season_points / board.most) if board.most else 0.0
    if width := round(room * share):
        canvas.lay(sprites.plate(max(_BAR, width), _BAR, GOLD if row.place == 1 else SOFT), _LEFT, top)
    if board.order is not Order.POINTS:
        canvas.write(standings.figure(row, Order.POINTS), _BARS_END + 8, top - 7, 22, SOFT, width=60)


def _draw_rating(canvas: Canvas, row: StandingRow, top: int, board: Board) -> None:
    """Draw what the rating may be as a line with its middle, and its numbers if the page isn't sorted by them."""
    middle, margin = row.mu, SURE * row.sigma
    if board.order is not Order.RATING:
        canvas.write(standings.figure(row, Order.RATING), _RIGHT, top - 7, 22, SOFT, anchor="right", width=124)
    left, right = _RATINGS
    canvas.lay(sprites.plate(right - left, _BAR, _TRACK), left, top)
    low, at, high = (
        left + round((right - left) * min(1.0, max(0.0, it / _TOP_RATING)))
        for it in (middle - margin, middle, middle + margin)
    )
    canvas.image.paste(SOFT, (low, top + _BAR // 2 - 2, max(low + 4, high), top + _BAR // 2 + 2))
    canvas.lay(sprites.disc(_BAR - 2, CREAM), min(max(at, left + 7), right - 7) - 7, top + 1)


def _draw_legend(canvas: Canvas, top: int) -> None:
    """Say what bars and lines are."""
    points, rating = (words.capitalised(_(standings.ORDERS[order])) for order in (Order.POINTS, Order.RATING))
    canvas.write(points, _LEFT, top + 4, 21, SOFT, width=_BARS_END - _LEFT)
    canvas.write(rating, _RATINGS[0], top + 4, 21, SOFT, width=WIDTH - MARGIN - _RATINGS[0])


# --- in words ------------------------------------------------------------------------------------


def _sentence(row: StandingRow, order: Order) -> str:
    numbers = standings.numbers(row)
    said = [numbers[it] for it in dict.fromkeys((order, Order.POINTS, Order.RATING))]
    name = names.isolated(names.cleaned(row.name))
    # L10N: a line of the standings; {points} are numbers like “24 season points”
    return _("{place}. {name}: {points}.", place=row.place, name=name, points=", ".join(said))
