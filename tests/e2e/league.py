"""Games that are over, put into the store as if they had been played: a league in no time."""

from __future__ import annotations

from bot.results import season
from bot.store import Ending, Entry, GameRow, SeatResult, Status
from tests.e2e.driver import World


async def played(
    world: World,
    number: int,
    *names: str,
    in_season: str | None = None,
    exact: int = 1,
    channel_id: int | None = None,
    ended_at: int | None = None,
) -> int:
    """Store a finished game of these people, the winner first; return its number."""
    row = GameRow(
        id=1000 + number,
        guild_id=world.guild.id,
        channel_id=channel_id or world.channel.id,
        opened_by=1,
        options="{}",
        secret=bytes(32),
        rules_version=1,
        version=0,
        status=Status.OPEN,
        created_at=0,
    )
    results = tuple(
        SeatResult(at, id_of(name), name, points=100 - 10 * at, place=at + 1, exact=exact, bids=2)
        for at, name in enumerate(names)
    )
    now = world.bot.clock()
    ended = int(now.timestamp() * 1000) + number if ended_at is None else ended_at
    ending = Ending(Status.FINISHED, ended, in_season or season(now), results=results, counts=True)
    await world.bot.store.create(row, [])
    await world.bot.store.append(row.id, 0, [Entry(0, None, "{}")], ending)
    await world.bot.store.archive(row.id)
    return row.id


def id_of(name: str) -> int:
    """Return the id of somebody who is only in the store: the same for the same name, in the order of the names."""
    return int.from_bytes(name.encode().ljust(6, b" ")[:6])
