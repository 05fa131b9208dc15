"""The public messages of a table: lobby, round, result, final standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, rows
from bot.render import options, words
from bot.render.notices import GOLD, GREEN, GREY, message, rule, text
from bot.table import Occupant, Stage
from bot.tableview import TableView
from engine import rules
from engine.options import MAX_PLAYERS, Labels, Options
from engine.state import Phase, RoundScore, Trick
from engine.view import RoundView, View

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def post_key(table: TableView) -> str:
    """Return which public message a table needs now: ``lobby``, ``round-3``, ``over``."""
    if table.game is None:
        return "lobby"
    if not table.is_open:
        return "over"
    return f"round-{len(table.game.scores) + 1}"


def current(table: TableView) -> ui.LayoutView:
    """Return the public message for the present state."""
    if table.game is None:
        return lobby(table)
    if not table.is_open:
        return final(table)
    return running(table)


def closing(table: TableView, key: str) -> ui.LayoutView:
    """Return what an older public message says once a newer one takes its place; it has no buttons."""
    if table.game is None or key == "lobby":
        return lobby(table)
    number = int(key.removeprefix("round-"))
    if number <= len(table.game.scores):
        return round_result(table, number)
    return running(table)


# --- the lobby -----------------------------------------------------------------------------------


def lobby(table: TableView) -> ui.LayoutView:
    """Return the lobby, with its buttons while it is open."""
    people = [f"{at}. {words.seat_name(seat)}{_host_mark(table, seat)}" for at, seat in enumerate(table.seats, 1)]
    parts: list[ui.Item[Any]] = [
        text(f"## 🧙 Wizard\n{options.summary(table.options)}"),
        rule(),
        text("\n".join(people) or "Nobody sits here."),
        text(_lobby_line(table)),
    ]
    if table.stage is Stage.LOBBY:
        parts += rows(_lobby_buttons(table))
    return message(*parts, colour=GOLD if table.stage is Stage.LOBBY else GREY)


def _host_mark(table: TableView, seat: Occupant) -> str:
    return " · host" if seat.user_id == table.host_id else ""


def _lobby_line(table: TableView) -> str:
    fairness = f"-# Fair deals: SHA-256 of the deck's secret `{table.commitment}`"
    match table.stage:
        case Stage.LOBBY:
            free = MAX_PLAYERS - len(table.seats)
            room = f"{words.plural(free, 'free seat')}. " if free else "The table is full. "
            return f"{room}The host starts; AI players fill up to three.\n{fairness}"
        case Stage.ENDED:
            return "The table was closed."
        case _:
            return f"The game has started.\n{fairness}"


def _lobby_buttons(table: TableView) -> Sequence[Router]:
    def lobby_button(op: str, label: str, style: discord.ButtonStyle, *, disabled: bool = False) -> Router:
        return button(Press(table.id, table.version, op), label, style=style, disabled=disabled)

    full = len(table.seats) == MAX_PLAYERS
    no_ai = table.people == len(table.seats)
    return (
        lobby_button("join", "Join", discord.ButtonStyle.success, disabled=full and no_ai),
        lobby_button("leave", "Leave", discord.ButtonStyle.secondary),
        lobby_button("add_ai", "Add AI", discord.ButtonStyle.secondary, disabled=full),
        lobby_button("remove_ai", "Remove AI", discord.ButtonStyle.secondary, disabled=no_ai),
        lobby_button("start", "Start", discord.ButtonStyle.primary),
        lobby_button("options", "Options", discord.ButtonStyle.secondary),
    )


# --- a round -------------------------------------------------------------------------------------


def running(table: TableView) -> ui.LayoutView:
    """Return the table in play, with **My hand** while it is open."""
    seen = table.playing
    parts: list[ui.Item[Any]] = [text(_running_head(seen)), rule()]
    parts += [text(seat_lines(table, seen)), text(turn_line(table, seen))]
    here = seen.round
    if here is not None and (here.trick.cards or here.tricks):
        parts += [rule(), text(trick_lines(table, here, seen.options.labels))]
    if table.is_open:
        hand = button(Press(table.id, table.version, "hand"), "My hand", style=discord.ButtonStyle.primary, emoji="🎴")
        parts.append(ui.ActionRow(hand))
    return message(*parts, colour=GREEN if table.is_open else GREY)


def _running_head(seen: View) -> str:
    lines = [f"## 🧙 Wizard · {round_title(seen)}", trump_line(seen)]
    if seen.options != Options():
        lines.append(f"-# {options.summary(seen.options)}")
    return "\n".join(lines)


def round_title(seen: View) -> str:
    """Return which round it is and how many cards it has."""
    number = len(seen.scores) + (seen.phase is not Phase.OVER)
    size = seen.sizes[number - 1]
    return f"round {number} of {len(seen.sizes)} · {words.plural(size, 'card')}"


def trump_line(seen: View) -> str:
    """Return the trump and the turned-up card."""
    here = seen.round
    if here is None:
        return "The cards are being dealt."
    upcard = (
        "no card left to turn up"
        if here.upcard is None
        else f"turned up {words.card_text(here.upcard, seen.options.labels)}"
    )
    trump = "the dealer names it" if here.chooser is not None else f"**{words.suit_text(here.trump)}**"
    return f"Trump: {trump} · {upcard}"


def seat_lines(table: TableView, seen: View) -> str:
    """Return a line for each seat: bid, tricks, points, and who is to act."""
    return "\n".join(_seat_line(table, seen, seat) for seat in range(seen.players))


def _seat_line(table: TableView, seen: View, seat: int) -> str:
    name = words.seat_name(table.seats[seat])
    here = seen.round
    bid = None if here is None else here.bids[seat]
    taken = 0 if here is None else here.taken[seat]
    facts = ["no bid yet" if bid is None else f"bid **{bid}**, took **{taken}**"]
    facts.append(f"{words.number(seen.totals[seat])}{words.NO_BREAK}points")
    if here is not None and here.dealer == seat:
        facts.append("dealer")
    marker = "▶️ " if seat in seen.to_act else "▫️ "
    return f"{marker}{name} · {' · '.join(facts)}"


def turn_line(table: TableView, seen: View) -> str:
    """Return whom the table waits for, and for what."""
    if not table.is_open:
        return "The table was ended."
    if not seen.to_act:
        return "The cards are being dealt."
    names = ", ".join(words.seat_name(table.seats[seat]) for seat in seen.to_act)
    what = {Phase.TRUMP: "name the trump", Phase.BIDDING: "bid", Phase.PLAY: "play"}[seen.phase]
    bids = f" · {_bids_sum(seen.round)}" if seen.round is not None else ""
    return f"Waiting for **{names}** to {what}{bids}"


def _bids_sum(here: RoundView) -> str:
    asked = sum(bid for bid in here.bids if bid is not None)
    return f"{asked} of {words.plural(here.size, 'trick')} bid"


def trick_lines(table: TableView, here: RoundView, labels: Labels) -> str:
    """Return the finished tricks of the round, a line each, and the running one."""
    lines = [finished_trick(table, number, trick, labels) for number, trick in enumerate(here.tricks, 1)]
    if here.trick.cards:
        lines.append(f"**Trick {len(here.tricks) + 1}**")
        best = rules.winner(here.trick.cards, here.trump)
        for at, (seat, face) in enumerate(here.trick.plays(len(table.seats))):
            ahead = " · ahead" if at == best else ""
            lines.append(f"{words.card_text(face, labels)} — {words.seat_name(table.seats[seat])}{ahead}")
    return "\n".join(lines)


def finished_trick(table: TableView, number: int, trick: Trick, labels: Labels) -> str:
    """Return one finished trick: its cards in order and who took it."""
    winner = "nobody" if trick.winner is None else words.seat_name(table.seats[trick.winner])
    return f"Trick {number}: {words.cards_text(trick.cards, labels)} →{words.NO_BREAK}**{winner}**"


# --- results -------------------------------------------------------------------------------------


def round_result(table: TableView, number: int) -> ui.LayoutView:
    """Return the result of a scored round with all its tricks."""
    scores = table.playing.scores
    score = scores[number - 1]
    labels = table.options.labels
    tricks = [finished_trick(table, at, trick, labels) for at, trick in enumerate(score.tricks, 1)]
    head = f"## 🧙 Wizard · round {number} is over\nTrump: **{words.suit_text(score.trump)}**"
    return message(text(head), rule(), text("\n".join(tricks)), rule(), text(score_lines(table, number)), colour=GREY)


def score_lines(table: TableView, number: int) -> str:
    """Return each seat's bid, tricks, points and total after a round."""
    scores = table.playing.scores[:number]
    totals = [sum(score.points[seat] for score in scores) for seat in range(len(table.seats))]
    return "\n".join(_score_line(table, scores[-1], seat, totals[seat]) for seat in range(len(table.seats)))


def _score_line(table: TableView, score: RoundScore, seat: int, total: int) -> str:
    mark = "✅" if score.bids[seat] == score.taken[seat] else "❌"
    points = words.signed(score.points[seat])
    return (
        f"{mark} {words.seat_name(table.seats[seat])} · bid {score.bids[seat]}, took {score.taken[seat]}"
        f" · **{points}** → {words.number(total)}"
    )


def final(table: TableView) -> ui.LayoutView:
    """Return the final standings, or that the game was stopped."""
    seen = table.playing
    order = sorted(range(seen.players), key=lambda seat: seen.places[seat])
    if table.stage is Stage.ENDED:
        head = "## 🧙 Wizard · the game was stopped\nIt doesn't count. The points after the finished rounds:"
        lines = [f"▫️ {_points(table, seen, seat)}" for seat in order]
    else:
        winners = [words.seat_name(table.seats[at]) for at in order if seen.places[at] == 1]
        won = "Winner" if len(winners) == 1 else "Winners"
        head = f"## 🧙 Wizard · the game is over\n{won}: **{' and '.join(winners)}**"
        lines = [_final_line(table, seen, seat) for seat in order]
    return message(text(head), rule(), text("\n".join(lines)), colour=GOLD)


def _points(table: TableView, seen: View, seat: int) -> str:
    points = f"{words.number(seen.totals[seat])}{words.NO_BREAK}points"
    return f"{words.seat_name(table.seats[seat])} · **{points}**"


def _final_line(table: TableView, seen: View, seat: int) -> str:
    place = seen.places[seat]
    exact = rules.exact_bids(seen.scores, seat)
    medal = _MEDALS.get(place, "▫️")
    return (
        f"{medal} {place}. {words.seat_name(table.seats[seat])} · **{words.number(seen.totals[seat])} points**"
        f" · {exact} of {words.plural(len(seen.scores), 'bid')} exact"
    )
