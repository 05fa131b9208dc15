"""Odd values: texts, numbers and custom ids that no honest client sends, or hardly ever."""

from __future__ import annotations

from random import Random
from typing import Final

TEXTS: Final = (
    "",
    " ",
    "\x00",
    "\n",
    "**bold** _x_ `code` ||spoiler|| ~~no~~ # head",
    "```\nblock",
    "@everyone @here <@&1> <@2> <#3> <:x:4>",
    "https://example.org/?a=%00&b=<script>",
    "\u202eright to left\u202c",
    "احمد العربي",
    "\u200b\u200d\u2060\ufeff",
    "Z\u0338\u0322\u031b\u0347algo\u0340",
    "👩‍👩‍👧" * 20,
    "{field} {0} %s %(x)s",
    "'; DROP TABLE game; --",
    "null",
    "none",
    "NaN",
    "true",
    "[]",
    "../../etc/passwd",
    "x" * 6000,
    "🧙" * 3000,
    "ﬁ" * 101,
)
NUMBERS: Final = (
    "0",
    "-0",
    "-1",
    "1",
    "007",
    "25",
    "999999999",
    "1000000000",
    str(2**31),
    str(2**53),
    str(2**63 - 1),
    str(2**63),
    str(2**64),
    "9" * 40,
    "1.5",
    "1e9",
    "0x10",
    "+3",
    "1_0",
    "٣",
    "²",
    "１",
)
INTEGERS: Final = (0, 1, -1, 2, 39, 40, 2**31, 2**53 - 1, -(2**53), 10**30)
IDS: Final = (1, 2**22, 2**63 - 1)
"""Of what was made long ago, and of what Discord will make in 2084."""
_GARBAGE: Final = (
    "garbage",
    "w1",
    "w1:::::",
    "w1:x:2:bid:1",
    "w2:1:1:bid:1",
    "W1:1:1:bid:1",
    "w1:1:1:nothing:",
    "w1:1:1:bid:1:1",
    "w1:1:1:bid",
    " w1:1:1:bid:1",
    "w1:1:1:bid:1\n",
    "w1:1:1:BID:1",
    "w1:-1:1:bid:1",
    "w1:1:-1:bid:1",
    "w1:99999999999999999999:0:scores:",
    "w1:1:1:" + "a" * 90,
    "💥" * 50,
    "w1:١:1:bid:1",
)


def text(rng: Random) -> str:
    """Return a text, most of them short; two of them are sometimes joined."""
    found = rng.choice(TEXTS if rng.random() < 0.7 else NUMBERS)
    return found + rng.choice(TEXTS) if rng.random() < 0.1 else found


def garbage(rng: Random) -> str:
    """Return a custom id this bot never wrote; Discord takes from 1 to 100 characters."""
    return rng.choice(_GARBAGE) if rng.random() < 0.5 else (text(rng)[: rng.choice((1, 20, 100))] or "-")


def forged(rng: Random, custom_id: str, ops: tuple[str, ...], tables: tuple[int, ...]) -> str:
    """Return a custom id with some of its parts changed: another table, version, operation or argument; at most 100."""
    parts = [*custom_id.split(":", 4), "", "", "", "", ""][:5]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        match rng.randrange(6):
            case 0:
                parts[1] = str(rng.choice(tables)) if tables and rng.random() < 0.6 else rng.choice(NUMBERS)
            case 1:
                parts[2] = rng.choice((*NUMBERS, *map(str, range(12))))
            case 2:
                parts[3] = rng.choice(ops)
            case 3:
                parts[4] = _argument(rng, parts[4])
            case 4:
                parts[rng.randrange(5)] = text(rng)[:30]
            case _:
                parts = parts[: rng.randrange(1, 6)]
                parts += [""] * (5 - len(parts)) if rng.random() < 0.5 else []
        if len(parts) < 5:
            break
    return ":".join(parts)[:100] or "-"


def _argument(rng: Random, present: str) -> str:
    """Return another argument: a card that is not in the hand, another place, something of the wrong kind."""
    pieces = present.split(".")
    choices = (
        rng.choice(NUMBERS),
        rng.choice(("", "none", "keep", "more", "less", "R", "X", "last", "sheet", "open")),
        f"{rng.choice(NUMBERS)}.{rng.choice(('R1', 'W', 'J', 'BOMB', 'CLOUD', 'xx', ''))}",
        ".".join([*pieces, rng.choice(NUMBERS)]),
        ".".join(reversed(pieces)),
        present * 2,
        present[:-1],
    )
    return rng.choice(choices)
