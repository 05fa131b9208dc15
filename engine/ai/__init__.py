"""AI players: policies from what a seat may know to what it does."""

from engine.ai.policy import Policy, random_policy
from engine.ai.rule_of_thumb import rule_of_thumb

__all__ = ["Policy", "random_policy", "rule_of_thumb"]
