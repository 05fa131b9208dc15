"""What an AI player is: a function from a view to one of its legal decisions."""

from __future__ import annotations

from random import Random
from typing import Protocol

from engine.actions import Decision
from engine.view import View


class Policy(Protocol):
    """Choose one of ``view.legal``, which is never empty here."""

    def __call__(self, view: View, rng: Random) -> Decision:
        """Return one of ``view.legal``."""


def random_policy(view: View, rng: Random) -> Decision:
    """Choose any legal decision: the weakest opponent, for tests and comparisons."""
    return rng.choice(view.legal)
