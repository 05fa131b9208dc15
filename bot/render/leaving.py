"""What a table shows of people who leave: the question before, seats to take over, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, rows
from bot.languages import _, later, n_
from bot.render import words
from bot.render.notices import GOLD, GREY, message, text
from bot.table import Occupant, Request
from bot.tableview import TableView

MOST_BUTTONS: Final = 5
"""For seats to take over, and for people to let in: a row of each."""
KEPT: Final = later("An AI keeps your seat. Come back at any time with /wizard join, as long as nobody takes it over.")
STAYED: Final = later("You stay at the table.")
TAKEN_OVER: Final = later("You don't sit at this table any more: somebody has taken your seat over.")


def confirm(table: TableView) -> ui.LayoutView:
    """Return the question before somebody leaves a running game."""
    leave = button(Press(table.id, table.version, "leave_now"), _("Leave"), style=discord.ButtonStyle.danger)
    stay = button(Press(table.id, table.version, "stay"), _("Stay"))
    question = text(_("**Leave the game?** An AI will play for you. You can come back."))
    return message(question, ui.ActionRow(leave, stay), colour=GOLD)


def taken_over() -> ui.LayoutView:
    """Return what becomes of the hand of somebody whose seat was taken over."""
    return message(text(_(TAKEN_OVER)), colour=GREY)


def parts(table: TableView) -> list[ui.Item[Any]]:
    """Return what an open table in play shows of seats whose people are away; each question above its answers."""
    shown: list[ui.Item[Any]] = [*rows(_take_buttons(table))]
    if requests := table.requests[:MOST_BUTTONS]:
        shown.append(text("\n".join(_request_line(table, request) for request in requests)))
        shown += rows([_let_in_button(table, request) for request in requests])
    if table.too_few:
        shown += [text(_too_few(table)), *rows(_how_it_goes_on(table))]
    return shown


def _too_few(table: TableView) -> str:
    return n_(
        "Only one person is left at the table. Finish the game with AI players, or stop it?",
        "Only {count} people are left at the table. Finish the game with AI players, or stop it?",
        table.present,
    )


def _request_line(table: TableView, request: Request) -> str:
    held = next(seat for seat in table.seats if seat.user_id == request.holder_id)
    name, holder = words.person_name(request.name), words.person_name(held.name)
    return _("{name} asks for {holder}'s seat", name=name, holder=holder)


def _take_buttons(table: TableView) -> Sequence[Router]:
    away = [seat for seat in table.seats if seat.away][:MOST_BUTTONS]
    return [_take_button(table, seat) for seat in away]


def _take_button(table: TableView, seat: Occupant) -> Router:
    press = Press(table.id, table.version, "take_seat", str(seat.user_id))
    # L10N: button, at most 50 letters beside the name
    return button(press, _("Take {name}'s seat", name=words.button_name(seat.name)))


def _let_in_button(table: TableView, request: Request) -> Router:
    press = Press(table.id, table.version, "let_in", str(request.user_id))
    # L10N: button, at most 50 letters beside the name
    label = _("Let in {name}", name=words.button_name(request.name))
    return button(press, label, style=discord.ButtonStyle.success)


def _how_it_goes_on(table: TableView) -> Sequence[Router]:
    return (
        button(Press(table.id, table.version, "play_on"), _("Finish with AI"), style=discord.ButtonStyle.primary),
        button(Press(table.id, table.version, "stop"), _("Stop"), style=discord.ButtonStyle.danger),
    )
