"""The seasons of servers: begun by the first game that counts or by hand, ended, named, and never deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from bot.rhythm import BETWEEN, period
from bot.store.audit import note
from bot.store.change import Change
from bot.store.schema import game, result, season
from bot.store.upsert import inserting
from bot.store.values import AuditLine, Ending, Season, SeasonStatus, StaleVersion, StoreError

_NEWEST_FIRST: Final = (season.c.started_at.desc(), season.c.season.desc())
_BY_HAND: Final = season.c.ends_at.is_(None)


# --- reading -------------------------------------------------------------------------------------


def seasons(connection: sa.Connection, guild_id: int) -> tuple[Season, ...]:
    """Read the seasons of a server, newest first."""
    return _read(connection, season.c.guild_id == guild_id)


def running(connection: sa.Connection, guild_id: int) -> Season | None:
    """Read the season a server has started by hand and not ended."""
    open_ = season.c.status == SeasonStatus.OPEN
    return next(iter(_read(connection, season.c.guild_id == guild_id, open_, _BY_HAND)), None)


def unposted(connection: sa.Connection) -> tuple[Season, ...]:
    """Read the seasons that are over, and of which the final standings are not posted."""
    return _read(connection, season.c.status == SeasonStatus.CLOSED)


def next_end(connection: sa.Connection) -> int | None:
    """Read when the calendar ends the next season."""
    ends = sa.select(sa.func.min(season.c.ends_at)).where(season.c.status == SeasonStatus.OPEN)
    instant: int | None = connection.scalar(ends)
    return instant


def last_channel(connection: sa.Connection, guild_id: int, key: str) -> int | None:
    """Read in which channel the last ranked game of a season was played."""
    of_season = (result.c.guild_id == guild_id, result.c.season == key, result.c.counted)
    channel = sa.select(game.c.channel_id).join(result, result.c.game_id == game.c.id).where(*of_season)
    return connection.scalar(channel.order_by(result.c.ended_at.desc(), result.c.game_id.desc()).limit(1))


def _read(connection: sa.Connection, *wanted: sa.ColumnElement[bool]) -> tuple[Season, ...]:
    rows = connection.execute(sa.select(season).where(*wanted).order_by(*_NEWEST_FIRST)).mappings()
    return tuple(Season(**{**row, "status": SeasonStatus(row["status"])}) for row in rows)


# --- games ---------------------------------------------------------------------------------------


def joined(connection: sa.Connection, guild_id: int, ending: Ending) -> str:
    """Return the season a game belongs to that ends now, and list it if the game counts.

    A month that had been closed is open again: its final standings are posted anew with this game.
    """
    key = ending.season
    kept = connection.execute(sa.select(season).where(_is(guild_id, key))).one_or_none()
    if kept is not None and kept.status != SeasonStatus.OPEN and kept.ends_at is None:
        # An admin has ended it between the last card and now.
        now = running(connection, guild_id)
        return BETWEEN if now is None else now.season
    if ending.counts and key != BETWEEN:
        _list(connection, guild_id, key, ending.ended_at, SeasonStatus.OPEN)
    return key


def list_missing(connection: sa.Connection, guild_id: int) -> None:
    """List the seasons of a server's results that are not: all as over and posted, but for the last one."""
    counted = (result.c.guild_id == guild_id, result.c.counted, result.c.season != BETWEEN)
    first = sa.func.min(result.c.ended_at)
    found = connection.execute(sa.select(result.c.season, first).where(*counted).group_by(result.c.season)).all()
    known = set(connection.scalars(sa.select(season.c.season).where(season.c.guild_id == guild_id)))
    missing = sorted((at, key) for key, at in found if key not in known)
    for at, key in missing:
        last = not known and key == missing[-1][1]
        _list(connection, guild_id, key, at, SeasonStatus.OPEN if last else SeasonStatus.POSTED)


def _list(connection: sa.Connection, guild_id: int, key: str, at: int, status: SeasonStatus) -> None:
    begins, ends = period(key) or (at, None)
    row = {"guild_id": guild_id, "season": key, "started_at": begins, "ends_at": ends, "status": status}
    statement = inserting(connection, season).values(row)
    again = {"status": status, "ended_at": None}
    connection.execute(statement.on_conflict_do_update(index_elements=("guild_id", "season"), set_=again))


def _is(guild_id: int, key: str) -> sa.ColumnElement[bool]:
    return sa.and_(season.c.guild_id == guild_id, season.c.season == key)


# --- changes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartSeason(Change):
    """Begin a season by hand; the one that ran is over. The audit line's subject is what it is called."""

    key: str
    name: str | None
    line: AuditLine

    def apply(self, connection: sa.Connection) -> None:
        """End what runs, list the new one, note who did it."""
        note(connection, self.line)
        over = {"status": SeasonStatus.CLOSED, "ended_at": self.line.at}
        running_ = sa.and_(season.c.guild_id == self.line.guild_id, season.c.status == SeasonStatus.OPEN)
        connection.execute(sa.update(season).where(running_).values(over))
        begun: dict[str, Any] = {"guild_id": self.line.guild_id, "season": self.key, "name": self.name}
        begun |= {"started_at": self.line.at, "status": SeasonStatus.OPEN}
        connection.execute(sa.insert(season), begun)


@dataclass(frozen=True, slots=True)
class EndSeason(Change):
    """End a season that was begun by hand."""

    key: str
    line: AuditLine

    def apply(self, connection: sa.Connection) -> None:
        """Close it, note who did it; raise StaleVersion where it doesn't run any more."""
        note(connection, self.line)
        mine = sa.and_(_is(self.line.guild_id, self.key), season.c.status == SeasonStatus.OPEN, _BY_HAND)
        over = {"status": SeasonStatus.CLOSED, "ended_at": self.line.at}
        if connection.execute(sa.update(season).where(mine).values(over)).rowcount != 1:
            raise StaleVersion

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that it is over already."""
        return StaleVersion(f"season {self.key} doesn't run")


@dataclass(frozen=True, slots=True)
class RenameSeason(Change):
    """Call a season something else; its key stays."""

    key: str
    name: str
    line: AuditLine

    def apply(self, connection: sa.Connection) -> None:
        """Replace the name, note who did it; raise StaleVersion for a season that isn't listed."""
        note(connection, self.line)
        renamed = sa.update(season).where(_is(self.line.guild_id, self.key)).values(name=self.name)
        if connection.execute(renamed).rowcount != 1:
            raise StaleVersion

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that there is no such season."""
        return StaleVersion(f"there is no season {self.key}")


@dataclass(frozen=True, slots=True)
class CloseDue(Change):
    """End the seasons whose time in the calendar is over."""

    now: int

    def apply(self, connection: sa.Connection) -> None:
        """Close them where the calendar says, however late this is."""
        due = sa.and_(season.c.status == SeasonStatus.OPEN, season.c.ends_at <= self.now)
        over = {"status": SeasonStatus.CLOSED, "ended_at": season.c.ends_at}
        connection.execute(sa.update(season).where(due).values(over))


@dataclass(frozen=True, slots=True)
class MarkPosted(Change):
    """Note that the final standings of a season are posted, or never can be."""

    guild_id: int
    key: str

    def apply(self, connection: sa.Connection) -> None:
        """Note it; nothing for a season that runs again."""
        closed = sa.and_(_is(self.guild_id, self.key), season.c.status == SeasonStatus.CLOSED)
        connection.execute(sa.update(season).where(closed).values(status=SeasonStatus.POSTED))
