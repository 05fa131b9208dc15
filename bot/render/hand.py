"""The private panel: one person's hand, and the buttons for what they can do now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, rows, select
from bot.render import public, words
from bot.render.notices import GOLD, GREY, message, rule, text
from bot.tableview import TableView
from engine.cards import Suit
from engine.state import Bid, NameTrump, Phase, Play, Seat, Trick
from engine.view import RoundView

MOST_BID_BUTTONS = 10
"""From one card more than this on, bids are picked from a select."""


def panel(table: TableView, notice: str = "") -> ui.LayoutView:
    """Return the hand panel of the viewer, who has a seat; `notice` is a line for this one time."""
    if not table.is_open or table.game is None:
        return _without_cards(table, notice)
    my_turn = table.seat in table.game.to_act and not _away(table)
    parts: list[ui.Item[Any]] = [text(_head(table, notice))]
    here = table.game.round
    if here is not None:
        parts += [rule(), text(_table_lines(table, here)), rule(), text(f"**{_hand_line(table, here)}**")]
        parts += _controls(table, here)
    parts.append(ui.ActionRow(*_footer(table)))
    return message(*parts, colour=GOLD if my_turn else GREY)


def _without_cards(table: TableView, notice: str) -> ui.LayoutView:
    what = "The game hasn't started yet." if table.is_open else "This table is over."
    return message(text("\n".join(filter(None, (notice, what)))), colour=GREY)


def _head(table: TableView, notice: str) -> str:
    seen = table.playing
    lines = [f"### Your hand · {public.round_title(seen)}", public.trump_line(seen)]
    lines.append(_what_now(table))
    if notice:
        lines.append(f"-# {notice}")
    return "\n".join(lines)


def _what_now(table: TableView) -> str:
    seen = table.playing
    if _away(table):
        return "An AI keeps your seat. Press **I'm back** to play on."
    if table.seat not in seen.to_act:
        return public.turn_line(table, seen)
    if seen.phase is Phase.TRUMP:
        return "▶️ **Your turn: name the trump suit**"
    if seen.phase is Phase.PLAY:
        return f"▶️ **Your turn: play a card** · {_need(table)}"
    forbidden = "" if seen.forbidden_bid is None else f" · {seen.forbidden_bid} is not allowed"
    return f"▶️ **Your turn: how many tricks will you take?**{forbidden}"


def _need(table: TableView) -> str:
    here = table.playing.round
    if here is None or table.seat is None:
        return ""
    return f"you bid {here.bids[table.seat]} and have {here.taken[table.seat]}"


def _table_lines(table: TableView, here: RoundView) -> str:
    labels = table.options.labels
    lines = [public.seat_lines(table, table.playing)]
    if here.trick.cards:
        lines.append(_running(table, here))
    elif last := _last_trick(table, here):
        number, trick = last
        lines.append(f"Last: {public.finished_trick(table, number, trick, labels)}")
    return "\n".join(lines)


def _last_trick(table: TableView, here: RoundView) -> tuple[int, Trick] | None:
    """Return the last finished trick, of the round before if this one has none yet."""
    if here.tricks:
        return len(here.tricks), here.tricks[-1]
    scores = table.playing.scores
    return (scores[-1].size, scores[-1].tricks[-1]) if scores else None


def _running(table: TableView, here: RoundView) -> str:
    labels = table.options.labels
    played = [
        f"{words.card_text(face, labels)} ({words.seat_name(table.seats[seat])})"
        for seat, face in here.trick.plays(len(table.seats))
    ]
    return f"Trick {len(here.tricks) + 1}: {' · '.join(played)}"


def _hand_line(table: TableView, here: RoundView) -> str:
    return words.cards_text(here.hand, table.options.labels) or "No cards left"


# --- buttons -------------------------------------------------------------------------------------


def _controls(table: TableView, here: RoundView) -> list[ui.ActionRow[Any]]:
    """Return what the viewer can do: bids, suits, or their cards, which are disabled out of turn."""
    decisions = () if _away(table) else table.playing.legal
    bids = [decision for decision in decisions if isinstance(decision, Bid)]
    suits = [decision for decision in decisions if isinstance(decision, NameTrump)]
    if bids:
        return _bid_controls(table, here.size, bids)
    if suits:
        return rows([_suit_button(table, decision.suit) for decision in suits])
    playable = {decision.card for decision in decisions if isinstance(decision, Play)}
    return rows(
        [
            button(
                _press(table, "play", f"{at}.{face.code}"),
                words.card_label(face, table.options.labels),
                emoji=words.card_mark(face),
                style=discord.ButtonStyle.primary if face in playable else discord.ButtonStyle.secondary,
                disabled=face not in playable,
            )
            for at, face in enumerate(here.hand)
        ]
    )


def _bid_controls(table: TableView, size: int, bids: Sequence[Bid]) -> list[ui.ActionRow[Any]]:
    if size > MOST_BID_BUTTONS:
        choices = [discord.SelectOption(label=f"Bid {bid.tricks}", value=str(bid.tricks)) for bid in bids]
        return [ui.ActionRow(select(_press(table, "bid"), "Your bid", choices))]
    buttons = [
        button(_press(table, "bid", str(bid.tricks)), str(bid.tricks), style=discord.ButtonStyle.primary)
        for bid in bids
    ]
    return rows(buttons)


def _suit_button(table: TableView, suit: Suit) -> Router:
    return button(
        _press(table, "trump", suit.value),
        f"{words.SUIT_NAMES[suit].capitalize()} ({suit})",
        emoji=words.SUIT_MARKS[suit],
        style=discord.ButtonStyle.primary,
    )


def _footer(table: TableView) -> list[Router]:
    if _away(table):
        return [button(_press(table, "back"), "I'm back", style=discord.ButtonStyle.success)]
    return [button(_press(table, "refresh"), "Refresh", emoji="🔄")]


def _press(table: TableView, op: str, arg: str = "") -> Press:
    return Press(table.id, table.decision, op, arg)


def _away(table: TableView) -> bool:
    seat: Seat | None = table.seat
    return seat is not None and table.seats[seat].away
