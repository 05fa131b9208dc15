"""The database file cleaned of what was deleted from it on purpose: now if it is small, else at the next start."""

from __future__ import annotations

import logging

from bot.store import Store, StoreError

log = logging.getLogger(__name__)


async def scrub(store: Store) -> None:
    """Leave nothing in the file of what was forgotten; say so in the log where that has to wait."""
    try:
        if not await store.scrub():
            log.info("The database file is large: the next start cleans it of what was forgotten")
    except StoreError:
        log.warning("The database file can't be cleaned of what was forgotten now; the next start does it")
