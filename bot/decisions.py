"""Read what a button or select of a panel means: custom ids to decisions of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.customid import Press, parse
from bot.failures import UnknownPress
from bot.render import hand
from bot.render.hand import Picked
from bot.tables import StaleDecision
from bot.tableview import TableView
from engine.actions import Bid, Decision, NameTrump, Play, PlayBlind, Seat, Settle
from engine.cards import Card, Suit, UnknownCard, card
from engine.specials import Exchange, MoveBid, PassCard


def decision(table: TableView, seat: Seat, press: Press, values: Sequence[str]) -> Decision:
    """Read which decision a panel's button or select means; raise `UnknownPress` for anything else."""
    match press.op:
        case "bid":
            return Bid(seat, number(values[0] if values else press.arg))
        case "trump":
            return NameTrump(seat, None if press.arg == hand.NO_TRUMP else _suit(press.arg))
        case "play":
            return _play(table, seat, press.arg)
        case "blind":
            return PlayBlind(seat)
        case "move_bid" if press.arg in _DIRECTIONS:
            return MoveBid(seat, _DIRECTIONS[press.arg])
        case "pass":
            return PassCard(seat, _place(table, press.arg)[1])
        case "exchange":
            return _exchange(table, seat, press.arg)
        case "settle":
            return _settlement(table, values)
    raise UnknownPress


def listed_press(press: Press, values: Sequence[str]) -> Press:
    """Return the button that stands for what was picked from the list of cards; raise `UnknownPress` for any other."""
    op, _end, arg = (values[0] if values else "").partition(hand.OP_END)
    meant = parse(str(replace(press, op=op, arg=arg))) if op in hand.CARD_OPS else None
    if meant is None:
        raise UnknownPress
    return meant


_DIRECTIONS: Final = {"more": 1, "less": -1}


def number(text: str) -> int:
    """Return a short number of a custom id or select; raise `UnknownPress` for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise UnknownPress
    return int(text)


def _suit(letter: str) -> Suit:
    if letter not in tuple(Suit):
        raise UnknownPress
    return Suit(letter)


def _place(table: TableView, arg: str) -> tuple[int, Card]:
    """Find a card: its place in the sorted hand, and its code to be sure it is still that card."""
    place, _, code = arg.partition(".")
    here = table.playing.round
    cards = here.hand if here is not None else ()
    at = number(place)
    if at >= len(cards) or cards[at].code != code:
        raise StaleDecision
    return at, cards[at]


def chosen(table: TableView, press: Press) -> Card | None:
    """Read which card is chosen for the coming turn; None for none after all."""
    return None if press.arg == hand.NONE_CHOSEN else _place(table, press.arg)[1]


def picked(table: TableView, press: Press) -> Picked | None:
    """Return the card somebody chose for its second step; None when there is no such choice any more."""
    try:
        at, face = _place(table, press.arg)
    except StaleDecision:
        return None
    current = press.version == table.decision and hand.needs_second_step(table, face)
    return Picked(at, face) if current else None


def _settlement(table: TableView, values: Sequence[str]) -> Settle:
    """Find what was chosen by its place among the open decisions."""
    legal = table.playing.legal
    at = number(values[0] if values else "")
    found = legal[at] if at < len(legal) else None
    if not isinstance(found, Settle):
        raise StaleDecision
    return found


def _play(table: TableView, seat: Seat, arg: str) -> Play:
    """Read ``place.code``, or ``place.code.choice`` for a card of which something is said."""
    place, code, choice = (*arg.split("."), "", "")[:3]
    face = _place(table, f"{place}.{code}")[1]
    return Play(seat, _known(f"{code}:{choice}") if choice else face)


def _exchange(table: TableView, seat: Seat, arg: str) -> Exchange:
    """Read ``keep``, or ``place.code.taken``."""
    if arg == hand.KEEP:
        return Exchange(seat)
    given, _, taken = arg.rpartition(".")
    return Exchange(seat, _place(table, given)[1], _known(taken))


def _known(code: str) -> Card:
    try:
        return card(code)
    except UnknownCard:
        raise UnknownPress from None
