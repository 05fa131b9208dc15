"""Where AI players think: worker processes, never the event loop."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random, SystemRandom
from typing import Final

from engine.actions import Decision
from engine.ai import adept
from engine.view import View

log = logging.getLogger(__name__)

_PATIENCE_SECONDS: Final = 10.0
"""After this a worker counts as dead."""
_GRACE_SECONDS: Final = 3.0
"""How long workers may take to end."""


def _die_with_parent() -> None:
    """End this worker as soon as the bot is gone: a killed bot can't shut its pool down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the workers too, but the bot ends them
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def think(view: View, seed: int) -> Decision:
    """Decide for the seat of this view; runs in a worker."""
    return adept(view, Random(seed))


def _warm_up() -> int:
    return os.getpid()


async def _shut_down(pool: ProcessPoolExecutor) -> None:
    """End a pool's workers: let them finish what they are at, and kill those that don't."""
    workers = list((pool._processes or {}).values())  # noqa: SLF001 - public only from Python 3.14 on
    ended = asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
    done = asyncio.ensure_future(ended)
    await asyncio.wait({done}, timeout=_GRACE_SECONDS)
    if not done.done():
        for worker in workers:
            worker.kill()
    await done


class Brain:
    """Decides for AI seats. ``workers`` processes, or a thread of this one when there are none."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._seeds = SystemRandom()

    @property
    def workers(self) -> tuple[int, ...]:
        """Return the process ids of the running workers."""
        processes = [] if self._pool is None else multiprocessing.active_children()
        return tuple(process.pid for process in processes if process.pid is not None)

    async def start(self) -> None:
        """Start the workers and wait until one has imported what it needs."""
        if self._workers:
            self._pool = self._new_pool()
            await asyncio.get_running_loop().run_in_executor(self._pool, _warm_up)

    async def close(self) -> None:
        """End the workers and wait for their end."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await _shut_down(pool)

    async def decide(self, view: View) -> Decision:
        """Return a legal decision. A dead worker costs the move its worker, never the table its turn."""
        seed = self._seeds.getrandbits(64)
        pool = self._pool
        if pool is None:
            return await asyncio.to_thread(think, view, seed)
        try:
            thought = asyncio.get_running_loop().run_in_executor(pool, think, view, seed)
            return await asyncio.wait_for(thought, _PATIENCE_SECONDS)
        except (BrokenProcessPool, OSError, RuntimeError) as error:  # a time-out is an OSError too
            log.warning("The AI workers failed (%s); new ones are started", type(error).__name__)
            await self._replace(pool)
            return await asyncio.to_thread(think, view, seed)

    async def _replace(self, broken: ProcessPoolExecutor) -> None:
        # Every move that was in flight comes here; only the first finds the broken pool still in place.
        if self._pool is broken:
            self._pool = self._new_pool()
            await _shut_down(broken)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_die_with_parent,
        )
