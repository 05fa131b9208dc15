"""A server's results as files: CSV for spreadsheets and JSON for programs, both with the same columns.

**CSV** is UTF-8 with a byte order mark: without one Excel takes a file for the local code page, and every name that
isn't ASCII is garbled; whatever else reads CSV knows the mark (in Python: ``utf-8-sig``). Text that a spreadsheet
would run as a formula gets an apostrophe before the sign; so does text of digits only, like an id, which it would take
for a number and round. Numbers stay numbers, below zero too.

**JSON** has every text as it is, and says what the columns mean.

A file above `PLAIN` bytes is packed as ZIP, which every system opens by itself, while it is written: so a million rows
never are in memory at once.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Self, TypeAlias

from bot.rhythm import BETWEEN
from bot.store import Counting, ExportedGame, ExportedSeat, Season

Value: TypeAlias = str | int | bool | None

PLAIN: Final = 1 << 20
"""Bytes of a file that isn't packed."""

COLUMNS: Final[Mapping[str, str]] = {
    "game": "number of the game",
    "ended_at": "when it ended, ISO 8601 in UTC",
    "season": "key of the season; empty between two seasons",
    "season_name": "what an admin has called it",
    "channel": "id of the channel it was played in",
    "options": "its options in short",
    "players": "seats at the table, AI players too",
    "seat": "the seat, the first is 0",
    "person": "id of the person; empty for an AI player",
    "name": "what the player was called then",
    "player": "human or ai",
    "place": "place at the whole table; level players share one",
    "points": "points of the score",
    "exact": "rounds in which the bid was exact; empty for an AI player",
    "rounds": "rounds of the game",
    "counted": "whether it is in the standings",
    "why": "why it isn't: " + ", ".join(it for it in Counting if it is not Counting.COUNTED),
    "away": "whether an AI kept the seat at the end",
}
"""What each column means. Rows are in the order in which games ended, those of a game by seat."""

_RUN: Final = re.compile(r"(^|[\t\r\n,;])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n]|\d+\Z)")
"""Where something begins that a spreadsheet runs or rounds, also when it splits cells at other signs than commas."""


class TooLarge(Exception):
    """A file can't be sent, not even packed."""


# --- rows ----------------------------------------------------------------------------------------


def rows(
    games: Iterable[ExportedGame], summary: Callable[[str], str], seasons: Sequence[Season]
) -> Iterator[tuple[Value, ...]]:
    """Return a row for each seat; `summary` says in short what is in a game's options."""
    names = {it.season: it.name for it in seasons}
    for game in games:
        first = (
            str(game.id),
            datetime.fromtimestamp(game.ended_at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "" if game.season == BETWEEN else game.season,
            names.get(game.season) or "",
            str(game.channel_id),
            summary(game.options),
            len(game.seats),
        )
        for seat in game.seats:
            yield (*first, *_seat(seat, game.rounds))


def _seat(seat: ExportedSeat, rounds: int) -> tuple[Value, ...]:
    counted = seat.counting is Counting.COUNTED
    return (
        seat.seat,
        "" if seat.user_id is None else str(seat.user_id),
        seat.name,
        "ai" if seat.user_id is None else "human",
        seat.place,
        seat.points,
        seat.exact,
        rounds,
        counted,
        "" if counted else seat.counting.value,
        seat.away,
    )


# --- files ---------------------------------------------------------------------------------------


class ResultFiles:
    """The two files while they are written; a context manager, at whose end they are closed whatever happened."""

    def __init__(self, stem: str, most: int, about: Mapping[str, Value]) -> None:
        """Begin files of at most so many bytes with a name without extension; `about` stands first in the JSON."""
        self._csv, self._json = _File(f"{stem}.csv", most), _File(f"{stem}.json", most)
        self._csv.write("\ufeff" + _csv([tuple(COLUMNS)]))
        head = json.dumps({**about, "columns": COLUMNS}, ensure_ascii=False, indent=1)
        self._json.write(head.removesuffix("\n}") + ',\n "results": [')
        self.rows = 0
        """So many are written."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._csv, self._json):
            file.close()

    def add(self, written: Sequence[tuple[Value, ...]]) -> None:
        """Write rows; raise `TooLarge` as soon as a file is."""
        self._csv.write(_csv(written))
        lines = (json.dumps(dict(zip(COLUMNS, row, strict=True)), ensure_ascii=False) for row in written)
        self._json.write("".join(f"{',' if self.rows or at else ''}\n  {line}" for at, line in enumerate(lines)))
        self.rows += len(written)

    def finished(self) -> tuple[tuple[str, io.BytesIO], ...]:
        """Return the names and contents of the files; raise `TooLarge` for one that is."""
        self._json.write("\n ]\n}\n")
        return self._csv.finished(), self._json.finished()


def _csv(written: Iterable[Sequence[Value]]) -> str:
    lines = io.StringIO()
    csv.writer(lines).writerows([_cell(value) for value in row] for row in written)
    return lines.getvalue()


def _cell(value: Value) -> Any:  # noqa: ANN401 - what csv takes
    if isinstance(value, bool):
        return "true" if value else "false"
    return _RUN.sub(r"\1'", value) if isinstance(value, str) else value


class _File:
    """A file in memory that is packed once it is long."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._most = name, most
        self._body = io.BytesIO()
        self._zip: zipfile.ZipFile | None = None
        self._packed: Any = None

    def write(self, text: str) -> None:
        data = text.encode()
        if self._zip is None and self._body.tell() + len(data) > min(PLAIN, self._most):
            self._pack()
        (self._body if self._packed is None else self._packed).write(data)
        self._require_room()

    def _pack(self) -> None:
        plain, self._body = self._body, io.BytesIO()
        self._zip = zipfile.ZipFile(self._body, "w", zipfile.ZIP_DEFLATED)
        self._packed = self._zip.open(self._name, "w", force_zip64=True)
        self._packed.write(plain.getvalue())

    def close(self) -> None:
        if self._zip is not None:
            self._packed.close()
            self._zip.close()

    def finished(self) -> tuple[str, io.BytesIO]:
        self.close()
        self._require_room()
        self._body.seek(0)
        return self._name if self._zip is None else f"{self._name}.zip", self._body

    def _require_room(self) -> None:
        if self._body.tell() > self._most:
            raise TooLarge
