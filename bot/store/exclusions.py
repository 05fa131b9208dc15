"""Games and people that admins keep out of a server's standings; what was played stays stored."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import sqlalchemy as sa

from bot.store import standings, statistics
from bot.store.audit import note
from bot.store.change import Change
from bot.store.schema import exclusion, result
from bot.store.values import AuditLine, CountedGame, StaleVersion, StoreError
from bot.store.valuing import revalue


@dataclass(frozen=True, slots=True)
class ExcludeGame(Change):
    """Take a game out of its server's standings, or put it back; the ratings after it follow."""

    game_id: int
    excluded: bool
    line: AuditLine

    def apply(self, connection: sa.Connection) -> None:
        """Mark its results and count again; raise StaleVersion where nothing changes by it."""
        guild_id = self.line.guild_id
        standings.lock(connection, guild_id)
        note(connection, self.line)
        mine = sa.and_(result.c.game_id == self.game_id, result.c.guild_id == guild_id, result.c.counted)
        rows = connection.execute(sa.select(result.c.user_id, result.c.ended_at, result.c.excluded).where(mine)).all()
        if not rows or rows[0].excluded == self.excluded:
            raise StaleVersion
        worthless = {"season_points": 0, "mu": None, "sigma": None}
        connection.execute(sa.update(result).where(mine).values(excluded=self.excluded, **worthless))
        valued = revalue(connection, guild_id, (rows[0].ended_at, self.game_id))
        standings.recount(connection, guild_id, valued.people | {row.user_id for row in rows})
        statistics.clear(connection, guild_id)  # streaks can't be taken apart: its games are counted again

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that it changes nothing."""
        return StaleVersion(f"game {self.game_id} doesn't count, or is as it should be")


@dataclass(frozen=True, slots=True)
class ExcludePerson(Change):
    """Keep somebody out of a server's standings, or let them in again with all they have played.

    Who played against them keeps what that brought: the games took place.
    """

    user_id: int
    excluded: bool
    line: AuditLine

    def apply(self, connection: sa.Connection) -> None:
        """Note it and count the person again; raise StaleVersion where nothing changes by it."""
        guild_id = self.line.guild_id
        standings.lock(connection, guild_id)
        note(connection, self.line)
        if self.excluded:
            connection.execute(sa.insert(exclusion), {"guild_id": guild_id, "user_id": self.user_id})
        else:
            mine = sa.and_(exclusion.c.guild_id == guild_id, exclusion.c.user_id == self.user_id)
            if connection.execute(sa.delete(exclusion).where(mine)).rowcount != 1:
                raise StaleVersion
        standings.recount(connection, guild_id, {self.user_id})

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that it changes nothing."""
        return StaleVersion(f"person {self.user_id} is as they should be")


def people(connection: sa.Connection, guild_id: int) -> tuple[int, ...]:
    """Read who is kept out of a server's standings."""
    own = sa.select(exclusion.c.user_id).where(exclusion.c.guild_id == guild_id)
    return tuple(connection.scalars(own.order_by(exclusion.c.user_id)))


def games(connection: sa.Connection, guild_id: int, limit: int, *, excluded: bool) -> tuple[CountedGame, ...]:
    """Read a server's last counted games, or those taken out, newest first; each with its people, best first."""
    own = sa.and_(result.c.guild_id == guild_id, result.c.counted, result.c.excluded == excluded)
    newest = (result.c.ended_at.desc(), result.c.game_id.desc())
    # A game has as many rows as ranked people, so `limit` games are in six times as many.
    rows = connection.execute(
        sa.select(result).where(own).order_by(*newest, result.c.place, result.c.seat).limit(6 * limit)
    ).all()
    found: defaultdict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    for row in rows:
        found[row.game_id, row.ended_at].append((row.name, row.points))
    listed = [CountedGame(game_id, at, excluded, tuple(seats)) for (game_id, at), seats in found.items()]
    return tuple(listed[:limit])
