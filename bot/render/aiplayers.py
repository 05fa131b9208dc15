"""The private panel in which the host chooses the AI players of a lobby and how strong each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import ui

from bot.customid import Press
from bot.items import button, select
from bot.languages import _, later
from bot.render import arrangements, optionlabels, words
from bot.render.notices import GOLD, message, rule, text
from bot.render.options import Meaning
from bot.table import Occupant
from bot.tableview import TableView
from engine.ai.levels import Level
from engine.options import MAX_PLAYERS

LEVELS: Final[Mapping[str, Meaning]] = {
    Level.APPRENTICE: Meaning(later("makes slips like a beginner")),
    Level.ADEPT: Meaning(later("plays by good rules of thumb")),
    Level.ARCHMAGE: Meaning(later("thinks ahead, the strongest")),
}
"""How strong an AI player can be, the weakest first."""


def panel(table: TableView, notice: str = "") -> ui.LayoutView:
    """Return the panel; `notice` is a line for this one time."""
    parts: list[ui.Item[Any]] = [text("\n".join([_head(), *([notice] if notice else [])])), rule()]
    for seat in table.seats:
        if seat.user_id is None:
            parts += [_named(table, seat), ui.ActionRow(_level_select(table, seat))]
    full = len(table.seats) == MAX_PLAYERS
    if table.settings.ai_players:
        parts += [rule(), text(_("The table is full.") if full else _("**Add one**"))]
        parts.append(ui.ActionRow(*(_add_button(table, level, full=full) for level in Level)))
    return message(*parts, colour=GOLD)


def _head() -> str:
    called = {level: optionlabels.value("ai_level", level) for level in LEVELS}
    lines = [f"-# **{called[level]}** {_(about.text)}" for level, about in LEVELS.items()]
    return "\n".join(["### " + _("AI players"), *lines])


def _named(table: TableView, seat: Occupant) -> ui.Section[Any]:
    remove = button(Press(table.id, table.version, "ai_remove", seat.name), _("Remove"))
    return ui.Section(f"**{words.seat_name(seat)}**", accessory=remove)


def _level_select(table: TableView, seat: Occupant) -> Any:  # noqa: ANN401 - a select of any view
    choices = arrangements.choices_of("ai_level", LEVELS)
    for choice in choices:
        choice.default = choice.value == seat.level
    # L10N: {name} is an AI player
    called = _("Level of {name}", name=words.plain_name(seat.name))
    return select(Press(table.id, table.version, "ai_level", seat.name), called, choices)


def _add_button(table: TableView, level: Level, *, full: bool) -> Any:  # noqa: ANN401 - a button of any view
    label = optionlabels.value("ai_level", level)
    return button(Press(table.id, table.version, "ai_add", level), label, emoji="➕", disabled=full)
