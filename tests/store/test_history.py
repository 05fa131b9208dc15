"""Lists of finished games: of a channel, of a person, page by page."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Ending, PlayedGame, PlayedSeat, Status, Store
from tests.store.samples import GUILD, SNOWFLAKE, ending, line, row, seat

CHANNEL = 7_000


async def finish(store: Store, game_id: int, over: Ending, *, channel_id: int = CHANNEL, guild_id: int = GUILD) -> None:
    await store.create(row(game_id, channel_id=channel_id, guild_id=guild_id), (line(0),))
    await store.append(game_id, 1, (line(1),), over)


async def test_a_channel_has_its_finished_games_newest_first(store: Store) -> None:
    for at in range(7):
        await finish(store, SNOWFLAKE + at, ending([seat(0, 1, points=at, bids=3)], ended_at=1000 + at))
    await finish(store, 1, ending([seat(0, 1)]), channel_id=CHANNEL + 1)
    await finish(store, 2, Ending(Status.ENDED, 5000, "2026-11"))
    await store.create(row(3, channel_id=CHANNEL), (line(0),))
    first = await store.channel_history(GUILD, (CHANNEL,), offset=0, limit=5)
    second = await store.channel_history(GUILD, (CHANNEL,), offset=5, limit=5)
    assert (first.total, second.total, second.offset) == (7, 7, 5)
    assert [it.ended_at for it in (*first.games, *second.games)] == [1006, 1005, 1004, 1003, 1002, 1001, 1000]
    both = await store.channel_history(GUILD, (CHANNEL, CHANNEL + 1), offset=0, limit=10)
    assert both.total == 8


async def test_a_game_in_a_list_tells_of_every_seat(store: Store) -> None:
    people = [seat(2, 42, name="Bo", points=-10, place=3, bids=4), seat(0, 41, name="Ada", points=90, place=1, bids=4)]
    alma, brann = PlayedSeat(1, None, "Alma", 20, 2, "archmage"), PlayedSeat(3, None, "Brann", -20, 4)
    await finish(store, SNOWFLAKE, replace(ending(people, ended_at=77), ai_results=(alma, brann)))
    [game] = (await store.channel_history(GUILD, (CHANNEL,), offset=0, limit=5)).games
    seats = (PlayedSeat(0, 41, "Ada", 90, 1), alma, PlayedSeat(2, 42, "Bo", -10, 3), brann)
    assert game == PlayedGame(SNOWFLAKE, '{"length": "standard"}', 77, 4, seats)


async def test_a_person_has_games_of_one_server_and_of_channels_that_are_seen(store: Store) -> None:
    for at in range(3):
        await finish(store, 10 + at, ending([seat(0, 1), seat(1, 2)], ended_at=at), channel_id=CHANNEL + at)
    await finish(store, 20, ending([seat(0, 2)]), channel_id=5)
    await finish(store, 21, ending([seat(0, 1)]), guild_id=GUILD + 1, channel_id=6)
    own = await store.person_history(GUILD, 1, offset=0, limit=5)
    assert (own.total, [it.id for it in own.games]) == (3, [12, 11, 10])
    seen = await store.person_history(GUILD, 1, channels=(CHANNEL, CHANNEL + 2, 5), offset=1, limit=5)
    assert (seen.total, [it.id for it in seen.games]) == (2, [10])


async def test_nothing_played_is_an_empty_page(store: Store) -> None:
    assert (await store.channel_history(GUILD, (CHANNEL,), offset=0, limit=5)).games == ()
    assert (await store.person_history(GUILD, 1, offset=0, limit=5)).total == 0
