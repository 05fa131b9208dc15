"""At which tables that are over a person was: without it somebody could only be found by reading every record."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store import mentions
from bot.store.schema import attendance, game
from bot.store.upsert import inserting
from bot.store.values import Ending


def note(connection: sa.Connection, game_id: int, ending: Ending) -> None:
    """Note everybody whom a game names that ends now: who opened it, sat down, took over, or is asked for a rematch."""
    opened_by = connection.execute(sa.select(game.c.opened_by).where(game.c.id == game_id)).scalar_one()
    people = {opened_by, *(seat.user_id for seat in ending.results)}
    people |= mentions.in_rematch(ending.rematch) | mentions.in_record(ending.record)
    rows = [{"user_id": person, "game_id": game_id} for person in sorted(people)]
    connection.execute(inserting(connection, attendance).on_conflict_do_nothing(), rows)
