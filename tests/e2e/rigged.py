"""Deals made by hand, so that a test can put every card where it wants it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Deal, DrawDealer
from engine.cards import card, cards
from engine.dealing import Seed, chance
from engine.game import phase
from engine.state import Game, Phase

Deals = Callable[..., None]


def rig(monkeypatch: pytest.MonkeyPatch, *hands: str, upcard: str = "J", spare: str | None = None) -> None:
    """Deal these hands in every round of their size; other rounds are dealt as ever."""
    made = Deal(tuple(map(cards, hands)), card(upcard), None if spare is None else card(spare))

    def dealt(game: Game, seed: Seed) -> DrawDealer | Deal:
        action = chance(game, seed)
        fits = phase(game) is Phase.DEAL and isinstance(action, Deal) and len(action.hands[0]) == len(made.hands[0])
        return made if fits else action

    monkeypatch.setattr("bot.tables.chance", dealt)
