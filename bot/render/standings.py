"""The leaderboard page."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from bot.customid import Press
from bot.items import button
from bot.languages import _, n_, p_
from bot.render import words
from bot.render.notices import GOLD, message, rule, text
from bot.store import StandingPage, StandingRow

PAGE: Final = 10
"""Rows on a page."""


def leaderboard(page: StandingPage, season: str) -> ui.LayoutView:
    """Return one page of a server's season, with buttons when there is more."""
    facts = [_("Sorted by points, then wins, then exact bids."), _people(page)]
    head = "\n".join(["## 🏆 " + _("Season {season}", season=season), "-# " + " ".join(facts)])
    lines = [_line(row) for row in page.rows]
    parts: list[ui.Item[Any]] = [
        text(head),
        rule(),
        text("\n".join(lines) or _("Nobody has finished a game yet.")),
    ]
    if page.total > PAGE:
        parts.append(_turner(page, season))
    return message(*parts, colour=GOLD)


def _people(page: StandingPage) -> str:
    return n_("{count} player.", "{count} players.", page.total) if page.total else ""


def _line(row: StandingRow) -> str:
    rate = f"{100 * row.exact / row.bids:.0f} %" if row.bids else "–"
    wins, games = n_("{count} win", "{count} wins", row.wins), n_("{count} game", "{count} games", row.games)
    # A line of its own: on a phone there is no room for it beside a name.
    details = [
        # L10N: like “2 wins in 5 games”; where grammar is in the way, “{wins}, {games}” says it as well
        _("{wins} in {games}", wins=wins, games=games),
        # L10N: like “40 % exact bids”
        _("{rate} exact bids", rate=rate),
    ]
    person = f"**{row.place}.** {words.person_name(row.name)} · **{words.scored(row.points)}**"
    return "\n".join([person, "-# " + " · ".join(details)])


def _turner(page: StandingPage, season: str) -> ui.ActionRow[Any]:
    at, last = page.offset // PAGE, (page.total - 1) // PAGE

    def turn(to: int, where: str, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(0, max(0, to), "standings", f"{season}.{where}"), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "Back", p_("pages of the leaderboard", "Back"), possible=at > 0),
        turn(at + 1, "More", p_("pages of the leaderboard", "More"), possible=at < last),
    )
