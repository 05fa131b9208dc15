"""A bar on stderr that says how far something is; nothing where stderr is no terminal."""

from __future__ import annotations

import time
from typing import Final, TextIO

_WIDTH: Final = 30
_EVERY: Final = 0.1
"""Seconds between two drawings."""


class Progress:
    """Draws the bar in one line and wipes it at the end."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self._stream = stream
        self._total = total
        self._began = self._drawn = time.monotonic()
        self._is_shown = stream.isatty()

    def show(self, done: int) -> None:
        """Draw how much is done, and how long the rest will take at this rate."""
        now = time.monotonic()
        if not self._is_shown or (now - self._drawn < _EVERY and done < self._total):
            return
        self._drawn = now
        full = _WIDTH * done // self._total
        left = round((now - self._began) * (self._total - done) / max(done, 1))
        bar = "#" * full + "." * (_WIDTH - full)
        self._stream.write(f"\r[{bar}] {done}/{self._total} games, {left // 60}:{left % 60:02} left \x1b[K")
        self._stream.flush()

    def wipe(self) -> None:
        """Leave an empty line."""
        if self._is_shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
