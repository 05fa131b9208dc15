"""Tasks nobody waits for, with their one error boundary."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.about import apart

log = logging.getLogger(__name__)


class Background:
    """Keeps hold of running tasks, logs what ends them, and ends them at shutdown."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._turn = asyncio.Lock()

    async def turn(self) -> None:
        """Return when it is this task's turn: in each round of the event loop one goes on, beside all that is asked.

        What draws much for nobody in particular waits here first, however much there is to draw. So a click is
        answered before, and what has changed again meanwhile is drawn once.
        """
        async with self._turn:
            await asyncio.sleep(0)

    def run(self, work: Coroutine[Any, Any, None], what: str, *, table: int | None = None) -> None:
        """Start a task; `what` is said in the log if it fails, and which table it is about.

        After `close` nothing starts any more.
        """
        if self._closed:
            work.close()
            return
        context = apart(table)
        task = asyncio.create_task(work, name=what, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._done, context=context)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("Failed: %s", task.get_name(), exc_info=error)

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        self._closed = True
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
