"""How strong an AI player is."""

from __future__ import annotations

from enum import StrEnum
from random import Random

from engine.actions import Decision
from engine.ai.judgement import Budget
from engine.ai.rule_of_thumb import rule_of_thumb
from engine.ai.search import search
from engine.view import View


class Level(StrEnum):
    """The levels of AI players, the weakest first."""

    APPRENTICE = "apprentice"
    ADEPT = "adept"
    ARCHMAGE = "archmage"


def decide(level: Level, view: View, rng: Random, budget: Budget) -> Decision:
    """Return this level's decision; only the Archmage needs the budget."""
    if level is Level.ARCHMAGE:
        return search(view, rng, budget).best.decision
    return rule_of_thumb(view, rng)
