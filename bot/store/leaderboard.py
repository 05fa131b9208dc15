"""The standings as they are read: by page in any order, and one person's own line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from bot.store.schema import standing
from bot.store.values import Order, StandingPage, StandingRow

_SHOWN: Final = ("user_id", "name", "games", "wins", "points", "exact", "bids", "season_points", "mu", "sigma")
_BY: Final[Mapping[Order, tuple[sa.Column[Any], ...]]] = {
    Order.POINTS: (standing.c.season_points, standing.c.wins, standing.c.share),
    Order.RATING: (standing.c.rating,),
    Order.AVERAGE: (standing.c.average, standing.c.games),
    Order.EXACT: (standing.c.share, standing.c.bids),
    Order.WINS: (standing.c.wins, standing.c.season_points),
}
"""What each order goes by, most first; each has an index."""


def page(
    connection: sa.Connection,
    guild_id: int,
    season: str,
    offset: int,
    limit: int,
    order: Order = Order.POINTS,
    user_id: int | None = None,
) -> StandingPage:
    """Read the people from `offset` on, best first, and one person's own line wherever it is."""
    listed = _listed(guild_id, season, order)
    total = connection.execute(sa.select(sa.func.count()).where(listed)).scalar_one()
    # All in one direction, so that the index has this order; and the rows before the page aren't even looked at.
    by = [key.desc() for key in (*_BY[order], standing.c.user_id)]
    people = sa.select(standing.c.user_id).where(listed).order_by(*by).offset(offset).limit(limit).subquery()
    wanted = sa.select(standing).join(people, standing.c.user_id == people.c.user_id).where(listed)
    rows = connection.execute(wanted.order_by(*by)).all()
    first = _first_place(connection, listed, order, rows[0], offset) if rows else 1
    own = None if user_id is None else line(connection, guild_id, season, order, user_id)
    return StandingPage(total, offset, _placed(rows, order, first, offset), own)


def line(connection: sa.Connection, guild_id: int, season: str, order: Order, user_id: int) -> StandingRow | None:
    """Read one person's line; None for somebody without a ranked game, place 0 for one with too few."""
    key = (standing.c.guild_id == guild_id, standing.c.season == season, standing.c.user_id == user_id)
    row = connection.execute(sa.select(standing).where(*key)).one_or_none()
    if row is None:
        return None
    if row.games < order.least:
        return _line(row, 0)
    return _line(row, _place(connection, _listed(guild_id, season, order), order, row))


def _listed(guild_id: int, season: str, order: Order) -> sa.ColumnElement[bool]:
    own = sa.and_(standing.c.guild_id == guild_id, standing.c.season == season)
    return own if order.least <= 1 else own & (standing.c.games >= order.least)


def _place(connection: sa.Connection, listed: sa.ColumnElement[bool], order: Order, row: sa.Row[Any]) -> int:
    keys = _BY[order]
    better = sa.tuple_(*keys) > sa.tuple_(*_level(order, row), types=[key.type for key in keys])
    # The first column alone, too: that is what an index can be entered by.
    at_least = keys[0] >= getattr(row, keys[0].name)
    return 1 + connection.execute(sa.select(sa.func.count()).where(listed, at_least, better)).scalar_one()


def _first_place(
    connection: sa.Connection, listed: sa.ColumnElement[bool], order: Order, row: sa.Row[Any], offset: int
) -> int:
    """Return the place of a page's first row: so many are before it, but for those it shares the place with."""
    if offset == 0:
        return 1
    level = [key == getattr(row, key.name) for key in _BY[order]]
    # Not the people who are better, as for somebody's own line: deep in a list those are many, and these are few.
    level_before = sa.select(sa.func.count()).where(listed, *level, standing.c.user_id > row.user_id)
    return 1 + offset - connection.execute(level_before).scalar_one()


def _placed(rows: Sequence[sa.Row[Any]], order: Order, place: int, offset: int) -> tuple[StandingRow, ...]:
    placed = []
    for index, row in enumerate(rows):
        if index and _level(order, row) != _level(order, rows[index - 1]):
            place = offset + index + 1
        placed.append(_line(row, place))
    return tuple(placed)


def _level(order: Order, row: sa.Row[Any]) -> tuple[Any, ...]:
    return tuple(getattr(row, key.name) for key in _BY[order])


def _line(row: sa.Row[Any], place: int) -> StandingRow:
    return StandingRow(place=place, **{name: getattr(row, name) for name in _SHOWN})
