"""What an export is written from: every seat of every finished game, and why a result doesn't count."""

from __future__ import annotations

import pytest

from bot.rhythm import BETWEEN
from bot.store import Counting, Ending, ExportedGame, PlayedSeat, SeatResult, Status, Store
from tests.store.samples import GUILD, SEASON, SNOWFLAKE, lines, row, seat
from tests.store.test_standings import NEXT, OTHER, audit, play


async def exported(store: Store, season: str | None = None, limit: int = 100) -> list[ExportedGame]:
    """Read all games, so many at a time."""
    found: list[ExportedGame] = []
    after = (0, 0)
    while page := await store.exported(GUILD, season, after, limit):
        assert len(page) <= limit
        found += page
        after = (page[-1].ended_at, page[-1].id)
    return found


def ids(games: list[ExportedGame]) -> list[int]:
    return [it.id - SNOWFLAKE for it in games]


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
async def test_games_come_in_the_order_they_ended_each_once(store: Store, limit: int) -> None:
    for number, ended_at in enumerate((5, 1, 5, 3, 5)):
        await play(store, number, seat(1, 2), seat(0, 1), ended_at=ended_at)
    games = await exported(store, limit=limit)
    assert ids(games) == [1, 3, 0, 2, 4]
    assert {tuple(it.seat for it in game.seats) for game in games} == {(0, 1)}


async def test_one_season_is_read_alone_and_no_other_servers_games(store: Store) -> None:
    await play(store, 0, seat(0, 1), seat(1, 2))
    await play(store, 1, seat(0, 1), seat(1, 2), season=NEXT)
    await play(store, 2, seat(0, 1), seat(1, 2), season=BETWEEN)
    await play(store, 3, seat(0, 1), seat(1, 2), guild_id=OTHER)
    assert ids(await exported(store, SEASON)) == [0]
    assert ids(await exported(store, NEXT)) == [1]
    assert ids(await exported(store)) == [0, 1, 2]


async def test_a_game_says_where_it_was_and_how_each_seat_fared(store: Store) -> None:
    people = (seat(0, 1, name="Ada", points=30, place=1, exact=2, bids=3), seat(2, 2, place=3, bids=3, away=True))
    computers = (PlayedSeat(1, None, "Bit", -10, 2),)
    await store.create(row(channel_id=77), lines(0, 1))
    over = Ending(Status.FINISHED, 9, SEASON, results=people, counts=True, ai_results=computers)
    await store.append(SNOWFLAKE, 1, lines(1, 1), over)
    [game] = await exported(store)
    assert (game.channel_id, game.rounds, game.ended_at, game.season) == (77, 3, 9, SEASON)
    assert game.options == row().options
    ada, bit, gone = game.seats
    assert (ada.user_id, ada.name, ada.points, ada.place, ada.exact, ada.away) == (1, "Ada", 30, 1, 2, False)
    assert (bit.seat, bit.user_id, bit.name, bit.points, bit.place, bit.exact) == (1, None, "Bit", -10, 2, None)
    assert (gone.seat, gone.away) == (2, True)
    assert [it.counting for it in game.seats] == [Counting.COUNTED, Counting.AI, Counting.COUNTED]


async def test_what_does_not_count_says_why(store: Store) -> None:
    def people(acted: bool = True) -> tuple[SeatResult, ...]:
        return seat(0, 1, place=1), seat(1, 2), seat(2, 3, acted=acted)

    await play(store, 0, *people(), ended_at=0)
    await play(store, 1, *people(acted=False), ended_at=1)
    await play(store, 2, *people(), counts=False, ended_at=2)
    await store.exclude_game(SNOWFLAKE + 1, audit(1), excluded=True)
    await store.exclude_person(2, audit(2), excluded=True)
    person, out, idle, uncounted = (
        Counting.PERSON_EXCLUDED,
        Counting.GAME_EXCLUDED,
        Counting.NOT_ACTED,
        Counting.GAME_NOT_COUNTED,
    )
    assert [[it.counting for it in game.seats] for game in await exported(store)] == [
        [Counting.COUNTED, person, Counting.COUNTED],
        [out, out, idle],
        [uncounted] * 3,
    ]


async def test_a_game_that_was_ended_is_not_exported(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1), Ending(Status.ENDED, 9, SEASON))
    assert await exported(store) == []


async def test_audit_lines_are_read_page_by_page(store: Store) -> None:
    for number in range(5):
        await store.exclude_person(number, audit(number), excluded=True)
    pages = [[it.id for it in await store.audit(GUILD, 2, offset)] for offset in (0, 2, 4, 6)]
    assert pages == [[4, 3], [2, 1], [0], []]
