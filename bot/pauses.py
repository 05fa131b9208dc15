"""Short pauses: how the interpreter divides its time, set for a process that answers while it works."""

from __future__ import annotations

import gc
import sys
from typing import Final

_SWITCH_SECONDS: Final = 0.0005
"""So long a thread that waits lets another go on. The one that commits waits several times for each commit."""
_GARBAGE: Final = (5_000, 20, 100)
"""So many new objects are looked through at once; all tables are looked through seldom: that takes a second."""


def shorten_pauses() -> None:
    """Let threads take turns more often, and look less often for objects that only hold each other."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.set_threshold(*_GARBAGE)
