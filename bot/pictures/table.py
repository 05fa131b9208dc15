"""The table for everybody: seats around a felt, the running trick between them."""

from __future__ import annotations

from typing import Final

from bot.languages import _, p_
from bot.pictures import head, sprites, tricks, wording
from bot.pictures.canvas import CREAM, GOLD, INK, MARGIN, SOFT, WHITE, WIDTH, Canvas, Picture
from bot.pictures.tricks import Shown
from bot.render import words
from bot.tableview import TableView
from engine.actions import Seat
from engine.view import RoundView

_FILENAME: Final = "table.webp"
_PLATE: Final = 94
_GAP: Final = 10
_COLUMN_GAP: Final = 12


def table(view: TableView) -> Picture | None:
    """Draw the running round as everybody may see it; None where no cards are dealt."""
    if view.game is None or view.game.round is None:
        return None
    here = view.game.round
    shown = tricks.present(view, here)
    top = head.height(view, here)
    cards = 2 * (sprites.card_height(card_width(len(view.seats))) + _GAP) + 30
    canvas = Canvas(sprites.felt(WIDTH, top + 2 * (_PLATE + _GAP) + cards + MARGIN).copy())
    head.draw(canvas, view, here)
    _draw_seats(canvas, view, here, shown, top)
    return Picture(canvas.lossy(), _FILENAME, _alt(view, here, shown))


def around(players: int) -> list[tuple[int, int, int]]:
    """Return for each seat its row (0: the far one), its place there and how many sit there; clockwise."""
    far = (players + 1) // 2
    near = players - far
    return [(0, at, far) for at in range(far)] + [(1, near - 1 - at, near) for at in range(near)]


def card_width(players: int) -> int:
    """Return how wide a card on the table is."""
    return 118 if players < 5 else 92


def _draw_seats(canvas: Canvas, view: TableView, here: RoundView, shown: Shown, top: int) -> None:
    width = card_width(len(view.seats))
    card_height = sprites.card_height(width)
    places = {place.seat: place for place in shown.places}
    for seat, (row, at, count) in enumerate(around(len(view.seats))):
        room = (WIDTH - 2 * MARGIN - _COLUMN_GAP * 2) // 3
        gap = (WIDTH - 2 * MARGIN - room * count) // (count + 1) if count < 3 else _COLUMN_GAP
        first = MARGIN + (gap if count < 3 else 0)
        left = first + at * (room + gap)
        plate = top if row == 0 else canvas.height - MARGIN - _PLATE
        card = plate + _PLATE + _GAP if row == 0 else plate - _GAP - card_height
        _draw_plate(canvas, view, here, seat, (left, plate), room, turn=seat in view.playing.to_act)
        place = places[seat]
        at_card = (left + (room - width) // 2, card)
        tricks.lay_card(canvas, place.card, view.options.labels, at_card, width, best=place.best)
        if place.leads:
            beside = min(at_card[0] - 14, (room - width) // 2 + gap + 24)  # not into the neighbour's card
            y = card + card_height // 2 - 14
            canvas.write(_("leads"), at_card[0] - 12, y, 21, SOFT, anchor="right", width=beside)


def _draw_plate(
    canvas: Canvas, view: TableView, here: RoundView, seat: Seat, at: tuple[int, int], width: int, *, turn: bool
) -> None:
    left, top = at
    canvas.lay(sprites.plate(width, _PLATE, "#0b261bd0", GOLD if turn else "none"), left, top)
    room = width - 24
    if here.dealer == seat:
        canvas.lay(sprites.plate(32, 32, CREAM), left + width - 42, top + 10)
        canvas.write(p_("dealer", "D"), left + width - 26, top + 13, 22, INK, bold=True, anchor="middle", width=28)
        room -= 36
    name_left = left + 12
    if turn:
        canvas.lay(sprites.badge(sprites.LEADS, 30, GOLD, INK), name_left, top + 12)
        name_left += 36
        room -= 36
    canvas.write(wording.plain_name(view, seat), name_left, top + 10, 25, WHITE, bold=True, width=room)
    note = wording.bid_note(here, seat)
    points = _("{points} pts", points=words.number(view.playing.totals[seat]))
    used = canvas.write(points, left + width - 12, top + 53, 22, SOFT, anchor="right", width=100)
    canvas.write(note, left + 12, top + 50, 26, CREAM, width=width - 32 - used)


def _alt(view: TableView, here: RoundView, shown: Shown) -> str:
    seen = view.playing
    said = [
        f"{wording.round_title(here.number, len(seen.sizes), here.size)}.",
        wording.status(view, seen, said=True),
        wording.bids_sum(view, here),
        *tricks.sentences(view, shown, own=False),
        wording.trump(view, here),
        *wording.upcard_lines(view, here, said=True),
        *(_seat_sentence(view, here, seat) for seat in range(seen.players)),
        _("{name} deals.", name=wording.said_name(view, here.dealer)),
    ]
    return wording.fitted(said)


def _seat_sentence(view: TableView, here: RoundView, seat: Seat) -> str:
    sentence = wording.bid_sentence(view, here, seat)
    return _("{sentence} Points: {points}.", sentence=sentence, points=words.number(view.playing.totals[seat]))
