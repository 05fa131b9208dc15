"""Whole games without Discord: policies play them, and equal seeds give equal deals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

from bot.table import AI_NAMES
from engine.actions import CHANCE, Action
from engine.ai import Policy
from engine.dealing import Seed, chance
from engine.game import apply, new_game, to_act
from engine.options import Options
from engine.record import AI, Record, SeatHolder
from engine.state import Game
from engine.view import view


def play(options: Options, policies: Sequence[Policy], seed: str) -> tuple[Record, Game]:
    """Play one game, `policies` by seat; equal seeds give equal deals, with equal policies equal games."""
    game = new_game(options, len(policies))
    deals = Seed(hashlib.sha256(f"simulate/{seed}".encode()).digest(), ())
    rng = Random(f"ai/{seed}")
    actions: list[Action] = []
    while waiting := to_act(game):
        seat = waiting[0]
        action = chance(game, deals) if seat == CHANCE else policies[seat](view(game, seat), rng)
        game, _ = apply(game, action)
        actions.append(action)
    seats = tuple(SeatHolder(AI, name) for name in AI_NAMES[: len(policies)])
    return Record(options, seats, deals, tuple(actions)), game
