"""Finished tables that are no longer in memory, from their records."""

from __future__ import annotations

import asyncio
import logging

from bot.results import AI_ACCOUNT
from bot.store import Store
from bot.table import Occupant, Stage, Table
from engine.record import RecordError, SeatHolder, load

log = logging.getLogger(__name__)


async def finished(store: Store, game_id: int) -> Table | None:
    """Return a table as it was at the end of its game; None for a game of which no record is kept."""
    row, text = await store.game(game_id), await store.record(game_id)
    if row is None or text is None:
        return None
    try:
        record = await asyncio.to_thread(load, text)  # re-plays the game and recomputes its deals
    except RecordError as error:
        log.warning("The record of game %s can't be read: %s", game_id, error)
        return None
    return Table(
        row.id,
        row.guild_id,
        row.channel_id,
        record.options,
        row.secret,
        seats=tuple(map(_occupant, record.seats)),
        stage=Stage.FINISHED,
        game=record.game(),
        decided=(0,) * len(record.seats),
    )


def _occupant(holder: SeatHolder) -> Occupant:
    return Occupant(None if holder.player == AI_ACCOUNT else int(holder.player), holder.name)
