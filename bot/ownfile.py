"""The file of `/wizard my-data`: all that is stored about one person as JSON, in one file that Discord takes or more.

Ids are texts, instants ISO 8601 in UTC. The order is fixed: the sections as in `SECTIONS`, the rows of each by their
keys. A field is called as its column in `bot.store.schema`, where the units are noted too; the person's own id stands
once, at the head.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from bot.store import Held

NAME: Final = "wizard-data"
FORMAT: Final = "wizard-my-data"
FORMAT_VERSION: Final = 1
SECTIONS: Final[Mapping[str, str]] = {
    "names": "Every name under which you are in what follows.",
    "games": "Tables you opened or sat at: number, server, channel, how they ended, whether you opened them. `seats`"
    " are those you gave up before the end of a finished game; of the others `results` has the seat. The record of a"
    " finished game, with every card of it, is a file of /wizard history.",
    "entries": "What the logs of tables that are open or just over say of you: when you joined, left, chose something.",
    "results": "How you fared in finished games: seat, points, place, exact bids, whether it counts in the standings,"
    " season points in tenths, and your rating after it (mu and sigma).",
    "reviews": "What /wizard review found of the decisions on your seat: for each the number of the action, its kind,"
    " the points lost and at stake, and what would have been better; for each hand its luck.",
    "standings": "What your results add up to in each season of a server, and with the season `all` in all of them.",
    "stats": "Counters of your statistics, in each season and, with an empty one, in all: of what kind, how often, with"
    " which success. Of the kinds `against` and"
    " `level` the key is another person's id.",
    "streaks": "Exact bids and wins in a row.",
    "played": "Your games as far as they are in the statistics.",
    "exclusions": "Servers in whose standings admins keep you out.",
    "audit": "What you changed as an admin, and what an admin changed about you.",
    "preferences": "What you have chosen with /wizard me, and the language of your Discord.",
    "lesson": "How far you are in the guided hand.",
    "panels": "Private hands that the bot can still keep up to date, without the key it does that with.",
    "nudges": "Messages that told you that it is your turn and are not deleted yet.",
}
"""Each section, and what is in it."""

_IDS: Final = frozenset(
    {"id", "guild_id", "channel_id", "game_id", "user_id", "first_game", "last_game"}
    | {"message_id", "dm_channel_id", "dm_message_id"}
)
_INSTANTS: Final = frozenset({"at", "created_at", "ended_at", "expires_at", "first_at", "last_at"})


def document(held: Held, user_id: int, at: datetime) -> str:
    """Return all that is held about a person as JSON."""
    plain = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "user_id": str(user_id),
        "written_at": _instant(int(at.timestamp() * 1000)),
        "about": dict(SECTIONS),
        **{section: [_plain(row) for row in getattr(held, section)] for section in SECTIONS},
    }
    return json.dumps(plain, ensure_ascii=False, indent=1)


def _plain(row: Any) -> Any:  # noqa: ANN401 - a row, or a name
    return {key: _value(key, value) for key, value in row.items()} if isinstance(row, dict) else row


def _value(key: str, value: Any) -> Any:  # noqa: ANN401 - what a column holds
    if value is None:
        return None
    if key in _IDS:
        return str(value)
    return _instant(value) if key in _INSTANTS else value


def _instant(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def files(text: str, most: int) -> list[tuple[str, bytes]]:
    """Return the file, or what it takes so that none is larger than `most` bytes, each with its name.

    A large one is zipped; one that is too large even so is cut, and its parts put together are the zip file.
    """
    whole = text.encode()
    if len(whole) <= most:
        return [(f"{NAME}.json", whole)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{NAME}.json", whole)
    zipped = packed.getvalue()
    if len(zipped) <= most:
        return [(f"{NAME}.zip", zipped)]
    parts = [zipped[at : at + most] for at in range(0, len(zipped), most)]
    return [(f"{NAME}.zip.{number:03}", part) for number, part in enumerate(parts, 1)]
