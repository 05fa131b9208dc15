from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.ranking import SURE, Placing, Rating, rated, season_points
from bot.rhythm import ALL_TIME, BETWEEN
from bot.store import AuditLine, Order, SeatResult, StaleVersion, StandingRow, Store
from bot.store.changes import RebuildStandings
from bot.store.schema import result, standing
from tests.store.samples import GUILD, SEASON, SNOWFLAKE, ending, lines, row, seat

OTHER = 901
NEXT = "2026-12"


async def play(store: Store, number: int, *results: SeatResult, **options: Any) -> None:
    guild_id = options.pop("guild_id", GUILD)
    await store.create(row(SNOWFLAKE + number, guild_id=guild_id), lines(0, 1))
    await store.append(SNOWFLAKE + number, 1, lines(1, 1), ending(results, **options))


async def table(
    store: Store, guild_id: int = GUILD, season: str = SEASON, order: Order = Order.POINTS
) -> tuple[StandingRow, ...]:
    page = await store.standings(guild_id, season, offset=0, limit=1_000, order=order)
    assert page.total == len(page.rows)
    return page.rows


def audit(number: int, what: str = "what", guild_id: int = GUILD, subject: str = "") -> AuditLine:
    return AuditLine(number, guild_id, 1_790_000_000_000 + number, 42, what, subject)


async def test_results_add_up_per_guild_and_season_and_for_all_time(store: Store) -> None:
    ada = seat(0, 1, name="old", points=50, place=1, exact=2, bids=3)
    await play(store, 0, ada, seat(1, 2, points=-10))
    await play(store, 1, seat(0, 1, name="new", points=30, exact=1, bids=3), ended_at=1_790_001_000_000)
    await play(store, 2, seat(0, 1, points=7), season=NEXT, ended_at=1_790_002_000_000)
    await play(store, 3, seat(0, 1, points=8), guild_id=OTHER)
    await play(store, 4, seat(0, 1, points=1_000), counts=False)
    won, lost = rated([Placing(1), Placing(2)], [Rating()] * 2)
    first = StandingRow(1, 1, "new", 2, 1, points=80, exact=3, bids=6, season_points=120, mu=won.mu, sigma=won.sigma)
    second = StandingRow(2, 2, "user 2", 1, 0, points=-10, exact=0, bids=0, mu=lost.mu, sigma=lost.sigma)
    assert await table(store) == (first, second)
    assert [line.points for line in await table(store, season=NEXT)] == [7]
    assert [line.points for line in await table(store, OTHER)] == [8]
    assert await table(store, season=ALL_TIME) == (replace(first, name="user 1", games=3, points=87), second)
    assert await table(store, season="2025-01") == ()


async def test_whoever_decided_nothing_is_not_ranked_and_whoever_left_is_last(store: Store) -> None:
    idle, gone = seat(0, 1, place=1, acted=False), seat(1, 2, place=2, away=True)
    await play(store, 0, idle, gone, seat(2, 3, place=3), seat(3, 4, place=1, away=True))
    board = [(line.user_id, line.season_points, line.wins) for line in await table(store)]
    assert board == [(3, 120, 0), (4, 30, 0), (2, 30, 0)]


async def test_games_between_two_seasons_count_for_all_time_only(store: Store) -> None:
    await play(store, 0, seat(0, 1, place=1), seat(1, 2), season=BETWEEN)
    assert [line.user_id for line in await table(store, season=ALL_TIME)] == [1, 2]
    assert await table(store, season=BETWEEN) == ()
    assert await store.seasons(GUILD) == ()


async def test_order_and_shared_places(store: Store) -> None:
    people = [
        seat(0, 9, place=1),
        seat(1, 8, place=2, exact=1, bids=3),
        seat(2, 7, place=2, exact=2, bids=6),
        seat(3, 6, place=2, exact=0, bids=1),
        seat(4, 5, place=2),
        seat(5, 4, place=6, exact=9, bids=9),
    ]
    await play(store, 0, *people)
    everyone = await table(store)
    assert [(line.place, line.user_id) for line in everyone] == [(1, 9), (2, 8), (2, 7), (4, 6), (5, 5), (6, 4)]
    for offset in range(7):
        page = await store.standings(GUILD, SEASON, offset=offset, limit=2)
        assert (page.total, page.offset, page.rows) == (6, offset, everyone[offset : offset + 2])
    for line in everyone:
        page = await store.standings(GUILD, SEASON, offset=0, limit=1, user_id=line.user_id)
        assert page.own == line
    assert (await store.standings(GUILD, SEASON, offset=0, limit=1, user_id=77)).own is None


async def test_averages_and_rates_list_nobody_with_too_few_games(store: Store) -> None:
    for number in range(5):
        guest = [seat(2, 3, place=1, exact=1, bids=1)] if number < 4 else []
        results = [seat(0, 1, place=2, exact=1, bids=2), seat(1, 2, place=3, exact=1, bids=3), *guest]
        await play(store, number, *results, ended_at=number)
    for order, listed in ((Order.POINTS, 3), (Order.RATING, 3), (Order.AVERAGE, 2), (Order.EXACT, 2)):
        page = await store.standings(GUILD, SEASON, offset=0, limit=9, order=order, user_id=3)
        assert (page.total, len(page.rows)) == (listed, listed)
        assert page.own is not None
        assert (page.own.games, page.own.place) == (4, 0 if listed == 2 else 1)


async def test_the_name_is_that_of_the_game_that_ended_last(store: Store) -> None:
    await play(store, 0, seat(0, 1, name="later"), ended_at=2_000)
    await play(store, 1, seat(0, 1, name="earlier"), ended_at=1_000)
    await play(store, 2, seat(0, 1, name="not counted"), ended_at=3_000, counts=False)
    assert [line.name for line in await table(store)] == ["later"]
    assert [line.name for line in await table(store, season=ALL_TIME)] == ["later"]


async def test_ratings_follow_the_games_in_the_order_they_ended(store: Store) -> None:
    """The game that is stored last ended first: the one after it is valued again."""
    await play(store, 0, seat(0, 1, place=1), seat(1, 2, place=2), ended_at=2_000)
    await play(store, 1, seat(0, 2, place=1), seat(1, 3, place=2), ended_at=1_000)
    two, three = rated([Placing(1), Placing(2)], [Rating()] * 2)
    one, two = rated([Placing(1), Placing(2)], [Rating(), two])
    kept = {line.user_id: Rating(line.mu, line.sigma) for line in await table(store)}
    assert kept == {1: one, 2: two, 3: three}


# --- games and people taken out ------------------------------------------------------------------


async def test_a_game_taken_out_is_as_if_never_played_until_it_is_put_back(store: Store) -> None:
    await play(store, 0, seat(0, 1, place=1), seat(1, 2), seat(2, 3), ended_at=1)
    await play(store, 1, seat(0, 1), seat(1, 2, place=1), ended_at=2)
    both = await table(store), await table(store, season=ALL_TIME)
    await store.exclude_game(SNOWFLAKE, audit(1, "exclude game", subject=str(SNOWFLAKE)), excluded=True)
    won, lost = rated([Placing(1), Placing(2)], [Rating()] * 2)
    kept = {line.user_id: (line.games, Rating(line.mu, line.sigma)) for line in await table(store)}
    assert kept == {2: (1, won), 1: (1, lost)}
    with pytest.raises(StaleVersion):
        await store.exclude_game(SNOWFLAKE, audit(2), excluded=True)
    [out] = await store.played_games(GUILD, 9, excluded=True)
    assert (out.game_id, [name for name, _ in out.points]) == (SNOWFLAKE, ["user 1", "user 2", "user 3"])
    await store.exclude_game(SNOWFLAKE, audit(3), excluded=False)
    assert (await table(store), await table(store, season=ALL_TIME)) == both
    assert [line.id for line in await store.audit(GUILD, 9)] == [3, 1]


async def test_a_person_taken_out_has_no_line_while_others_keep_what_they_won(store: Store) -> None:
    await play(store, 0, seat(0, 1, place=1), seat(1, 2), ended_at=1)
    others = (await table(store))[1:]
    assert [line.user_id for line in others] == [2]
    await store.exclude_person(1, audit(1), excluded=True)
    await play(store, 1, seat(0, 1, place=1), seat(1, 3), ended_at=2)
    assert [line.user_id for line in await table(store)] == [3, 2]
    assert [replace(line, place=2) for line in (await table(store))[1:]] == list(others)
    assert await store.excluded_people(GUILD) == (1,)
    with pytest.raises(StaleVersion):
        await store.exclude_person(1, audit(2), excluded=True)
    await store.exclude_person(1, audit(3), excluded=False)
    assert [(line.user_id, line.games) for line in await table(store)] == [(1, 2), (3, 1), (2, 1)]
    with pytest.raises(StaleVersion):
        await store.exclude_person(1, audit(4), excluded=False)
    assert [line.id for line in await store.audit(GUILD, 9)] == [3, 1]


async def test_only_the_own_servers_games_can_be_taken_out(store: Store) -> None:
    await play(store, 0, seat(0, 1, place=1), seat(1, 2))
    await play(store, 1, seat(0, 1), seat(1, 2), counts=False)
    for game_id, guild_id in ((SNOWFLAKE, OTHER), (SNOWFLAKE + 1, GUILD), (SNOWFLAKE + 9, GUILD)):
        with pytest.raises(StaleVersion):
            await store.exclude_game(game_id, audit(1, guild_id=guild_id), excluded=True)
    assert await store.audit(GUILD, 9) == await store.audit(OTHER, 9) == ()


# --- kept = counted again ------------------------------------------------------------------------


def random_results(rng: random.Random) -> list[SeatResult]:
    people = rng.sample(range(1, 13), rng.randint(1, 6))
    return [
        seat(
            index,
            user_id,
            name=f"{user_id} aka {rng.randint(1, 3)}",
            points=10 * rng.randint(-3, 3),
            place=rng.randint(1, 3),
            exact=rng.randint(0, 2),
            bids=rng.randint(0, 1) * rng.randint(2, 4),
            away=rng.random() < 0.2,
            acted=rng.random() < 0.9,
        )
        for index, user_id in enumerate(people)
    ]


async def play_random(store: Store, rng: random.Random, number: int) -> None:
    await play(
        store,
        number,
        *random_results(rng),
        guild_id=rng.choice([GUILD, OTHER]),
        season=rng.choice([SEASON, NEXT, "2026-Q4", BETWEEN, "m1", "m2"]),
        ended_at=rng.randint(1, 20),
        counts=rng.random() < 0.8,
    )


async def do_random(store: Store, rng: random.Random, number: int) -> None:
    """Do what an admin may do; what changes nothing is refused."""
    line = audit(number, guild_id=rng.choice([GUILD, OTHER]))
    with suppress(StaleVersion):
        match rng.randrange(5):
            case 0:
                await store.exclude_game(SNOWFLAKE + rng.randrange(40), line, excluded=rng.random() < 0.6)
            case 1:
                await store.exclude_person(rng.randint(1, 12), line, excluded=rng.random() < 0.6)
            case 2:
                await store.start_season(f"m{10 + number}", None, line)
            case 3:
                await store.end_season(f"m{rng.randrange(1, 60)}", line)
            case 4:
                await store.rename_season(rng.choice([SEASON, "m1"]), f"name {number}", line)


async def all_of_it(store: Store) -> Mapping[object, object]:
    """Return every table in every order, the seasons, and what each game was worth."""
    boards = {
        (guild_id, season): await table(store, guild_id, season)
        for guild_id in (GUILD, OTHER)
        for season in (SEASON, NEXT, "2026-Q4", "m1", "m2", ALL_TIME)
    }
    worth = sa.select(result.c.game_id, result.c.seat, result.c.season_points, result.c.mu, result.c.sigma)

    def read(connection: sa.Connection) -> list[tuple[Any, ...]]:
        ranked = worth.where(result.c.counted).order_by(result.c.game_id, result.c.seat)
        return [tuple(row) for row in connection.execute(ranked)]

    return {**boards, "worth": await store._read(read), "seasons": [await store.seasons(it) for it in (GUILD, OTHER)]}


@pytest.mark.parametrize("seed", range(4))
async def test_standings_kept_up_to_date_equal_those_counted_again(store: Store, seed: int) -> None:
    """With games that end out of order, by chance together, exclusions, names that change, and seasons by hand."""
    rng = random.Random(seed)
    await asyncio.gather(*(play_random(store, rng, number) for number in range(25)))
    for number in range(25, 40):
        await asyncio.gather(play_random(store, rng, number), do_random(store, rng, number))
    kept = await all_of_it(store)
    await store.rebuild_standings()
    assert await all_of_it(store) == kept
    await store._writer.write(_Forget())
    await store.rebuild_standings()
    assert await all_of_it(store) == kept


class _Forget(RebuildStandings):
    """Loses everything that follows from the results."""

    def apply(self, connection: sa.Connection) -> None:
        connection.execute(sa.update(result).values(season_points=0, mu=None, sigma=None))
        connection.execute(sa.delete(standing))


def level(order: Order, line: StandingRow) -> tuple[float, ...]:
    share = line.exact / line.bids if line.bids else -1.0
    return {
        Order.POINTS: (line.season_points, line.wins, share),
        Order.RATING: (line.mu - SURE * line.sigma,),
        Order.AVERAGE: (line.season_points / line.games, line.games),
        Order.EXACT: (share, line.bids),
        Order.WINS: (line.wins, line.season_points),
    }[order]


@pytest.mark.parametrize("order", Order)
async def test_every_order_is_what_it_says(store: Store, order: Order) -> None:
    rng = random.Random(7)
    for number in range(40):
        await play(store, number, *random_results(rng), ended_at=number)
    board = await table(store, order=order)
    assert list(board) == sorted(board, key=lambda line: (*(-key for key in level(order, line)), -line.user_id))
    for line in board:
        assert line.place == 1 + sum(level(order, other) > level(order, line) for other in board)
        page = await store.standings(GUILD, SEASON, offset=0, limit=1, order=order, user_id=line.user_id)
        assert page.own == line


async def test_the_worth_of_every_game_follows_from_its_placings(store: Store) -> None:
    """Against a plain calculation beside the store: all ranked games of a server in order."""
    rng = random.Random(5)
    games = []
    for number in range(30):
        results, at = random_results(rng), rng.randint(1, 9)
        games.append((at, SNOWFLAKE + number, [one for one in results if one.acted]))
        await play(store, number, *results, ended_at=at)
    ratings: dict[int, Rating] = {}
    points: dict[int, int] = {}
    for _, _, seats in sorted(games, key=lambda game: game[:2]):
        placings = [Placing(one.place, one.away) for one in seats]
        after = rated(placings, [ratings.get(one.user_id, Rating()) for one in seats])
        for one, rating, worth in zip(seats, after, season_points(placings), strict=True):
            ratings[one.user_id] = rating
            points[one.user_id] = points.get(one.user_id, 0) + worth
    board = await table(store, season=ALL_TIME)
    assert {line.user_id: line.season_points for line in board} == points
    assert {line.user_id: Rating(line.mu, line.sigma) for line in board} == ratings
