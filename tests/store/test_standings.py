from __future__ import annotations

import asyncio
import random
from fractions import Fraction

import pytest

from bot.store import SeatResult, StandingRow, Store
from tests.store.samples import GUILD, SEASON, SNOWFLAKE, ending, lines, row, seat


async def play(store: Store, number: int, *results: SeatResult, **options: object) -> None:
    guild_id = options.pop("guild_id", GUILD)
    await store.create(row(SNOWFLAKE + number, guild_id=guild_id), lines(0, 1))
    await store.append(SNOWFLAKE + number, 1, lines(1, 1), ending(results, **options))


async def table(store: Store, guild_id: int = GUILD, season: str = SEASON) -> tuple[StandingRow, ...]:
    page = await store.standings(guild_id, season, offset=0, limit=1_000)
    assert page.total == len(page.rows)
    return page.rows


async def test_results_add_up_per_guild_and_season(store: Store) -> None:
    await play(store, 0, seat(0, 1, name="old", points=50, place=1, exact=2, bids=3), seat(1, 2, points=-10))
    await play(store, 1, seat(0, 1, name="new", points=30, exact=1, bids=3), ended_at=1_790_001_000_000)
    await play(store, 2, seat(0, 1, points=7), season="2026-12")
    await play(store, 3, seat(0, 1, points=8), guild_id=901)
    await play(store, 4, seat(0, 1, points=1_000), counts=False)
    assert await table(store) == (
        StandingRow(1, 1, "new", games=2, wins=1, points=80, exact=3, bids=6),
        StandingRow(2, 2, "user 2", games=1, wins=0, points=-10, exact=0, bids=0),
    )
    assert [line.points for line in await table(store, season="2026-12")] == [7]
    assert [line.points for line in await table(store, guild_id=901)] == [8]
    assert await table(store, season="2025-01") == ()


async def test_order_and_shared_places(store: Store) -> None:
    people = [
        seat(0, 9, points=20),
        seat(1, 8, points=10, place=1, exact=1, bids=3),
        seat(2, 7, points=10, place=1, exact=2, bids=6),
        seat(3, 6, points=10, place=1, exact=0, bids=1),
        seat(4, 5, points=10, place=1),
        seat(5, 4, points=10, exact=9, bids=9),
    ]
    await play(store, 0, *people)
    everyone = await table(store)
    assert [(line.place, line.user_id) for line in everyone] == [(1, 9), (2, 7), (2, 8), (4, 6), (5, 5), (6, 4)]
    for offset in range(7):
        page = await store.standings(GUILD, SEASON, offset=offset, limit=2)
        assert (page.total, page.offset, page.rows) == (6, offset, everyone[offset : offset + 2])


async def test_the_name_is_that_of_the_game_that_ended_last(store: Store) -> None:
    await play(store, 0, seat(0, 1, name="later"), ended_at=2_000)
    await play(store, 1, seat(0, 1, name="earlier"), ended_at=1_000)
    await play(store, 2, seat(0, 1, name="not counted"), ended_at=3_000, counts=False)
    assert [line.name for line in await table(store)] == ["later"]


def random_results(rng: random.Random) -> list[SeatResult]:
    people = rng.sample(range(1, 13), rng.randint(3, 6))
    return [
        seat(
            index,
            user_id,
            name=f"{user_id} aka {rng.randint(1, 3)}",
            points=10 * rng.randint(-3, 3),
            place=rng.randint(1, 3),
            exact=rng.randint(0, 2),
            bids=rng.randint(0, 1) * rng.randint(2, 4),
        )
        for index, user_id in enumerate(people)
    ]


async def play_random(store: Store, rng: random.Random, number: int) -> None:
    await play(
        store,
        number,
        *random_results(rng),
        guild_id=rng.choice([GUILD, 901]),
        season=rng.choice([SEASON, "2026-12"]),
        ended_at=rng.randint(1, 20),
        counts=rng.random() < 0.8,
    )


def level(line: StandingRow) -> tuple[int, int, Fraction]:
    return line.points, line.wins, Fraction(line.exact, line.bids) if line.bids else Fraction(-1)


@pytest.mark.parametrize("seed", range(4))
async def test_standings_kept_up_to_date_equal_those_counted_again(store: Store, seed: int) -> None:
    rng = random.Random(seed)
    await asyncio.gather(*(play_random(store, rng, number) for number in range(40)))
    boards = [(guild_id, season) for guild_id in (GUILD, 901) for season in (SEASON, "2026-12")]
    kept = [await table(store, *board) for board in boards]
    await store.rebuild_standings()
    assert [await table(store, *board) for board in boards] == kept
    for lines_ in kept:
        assert lines_
        assert list(lines_) == sorted(lines_, key=lambda line: (*(-key for key in level(line)), line.user_id))
        for line in lines_:
            assert line.place == 1 + sum(level(other) > level(line) for other in lines_)
