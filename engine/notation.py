"""Actions as plain values for logs and records, both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from engine import special
from engine.actions import Action, Bid, Deal, DrawDealer, NameTrump, Play, PlayBlind, Settle
from engine.cards import Card, Suit, UnknownCard, card, cards, codes


class UnreadableAction(ValueError):
    """Plain values that are no action; the text says what is wrong."""


def to_plain(action: Action) -> dict[str, Any]:
    """Return the action as JSON values, keys in a stable order."""
    match action:
        case DrawDealer(dealer, draws):
            plain: dict[str, Any] = {"action": "dealer", "seat": dealer}
            return plain | {"draws": [[face and face.code for face in draw] for draw in draws]} if draws else plain
        case Deal(hands, upcard, spare):
            plain = {"action": "deal", "hands": [codes(hand) for hand in hands], "upcard": upcard and upcard.code}
            return plain | {"spare": spare.code} if spare else plain
        case NameTrump(seat, suit):
            return {"action": "trump", "seat": seat, "suit": suit and suit.value}
        case Bid(seat, tricks):
            return {"action": "bid", "seat": seat, "tricks": tricks}
        case Play(seat, face):
            return {"action": "play", "seat": seat, "card": face.code}
        case PlayBlind(seat):
            return {"action": "play_blind", "seat": seat}
        case Settle():
            return {"action": action.name, **dict(zip(action.keys(), map(_plain, action.values()), strict=True))}
    raise TypeError(f"{action!r} is no action")


def _plain(value: object) -> object:
    return value.code if isinstance(value, Card) else value


def from_plain(plain: object) -> Action:
    """Read an action back; raise `UnreadableAction`. Whether it is legal is for the game to say."""
    if not isinstance(plain, dict):
        raise UnreadableAction("an action is a JSON object")
    name = plain.get("action")
    found = _READERS.get(name) or _settle_readers().get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or found is None:
        raise UnreadableAction(f"there is no action {name!r}")
    keys, read = found
    if plain.keys() - set(_OPTIONAL.get(name, ())) != {"action", *keys}:
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


def _suit(plain: Mapping[str, object]) -> Suit | None:
    if plain["suit"] is None:
        return None
    letter = _text(plain["suit"], "suit")
    try:
        return Suit(letter)
    except ValueError:
        raise UnreadableAction(f"there is no suit {letter!r}") from None


def _card(value: object, key: str) -> Card | None:
    return None if value is None else card(_text(value, key))


def _deal(plain: Mapping[str, object]) -> Deal:
    hands = plain["hands"]
    if not isinstance(hands, list):
        raise UnreadableAction("hands is a list of texts")
    dealt = tuple(cards(_text(hand, "a hand")) for hand in hands)
    return Deal(dealt, _card(plain["upcard"], "upcard"), _card(plain.get("spare"), "spare"))


def _draw_dealer(plain: Mapping[str, object]) -> DrawDealer:
    draws = plain.get("draws", [])
    if not isinstance(draws, list) or not all(isinstance(draw, list) for draw in draws):
        raise UnreadableAction("draws is a list of lists of cards")
    return DrawDealer(
        _number(plain, "seat"),
        tuple(tuple(_card(face, "a drawn card") for face in draw) for draw in draws),
    )


def _play(plain: Mapping[str, object]) -> Play:
    return Play(_number(plain, "seat"), card(_text(plain["card"], "card")))


def _settlement(kind: type[Settle], plain: Mapping[str, object]) -> Settle:
    """Read what a special card asked for: numbers, cards or nothing; the game refuses what does not fit."""
    values: dict[str, Any] = {
        key: value if type(value) is int else _card(value, key) for key, value in plain.items() if key != "action"
    }
    return kind(**values)


_Reader: TypeAlias = tuple[tuple[str, ...], Callable[[Mapping[str, object]], Action]]

_READERS: Final[dict[str, _Reader]] = {
    "dealer": (("seat",), _draw_dealer),
    "deal": (("hands", "upcard"), _deal),
    "trump": (("seat", "suit"), lambda plain: NameTrump(_number(plain, "seat"), _suit(plain))),
    "bid": (("seat", "tricks"), lambda plain: Bid(_number(plain, "seat"), _number(plain, "tricks"))),
    "play": (("seat", "card"), _play),
    "play_blind": (("seat",), lambda plain: PlayBlind(_number(plain, "seat"))),
}
_OPTIONAL: Final[Mapping[str, tuple[str, ...]]] = {"dealer": ("draws",), "deal": ("spare",)}


def _settle_readers() -> dict[str, _Reader]:
    kinds = {card.after.decision for card in special.in_deck(special.codes()) if card.after is not None}
    return {kind.name: (kind.keys(), partial(_settlement, kind)) for kind in kinds}
