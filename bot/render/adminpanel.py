"""The private panel in which people with Manage Server choose how tables are in their server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot import arranging
from bot.customid import Press
from bot.items import Router, button, channel_select, role_select, select
from bot.languages import LANGUAGES, _, later
from bot.render import aiplayers, arrangements, optionlabels
from bot.render import options as words
from bot.render.notices import GOLD, message, rule, text
from bot.render.optionpanel import AGAIN, title
from bot.rhythm import Rhythm
from bot.servers import ServerSettings
from bot.tableview import TableView
from engine.options import MAX_PLAYERS, Options

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("preset",),
    "tables": tuple(arrangements.SETTINGS),
    "server": ("channels", "moderators", "ai_players", "ai_level", "min_humans", "seasons", "language"),
}
"""The settings on each page."""
FIRST: Final = "start"
"""The page that also has the house rules."""
_TITLES: Final[Mapping[str, str]] = {
    "start": later("The game that /wizard new opens here"),
    "tables": later("How new tables are run here"),
    "server": later("Where tables are opened, and by what rules"),
}
_ABOUT: Final[Mapping[str, str]] = {
    "preset": later("what the options of new tables start from"),
    **arrangements.SETTINGS,
    "channels": later("where tables may be opened, in threads too; none picked: everywhere"),
    "moderators": later("a role that may end tables, like people with Manage Messages"),
    "ai_players": later("may they fill empty seats of new tables?"),
    "ai_level": later("how strong they are where the host chooses nothing"),
    "min_humans": later("people a finished game needs to count"),
    "seasons": later("when they end; the leaderboard is by season"),
    "language": later("of what everybody reads in the channel, at new tables"),
}
_HOUSE: Final = words.Meaning(later("the house rules, without any the standard game"))
_AI_PLAYERS: Final = {
    "on": words.Meaning(later("they fill up to three seats at the start")),
    "off": words.Meaning(later("it takes three people to start")),
}
_SEASONS: Final[Mapping[str, words.Meaning]] = {
    Rhythm.MONTH: words.Meaning(later("with the month, at midnight UTC")),
    Rhythm.QUARTER: words.Meaning(later("with the quarter, at midnight UTC")),
    Rhythm.MANUAL: words.Meaning(later("by hand, with /wizard-admin season")),
}
_LANGUAGE_NAMES: Final = dict(zip(LANGUAGES, ("English", "Deutsch", "Français", "Nederlands", "Polski"), strict=True))
"""Each language by its own name."""
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
    head = ["### " + _("Wizard in this server"), _(_TITLES[page]), *([notice] if notice else [])]
    parts: list[ui.Item[Any]] = [text("\n".join(head)), rule()]
    for name in arrangements.names(settings.tables) if page == "tables" else PAGES[page]:
        press = Press(0, 0, "server_set", name + (AGAIN if again else ""))
        parts += [text(title(name, _(_ABOUT[name]))), ui.ActionRow(_control(settings, name, press, known))]
    if page == FIRST:
        parts += _house_rules(house, table)
    parts += [rule(), _tabs(page)]
    return message(*parts, colour=GOLD)


def _control(settings: ServerSettings, name: str, press: Press, known: frozenset[int]) -> Router:
    match name:
        case "channels":
            there = [channel for channel in settings.channels if channel in known]
            none = _("only channels that are gone") if settings.channels else _("every channel")
            return channel_select(press, none, there, most=MOST_CHANNELS)
        case "moderators":
            role = settings.moderator_role
            none = _("no role") if role is None else _("a role that is gone")
            return role_select(press, none, [role] if role is not None and role in known else [])
        case "preset":
            choices = arrangements.choices_of(name, {words.HOUSE: _HOUSE, **words.PRESET_NAMES})
            return _select(press, name, choices, settings.preset or words.HOUSE)
        case "ai_players":
            present = arranging.switch_word(on=settings.tables.ai_players)
            return _select(press, name, arrangements.choices_of(name, _AI_PLAYERS), present)
        case "ai_level":
            return _select(press, name, arrangements.choices_of(name, aiplayers.LEVELS), settings.tables.ai_level)
        case "min_humans":
            return _select(press, name, _people(), str(settings.min_humans or arranging.USUAL))
        case "seasons":
            return _select(press, name, arrangements.choices_of(name, _SEASONS), settings.seasons)
        case "language":
            return _select(press, name, _languages(), settings.language or arranging.USUAL)
    return arrangements.control(settings.tables, name, press)


def _select(press: Press, name: str, choices: list[discord.SelectOption], present: str) -> Router:
    for choice in choices:
        choice.default = choice.value == present
    return select(press, optionlabels.name(name), choices)


def _people() -> list[discord.SelectOption]:
    label, about = optionlabels.value("min_humans", arranging.USUAL), _("as the bot's host has set")
    usual = discord.SelectOption(label=label, value=arranging.USUAL, description=about)
    return [usual, *(discord.SelectOption(label=str(n), value=str(n)) for n in range(1, MAX_PLAYERS + 1))]


def _languages() -> list[discord.SelectOption]:
    label, about = optionlabels.value("min_humans", arranging.USUAL), _("as the server is set in Discord")
    usual = discord.SelectOption(label=label, value=arranging.USUAL, description=about)
    return [usual, *(discord.SelectOption(label=name, value=code) for code, name in _LANGUAGE_NAMES.items())]


def _house_rules(house: Options | None, table: TableView | None) -> list[ui.Item[Any]]:
    says = _("none yet") if house is None else words.summary(house)
    buttons = []
    if table is not None:
        save = Press(table.id, table.options_version, "server_save")
        buttons.append(button(save, _("Save this table's options"), disabled=house == table.options))
    if house is not None:
        buttons.append(button(Press(0, 0, "server_forget"), _("Forget house rules")))
    how = _("They are saved from a table: open one here, and choose its options.")
    parts: list[ui.Item[Any]] = [text(title("house_rules", says if table is not None else f"{says}\n-# {how}"))]
    return [*parts, ui.ActionRow(*buttons)] if buttons else parts


def _tabs(page: str) -> ui.ActionRow[Any]:
    return ui.ActionRow(
        *(
            button(
                Press(0, 0, "server", name),
                optionlabels.page(name),
                style=discord.ButtonStyle.primary if name == page else discord.ButtonStyle.secondary,
                disabled=name == page,
            )
            for name in PAGES
        )
    )
