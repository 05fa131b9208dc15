"""Where texts in the store name people: entries of logs, what is kept for a rematch, records of games.

They are changed as JSON, not as the values they describe: also what another version of the bot wrote names people.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.former import FORMER_NAME

_PEOPLE: Final = ("user_id", "guest_id", "holder_id")
"""What an entry calls the people in it; a name beside them is that of ``user_id``."""


# --- who is named --------------------------------------------------------------------------------


def in_rematch(rematch: str | None) -> set[int]:
    """Return the people in what a game has left for a rematch."""
    return {person for person, _name in _places(_object(rematch)) if isinstance(person, int)}


def in_record(record: str | None) -> set[int]:
    """Return the people who held a seat in a game, from its record."""
    return {int(it["player"]) for it in _holders(_header(record)) if _is_id(it["player"])}


def seats_in_record(record: str | None, user_id: int) -> list[dict[str, Any]]:
    """Return the seats a person sat down at or took over, from how many actions on, and under which name."""
    header = _header(record)
    first = [(0, seat, it) for seat, it in enumerate(_list(header, "seats"))]
    later = [(it["from"], it["seat"], it) for it in _list(header, "handovers")]
    return [
        {"seat": seat, "from_action": since, "name": it["name"]}
        for since, seat, it in (*first, *later)
        if it["player"] == str(user_id)
    ]


def names_in_rematch(rematch: str | None, user_id: int) -> set[str]:
    """Return how a person is called in what a game has left for a rematch."""
    return {name for person, name in _places(_object(rematch)) if person == user_id}


def is_in_entry(body: str, user_id: int) -> bool:
    """Return whether an entry of a log names a person."""
    plain = _object(body)
    return user_id in {plain.get(key) for key in _PEOPLE} | {person for person, _name in _places(plain)}


def own_entry(body: str, user_id: int) -> dict[str, Any]:
    """Return an entry that names a person as it may be given to them: without ids and names of others."""
    plain = _object(body)
    if "places" in plain:
        plain["places"] = [name for person, name in _places(plain) if person == user_id]
    if plain.get("user_id") != user_id:
        plain.pop("name", None)
    for key in _PEOPLE:
        if plain.get(key, user_id) != user_id:
            plain[key] = None
    ids = (*_PEOPLE, "interaction_id", "thread_id")
    return {key: str(value) if key in ids and value is not None else value for key, value in plain.items()}


# --- naming nobody any more ----------------------------------------------------------------------


def forgotten_entry(body: str, user_id: int, former_id: int) -> str:
    """Return an entry with somebody else in a person's place."""

    def change(plain: dict[str, Any]) -> None:
        if plain.get("user_id") == user_id and "name" in plain:
            plain["name"] = FORMER_NAME
        for key in _PEOPLE:
            if plain.get(key) == user_id:
                plain[key] = former_id
        if "places" in plain:
            places = plain["places"]
            plain["places"] = [[former_id, FORMER_NAME] if it[0] == user_id else it for it in places]

    return _changed(body, user_id, former_id, change)


def forgotten_rematch(rematch: str, user_id: int, former_id: int) -> str:
    """Return what a game has left for a rematch without a person, whom nobody can ask any more."""

    def change(plain: dict[str, Any]) -> None:
        plain["places"] = [it for it in plain["places"] if it[0] != user_id]

    return _changed(rematch, user_id, former_id, change)


def forgotten_record(record: str, user_id: int, former_id: int) -> str:
    """Return a record with somebody else in a person's place: its actions and its deals are what they were."""
    header, line_feed, actions = record.partition("\n")

    def change(plain: dict[str, Any]) -> None:
        for holder in _holders(plain):
            if holder["player"] == str(user_id):
                holder |= {"player": str(former_id), "name": FORMER_NAME}

    return _changed(header, user_id, former_id, change) + line_feed + actions


def _changed(text: str, user_id: int, former_id: int, change: Callable[[dict[str, Any]], None]) -> str:
    try:
        plain = json.loads(text)
        change(plain)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):  # damaged: nobody is to be found in it
        return text.replace(str(user_id), str(former_id))
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


# --- reading -------------------------------------------------------------------------------------


def _object(text: str | None) -> dict[str, Any]:
    try:
        plain = json.loads(text or "{}")
    except ValueError:
        return {}
    return plain if isinstance(plain, dict) else {}


def _header(record: str | None) -> dict[str, Any]:
    return _object((record or "").partition("\n")[0])


def _list(plain: dict[str, Any], key: str) -> list[Any]:
    found = plain.get(key, [])
    return found if isinstance(found, list) else []


def _places(plain: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    return ((it[0], it[1]) for it in _list(plain, "places") if isinstance(it, list) and len(it) == 2)


def _holders(header: dict[str, Any]) -> Iterator[dict[str, Any]]:
    both = (*_list(header, "seats"), *_list(header, "handovers"))
    return (it for it in both if isinstance(it, dict) and "player" in it)


def _is_id(player: object) -> bool:
    return isinstance(player, str) and player.removeprefix("-").isdecimal() and player.isascii()
