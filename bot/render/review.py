"""The pages of a review: how good the decisions of a seat were, how lucky its hands, and what cost most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import button
from bot.languages import _, n_
from bot.render import hand, hints, public, words
from bot.render.notices import GOLD, GREY, message, rule, text
from bot.reviewing import Judged, Kind, Review, accuracy, lost
from bot.tableview import TableView
from engine.actions import Decision
from engine.state import Phase
from engine.view import RoundView

OP: Final = "review"
MOMENTS: Final = 3
"""So many of the costliest decisions are shown."""
_CELLS: Final = 10
_KINDS: Final[Mapping[Kind, Callable[[], str]]] = {
    Kind.BID: lambda: _("Bids"),
    Kind.CARD: lambda: _("Cards"),
    Kind.OTHER: lambda: _("Trump and special cards"),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision as its seat saw it, what it did, and what was found of that."""

    table: TableView
    chosen: Decision
    found: Judged

    @property
    def better(self) -> str:
        """Return what would have been better, and why."""
        if self.found.better is None:
            return ""
        action = hints.action(self.table, self.found.better.decision)
        return _("Better: **{action}.**", action=action) + " " + hints.sentence(self.found.better.reason)


def progress(game_id: int, done: int, total: int) -> ui.LayoutView:
    """Return what is to be seen while decisions are judged, with a button that looks again."""
    lines = [
        "### 🔍 " + _("Review"),
        _("Your decisions are looked at, one after the other …"),
        # L10N: so many decisions of so many
        f"{_bar(done / total)} " + _("{done} of {total}", done=done, total=total),
        "-# " + _("The review is kept: /wizard review shows it again at any time."),
    ]
    again = button(Press(game_id, 0, OP), _("Refresh"), emoji="🔄")
    return message(text("\n".join(lines)), ui.ActionRow[Any](again), colour=GREY)


# --- pages ---------------------------------------------------------------------------------------


def summary(game_id: int, ended_at: int, rounds: int, review: Review, moments: Sequence[Moment]) -> ui.LayoutView:
    """Return the first page; `ended_at` is when the game was over, in milliseconds since the epoch."""
    length = n_("{count} round", "{count} rounds", rounds)
    when = f"<t:{ended_at // 1000}:f> · {length}"
    parts: list[ui.Item[Any]] = [text("\n".join(["## 🔍 " + _("Review"), f"-# {when}"])), rule()]
    if review.judged:
        parts += [text("\n".join(_accuracy(review))), rule(), text(_luck(review)), rule(), text(_costliest(moments))]
    else:
        parts.append(text(_("You never had a choice in this game.")))
    if moments:
        parts.append(_turner(game_id, 0, len(moments)))
    return message(*parts, colour=GOLD)


def _accuracy(review: Review) -> list[str]:
    share = accuracy(review.judged)
    lines = []
    if share is not None:
        lines.append("**" + _("Accuracy: {percent} %", percent=_percent(share)) + f"** {_bar(share)}")
    lines += [_of_kind(kind, review.of(kind)) for kind in Kind if review.of(kind)]
    lines.append("-# " + _("100 % is the best decision every time by what you could know, 0 % is choosing at random."))
    return lines


def _of_kind(kind: Kind, judged: Sequence[Judged]) -> str:
    share = accuracy(judged)
    cost = round(lost(judged))
    # L10N: {kind} is like “Bids” or “Cards”, {lost} a number of points
    return n_(
        "{kind}: **{percent} %** · {count} decision · {lost} points lost",
        "{kind}: **{percent} %** · {count} decisions · {lost} points lost",
        len(judged),
        kind=_KINDS[kind](),
        percent=100 if share is None else _percent(share),
        lost=cost,
    )


def _percent(share: float) -> int:
    """Return a share in per cent; 100 only for all of it."""
    return 100 if share >= 1 else min(99, round(100 * share))


def _bar(share: float) -> str:
    filled = round(_CELLS * min(1.0, max(0.0, share)))
    return "▰" * filled + "▱" * (_CELLS - filled)


def _luck(review: Review) -> str:
    points, error = map(round, review.luck())
    # L10N: like “+12 points (± 6)”
    said = _("Luck of the deals: **{points} points** (± {error})", points=words.signed(points), error=error)
    about = _("So much more an Adept makes of your hands, on average, than of others in your place.")
    return f"{said}\n-# {about}"


def _costliest(moments: Sequence[Moment]) -> str:
    if not moments:
        return _("No decision cost you anything that could be told from chance.")
    lines = ["**" + _("What cost you most") + "**"]
    lines += [f"**{at}.** {_where(it.table)} · {_cost(it.found)}" for at, it in enumerate(moments, 1)]
    return "\n".join(lines)


def _where(table: TableView) -> str:
    """Return in which round a decision was made, and in which trick."""
    seen, here = table.playing, table.playing.round
    number = len(seen.scores) + 1
    if here is None or seen.phase in (Phase.TRUMP, Phase.BIDDING):
        what = _("the trump") if seen.phase is Phase.TRUMP else _("the bid")
        return " · ".join([_("Round {number}", number=number), what])
    trick = len(here.tricks) + (seen.phase is Phase.PLAY)
    return " · ".join([_("Round {number}", number=number), public.trick_name(trick)])


def _cost(found: Judged) -> str:
    points = max(1, round(found.loss))
    return n_("{count} point lost", "{count} points lost", points)


def moment(game_id: int, number: int, moments: Sequence[Moment]) -> ui.LayoutView:
    """Return the page of a costly decision, the first is 1: what its seat saw, what it did, and what was better."""
    it = moments[number - 1]
    seen, here = it.table.playing, it.table.playing.round
    head = [f"### 🔍 {number}. {_where(it.table)} · {_cost(it.found)}", public.trump_line(it.table, seen)]
    parts: list[ui.Item[Any]] = [text("\n".join(head)), rule()]
    if here is not None:
        parts += [text("\n".join(_table(it.table, here))), rule(), text(hand.hand_lines(it.table, here)), rule()]
    yours = _("Your choice: **{action}**", action=hints.action(it.table, it.chosen))
    about = _("The points are expected ones, by what you could know: an average over many ways the cards could lie.")
    parts.append(text("\n".join([yours, it.better, f"-# {about}"])))
    return message(*parts, _turner(game_id, number, len(moments)), colour=GOLD)


def _table(table: TableView, here: RoundView) -> list[str]:
    """Return a line for each seat, and the running trick; while a special card asks something, the one it lay in."""
    lines = [public.seat_lines(table, table.playing)]
    if here.trick.cards:
        lines.append(hand.running_trick(table, here))
    elif here.ask is not None:
        lines.append(public.finished_trick(table, len(here.tricks), here.tricks[-1]))
    return lines


def _turner(game_id: int, at: int, moments: int) -> ui.ActionRow[Any]:
    labels = [_("Summary"), *map(str, range(1, moments + 1))]
    return ui.ActionRow(
        *(
            button(
                Press(game_id, page, OP, "page"),
                label,
                style=discord.ButtonStyle.primary if page == at else discord.ButtonStyle.secondary,
                disabled=page == at,
            )
            for page, label in enumerate(labels)
        )
    )
