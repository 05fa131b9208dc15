"""The one clock of all tables: it wakes at the earliest deadline and lets what is due happen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from bot.background import Background
from bot.reach import UNREACHABLE
from bot.store import Store, StoreError
from bot.table import Refused, Table
from bot.tables import StaleDecision, Tables

log = logging.getLogger(__name__)

ALIVE_SECONDS: Final = 30.0
"""How often the clock notes that it runs: so much of a crash may count as somebody's time."""
_RETRY_MILLISECONDS: Final = 5000
_LONG: Final = 3_600_000


class Deadlines:
    """Minds the deadlines of all tables; nothing waits while no table does."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        background: Background,
        *,
        clock: Callable[[], datetime],
        can_be_shown: Callable[[int], bool],
        notice_gone: Callable[[Table, int], Awaitable[bool]],
    ) -> None:
        self._tables = tables
        self._store = store
        self._background = background
        self._clock = clock
        self._can_be_shown = can_be_shown
        self._notice_gone = notice_gone
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0
        self._held_since: int | None = None
        self._resting = True
        """Whether no table waited, so that nothing was noted."""

    def watch(self, table: Table) -> None:
        """Hear of a changed table."""
        if table.deadline is not None and self._resting:  # else a restart would take the rest for downtime
            self._resting = False
            self._background.run(self._note_alive(self._now()), "noting that the bot is there")
        if table.deadline is not None and (self._timer is None or table.deadline < self._wakes_at):
            self._wake_at(table.deadline)

    def close(self) -> None:
        """Wake no more."""
        if self._timer is not None:
            self._timer.cancel()

    # --- times in which nobody can act ----------------------------------------------------------

    def hold(self) -> None:
        """Stop the time of everybody: Discord can't be heard."""
        if self._held_since is None:
            self._held_since = self._now()

    @property
    def held(self) -> bool:
        """Return whether time stands still."""
        return self._held_since is not None

    async def release(self) -> None:
        """Let time go on, and give back what has passed since `hold`."""
        if self._held_since is not None:
            passed, self._held_since = self._now() - self._held_since, None
            await self._tables.postpone(passed)

    # --- waking ---------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock().timestamp() * 1000)

    def _wake_at(self, instant: int) -> None:
        self.close()
        seconds = min(max(0, instant - self._now()) / 1000, ALIVE_SECONDS)
        self._wakes_at = self._now() + int(seconds * 1000)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        self._background.run(self._mind(self._wakes_at), "minding the deadlines")

    async def _mind(self, meant_for: int) -> None:
        """Do what is due, then sleep until the next deadline."""
        self._timer = None
        try:
            await self._note_alive(meant_for)
            for table in self._tables.waiting:
                if self._held_since is None and table.deadline is not None and table.deadline <= self._now():
                    await self._due(table)
        finally:
            waiting = [table.deadline for table in self._tables.waiting if table.deadline is not None]
            self._resting = not waiting
            if waiting:
                earliest = min(waiting)
                # What could not be done is tried again, but not at once; `_wake_at` never sleeps for too long.
                soon = self._now() + (_RETRY_MILLISECONDS if self._held_since is None else _LONG)
                self._wake_at(earliest if earliest > self._now() else soon)

    async def _note_alive(self, meant_for: int) -> None:
        """Note that the clock runs; give back what has passed when it wakes much too late: the computer slept."""
        slept = self._now() - meant_for > ALIVE_SECONDS * 1000
        if self._held_since is not None:  # after a restart, too, this time is given back
            self._held_since = min(self._held_since, meant_for) if slept else self._held_since
            return
        try:
            if slept:
                await self._tables.postpone(self._now() - meant_for)
            else:
                await self._store.postpone(0, self._now())
        except StoreError:
            log.warning("The clock can't be noted: the database is not available")

    async def _due(self, table: Table) -> None:
        if not self._can_be_shown(table.id):
            self._tables.give_time(table.id)  # whoever's turn it is may not even know
            return
        try:
            for user_id in table.awaited:
                await self._notice_gone(table, user_id)
            await self._tables.time_out(table.id)
        except (StaleDecision, Refused):
            log.debug("Table %s: a person was faster than the clock", table.id)
        except (StoreError, *UNREACHABLE):
            log.warning("Table %s: what is due waits, the database is not available", table.id)
        except Exception:  # one table's fault must not stop the clock of the others
            log.exception("Table %s: what is due failed", table.id)
            self._tables.give_time(table.id)
