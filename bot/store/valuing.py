"""What each ranked game of a server is worth to its people, in the order the games ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.ranking import Placing, Rating, rated, season_points
from bot.store.schema import result

RANKED: Final = sa.and_(result.c.counted, sa.not_(result.c.excluded))
"""The results that go into the standings."""
BEGINNING: Final = (-1, -1)
_ROWS: Final = 20_000
"""So many results are in memory at once."""


@dataclass(slots=True)
class Revalued:
    """Whose results have changed, and in how many games it was looked for."""

    people: set[int] = field(default_factory=set)
    games: int = 0


def revalue(connection: sa.Connection, guild_id: int, since: tuple[int, int]) -> Revalued:
    """Write season points and ratings into the results of a server's games from one on: ``(ended_at, game_id)``.

    A rating follows from all games before: whatever changes one of them changes those after it.
    """
    known: dict[int, Rating] = {}
    done = Revalued()
    changed: list[dict[str, Any]] = []
    for _game, rows in groupby(ranked_results(connection, guild_id, since), key=lambda row: row.game_id):
        seats = list(rows)
        for row in seats:
            if row.user_id not in known:
                known[row.user_id] = _before(connection, guild_id, row.user_id, since)
        found = _changes(seats, known)
        changed += found
        done.people |= {row["person"] for row in found}
        done.games += 1
        if len(changed) >= _ROWS:
            connection.execute(_VALUE, changed)
            changed.clear()
    if changed:
        connection.execute(_VALUE, changed)
    return done


def ranked_results(
    connection: sa.Connection, guild_id: int, since: tuple[int, int] = BEGINNING, people: Collection[int] | None = None
) -> Iterator[sa.Row[Any]]:
    """Read a server's ranked results from a game on, in the order the games ended; of everybody, or of some."""
    wanted = sa.select(result).where(result.c.guild_id == guild_id, RANKED)
    if people is not None:
        wanted = wanted.where(result.c.user_id.in_(people))
    at = sa.tuple_(result.c.ended_at, result.c.game_id, result.c.seat)
    last = (*since, -1)
    while True:
        # The first column alone, too: that is what an index can be entered by.
        further = wanted.where(result.c.ended_at >= last[0], at > sa.tuple_(*last, types=[c.type for c in _AT]))
        rows = connection.execute(further.order_by(*_AT).limit(_ROWS)).all()
        yield from rows
        if len(rows) < _ROWS:
            return
        last = (rows[-1].ended_at, rows[-1].game_id, rows[-1].seat)


_AT: Final = (result.c.ended_at, result.c.game_id, result.c.seat)

_VALUE: Final = (
    sa.update(result)
    .where(result.c.game_id == sa.bindparam("game"), result.c.seat == sa.bindparam("at"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("season_points", "mu", "sigma")})
)


def _before(connection: sa.Connection, guild_id: int, user_id: int, since: tuple[int, int]) -> Rating:
    """Return somebody's rating before a game: the one after their last game until then."""
    if since == BEGINNING:
        return Rating()
    earlier = sa.tuple_(result.c.ended_at, result.c.game_id) < sa.tuple_(*since, types=[c.type for c in _AT[:2]])
    last = (
        sa.select(result.c.mu, result.c.sigma)
        .where(result.c.guild_id == guild_id, result.c.user_id == user_id, RANKED)
        .where(result.c.ended_at <= since[0], earlier)
        .order_by(result.c.ended_at.desc(), result.c.game_id.desc())
        .limit(1)
    )
    row = connection.execute(last).one_or_none()
    return Rating() if row is None else Rating(row.mu, row.sigma)


def _changes(seats: Sequence[sa.Row[Any]], known: dict[int, Rating]) -> list[dict[str, Any]]:
    """Take one game into the known ratings; return what its results have to be changed to, where they differ."""
    game = [Placing(row.place, row.away) for row in seats]
    after = rated(game, [known[row.user_id] for row in seats])
    changed = []
    for row, points, rating in zip(seats, season_points(game), after, strict=True):
        known[row.user_id] = rating
        if (row.season_points, row.mu, row.sigma) != (points, rating.mu, rating.sigma):
            new = {"new_season_points": points, "new_mu": rating.mu, "new_sigma": rating.sigma}
            changed.append({"game": row.game_id, "at": row.seat, "person": row.user_id, **new})
    return changed
