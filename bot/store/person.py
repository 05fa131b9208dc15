"""All that is stored about one person, in every server, as plain values: what `/wizard my-data` hands out.

Of other people there is no more in it than their ids where something was counted against them. The interaction tokens
of panels never leave the store.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

import sqlalchemy as sa

from bot.store import mentions
from bot.store.schema import (
    attendance,
    audit,
    entry,
    exclusion,
    game,
    lesson,
    nudge,
    panel,
    played,
    player,
    record,
    result,
    review,
    standing,
    stat,
    streak,
)
from bot.store.values import Status

Row: TypeAlias = dict[str, Any]
"""A row by the names of its columns, as they are in `bot.store.schema`."""


@dataclass(frozen=True, slots=True)
class Held:
    """All that is stored about a person, each list in the order of its keys."""

    games: tuple[Row, ...]
    """Tables they opened or sat at; `opened` says which, `seats` what a record says of those they had or took over."""
    entries: tuple[Row, ...]
    """What the logs of tables that are not put away yet say of them."""
    results: tuple[Row, ...]
    reviews: tuple[Row, ...]
    standings: tuple[Row, ...]
    stats: tuple[Row, ...]
    streaks: tuple[Row, ...]
    played: tuple[Row, ...]
    exclusions: tuple[Row, ...]
    audit: tuple[Row, ...]
    """What they have changed as an admin, and what an admin has changed about them: `by_you` and `about_you`."""
    preferences: tuple[Row, ...]
    lesson: tuple[Row, ...]
    panels: tuple[Row, ...]
    nudges: tuple[Row, ...]
    names: tuple[str, ...]
    """Every name under which they are in any of this."""

    def __bool__(self) -> bool:
        return any(getattr(self, it.name) for it in fields(self))


def held(connection: sa.Connection, user_id: int) -> Held | None:
    """Read all that is stored about a person; None for nothing."""
    entries = _entries(connection, user_id)
    games = tuple(_games(connection, user_id, {it["game_id"] for it in entries}))
    results, standings = _own(connection, result, user_id), _own(connection, standing, user_id)
    named = [*results, *standings, *(it["entry"] for it in entries if it["entry"].get("user_id") == str(user_id))]
    names = {it["name"] for it in named if "name" in it} | {name for it in games for name in it.pop("names")}
    found = Held(
        games,
        entries,
        results,
        reviews=_reviews(connection, user_id),
        standings=standings,
        stats=_own(connection, stat, user_id),
        streaks=_own(connection, streak, user_id),
        played=_own(connection, played, user_id),
        exclusions=_own(connection, exclusion, user_id),
        audit=tuple(_audit(connection, user_id)),
        preferences=_own(connection, player, user_id),
        lesson=_own(connection, lesson, user_id),
        panels=_own(connection, panel, user_id, "token"),
        nudges=_own(connection, nudge, user_id),
        names=tuple(sorted(names)),
    )
    return found or None


def is_known(connection: sa.Connection, user_id: int) -> bool:
    """Read whether anything is stored about a person."""
    own = (attendance, result, exclusion, player, lesson, panel, nudge)
    somewhere = [
        *(sa.exists().where(table.c.user_id == user_id) for table in own),
        sa.exists().where(sa.or_(audit.c.user_id == user_id, audit.c.subject == str(user_id))),
        sa.exists().where(game.c.opened_by == user_id, sa.not_(game.c.archived)),
    ]
    return any(connection.scalar(sa.select(it)) for it in somewhere) or bool(_entries(connection, user_id))


# --- tables with a column for the person ---------------------------------------------------------


def _own(connection: sa.Connection, table: sa.Table, user_id: int, *without: str) -> tuple[Row, ...]:
    columns = [it for it in table.c if it.name not in ("user_id", *without)]
    rows = connection.execute(sa.select(*columns).where(table.c.user_id == user_id).order_by(*table.primary_key))
    return tuple(dict(row) for row in rows.mappings())


def _reviews(connection: sa.Connection, user_id: int) -> tuple[Row, ...]:
    mine = sa.and_(result.c.game_id == review.c.game_id, result.c.seat == review.c.seat, result.c.user_id == user_id)
    rows = connection.execute(sa.select(review).join(result, mine).order_by(*review.primary_key))
    return tuple(dict(row) for row in rows.mappings())


def _audit(connection: sa.Connection, user_id: int) -> Iterator[Row]:
    mine = sa.or_(audit.c.user_id == user_id, audit.c.subject == str(user_id))
    for row in connection.execute(sa.select(audit).where(mine).order_by(audit.c.id)).mappings():
        by_you, about_you = row["user_id"] == user_id, row["subject"] == str(user_id)
        shown = {name: value for name, value in row.items() if name != "user_id"}
        yield {**shown, "by_you": by_you, "about_you": about_you}


# --- games ---------------------------------------------------------------------------------------

_SHOWN: Final = tuple(
    game.c[name] for name in ("id", "guild_id", "channel_id", "status", "created_at", "ended_at", "opened_by")
)


def _games(connection: sa.Connection, user_id: int, logged: set[int]) -> Iterator[Row]:
    """Give the tables they opened, sat at or are in the record or the rematch of."""
    was_there = sa.select(attendance.c.game_id).where(attendance.c.user_id == user_id)
    opened = sa.and_(game.c.opened_by == user_id, sa.not_(game.c.archived))
    mine = sa.or_(game.c.id.in_(was_there), game.c.id.in_(logged), opened)
    seated = set(connection.scalars(sa.select(result.c.game_id).where(result.c.user_id == user_id)))
    rows = connection.execute(sa.select(*_SHOWN, game.c.rematch).where(mine).order_by(game.c.id))
    for row in rows.all():
        # Who has a result sat there: `results` says where. The others left their seat before the end.
        text = None if row.id in seated or row.status != Status.FINISHED else _record(connection, row.id)
        seats = mentions.seats_in_record(text, user_id)
        names = mentions.names_in_rematch(row.rematch, user_id) | {it["name"] for it in seats}
        shown = {column.name: getattr(row, column.name) for column in _SHOWN if column is not game.c.opened_by}
        yield {**shown, "opened": row.opened_by == user_id, "seats": seats, "names": names}


def _record(connection: sa.Connection, game_id: int) -> str | None:
    """Read the record of a game that is over; None also for one that can't be unpacked."""
    body = connection.scalar(sa.select(record.c.body).where(record.c.game_id == game_id))
    try:
        return None if body is None else zlib.decompress(body).decode()
    except (zlib.error, UnicodeDecodeError):
        return None


def _entries(connection: sa.Connection, user_id: int) -> tuple[Row, ...]:
    found = sa.select(entry).where(entry.c.body.contains(str(user_id))).order_by(entry.c.game_id, entry.c.seq)
    return tuple(
        {"game_id": row.game_id, "seq": row.seq, "entry": mentions.own_entry(row.body, user_id)}
        for row in connection.execute(found)
        if mentions.is_in_entry(row.body, user_id)
    )
