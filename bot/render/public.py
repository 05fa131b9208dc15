"""The public messages of a table: lobby, round, result, final standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button
from bot.languages import _, listed, n_
from bot.pictures.canvas import Picture
from bot.render import arrangements, faces, leaving, options, special_words, words
from bot.render.gallery import gallery
from bot.render.notices import GOLD, GREEN, GREY, empty, message, rule, text
from bot.table import Occupant, Stage
from bot.tablesettings import Hints
from bot.tableview import TableView
from engine import rules, special
from engine.actions import Draw, Seat
from engine.cards import Card
from engine.options import MAX_PLAYERS, MIN_PLAYERS, Bidding, Options
from engine.special import Special
from engine.state import Phase, RoundScore, Trick
from engine.view import RoundView, View

_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
_MOST_DRAWN: Final = 1000
"""So many letters of draws for the first deal leave room for a whole round below them."""


def post_key(table: TableView) -> str:
    """Return which public message a table needs now: ``lobby``, ``round-3``, ``over``."""
    if table.game is None:
        return "lobby"
    if not table.is_open:
        return "over"
    return f"round-{len(table.game.scores) + 1}"


def current(table: TableView, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return the public message for the present state."""
    if table.game is None:
        return lobby(table)
    if not table.is_open:
        return final(table, pictures)
    return running(table, pictures)


def closing(table: TableView, key: str, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return what an older public message says once a newer one takes its place; it has no buttons."""
    if table.game is None or key == "lobby":
        return lobby(table)
    number = int(key.removeprefix("round-"))
    if number <= len(table.game.scores):
        return round_result(table, number, pictures)
    return running(table)


# --- the lobby -----------------------------------------------------------------------------------


def lobby(table: TableView) -> ui.LayoutView:
    """Return the lobby, with its buttons while it is open."""
    people = [f"{at}. {words.seat_with_level(seat)}{_host_mark(table, seat)}" for at, seat in enumerate(table.seats, 1)]
    about = ["## 🧙 Wizard", options.summary(table.options), arrangements.pace_line(table.settings.clock)]
    if table.settings.hints is Hints.ON:
        about.append("💡 " + _("Hints for everybody: the game doesn't count."))
    parts: list[ui.Item[Any]] = [
        text("\n".join(about)),
        rule(),
        text("\n".join(people) or _("Nobody sits here.")),
    ]
    if table.stage is Stage.LOBBY and table.invited:
        names = ", ".join(words.person_name(place.name) for place in table.invited)
        parts.append(text(_("Another game? **{names}**: press **Join**.", names=names)))
    parts.append(text(_lobby_line(table)))
    if table.stage is Stage.LOBBY:
        parts += _lobby_buttons(table)
    return message(*parts, colour=GOLD if table.stage is Stage.LOBBY else GREY)


def _host_mark(table: TableView, seat: Occupant) -> str:
    return " · " + _("host") if seat.user_id == table.host_id else ""


def _lobby_line(table: TableView) -> str:
    fairness = "-# " + _("Fair deals: SHA-256 of the deck's secret `{commitment}`", commitment=table.commitment)
    if table.stage is Stage.ENDED:
        return _("The table was closed.")
    if table.stage is not Stage.LOBBY:
        thread = f"<#{table.thread_id}>"
        started = _("The game has started: {thread}.", thread=thread) if table.thread_id else _("The game has started.")
        return f"{started}\n{fairness}"
    free = MAX_PLAYERS - len(table.seats)
    room = n_("{count} free seat.", "{count} free seats.", free) if free else _("The table is full.")
    if len(table.seats) >= MIN_PLAYERS:
        starts = _("The host starts.")
    elif table.settings.ai_players:
        starts = _("The host starts; AI players fill up to three.")
    else:
        starts = _("The host starts; it takes three people.")
    lines = [f"{room} {starts}", fairness]
    if table.deadline is not None:
        # L10N: {when} is like “in 5 minutes”
        lines.append("-# " + _("Closes {when} if nothing happens.", when=words.countdown(table.deadline)))
    return "\n".join(lines)


def _lobby_buttons(table: TableView) -> list[ui.ActionRow[Any]]:
    """Return a row for coming, going and starting, and one for who and what is played: each fits a phone."""

    def lobby_button(op: str, label: str, style: discord.ButtonStyle, *, disabled: bool = False) -> Router:
        return button(Press(table.id, table.version, op), label, style=style, disabled=disabled)

    full = len(table.seats) == MAX_PLAYERS
    no_ai = table.people == len(table.seats)
    ai_buttons = (
        lobby_button("add_ai", _("Add AI"), discord.ButtonStyle.secondary, disabled=full),
        lobby_button("ai_players", _("AI players"), discord.ButtonStyle.secondary),
    )
    people = (
        lobby_button("join", _("Join"), discord.ButtonStyle.success, disabled=full and no_ai),
        lobby_button("leave", _("Leave"), discord.ButtonStyle.secondary),
        lobby_button("start", _("Start"), discord.ButtonStyle.primary),
    )
    settings = (
        *(ai_buttons if table.settings.ai_players or not no_ai else ()),
        lobby_button("options", _("Options"), discord.ButtonStyle.secondary),
    )
    return [ui.ActionRow(*people), ui.ActionRow(*settings)]


# --- a round -------------------------------------------------------------------------------------


def running(table: TableView, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return the table in play, with **My hand** while it is open. A picture stands for the seats and the trick."""
    seen = table.playing
    here = seen.round
    parts: list[ui.Item[Any]] = [text(_running_head(table, seen)), rule()]
    parts += gallery(*pictures) or [text(seat_lines(table, seen))]
    parts.append(text("\n".join([turn_line(table, seen), *(_ai_lines(table) if pictures else ())])))
    if here is not None and (lines := trick_lines(table, here, running=not pictures)):
        parts += [rule(), text(lines)]
    if table.is_open:
        parts.append(ui.ActionRow(hand_button(table), scores_button(table)))
        parts += leaving.parts(table)
    return message(*parts, colour=GREEN if table.is_open else GREY)


def hand_button(table: TableView) -> Router:
    """Return a button that opens the hand of whoever presses it."""
    press = Press(table.id, table.version, "hand")
    return button(press, _("My hand"), style=discord.ButtonStyle.primary, emoji="🎴")


def scores_button(table: TableView) -> Router:
    """Return a button that brings tricks and scores as a message of its own, only to whoever presses it."""
    return button(Press(table.id, 0, "scores"), _("Scores"), emoji="📊")


def replay_button(game_id: int) -> Router:
    """Return a button that opens the replay of a finished game, only to whoever presses it."""
    return button(Press(game_id, 1, "replay"), _("Replay"), emoji="🎞️")


def review_button(game_id: int) -> Router:
    """Return a button that opens the review of their own decisions in a finished game for whoever presses it."""
    return button(Press(game_id, 0, "review"), _("Review"), emoji="🔍")


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
    where = _("round {number} of {rounds}", number=number, rounds=len(seen.sizes))
    return " · ".join([where, words.unbroken(n_("{count} card", "{count} cards", seen.sizes[number - 1]))])


def trump_line(table: TableView, seen: View) -> str:
    """Return the trump, the turned-up card and what became of it."""
    here = seen.round
    if here is None:
        return _("The cards are being dealt.")
    # L10N: what is trump is still to be said by this person
    named = "" if here.chooser is None else _("Trump: {name} names it", name=_name(table, here.chooser))
    return "\n".join([f"{named or _trump(here)} · {_turned_up(table, here)}", *_upcard_lines(table, here)])


def _trump(here: RoundView | RoundScore) -> str:
    return _("Trump: **{suit}**", suit=words.suit_text(here.trump))


def _turned_up(table: TableView, here: RoundView | RoundScore) -> str:
    upcard = here.upcard if here.swap is None else here.swap.card
    if upcard is None:
        return _("no card left to turn up")
    return _("turned up {card}", card=faces.card_text(upcard, table.options.labels))


def _upcard_lines(table: TableView, here: RoundView | RoundScore) -> list[str]:
    """Return the lines for a Werewolf that took the trump place, for what a Vampire copies and for cancelled bids."""
    lines = []
    if here.swap is not None:
        wolf = "" if here.upcard is None else faces.card_text(here.upcard, table.options.labels)
        # L10N: after “turned up {card}”: who held the Werewolf takes that card and puts the Werewolf in its place
        lines.append(_("{name} took it and put {card} there", name=_name(table, here.swap.seat), card=wolf))
    lines += _copied_lines(table, here)
    if here.cancelled:
        lines.append(cancelled_line(table))
    return lines


def cancelled_line(table: TableView) -> str:
    """Return that the bids of the round don't count any more."""
    by = _those(table, lambda special_card: special_card.cancels_bids(table.options))
    # L10N: {card} is the Bomb
    return _("**The {card} has cancelled all bids: 10 points for each trick**", card=by)


def _copied_lines(table: TableView, here: RoundView | RoundScore) -> list[str]:
    """Return what a Vampire copies; a spare that is the Vampire itself is copied by nobody."""
    copier = _those(table, lambda special_card: special_card.copies)
    if not copier or here.copied is None:
        return []
    copied, face = special.of(here.copied), faces.card_text(here.copied, table.options.labels)
    if copied is None or (copied.copyable and not copied.copies):
        if here.spare is None:
            # L10N: {copier} is the Vampire
            return [_("The {copier} copies {card}", copier=copier, card=face)]
        # L10N: {copier} is the Vampire; the card was turned over only to be copied
        return [_("The {copier} copies {card}, turned over for it", copier=copier, card=face)]
    if here.spare is None:
        return []
    return [_("Turned over to be copied: {card}, so nobody copies anything", card=face)]


def _those(table: TableView, which: Callable[[Special], bool]) -> str:
    """Return the names of the special cards in the deck with some trait."""
    there = filter(which, special.in_deck(table.options.special_cards))
    return listed([special_words.of(found.code).name for found in there], or_=True)


def _name(table: TableView, seat: int) -> str:
    return words.seat_name(table.seats[seat])


def draw_lines(table: TableView, seen: View) -> str:
    """Return the cards drawn for the first deal, a line for each draw; of very many some are only counted."""
    lines = [_draw_line(table, draw) for draw in seen.draws]
    left_out = 0
    while len(lines) > 2 and sum(map(len, lines)) > _MOST_DRAWN:
        del lines[-2]
        left_out += 1
    if left_out:
        more = n_(
            "… {count} more draw with equal highest cards …",
            "… {count} more draws with equal highest cards …",
            left_out,
        )
        lines.insert(-1, f"-# {more}")
    return "\n".join(lines)


def _draw_line(table: TableView, draw: Draw) -> str:
    labels = table.options.labels
    drawn = [f"{_name(table, seat)} {faces.card_text(face, labels)}" for seat, face in enumerate(draw) if face]
    return "-# " + _("Drawn for the first deal: {cards}", cards=" · ".join(drawn))


def seat_lines(table: TableView, seen: View) -> str:
    """Return a line for each seat: bid, tricks, points, and who is to act."""
    return "\n".join(seat_line(table, seen, seat) for seat in range(seen.players))


def seat_line(table: TableView, seen: View, seat: int) -> str:
    """Return a seat's bid, tricks and points, and whether it is to act."""
    here = seen.round
    facts = [_("no bid yet") if here is None else _bid_fact(here, seat)]
    facts.append(_whole_points(seen, seat))
    if here is not None and here.dealer == seat:
        # L10N: beside the name of whoever dealt the cards of this round
        facts.append(_("dealer"))
    marker = "▶️ " if seat in seen.to_act else "▫️ "
    return f"{marker}{words.seat_with_level(table.seats[seat])} · {' · '.join(facts)}"


def _ai_lines(table: TableView) -> list[str]:
    """Return a line with the AI players and their levels, which a picture has no room for."""
    ai = [words.unbroken(words.ai_name(seat.name, seat.level)) for seat in table.seats if seat.user_id is None]
    return ["-# " + " · ".join(ai)] if ai else []


def _whole_points(seen: View, seat: int) -> str:
    """Return the points of a seat, in one piece on the line."""
    return words.unbroken(words.scored(seen.totals[seat]))


def _bid_fact(here: RoundView, seat: int) -> str:
    """Return a seat's bid and tricks; of a bid the viewer may not know only that it is given."""
    bid, taken = here.bids[seat], here.taken[seat]
    if not here.has_bid[seat]:
        return _("no bid yet")
    if bid is not None:
        # L10N: of one player: how many tricks they said, and how many they have
        return _("bid **{bid}**, took **{taken}**", bid=bid, taken=taken)
    # L10N: the same while the bid is secret, which the lock says
    return _("bid 🔒, took **{taken}**", taken=taken) if all(here.has_bid) else _("bid 🔒 given")


def turn_line(table: TableView, seen: View) -> str:
    """Return whom the table waits for, and for what."""
    if not table.is_open:
        return _("The table was ended.")
    if not seen.to_act:
        return _("The cards are being dealt.")
    facts = [_waiting(seen, ", ".join(_name(table, seat) for seat in seen.to_act))]
    if seen.round is not None and seen.phase is not Phase.TRUMP:
        facts.append(_bids_sum(seen.round, open_bids=seen.options.bidding is Bidding.OPEN))
    if table.deadline is not None:
        # L10N: {when} is a countdown like “in 40 seconds” that ticks by itself; then an AI makes the decision
        facts.append(_("an AI decides {when}", when=words.countdown(table.deadline)))
    return " · ".join(facts)


def _waiting(seen: View, names: str) -> str:
    match seen.phase:
        case Phase.TRUMP:
            return _("Waiting for **{names}** to name the trump", names=names)
        case Phase.BIDDING:
            return _("Waiting for **{names}** to bid", names=names)
        case Phase.SPECIAL if seen.round is not None and seen.round.ask is not None:
            code = seen.round.ask.special
            return special_words.waiting(code, names, faces.marked(code, seen.options.labels))
    return _("Waiting for **{names}** to play", names=names)


def your_turn(seen: View) -> str:
    """Return what the table waits for, told to who is to do it; it follows their name."""
    match seen.phase:
        case Phase.TRUMP:
            # L10N: comes after somebody's name, like the others that begin with “it's your turn”
            return _("it's your turn to **name the trump**")
        case Phase.BIDDING:
            return _("it's your turn to **bid**")
        case Phase.SPECIAL if seen.round is not None and seen.round.ask is not None:
            code = seen.round.ask.special
            return special_words.your_turn(code, faces.marked(code, seen.options.labels))
    return _("it's your turn to **play**")


def _bids_sum(here: RoundView, *, open_bids: bool) -> str:
    """Return how many tricks are bid, or how many bids are given while they are not known to all."""
    if here.cancelled:
        return _("the bids are off")
    asked = [bid for bid, given in zip(here.bids, here.has_bid, strict=True) if given]
    if None in asked or not (open_bids or all(here.has_bid)):
        # L10N: how many have bid already, of all the players
        return n_("{given} of {count} bid given", "{given} of {count} bids given", len(here.bids), given=len(asked))
    # L10N: the sum of all bids, of the tricks there are in this round
    return n_(
        "{bid} of {count} trick bid", "{bid} of {count} tricks bid", here.size, bid=sum(bid or 0 for bid in asked)
    )


def trick_lines(table: TableView, here: RoundView, *, running: bool = True) -> str:
    """Return the finished tricks of the round, a line each, and the running one."""
    lines = [finished_trick(table, number, trick) for number, trick in enumerate(here.tricks, 1)]
    if here.trick.cards and running:
        lines += [f"**{trick_name(len(here.tricks) + 1)}**", *_running_trick(table, here)]
    return "\n".join(lines)


def _running_trick(table: TableView, here: RoundView) -> Iterator[str]:
    played = here.trick.cards
    best = rules.winner(played, here.trump, here.copied)
    # L10N: both beside the strongest card so far; nobody wins a trick with the Bomb in it
    mark = _("would win") if rules.is_spoiled(played, here.copied, table.options) else _("ahead")
    for at, (seat, face) in enumerate(here.trick.plays(len(table.seats))):
        ahead = f" · {mark}" if at == best else ""
        yield f"{faces.card_text(face, table.options.labels)} — {words.holder_name(table.seats[seat])}{ahead}"


def finished_trick(table: TableView, number: int, trick: Trick) -> str:
    """Return one finished trick: its cards in order, who took it, and what special cards did then."""
    # L10N: in the place of who took a trick
    winner = _("nobody") if trick.winner is None else words.holder_name(table.seats[trick.winner])
    cards = faces.cards_text(trick.cards, table.options.labels)
    line = f"{trick_name(number)}: {cards} →{words.NO_BREAK}**{winner}**"
    if trick.winner is None and trick.next_leader is not None:
        leads = _("{name} leads", name=words.holder_name(table.seats[trick.next_leader]))
        line += f" ({leads})"
    return "\n".join([line, *(f"-# {special_words.told(happened, Teller(table))}" for happened in trick.after)])


def trick_name(number: int) -> str:
    """Return what a trick of the round is called."""
    return _("Trick {number}", number=number)


@dataclass(frozen=True, slots=True)
class Teller:
    """Writes the seats and cards of a table in the words of a special card."""

    table: TableView

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return _name(self.table, seat)

    def card(self, face: Card) -> str:
        """Return a card as the table's labels want it."""
        return faces.card_text(face, self.table.options.labels)


# --- tricks as messages of their own --------------------------------------------------------------


def finished_tricks(seen: View) -> list[tuple[int, int, Trick]]:
    """Return every finished trick of the game with its round and its number there, once nothing of it is open."""
    rounds = [(score.number, score.tricks) for score in seen.scores]
    here = seen.round
    if here is not None:
        rounds.append((here.number, here.tricks if here.ask is None else here.tricks[:-1]))
    return [(at, number, trick) for at, tricks in rounds for number, trick in enumerate(tricks, 1)]


def trick_post(table: TableView, tricks: Sequence[tuple[int, int, Trick]]) -> ui.LayoutView:
    """Return a small message about some finished tricks."""
    lines = []
    for at, number, trick in tricks:
        in_round = _("Round {number}", number=at)
        lines.append(f"-# {in_round} ·{words.NO_BREAK}{finished_trick(table, number, trick)}")
    layout = empty()
    layout.add_item(text("\n".join(lines)))
    return layout


# --- results -------------------------------------------------------------------------------------


def round_result(table: TableView, number: int, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return the result of a scored round with all its tricks."""
    return message(*result_parts(table, number), *gallery(*pictures), colour=GREY)


def result_parts(table: TableView, number: int) -> list[ui.Item[Any]]:
    """Return what a message about the result of a scored round consists of."""
    scores = table.playing.scores
    score = scores[number - 1]
    tricks = [finished_trick(table, at, trick) for at, trick in enumerate(score.tricks, 1)]
    head = ["## 🧙 Wizard · " + _("round {number} is over", number=number)]
    head.append(f"{_trump(score)} · {_turned_up(table, score)}")
    head += _upcard_lines(table, score)
    return [text("\n".join(head)), rule(), text("\n".join(tricks)), rule(), text(score_lines(table, number))]


def score_lines(table: TableView, number: int) -> str:
    """Return each seat's bid, tricks, points and total after a round."""
    scores = table.playing.scores[:number]
    totals = [sum(score.points[seat] for score in scores) for seat in range(len(table.seats))]
    return "\n".join(_score_line(table, scores[-1], seat, totals[seat]) for seat in range(len(table.seats)))


def _score_line(table: TableView, score: RoundScore, seat: int, total: int) -> str:
    mark = "▫️" if score.cancelled else "✅" if score.made(seat) else "❌"
    points = words.signed(score.points[seat])
    # L10N: of one player: how many tricks they had said, and how many they have
    made = _("bid {bid}, took {taken}", bid=score.bids[seat], taken=score.taken[seat])
    return f"{mark} {words.seat_name(table.seats[seat])} · {made} · **{points}** → {words.number(total)}"


def final(table: TableView, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return the final standings, or that the game was stopped."""
    head, lines = final_lines(table)
    buttons = [button(Press(table.id, 0, "rematch"), _("Rematch"), style=discord.ButtonStyle.success, emoji="🔁")]
    if table.stage is Stage.FINISHED:  # of a stopped game no record is kept to show anything from
        buttons += [scores_button(table), replay_button(table.id), review_button(table.id)]
    parts = [text(head), rule(), text(lines), *gallery(*pictures), ui.ActionRow[Any](*buttons)]
    return message(*parts, colour=GOLD)


def final_lines(table: TableView) -> tuple[str, str]:
    """Return how the game ended, and the places of all, of a stopped game their points."""
    seen = table.playing
    order = sorted(range(seen.players), key=lambda seat: seen.places[seat])
    if table.stage is Stage.ENDED:
        head = ["## 🧙 Wizard · " + _("the game was stopped")]
        head.append(_("It doesn't count. The points after the finished rounds:"))
        lines = [f"▫️ {_points(table, seen, seat)}" for seat in order]
    else:
        winners = [words.seat_name(table.seats[at]) for at in order if seen.places[at] == 1]
        head = ["## 🧙 Wizard · " + _("the game is over")]
        head.append(n_("Winner: **{names}**", "Winners: **{names}**", len(winners), names=listed(winners)))
        if not table.present:
            head.append(_("Nobody was left at the table: it doesn't count."))
        elif table.settings.hints is Hints.ON:
            head.append(_("There were hints: it doesn't count."))
        lines = [_final_line(table, seen, seat) for seat in order]
    return "\n".join(head), "\n".join(lines)


def _points(table: TableView, seen: View, seat: int) -> str:
    return f"{words.seat_with_level(table.seats[seat])} · **{_whole_points(seen, seat)}**"


def _final_line(table: TableView, seen: View, seat: int) -> str:
    place = seen.places[seat]
    medal = _MEDALS.get(place, "▫️")
    # L10N: how many bids of one player came true
    exact = n_(
        "{exact} of {count} bid exact",
        "{exact} of {count} bids exact",
        len(seen.scores),
        exact=rules.exact_bids(seen.scores, seat),
    )
    return f"{medal} {place}. {_points(table, seen, seat)} · {words.unbroken(exact)}"
