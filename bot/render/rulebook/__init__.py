"""The rules of one table in plain words, generated from its options and from what the engine says of the cards.

`pages` is pure; `book` is the message that shows one page with the buttons to turn it. A sentence appears only
where it can come true: no dealer's rule that never binds, no special card that isn't in the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, select
from bot.languages import _, p_
from bot.render import faces
from bot.render.notices import GOLD, message, rule, text
from bot.render.rulebook.dealing import dealing, the_game
from bot.render.rulebook.facts import Facts
from bot.render.rulebook.playing import bids, points, tricks
from bot.render.rulebook.specials import special_card, special_cards
from bot.tableview import TableView
from engine import rules
from engine.options import MAX_PLAYERS, MIN_PLAYERS, Options

OPEN_ANEW: Final = "new"
"""The argument of a press that asks for the rules as a message of its own."""
_PICK: Final = "pick"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules."""

    title: str
    text: str


def pages(options: Options, players: int | None) -> tuple[Page, ...]:
    """Return the rules as this table plays them; `players` is None as long as that may change."""
    numbers = range(MIN_PLAYERS, MAX_PLAYERS + 1) if players is None else (players,)
    game = Facts(options, {number: rules.schedule(options, number) for number in numbers})
    return tuple(Page(title, faces.filled("\n\n".join(parts), game.labels)) for title, parts in _written(game))


def _written(game: Facts) -> Iterator[tuple[str, Iterable[str]]]:
    # L10N: These are the titles of the pages of the rules.
    yield _("The game"), the_game(game)
    yield _("Dealing and trump") if game.turns_up else _("Dealing"), dealing(game)
    yield p_("page", "Bids"), bids(game)
    yield p_("page", "Tricks"), tricks(game)
    yield p_("page", "Points"), points(game)
    if game.specials:
        yield p_("page", "Special cards"), special_cards(game)
    for card in game.specials:
        yield faces.marked(card.code, game.labels), special_card(game, card)


def book(table: TableView | None, at: int, house: Options | None = None) -> ui.LayoutView:
    """Return one page of a table's rules, the nearest there is; without a table, of the server's house rules.

    Where there are none it is the standard game that is explained.
    """
    table_id = 0 if table is None else table.id
    options = table.options if table is not None else house or Options()
    found = pages(options, None if table is None or table.game is None else table.game.players)
    at = min(at, len(found) - 1)
    whose = _("The rules of this table")
    if table is None:
        whose = _("The rules of the standard game") if house is None else _("The house rules of this server")
    title = _("How Wizard is played: {title}", title=found[at].title)
    # L10N: {whose} is like "The rules of this table".
    turned = _("{whose} · page {page} of {pages}", whose=whose, page=at + 1, pages=len(found))
    return message(
        text(f"## {title}\n-# {turned}"), rule(), text(found[at].text), *_turners(table_id, found, at), colour=GOLD
    )


def open_button(table_id: int) -> Router:
    """Return a button that brings the rules as a message of its own and leaves this one as it is."""
    return button(Press(table_id, 0, "rules", OPEN_ANEW), _("Rules"), emoji="📖")


def _turners(table_id: int, found: Sequence[Page], at: int) -> list[ui.ActionRow[Any]]:
    choices = [
        discord.SelectOption(label=f"{number}. {page.title}", value=str(number - 1))
        for number, page in enumerate(found, 1)
    ]
    # The page is in the select's name: Discord would go on showing what was picked before the page was turned.
    picker = select(Press(table_id, at, "rules", _PICK), _("Go to a page"), choices)
    back = button(Press(table_id, max(0, at - 1), "rules"), p_("page", "Back"), disabled=at == 0)
    more = button(
        Press(table_id, at + 1, "rules"),
        # L10N: A button that turns to the next page.
        p_("page", "More"),
        style=discord.ButtonStyle.primary,
        disabled=at == len(found) - 1,
    )
    return [ui.ActionRow(picker), ui.ActionRow(back, more)]
