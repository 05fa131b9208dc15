"""What becomes of the things that are to change a table, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot import metrics
from bot.store import StoreError
from bot.table import Refused
from engine.actions import IllegalAction


@contextmanager
def counted(kind: str, *, stale: type[Exception], accepted: bool = True) -> Iterator[None]:
    """Count how this ends, under the name of what is done; `accepted`: also when it ends well."""
    try:
        yield
    except (Refused, IllegalAction):
        metrics.acted(kind, "refused")
        raise
    except stale:
        metrics.acted(kind, "stale")
        raise
    except StoreError:
        metrics.acted(kind, "failed")
        raise
    if accepted:
        metrics.acted(kind, "accepted")
