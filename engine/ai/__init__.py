"""AI players: policies from what a seat may know to what it does."""

from engine.ai.adept import adept
from engine.ai.policy import Policy, random_policy

__all__ = ["Policy", "adept", "random_policy"]
