"""What a program can do wrong, and how often one did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Fault(StrEnum):
    """What a program can do wrong."""

    ILLEGAL = "illegal"
    """A decision that isn't open to it."""
    LATE = "late"
    UNREADABLE = "unreadable"
    """A line that is no answer."""
    TOO_LONG = "too long"
    """A line longer than the protocol allows; the program is ended."""
    UNASKED = "unasked"
    """An answer nobody waits for."""
    TALKATIVE = "talkative"
    """Too many of these; the program is ended."""
    GONE = "gone"
    """It has ended by itself, or closed its output."""
    GREETING = "greeting"
    """It didn't answer the greeting at the beginning of a game."""


ENDING = frozenset({Fault.TOO_LONG, Fault.TALKATIVE, Fault.GONE, Fault.GREETING})
"""What costs a program the rest of the game."""


class Breach(Exception):
    """A program did something wrong; the text completes "it …"."""

    def __init__(self, fault: Fault, what: str) -> None:
        super().__init__(what)
        self.fault = fault


@dataclass(slots=True)
class Conduct:
    """What a program did wrong in one game or more."""

    faults: Counter[Fault] = field(default_factory=Counter)
    by_adept: int = 0
    """How many of its decisions an Adept made."""
    why: str = ""
    """What it did wrong last, as of `Breach`."""
    stderr: str = ""
    """The last it wrote to stderr in the game of that."""

    def add(self, other: Conduct) -> None:
        """Add what happened in a later game."""
        self.faults += other.faults
        self.by_adept += other.by_adept
        if other.why:
            self.why, self.stderr = other.why, other.stderr
