"""How far people are in the guided hand, and who has been offered it; each write is a `Change` like all others."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from bot.store.change import Change
from bot.store.schema import lesson, result
from bot.store.upsert import inserting
from bot.store.values import StaleVersion, StoreError


@dataclass(frozen=True, slots=True)
class OfferLesson(Change):
    """Remember that somebody is offered the guided hand, unless they know of it already."""

    user_id: int

    def apply(self, connection: sa.Connection) -> None:
        """Insert the row that everybody has who knows of it; refuse where there is one."""
        row = {"user_id": self.user_id, "body": "", "offered": True}
        offer = inserting(connection, lesson).values(row).on_conflict_do_nothing()
        if connection.execute(offer).rowcount != 1:
            raise StaleVersion

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that it was too late."""
        return StaleVersion("the lesson was offered or begun before")


@dataclass(frozen=True, slots=True)
class SaveLesson(Change):
    """Remember how far somebody is, if they are still where they were."""

    user_id: int
    before: str
    body: str

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace it; refuse where another click has moved on from `before`."""
        row = {"user_id": self.user_id, "body": self.body, "offered": False}
        same = lesson.c.body == self.before
        kept = inserting(connection, lesson).values(row)
        kept = kept.on_conflict_do_update(index_elements=["user_id"], set_={"body": self.body}, where=same)
        if connection.execute(kept).rowcount != 1:
            raise StaleVersion

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that another click was faster."""
        return StaleVersion("the lesson has moved on")


def body(connection: sa.Connection, user_id: int) -> str | None:
    """Read how far somebody is."""
    return connection.scalar(sa.select(lesson.c.body).where(lesson.c.user_id == user_id))


def is_newcomer(connection: sa.Connection, user_id: int) -> bool:
    """Read whether somebody has neither finished a game nor heard of the guided hand."""
    played = sa.exists().where(result.c.user_id == user_id)
    knows = sa.exists().where(lesson.c.user_id == user_id)
    return not connection.scalar(sa.select(sa.or_(knows, played)))
