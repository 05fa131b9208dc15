"""Where AI players think."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.brain import Brain, NoJudgement
from bot.pace import after_pause, ai_pause
from bot.thinking import LEAST_MILLISECONDS, share
from engine.actions import CHANCE, Decision
from engine.ai.levels import Level
from engine.dealing import Seed, chance
from engine.game import apply, legal_actions, new_game, to_act
from engine.options import Options
from engine.state import Game
from engine.view import View, view
from tests.engine.hidden import redealt
from tests.processes import assert_gone, watch

FELL = "Adept makes an Archmage's move"


def _bidding() -> Game:
    game, seed = new_game(Options(), 3), Seed(bytes(32), ())
    while to_act(game) == (CHANCE,):
        game, _ = apply(game, chance(game, seed))
    return game


GAME = _bidding()
SEEN = view(GAME, to_act(GAME)[0])
LEGAL = legal_actions(GAME)


@asynccontextmanager
async def _started(workers: int = 1, **how: Any) -> AsyncIterator[Brain]:
    brain = Brain(workers, **({"milliseconds": 10} | how))
    await brain.start()
    try:
        yield brain
    finally:
        await brain.close()


@pytest.fixture(autouse=True)
def _debug(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot.brain")


def _said(caplog: pytest.LogCaptureFixture, what: str) -> int:
    return sum(what in record.getMessage() for record in caplog.records)


def _archmage(brain: Brain, patience: float = 60) -> asyncio.Task[Decision]:
    return asyncio.create_task(brain.decide(SEEN, Level.ARCHMAGE, patience))


# --- deciding --------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 1])
async def test_an_archmage_searches_and_its_workers_end_with_it(workers: int, caplog: pytest.LogCaptureFixture) -> None:
    async with _started(workers) as brain:
        assert len(brain.workers) == workers
        assert await _archmage(brain) in LEGAL
        judged = await brain.judge(SEEN, 10, 60)
    assert {option.decision for option in judged.options} == set(SEEN.legal)
    assert brain.workers == ()
    assert not caplog.records


@pytest.mark.parametrize("level", [Level.APPRENTICE, Level.ADEPT])
async def test_rules_of_thumb_need_no_worker(level: Level) -> None:
    assert await Brain(1).decide(SEEN, level) in LEGAL


async def test_before_the_start_and_after_the_end_adept_decides(caplog: pytest.LogCaptureFixture) -> None:
    brain = Brain(1)
    assert await _archmage(brain) in LEGAL
    with pytest.raises(NoJudgement):
        await brain.judge(SEEN, 10)
    assert _said(caplog, FELL) == 1


def _views() -> Iterator[View]:
    """Give what each seat sees in the first rounds of a game."""
    game, rng, seed = new_game(Options(max_rounds=4), 3), Random(1), Seed(bytes(32), ())
    while waiting := to_act(game):
        if waiting == (CHANCE,):
            game, _ = apply(game, chance(game, seed))
            continue
        yield view(game, waiting[0])
        game, _ = apply(game, rng.choice(legal_actions(game)))


async def test_equal_seeds_and_deals_give_equal_decisions_in_a_worker_and_in_a_thread() -> None:
    played = []
    for workers in (0, 0, 1):
        async with _started(workers, deals=2, seeds=partial(Random(7).getrandbits, 64)) as brain:
            played.append([await brain.decide(seen, Level.ARCHMAGE, 60) for seen in _views()])
    assert played[0] == played[1] == played[2]
    assert len(played[0]) > 30


async def test_equal_seeds_and_deals_give_equal_advice_whatever_the_others_hold() -> None:
    """Nothing but the view of its seat goes to a worker."""
    other = redealt(GAME, SEEN.seat, Random(1))
    assert other != GAME
    found = []
    for game in (GAME, other):
        async with _started(0, deals=2, seeds=partial(Random(7).getrandbits, 64)) as brain:
            seen = view(game, to_act(game)[0])
            found.append((await brain.advise(seen, 10, 60), await brain.assess(seen, seen.legal[0], 10, 60)))
    assert found[0] == found[1]
    assert found[0][0].decision in LEGAL


# --- what can go wrong -----------------------------------------------------------------------------


async def test_when_a_worker_dies_its_moves_fall_to_adept_and_there_is_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with _started(2) as brain:
        workers = brain.workers
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        moves = [_archmage(brain) for _ in workers]
        await asyncio.sleep(0)
        assert brain._free.locked()
        os.kill(workers[0], signal.SIGKILL)
        assert all(move in LEGAL for move in await asyncio.gather(*moves))
        assert _said(caplog, FELL) == len(workers)
        assert _said(caplog, "The AI workers failed") == 1
        assert await _archmage(brain) in LEGAL
        assert not set(workers) & set(brain.workers)
    assert _said(caplog, FELL) == len(workers)
    assert [record.levelname for record in caplog.records].count("WARNING") == 1


async def test_an_idle_worker_that_dies_costs_no_move(caplog: pytest.LogCaptureFixture) -> None:
    async with _started() as brain:
        watched = watch(brain.workers)
        os.kill(brain.workers[0], signal.SIGKILL)
        assert_gone(watched)
        for _ in range(2):
            assert await _archmage(brain) in LEGAL
        assert len(brain.workers) == 1
    assert _said(caplog, "The AI workers failed") == 1


async def test_a_worker_that_does_not_answer_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.brain._OVERDUE_SECONDS", 0.3)
    async with _started() as brain:
        watched = watch(brain.workers)
        os.kill(brain.workers[0], signal.SIGSTOP)
        assert await _archmage(brain, patience=0.1) in LEGAL
        await asyncio.to_thread(assert_gone, watched)
        monkeypatch.undo()
        assert await _archmage(brain) in LEGAL
    assert _said(caplog, "The AI workers failed (no answer)") == 1
    assert _said(caplog, FELL) == 1


async def test_an_answer_that_comes_too_late_is_not_waited_for_and_frees_its_worker(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with _started() as brain:
        (worker,) = brain.workers
        os.kill(worker, signal.SIGSTOP)
        assert await _archmage(brain, patience=0.05) in LEGAL
        assert await _archmage(brain, patience=0.05) in LEGAL
        assert _said(caplog, f"{FELL}: it took too long") == 2
        assert brain._free.locked()
        os.kill(worker, signal.SIGCONT)
        assert await _archmage(brain) in LEGAL
        assert brain.workers == (worker,)
    assert _said(caplog, FELL) == 2


async def test_no_more_may_wait_than_the_queue_holds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.brain._QUEUE", 3)
    async with _started() as brain:
        (worker,) = brain.workers
        os.kill(worker, signal.SIGSTOP)
        waiting = [_archmage(brain) for _ in range(4)]  # one of them is in the worker
        await asyncio.sleep(0)
        assert brain._free.locked()
        assert await _archmage(brain) in LEGAL
        assert _said(caplog, f"{FELL}: too many wait") == 1
        assert not any(move.done() for move in waiting)
        os.kill(worker, signal.SIGCONT)
        assert all(move in LEGAL for move in await asyncio.gather(*waiting))
    assert _said(caplog, FELL) == 1


async def test_who_stops_waiting_leaves_the_queue() -> None:
    async with _started() as brain:
        (worker,) = brain.workers
        os.kill(worker, signal.SIGSTOP)
        moves = [_archmage(brain) for _ in range(3)]
        await asyncio.sleep(0)
        assert brain._free.locked()
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)
        os.kill(worker, signal.SIGCONT)
        assert await _archmage(brain) in LEGAL
        assert brain.workers == (worker,)


async def test_a_search_that_fails_costs_no_move_and_tells_no_cards(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> Decision:
        raise KeyError("R13")

    monkeypatch.setattr("bot.brain.decision", fails)
    async with _started(0) as brain:
        assert await _archmage(brain) in LEGAL
    assert "A search failed (KeyError)" in caplog.text
    assert "R13" not in caplog.text


# --- time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "left", "waiting", "workers", "given"),
    [
        (300, 1200, 0, 1, 300),
        (300, 1200, 1, 1, 300),
        (300, 1200, 3, 1, 200),
        (300, 1200, 3, 2, 300),
        (300, 1200, 63, 1, 12.5),
        (300, 450, 0, 1, 300),
        (300, 1, 0, 1, LEAST_MILLISECONDS),
        (300, 1200, 10**6, 1, LEAST_MILLISECONDS),
        (50, 2000, 7, 4, 50),
    ],
)
def test_the_more_wait_the_less_time_each_has(
    wanted: float, left: float, waiting: int, workers: int, given: float
) -> None:
    assert share(wanted, left, waiting, workers) == pytest.approx(given)


@pytest.mark.parametrize("waiting", [0, 1, 5, 20, 63])
def test_all_who_wait_are_done_in_time(waiting: int) -> None:
    """One after the other, each with what it gets then, and a few milliseconds for its way to the worker and back."""
    left = 1200.0
    for behind in range(waiting, -1, -1):
        left -= share(300, left, behind, 1) + 3
    assert left >= 0


def test_an_archmage_has_time_to_think_and_the_others_move_at_the_pace() -> None:
    assert [ai_pause(pace, Level.ARCHMAGE, 0.3) for pace in (0, 0.1, 1.2)] == pytest.approx([0.45, 0.45, 1.2])
    assert [ai_pause(pace, Level.ADEPT, 0.3) for pace in (0, 0.1, 1.2)] == [0, 0.1, 1.2]


async def test_a_move_takes_equally_long_however_long_it_is_thought_about() -> None:
    time = 0.0

    async def passes(seconds: float) -> None:
        nonlocal time
        time += seconds

    async def thinks(seconds: float) -> str:
        await passes(seconds)
        return "found"

    took = []
    for seconds in (0, 0.001, 0.3, 1.2):
        begun = time
        assert await after_pause(thinks(seconds), 1.2, now=lambda: time, sleep=passes) == "found"
        took.append(time - begun)
    assert took == pytest.approx([1.2] * 4)
