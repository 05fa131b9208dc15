"""Where AI players think: searches in worker processes, never on the event loop; rules of thumb take no time.

A search waits for a worker in a queue that is bounded, and gets less time the more others wait. Whatever happens to
it – it comes too late, its worker dies, too many wait – its move is made by *Adept* at once.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random, SystemRandom
from typing import Final, TypeVar

from bot.metrics import thinking
from bot.thinking import Allowance, advice, assessment, begin, decision, hand_luck, judgement, share
from engine.actions import Decision
from engine.ai.advice import Advice
from engine.ai.assessment import Assessment, Luck
from engine.ai.judgement import Budget, Judgement
from engine.ai.levels import Level, decide
from engine.view import View

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_SECONDS: Final = 2.0
"""How long a table waits for an AI player at most."""
MILLISECONDS: Final = 300
"""How long an Archmage thinks where nobody has set anything else."""
_DEALS_IN_A_THREAD: Final = 8
"""A thread of the bot shares its processor with everything else: so many deals, however long they take."""
_QUEUE: Final = 64
"""How many searches may wait for each worker."""
_OVERDUE_SECONDS: Final = 10.0
"""After this, beyond what it was allowed, a worker counts as dead; a new one may need some of it to start."""
_GRACE_SECONDS: Final = 3.0
"""How long workers may take to end."""
_SEEDS: Final = partial(SystemRandom().getrandbits, 64)
_NO_SEARCH: Final = Budget(deals=0)
"""For levels that don't search."""


class NoJudgement(Exception):
    """A search brought nothing in time; the text says why."""


class Brain:
    """Decides for AI seats. ``workers`` processes search, or a thread of this one when there are none.

    An Archmage thinks for so many ``milliseconds``, or where ``deals`` are given for so many of them, whatever the
    time. Equal ``seeds`` and deals give equal decisions.
    """

    def __init__(
        self,
        workers: int,
        milliseconds: int = MILLISECONDS,
        *,
        deals: int | None = None,
        seeds: Callable[[], int] = _SEEDS,
    ) -> None:
        self._workers = workers
        self._milliseconds = milliseconds
        self._deals = deals if deals or workers else _DEALS_IN_A_THREAD
        self._seeds = seeds
        self._pool: Executor | None = None
        self._places = max(1, workers)
        self._free = asyncio.Semaphore(self._places)
        self._waiting = 0
        self._ends: set[asyncio.Task[None]] = set()

    @property
    def workers(self) -> tuple[int, ...]:
        """Return the process ids of the running workers."""
        processes = [] if self._pool is None else multiprocessing.active_children()
        return tuple(process.pid for process in processes if process.pid is not None)

    @property
    def thinking_seconds(self) -> float:
        """Return how long an Archmage thinks; 0 where that is not a matter of time."""
        return 0.0 if self._deals else self._milliseconds / 1000

    # --- life -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the workers and wait until each is ready for its first search."""
        self._pool = self._new_pool()
        await asyncio.gather(*map(asyncio.wrap_future, self._fill(self._pool)))

    async def close(self) -> None:
        """End the workers and wait for their end."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await _shut_down(pool)
        await asyncio.gather(*self._ends)

    def _new_pool(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(1, "thinking")
        return ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=begin,
        )

    def _fill(self, pool: Executor) -> list[Future[int]]:
        """Let a new pool start all its workers; the results come when they are ready."""
        return [pool.submit(os.getpid) for _ in range(self._workers)]

    def _replace(self, broken: Executor, why: str) -> None:
        """Put new workers in the place of those that failed; of all who notice only the first does something."""
        if self._pool is not broken:
            return
        log.warning("The AI workers failed (%s); new ones are started, and meanwhile Adept plays", why)
        self._pool = self._new_pool()
        with suppress(OSError):  # no more processes: the next search tries again
            self._fill(self._pool)
        end = asyncio.create_task(_shut_down(broken, kill=True))
        self._ends.add(end)
        end.add_done_callback(self._ends.discard)

    # --- thinking -------------------------------------------------------------------------------

    @thinking("decision")
    async def decide(self, seen: View, level: Level = Level.ADEPT, patience: float = PATIENCE_SECONDS) -> Decision:
        """Return a legal decision after at most so many seconds, whatever becomes of the workers."""
        seed = self._seeds()
        if level is Level.ARCHMAGE and len(seen.legal) > 1:
            try:
                return await self._search(partial(decision, level, seen, seed), self._milliseconds, patience)
            except NoJudgement as reason:
                log.debug("Adept makes an Archmage's move: %s", reason)
                level = Level.ADEPT
        elif level is Level.ARCHMAGE:
            return seen.legal[0]
        return decide(level, seen, Random(seed), _NO_SEARCH)

    @thinking("judgement")
    async def judge(self, seen: View, milliseconds: float, patience: float = PATIENCE_SECONDS) -> Judgement:
        """Judge what the seat of this view may do; raise `NoJudgement` where that takes longer than so many seconds.

        Tables that are played wait in the same queue: who has many positions to judge asks for one after the other.
        """
        return await self._search(partial(judgement, seen, self._seeds()), milliseconds, patience)

    async def advise(self, seen: View, milliseconds: float, patience: float = PATIENCE_SECONDS) -> Advice:
        """Return the best of what the seat of this view may do, and why; raise `NoJudgement` as `judge` does."""
        return await self._search(partial(advice, seen, self._seeds()), milliseconds, patience)

    async def assess(self, seen: View, chosen: Decision, milliseconds: float, patience: float) -> Assessment:
        """Set what the seat of this view has decided beside the best; raise `NoJudgement` as `judge` does."""
        return await self._search(partial(assessment, seen, chosen, self._seeds()), milliseconds, patience)

    async def luck(self, seen: View, milliseconds: float, patience: float) -> Luck:
        """Tell how lucky the hand of this view is; raise `NoJudgement` as `judge` does."""
        return await self._search(partial(hand_luck, seen, self._seeds()), milliseconds, patience)

    async def _search(self, job: Callable[[Allowance], T], milliseconds: float, patience: float) -> T:
        if self._waiting >= _QUEUE * self._places:
            raise NoJudgement("too many wait")
        loop = asyncio.get_running_loop()
        due = loop.time() + patience
        try:
            async with asyncio.timeout_at(due):
                await self._wait_for_worker()
                left = (due - loop.time()) * 1000
                found = self._submit(job, self._allowance(milliseconds, left))
                return await asyncio.wrap_future(found)
        except TimeoutError:
            raise NoJudgement("it took too long") from None
        except BrokenExecutor:
            raise NoJudgement("its worker died") from None
        except NoJudgement:
            raise
        except Exception as error:  # noqa: BLE001 - the edge of a search: whatever it trips over, tables go on
            log.error("A search failed (%s)", type(error).__name__)  # what an error says may name cards
            raise NoJudgement("it failed") from None

    async def _wait_for_worker(self) -> None:
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1

    def _allowance(self, milliseconds: float, left: float) -> Allowance:
        if self._deals:
            return Allowance(deals=self._deals)
        return Allowance(milliseconds=share(milliseconds, left, self._waiting, self._places))

    def _submit(self, job: Callable[[Allowance], T], allowed: Allowance) -> Future[T]:
        """Give a search to the worker that was waited for; raise `NoJudgement` where there is none after all."""
        loop, pool = asyncio.get_running_loop(), self._pool
        if pool is None:
            self._free.release()
            raise NoJudgement("there are no workers")
        try:
            found = pool.submit(job, allowed)
        except (BrokenExecutor, OSError, RuntimeError) as error:  # an idle worker has died, or can't be started
            self._free.release()
            self._replace(pool, type(error).__name__)
            raise NoJudgement("its worker is dead") from None
        late = (allowed.milliseconds or 0) / 1000 + _OVERDUE_SECONDS
        timer = loop.call_later(late, self._replace, pool, "no answer")
        # Also of an answer that nobody waits for any more: until it is there the worker isn't free.
        found.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done, pool, timer, done))
        return found

    def _done(self, pool: Executor, timer: asyncio.TimerHandle, found: Future[T]) -> None:
        timer.cancel()
        self._free.release()
        if not found.cancelled() and isinstance(error := found.exception(), BrokenExecutor):
            self._replace(pool, type(error).__name__)


async def _shut_down(pool: Executor, *, kill: bool = False) -> None:
    """End a pool's workers: let them finish what they are at, and kill those that don't, or all at once."""
    workers = list((getattr(pool, "_processes", None) or {}).values())  # public only from Python 3.14 on
    if kill:
        for worker in workers:
            worker.kill()
    done = asyncio.ensure_future(asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True))
    await asyncio.wait({done}, timeout=_GRACE_SECONDS)
    if not done.done():
        for worker in workers:
            worker.kill()
    await done
