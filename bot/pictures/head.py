"""The head of a picture of a running round: which round it is, what is trump, whom the table waits for."""

from __future__ import annotations

from typing import Final

from bot.languages import _
from bot.pictures import sprites, tricks, wording
from bot.pictures.canvas import CREAM, GOLD, MARGIN, SOFT, WHITE, WIDTH, Canvas
from bot.tableview import TableView
from engine.view import RoundView

_HEIGHT: Final = 112
_LINE: Final = 30
_BELOW_TRUMP: Final = 12
"""So far lines keep away from the trump's name, below which a long one reaches."""
_TRUMP: Final = 92
"""How wide the sign of the trump is with its name."""
_CARD: Final = 60


def height(table: TableView, here: RoundView) -> int:
    """Return how much room the head needs."""
    lines = len(wording.upcard_lines(table, here))
    return _HEIGHT + (lines * _LINE + _BELOW_TRUMP if lines else 0)


def draw(canvas: Canvas, table: TableView, here: RoundView) -> None:
    """Draw the head, with what became of the turned-up card below."""
    seen = table.playing
    room = _draw_trump(canvas, table, here) - MARGIN
    canvas.write(wording.round_title(here.number, len(seen.sizes), here.size), MARGIN, 12, 24, SOFT, width=room)
    mine = table.seat in seen.to_act
    status = wording.status(table, seen, said=False)
    bids = wording.bids_sum(table, here) if table.seat is None else wording.bid_sentence(table, here, table.seat)
    canvas.write(bids, MARGIN, 42, 26, WHITE, width=room)
    canvas.write(status, MARGIN, 73, 26, GOLD if mine else CREAM, bold=mine, width=room)
    for at, line in enumerate(wording.upcard_lines(table, here)):
        canvas.write(line, MARGIN, _HEIGHT + _BELOW_TRUMP - 6 + at * _LINE, 22, SOFT)


def _draw_trump(canvas: Canvas, table: TableView, here: RoundView) -> int:
    """Draw the trump and the cards that lie there in the upper right corner; return where that begins."""
    right = WIDTH - MARGIN
    for face in filter(None, (here.spare, here.upcard)):
        right -= _CARD
        tricks.lay_card(canvas, face, table.options.labels, (right, 12), _CARD)
        right -= 8
    middle = right - _TRUMP // 2
    canvas.write(_("Trump"), middle, 10, 21, SOFT, anchor="middle", width=_TRUMP)
    if here.chooser is not None:
        canvas.write("?", middle, 34, 50, GOLD, bold=True, anchor="middle")
        return right - _TRUMP
    sign = sprites.no_symbol(52) if here.trump is None else sprites.symbol(here.trump, 52)
    canvas.lay(sign, middle - 26, 36)
    canvas.write(wording.suit(here.trump), middle, 88, 21, WHITE, anchor="middle", width=_TRUMP)
    return right - _TRUMP
