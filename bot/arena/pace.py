"""How long AI players of the arena may think, and how long decisions took."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from engine.ai.judgement import Budget

_NO_END: Final = 1_000_000
"""More deals than any search tries before its time is over."""
_STEP: Final = math.log(1.01)


@dataclass(frozen=True, slots=True)
class Pace:
    """The budget of a decision: milliseconds of a processor, or deals, which make equal games on every machine.

    What else runs on the machine takes a processor's time away, but not of what the decision may use.
    """

    ms: int | None = None
    deals: int | None = None

    def budget(self) -> Budget:
        """Return the budget of one decision, which begins now."""
        if self.ms is None:
            return Budget(self.deals or 1)
        over = time.thread_time() + self.ms / 1000
        return Budget(_NO_END, lambda: time.thread_time() >= over)

    def plain(self) -> dict[str, int | None]:
        """Return it as JSON values."""
        return {"ms": self.ms, "deals": self.deals}


@dataclass(slots=True)
class Times:
    """How long decisions took, in classes of 1 %, so that any number of them can be kept and added."""

    classes: Counter[int] = field(default_factory=Counter)
    total: float = 0.0
    longest: float = 0.0

    @property
    def count(self) -> int:
        """Return how many were measured."""
        return self.classes.total()

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure what is done inside, also when it fails."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.note(time.perf_counter() - began)

    def note(self, seconds: float) -> None:
        """Take up one duration."""
        self.classes[round(math.log(max(seconds, 1e-9)) / _STEP)] += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def add(self, other: Times) -> None:
        """Add those of another game."""
        self.classes += other.classes
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    def quantile(self, share: float) -> float:
        """Return the seconds within which this share of all decisions was made; 0 when there was none."""
        still = math.ceil(share * self.count)
        for at in sorted(self.classes):
            still -= self.classes[at]
            if still <= 0:
                return min(math.exp(at * _STEP), self.longest)
        return self.longest
