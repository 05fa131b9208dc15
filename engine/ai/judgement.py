"""What a search is given and what it finds: when to stop, and what each decision is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.actions import Decision


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search stops: after so many deals, or once `over` says so, whichever comes first.

    A bid or a trump gets four times as many deals. `over` is asked after every round that was played out.
    The engine has no clock: whoever counts in milliseconds gives an `over` that looks at one.
    """

    deals: int
    over: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One decision and what it brought on average over the deals it was tried on."""

    decision: Decision
    points: float
    """Points of this round."""
    exact: float
    """The share of deals in which the bid was made exactly, 0 to 1."""
    deals: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """Every decision open to a seat, the best first; never empty."""

    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        """Return the best option."""
        return self.options[0]
