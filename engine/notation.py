"""Actions as plain values for logs and records, both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.cards import Suit, UnknownCard, card, cards, codes
from engine.state import Action, Bid, Deal, DrawDealer, NameTrump, Play


class UnreadableAction(ValueError):
    """Plain values that are no action; the text says what is wrong."""


def to_plain(action: Action) -> dict[str, Any]:
    """Return the action as JSON values, keys in a stable order."""
    match action:
        case DrawDealer(dealer):
            return {"action": "dealer", "seat": dealer}
        case Deal(hands, upcard):
            return {
                "action": "deal",
                "hands": [codes(hand) for hand in hands],
                "upcard": upcard and upcard.code,
            }
        case NameTrump(seat, suit):
            return {"action": "trump", "seat": seat, "suit": suit.value}
        case Bid(seat, tricks):
            return {"action": "bid", "seat": seat, "tricks": tricks}
        case Play(seat, face):
            return {"action": "play", "seat": seat, "card": face.code}


def from_plain(plain: object) -> Action:
    """Read an action back; raise `UnreadableAction`. Whether it is legal is for the game to say."""
    if not isinstance(plain, dict):
        raise UnreadableAction("an action is a JSON object")
    name = plain.get("action")
    if not isinstance(name, str) or name not in _READERS:
        raise UnreadableAction(f"there is no action {name!r}")
    keys, read = _READERS[name]
    if plain.keys() != {"action", *keys}:
        raise UnreadableAction(f"the action {name!r} has exactly the keys {', '.join(keys)}")
    try:
        return read(plain)
    except UnknownCard as error:
        raise UnreadableAction(str(error)) from None


def _number(plain: Mapping[str, object], key: str) -> int:
    value = plain[key]
    if type(value) is not int:
        raise UnreadableAction(f"{key} is a whole number, not {value!r}")
    return value


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise UnreadableAction(f"{key} is a text, not {value!r}")
    return value


def _suit(plain: Mapping[str, object]) -> Suit:
    letter = _text(plain["suit"], "suit")
    try:
        return Suit(letter)
    except ValueError:
        raise UnreadableAction(f"there is no suit {letter!r}") from None


def _deal(plain: Mapping[str, object]) -> Deal:
    hands, upcard = plain["hands"], plain["upcard"]
    if not isinstance(hands, list):
        raise UnreadableAction("hands is a list of texts")
    dealt = tuple(cards(_text(hand, "a hand")) for hand in hands)
    return Deal(dealt, None if upcard is None else card(_text(upcard, "upcard")))


_READERS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, object]], Action]]]] = {
    "dealer": (("seat",), lambda plain: DrawDealer(_number(plain, "seat"))),
    "deal": (("hands", "upcard"), _deal),
    "trump": (("seat", "suit"), lambda plain: NameTrump(_number(plain, "seat"), _suit(plain))),
    "bid": (("seat", "tricks"), lambda plain: Bid(_number(plain, "seat"), _number(plain, "tricks"))),
    "play": (
        ("seat", "card"),
        lambda plain: Play(_number(plain, "seat"), card(_text(plain["card"], "card"))),
    ),
}
