"""Names of people in pictures and alt texts: whatever somebody calls themself, it stays one short line."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_MARKS: Final = 2
"""Combining marks on one letter: enough for every language that is written with them."""
LONGEST: Final = 24
_UNSHOWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Controls (of direction, too), format signs, halves of signs and what stands for nothing."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE: Final = "\u2068{}\u2069"


def clean(name: str, *, otherwise: str) -> str:
    """Return a name without anything that turns, stacks or breaks a line; `otherwise` where nothing is left."""
    signs: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name):
        category = unicodedata.category(sign)
        if sign.isspace() or category in ("Zl", "Zp"):
            sign = " "  # noqa: PLW2901 - one of the many spaces there are
        elif category in _UNSHOWN:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MOST_MARKS and not (marks and not signs):
            signs.append(sign)
    return shortened(" ".join("".join(signs).split())) or otherwise


def shortened(name: str, most: int = LONGEST) -> str:
    """Return a name that is at most so many signs long."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def isolated(name: str) -> str:
    """Return a name so that a script written from right to left turns nothing but itself."""
    turns = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name)
    return _ISOLATE.format(name) if turns else name
