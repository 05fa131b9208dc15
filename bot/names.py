"""People's names: whatever Discord lets somebody call themself, made harmless before anything else gets it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

import discord

from bot.former import FORMER_NAME
from bot.languages import _

MOST_LETTERS: Final = 24
"""Of a name in a line or on a button; marks on a letter are not counted."""
_MOST_UNITS: Final = 48
"""Of UTF-16, in which Discord may count a button's 80 letters: some signs fall apart into several when normalised."""
NAMELESS: Final = "???"
"""Who has nothing in their name that can be seen."""
_MOST_MARKS: Final = 3
"""On one letter: enough for every writing system, too few to climb over other lines."""
_JOINER: Final = "\u200d"
"""Holds the parts of one emoji together."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs, says Unicode, that show nothing."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_MARKS: Final = frozenset({"Mn", "Me"})
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"


def cleaned(name: str) -> str:
    """Return a name in one line, without invisible signs and towers of marks, at most `MOST_LETTERS` long."""
    return _(FORMER_NAME) if name == FORMER_NAME else _harmless(name)


@lru_cache(4096)
def _harmless(name: str) -> str:
    shown = "".join(" " if _is_blank(sign) else sign for sign in unicodedata.normalize("NFC", name))
    visible = "".join(sign for sign in shown if unicodedata.category(sign) not in _UNSEEN or sign == _JOINER)
    letters = _letters(" ".join(visible.split()))[:MOST_LETTERS]
    while len("".join(letters).encode("utf-16-le")) > 2 * _MOST_UNITS:
        letters.pop()
    short = "".join(letters).strip(_JOINER + " ")
    return short if any(unicodedata.category(sign) not in _MARKS for sign in short) else NAMELESS


def short(name: str, most: int) -> str:
    """Return a name for a button with other words on it: its first `most` letters, and a sign that there are more."""
    clean = cleaned(name)
    letters = _letters(clean)
    return clean if len(letters) <= most else "".join(letters[: most - 1]).rstrip() + "…"


def initial(name: str) -> str:
    """Return the letter that stands for a name where there is no room for more."""
    return _letters(cleaned(name))[0].split(_JOINER)[0].upper()


def isolated(name: str) -> str:
    """Return a name so that its direction of writing doesn't reorder what stands around it."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_ISOLATE}{name}{_END}"
    return name


def name_of(person: discord.abc.User) -> str:
    """Return the name of somebody at a table."""
    return _harmless(person.display_name)


def _is_blank(sign: str) -> bool:
    return sign.isspace() or sign in _BLANKS


def _letters(name: str) -> list[str]:
    """Split a name into letters, each with its marks as far as there are not too many, emoji with all their parts."""
    letters: list[str] = []
    marks = 0
    for sign in name:
        mark = unicodedata.category(sign) in _MARKS
        marks = marks + 1 if mark else 0
        if letters and (mark or sign == _JOINER or letters[-1].endswith(_JOINER)):
            letters[-1] += sign if marks <= _MOST_MARKS else ""
        elif not mark:
            letters.append(sign)
    return letters
