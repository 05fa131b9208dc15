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
    End,
    Entry,
    Expire,
    Gone,
    Join,
    Leave,
    LetIn,
    PlayOn,
    RemoveAi,
    Return,
    SetOptions,
    Start,
    TakeSeat,
    VoteEnd,
)
from engine import options as opts
from engine.notation import from_plain, to_plain

_KINDS: Final[Mapping[str, type[Entry]]] = {
    "join": Join,
    "leave": Leave,
    "return": Return,
    "gone": Gone,
    "take_seat": TakeSeat,
    "ask_seat": AskSeat,
    "let_in": LetIn,
    "play_on": PlayOn,
    "add_ai": AddAi,
    "remove_ai": RemoveAi,
    "set_options": SetOptions,
    "arrange": Arrange,
    "start": Start,
    "vote_end": VoteEnd,
    "expire": Expire,
    "end": End,
}
_MISSED: Final = "missed"
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def dump(entry: Entry) -> str:
    """Return the entry as one line of JSON with a stable order of keys."""
    if isinstance(entry, Act):
        plain = to_plain(entry.action) | ({_MISSED: True} if entry.missed else {})
    elif isinstance(entry, Arrange):
        plain = {"entry": "arrange", "user_id": entry.user_id, "settings": tablesettings.to_json(entry.settings)}
    elif isinstance(entry, SetOptions):
        plain = {"entry": "set_options", "user_id": entry.user_id, "options": opts.to_json(entry.options)}
    else:
        plain = {"entry": _NAMES[type(entry)]} | {f.name: getattr(entry, f.name) for f in fields(entry)}
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Entry:
    """Read an entry that `dump` wrote."""
    plain: dict[str, Any] = json.loads(text)
    if "entry" not in plain:
        missed = plain.pop(_MISSED, False)
        return Act(from_plain(plain), missed)
    kind = _KINDS[plain.pop("entry")]
    if kind is SetOptions:
        plain["options"] = opts.from_json(plain["options"])
    if kind is Arrange:
        plain["settings"] = tablesettings.from_json(plain["settings"])
    return kind(**plain)
