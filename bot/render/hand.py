"""The private panel: one person's hand, and the buttons for what they can do now."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.art import emoji as art
from bot.customid import Press, parse
from bot.items import Router, button, rows, select
from bot.languages import _
from bot.pictures import wording
from bot.pictures.canvas import Picture
from bot.render import faces, public, rulebook, special_words, words
from bot.render.gallery import gallery
from bot.render.notices import GOLD, GREY, message, rule, text
from bot.tableview import TableView
from engine import special
from engine.actions import Bid, Decision, NameTrump, Play, PlayBlind, Seat, Settle
from engine.cards import Card, Suit
from engine.specials import CardsPassed, Exchange, MoveBid, PassCard
from engine.state import Phase, Trick
from engine.view import RoundView

MOST_BID_BUTTONS: Final = 10
"""From one card more than this on, bids are picked from a select."""
MOST_CHOICES: Final = 25
"""Options of one select."""
MOST_LETTERS: Final = 100
"""Of an option of a select."""
HINT: Final = "hint"
"""The operation that asks for the best decision."""
NO_TRUMP: Final = "none"
KEEP: Final = "keep"
LISTED: Final = "card"
"""The operation of the list of cards; each of its values holds the operation and the argument of a button."""
CARD_OPS: Final = frozenset({"play", "pick", "pass", "choose"})
OP_END: Final = "~"
NONE_CHOSEN: Final = "none"


@dataclass(frozen=True, slots=True)
class Picked:
    """A card of the hand that needs a second step: what to say of it, or what to take for it."""

    place: int
    """In the sorted hand, from 0."""
    card: Card


def panel(
    table: TableView,
    notice: str = "",
    picked: Picked | None = None,
    picture: Picture | None = None,
    *,
    as_list: bool = False,
    hint: str = "",
) -> ui.LayoutView:
    """Return the hand panel of the viewer, who has a seat; `notice` is a line for this one time.

    A picture stands for the lines about seats, running trick and hand; as a list, cards are picked from a select. A
    hint stands above what it is about.
    """
    if not table.is_open or table.game is None:
        return _without_cards(table, notice)
    my_turn = table.seat in table.game.to_act and not _away(table)
    parts: list[ui.Item[Any]] = [text(_head(table, notice, picked))]
    here = table.game.round
    if here is not None:
        parts += _illustrated(table, here, picture) if picture else _in_lines(table, here)
        parts += [text(hint)] if hint else []
        controls = _controls(table, here, picked)
        parts += _with_list(table, controls) if as_list else controls
    parts.append(ui.ActionRow(*_footer(table, picked)))
    return message(*parts, colour=GOLD if my_turn else GREY)


def needs_second_step(table: TableView, face: Card) -> bool:
    """Return whether the viewer may now choose this card of their hand and has then to say or take something."""
    return not _away(table) and any(
        (isinstance(it, Play) and it.card.choice != "" and it.card.bare is face)
        or (isinstance(it, Exchange) and it.give is face)
        for it in table.playing.legal
    )


def may_ask(table: TableView) -> bool:
    """Return whether the viewer may ask for a hint now: it is their turn, and the table allows it."""
    return table.hints and not table.plays_itself and not _away(table) and bool(table.playing.legal)


def _in_lines(table: TableView, here: RoundView) -> list[ui.Item[Any]]:
    return [rule(), text(_table_lines(table, here)), rule(), text(hand_lines(table, here))]


def _illustrated(table: TableView, here: RoundView, picture: Picture) -> list[ui.Item[Any]]:
    """Return the picture, and of the lines what it doesn't show."""
    last = "" if here.trick.cards else "\n".join(_last_lines(table, here))
    return [*gallery(picture), *([text(last)] if last else [])]


def _without_cards(table: TableView, notice: str) -> ui.LayoutView:
    what = _("The game hasn't started yet.") if table.is_open else _("This table is over.")
    parts: list[ui.Item[Any]] = [text("\n".join(filter(None, (notice, what))))]
    if table.game is not None:  # the channel's last message may be far below
        parts += [rule(), text("\n".join(public.final_lines(table)))]
    return message(*parts, colour=GREY)


def _head(table: TableView, notice: str, picked: Picked | None) -> str:
    seen = table.playing
    lines = ["### " + " · ".join([_("Your hand"), public.round_title(seen)]), public.trump_line(table, seen)]
    lines += [_what_now(table, picked), *_chosen_lines(table)]
    if notice:
        lines.append(f"-# {notice}")
    return "\n".join(lines)


def _chosen_lines(table: TableView) -> list[str]:
    """Return what became of the card that was chosen for the coming turn."""
    if table.chosen is None or table.plays_itself or _away(table):
        return []
    face = faces.card_text(table.chosen, table.options.labels)
    if table.seat in table.playing.to_act:
        return ["-# " + _("Your chosen card {card} can't be played now.", card=face)]
    return ["-# " + _("In your turn {card} is played, if it can be.", card=face)]


def _what_now(table: TableView, picked: Picked | None) -> str:
    seen = table.playing
    if _away(table):
        return _("An AI keeps your seat. Press **I'm back** to play on.")
    if table.seat not in seen.to_act:
        return public.turn_line(table, seen)
    if table.plays_itself:
        return "▶️ " + (
            _("**Your turn.** Your only card is played by itself.")
            if table.chosen is None
            else _("**Your turn.** Your chosen card is played by itself.")
        )
    # L10N: {asked} is like “how many tricks will you take?” or “play a card”
    facts = ["▶️ " + _("**Your turn: {asked}**", asked=_asked(table, picked)), *_aside(table, picked)]
    if table.deadline is not None:
        facts.append(words.countdown(table.deadline))
    return " · ".join(facts)


def _asked(table: TableView, picked: Picked | None) -> str:
    """Return what the viewer is to decide now."""
    seen, labels = table.playing, table.options.labels
    match seen.phase:
        case Phase.TRUMP:
            return _("name the trump suit, or no trump") if _may_say_none(table) else _("name the trump suit")
        case Phase.BIDDING:
            return _("how many tricks will you take?")
        case Phase.SPECIAL:
            return _settled(table, picked)
    if picked is not None:
        # L10N: of a card that may be several things, like the Shapeshifter
        return _("what is your {card}?", card=faces.card_text(picked.card, labels))
    # L10N: “your card” is the only one, which one doesn't see oneself
    return _("play your card") if isinstance(seen.legal[0], PlayBlind) else _("play a card")


def _aside(table: TableView, picked: Picked | None) -> list[str]:
    """Return what helps to decide: the bid a sum rule forbids, or how many tricks are still missing."""
    seen, here = table.playing, table.playing.round
    if seen.forbidden_bid is not None:
        return [_("{bid} is not allowed", bid=seen.forbidden_bid)]
    if here is None or table.seat is None or seen.phase not in (Phase.PLAY, Phase.SPECIAL) or picked is not None:
        return []
    taken = here.taken[table.seat]
    if here.cancelled:
        # L10N: so many tricks
        return [_("you have {taken}", taken=taken)]
    # L10N: both are numbers of tricks
    return [_("you bid {bid} and have {taken}", bid=here.bids[table.seat], taken=taken)]


def _settled(table: TableView, picked: Picked | None) -> str:
    """Return what a special card asks of the viewer."""
    here = table.playing.round
    if picked is not None:
        face = faces.card_text(picked.card, table.options.labels)
        return _("which card of the trick do you take for {card}?", card=face)
    if here is None or here.ask is None:
        return _("decide")
    code = here.ask.special
    return f"{faces.marked(code, table.options.labels)}: {special_words.asked(code, _left_neighbour(table))}"


def _may_say_none(table: TableView) -> bool:
    return any(isinstance(decision, NameTrump) and decision.suit is None for decision in table.playing.legal)


def _left_neighbour(table: TableView) -> str:
    return words.seat_name(table.seats[((table.seat or 0) + 1) % len(table.seats)])


def _table_lines(table: TableView, here: RoundView) -> str:
    lines = [public.seat_lines(table, table.playing)]
    if here.trick.cards:
        lines.append(running_trick(table, here))
    else:
        lines += _last_lines(table, here)
    return "\n".join(lines)


def _last_lines(table: TableView, here: RoundView) -> list[str]:
    last = _last_trick(table, here)
    if last is None:
        return []
    number, trick = last
    # L10N: the last trick
    return [_("Last: {trick}", trick=public.finished_trick(table, number, trick)), *_passed(table, trick)]


def _last_trick(table: TableView, here: RoundView) -> tuple[int, Trick] | None:
    """Return the last finished trick, of the round before if this one has none yet."""
    if here.tricks:
        return len(here.tricks), here.tricks[-1]
    scores = table.playing.scores
    return (scores[-1].size, scores[-1].tricks[-1]) if scores else None


def _passed(table: TableView, trick: Trick) -> list[str]:
    """Return what the viewer passed on and got, which only giver and receiver know."""
    labels, seat, players = table.options.labels, table.seat or 0, len(table.seats)
    lines = []
    for happened in trick.after:
        if isinstance(happened, CardsPassed):
            gave, got = happened.given[seat], happened.given[(seat - 1) % players]
            if gave is not None and got is not None:
                passed = _(
                    "You passed {gave} to {left} and got {got} from {right}",
                    gave=faces.card_text(gave, labels),
                    left=_left_neighbour(table),
                    got=faces.card_text(got, labels),
                    right=words.seat_name(table.seats[(seat - 1) % players]),
                )
                lines.append(f"-# {passed}")
    return lines


def running_trick(table: TableView, here: RoundView) -> str:
    """Return the cards of the running trick in a line, with who played them."""
    labels = table.options.labels
    played = [
        f"{faces.card_text(face, labels)} ({words.holder_name(table.seats[seat])})"
        for seat, face in here.trick.plays(len(table.seats))
    ]
    return f"{public.trick_name(len(here.tricks) + 1)}: {' · '.join(played)}"


def hand_lines(table: TableView, here: RoundView) -> str:
    """Return the viewer's cards; in a forehead round those of the others."""
    labels = table.options.labels
    if here.forehead:
        return _foreheads(table, here)
    cards = faces.cards_text(here.hand, labels) or _("No cards left")
    return f"**{cards}**"


def _foreheads(table: TableView, here: RoundView) -> str:
    """Return the cards on the others' foreheads."""
    held = [
        f"{words.seat_name(table.seats[seat])} **{faces.cards_text(hand, table.options.labels)}**"
        for seat, hand in enumerate(here.others)
        if hand
    ]
    lines = []
    if here.left[table.seat or 0] > 0:
        lines.append(_("Your own card is before your forehead: you can't see it."))
    if held:
        # L10N: {cards} is a list of names, each with a card
        lines.append(_("The others hold: {cards}", cards=" · ".join(held)))
    return " ".join(lines) or _("No cards left")


# --- buttons -------------------------------------------------------------------------------------


def _controls(table: TableView, here: RoundView, picked: Picked | None) -> list[ui.ActionRow[Any]]:
    """Return what the viewer can do; out of turn their cards, all disabled."""
    decisions: Sequence[Decision] = () if _away(table) else table.playing.legal
    match decisions[:1]:
        case [Bid()]:
            return _bid_controls(table, here.size, [it for it in decisions if isinstance(it, Bid)])
        case [NameTrump()]:
            return rows([_trump_button(table, it.suit) for it in decisions if isinstance(it, NameTrump)])
        case [PlayBlind()]:
            return rows([button(_press(table, "blind"), _("Play your card"), style=discord.ButtonStyle.primary)])
        case [MoveBid()]:
            return rows([_move_button(table, here, it) for it in decisions if isinstance(it, MoveBid)])
        case [PassCard()]:
            return rows(_cards(table, here, "pass", {it.card for it in decisions if isinstance(it, PassCard)}))
        case [Exchange()]:
            return _exchange_controls(table, here, [it for it in decisions if isinstance(it, Exchange)], picked)
        case [Settle()]:
            return _settle_controls(table, here, decisions)
    if not decisions and table.choosable:
        return _choosing(table, here)
    return _play_controls(table, here, [it.card for it in decisions if isinstance(it, Play)], picked)


def _bid_controls(table: TableView, size: int, bids: Sequence[Bid]) -> list[ui.ActionRow[Any]]:
    if size > MOST_BID_BUTTONS:
        choices = [
            discord.SelectOption(label=_("Bid {tricks}", tricks=bid.tricks), value=str(bid.tricks)) for bid in bids
        ]
        return [ui.ActionRow(select(_press(table, "bid"), _("Your bid"), choices))]
    buttons = [
        button(_press(table, "bid", str(bid.tricks)), str(bid.tricks), style=discord.ButtonStyle.primary)
        for bid in bids
    ]
    return rows(buttons)


def _trump_button(table: TableView, suit: Suit | None) -> Router:
    if suit is None:
        return button(_press(table, "trump", NO_TRUMP), _("No trump"), style=discord.ButtonStyle.primary)
    return _suit_button(_press(table, "trump", suit.value), suit)


def _suit_button(press: Press, suit: Suit) -> Router:
    label = f"{words.capitalised(words.suit_name(suit))} ({suit})"
    return button(press, label, emoji=words.SUIT_MARKS[suit], style=discord.ButtonStyle.primary)


def _move_button(table: TableView, here: RoundView, move: MoveBid) -> Router:
    bid = here.bids[move.seat] or 0
    if move.by > 0:
        way, label = "more", _("More: {bid} instead of {before}", bid=bid + move.by, before=bid)
    else:
        way, label = "less", _("Less: {bid} instead of {before}", bid=bid + move.by, before=bid)
    return button(_press(table, "move_bid", way), label, style=discord.ButtonStyle.primary)


def _play_controls(
    table: TableView, here: RoundView, playable: Sequence[Card], picked: Picked | None
) -> list[ui.ActionRow[Any]]:
    """Return the cards; for one that needs something said, what can be said of it."""
    if picked is None:
        said = {face.bare for face in playable if face.choice}
        plain = set(playable) - said
        return rows(_cards(table, here, "play", plain, "pick", said))
    return rows([_choice_button(table, here, picked, face) for face in playable if face.bare is picked.card])


def _choosing(table: TableView, here: RoundView) -> list[ui.ActionRow[Any]]:
    """Return the cards to choose for the coming turn, and a way to choose none after all."""
    cards = rows(_cards(table, here, "choose", set(table.choosable)))
    if table.chosen is None:
        return cards
    # L10N: button that takes the choice of a card back
    label = _("Not {card} after all", card=faces.card_label(table.chosen, table.options.labels))
    return [*cards, ui.ActionRow(button(_press(table, "choose", NONE_CHOSEN), label))]


def _choice_button(table: TableView, here: RoundView, picked: Picked, face: Card) -> Router:
    press = _press(table, "play", f"{picked.place}.{face.bare.code}.{face.choice}")
    if face.choice in tuple(Suit):
        return _suit_button(press, Suit(face.choice))
    known = special_words.choice(special.counts_as(face, here.copied).bare.code, face.choice)
    return button(
        press,
        known.button,
        emoji=known.mark or faces.card_mark(face),
        shows=art.key(face),
        style=discord.ButtonStyle.primary,
    )


def _exchange_controls(
    table: TableView, here: RoundView, exchanges: Sequence[Exchange], picked: Picked | None
) -> list[ui.ActionRow[Any]]:
    """Return the hand to give from and a way to keep it, or the trick to take from."""
    labels = table.options.labels
    if picked is None:
        keep = button(_press(table, "exchange", KEEP), _("Keep my hand"), style=discord.ButtonStyle.success)
        given = {it.give for it in exchanges if it.give is not None}
        return [*rows(_cards(table, here, "pick", given)), ui.ActionRow(keep)]
    return rows(
        [
            button(
                _press(table, "exchange", f"{picked.place}.{picked.card.code}.{it.take.code}"),
                faces.card_label(it.take, labels),
                emoji=faces.card_mark(it.take),
                shows=art.key(it.take, labels),
                style=discord.ButtonStyle.primary,
            )
            for it in exchanges
            if it.give is picked.card and it.take is not None
        ]
    )


def _settle_controls(table: TableView, here: RoundView, decisions: Sequence[Decision]) -> list[ui.ActionRow[Any]]:
    """Return selects for what a special card without buttons of its own asks, by place among the decisions."""
    code = "" if here.ask is None else here.ask.special
    choices = [
        discord.SelectOption(label=settle_label(table, code, it)[:MOST_LETTERS], value=str(at))
        for at, it in enumerate(decisions)
        if isinstance(it, Settle)
    ]
    return [
        ui.ActionRow(select(_press(table, "settle", str(at)), _("Your choice"), choices[at : at + MOST_CHOICES]))
        for at in range(0, len(choices), MOST_CHOICES)
    ]


def settle_label(table: TableView, code: str, decision: Settle) -> str:
    """Return a decision in the words of the card with this code, which asks for it; without any, its values."""
    if (said := special_words.option(code, decision, public.Teller(table))) is not None:
        return said
    labels = table.options.labels
    values = [
        value
        for key, value in zip(decision.keys(), decision.values(), strict=True)
        if key != "seat" and value is not None
    ]
    shown = [faces.card_text(value, labels) if isinstance(value, Card) else str(value) for value in values]
    # L10N: one of several things to do after a trick: nothing
    return " · ".join(shown) or _("Leave it")


def _cards(
    table: TableView,
    here: RoundView,
    op: str,
    usable: Set[Card],
    second_op: str = "",
    in_two_steps: Set[Card] = frozenset(),
) -> list[Router]:
    """Return a button for each card of the hand; those that can't be used now are disabled."""
    labels = table.options.labels
    return [
        button(
            _press(table, second_op if face in in_two_steps else op, f"{at}.{face.code}"),
            faces.card_label(face, labels) + ("…" if face in in_two_steps else ""),
            emoji=faces.card_mark(face),
            shows=art.key(face, labels),
            style=discord.ButtonStyle.primary if face in usable | in_two_steps else discord.ButtonStyle.secondary,
            disabled=face not in usable | in_two_steps,
        )
        for at, face in enumerate(here.hand)
    ]


def _with_list(table: TableView, controls: Sequence[ui.ActionRow[Any]]) -> list[ui.ActionRow[Any]]:
    """Put what can be done with cards into one list that names each of them in full; leave the rest as it is."""
    choices: list[discord.SelectOption] = []
    others: list[ui.ActionRow[Any]] = []
    for row in controls:
        buttons = [(part.item, parse(part.custom_id)) for part in row.children if isinstance(part, Router)]
        if any(press is None or press.op not in CARD_OPS for _part, press in buttons):
            others.append(row)
            continue
        choices += [
            discord.SelectOption(label=_named(table, part, press), value=f"{press.op}{OP_END}{press.arg}")
            for part, press in buttons
            if isinstance(part, ui.Button) and press is not None and not part.disabled
        ]
    if not choices:
        return others
    place = _("Choose a card") if table.choosable else _("Play a card")
    return [ui.ActionRow(select(_press(table, LISTED), place, choices)), *others]


def _named(table: TableView, part: ui.Button[Any], press: Press) -> str:
    """Return a card's letters and its name in full: ``B7 · blue 7``."""
    label, place = part.label or "", press.arg.split(".")[0]
    here = table.playing.round
    if here is None or press.arg.count(".") != 1:  # what may be said of a card has its name on the button
        return label
    return f"{label} · {wording.card(here.hand[int(place)], table.options.labels)}"


def _footer(table: TableView, picked: Picked | None) -> list[Router]:
    if _away(table):
        first = button(_press(table, "back"), _("I'm back"), style=discord.ButtonStyle.success)
    elif picked is not None:
        first = button(_press(table, "refresh"), _("Another card"), emoji="↩️")
    else:
        first = button(_press(table, "refresh"), _("Refresh"), emoji="🔄")
    stays = _away(table) or picked is not None
    leave = [] if stays else [button(_press(table, "leave_ask"), _("Leave"))]
    hint = [button(_press(table, HINT), _("Hint"), emoji="💡")] if may_ask(table) else []
    return [first, *hint, rulebook.open_button(table.id), public.scores_button(table), *leave]


def _press(table: TableView, op: str, arg: str = "") -> Press:
    return Press(table.id, table.decision, op, arg)


def _away(table: TableView) -> bool:
    seat: Seat | None = table.seat
    return seat is not None and table.seats[seat].away
