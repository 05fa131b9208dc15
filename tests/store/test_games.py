from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.store import (
    ChannelTaken,
    DuplicateInteraction,
    Ending,
    Panel,
    Post,
    StaleVersion,
    Status,
    Store,
    StoredGame,
    StoreError,
)
from tests.store.samples import SNOWFLAKE, ending, line, lines, row, seat


async def test_a_created_game_is_read_back_as_it_was(store: Store) -> None:
    post = Post("lobby", 5, 6)
    opened = replace(row(version=2), post=post)
    log = (line(0, SNOWFLAKE + 1, "ünïcode 🃏"), line(1))
    await store.create(opened, log)
    assert await store.game(opened.id) == opened
    assert await store.load(opened.id) == StoredGame(opened, log)
    assert await store.unarchived() == (StoredGame(opened, log),)


async def test_the_last_finished_game_of_a_channel(store: Store) -> None:
    for at, (game_id, channel_id) in enumerate([(1, 70), (2, 70), (3, 71), (4, 80)]):
        await store.create(row(game_id, channel_id=channel_id, version=0), [])
        await store.save_post(game_id, Post("result", 80 if game_id == 2 else channel_id, 5))
        await store.append(game_id, 0, [], ending(ended_at=1000 + at))
    await store.create(row(5, channel_id=70, version=0), [])
    found = [await store.last_finished(channel_id, parent) for channel_id, parent in ((70, None), (71, None), (9, 70))]
    assert [game and game.id for game in found] == [2, 3, None]
    assert (await store.last_finished(80, 70)).id == 4  # opened in the thread
    await store.append(5, 0, [], replace(ending(ended_at=9000), status=Status.ENDED))
    assert (await store.last_finished(70)).id == 2
    assert (await store.last_finished(80, 70)).id == 4
    assert (await store.last_finished(80, 71)).id == 4


async def test_unknown_things_are_none_or_empty(store: Store) -> None:
    assert await store.game(1) is None
    assert await store.load(1) is None
    assert await store.record(1) is None
    assert await store.fact("commands") is None
    assert await store.panels(1) == ()
    assert await store.unarchived() == ()


async def test_append_moves_the_version_and_keeps_the_order(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1))
    await store.append(SNOWFLAKE, 2, lines(2, 10))
    stored = await store.load(SNOWFLAKE)
    assert stored == StoredGame(row(version=12), lines(0, 12))


async def test_append_refuses_any_other_version(store: Store) -> None:
    await store.create(row(version=3), lines(0, 3))
    for version in (0, 2, 4):
        with pytest.raises(StaleVersion):
            await store.append(SNOWFLAKE, version, lines(version, 1))
    with pytest.raises(StaleVersion):
        await store.append(SNOWFLAKE + 1, 3, lines(3, 1))
    assert await store.load(SNOWFLAKE) == StoredGame(row(version=3), lines(0, 3))


async def test_append_refuses_a_gap_and_nothing(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    with pytest.raises(ValueError, match="without a gap"):
        await store.append(SNOWFLAKE, 1, [line(1), line(3)])
    with pytest.raises(ValueError, match="nothing"):
        await store.append(SNOWFLAKE, 1, [])
    with pytest.raises(ValueError, match="version"):
        await store.create(row(SNOWFLAKE + 1, version=2), lines(0, 1))


async def test_an_interaction_is_logged_once(store: Store) -> None:
    await store.create(row(), [line(0, 11)])
    await store.create(row(SNOWFLAKE + 1), lines(0, 1))
    await store.append(SNOWFLAKE, 1, [line(1, 12)])
    for game_id, version, interaction_id in [
        (SNOWFLAKE, 1, 12),  # delivered twice, at the version of the first delivery
        (SNOWFLAKE, 2, 12),
        (SNOWFLAKE, 2, 11),
        (SNOWFLAKE + 1, 1, 12),
    ]:
        with pytest.raises(DuplicateInteraction):
            await store.append(game_id, version, [line(version, interaction_id)])
    with pytest.raises(DuplicateInteraction):
        await store.create(row(SNOWFLAKE + 2), [line(0, 12)])
    assert await store.game(SNOWFLAKE) == row(version=2)
    assert await store.game(SNOWFLAKE + 2) is None


async def test_opening_twice_by_one_interaction_is_a_duplicate(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    with pytest.raises(DuplicateInteraction):
        await store.create(row(), lines(0, 1))


async def test_a_channel_holds_one_open_table(store: Store) -> None:
    await store.create(row(SNOWFLAKE, channel_id=5), lines(0, 1))
    with pytest.raises(ChannelTaken):
        await store.create(row(SNOWFLAKE + 1, channel_id=5), lines(0, 1))
    await store.append(SNOWFLAKE, 1, [], Ending(Status.ENDED, 9, "2026-11"))
    await store.create(row(SNOWFLAKE + 1, channel_id=5), lines(0, 1))
    over = replace(row(SNOWFLAKE, channel_id=5), status=Status.ENDED, ended_at=9)
    assert await store.game(SNOWFLAKE) == over


async def test_of_two_who_open_a_channel_at_once_one_wins(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.create(row(SNOWFLAKE + n, channel_id=5), lines(0, 1)) for n in range(5)),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ChannelTaken"] * 4 + ["NoneType"]


async def test_nothing_can_be_added_to_a_game_that_is_over(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1), ending())
    with pytest.raises(StaleVersion):
        await store.append(SNOWFLAKE, 2, lines(2, 1))
    with pytest.raises(StaleVersion):
        await store.append(SNOWFLAKE, 2, [], ending())


async def test_an_ending_that_is_refused_leaves_nothing(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    with pytest.raises(StaleVersion):
        await store.append(SNOWFLAKE, 0, [], ending([seat(0, 1)], record="lost"))
    assert await store.game(SNOWFLAKE) == row()
    assert await store.record(SNOWFLAKE) is None
    assert (await store.standings(900, "2026-11", offset=0, limit=5)).total == 0


def test_an_ending_ends() -> None:
    with pytest.raises(ValueError, match="open"):
        Ending(Status.OPEN, 1, "2026-11")


async def test_a_record_comes_back_as_it_was(store: Store) -> None:
    text = "".join(f'{{"play": "R{n} – ünïcode 🃏"}}\n' for n in range(2_000))
    await store.create(row(), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1), ending(record=text))
    assert await store.record(SNOWFLAKE) == text


async def test_archiving_keeps_the_record_and_drops_log_and_panels(store: Store) -> None:
    panel = Panel(SNOWFLAKE, 1, "token", 2, 3)
    for game_id in (SNOWFLAKE, SNOWFLAKE + 1):
        await store.create(row(game_id), lines(0, 1))
        await store.save_panel(replace(panel, game_id=game_id))
    with pytest.raises(StoreError, match="not over"):
        await store.archive(SNOWFLAKE)
    await store.append(SNOWFLAKE, 1, lines(1, 1), ending(record="all of it"))
    assert [stored.row.id for stored in await store.unarchived()] == [SNOWFLAKE, SNOWFLAKE + 1]
    await store.archive(SNOWFLAKE)
    await store.archive(SNOWFLAKE)
    assert await store.unarchived() == (StoredGame(row(SNOWFLAKE + 1), lines(0, 1)),)
    assert await store.panels(SNOWFLAKE) == ()
    assert len(await store.panels(SNOWFLAKE + 1)) == 1
    archived = await store.load(SNOWFLAKE)
    assert archived is not None
    assert archived.row.archived
    assert archived.entries == ()
    assert await store.record(SNOWFLAKE) == "all of it"


async def test_a_start_loads_every_live_game_with_its_own_log(store: Store) -> None:
    expected = []
    for n in range(5):
        game = row(SNOWFLAKE + n, version=n + 1)
        await store.create(game, lines(0, n + 1))
        expected.append(StoredGame(game, lines(0, n + 1)))
    assert await store.unarchived() == tuple(expected)


async def test_the_post_of_a_table_is_replaced(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    for post in (Post("lobby", 5, 6), Post("round 1", 5, 8)):
        await store.save_post(SNOWFLAKE, post)
        assert await store.game(SNOWFLAKE) == replace(row(), post=post)
    with pytest.raises(StoreError, match="no game"):
        await store.save_post(1, Post("lobby", 5, 6))


async def test_a_panel_is_replaced_and_dropped_by_its_token(store: Store) -> None:
    old, new, other = (
        Panel(SNOWFLAKE, 1, "old", 10, 100),
        Panel(SNOWFLAKE, 1, "new", 11, 200),
        Panel(SNOWFLAKE, 2, "other", 12, 300),
    )
    await store.create(row(), lines(0, 1))
    for panel in (other, old, new):
        await store.save_panel(panel)
    await store.drop_panel(SNOWFLAKE, 1, "old")
    assert await store.panels(SNOWFLAKE) == (new, other)
    await store.drop_panel(SNOWFLAKE, 1, "new")
    assert await store.panels(SNOWFLAKE) == (other,)
    with pytest.raises(StoreError):
        await store.save_panel(replace(old, game_id=1))


async def test_a_panel_is_kept_with_the_moves_made_on_it(store: Store) -> None:
    games = [SNOWFLAKE, SNOWFLAKE + 1]
    for game_id in games:
        await store.create(row(game_id), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1), panel=Panel(SNOWFLAKE, 2, "alone", 3, 4))
    with pytest.raises(StaleVersion):
        await store.append(SNOWFLAKE, 1, lines(1, 1), panel=Panel(SNOWFLAKE, 2, "too late", 3, 4))
    assert [panel.token for panel in await store.panels(SNOWFLAKE)] == ["alone"]
    together = [Panel(game_id, 2, f"together {game_id}", 3, 4) for game_id in games]
    await asyncio.gather(
        store.append(games[0], 2, lines(2, 1), panel=together[0]),
        store.append(games[1], 1, lines(1, 1), panel=together[1]),
    )
    assert [panel for game_id in games for panel in await store.panels(game_id)] == together


async def test_a_fact_is_remembered_and_replaced(store: Store) -> None:
    for value in ("a", "b"):
        await store.set_fact("commands", value)
        assert await store.fact("commands") == value


async def test_an_archived_game_keeps_no_token_that_comes_late(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.append(SNOWFLAKE, 1, lines(1, 1), ending())
    await store.archive(SNOWFLAKE)
    await store.save_panel(Panel(SNOWFLAKE, 7, "token", 8, 9))
    assert await store.panels(SNOWFLAKE) == ()


async def test_the_tricks_posted_and_the_rematch_come_back(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.save_tricks(SNOWFLAKE, 2, 5)
    assert await store.game(SNOWFLAKE) == replace(row(), tricks_posted=2, tricks_sending=5)
    await store.append(SNOWFLAKE, 1, [], Ending(Status.ENDED, 9, "2026-11", rematch="the same again"))
    await store.archive(SNOWFLAKE)
    over = await store.game(SNOWFLAKE)
    assert over is not None
    assert (over.rematch, over.archived) == ("the same again", True)
