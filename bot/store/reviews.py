"""Reviews of finished games: one for each game and seat, which says nothing of who sat there."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import sqlalchemy as sa

from bot.store.change import Change
from bot.store.schema import review
from bot.store.upsert import inserting


@dataclass(frozen=True, slots=True)
class SaveReview(Change):
    """Keep the review of a seat in the place of an older one."""

    game_id: int
    seat: int
    body: str

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace it; a game that is no more refuses it."""
        kept = inserting(connection, review).values(asdict(self))
        connection.execute(
            kept.on_conflict_do_update(index_elements=["game_id", "seat"], set_={"body": kept.excluded.body})
        )


def body(connection: sa.Connection, game_id: int, seat: int) -> str | None:
    """Read the review of a seat."""
    return connection.scalar(sa.select(review.c.body).where(review.c.game_id == game_id, review.c.seat == seat))
