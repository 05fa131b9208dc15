"""Servers that removed the bot: when that was, and everything held about them deleted.

What a person has chosen, and how far they are in the guided hand, is theirs and of no server: it stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.store import standings, statistics
from bot.store.change import Change
from bot.store.changes import SetFact
from bot.store.forgetting import UNCLEAN
from bot.store.schema import game, guild, metadata, result, standing
from bot.store.upsert import inserting

ROWS: Final = 2_000
"""Deleted in one transaction: so long (about 50 ms) what happens at tables may wait."""
GAMES: Final = 200
"""The same, with all that belongs to them."""

OF_SERVERS: Final = tuple(table for table in metadata.sorted_tables if "guild_id" in table.columns)
"""Every table that names the server itself."""
OF_GAMES: Final = tuple(table for table in metadata.sorted_tables if "game_id" in table.columns)
"""Every table that belongs to a game."""
_REST: Final = tuple(it for it in OF_SERVERS if it not in (standing, game, guild, *OF_GAMES))


# --- reading -------------------------------------------------------------------------------------


def known(connection: sa.Connection) -> tuple[int, ...]:
    """Read every server something is held about, unless it is noted as one that removed the bot."""
    anywhere = sa.union(*(sa.select(table.c.guild_id).distinct() for table in OF_SERVERS)).subquery()
    noted = sa.select(guild.c.guild_id).where(guild.c.removed_at.is_not(None))
    wanted = sa.select(anywhere.c.guild_id).where(anywhere.c.guild_id.not_in(noted))
    return tuple(connection.scalars(wanted.order_by(anywhere.c.guild_id)))


def removed(connection: sa.Connection) -> tuple[tuple[int, int], ...]:
    """Read the servers that removed the bot, and when, the earliest first."""
    noted = sa.select(guild.c.guild_id, guild.c.removed_at).where(guild.c.removed_at.is_not(None))
    rows = connection.execute(noted.order_by(guild.c.removed_at, guild.c.guild_id))
    return tuple((row.guild_id, row.removed_at) for row in rows)


def _removed_at(connection: sa.Connection, guild_id: int) -> int | None:
    at: int | None = connection.scalar(sa.select(guild.c.removed_at).where(guild.c.guild_id == guild_id))
    return at


def _any(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> bool:
    return bool(connection.scalar(sa.select(sa.exists().where(*wanted))))


# --- changes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoteRemoved(Change):
    """Note when a server removed the bot; the first note holds."""

    guild_id: int
    at: int

    def apply(self, connection: sa.Connection) -> None:
        """Note it, unless nothing is held about the server."""
        if not any(_any(connection, table.c.guild_id == self.guild_id) for table in OF_SERVERS):
            return
        statement = inserting(connection, guild).values(guild_id=self.guild_id, removed_at=self.at)
        first = sa.func.coalesce(guild.c.removed_at, statement.excluded.removed_at)
        connection.execute(statement.on_conflict_do_update(index_elements=["guild_id"], set_={"removed_at": first}))


@dataclass(frozen=True, slots=True)
class NoteBack(Change):
    """Note that a server has the bot again."""

    guild_id: int

    def apply(self, connection: sa.Connection) -> None:
        """Forget when it was removed; count what is left again where deleting had begun."""
        standings.lock(connection, self.guild_id)
        again = sa.update(guild).where(guild.c.guild_id == self.guild_id, guild.c.removed_at.is_not(None))
        if connection.execute(again.values(removed_at=None)).rowcount != 1:
            return
        ranked = _any(connection, result.c.guild_id == self.guild_id, result.c.counted, ~result.c.excluded)
        if ranked and not _any(connection, standing.c.guild_id == self.guild_id):
            standings.rebuild_server(connection, self.guild_id)
            statistics.clear(connection, self.guild_id)


@dataclass(frozen=True, slots=True)
class DeleteSome(Change):
    """Delete a piece of what is held about a server that removed the bot at a certain instant."""

    guild_id: int
    removed_at: int

    def apply(self, connection: sa.Connection) -> None:
        """Delete so many rows; nothing where the server has the bot again, or removed it anew."""
        standings.lock(connection, self.guild_id)
        if _removed_at(connection, self.guild_id) != self.removed_at:
            return
        # Without standings it shows that a server's data isn't whole any more; its own row goes when all else is gone.
        if _deleted(connection, standing, self.guild_id) or _deleted_games(connection, self.guild_id):
            return
        if not any(_deleted(connection, table, self.guild_id) for table in _REST):
            connection.execute(sa.delete(guild).where(guild.c.guild_id == self.guild_id))
            SetFact(UNCLEAN, "1").apply(connection)


def _deleted(connection: sa.Connection, table: sa.Table, guild_id: int) -> bool:
    """Delete a piece of a server's rows; return whether there may be more."""
    keys = list(table.primary_key.columns)
    some = sa.select(*keys).where(table.c.guild_id == guild_id).limit(ROWS)
    return connection.execute(sa.delete(table).where(sa.tuple_(*keys).in_(some))).rowcount == ROWS


def _deleted_games(connection: sa.Connection, guild_id: int) -> bool:
    """Delete a piece of a server's games, each whole; return whether there may be more."""
    some = sa.select(game.c.id).where(game.c.guild_id == guild_id).limit(GAMES)
    ids = connection.scalars(some).all()
    for table in OF_GAMES:
        connection.execute(sa.delete(table).where(table.c.game_id.in_(ids)))
    connection.execute(sa.delete(game).where(game.c.id.in_(ids)))
    return len(ids) == GAMES
