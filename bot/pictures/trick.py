"""A finished trick with its winner."""

from __future__ import annotations

from typing import Final

from bot.languages import _
from bot.pictures import sprites, tricks, wording
from bot.pictures.canvas import CREAM, GOLD, MARGIN, SOFT, WIDTH, Canvas, Picture
from bot.render import public
from bot.tableview import TableView
from engine.state import Trick

_FILENAME: Final = "trick.webp"
_HEAD: Final = 88
_LINE: Final = 30


def last_trick(view: TableView) -> Picture | None:
    """Draw the last trick that is over and done with; None before the first one."""
    done = public.finished_tricks(view.game) if view.game is not None else []
    return trick(view, *done[-1]) if done else None


def trick(view: TableView, number_of_round: int, number: int, done: Trick) -> Picture:
    """Draw a finished trick: its cards in order, who took it, and what special cards did then."""
    shown = tricks.finished(view, number, done)
    lines = tricks.aftermath(view, done)
    players = len(view.seats)
    height = _HEAD + tricks.row_height(players, notes=False) + len(lines) * _LINE + MARGIN
    canvas = Canvas(sprites.felt(WIDTH, height).copy())
    title = _("Round {round} · trick {trick}", round=number_of_round, trick=number)
    canvas.write(title, MARGIN, 12, 24, SOFT)
    canvas.write(_outcome(view, done), MARGIN, 42, 30, CREAM if done.winner is None else GOLD, bold=True)
    tricks.draw_row(canvas, view, shown, _HEAD, notes=None)
    for at, line in enumerate(lines):
        canvas.write(line, MARGIN, height - MARGIN - (len(lines) - at) * _LINE, 22, CREAM)
    said = [_("Round {round}.", round=number_of_round), *tricks.sentences(view, shown, own=False), *lines]
    return Picture(canvas.lossy(), _FILENAME, wording.fitted(said))


def _outcome(view: TableView, done: Trick) -> str:
    if done.winner is not None:
        return _("{name} takes it", name=wording.short_name(view, done.winner))
    if done.next_leader is None:
        return _("Nobody takes it")
    return _("Nobody takes it, {name} leads", name=wording.short_name(view, done.next_leader))
