"""The entries of a table's log as text, both ways."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from bot import tablesettings
from bot.entries import (
    Act,
    AddAi,
    Arrange,
    AskSeat,
    Choose,
    End,
    Entry,
    Expire,
    Forgotten,
    Gone,
    Invite,
    Join,
    Leave,
    LetIn,
    PlayOn,
    RemoveAi,
    Return,
    SetLevel,
    SetOptions,
    Start,
    TakeSeat,
    Threaded,
    Vanish,
    VoteEnd,
    place,
)
from engine import options as opts
from engine.ai.levels import Level
from engine.cards import card
from engine.notation import from_plain, to_plain

_KINDS: Final[Mapping[str, type[Entry]]] = {
    "join": Join,
    "leave": Leave,
    "return": Return,
    "gone": Gone,
    "forgotten": Forgotten,
    "take_seat": TakeSeat,
    "ask_seat": AskSeat,
    "let_in": LetIn,
    "play_on": PlayOn,
    "add_ai": AddAi,
    "remove_ai": RemoveAi,
    "set_level": SetLevel,
    "set_options": SetOptions,
    "arrange": Arrange,
    "invite": Invite,
    "start": Start,
    "choose": Choose,
    "vote_end": VoteEnd,
    "expire": Expire,
    "threaded": Threaded,
    "vanish": Vanish,
    "end": End,
}
_MARKS: Final = ("missed", "by_itself")
"""What an entry may say of an action, beside the action."""
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def kind(entry: Entry) -> str:
    """Return the name of what an entry is or does, one of a few."""
    return str(to_plain(entry.action)["action"]) if isinstance(entry, Act) else _NAMES[type(entry)]


def dump(entry: Entry) -> str:
    """Return the entry as one line of JSON with a stable order of keys."""
    if isinstance(entry, Act):
        plain = to_plain(entry.action) | {mark: True for mark in _MARKS if getattr(entry, mark)}
    elif isinstance(entry, Arrange):
        plain = {"entry": "arrange", "user_id": entry.user_id, "settings": tablesettings.to_json(entry.settings)}
    elif isinstance(entry, SetOptions):
        plain = {"entry": "set_options", "user_id": entry.user_id, "options": opts.to_json(entry.options)}
    elif isinstance(entry, Invite):
        places = [it.to_json() for it in entry.places]
        plain = {"entry": "invite", "user_id": entry.user_id, "places": places}
    elif isinstance(entry, Choose):
        plain = {"entry": "choose", "user_id": entry.user_id, "card": None if entry.card is None else entry.card.code}
    else:
        plain = {"entry": _NAMES[type(entry)]} | {f.name: getattr(entry, f.name) for f in fields(entry)}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Entry:
    """Read an entry that `dump` wrote; raise ValueError, KeyError or TypeError for a damaged one."""
    plain: dict[str, Any] = json.loads(text)
    if not isinstance(plain, dict):
        raise TypeError("an entry is a JSON object")
    if "entry" not in plain:
        marks = {mark: plain.pop(mark, False) for mark in _MARKS}
        return Act(from_plain(plain), **marks)
    kind = _KINDS[plain.pop("entry")]
    if kind is SetOptions:
        plain["options"] = opts.from_json(plain["options"])
    if kind is Arrange:
        plain["settings"] = tablesettings.from_json(plain["settings"])
    if kind is Invite:
        plain["places"] = tuple(place(*it) for it in plain["places"])
    if "level" in plain:
        plain["level"] = Level(plain["level"])
    if kind is Choose:
        plain["card"] = None if plain["card"] is None else card(plain["card"])
    return kind(**plain)
