from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from bot.store import (
    DuplicateInteraction,
    Panel,
    StaleVersion,
    Status,
    Store,
    StoredGame,
    StoreError,
    StoreUnavailable,
)
from bot.store import writer as writer_module
from tests.store.samples import SNOWFLAKE, ending, line, lines, row, seat

GAMES = 40


@contextmanager
def counted(store: Store, event: str) -> Iterator[list[object]]:
    seen: list[object] = []

    def note(connection: object) -> None:
        seen.append(connection)

    engine = store._database.commits
    sa.event.listen(engine, event, note)
    yield seen
    sa.event.remove(engine, event, note)


async def create_games(store: Store, count: int = GAMES) -> list[int]:
    ids = [SNOWFLAKE + n for n in range(count)]
    await asyncio.gather(*(store.create(row(game_id), lines(0, 1)) for game_id in ids))
    return ids


async def versions(store: Store) -> list[int]:
    return [stored.row.version for stored in await store.unarchived()]


async def test_appends_to_many_games_share_a_transaction(store: Store) -> None:
    ids = await create_games(store)
    with counted(store, "commit") as commits:
        await asyncio.gather(*(store.append(game_id, 1, lines(1, 2)) for game_id in ids))
    assert len(commits) == 1
    assert await versions(store) == [3] * GAMES


async def test_writes_of_every_kind_share_a_transaction(store: Store) -> None:
    await create_games(store, 3)
    with counted(store, "commit") as commits:
        await asyncio.gather(
            store.save_panel(Panel(SNOWFLAKE, 1, "token", 2, 3)),
            store.append(SNOWFLAKE, 1, lines(1, 1)),
            store.append(SNOWFLAKE + 1, 1, lines(1, 1), ending([seat(0, 1)])),
            store.append(SNOWFLAKE + 2, 1, lines(1, 1)),
            store.set_fact("a", "b"),
        )
    assert len(commits) == 1
    assert await versions(store) == [2] * 3


async def test_a_full_queue_makes_callers_wait_and_loses_nothing(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "BATCH", 7)
    monkeypatch.setattr(writer_module, "QUEUE", 9)
    store = await Store.open(store_url)
    ids = await create_games(store)
    with counted(store, "commit") as commits:
        tasks = [asyncio.create_task(store.append(game_id, 1, lines(1, 1))) for game_id in ids]
        await asyncio.sleep(0)
        assert len(store._writer._waiting) == 9
        await store.close()
    assert await asyncio.gather(*tasks) == [None] * GAMES
    assert len(commits) >= GAMES / 7
    again = await Store.open(store_url)
    assert await versions(again) == [2] * GAMES
    await again.close()


@pytest.mark.parametrize("bad", [0, 1, 5])
async def test_a_stale_append_does_not_hurt_its_neighbours(store: Store, bad: int) -> None:
    """`bad` is a version behind, one whose successor is the present one, or one ahead."""
    ids = await create_games(store)
    await store.append(ids[3], 1, lines(1, 1))
    outcomes = await asyncio.gather(
        *(store.append(game_id, 1, lines(1, 1)) for game_id in ids if game_id != ids[3]),
        store.append(ids[3], bad, lines(bad, 1)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None)] * (GAMES - 1) + [StaleVersion]
    assert await versions(store) == [2] * GAMES


async def test_a_duplicate_interaction_does_not_hurt_its_neighbours(store: Store) -> None:
    ids = await create_games(store)
    outcomes = await asyncio.gather(
        *(store.append(game_id, 1, [line(1, 77 if n < 2 else 100 + n)]) for n, game_id in enumerate(ids)),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if outcome is not None]
    assert [type(outcome) for outcome in refused] == [DuplicateInteraction]
    assert sorted(await versions(store)) == [1] + [2] * (GAMES - 1)


async def test_text_that_cannot_be_stored_does_not_hurt_its_neighbours(store: Store) -> None:
    ids = await create_games(store, 3)
    outcomes = await asyncio.gather(
        *(store.append(game_id, 1, lines(1, 1)) for game_id in ids[:2]),
        store.append(ids[2], 1, [line(1, body="hand of bob \ud800")]),
        return_exceptions=True,
    )
    assert outcomes[:2] == [None, None]
    assert isinstance(outcomes[2], StoreError)
    assert "bob" not in repr(outcomes[2])


async def test_of_many_appends_to_one_game_exactly_one_wins(store: Store) -> None:
    await create_games(store, 1)
    outcomes = await asyncio.gather(
        *(store.append(SNOWFLAKE, 1, [line(1, 50 + n)]) for n in range(20)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType"] + ["StaleVersion"] * 19
    stored = await store.load(SNOWFLAKE)
    winner = outcomes.index(None)
    assert stored == StoredGame(row(version=2), (line(0), line(1, 50 + winner)))


async def test_appends_in_flight_at_the_same_time_keep_their_order(store: Store) -> None:
    await create_games(store, 2)
    await asyncio.gather(*(store.append(SNOWFLAKE, seq, lines(seq, 1)) for seq in range(1, 30)))
    assert await store.load(SNOWFLAKE) == StoredGame(row(version=30), lines(0, 30))


async def test_a_last_append_and_its_ending_in_flight_together(store: Store) -> None:
    await create_games(store, 1)
    await asyncio.gather(
        store.append(SNOWFLAKE, 1, lines(1, 1)),
        store.append(SNOWFLAKE, 2, [], ending()),
        store.archive(SNOWFLAKE),
    )
    game = await store.game(SNOWFLAKE)
    assert game is not None
    assert (game.version, game.status, game.archived) == (2, Status.FINISHED, True)


async def test_no_task_is_left_when_there_is_nothing_to_write(store: Store) -> None:
    await create_games(store)
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_cancelled_caller_does_not_hurt_others(store: Store) -> None:
    ids = await create_games(store)
    tasks = [asyncio.create_task(store.append(game_id, 1, lines(1, 1))) for game_id in ids]
    await asyncio.sleep(0)  # every write is handed over, none is committed
    tasks[4].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [n for n, outcome in enumerate(outcomes) if outcome is not None] == [4]
    assert [v for n, v in enumerate(await versions(store)) if n != 4] == [2] * (GAMES - 1)
    await store.append(ids[4], 1, lines(1, 1))  # was cancelled before its batch began


async def test_a_caller_cancelled_during_the_commit_is_written_or_not_as_a_whole(store: Store) -> None:
    await create_games(store, 2)
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def cancel(_connection: object) -> None:
        loop.call_soon(tasks[0].cancel)

    engine = store._database.commits
    sa.event.listen(engine, "begin", cancel, once=True)
    tasks += [asyncio.create_task(store.append(SNOWFLAKE + n, 1, lines(1, 3))) for n in range(2)]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(outcomes[0], asyncio.CancelledError)
    assert outcomes[1] is None
    assert [(len(stored.entries), stored.row.version) for stored in await store.unarchived()] == [(4, 4)] * 2


async def test_close_commits_what_was_handed_over(store_url: str) -> None:
    store = await Store.open(store_url)
    ids = await create_games(store)
    tasks = [asyncio.create_task(store.append(game_id, 1, lines(1, 1))) for game_id in ids]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    assert await asyncio.gather(*tasks) == [None] * GAMES
    with pytest.raises(StoreUnavailable):
        await store.append(ids[0], 2, lines(2, 1))
    with pytest.raises(StoreUnavailable):
        await store.unarchived()
    again = await Store.open(store_url)
    assert await versions(again) == [2] * GAMES
    await again.close()


async def test_callers_do_not_hang_when_the_writer_is_interrupted(store: Store) -> None:
    ids = await create_games(store)
    tasks = [asyncio.create_task(store.append(game_id, 1, lines(1, 1))) for game_id in ids]
    await asyncio.sleep(0)
    assert store._writer._task is not None
    store._writer._task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {StoreUnavailable}
    await store.append(ids[0], 1, lines(1, 1))
