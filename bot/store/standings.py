"""Standings per guild, season and person: kept up to date, read by page, counted again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bot.store.schema import result, standing
from bot.store.upsert import inserting
from bot.store.values import SeatResult, StandingPage, StandingRow

_SUMS = ("games", "wins", "points", "exact", "bids")
_KEY = ("guild_id", "season", "user_id")

# IEEE division: equal shares are equal numbers on both databases. Without a bid, below every share.
_SHARE = sa.case(
    (standing.c.bids > 0, sa.cast(standing.c.exact, sa.Double) / sa.cast(standing.c.bids, sa.Double)),
    else_=sa.literal(-1.0, sa.Double),
)
_RANKED = (standing.c.points, standing.c.wins, _SHARE)


def add(connection: sa.Connection, guild_id: int, season: str, results: Sequence[SeatResult]) -> None:
    """Add the results of one game, already in `result`, to the standings."""
    statement = inserting(connection, standing)
    sums = {name: standing.c[name] + statement.excluded[name] for name in _SUMS}
    counted = statement.on_conflict_do_update(index_elements=_KEY, set_=sums)
    # Always in the same order, or two processes could each hold the row the other one waits for.
    ordered = sorted(results, key=lambda seat: seat.user_id)
    connection.execute(counted, [_columns(guild_id, season, seat) for seat in ordered])
    people = {seat.user_id for seat in results}
    own = (standing.c.guild_id == guild_id, standing.c.season == season, standing.c.user_id.in_(people))
    connection.execute(sa.update(standing).where(*own).values(name=_latest_name(standing)))


def rebuild(connection: sa.Connection) -> None:
    """Count every standing again from the counted results."""
    connection.execute(sa.delete(standing))
    key = [result.c[name] for name in _KEY]
    won = sa.case((result.c.place == 1, 1), else_=0)
    sums = [sa.func.sum(result.c[name]) for name in ("points", "exact", "bids")]
    counted = (
        sa.select(*key, sa.func.max(result.c.name), sa.func.count(), sa.func.sum(won), *sums)
        .where(result.c.counted)
        .group_by(*key)
    )
    connection.execute(sa.insert(standing).from_select([*_KEY, "name", *_SUMS], counted))
    connection.execute(sa.update(standing).values(name=_latest_name(standing)))


def page(connection: sa.Connection, guild_id: int, season: str, offset: int, limit: int) -> StandingPage:
    """Read the people from `offset` on, best first."""
    own = sa.and_(standing.c.guild_id == guild_id, standing.c.season == season)
    total = connection.execute(sa.select(sa.func.count()).where(own)).scalar_one()
    order = [*(key.desc() for key in _RANKED), standing.c.user_id]
    wanted = sa.select(standing, _SHARE.label("share")).where(own).order_by(*order)
    rows = connection.execute(wanted.offset(offset).limit(limit)).all()
    return StandingPage(total, offset, _placed(rows, _place_of_first(connection, own, rows), offset))


def _place_of_first(connection: sa.Connection, own: sa.ColumnElement[bool], rows: Sequence[sa.Row[Any]]) -> int:
    if not rows:
        return 1
    better = sa.tuple_(*_RANKED) > sa.tuple_(*_level(rows[0]), types=[key.type for key in _RANKED])
    return 1 + connection.execute(sa.select(sa.func.count()).where(own, better)).scalar_one()


def _placed(rows: Sequence[sa.Row[Any]], place: int, offset: int) -> tuple[StandingRow, ...]:
    placed = []
    for index, row in enumerate(rows):
        if index and _level(row) != _level(rows[index - 1]):
            place = offset + index + 1
        sums = {name: getattr(row, name) for name in _SUMS}
        placed.append(StandingRow(place=place, user_id=row.user_id, name=row.name, **sums))
    return tuple(placed)


def _level(row: sa.Row[Any]) -> tuple[int, int, float]:
    return row.points, row.wins, row.share


def _latest_name(table: sa.Table) -> sa.ScalarSelect[str]:
    same = [result.c[name] == table.c[name] for name in _KEY]
    latest = (result.c.ended_at.desc(), result.c.game_id.desc(), result.c.seat.desc())
    named = sa.select(result.c.name).where(*same, result.c.counted).order_by(*latest).limit(1)
    return named.correlate(table).scalar_subquery()


def _columns(guild_id: int, season: str, seat: SeatResult) -> dict[str, Any]:
    return {
        "guild_id": guild_id,
        "season": season,
        "user_id": seat.user_id,
        "name": seat.name,
        "games": 1,
        "wins": int(seat.place == 1),
        "points": seat.points,
        "exact": seat.exact,
        "bids": seat.bids,
    }
