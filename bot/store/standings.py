"""Standings per guild, season and person, and of all seasons together: kept up to date, counted again."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, Self

import sqlalchemy as sa

from bot.ranking import Rating
from bot.rhythm import ALL_TIME, BETWEEN
from bot.store import seasons
from bot.store.schema import exclusion, fact, result, standing
from bot.store.upsert import inserting
from bot.store.valuing import BEGINNING, RANKED, ranked_results, revalue

OUTDATED: Final = "standings"
"""The fact by which a migration asks for the standings to be counted again."""
_KEY: Final = ("guild_id", "season", "user_id")
_MANY: Final = 1_000
"""People to be counted again one by one; of more all of the server are."""


@dataclass(slots=True)
class Tally:
    """What somebody's ranked results add up to."""

    name: str = ""
    games: int = 0
    wins: int = 0
    points: int = 0
    exact: int = 0
    bids: int = 0
    season_points: int = 0
    mu: float = 0.0
    sigma: float = 0.0

    @classmethod
    def of(cls, row: sa.Row[Any]) -> Self:
        """Return what is kept."""
        return cls(**{name: getattr(row, name) for name in cls.__dataclass_fields__})

    def count(self, row: sa.Row[Any]) -> None:
        """Add a result; the last one to end gives the name and the rating."""
        self.name = row.name
        self.games += 1
        self.wins += row.place == 1 and not row.away
        self.points += row.points
        self.exact += row.exact
        self.bids += row.bids
        self.season_points += row.season_points
        self.mu, self.sigma = row.mu, row.sigma

    def columns(self) -> dict[str, Any]:
        """Return it with what the leaderboard is sorted by."""
        # Not `asdict`, which copies every number deeply: a rebuild does this a hundred thousand times.
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {
            "average": self.season_points / self.games,
            # Who has never bid is below everybody who has.
            "share": self.exact / self.bids if self.bids else -1.0,
            "rating": Rating(self.mu, self.sigma).floor,
        }


def add(connection: sa.Connection, guild_id: int, game_id: int, ended_at: int) -> None:
    """Take one counted game, whose results are stored, into the standings."""
    lock(connection, guild_id)
    valued = revalue(connection, guild_id, (ended_at, game_id))
    rows = connection.execute(sa.select(result).where(result.c.game_id == game_id, RANKED)).all()
    people = {row.user_id for row in rows}
    if valued.games > 1:  # games that ended later are in already: the ratings after them follow from this one
        recount(connection, guild_id, valued.people | people)
        return
    listed = [row for row in rows if row.user_id not in _excluded(connection, guild_id, people)]
    tallies = _kept(connection, guild_id, listed)
    _count(tallies, listed)
    _write(connection, guild_id, tallies)


def recount(connection: sa.Connection, guild_id: int, people: Collection[int] | None = None) -> None:
    """Count the standings of some people, or of all in a server, again from their results."""
    people = None if people is None or len(people) > _MANY else people
    own = standing.c.guild_id == guild_id
    connection.execute(sa.delete(standing).where(own if people is None else own & standing.c.user_id.in_(people)))
    left_out = _excluded(connection, guild_id, people)
    tallies: dict[tuple[str, int], Tally] = {}
    rows = ranked_results(connection, guild_id, people=people)
    _count(tallies, (row for row in rows if row.user_id not in left_out))
    _write(connection, guild_id, tallies)


def rebuild(connection: sa.Connection) -> None:
    """Count every standing again from the results, and with it what each of them is worth."""
    connection.execute(sa.delete(standing))
    for guild_id in connection.scalars(sa.select(result.c.guild_id).distinct().order_by(result.c.guild_id)).all():
        rebuild_server(connection, guild_id)


def rebuild_server(connection: sa.Connection, guild_id: int) -> None:
    """Count a server's standings again from its results, and with it what each of them is worth."""
    lock(connection, guild_id)
    revalue(connection, guild_id, BEGINNING)
    seasons.list_missing(connection, guild_id)
    recount(connection, guild_id)


def refresh(connection: sa.Connection) -> None:
    """Count every standing again if a migration has asked for it."""
    if connection.execute(sa.delete(fact).where(fact.c.key == OUTDATED)).rowcount:
        rebuild(connection)


def lock(connection: sa.Connection, guild_id: int) -> None:
    """Keep other processes from a server's standings until the transaction is over: what is read here is added to."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(guild_id)))


def _excluded(connection: sa.Connection, guild_id: int, people: Collection[int] | None) -> frozenset[int]:
    wanted = sa.select(exclusion.c.user_id).where(exclusion.c.guild_id == guild_id)
    if people is not None:
        wanted = wanted.where(exclusion.c.user_id.in_(people))
    return frozenset(connection.scalars(wanted))


def _kept(connection: sa.Connection, guild_id: int, rows: Collection[sa.Row[Any]]) -> dict[tuple[str, int], Tally]:
    """Return what is kept of the people and seasons of these results."""
    people, periods = {row.user_id for row in rows}, {ALL_TIME, *(row.season for row in rows)}
    wanted = sa.select(standing).where(standing.c.guild_id == guild_id, standing.c.season.in_(periods))
    kept = connection.execute(wanted.where(standing.c.user_id.in_(people)))
    return {(row.season, row.user_id): Tally.of(row) for row in kept}


def _count(tallies: dict[tuple[str, int], Tally], rows: Iterable[sa.Row[Any]]) -> None:
    for row in rows:
        for season in (ALL_TIME,) if row.season == BETWEEN else (ALL_TIME, row.season):
            tallies.setdefault((season, row.user_id), Tally()).count(row)


def _write(connection: sa.Connection, guild_id: int, tallies: dict[tuple[str, int], Tally]) -> None:
    if not tallies:
        return
    rows = [
        {"guild_id": guild_id, "season": season, "user_id": user_id, **tally.columns()}
        for (season, user_id), tally in sorted(tallies.items())
    ]
    statement = inserting(connection, standing)
    fresh = {name: statement.excluded[name] for name in rows[0] if name not in _KEY}
    connection.execute(statement.on_conflict_do_update(index_elements=_KEY, set_=fresh), rows)
