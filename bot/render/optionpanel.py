"""The private panel in which the host chooses the options of a lobby, and what the others see of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.choices import NONE, in_words
from bot.customid import Press
from bot.items import Router, button, select
from bot.languages import _, later
from bot.render import arrangements, optionlabels, special_words
from bot.render import options as words
from bot.render.notices import GOLD, GREY, message, rule, text
from bot.tableview import TableView
from engine.options import Options

PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("length", "max_rounds"),
    "bids": ("bidding", "sum_rule", "tie"),
    "deal": ("wizard_turnup", "next_dealer", "first_dealer"),
    "cards": ("special_cards", "bomb", "forehead", "labels"),
    "table": tuple(arrangements.SETTINGS),
}
"""The options on each page, and how the table is run: so many pages that their buttons fit in one row."""
FIRST: Final = "game"
"""The page that also has the presets and the house rules."""

TABLE: Final = "table"
"""The page of what is no rule of the game: how the table is run."""
_ABOUT: Final = {**words.OPTIONS, **arrangements.SETTINGS}

STARTED: Final = later("The game has started: its options stay as they are.")
MANAGERS_ONLY: Final = later("Only people with Manage Server can change the house rules.")
SAVED: Final = later("Saved: from now on /wizard new opens tables with these options in this server.")
FORGOTTEN: Final = later("Forgotten: from now on /wizard new opens the standard game in this server.")


def refused(reason: str) -> str:
    """Return the line for a choice that was not taken."""
    return _("**Not changed.** {reason}", reason=reason)


AGAIN: Final = ".again"
"""Ends the ids of selects that are shown anew after a refusal."""
_ROUNDS: Final = (*range(1, 17), 18, 20, 22, 24, 26, 30, 35)
"""Limits to pick from: with none and a present one that isn't here they fill a select."""


def page_of(name: str) -> str | None:
    """Return the page an option is on; None for an unknown option."""
    return next((page for page, names in PAGES.items() if name in names), None)


def panel(
    table: TableView, page: str, house: Options | None, notice: str = "", *, again: bool = False
) -> ui.LayoutView:
    """Return a page of the host's panel; `notice` is a line for this one time.

    After a refusal the selects are there `again`, under other ids: else Discord's client would go on showing
    what was refused as picked.
    """
    end = AGAIN if again else ""
    parts: list[ui.Item[Any]] = [text(_head(table, notice)), rule()]
    if page == FIRST:
        parts += [text(title("preset", _("a whole set of options"))), ui.ActionRow(_preset_select(table, house, end))]
    for name in _names(table, page):
        parts += [text(title(name, _(_ABOUT[name]))), ui.ActionRow(_control(table, name, end))]
    if page == FIRST:
        parts += [text(title("house_rules", _("for /wizard new"))), _house_row(table, house)]
    parts += [rule(), _tabs(table, page)]
    return message(*parts, colour=GOLD)


def overview(table: TableView, notice: str = "") -> ui.LayoutView:
    """Return all options in force, for those who can't change them."""
    called = optionlabels.name
    lines = [f"**{called(name)}** {words.meaning(table.options, name)}" for name in words.OPTIONS]
    arranged = arrangements.names(table.settings)
    lines += [f"**{called(name)}** {arrangements.meaning(table.settings, name)}" for name in arranged]
    hosts = _("Only the host can change them.")
    return message(
        text(f"{_head(table, notice)}\n-# {hosts}"),
        rule(),
        text("\n".join(lines)),
        colour=GREY,
    )


def _head(table: TableView, notice: str) -> str:
    lines = ["### " + _("Options"), words.summary(table.options)]
    if notice:
        lines.append(notice)
    return "\n".join(lines)


def _names(table: TableView, page: str) -> tuple[str, ...]:
    return arrangements.names(table.settings) if page == TABLE else PAGES[page]


def title(name: str, about: str) -> str:
    """Return the line above a control: what an option is called, and what it is about."""
    return f"**{optionlabels.name(name)}** · {about}"


def _press(table: TableView, op: str, arg: str = "") -> Press:
    return Press(table.id, table.options_version, op, arg)


# --- selects and switches ------------------------------------------------------------------------


def _control(table: TableView, name: str, end: str) -> Router:
    if name == "forehead":
        return _switch(table, name)
    if name in arrangements.SETTINGS:
        return arrangements.control(table.settings, name, _press(table, "option", name + end))
    picked = in_words(table.options)[name].split(",")
    choices = _choices(table.options, name)
    for choice in choices:
        choice.default = choice.value in picked
    several = name == "special_cards"
    return select(
        _press(table, "option", name + end),
        _("No special cards") if several else optionlabels.name(name),
        choices,
        fewest=0 if several else 1,
        most=len(choices) if several else 1,
    )


def _choices(options: Options, name: str) -> list[discord.SelectOption]:
    if name == "max_rounds":
        return _round_choices(options.max_rounds)
    if name == "special_cards":
        return [
            discord.SelectOption(label=it.short, value=code, description=it.text, emoji=special_words.of(code).mark)
            for code, it in words.specials(options.labels).items()
        ]
    return arrangements.choices_of(name, words.VALUES[name])


def _round_choices(present: int | None) -> list[discord.SelectOption]:
    limits = sorted({*_ROUNDS, *([present] if present else [])})
    about = _("all rounds of the length")
    unlimited = discord.SelectOption(label=optionlabels.value("max_rounds", NONE), value=NONE, description=about)
    return [unlimited, *(discord.SelectOption(label=str(limit), value=str(limit)) for limit in limits)]


def _switch(table: TableView, name: str) -> Router:
    now = in_words(table.options)[name]
    other = "off" if now == "on" else "on"
    return button(
        _press(table, "switch", f"{name}.{other}"),
        _("{option}: {value}", option=optionlabels.name(name), value=optionlabels.value(name, now)),
        style=discord.ButtonStyle.success if now == "on" else discord.ButtonStyle.secondary,
        emoji="✅" if now == "on" else "⬜",
    )


def _preset_select(table: TableView, house: Options | None, end: str) -> Router:
    present = words.preset_of(table.options)
    if present is None and house == table.options:
        present = words.HOUSE
    kept = {} if house is None else {words.HOUSE: words.Meaning(words.HOUSE_MEANING)}
    choices = arrangements.choices_of("preset", {**words.PRESET_NAMES, **kept})
    for choice in choices:
        choice.default = choice.value == present
    return select(_press(table, "option", f"preset{end}"), _("options of your own"), choices)


def _house_row(table: TableView, house: Options | None) -> ui.ActionRow[Any]:
    parts = [button(_press(table, "house_save"), _("Save as house rules"), disabled=house == table.options)]
    if house is not None:
        parts.append(button(_press(table, "house_forget"), _("Forget house rules")))
    return ui.ActionRow(*parts)


def _tabs(table: TableView, page: str) -> ui.ActionRow[Any]:
    tabs: Sequence[Router] = [
        button(
            _press(table, "options", name),
            optionlabels.page(name),
            style=discord.ButtonStyle.primary if name == page else discord.ButtonStyle.secondary,
            disabled=name == page,
        )
        for name in PAGES
    ]
    return ui.ActionRow(*tabs)
