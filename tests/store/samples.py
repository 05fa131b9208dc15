"""Values to store, short to write in tests."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import Ending, Entry, GameRow, SeatResult, Status

GUILD = 900
SEASON = "2026-11"
SECRET = b"\x00\xffseed of the deals, 32 bytes long"[:32]
SNOWFLAKE = 1_300_000_000_000_000_000


def row(game_id: int = SNOWFLAKE, *, channel_id: int | None = None, version: int = 1, guild_id: int = GUILD) -> GameRow:
    return GameRow(
        id=game_id,
        guild_id=guild_id,
        channel_id=game_id + 7 if channel_id is None else channel_id,
        opened_by=42,
        options='{"length": "standard"}',
        secret=SECRET,
        rules_version=1,
        version=version,
        status=Status.OPEN,
        created_at=1_790_000_000_123,
    )


def line(seq: int, interaction_id: int | None = None, body: str | None = None) -> Entry:
    return Entry(seq, interaction_id, f'{{"seq": {seq}}}' if body is None else body)


def lines(first: int, count: int) -> tuple[Entry, ...]:
    return tuple(line(seq) for seq in range(first, first + count))


def seat(
    index: int,
    user_id: int,
    *,
    name: str = "",
    points: int = 0,
    place: int = 2,
    exact: int = 0,
    bids: int = 0,
    away: bool = False,
    acted: bool = True,
) -> SeatResult:
    return SeatResult(index, user_id, name or f"user {user_id}", points, place, exact, bids, acted, away)


def ending(
    results: Iterable[SeatResult] = (),
    *,
    counts: bool = True,
    season: str = SEASON,
    ended_at: int = 1_790_000_999_000,
    record: str | None = None,
) -> Ending:
    return Ending(Status.FINISHED, ended_at, season, record, tuple(results), counts)
