"""The leaderboard page."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.customid import Press
from bot.items import button
from bot.render import words
from bot.render.notices import GOLD, message, rule, text
from bot.store import StandingPage, StandingRow

PAGE: Final = 10
"""Rows on a page."""


def leaderboard(page: StandingPage, season: str) -> ui.LayoutView:
    """Return one page of a server's season, with buttons when there is more."""
    head = f"## 🏆 Season {season}\n-# Sorted by points, then wins, then exact bids. {_people(page)}"
    lines = [_line(row) for row in page.rows]
    parts: list[ui.Item[Any]] = [
        text(head),
        rule(),
        text("\n".join(lines) or "Nobody has finished a game yet."),
    ]
    if page.total > PAGE:
        parts.append(_turner(page, season))
    return message(*parts, colour=GOLD)


def _people(page: StandingPage) -> str:
    return f"{words.plural(page.total, 'player')}." if page.total else ""


def _line(row: StandingRow) -> str:
    rate = f"{100 * row.exact / row.bids:.0f} %" if row.bids else "–"
    return (
        f"**{row.place}.** {words.person_name(row.name)} · **{words.number(row.points)} points**"
        f" · {words.plural(row.wins, 'win')} in {words.plural(row.games, 'game')} · {rate} exact bids"
    )


def _turner(page: StandingPage, season: str) -> ui.ActionRow[Any]:
    at, last = page.offset // PAGE, (page.total - 1) // PAGE

    def turn(to: int, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(0, max(0, to), "standings", f"{season}.{label}"), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "Back", possible=at > 0),
        turn(at + 1, "More", possible=at < last),
    )
