"""Finished tables that are no longer in memory, from their records."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot import rematch
from bot.store import GameRow, Store
from bot.table import Occupant, Stage, Table
from bot.tablesettings import TableSettings
from engine.ai.levels import Level
from engine.record import AI, Record, RecordError, SeatHolder, load
from engine.state import Game

log = logging.getLogger(__name__)

_NOBODY: Final = 0
"""The account of a person whose own is no longer in the record."""


async def finished(store: Store, game_id: int) -> Table | None:
    """Return a table as it was at the end of its game; None for a game of which no record is kept."""
    row, text = await store.game(game_id), await store.record(game_id)
    if row is None or text is None:
        return None
    return await asyncio.to_thread(_read_table, row, text)


def _read_table(row: GameRow, text: str) -> Table | None:
    record = read(row.id, text)
    return None if record is None else table_of(row, record, record.game())


def read(game_id: int, text: str) -> Record | None:
    """Return a record, re-played and with its deals recomputed; None for one that this version can't read."""
    try:
        return load(text)
    except RecordError as error:
        log.warning("The record of game %s can't be read: %s", game_id, error)
        return None


def table_of(row: GameRow, record: Record, game: Game) -> Table:
    """Return the table of a record as it was at the end, with its finished game."""
    return Table(
        row.id,
        row.guild_id,
        row.channel_id,
        record.options,
        row.secret,
        seats=occupants(record, len(record.actions)),
        stage=Stage.FINISHED,
        game=game,
        decided=(0,) * len(record.seats),
        settings=_settings(row),
    )


def _settings(row: GameRow) -> TableSettings:
    """Return how the table was run, as far as that is kept."""
    last = rematch.read(row)
    return TableSettings() if last is None else last.settings


def occupants(record: Record, actions: int) -> tuple[Occupant, ...]:
    """Return who held the seats after so many actions."""
    taken_over = {it.seat: it.holder for it in record.handovers if it.since <= actions}
    return tuple(_occupant(taken_over.get(seat, holder)) for seat, holder in enumerate(record.seats))


def _occupant(holder: SeatHolder) -> Occupant:
    if holder.player == AI:
        return Occupant(None, holder.name, level=_level(holder.level))
    return Occupant(int(holder.player) if holder.player.removeprefix("-").isdecimal() else _NOBODY, holder.name)


def _level(word: str | None) -> Level | None:
    """Return the level of an AI player in a finished game; None where it isn't known."""
    return Level(word) if word in list(Level) else None
