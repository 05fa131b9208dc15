"""The one way into the database: changes that arrive together share a transaction."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from bot import metrics
from bot.store.change import Change
from bot.store.changes import apply_all
from bot.store.database import Database, unavailable
from bot.store.values import StaleVersion, StoreError, StoreUnavailable

BATCH: Final = 256
QUEUE: Final = 4 * BATCH


class _Job:
    """A change and the caller who waits for it."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(self, error: BaseException | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Commits changes in groups; a change that is refused does not touch its neighbours.

    Its task exists only while there is something to write.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._room = asyncio.Semaphore(QUEUE)
        self._waiting: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.alone = asyncio.Lock()
        """Who holds it writes, and nobody else does; changes wait meanwhile."""
        self.written_at = time.monotonic()
        """When a transaction last went through; the one that opened the store did."""
        self.failing = False
        """Whether the database failed the last time."""

    @property
    def waiting(self) -> int:
        """Return how many changes wait for their transaction."""
        return len(self._waiting)

    async def write(self, change: Change) -> None:
        """Return once the change is committed, or raise why it is not."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        async with self._room:
            job = _Job(change)
            self._waiting.append(job)
            if self._task is None or self._task.done():
                self._start()
            await job.done

    async def close(self) -> None:
        """Take no more changes and wait until the ones taken are settled."""
        self._closed = True
        for _ in range(QUEUE):  # first come, first served: whoever is before us is served before us
            await self._room.acquire()
        if self._task is not None:
            await asyncio.wait([self._task])  # a cancelled caller leaves before its change is settled

    def _start(self) -> None:
        taken: list[_Job] = []
        self._task = asyncio.create_task(self._drain(taken), name="store writer")
        # Not a `finally`: a task that is cancelled before its first step never gets to one.
        self._task.add_done_callback(partial(self._stopped, taken))

    def _stopped(self, taken: list[_Job], task: asyncio.Task[None]) -> None:
        if task is self._task:  # else the next task has taken over who waits
            taken = [*taken, *self._waiting]
            self._waiting.clear()
        for job in taken:
            job.settle(StoreUnavailable("the writer was interrupted"))

    async def _drain(self, taken: list[_Job]) -> None:
        while self._waiting:
            taken[:] = self._next_batch()
            await self._write(taken)
        taken.clear()

    def _next_batch(self) -> list[_Job]:
        jobs: list[_Job] = []
        while self._waiting and len(jobs) < BATCH:
            job = self._waiting.popleft()
            if not job.done.cancelled():
                jobs.append(job)
        return jobs

    async def _write(self, jobs: Sequence[_Job]) -> None:
        if not jobs:  # every caller was cancelled
            return
        error = await self._attempt([job.change for job in jobs])
        if len(jobs) > 1 and error is not None and not _is_outage(error):
            for job in jobs:
                await self._write([job])
            return
        for job in jobs:
            job.settle(await self._explained(job.change, error))

    async def _attempt(self, changes: Sequence[Change]) -> BaseException | None:
        # Gathered so that any error at all reaches the callers instead of leaving them waiting.
        began = time.perf_counter()
        [error] = await asyncio.gather(self._commit(changes), return_exceptions=True)
        self.failing = error is not None and _is_outage(error)
        if error is None:
            self.written_at = time.monotonic()
            metrics.wrote(len(changes), time.perf_counter() - began)
        return error

    async def _commit(self, changes: Sequence[Change]) -> None:
        async with self.alone:
            await self._database.commit(lambda connection: apply_all(connection, changes))

    async def _explained(self, change: Change, error: BaseException | None) -> BaseException | None:
        match error:
            case IntegrityError() | StaleVersion():
                return await self._refusal(change)
            case SQLAlchemyError() | OSError():
                return unavailable(error)
            case ValueError():  # text that cannot be encoded; its message would quote it
                return StoreError(f"the change cannot be stored: {type(error).__name__}")
        return error

    async def _refusal(self, change: Change) -> StoreError:
        try:
            async with self._database.reader.connect() as connection:
                return await connection.run_sync(change.refusal)
        except (SQLAlchemyError, OSError) as error:
            return unavailable(error)


def _is_outage(error: BaseException) -> bool:
    # One by one would wait for the database again and again; and after a COMMIT that broke off,
    # changes that did happen would look stale.
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, OperationalError)
    return isinstance(error, OSError)
