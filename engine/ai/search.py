"""Judge decisions by playing them out."""

from __future__ import annotations

from random import Random

from engine.ai.judgement import Budget, Judgement, Option
from engine.ai.rule_of_thumb import rule_of_thumb
from engine.view import View


def search(view: View, rng: Random, budget: Budget) -> Judgement:
    """Judge every decision in ``view.legal``."""
    best = rule_of_thumb(view, rng)
    others = (decision for decision in view.legal if decision != best)
    return Judgement(
        (Option(best, 1.0, 1.0, budget.deals), *(Option(other, 0.0, 0.0, budget.deals) for other in others))
    )
