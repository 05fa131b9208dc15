"""The public messages of a table: lobby, round, result, final standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, rows
from bot.render import faces, leaving, options, special_words, words
from bot.render.notices import GOLD, GREEN, GREY, message, rule, text
from bot.table import Occupant, Stage
from bot.tableview import TableView
from engine import rules, special
from engine.options import MAX_PLAYERS, Bidding, Options
from engine.specials import BidMoved, CardExchanged, CardsPassed
from engine.state import Aftermath, Phase, RoundScore, Trick
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
            closes = (
                "" if table.deadline is None else f"\n-# Closes {words.countdown(table.deadline)} if nothing happens."
            )
            return f"{room}The host starts; AI players fill up to three.\n{fairness}{closes}"
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
    parts: list[ui.Item[Any]] = [text(_running_head(table, seen)), rule()]
    parts += [text(seat_lines(table, seen)), text(turn_line(table, seen))]
    here = seen.round
    if here is not None and (here.trick.cards or here.tricks):
        parts += [rule(), text(trick_lines(table, here))]
    if table.is_open:
        hand = button(Press(table.id, table.version, "hand"), "My hand", style=discord.ButtonStyle.primary, emoji="🎴")
        parts.append(ui.ActionRow(hand))
        parts += leaving.parts(table)
    return message(*parts, colour=GREEN if table.is_open else GREY)


def _running_head(table: TableView, seen: View) -> str:
    lines = [f"## 🧙 Wizard · {round_title(seen)}", trump_line(table, seen)]
    if seen.draws and not seen.scores:
        lines.append(draw_lines(table, seen))
    if seen.options != Options():
        lines.append(f"-# {options.summary(seen.options)}")
    return "\n".join(lines)


def round_title(seen: View) -> str:
    """Return which round it is and how many cards it has."""
    number = len(seen.scores) + (seen.phase is not Phase.OVER)
    size = seen.sizes[number - 1]
    return f"round {number} of {len(seen.sizes)} · {words.plural(size, 'card')}"


def trump_line(table: TableView, seen: View) -> str:
    """Return the trump, the turned-up card and what became of it."""
    here = seen.round
    if here is None:
        return "The cards are being dealt."
    trump = f"**{words.suit_text(here.trump)}**" if here.chooser is None else f"{_name(table, here.chooser)} names it"
    return "\n".join([f"Trump: {trump} · {_turned_up(table, here)}", *_upcard_lines(table, here)])


def _turned_up(table: TableView, here: RoundView | RoundScore) -> str:
    upcard = here.upcard if here.swap is None else here.swap.card
    return "no card left to turn up" if upcard is None else f"turned up {faces.card_text(upcard, table.options.labels)}"


def _upcard_lines(table: TableView, here: RoundView | RoundScore) -> list[str]:
    """Return the lines for a Werewolf that took the trump place, for what a Vampire copies and for cancelled bids."""
    labels, lines = table.options.labels, []
    if here.swap is not None:
        wolf = "" if here.upcard is None else faces.card_text(here.upcard, labels)
        lines.append(f"{_name(table, here.swap.seat)} took it and put {wolf} there")
    if any(card.copies for card in special.in_deck(table.options.special_cards)) and here.copied is not None:
        copied = special.of(here.copied)
        if copied is None or (copied.copyable and not copied.copies):
            spare = ", turned over for it" if here.spare is not None else ""
            lines.append(f"The Vampire copies {faces.card_text(here.copied, labels)}{spare}")
    if here.cancelled:
        lines.append("**The Bomb has cancelled all bids: 10 points for each trick**")
    return lines


def _name(table: TableView, seat: int) -> str:
    return words.seat_name(table.seats[seat])


def draw_lines(table: TableView, seen: View) -> str:
    """Return the cards drawn for the first deal, a line for each draw."""
    labels = table.options.labels
    lines = []
    for draw in seen.draws:
        drawn = [f"{_name(table, seat)} {faces.card_text(face, labels)}" for seat, face in enumerate(draw) if face]
        lines.append(f"-# Drawn for the first deal: {' · '.join(drawn)}")
    return "\n".join(lines)


def seat_lines(table: TableView, seen: View) -> str:
    """Return a line for each seat: bid, tricks, points, and who is to act."""
    return "\n".join(_seat_line(table, seen, seat) for seat in range(seen.players))


def _seat_line(table: TableView, seen: View, seat: int) -> str:
    here = seen.round
    facts = ["no bid yet" if here is None else _bid_fact(here, seat)]
    facts.append(f"{words.number(seen.totals[seat])}{words.NO_BREAK}points")
    if here is not None and here.dealer == seat:
        facts.append("dealer")
    marker = "▶️ " if seat in seen.to_act else "▫️ "
    return f"{marker}{_name(table, seat)} · {' · '.join(facts)}"


def _bid_fact(here: RoundView, seat: int) -> str:
    """Return a seat's bid and tricks; of a bid the viewer may not know only that it is given."""
    bid, taken = here.bids[seat], here.taken[seat]
    if not here.has_bid[seat]:
        return "no bid yet"
    if bid is None:
        return f"bid 🔒{f', took **{taken}**' if all(here.has_bid) else ' given'}"
    return f"bid **{bid}**, took **{taken}**"


_EFFECTS: Final = {
    "move_bid": "change their bid by one",
    "pass": "pass a card to the left",
    "exchange": "exchange a card or keep their hand",
}


def turn_line(table: TableView, seen: View) -> str:
    """Return whom the table waits for, and for what."""
    if not table.is_open:
        return "The table was ended."
    if not seen.to_act:
        return "The cards are being dealt."
    names = ", ".join(_name(table, seat) for seat in seen.to_act)
    open_bids = seen.options.bidding is Bidding.OPEN
    bids = f" · {_bids_sum(seen.round, open_bids=open_bids)}" if seen.round is not None else ""
    until = "" if table.deadline is None else f" · {words.countdown(table.deadline)}"
    return f"Waiting for **{names}** to {_what(seen)}{bids}{until}"


def _what(seen: View) -> str:
    match seen.phase:
        case Phase.TRUMP:
            return "name the trump"
        case Phase.BIDDING:
            return "bid"
        case Phase.SPECIAL if seen.round is not None and seen.round.ask is not None:
            return effect_text(seen.round.ask.special)
    return "play"


def effect_text(code: str) -> str:
    """Return what a special card wants settled after its trick."""
    effect = special.find(code).after
    name = "" if effect is None else effect.decision.name
    return _EFFECTS.get(name, f"decide on the {code.title()}") + f" ({special_words.marked(code)})"


def _bids_sum(here: RoundView, *, open_bids: bool) -> str:
    """Return how many tricks are bid, or how many bids are given while they are not known to all."""
    asked = [bid for bid, given in zip(here.bids, here.has_bid, strict=True) if given]
    if None in asked or not (open_bids or all(here.has_bid)):
        return f"{len(asked)} of {words.plural(len(here.bids), 'bid')} given"
    return f"{sum(bid or 0 for bid in asked)} of {words.plural(here.size, 'trick')} bid"


def trick_lines(table: TableView, here: RoundView) -> str:
    """Return the finished tricks of the round, a line each, and the running one."""
    lines = [finished_trick(table, number, trick) for number, trick in enumerate(here.tricks, 1)]
    if here.trick.cards:
        lines += [f"**Trick {len(here.tricks) + 1}**", *_running_trick(table, here)]
    return "\n".join(lines)


def _running_trick(table: TableView, here: RoundView) -> Iterator[str]:
    played = here.trick.cards
    best = rules.winner(played, here.trump, here.copied)
    mark = "would win" if rules.is_spoiled(played, here.copied, table.options) else "ahead"
    for at, (seat, face) in enumerate(here.trick.plays(len(table.seats))):
        ahead = f" · {mark}" if at == best else ""
        yield f"{faces.card_text(face, table.options.labels)} — {_name(table, seat)}{ahead}"


def finished_trick(table: TableView, number: int, trick: Trick) -> str:
    """Return one finished trick: its cards in order, who took it, and what special cards did then."""
    winner = "nobody" if trick.winner is None else _name(table, trick.winner)
    line = f"Trick {number}: {faces.cards_text(trick.cards, table.options.labels)} →{words.NO_BREAK}**{winner}**"
    if trick.winner is None and trick.next_leader is not None:
        line += f" ({_name(table, trick.next_leader)} leads)"
    return "\n".join([line, *(f"-# {happened_text(table, happened)}" for happened in trick.after)])


def happened_text(table: TableView, happened: Aftermath) -> str:
    """Return what a special card did after its trick, as far as the viewer may know it."""
    match happened:
        case BidMoved(seat, by):
            change = "changed their bid" if by is None else f"changed their bid by {words.signed(by)}"
            return f"{_name(table, seat)} {change}"
        case CardsPassed():
            return "Everybody passed a card to the left"
        case CardExchanged(seat, gave, took):
            labels = table.options.labels
            return f"{_name(table, seat)} took {faces.card_text(took, labels)} for {faces.card_text(gave, labels)}"
    return type(happened).__name__


# --- results -------------------------------------------------------------------------------------


def round_result(table: TableView, number: int) -> ui.LayoutView:
    """Return the result of a scored round with all its tricks."""
    scores = table.playing.scores
    score = scores[number - 1]
    tricks = [finished_trick(table, at, trick) for at, trick in enumerate(score.tricks, 1)]
    trump = f"Trump: **{words.suit_text(score.trump)}** · {_turned_up(table, score)}"
    head = [f"## 🧙 Wizard · round {number} is over", trump]
    head += _upcard_lines(table, score)
    return message(
        text("\n".join(head)), rule(), text("\n".join(tricks)), rule(), text(score_lines(table, number)), colour=GREY
    )


def score_lines(table: TableView, number: int) -> str:
    """Return each seat's bid, tricks, points and total after a round."""
    scores = table.playing.scores[:number]
    totals = [sum(score.points[seat] for score in scores) for seat in range(len(table.seats))]
    return "\n".join(_score_line(table, scores[-1], seat, totals[seat]) for seat in range(len(table.seats)))


def _score_line(table: TableView, score: RoundScore, seat: int, total: int) -> str:
    mark = "▫️" if score.cancelled else "✅" if score.made(seat) else "❌"
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
        if not table.present:
            head += "\nNobody was left at the table: it doesn't count."
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
