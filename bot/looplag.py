"""How late the event loop is: while it does one thing, every click waits."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final

log = logging.getLogger(__name__)

LATE_SECONDS: Final = 0.5
"""So late is worth a line in the log: Discord waits three seconds for an answer."""
_BEAT_SECONDS: Final = 1.0
_REMEMBERED: Final = 30
"""Beats."""
_QUIET_SECONDS: Final = 60.0
"""Between two lines in the log."""


class LoopLag:
    """Wakes once a second and looks how late that is."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lags: deque[float] = deque(maxlen=_REMEMBERED)
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._said_at = -_QUIET_SECONDS

    @property
    def worst(self) -> float:
        """Return the longest lag of the last half minute, in seconds."""
        return max(self._lags, default=0.0)

    def start(self) -> None:
        """Begin to look."""
        self._due = self._loop.time() + _BEAT_SECONDS
        self._timer = self._loop.call_at(self._due, self._beat)

    def stop(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _beat(self) -> None:
        now = self._loop.time()
        lag = max(0.0, now - self._due)
        self._lags.append(lag)
        if lag >= LATE_SECONDS and now - self._said_at >= _QUIET_SECONDS:
            self._said_at = now
            log.warning("The event loop was late by %.1f s: clicks waited so long", lag)
        self.start()
