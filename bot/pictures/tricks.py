"""A trick as pictures show it: who plays in which order, what lies there, who leads and who is ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot import names
from bot.languages import _
from bot.pictures import lettering, sprites, wording
from bot.pictures.canvas import GOLD, INK, MARGIN, SOFT, WHITE, WIDTH, Canvas
from bot.render import public, special_words
from bot.tableview import TableView
from engine import rules
from engine.actions import Seat
from engine.cards import Card
from engine.options import Labels
from engine.state import Trick
from engine.view import RoundView

_WIDEST_CARD: Final = 116
_GAP: Final = 12


@dataclass(frozen=True, slots=True)
class Place:
    """One seat in the order of a trick."""

    seat: Seat
    card: Card | None
    leads: bool
    best: str
    """What is said of whoever is ahead or has taken the trick; empty for the others."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The trick that a picture shows."""

    title: str
    places: tuple[Place, ...]
    finished: bool
    taken: bool
    """Whether somebody has taken it."""


def present(table: TableView, here: RoundView) -> Shown:
    """Return the running trick; as long as nothing is played in it the last one of the round, if there is one."""
    if not here.trick.cards and here.tricks:
        return finished(table, len(here.tricks), here.tricks[-1])
    played = here.trick.cards
    best = rules.winner(played, here.trump, here.copied) if played else None
    spoiled = bool(played) and rules.is_spoiled(played, here.copied, table.options)
    mark = _("would win") if spoiled else _("ahead")
    ahead = None if best is None else (here.trick.leader + best) % len(table.seats)
    title = _("Trick {number}", number=len(here.tricks) + 1)
    return Shown(title, _places(table, here.trick, ahead, mark), finished=False, taken=False)


def finished(table: TableView, number: int, trick: Trick) -> Shown:
    """Return a finished trick with whoever took it."""
    title = _("Trick {number} is over", number=number)
    if trick.winner is None:
        places = _places(table, trick, trick.next_leader, _("leads next"))
    else:
        places = _places(table, trick, trick.winner, _("takes it"))
    return Shown(title, places, finished=True, taken=trick.winner is not None)


def _places(table: TableView, trick: Trick, best: Seat | None, mark: str) -> tuple[Place, ...]:
    players = len(table.seats)
    order = [(trick.leader + step) % players for step in range(players)]
    played = dict(trick.plays(players))
    return tuple(
        Place(seat, played.get(seat), leads=seat == trick.leader, best=mark if seat == best else "") for seat in order
    )


def sentences(table: TableView, shown: Shown, *, own: bool = True) -> list[str]:
    """Return in words what lies there and who has yet to play."""
    labels, here = table.options.labels, table.seat if own else None
    played, waiting = [], []
    for place in shown.places:
        name = _("You") if place.seat == here else wording.said_name(table, place.seat)
        if place.card is None:
            waiting.append(name)
        else:
            remarks = wording.marks(leads=place.leads, best=place.best)
            played.append(wording.played(name, wording.card(place.card, labels), remarks))
    if not played:
        return []
    said = [_("{trick}: {plays}.", trick=shown.title, plays="; ".join(played))]
    if shown.finished and not shown.taken:
        said.append(_("Nobody takes it."))
    if waiting and not shown.finished:
        said.append(_("Still to play: {names}.", names=", ".join(waiting)))
    return said


def aftermath(table: TableView, trick: Trick) -> list[str]:
    """Return what special cards did after a trick, a sentence each."""
    return [f"{special_words.told(happened, _Teller(table))}." for happened in trick.after]


@dataclass(frozen=True, slots=True)
class _Teller(public.Teller):
    """Writes seats and cards for a picture, which knows no marks of Discord's."""

    def seat(self, seat: Seat) -> str:
        return names.isolated(wording.plain_name(self.table, seat))

    def card(self, face: Card) -> str:
        return wording.card(face, self.table.options.labels)


# --- drawing -------------------------------------------------------------------------------------


def row_height(players: int, *, notes: bool) -> int:
    """Return how much room a row of a trick needs."""
    return 30 + sprites.card_height(card_width(players)) + 38 + (28 if notes else 0)


def card_width(players: int) -> int:
    """Return how wide a card in a row of a trick is."""
    return min(_WIDEST_CARD, _slot(players) - _GAP)


def _slot(players: int) -> int:
    return (WIDTH - 2 * MARGIN) // players


def draw_row(canvas: Canvas, table: TableView, shown: Shown, top: int, *, notes: RoundView | None) -> None:
    """Draw the places of a trick beside each other: card, name and, with `notes`, bid and tricks."""
    slot, width = _slot(len(shown.places)), card_width(len(shown.places))
    for at, place in enumerate(shown.places):
        middle = MARGIN + at * slot + slot // 2
        _draw_place(canvas, table, place, (middle, top), width, shown=shown, notes=notes)


def _draw_place(
    canvas: Canvas,
    table: TableView,
    place: Place,
    at: tuple[int, int],
    width: int,
    *,
    shown: Shown,
    notes: RoundView | None,
) -> None:
    middle, top = at
    room = _slot(len(shown.places)) - 6
    if place.leads:
        canvas.write(_("leads"), middle, top, 22, SOFT, anchor="middle", width=room)
    left, upper, height = middle - width // 2, top + 30, sprites.card_height(width)
    lay_card(canvas, place.card, table.options.labels, (left, upper), width, best=place.best)
    turn = not shown.finished and place.seat in table.playing.to_act
    if turn and place.card is None:
        canvas.lay(sprites.badge(sprites.LEADS, 44, GOLD, INK), middle - 22, upper + height // 2 - 22)
    name = wording.shown_name(table, place.seat)
    canvas.write(name, middle, upper + height + 8, 23, WHITE, bold=turn, anchor="middle", width=room)
    if notes is not None:
        note = wording.bid_note(notes, place.seat)
        canvas.write(note, middle, upper + height + 36, 22, SOFT, anchor="middle", width=room)


def lay_card(
    canvas: Canvas, face: Card | None, labels: Labels, at: tuple[int, int], width: int, *, best: str = ""
) -> None:
    """Lay a card down, or mark where one is missing; the best one has a frame and a ribbon that says so."""
    left, top = at
    height = sprites.card_height(width)
    if face is None:
        canvas.lay(sprites.plate(width, height, "#00000030", "#ffffff50", "10 8"), left, top)
        return
    canvas.lay(sprites.card(face, labels, width), left, top)
    if best:
        canvas.lay(sprites.plate(width + 12, height + 12, "none", GOLD), left - 6, top - 6)
        canvas.lay(sprites.plate(width + 12, 30, GOLD), left - 6, top + height - 24)
        size = _ribbon_size(best, width)
        y = top + height - 21 - round(size * 0.1)
        canvas.write(best, left + width // 2, y, size, INK, bold=True, anchor="middle", width=width)


def _ribbon_size(text: str, width: int) -> int:
    """Return the largest size in which a text fits on a ribbon; some languages need more letters."""
    sizes = (21, 18, 16)
    return next((size for size in sizes if lettering.fitted(text, size, WIDTH, bold=True).width <= width), sizes[-1])
