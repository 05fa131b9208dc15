"""The leaderboard page, and the final standings of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
from babel.numbers import format_decimal
from discord import ui

from bot.customid import Press
from bot.items import button, select
from bot.languages import _, later_p, listed, n_, p_, spoken
from bot.pictures.canvas import Picture
from bot.ranking import SURE, TENTHS
from bot.render import words
from bot.render.gallery import gallery
from bot.render.notices import GOLD, message, rule, text
from bot.rhythm import ALL_TIME, BETWEEN
from bot.store import Order, Season, StandingPage, StandingRow

PAGE: Final = 10
"""Rows on a page."""
MOST_CHOICES: Final = 25
"""Of a select and of what is offered while somebody types."""
OP: Final = "standings"
OPEN: Final = "open"
"""What the button says that opens a page beside its message."""

ORDERS: Final[Mapping[Order, str]] = {
    # L10N: what a leaderboard is sorted by
    Order.POINTS: later_p("order", "season points"),
    Order.RATING: later_p("order", "rating"),
    Order.AVERAGE: later_p("order", "season points a game"),
    Order.EXACT: later_p("order", "exact bids"),
    Order.WINS: later_p("order", "wins"),
}


def leaderboard(
    page: StandingPage,
    season: str,
    order: Order = Order.POINTS,
    seasons: Sequence[Season] = (),
    now: str = "",
    picture: Picture | None = None,
) -> ui.LayoutView:
    """Return one page of a season, or of all; `seasons` are those of the server, `now` is the one that runs."""
    head = ["## 🏆 " + season_name(season, seasons), "-# " + " ".join(_facts(page, order))]
    nobody = _("Nobody has finished a game yet.") if order.least == 1 else _("Nobody has played enough games yet.")
    lines = [_line(row, order) for row in page.rows]
    parts: list[ui.Item[Any]] = [text("\n".join(head)), rule(), *gallery(picture), text("\n".join(lines) or nobody)]
    if (own := _own(page, order)) is not None:
        parts += [rule(), text(own)]
    parts += [rule(), text(_explained(order))]
    parts.append(ui.ActionRow(_orders(season, order)))
    parts.append(ui.ActionRow(_seasons(season, order, seasons, now)))
    if page.total > PAGE:
        parts.append(_turner(page, season, order))
    return message(*parts, colour=GOLD)


def final(
    season: str,
    seasons: Sequence[Season],
    best: Mapping[Order, StandingPage],
    picture: Picture | None = None,
) -> ui.LayoutView:
    """Return the final standings of a season: its champions, the best by everything else, the first ten."""
    page = best[Order.POINTS]
    # L10N: {season} is like “Season 2026-11”, or what an admin has called it
    head = "## 🏆 " + _("{season} is over", season=season_name(season, seasons))
    lines = [_line(row, Order.POINTS) for row in page.rows]
    parts: list[ui.Item[Any]] = [text("\n".join([head, *_champions(best)])), rule(), *gallery(picture)]
    parts.append(text("\n".join(lines) or _("Nobody has finished a game yet.")))
    press = Press(0, 0, OP, f"{season}.{Order.POINTS}.{OPEN}")
    parts.append(ui.ActionRow(button(press, _("Leaderboard"))))
    return message(*parts, colour=GOLD)


def champions(page: StandingPage) -> list[str]:
    """Return the names of who shares the first place."""
    return [words.person_name(row.name) for row in page.rows if row.place == 1]


def _champions(best: Mapping[Order, StandingPage]) -> list[str]:
    names = champions(best[Order.POINTS])
    if not names:
        return []
    # L10N: {names} is one name, or several with “and”
    said = [n_("### Champion: {names}", "### Champions: {names}", len(names), names=listed(names))]
    others = (
        # L10N: the best of a season by something else than its points
        (Order.WINS, _("Most wins: {names}")),
        (Order.EXACT, _("Most exact bids: {names}")),
        (Order.RATING, _("Highest rating: {names}")),
    )
    for order, sentence in others:
        if first := champions(best[order]):
            said.append(sentence.format(names=listed(first)))
    return said


def season_name(key: str, seasons: Sequence[Season] = ()) -> str:
    """Return what a season is called, also where its server doesn't list it."""
    if key == ALL_TIME:
        return _("All seasons")
    if key == BETWEEN:
        return _("Between two seasons")
    season = next((it for it in seasons if it.season == key), None)
    if season is not None and season.name:
        return words.person_name(season.name)
    if season is not None and season.ends_at is None:
        # L10N: a season without a name that an admin has started
        return _("Season since {day}", day=_day(season.started_at))
    return _("Season {season}", season=key)


def plain_season_name(key: str, seasons: Sequence[Season]) -> str:
    """Return what a season is called for a list to pick from, which shows signs as they are."""
    season = next((it for it in seasons if it.season == key), None)
    if season is not None and season.name:
        return words.plain_name(season.name)
    return season_name(key, seasons)


def _day(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def _facts(page: StandingPage, order: Order) -> list[str]:
    # L10N: {order} is like “season points” or “rating”
    facts = [_("Sorted by {order}.", order=_(ORDERS[order]))]
    if order.least > 1:
        facts.append(n_("At least {count} game.", "At least {count} games.", order.least))
    if page.total:
        facts.append(n_("{count} player.", "{count} players.", page.total))
    return facts


def _explained(order: Order) -> str:
    """Return what the numbers mean."""
    said = [
        # L10N: what a game brings to a table of three, four, five and six
        _(
            "A game brings up to {most} season points: the share of opponents you finish ahead of, a tie counting half."
            " Three players get 12, 6, 0; four 12, 8, 4, 0; five 12, 9, 6, 3, 0; six 12, 9.6, 7.2, 4.8, 2.4, 0.",
            most=TENTHS // 10,
        ),
        _("AI players are no opponents. Whoever leaves the seat to an AI is placed last."),
    ]
    if order is Order.RATING:
        said = [
            _(
                "The rating estimates strength from who finishes ahead of whom, and says how sure it is: 30 ± 6 is"
                " from 24 to 36. It is sorted by the lower end, and grows surer with every game."
                " Everybody begins at 25 ± 25."
            )
        ]
    return "-# " + " ".join(said)


# --- lines ---------------------------------------------------------------------------------------


def _line(row: StandingRow, order: Order) -> str:
    facts = numbers(row)
    first = facts.pop(order)
    # The rest in a line of its own: on a phone there is no room for it beside a name.
    person = f"**{row.place}.** {words.person_name(row.name)} · **{first}**"
    return "\n".join([person, "-# " + " · ".join(map(words.unbroken, facts.values()))])


def _own(page: StandingPage, order: Order) -> str | None:
    """Return the line of who asked, where it isn't on the page."""
    row = page.own
    if row is None or any(it.user_id == row.user_id for it in page.rows):
        return None
    if row.place:
        return _line(row, order)
    # L10N: somebody isn't listed yet: {games} games played, it takes {least}
    missing = _("{name} has {games} of the {least} games it takes to be listed here.")
    return missing.format(name=words.person_name(row.name), games=row.games, least=order.least)


def figure(row: StandingRow, order: Order) -> str:
    """Return the number a leaderboard is sorted by, without a word."""
    match order:
        case Order.POINTS:
            return decimal(row.season_points / 10)
        case Order.WINS:
            return str(row.wins)
        case Order.AVERAGE:
            return decimal(row.season_points / 10 / row.games)
        case Order.EXACT:
            return f"{100 * row.exact / row.bids:.0f} %" if row.bids else "–"
        case Order.RATING:
            return f"{decimal(row.mu)} ± {decimal(SURE * row.sigma)}"


def numbers(row: StandingRow) -> dict[Order, str]:
    """Return all that somebody's line says, by what a leaderboard is sorted by."""
    wins, games = n_("{count} win", "{count} wins", row.wins), n_("{count} game", "{count} games", row.games)
    return {
        # L10N: a number that may have a decimal
        Order.POINTS: _("{points} season points", points=figure(row, Order.POINTS)),
        # L10N: like “2 wins in 5 games”; where grammar is in the way, “{wins}, {games}” says it as well
        Order.WINS: _("{wins} in {games}", wins=wins, games=games),
        # L10N: season points a game, on average
        Order.AVERAGE: _("{average} a game", average=figure(row, Order.AVERAGE)),
        # L10N: like “40 % exact bids”
        Order.EXACT: _("{rate} exact bids", rate=figure(row, Order.EXACT)),
        Order.RATING: _("rating {middle} ± {margin}", middle=decimal(row.mu), margin=decimal(SURE * row.sigma)),
    }


def decimal(value: float) -> str:
    """Return a number with at most one decimal, as the spoken language writes it."""
    written: str = format_decimal(value, "0.#", locale=spoken())
    return written.replace("-", "−")


# --- controls ------------------------------------------------------------------------------------


def _orders(season: str, order: Order) -> Any:  # noqa: ANN401 - a select of any view
    choices = [
        discord.SelectOption(label=words.capitalised(_(name)), value=it, default=it is order)
        for it, name in ORDERS.items()
    ]
    return select(Press(0, 0, OP, f"{season}.{order}.sort"), _("Sorted by"), choices)


def _seasons(season: str, order: Order, seasons: Sequence[Season], now: str) -> Any:  # noqa: ANN401 - as above
    keys = [key for key in dict.fromkeys((season, now, ALL_TIME, *(it.season for it in seasons))) if key]
    choices = [
        discord.SelectOption(
            label=plain_season_name(key, seasons),
            value=key,
            default=key == season,
            description=_("running") if key == now else None,
        )
        for key in keys[:MOST_CHOICES]
    ]
    return select(Press(0, 0, OP, f"{season}.{order}.season"), _("Season"), choices)


def _turner(page: StandingPage, season: str, order: Order) -> ui.ActionRow[Any]:
    at, last = page.offset // PAGE, (page.total - 1) // PAGE

    def turn(to: int, where: str, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(0, max(0, to), OP, f"{season}.{order}.{where}"), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "Back", p_("pages of the leaderboard", "Back"), possible=at > 0),
        turn(at + 1, "More", p_("pages of the leaderboard", "More"), possible=at < last),
    )
