"""The score pad: the paper block people know, a column for each player and a row for each round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.languages import _
from bot.pictures import sprites, wording
from bot.pictures.canvas import MARGIN, WIDTH, Canvas, Picture
from bot.render import words
from bot.render.scores import SHEET_ROUNDS
from bot.tableview import TableView
from engine.view import View

PAPER: Final = "#fbf6e6"
INK: Final = "#22303a"
_FAINT: Final = "#6b7278"
_ZEBRA: Final = "#f1e9d1"
LINES: Final = "#cfc4a4"
_LEADER: Final = "#ffe08a"
_GAIN: Final = "#1d6b3c"
_LOSS: Final = "#b3261e"
_FILENAME: Final = "score-pad.png"
_NUMBERS: Final = 46
"""How wide the column of the round's numbers is."""
_HEAD: Final = 92
_ROW: Final = 56
_FOOT: Final = 44


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round on the pad; points and total only once it is scored."""

    bid: str
    taken: int
    points: int | None = None
    total: int | None = None


def pad(view: TableView) -> Picture | None:
    """Draw the latest rounds of the pad; None before the first deal."""
    if view.game is None:
        return None
    rows = _rows(view.game)
    if not rows:
        return None
    first = max(0, len(rows) - SHEET_ROUNDS)
    shown = rows[first:]
    canvas = Canvas(Image.new("RGB", (WIDTH, _HEAD + _ROW * len(shown) + _FOOT), PAPER))
    _draw_names(canvas, view, view.game)
    for at, row in enumerate(shown):
        _draw_row(canvas, row, first + at + 1, _HEAD + at * _ROW, shaded=at % 2 == 0)
    _draw_lines(canvas, len(view.seats))
    return Picture(canvas.exact(), _FILENAME, _alt(view, view.game, rows))


def _rows(seen: View) -> list[list[Cell]]:
    totals = [0] * seen.players
    rows = []
    for score in seen.scores:
        totals = [total + points for total, points in zip(totals, score.points, strict=True)]
        columns = zip(score.bids, score.taken, score.points, totals, strict=True)
        rows.append([Cell(str(bid), taken, points, total) for bid, taken, points, total in columns])
    here = seen.round
    if here is not None:
        bids = zip(here.bids, here.has_bid, here.taken, strict=True)
        rows.append([Cell("–" if not given else "?" if bid is None else str(bid), taken) for bid, given, taken in bids])
    return rows


# --- drawing -------------------------------------------------------------------------------------


def _columns(players: int) -> list[tuple[int, int]]:
    """Return where each player's column begins, and how wide it is."""
    width = (WIDTH - MARGIN - _NUMBERS) // players
    return [(_NUMBERS + at * width, width) for at in range(players)]


def _draw_names(canvas: Canvas, view: TableView, seen: View) -> None:
    best = max(seen.totals)
    for seat, (left, width) in enumerate(_columns(seen.players)):
        middle = left + width // 2
        canvas.write(wording.plain_name(view, seat), middle, 10, 23, INK, bold=True, anchor="middle", width=width - 8)
        if seen.totals[seat] == best and seen.scores:
            canvas.lay(sprites.plate(min(width - 12, 96), 42, _LEADER), middle - min(width - 12, 96) // 2, 42)
        canvas.write(words.number(seen.totals[seat]), middle, 43, 32, INK, bold=True, anchor="middle")


def _draw_row(canvas: Canvas, row: Sequence[Cell], number: int, top: int, *, shaded: bool) -> None:
    if shaded:
        canvas.image.paste(_ZEBRA, (0, top, WIDTH, top + _ROW))
    canvas.write(str(number), _NUMBERS - 8, top + 14, 23, _FAINT, anchor="right")
    size = 26 if len(row) < 6 else 24
    for cell, (left, width) in zip(row, _columns(len(row)), strict=True):
        box = min(left + width - 36, left + width // 2 + 24)
        canvas.write(cell.bid, box + 16, top + 2, 22, INK, bold=True, anchor="middle")
        canvas.image.paste(LINES, (box + 4, top + 28, box + 28, top + 30))
        canvas.write(str(cell.taken), box + 16, top + 28, 22, _FAINT, anchor="middle")
        if cell.points is not None and cell.total is not None:
            colour = _GAIN if cell.points > 0 else _LOSS if cell.points < 0 else _FAINT
            canvas.write(words.number(cell.total), box - 2, top + 1, size, INK, bold=True, anchor="right")
            canvas.write(words.signed(cell.points), box - 2, top + 29, 20, colour, anchor="right")


def _draw_lines(canvas: Canvas, players: int) -> None:
    for left, _width in _columns(players):
        canvas.image.paste(LINES, (left, _HEAD, left + 2, canvas.height - _FOOT))
    canvas.image.paste(INK, (0, _HEAD - 3, WIDTH, _HEAD))
    legend = _("Total and points on the left, bid over tricks on the right")
    canvas.write(legend, WIDTH // 2, canvas.height - _FOOT + 9, 20, _FAINT, anchor="middle")


# --- in words ------------------------------------------------------------------------------------


def _alt(view: TableView, seen: View, rows: Sequence[Sequence[Cell]]) -> str:
    players = ", ".join(wording.said_name(view, seat) for seat in range(seen.players))
    said = [
        _("Score pad after {rounds} of {all} rounds.", rounds=len(seen.scores), all=len(seen.sizes)),
        _("Latest round first, bid/tricks, points and total of {players}.", players=players),
    ]
    said += [
        _("{number}: {cells}.", number=number, cells=", ".join(map(_in_words, row)))
        for number, row in reversed(list(enumerate(rows, 1)))
    ]
    return wording.fitted(said, end=_("The earlier rounds are on the score sheet."))


def _in_words(cell: Cell) -> str:
    said = f"{cell.bid}/{cell.taken}"
    if cell.points is None or cell.total is None:
        return said
    return f"{said} {words.signed(cell.points)} {words.number(cell.total)}"
