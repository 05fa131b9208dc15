"""How strong an AI player is."""

from __future__ import annotations

from enum import StrEnum
from random import Random

from engine.actions import Decision
from engine.ai.adept import adept
from engine.ai.apprentice import apprentice
from engine.ai.judgement import Budget
from engine.ai.search import search
from engine.view import View


class Level(StrEnum):
    """The levels of AI players, the weakest first."""

    APPRENTICE = "apprentice"
    ADEPT = "adept"
    ARCHMAGE = "archmage"


def decide(level: Level, view: View, rng: Random, budget: Budget) -> Decision:
    """Return this level's decision; only the Archmage needs the budget."""
    match level:
        case Level.APPRENTICE:
            return apprentice(view, rng)
        case Level.ADEPT:
            return adept(view, rng)
        case Level.ARCHMAGE:
            return search(view, rng, budget).best.decision
