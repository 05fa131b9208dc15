"""Lists of finished games, one game's result, and its record as a file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import button, select
from bot.languages import _, n_, p_
from bot.render import options, public, words
from bot.render.notices import GOLD, GREY, message, rule, text
from bot.replay import Replay
from bot.store import HistoryPage, PlayedGame, PlayedSeat
from bot.tableview import public_view
from engine import options as opts
from engine.options import InvalidOptions

PAGE: Final = 5
"""Games on a page: so many of six people with long names and long options fit."""
_MOST_OF_A_LINE: Final = 350
_MOST_OF_A_LABEL: Final = 100


# --- the list ------------------------------------------------------------------------------------


def games(page: HistoryPage, person: int) -> ui.LayoutView:
    """Return a page of the games of a person, or with 0 of the channel, to choose one from."""
    lines = "\n".join(_entry(page.offset + at, game) for at, game in enumerate(page.games, 1))
    parts: list[ui.Item[Any]] = [text(_head(page, person)), rule(), text(lines or _nothing(person))]
    if page.games:
        at = page.offset // PAGE
        choices = [_choice(page.offset + number, game) for number, game in enumerate(page.games, 1)]
        parts.append(ui.ActionRow(select(Press(person, at, "game"), _("Look at a game"), choices)))
    if page.total > PAGE:
        parts.append(_turner(page, person))
    return message(*parts, colour=GOLD)


def _head(page: HistoryPage, person: int) -> str:
    facts = [n_("{count} finished game, newest first.", "{count} finished games, newest first.", page.total)]
    if page.total > PAGE:
        pages = -(-page.total // PAGE)
        facts.append(_("Page {page} of {pages}.", page=page.offset // PAGE + 1, pages=pages))
    return "\n".join(["## 📜 " + _whose(page, person), f"-# {' '.join(facts)}" if page.total else ""]).strip()


def _whose(page: HistoryPage, person: int) -> str:
    if not person:
        return _("Games of this channel")
    named = (seat.name for game in page.games for seat in game.seats if seat.user_id == person)
    name = next(named, None)
    return _("Games of one person") if name is None else _("Games of {name}", name=words.person_name(name))


def _nothing(person: int) -> str:
    if person:
        return _("This person has finished no game in this server that you could see.")
    return _("No game has been finished in this channel yet.")


def _entry(number: int, game: PlayedGame) -> str:
    facts = [f"**{number}.** {_when(game.ended_at)}"]
    if game.rounds:
        facts.append(_rounds(game.rounds))
    lines = [" · ".join(facts), _within(_MOST_OF_A_LINE, [_seat(seat) for seat in _by_place(game)])]
    if summary := _options(game.options):
        lines.append("-# " + _cut(summary, _MOST_OF_A_LINE))
    return "\n".join(lines)


def _by_place(game: PlayedGame) -> list[PlayedSeat]:
    return sorted(game.seats, key=lambda seat: (seat.place, seat.seat))


def _seat(seat: PlayedSeat) -> str:
    name = words.ai_name(seat.name, seat.level) if seat.user_id is None else words.person_name(seat.name)
    points = words.number(seat.points)
    return f"🏆 **{name}**{words.NO_BREAK}{points}" if seat.place == 1 else f"{name}{words.NO_BREAK}{points}"


def _rounds(count: int) -> str:
    return n_("{count} round", "{count} rounds", count)


def _when(milliseconds: int) -> str:
    """Return an instant as Discord's clients show it, in their own time and language."""
    return f"<t:{milliseconds // 1000}:f>"


def _options(text_: str) -> str:
    """Return options in short; nothing where this version can't read them."""
    try:
        return options.summary(opts.loads(text_))
    except InvalidOptions:
        return ""


def _within(most: int, parts: list[str]) -> str:
    """Return as many parts in a line as fit."""
    shown = list(parts)
    while len(shown) > 1 and len(" · ".join(shown)) > most:
        shown.pop()
    return " · ".join([*shown, *(["…"] if len(shown) < len(parts) else [])])


def _cut(said: str, most: int) -> str:
    return said if len(said) <= most else said[: most - 1] + "…"


def label(game: PlayedGame) -> str:
    """Return a game in a line to choose it by: the day it ended (UTC), and who had how many points."""
    day = datetime.fromtimestamp(game.ended_at / 1000, UTC).date().isoformat()
    return _cut(f"{day} · {_points(game)}", _MOST_OF_A_LABEL)


def _points(game: PlayedGame) -> str:
    return " · ".join(f"{words.plain_name(seat.name)} {words.number(seat.points)}" for seat in _by_place(game))


def _choice(number: int, game: PlayedGame) -> discord.SelectOption:
    return discord.SelectOption(label=_cut(f"{number}. {_points(game)}", _MOST_OF_A_LABEL), value=str(game.id))


def _turner(page: HistoryPage, person: int) -> ui.ActionRow[Any]:
    at, last = page.offset // PAGE, (page.total - 1) // PAGE

    def turn(to: int, where: str, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(person, max(0, to), "history", where), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "newer", p_("pages of finished games", "Newer"), possible=at > 0),
        turn(at + 1, "older", p_("pages of finished games", "Older"), possible=at < last),
    )


# --- one game ------------------------------------------------------------------------------------


def game(played: Replay, ended_at: int, person: int, page: int) -> ui.LayoutView:
    """Return the result of a game; from there back to the page of the list it was chosen on."""
    table = public_view(played.table)
    head, lines = public.final_lines(table)
    facts = [_when(ended_at), _rounds(len(played.rounds)), options.summary(table.options)]
    buttons = [
        public.replay_button(table.id),
        public.scores_button(table),
        record_button(table.id),
        button(Press(person, page, "history", "list"), _("All games"), emoji="📜"),
    ]
    parts = [text(head), text(f"-# {' · '.join(facts)}"), rule(), text(lines), ui.ActionRow[Any](*buttons)]
    return message(*parts, colour=GOLD)


def record_button(game_id: int) -> Any:  # noqa: ANN401 - a button of any view
    """Return a button that brings the record of a game as a file."""
    return button(Press(game_id, 0, "record"), _("Record"), emoji="💾")


def record(filename: str) -> ui.LayoutView:
    """Return the message that a record is attached to."""
    command = f"`wizard-bot record verify {filename}`"
    said = _(
        "The record of this game: one line for each action, with the secret that every deal follows from. "
        "{command} checks it.",
        command=command,
    )
    return message(text(said), ui.File(f"attachment://{filename}"), colour=GREY)
