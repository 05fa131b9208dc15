"""Where pictures are drawn: off the event loop, one at a time, and never so that a message waits long for one."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot import metrics
from bot.pictures.canvas import Picture

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds a message waits for its picture, of the three that Discord waits for an answer."""
_QUEUE: Final = 32
"""So many pictures waiting are more than can be drawn in time."""


class Studio:
    """Draws pictures in a thread of its own.

    A thread is enough: resvg and Pillow set the interpreter free while they draw and encode, so the event loop goes on
    (tests/benchmarks/pictures.py measures that). Several threads would only draw sprites twice.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._waiting = 0

    async def draw(self, make: Callable[[], Picture | None]) -> Picture | None:
        """Return the picture; None where there is none, where drawing fails, and where it takes too long."""
        if self._waiting >= _QUEUE:
            log.warning("no picture: %d are waiting to be drawn", self._waiting)
            metrics.drew("crowded", 0)
            return None
        # The context knows the language that is being spoken.
        context = contextvars.copy_context()
        drawing = asyncio.get_running_loop().run_in_executor(self._thread, context.run, make)
        self._waiting += 1
        drawing.add_done_callback(self._done)
        outcome, began = "late", time.perf_counter()
        try:
            picture = await asyncio.wait_for(drawing, self._patience)
            outcome = "none" if picture is None else "drawn"
            return picture
        except TimeoutError:
            log.warning("no picture: it wasn't drawn within %g s", self._patience)
        except Exception:  # a message without its picture is better than none
            outcome = "failed"
            log.exception("no picture: drawing it failed")
        finally:
            metrics.drew(outcome, time.perf_counter() - began)
        return None

    async def warm(self, steps: Iterable[Callable[[], object]]) -> None:
        """Draw ahead what pictures are put together from, bit by bit: whatever a message waits for comes in between."""
        loop = asyncio.get_running_loop()
        for step in steps:
            await loop.run_in_executor(self._thread, step)

    def _done(self, _drawing: asyncio.Future[Picture | None]) -> None:
        self._waiting -= 1

    def close(self) -> None:
        """Draw nothing any more; what is being drawn is forgotten."""
        self._thread.shutdown(wait=False, cancel_futures=True)
