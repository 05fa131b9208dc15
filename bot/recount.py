"""Takes games into the statistics that are not in them yet, from their records, while the bot goes on with its work.

So it is after the update that brought the statistics, and after `Store.recount_statistics`. The store keeps the list of
such games, and one leaves it in the transaction that counts it: a restart goes on where the last one stopped.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from typing import Final

from bot.store import Store, StoreUnavailable, Tally
from bot.tallies import tallies
from engine.record import load

log = logging.getLogger(__name__)

_BATCH: Final = 64
_REST: Final = 0.02
"""Seconds between two games, for everything else: reading a record keeps the interpreter busy."""
_RETRY_SECONDS: Final = 30.0


async def count_waiting(store: Store, rest: float = _REST) -> None:
    """Count every game that is yet to be counted; wait out a failing database."""
    done = 0
    while True:
        try:
            batch = await store.uncounted(_BATCH)
            for game_id in batch:
                await store.count_game(game_id, await _tallies(store, game_id))
                done += 1
                await asyncio.sleep(rest)
        except StoreUnavailable:
            log.warning("Counting statistics waits: the database is not available")
            await asyncio.sleep(_RETRY_SECONDS)
            continue
        if not batch:
            if done:
                log.info("%d games were counted in the statistics", done)
            return


async def _tallies(store: Store, game_id: int) -> tuple[Tally, ...]:
    """Return what a game adds; nothing for one whose record can't be read."""
    try:
        text = await store.record(game_id)
        return () if text is None else await asyncio.to_thread(_read, text)
    except (ValueError, zlib.error) as error:  # a `RecordError`, or damage to what is stored
        log.warning("Game %s is left out of the statistics, its record can't be read: %s", game_id, error)
        return ()


def _read(text: str) -> tuple[Tally, ...]:
    record = load(text)
    return tallies(record, record.game())
