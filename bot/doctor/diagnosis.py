"""What the doctor finds: one line each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial


class Grade(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """The bot works, but not as well as it could."""
    PROBLEM = "problem"
    """The bot doesn't work, or soon won't."""
    SKIPPED = "skipped"
    """Nobody looked."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing, how it is, and what to do where that isn't well."""

    grade: Grade
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.grade:<8} {self.about:<12} {self.text}"


ok = partial(Diagnosis, Grade.OK)
warning = partial(Diagnosis, Grade.WARNING)
problem = partial(Diagnosis, Grade.PROBLEM)
skipped = partial(Diagnosis, Grade.SKIPPED)
