"""When a season begins and ends: by the calendar, in UTC, or by hand. Each season has a key."""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from enum import StrEnum
from typing import Final

ALL_TIME: Final = "all"
"""The key of all seasons together, in standings and statistics."""
BETWEEN: Final = "none"
"""The key of games that end while no season by hand runs: they count for all time only."""
_CALENDAR: Final = re.compile(r"(\d{4})-(?:Q([1-4])|(0[1-9]|1[0-2]))", re.ASCII)


class Rhythm(StrEnum):
    """How the seasons of a server follow each other."""

    MONTH = "month"
    QUARTER = "quarter"
    MANUAL = "manual"


def calendar_key(rhythm: Rhythm, at: datetime) -> str:
    """Return the season of a month or quarter an instant belongs to: ``2026-11``, ``2026-Q4``."""
    at = at.astimezone(UTC)
    if rhythm is Rhythm.QUARTER:
        return f"{at.year:04}-Q{(at.month + 2) // 3}"
    return f"{at.year:04}-{at.month:02}"


def manual_key(interaction_id: int) -> str:
    """Return the key of the season that a command starts."""
    return f"m{interaction_id}"


def period(key: str) -> tuple[int, int] | None:
    """Return when a season of the calendar begins and ends, in milliseconds; None for another one."""
    found = _CALENDAR.fullmatch(key)
    if found is None or not MINYEAR <= int(found[1]) < MAXYEAR:
        return None
    first = 3 * int(found[2]) - 2 if found[2] else int(found[3])
    return _instant(int(found[1]), first), _instant(int(found[1]), first + (3 if found[2] else 1))


def _instant(year: int, month: int) -> int:
    """Return the beginning of a month, in milliseconds; the thirteenth is the next year's first."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return int(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000)
