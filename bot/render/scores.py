"""Last trick, running round and score sheet: for one person, and only what everybody may know."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button
from bot.languages import _, later, p_
from bot.pictures.canvas import Picture
from bot.render import faces, public, special_words, words
from bot.render.gallery import gallery
from bot.render.notices import GREY, message, rule, text
from bot.table import Occupant
from bot.tableview import TableView
from engine.state import RoundScore, Trick
from engine.view import RoundView

LAST: Final = "last"
ROUND: Final = "round"
SHEET: Final = "sheet"
TABS: Final = {LAST: later("Last trick"), ROUND: later("This round"), SHEET: later("Score sheet")}
SHEET_ROUNDS: Final = 20
"""Rounds on a page of the sheet: 60 lines of six players stay below Discord's 4000 characters."""
PHONE: Final = 25
"""So many letters of a block a phone shows in a line; a wider sheet is broken there, or cut."""
_NARROWEST: Final = 3
_WIDEST: Final = 5


def scores(table: TableView, tab: str, page: int, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return one of the tabs; of the score sheet a page, the nearest one there is."""
    pages = -(-_rounds(table) // SHEET_ROUNDS)
    at = min(max(0, page), max(0, pages - 1))
    match tab:
        case "last":
            parts: list[ui.Item[Any]] = [text(_last_trick(table))]
        case "round":
            parts = _round(table)
        case _:
            parts = [text(_sheet(table, at))]
    parts = [*gallery(*pictures), *parts]
    if tab == SHEET and pages > 1:
        parts.append(_turners(table, at, pages))
    tabs = [_tab(table, name, label, here=name == tab) for name, label in TABS.items()]
    return message(*parts, ui.ActionRow(*tabs), colour=GREY)


def _tab(table: TableView, name: str, label: str, *, here: bool) -> Router:
    style = discord.ButtonStyle.primary if here else discord.ButtonStyle.secondary
    newest = max(0, _rounds(table) - 1) // SHEET_ROUNDS
    return button(Press(table.id, newest, "scores", name), _(label), style=style)


def _turners(table: TableView, at: int, pages: int) -> ui.ActionRow[Any]:
    def turner(to: int, where: str, label: str, *, possible: bool) -> Router:
        press = Press(table.id, max(0, to), "scores", f"{SHEET}.{where}")
        return button(press, label, disabled=not possible)

    return ui.ActionRow(
        turner(at - 1, "Earlier", p_("rounds of the score sheet", "Earlier"), possible=at > 0),
        turner(at + 1, "Later", p_("rounds of the score sheet", "Later"), possible=at < pages - 1),
    )


# --- tricks --------------------------------------------------------------------------------------


def _last_trick(table: TableView) -> str:
    seen = table.playing
    number, tricks = 0, tuple[Trick, ...]()
    if seen.round is not None and seen.round.tricks:
        number, tricks = seen.round.number, seen.round.tricks
    elif seen.scores:
        number, tricks = seen.scores[-1].number, seen.scores[-1].tricks
    if not tricks:
        return "\n".join(["### " + _("Last trick"), _("No trick is finished yet.")])
    trick, labels = tricks[-1], table.options.labels
    where = _("trick {trick} of round {round}", trick=len(tricks), round=number)
    takes_it = _("takes it")
    lines = ["### " + " · ".join([_("Last trick"), where])]
    for at, face in trick.plays(len(table.seats)):
        took = f" · **{takes_it}**" if at == trick.winner else ""
        lines.append(f"{faces.card_text(face, labels)} — {words.holder_name(table.seats[at])}{took}")
    if trick.winner is None:
        lines.append(_("Nobody takes it."))
    return "\n".join(
        [*lines, *(f"-# {special_words.told(happened, public.Teller(table))}" for happened in trick.after)]
    )


def _round(table: TableView) -> list[ui.Item[Any]]:
    """Return the running round so far; between rounds and at the end the last one."""
    seen = table.playing
    here = seen.round
    if here is None:
        return public.result_parts(table, len(seen.scores)) if seen.scores else [text(_("No card is dealt yet."))]
    this_round = _("This round")
    head = f"### {this_round} · {public.round_title(seen)}\n{public.trump_line(table, seen)}"
    return [
        text(head),
        rule(),
        text(public.seat_lines(table, seen)),
        rule(),
        text(public.trick_lines(table, here) or _("No card is played yet.")),
    ]


# --- the score sheet -----------------------------------------------------------------------------


def _rounds(table: TableView) -> int:
    """Return how many rounds the sheet has: the scored ones, and the running one."""
    return len(table.playing.scores) + (table.playing.round is not None)


def _sheet(table: TableView, page: int) -> str:
    """Return a page of the sheet as the paper block has it: for each round bid, tricks, points and total."""
    seen = table.playing
    first = page * SHEET_ROUNDS
    rounds = [_scored(seen.scores, at) for at in range(first, min(first + SHEET_ROUNDS, len(seen.scores)))]
    if seen.round is not None and len(seen.scores) < first + SHEET_ROUNDS:
        rounds.append([_running(seen.round)])
    names = " · ".join(map(words.seat_name, table.seats))
    head = "\n".join(["### " + _("Score sheet"), names, "-# " + _("In each round: bid/tricks, points, total.")])
    if not rounds:
        return "\n".join([head, _("No round is dealt yet.")])
    cells = [cell for lines in rounds for line in lines for cell in line]
    width = min(_WIDEST, max(_NARROWEST, *map(len, cells)))
    number = len(str(first + len(rounds)))
    blocks = []
    for seats in _groups(len(table.seats), (PHONE - number) // (width + 1)):
        block = [" ".join([" " * number, *(_cut(seat, width) for seat in table.seats[seats])])]
        block += [_cells(line[seats], width, start) for start, line in _numbered(rounds, first + 1, number)]
        blocks.append("\n".join(block))
    return "\n".join([head, "```", "\n\n".join(blocks), "```"])


def _groups(seats: int, fitting: int) -> list[slice]:
    """Return the seats in the order of the columns: all together, or in halves where so many don't fit."""
    size = seats if seats <= fitting else -(-seats // 2)
    return [slice(at, at + size) for at in range(0, seats, size)]


def _numbered(rounds: Sequence[Sequence[list[str]]], first: int, width: int) -> Iterator[tuple[str, list[str]]]:
    """Give every line, the first of each round with its number."""
    for at, lines in enumerate(rounds, first):
        for line in lines:
            yield f"{at if line is lines[0] else '':>{width}}", line


def _cells(line: Sequence[str], width: int, start: str) -> str:
    return " ".join([start, *(f"{cell:>{width}}" for cell in line)])


def _scored(scored: Sequence[RoundScore], at: int) -> list[list[str]]:
    score = scored[at]
    seats = range(len(score.bids))
    totals = [sum(earlier.points[seat] for earlier in scored[: at + 1]) for seat in seats]
    return [
        [f"{score.bids[seat]}/{score.taken[seat]}" for seat in seats],
        [words.signed(points) for points in score.points],
        [words.number(total) for total in totals],
    ]


def _running(here: RoundView) -> list[str]:
    """Return the bids and tricks of the running round; of a bid that isn't known to all only that it is given."""
    bids = [
        "–" if not given else "?" if bid is None else str(bid)
        for bid, given in zip(here.bids, here.has_bid, strict=True)
    ]
    return [f"{bid}/{taken}" for bid, taken in zip(bids, here.taken, strict=True)]


def _cut(seat: Occupant, width: int) -> str:
    """Return the beginning of a name, as wide as a column, with nothing in it that ends the block."""
    signs, left = [], width
    for sign in unicodedata.normalize("NFC", seat.name):
        wide = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if sign == "`" or unicodedata.category(sign)[0] in "CMZ":
            continue
        if wide > left:
            break
        signs.append(sign)
        left -= wide
    return " " * left + "".join(signs)
