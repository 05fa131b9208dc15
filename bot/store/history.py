"""The finished games of a channel or a person, newest first, as far as a list of them tells."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence

import sqlalchemy as sa

from bot.store.schema import game, result
from bot.store.values import HistoryPage, PlayedGame, PlayedSeat, Status


def ai_results(seats: Sequence[PlayedSeat]) -> str | None:
    """Return as text how AI players fared, which `result` has no rows for; None where there were none."""
    plain = [[it.seat, it.name, it.points, it.place, *([it.level] if it.level else [])] for it in seats]
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")) if plain else None


def of_channels(
    connection: sa.Connection, guild_id: int, channels: Collection[int], offset: int, limit: int
) -> HistoryPage:
    """Read the finished games of some channels of a server from `offset` on."""
    # One channel by `=`: for `IN` SQLite would sort.
    here = game.c.channel_id == next(iter(channels)) if len(channels) == 1 else game.c.channel_id.in_(channels)
    wanted = sa.and_(game.c.guild_id == guild_id, here, game.c.status == Status.FINISHED.value)
    total = connection.execute(sa.select(sa.func.count()).select_from(game).where(wanted)).scalar_one()
    order = (game.c.ended_at.desc(), game.c.id.desc())
    ids = connection.scalars(sa.select(game.c.id).where(wanted).order_by(*order).offset(offset).limit(limit))
    return HistoryPage(total, offset, _games(connection, ids.all()))


def of_person(
    connection: sa.Connection, guild_id: int, user_id: int, channels: Collection[int] | None, offset: int, limit: int
) -> HistoryPage:
    """Read the finished games of a person in a server of these channels, or of all, from `offset` on."""
    wanted = sa.and_(result.c.user_id == user_id, result.c.guild_id == guild_id)
    if channels is not None:
        there = sa.and_(game.c.guild_id == guild_id, game.c.channel_id.not_in(channels))
        # Few games are in other channels: they are quicker found than every game's channel.
        unseen = sa.select(game.c.id).where(there, game.c.status == Status.FINISHED.value)
        wanted = sa.and_(wanted, result.c.game_id.not_in(unseen))
    total = connection.execute(sa.select(sa.func.count()).select_from(result).where(wanted)).scalar_one()
    order = (result.c.ended_at.desc(), result.c.game_id.desc())
    ids = connection.scalars(sa.select(result.c.game_id).where(wanted).order_by(*order).offset(offset).limit(limit))
    return HistoryPage(total, offset, _games(connection, ids.all()))


def _games(connection: sa.Connection, ids: Sequence[int]) -> tuple[PlayedGame, ...]:
    """Read these games, in this order."""
    people: defaultdict[int, list[PlayedSeat]] = defaultdict(list)
    rounds: dict[int, int] = {}
    for row in connection.execute(sa.select(result).where(result.c.game_id.in_(ids))):
        people[row.game_id].append(PlayedSeat(row.seat, row.user_id, row.name, row.points, row.place))
        rounds[row.game_id] = row.bids  # one bid a round
    columns = (game.c.id, game.c.options, game.c.ended_at, game.c.ai_results)
    rows = {row.id: row for row in connection.execute(sa.select(*columns).where(game.c.id.in_(ids)))}
    return tuple(
        PlayedGame(
            id=game_id,
            options=rows[game_id].options,
            ended_at=rows[game_id].ended_at,
            rounds=rounds.get(game_id, 0),
            seats=tuple(sorted((*people[game_id], *ai_seats(rows[game_id].ai_results)), key=lambda it: it.seat)),
        )
        for game_id in ids
    )


def ai_seats(text: str | None) -> tuple[PlayedSeat, ...]:
    """Read what `ai_results` wrote."""
    plain = [] if text is None else json.loads(text)
    return tuple(PlayedSeat(seat, None, *fared) for seat, *fared in plain)
