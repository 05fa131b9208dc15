"""The private panel in which the host chooses the AI players of a lobby and how strong each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, select
from bot.languages import _, later
from bot.render import arrangements, words
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


REMOVE: Final = "remove"
"""What is picked for an AI player that is to go."""


def panel(table: TableView, notice: str = "") -> ui.LayoutView:
    """Return the panel, a select for each AI player and one that adds another; `notice` is a line for this one time."""
    about = "-# " + _("How strong each of them is.")
    parts: list[ui.Item[Any]] = [
        text("\n".join(["### " + _("AI players"), about, *([notice] if notice else [])])),
        rule(),
    ]
    parts += [ui.ActionRow(_chooser(table, seat)) for seat in table.seats if seat.user_id is None]
    if len(table.seats) == MAX_PLAYERS:
        parts.append(text(_("The table is full.")))
    elif table.settings.ai_players:
        add = Press(table.id, table.version, "ai_add")
        parts.append(ui.ActionRow(select(add, _("Add an AI player"), arrangements.choices_of("ai_level", LEVELS))))
    return message(*parts, colour=GOLD)


def _chooser(table: TableView, seat: Occupant) -> Router:
    """Return the select that says how strong an AI player is, with its name in each choice: it has no other label."""
    name = words.plain_name(seat.name)
    choices = arrangements.choices_of("ai_level", LEVELS)
    for choice in choices:
        # L10N: {name} is an AI player, {level} how strong it is
        choice.label = _("{name}: {level}", name=name, level=choice.label)
        choice.default = choice.value == seat.level
    # L10N: {name} is an AI player
    choices.append(discord.SelectOption(label=_("Remove {name}", name=name), value=REMOVE))
    return select(Press(table.id, table.version, "ai_level", seat.name), name, choices)
