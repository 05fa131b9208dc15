"""The private panel in which people with Manage Server choose how tables are in their server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot import arranging
from bot.customid import Press
from bot.items import Router, button, channel_select, role_select, select
from bot.render import arrangements
from bot.render import options as words
from bot.render.notices import GOLD, message, rule, text
from bot.render.optionpanel import AGAIN
from bot.servers import ServerSettings
from bot.tableview import TableView
from engine.options import MAX_PLAYERS, Options

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("preset",),
    "tables": tuple(arrangements.SETTINGS),
    "server": ("channels", "moderators", "ai_players", "min_humans"),
}
"""The settings on each page."""
FIRST: Final = "start"
"""The page that also has the house rules."""
_TITLES: Final[Mapping[str, str]] = {
    "start": "The game that /wizard new opens here",
    "tables": "How new tables are run here",
    "server": "Where tables are opened, and by what rules",
}
_ABOUT: Final[Mapping[str, str]] = {
    "preset": "what the options of new tables start from",
    **arrangements.SETTINGS,
    "channels": "where tables may be opened, in threads too; none picked: everywhere",
    "moderators": "a role that may end tables, like people with Manage Messages",
    "ai_players": "may they fill empty seats of new tables?",
    "min_humans": "people a finished game needs to count",
}
_AI_PLAYERS: Final = {
    "on": words.Meaning("they fill up to three seats at the start"),
    "off": words.Meaning("it takes three people to start"),
}
MOST_CHANNELS: Final = 25


def page_of(name: str) -> str | None:
    """Return the page a setting is on; None for an unknown one."""
    return next((page for page, names in PAGES.items() if name in names), None)


def panel(
    settings: ServerSettings,
    page: str,
    *,
    house: Options | None,
    table: TableView | None,
    known: frozenset[int],
    notice: str = "",
    again: bool = False,
) -> ui.LayoutView:
    """Return a page of the panel.

    `house` are the server's house rules, `table` the one in this channel, whose options can become them; `known`
    are the channels and roles that are there. `notice` is a line for this one time; after a refusal the selects
    are there `again`, under other ids.
    """
    head = [f"### Wizard in this server\n{_TITLES[page]}", *([notice] if notice else [])]
    parts: list[ui.Item[Any]] = [text("\n".join(head)), rule()]
    for name in arrangements.names(settings.tables) if page == "tables" else PAGES[page]:
        press = Press(0, 0, "server_set", name + (AGAIN if again else ""))
        parts += [text(f"**{name}** · {_ABOUT[name]}"), ui.ActionRow(_control(settings, name, press, known))]
    if page == FIRST:
        parts += _house_rules(house, table)
    parts += [rule(), _tabs(page)]
    return message(*parts, colour=GOLD)


def _control(settings: ServerSettings, name: str, press: Press, known: frozenset[int]) -> Router:
    match name:
        case "channels":
            there = [channel for channel in settings.channels if channel in known]
            none = "only channels that are gone" if settings.channels else "every channel"
            return channel_select(press, none, there, most=MOST_CHANNELS)
        case "moderators":
            role = settings.moderator_role
            none = "no role" if role is None else "a role that is gone"
            return role_select(press, none, [role] if role is not None and role in known else [])
        case "preset":
            choices = arrangements.choices_of(
                {words.HOUSE: words.Meaning("the house rules, without any the standard game"), **words.PRESET_NAMES}
            )
            return _select(press, name, choices, settings.preset or words.HOUSE)
        case "ai_players":
            present = arranging.switch_word(on=settings.tables.ai_players)
            return _select(press, name, arrangements.choices_of(_AI_PLAYERS), present)
        case "min_humans":
            return _select(press, name, _people(), str(settings.min_humans or arranging.USUAL))
    return arrangements.control(settings.tables, name, press)


def _select(press: Press, name: str, choices: list[discord.SelectOption], present: str) -> Router:
    for choice in choices:
        choice.default = choice.value == present
    return select(press, name, choices)


def _people() -> list[discord.SelectOption]:
    usual = discord.SelectOption(label=arranging.USUAL, value=arranging.USUAL, description="as the bot's host has set")
    return [usual, *(discord.SelectOption(label=str(n), value=str(n)) for n in range(1, MAX_PLAYERS + 1))]


def _house_rules(house: Options | None, table: TableView | None) -> list[ui.Item[Any]]:
    says = "none yet" if house is None else words.summary(house)
    buttons = []
    if table is not None:
        save = Press(table.id, table.options_version, "server_save")
        buttons.append(button(save, "Save this table's options", disabled=house == table.options))
    if house is not None:
        buttons.append(button(Press(0, 0, "server_forget"), "Forget house rules"))
    how = "" if table is not None else "\n-# They are saved from a table: open one here, and choose its options."
    parts: list[ui.Item[Any]] = [text(f"**house rules** · {says}{how}")]
    return [*parts, ui.ActionRow(*buttons)] if buttons else parts


def _tabs(page: str) -> ui.ActionRow[Any]:
    return ui.ActionRow(
        *(
            button(
                Press(0, 0, "server", name),
                name.capitalize(),
                style=discord.ButtonStyle.primary if name == page else discord.ButtonStyle.secondary,
                disabled=name == page,
            )
            for name in PAGES
        )
    )
