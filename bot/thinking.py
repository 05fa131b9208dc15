"""What runs where AI players think: a search and what is made of it, and how long it may take."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.actions import CHANCE, Decision
from engine.ai.advice import Advice, advise
from engine.ai.assessment import Assessment, Luck, assess, luck
from engine.ai.judgement import Budget, Judgement
from engine.ai.levels import Level, decide
from engine.ai.search import search
from engine.dealing import Seed, chance
from engine.game import apply, new_game, to_act
from engine.options import Options
from engine.view import View, view

LEAST_MILLISECONDS: Final = 5.0
"""A search that is shorter finds nothing."""
ROOM: Final = 1.5
"""How many times as long as a search takes its answer may: the way to a worker and back needs some, too."""
_LUCK_DEALS: Final = 200
"""Of each kind: a game's luck is known to some ten points then."""
_ANY_DEALS: Final = 1_000_000
"""More than the milliseconds of any search."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a search may take: so many deals, or as many as fit into the milliseconds."""

    deals: int = _ANY_DEALS
    milliseconds: float | None = None


def share(wanted: float, left: float, waiting: int, workers: int) -> float:
    """Return how many milliseconds a search gets that wants so many, and whose answer is due when those left are over.

    Where others wait for the same workers all of them are to be done in that time: the more, the less for each.
    """
    fair = left / ROOM * workers / (workers + waiting)
    return max(LEAST_MILLISECONDS, min(wanted, fair))


def decision(level: Level, seen: View, seed: int, allowed: Allowance) -> Decision:
    """Decide for the seat of this view."""
    return decide(level, seen, Random(seed), _budget(allowed))


def judgement(seen: View, seed: int, allowed: Allowance) -> Judgement:
    """Judge every decision that the seat of this view has."""
    return search(seen, Random(seed), _budget(allowed))


def advice(seen: View, seed: int, allowed: Allowance) -> Advice:
    """Judge every decision that the seat of this view has; return the best, and why."""
    return advise(seen, judgement(seen, seed, allowed), Random(seed + 1))


def assessment(seen: View, chosen: Decision, seed: int, allowed: Allowance) -> Assessment:
    """Judge every decision that the seat of this view had, and what the one it made costs: up to twice the time."""
    return assess(seen, chosen, judgement(seen, seed, allowed), Random(seed + 1))


def hand_luck(seen: View, seed: int, allowed: Allowance) -> Luck:
    """Tell how lucky a hand is: always on as many deals, unless their number is given."""
    return luck(seen, Random(seed), min(allowed.deals, _LUCK_DEALS))


def _budget(allowed: Allowance) -> Budget:
    if allowed.milliseconds is None:
        return Budget(allowed.deals)
    end = time.monotonic() + allowed.milliseconds / 1000
    return Budget(allowed.deals, lambda: time.monotonic() >= end)


def begin() -> None:
    """Prepare a new worker process: it ends with the bot, and its first search is as quick as any other."""
    _die_with_parent()
    game, seed = new_game(Options(), 3), Seed(bytes(32), ())
    while (seat := to_act(game)[0]) == CHANCE:
        game, _ = apply(game, chance(game, seed))
    judgement(view(game, seat), 0, Allowance(deals=2))


def _die_with_parent() -> None:
    """End this worker as soon as the bot is gone: a killed bot can't shut its pool down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the workers too, but the bot ends them
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
