"""Statistics per guild, season and person: kept up to date with each game, read by page, counted again.

A game adds to its season and to all time. It may come in any order: what was there before there were statistics is
counted later, the latest game first. Sums and the best of something don't mind, and streaks are taken in at both ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import reduce
from typing import Any, Final, TypeAlias

import sqlalchemy as sa

from bot.rhythm import ALL_TIME
from bot.store import mentions, queries
from bot.store.schema import played, record, result, stat, streak, uncounted
from bot.store.tally import Count, Form, Kind, Statistics, Streak, Tally
from bot.store.upsert import inserting

_KEY: Final = ("guild_id", "user_id", "season", "kind", "key")
_SUMS: Final = ("count", "hits", "points")
_RUN: Final = ("length", "head", "tail", "best")
_FORM: Final = 10
_DUEL: Final = (Kind.AGAINST, Kind.LEVEL)
_OTHER_KINDS: Final = tuple(kind for kind in Kind if kind not in _DUEL)
EXACT: Final = "exact"
WON: Final = "won"
_STREAKS: Final[Mapping[str, Callable[[Tally], Streak]]] = {EXACT: lambda it: it.exact, WON: lambda it: it.won}

_Place: TypeAlias = tuple[int, str, str]
"""A person, a season, and what is in a row."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game, and when and where it ended."""

    game_id: int
    guild_id: int
    season: str
    ended_at: int

    @property
    def seasons(self) -> tuple[str, str]:
        """Return what its numbers are added to."""
        return self.season, ALL_TIME


# --- adding a game -------------------------------------------------------------------------------


def add(connection: sa.Connection, ended: Ended, tallies: Sequence[Tally]) -> None:
    """Add a game to the statistics of its people."""
    if not tallies:
        return
    _add_counts(connection, ended, tallies)
    connection.execute(sa.insert(played), [_played_columns(ended, tally) for tally in tallies])
    _add_streaks(connection, ended, tallies)


def _add_counts(connection: sa.Connection, ended: Ended, tallies: Sequence[Tally]) -> None:
    statement = inserting(connection, stat)
    new = statement.excluded
    sums = {name: stat.c[name] + new[name] for name in _SUMS}
    better = sa.case((new.best > stat.c.best, new.best), else_=stat.c.best)
    counted = statement.on_conflict_do_update(index_elements=_KEY, set_={**sums, "best": better})
    rows = [
        _count_columns(ended.guild_id, tally.user_id, season, count)
        for season in ended.seasons
        for tally in tallies
        for count in tally.counts
    ]
    # Always in the same order, or two processes could each hold the row the other one waits for.
    connection.execute(counted, sorted(rows, key=lambda row: tuple(row[name] for name in _KEY)))


def _count_columns(guild_id: int, user_id: int, season: str, count: Count) -> dict[str, Any]:
    columns = ("kind", "key", *_SUMS, "best")
    values = dict(zip(columns, astuple(count), strict=True))
    return {"guild_id": guild_id, "user_id": user_id, "season": season, **values}


def _played_columns(ended: Ended, tally: Tally) -> dict[str, Any]:
    return {
        "game_id": ended.game_id,
        "user_id": tally.user_id,
        "guild_id": ended.guild_id,
        "season": ended.season,
        "ended_at": ended.ended_at,
        "place": tally.place,
        "points": tally.points,
        "players": tally.players,
        **_run_columns(tally.exact),
    }


def _run_columns(run: Streak) -> dict[str, int]:
    return dict(zip(_RUN, astuple(run), strict=True))


# --- streaks -------------------------------------------------------------------------------------


def _add_streaks(connection: sa.Connection, ended: Ended, tallies: Sequence[Tally]) -> None:
    # The rows are ours alone: whoever adds another game of these people waits at their counter of rounds.
    known = _known_streaks(connection, ended, tallies)
    rows = [
        _streak_columns(connection, ended, (tally.user_id, season, kind), run, known)
        for tally in sorted(tallies, key=lambda it: it.user_id)
        for season in ended.seasons
        for kind, of in _STREAKS.items()
        if (run := of(tally)).length
    ]
    statement = inserting(connection, streak)
    keys = [column.name for column in streak.primary_key]
    fresh = {column.name: statement.excluded[column.name] for column in streak.c if column.name not in keys}
    if rows:
        connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=fresh), rows)


def _known_streaks(connection: sa.Connection, ended: Ended, tallies: Sequence[Tally]) -> dict[_Place, sa.Row[Any]]:
    people = [tally.user_id for tally in tallies]
    own = (streak.c.guild_id == ended.guild_id, streak.c.user_id.in_(people), streak.c.season.in_(ended.seasons))
    rows = connection.execute(sa.select(streak).where(*own))
    return {(row.user_id, row.season, row.kind): row for row in rows}


def _streak_columns(
    connection: sa.Connection, ended: Ended, place: _Place, run: Streak, known: Mapping[_Place, sa.Row[Any]]
) -> dict[str, Any]:
    at, row = (ended.ended_at, ended.game_id), known.get(place)
    first = last = at
    if row is not None:
        first, last = (row.first_at, row.first_game), (row.last_at, row.last_game)
        if at > last:
            run = _run(row).then(run)
        elif at < first:
            run = run.then(_run(row))
        else:  # between games that are counted: rare enough to look through all of them
            run = _whole(connection, ended.guild_id, place)
    (first_at, first_game), (last_at, last_game) = min(first, at), max(last, at)
    user_id, season, kind = place
    return {
        "guild_id": ended.guild_id,
        "user_id": user_id,
        "season": season,
        "kind": kind,
        **_run_columns(run),
        "first_at": first_at,
        "first_game": first_game,
        "last_at": last_at,
        "last_game": last_game,
    }


def _run(row: sa.Row[Any]) -> Streak:
    return Streak(*(getattr(row, name) for name in _RUN))


def _whole(connection: sa.Connection, guild_id: int, place: _Place) -> Streak:
    """Put a person's streaks together from all their games that are counted."""
    user_id, season, kind = place
    own = sa.select(played).where(played.c.guild_id == guild_id, played.c.user_id == user_id)
    if season != ALL_TIME:
        own = own.where(played.c.season == season)
    rows = connection.execute(own.order_by(played.c.ended_at, played.c.game_id))
    if kind == WON:
        return Streak.of(row.place == 1 for row in rows if row.place is not None)
    return reduce(Streak.then, map(_run, rows), Streak())


# --- counting again ------------------------------------------------------------------------------


def waiting(connection: sa.Connection, limit: int) -> tuple[int, ...]:
    """Return games that are yet to be counted, the latest first."""
    latest = (uncounted.c.ended_at.desc(), uncounted.c.game_id.desc())
    return tuple(connection.scalars(sa.select(uncounted.c.game_id).order_by(*latest).limit(limit)))


def take_in(connection: sa.Connection, game_id: int, tallies: Sequence[Tally]) -> None:
    """Add a game that is yet to be counted, and note that it is; nothing for one of which that is noted.

    It stays to be counted where somebody has been forgotten since its record was read: what was read names them still.
    """
    people = {tally.user_id for tally in tallies}
    if people and not people <= mentions.in_record(queries.record_text(connection, game_id)):
        return
    if connection.execute(sa.delete(uncounted).where(uncounted.c.game_id == game_id)).rowcount != 1:
        return
    ended = sa.select(result.c.game_id, result.c.guild_id, result.c.season, result.c.ended_at)
    row = connection.execute(
        ended.where(result.c.game_id == game_id, result.c.counted, ~result.c.excluded).limit(1)
    ).one_or_none()
    if row is not None:
        add(connection, Ended(*row), tallies)


def clear(connection: sa.Connection, guild_id: int | None) -> None:
    """Forget the statistics of a server, or of all, and note that its games that count are yet to be counted."""
    for table in (stat, streak, played, uncounted):
        connection.execute(_within(sa.delete(table), table, guild_id))
    games = (
        sa.select(result.c.game_id, result.c.guild_id, result.c.ended_at)
        .join(record, record.c.game_id == result.c.game_id)
        .where(result.c.counted, ~result.c.excluded)
        .distinct()
    )
    noted = _within(games, result, guild_id)
    connection.execute(sa.insert(uncounted).from_select(["game_id", "guild_id", "ended_at"], noted))


_Statement: TypeAlias = Any
"""A DELETE or a SELECT; both have WHERE, in no type that says so."""


def _within(statement: _Statement, table: sa.Table, guild_id: int | None) -> _Statement:
    return statement if guild_id is None else statement.where(table.c.guild_id == guild_id)


# --- reading -------------------------------------------------------------------------------------


def of(connection: sa.Connection, guild_id: int, user_id: int, season: str, against: int | None) -> Statistics:
    """Read the statistics of a person in a season or all of them, with those against another person if asked."""
    people = [user_id] if against is None else [user_id, against]
    streaks = _streaks(connection, guild_id, user_id)
    return Statistics(
        counts=_counts(connection, guild_id, user_id, season, against),
        exact=streaks.get((season, EXACT), Streak()),
        won=streaks.get((season, WON), Streak()),
        form=_form(connection, guild_id, user_id, season),
        seasons=tuple(it for it, kind in streaks if kind == EXACT and it != ALL_TIME),
        names=_names(connection, guild_id, people),
        incomplete=bool(connection.scalar(sa.select(sa.exists().where(uncounted.c.guild_id == guild_id)))),
    )


def _counts(
    connection: sa.Connection, guild_id: int, user_id: int, season: str, against: int | None
) -> tuple[Count, ...]:
    own = (stat.c.guild_id == guild_id, stat.c.user_id == user_id, stat.c.season == season)
    columns = [stat.c[name] for name in ("kind", "key", *_SUMS, "best")]
    wanted: Iterable[sa.ColumnElement[bool]] = [stat.c.kind.in_(_OTHER_KINDS)]
    if against is not None:
        wanted = [*wanted, sa.and_(stat.c.kind.in_(_DUEL), stat.c.key == str(against))]
    # Asked one by one, not with OR: so each is a look at the key, whomever else they have played against.
    rows = (row for it in wanted for row in connection.execute(sa.select(*columns).where(*own, it)))
    return tuple(sorted(Count(Kind(kind), *rest) for kind, *rest in rows))


def _streaks(connection: sa.Connection, guild_id: int, user_id: int) -> dict[tuple[str, str], Streak]:
    """Return a person's streaks by season and kind, the latest season first."""
    own = sa.select(streak).where(streak.c.guild_id == guild_id, streak.c.user_id == user_id)
    rows = connection.execute(own.order_by(streak.c.last_at.desc(), streak.c.season.desc()))
    return {(row.season, row.kind): _run(row) for row in rows}


def _form(connection: sa.Connection, guild_id: int, user_id: int, season: str) -> tuple[Form, ...]:
    own = _finished(guild_id, user_id)
    if season != ALL_TIME:
        own = own.where(played.c.season == season)
    rows = connection.execute(own.limit(_FORM))
    return tuple(Form(row.game_id, row.ended_at, row.place, row.players, row.points) for row in rows)


def _finished(guild_id: int, user_id: int) -> sa.Select[Any]:
    """Return a query for a person's games that have a place, the latest first."""
    own = (played.c.guild_id == guild_id, played.c.user_id == user_id, played.c.place.is_not(None))
    return sa.select(played).where(*own).order_by(played.c.ended_at.desc(), played.c.game_id.desc())


def _names(connection: sa.Connection, guild_id: int, people: Sequence[int]) -> tuple[tuple[int, str], ...]:
    names = []
    for user_id in people:
        last = _finished(guild_id, user_id).limit(1).subquery()
        named = sa.select(result.c.name).join(last, last.c.game_id == result.c.game_id)
        name = connection.scalar(named.where(result.c.user_id == user_id))
        if name is not None:
            names.append((user_id, name))
    return tuple(names)
