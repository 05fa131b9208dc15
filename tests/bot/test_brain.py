"""Where AI players think."""

from __future__ import annotations

import os
import signal

import pytest

from bot.brain import Brain
from engine.actions import CHANCE
from engine.dealing import Seed, chance
from engine.game import apply, legal_actions, new_game, to_act
from engine.options import Options
from engine.state import Game
from engine.view import view
from tests.processes import assert_gone, watch


def _bidding() -> Game:
    game, seed = new_game(Options(), 3), Seed(bytes(32), ())
    while to_act(game) == (CHANCE,):
        game, _ = apply(game, chance(game, seed))
    return game


async def test_a_worker_decides_legally() -> None:
    brain, game = Brain(workers=1), _bidding()
    await brain.start()
    try:
        assert await brain.decide(view(game, to_act(game)[0])) in legal_actions(game)
    finally:
        await brain.close()
    assert brain.workers == ()


async def test_a_dead_worker_costs_no_move_and_is_replaced() -> None:
    brain, game = Brain(workers=1), _bidding()
    await brain.start()
    try:
        (worker,) = brain.workers
        watched = watch([worker])
        os.kill(worker, signal.SIGKILL)
        assert_gone(watched)
        for _ in range(2):
            assert await brain.decide(view(game, to_act(game)[0])) in legal_actions(game)
        assert brain.workers not in ((), (worker,))
    finally:
        await brain.close()


async def test_without_workers_it_thinks_in_a_thread() -> None:
    brain, game = Brain(workers=0), _bidding()
    await brain.start()
    assert await brain.decide(view(game, to_act(game)[0])) in legal_actions(game)
    await brain.close()


async def test_a_worker_that_does_not_answer_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.brain._PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr("bot.brain._GRACE_SECONDS", 0.2)
    brain, game = Brain(workers=1), _bidding()
    await brain.start()
    try:
        watched = watch(brain.workers)
        os.kill(brain.workers[0], signal.SIGSTOP)
        assert await brain.decide(view(game, to_act(game)[0])) in legal_actions(game)
        assert_gone(watched)
    finally:
        await brain.close()
