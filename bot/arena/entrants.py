"""Who plays in the arena, as it is typed: ``archmage,adept,adept,exec:./mybot``."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Final

from engine.ai.levels import Level
from engine.options import MAX_PLAYERS, MIN_PLAYERS

RANDOM: Final = "random"
PROGRAM: Final = "exec:"
KNOWN: Final = (*(str(level) for level in Level), RANDOM, f"{PROGRAM}COMMAND")


class BadSeats(ValueError):
    """Seats nobody can play at; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A level, the random player, or a program with its command."""

    name: str
    """As it was typed."""
    command: tuple[str, ...] = ()


def entrants(typed: str) -> tuple[Entrant, ...]:
    """Read a list with commas between; raise `BadSeats`. A command can't hold a comma."""
    words = [word.strip() for word in typed.split(",")]
    if not MIN_PLAYERS <= len(words) <= MAX_PLAYERS:
        raise BadSeats(f"An arena has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {len(words)}.")
    return tuple(map(_entrant, words))


def _entrant(word: str) -> Entrant:
    if not word.startswith(PROGRAM):
        if word not in KNOWN:
            raise BadSeats(f"There is no entrant {word!r}, only: {', '.join(KNOWN)}.")
        return Entrant(word)
    try:
        command = tuple(shlex.split(word.removeprefix(PROGRAM)))
    except ValueError:
        raise BadSeats(f"The command of {word!r} has an open quotation mark.") from None
    if not command:
        raise BadSeats(f"There is no command behind {PROGRAM!r}.")
    return Entrant(word, command)
