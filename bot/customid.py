"""What a button or select carries: ``w1:<table>:<version>:<op>:<arg>``. Identity, never state; untrusted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_LENGTH: Final = 100
LARGEST_ID: Final = 2**63 - 1
"""The largest number of a table that a database can be asked for."""
_SHAPE: Final = re.compile(r"w1:(\d{1,20}):(\d{1,9}):([a-z_]{1,16}):([A-Za-z0-9_.\-]{0,40})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    """A button or select somebody used: at which table, drawn from which version, to do what.

    ``version`` is `Table.version`, for a seat's decisions the seat's entry in `Table.decided`, for
    options and table settings `Table.options_version`.
    """

    table: int
    version: int
    op: str
    arg: str = ""

    def __str__(self) -> str:
        return f"w1:{self.table}:{self.version}:{self.op}:{self.arg}"


def parse(custom_id: str) -> Press | None:
    """Read a custom id; None for anything this bot does not write."""
    match = _SHAPE.fullmatch(custom_id)
    if match is None:
        return None
    table, version, op, arg = match.groups()
    return Press(int(table), int(version), op, arg) if int(table) <= LARGEST_ID else None
