"""Every seat of a server's finished games, game by game in the order they ended: what an export is written from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from bot.store.history import ai_seats
from bot.store.schema import exclusion, game, result


class Counting(StrEnum):
    """Whether a result is in the standings, and why it isn't."""

    COUNTED = "counted"
    """It is."""
    GAME_EXCLUDED = "game excluded"
    """An admin has taken the game out."""
    PERSON_EXCLUDED = "person excluded"
    """An admin keeps the person out."""
    NOT_ACTED = "not acted"
    """The game counts, and the person decided nothing in it."""
    GAME_NOT_COUNTED = "game not counted"
    """Too few people acted in it, nobody was left at its end, or people could ask for hints."""
    AI = "ai player"
    """AI players have no standing."""


@dataclass(frozen=True, slots=True)
class ExportedSeat:
    """How one seat of a finished game fared; of an AI player ``user_id`` and ``exact`` are None."""

    seat: int
    user_id: int | None
    name: str
    place: int
    points: int
    exact: int | None
    away: bool
    counting: Counting


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A finished game with all its seats; of an old one the AI players may be missing."""

    id: int
    ended_at: int
    season: str
    channel_id: int
    options: str
    rounds: int
    seats: tuple[ExportedSeat, ...]


def games(
    connection: sa.Connection, guild_id: int, season: str | None, after: tuple[int, int], limit: int
) -> tuple[ExportedGame, ...]:
    """Read the next so many games of a season, or of all: those after the end and the id of one."""
    own = (result.c.guild_id == guild_id, *(() if season is None else (result.c.season == season,)))
    # The first column alone, too: that is what an index can be entered by.
    later = (result.c.ended_at >= after[0], sa.tuple_(result.c.ended_at, result.c.game_id) > after)
    order = (result.c.ended_at, result.c.game_id)
    found = sa.select(*order).where(*own, *later).distinct().order_by(*order).limit(limit)
    ids = [row.game_id for row in connection.execute(found)]
    people: defaultdict[int, list[sa.Row[Any]]] = defaultdict(list)
    for row in connection.execute(sa.select(result).where(result.c.game_id.in_(ids))):
        people[row.game_id].append(row)
    columns = (game.c.id, game.c.channel_id, game.c.options, game.c.ai_results)
    rows: dict[int, sa.Row[Any]] = {}
    for row in connection.execute(sa.select(*columns).where(game.c.id.in_(ids))):
        rows[row.id] = row
    out = frozenset(connection.scalars(sa.select(exclusion.c.user_id).where(exclusion.c.guild_id == guild_id)))
    return tuple(_game(rows[game_id], people[game_id], out) for game_id in ids)


def _game(row: sa.Row[Any], people: Sequence[sa.Row[Any]], out: frozenset[int]) -> ExportedGame:
    counts = any(one.counted for one in people)
    seats = [_person(one, _counting(one, out, game_counts=counts)) for one in people]
    seats += [
        ExportedSeat(it.seat, None, it.name, it.place, it.points, None, away=False, counting=Counting.AI)
        for it in ai_seats(row.ai_results)
    ]
    ended = people[0]
    return ExportedGame(
        id=row.id,
        ended_at=ended.ended_at,
        season=ended.season,
        channel_id=row.channel_id,
        options=row.options,
        rounds=ended.bids,  # one bid a round
        seats=tuple(sorted(seats, key=lambda it: it.seat)),
    )


def _person(row: sa.Row[Any], counting: Counting) -> ExportedSeat:
    return ExportedSeat(
        row.seat, row.user_id, row.name, row.place, row.points, row.exact, away=row.away, counting=counting
    )


def _counting(row: sa.Row[Any], out: frozenset[int], *, game_counts: bool) -> Counting:
    if not row.counted:
        return Counting.NOT_ACTED if game_counts else Counting.GAME_NOT_COUNTED
    if row.excluded:
        return Counting.GAME_EXCLUDED
    return Counting.PERSON_EXCLUDED if row.user_id in out else Counting.COUNTED
