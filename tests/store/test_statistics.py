"""Statistics: kept up to date with every game, the same when counted again, whatever comes first."""

from __future__ import annotations

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from bot.recount import count_waiting
from bot.rhythm import ALL_TIME
from bot.store import Count, Ending, Form, Kind, SeatResult, Statistics, Status, Store, Streak, Tally
from bot.store.migrations.versions import v0015_removed_servers
from bot.store.schema import metadata, played, stat, streak, uncounted
from bot.tallies import tallies
from engine.game import apply, new_game
from engine.options import MAX_PLAYERS, MIN_PLAYERS
from engine.record import Handover, Record, SeatHolder, dump
from tests.engine import random_tables
from tests.engine.playing import whole_record
from tests.store.samples import GUILD, SEASON, SNOWFLAKE, lines, row

OTHER_GUILD = 901
SEASONS = (SEASON, "2026-12")


@dataclass(frozen=True)
class Played:
    """A game that is over, and where and when it ended."""

    game_id: int
    guild_id: int
    season: str
    ended_at: int
    record: Record
    counts: bool = True


def results(record: Record) -> tuple[SeatResult, ...]:
    game = record.game()
    return tuple(
        SeatResult(seat, int(holder.player), holder.name, game.totals[seat], 1, 0, len(game.scores))
        for seat, holder in enumerate(record.final_seats)
        if not holder.is_ai
    )


async def store_game(store: Store, it: Played, *, with_tallies: bool = True) -> None:
    """Let a game begin and end as the bot does; without tallies, as the bot did before it had statistics."""
    found = tallies(it.record, it.record.game()) if it.counts and with_tallies else ()
    await store.create(row(it.game_id, guild_id=it.guild_id), lines(0, 1))
    over = Ending(
        Status.FINISHED, it.ended_at, it.season, dump(it.record), results(it.record), it.counts, tallies=found
    )
    await store.append(it.game_id, 1, lines(1, 1), over)


async def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return all that is kept of statistics."""
    found = {}
    async with store._database.reader.connect() as connection:
        for table in (stat, streak, played, uncounted):
            rows = await connection.execute(sa.select(table).order_by(*table.primary_key))
            found[table.name] = [tuple(it) for it in rows]
    return found


# --- random games --------------------------------------------------------------------------------


def random_game(number: int, rng: Random) -> Played:
    """Return a random game on a random table: people from a small town, AI players, seats that change hands."""
    on = random_tables.table(11, rng.randrange(100_000))
    options = replace(on.options, max_rounds=rng.randint(1, 3))
    record = whole_record(options, on.players, rng.randrange(1_000_000))
    town = [SeatHolder(str(user_id), f"{user_id}") for user_id in range(1, 9)]
    rng.shuffle(town)
    ai = SeatHolder("ai", "Alma")
    seats = tuple(ai if at and rng.random() < 0.2 else town.pop() for at in range(on.players))
    handovers = {}
    for _ in range(rng.choice((0, 0, 1, 3))):
        if town:
            handovers[rng.randrange(len(record.actions)), rng.randrange(on.players)] = town.pop()
    taken = tuple(Handover(*place, handovers[place]) for place in sorted(handovers))
    return Played(
        SNOWFLAKE + number,
        rng.choice((GUILD, GUILD, OTHER_GUILD)),
        rng.choice(SEASONS),
        rng.randint(1, 12),  # few instants: games end at the same one, and in another order than they are stored
        replace(record, seats=seats, handovers=taken),
        counts=rng.random() < 0.9,
    )


def exactness(it: Played) -> dict[int, list[bool]]:
    """Return what each person's rounds were, found out by playing the record action by action."""
    found = defaultdict(list)
    game, holders = new_game(it.record.options, len(it.record.seats)), list(it.record.seats)
    for at, action in enumerate(it.record.actions):
        for handover in it.record.handovers:
            if handover.since == at:
                holders[handover.seat] = handover.holder
        before = len(game.scores)
        game, _ = apply(game, action)
        if len(game.scores) > before:
            score = game.scores[-1]
            for seat, holder in enumerate(holders):
                if not holder.is_ai:
                    exact = score.bids[seat] == score.taken[seat] and not score.cancelled
                    found[int(holder.player)].append(exact)
    return found


def longest(tries: Sequence[bool]) -> int:
    return max((len(list(run)) for good, run in groupby(tries) if good), default=0)


def at_the_end(tries: Sequence[bool]) -> int:
    return len(list(tries)) if all(tries) else [*reversed(tries)].index(False)


@pytest.mark.parametrize("seed", range(3))
async def test_kept_up_to_date_equals_counted_again_and_played_again(store: Store, seed: int) -> None:
    rng = Random(seed)
    games = [random_game(number, rng) for number in range(30)]
    await asyncio.gather(*(store_game(store, game) for game in games))
    kept = await everything(store)
    await store.recount_statistics()
    assert (await everything(store))["stat"] == []
    await count_waiting(store, rest=0)
    assert await everything(store) == kept
    assert kept["uncounted"] == []
    assert kept["stat"]

    rounds_of = {it.game_id: exactness(it) for it in games}
    in_order = sorted((it for it in games if it.counts), key=lambda it: (it.ended_at, it.game_id))
    for guild_id in (GUILD, OTHER_GUILD):
        for season in (*SEASONS, ALL_TIME):
            mine = [it for it in in_order if it.guild_id == guild_id and season in (it.season, ALL_TIME)]
            for person in range(1, 9):
                tries = [exact for it in mine for exact in rounds_of[it.game_id].get(person, [])]
                shown = await store.statistics(guild_id, person, season)
                assert (shown.exact.length, shown.exact.best) == (len(tries), longest(tries))
                assert shown.exact.tail == at_the_end(tries)
                [rounds] = [it for it in shown.counts if it.kind is Kind.ROUNDS] or [Count(Kind.ROUNDS)]
                assert (rounds.count, rounds.hits) == (len(tries), sum(tries))


@pytest.mark.parametrize("seed", range(2))
async def test_games_stored_before_there_were_statistics_are_counted_while_others_end(store: Store, seed: int) -> None:
    rng = Random(f"before {seed}")
    games = [random_game(number, rng) for number in range(24)]
    old, new = games[:12], games[12:]
    for game in old:
        await store_game(store, game, with_tallies=False)
    await store.recount_statistics()  # what the migration does: it notes them all
    waiting = len(await store.uncounted(1_000))
    assert waiting == sum(game.counts for game in old)
    await asyncio.gather(count_waiting(store, rest=0), *(store_game(store, game) for game in new))
    kept = await everything(store)
    assert kept["uncounted"] == []
    await store.recount_statistics()
    await count_waiting(store, rest=0)
    assert await everything(store) == kept


async def test_counting_goes_on_where_it_stopped_and_counts_nothing_twice(store: Store) -> None:
    games = [replace(random_game(number, Random(number)), counts=True) for number in range(6)]
    for game in games:
        await store_game(store, game)
    kept = await everything(store)
    await store.recount_statistics()
    first, second, *_ = await store.uncounted(10)
    by_id = {it.game_id: tallies(it.record, it.record.game()) for it in games}
    await store.count_game(first, by_id[first])
    await store.count_game(first, by_id[first])  # two processes had the same idea
    await asyncio.gather(store.count_game(second, by_id[second]), store.count_game(second, by_id[second]))
    assert len(await store.uncounted(10)) == 4
    await count_waiting(store, rest=0)
    assert await everything(store) == kept


async def test_the_latest_games_are_counted_first(store: Store) -> None:
    rng = Random(5)
    games = [replace(random_game(number, rng), ended_at=number, counts=True) for number in range(4)]
    for game in games:
        await store_game(store, game)
    await store.recount_statistics()
    assert list(await store.uncounted(3)) == [game.game_id for game in reversed(games[1:])]


async def test_one_server_can_be_counted_again(store: Store) -> None:
    rng = Random(6)
    here, there = (
        replace(random_game(number, rng), guild_id=guild_id, counts=True)
        for number, guild_id in enumerate((GUILD, OTHER_GUILD))
    )
    await store_game(store, here)
    await store_game(store, there)
    kept = await everything(store)
    await store.recount_statistics(GUILD)
    assert await store.uncounted(10) == (here.game_id,)
    left = await everything(store)
    assert {it[0] for it in left["stat"]} == {OTHER_GUILD}
    await count_waiting(store, rest=0)
    assert await everything(store) == kept


@pytest.mark.parametrize("body", [b"x\x9c\x03\x00\x00\x00\x00\x01", b"damage"])
async def test_a_record_that_cannot_be_read_is_left_out(
    store: Store, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    game = replace(random_game(0, Random(7)), counts=True)
    await store_game(store, game)
    async with store._database.writer.begin() as connection:
        await connection.execute(sa.update(metadata.tables["record"]).values(body=body))
    await store.recount_statistics()
    await count_waiting(store, rest=0)
    assert (await everything(store))["stat"] == []
    assert await store.uncounted(1) == ()
    assert "its record can't be read" in caplog.text


# --- what is read --------------------------------------------------------------------------------


def tally(user_id: int, place: int | None = 1, exact: str = "+", players: int = 4, *counts: Count) -> Tally:
    """Return a tally with these rounds, ``+`` for an exact bid."""
    tries = [sign == "+" for sign in exact]
    rounds = Count(Kind.ROUNDS, "", len(tries), sum(tries))
    points = None if place is None else 100 - place
    return Tally(user_id, place, points, players, Streak.of(tries), (rounds, *counts))


async def end(
    store: Store, number: int, *found: Tally, ended_at: int | None = None, season: str = SEASON, counts: bool = True
) -> None:
    game_id = SNOWFLAKE + number
    seats = tuple(
        SeatResult(at, it.user_id, f"name {number}", it.points or 0, it.place, 0, 1)
        for at, it in enumerate(found)
        if it.place is not None
    )
    await store.create(row(game_id), lines(0, 1))
    at = number if ended_at is None else ended_at
    over = Ending(Status.FINISHED, at, season, "{}\n", seats, counts, tallies=found)
    await store.append(game_id, 1, lines(1, 1), over)


async def test_whoever_has_not_played_has_nothing(store: Store) -> None:
    assert await store.statistics(GUILD, 1, SEASON, against=2) == Statistics()


async def test_a_game_that_does_not_count_adds_nothing(store: Store) -> None:
    await end(store, 0, tally(1), counts=False)
    assert await store.statistics(GUILD, 1, ALL_TIME) == Statistics()


async def test_seasons_are_apart_and_all_time_has_both(store: Store) -> None:
    await end(store, 1, tally(1, 1, "++-"), season="2026-11")
    await end(store, 2, tally(1, 1, "+"), season="2026-12")
    first, second, both = [await store.statistics(GUILD, 1, it) for it in ("2026-11", "2026-12", ALL_TIME)]
    assert [it.counts[0].count for it in (first, second, both)] == [3, 1, 4]
    assert [it.won.tail for it in (first, second, both)] == [1, 1, 2]
    assert (first.seasons, both.seasons) == (("2026-12", "2026-11"),) * 2
    assert [len(it.form) for it in (first, second, both)] == [1, 1, 2]
    elsewhere = await store.statistics(OTHER_GUILD, 1, ALL_TIME)
    assert elsewhere == Statistics()


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (1, 3, 2), (2, 1, 3), (3, 1, 2), (2, 3, 1)])
async def test_streaks_do_not_depend_on_the_order_in_which_games_come(store: Store, order: tuple[int, ...]) -> None:
    games = {1: tally(1, 1, "-++"), 2: tally(1, 1, "+++"), 3: tally(1, 2, "+-+")}
    for number in order:
        await end(store, number, games[number])
    shown = await store.statistics(GUILD, 1, SEASON)
    assert shown.exact == Streak(length=9, head=0, tail=1, best=6)
    assert shown.won == Streak(length=3, head=2, tail=0, best=2)


async def test_form_is_the_last_ten_results(store: Store) -> None:
    for number in range(12):
        await end(store, number, tally(1, number % 4 + 1))
    await end(store, 12, tally(1, None))
    shown = await store.statistics(GUILD, 1, ALL_TIME)
    assert [it.game_id - SNOWFLAKE for it in shown.form] == list(range(11, 1, -1))
    assert shown.form[0] == Form(SNOWFLAKE + 11, 11, 4, 4, 96)
    assert shown.won.length == 12, "a seat given up is neither won nor lost"


async def test_only_the_games_against_one_person_are_read(store: Store) -> None:
    duels = [Count(Kind.AGAINST, str(other), 1, 1, 10 * other) for other in range(2, 40)]
    await end(store, 1, tally(1, 1, "+", 4, *duels, Count(Kind.LEVEL, "7", 1)))
    alone, both = await store.statistics(GUILD, 1, SEASON), await store.statistics(GUILD, 1, SEASON, against=7)
    assert [it.kind for it in alone.counts] == [Kind.ROUNDS]
    assert [it for it in both.counts if it.kind is not Kind.ROUNDS] == [
        Count(Kind.AGAINST, "7", 1, 1, 70),
        Count(Kind.LEVEL, "7", 1),
    ]


async def test_the_best_is_kept_also_where_all_is_below_nothing(store: Store) -> None:
    for number, best in enumerate((-30, -10, -20)):
        await end(store, number, tally(1, 1, "-", 4, Count(Kind.SIZE, "1", 1, 0, best, best)))
    shown = await store.statistics(GUILD, 1, SEASON)
    assert [it for it in shown.counts if it.kind is Kind.SIZE] == [Count(Kind.SIZE, "1", 3, 0, -60, -10)]


async def test_names_are_those_of_the_latest_game(store: Store) -> None:
    await end(store, 1, tally(1), tally(2))
    await end(store, 2, tally(1))
    await end(store, 3, tally(1, None))
    shown = await store.statistics(GUILD, 1, SEASON, against=2)
    assert dict(shown.names) == {1: "name 2", 2: "name 1"}


async def test_it_is_said_when_older_games_are_not_counted_yet(store: Store) -> None:
    game = replace(random_game(0, Random(1)), guild_id=GUILD, counts=True)
    await store_game(store, game)
    await store.recount_statistics()
    assert (await store.statistics(GUILD, 1, SEASON)).incomplete
    assert not (await store.statistics(OTHER_GUILD, 1, SEASON)).incomplete
    await count_waiting(store, rest=0)
    assert not (await store.statistics(GUILD, 1, SEASON)).incomplete


async def test_an_older_database_notes_its_finished_games(tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "fixtures" / "version-1" / "wizard.db"
    shutil.copy(old, tmp_path / "wizard.db")
    store = await Store.open(f"sqlite:///{tmp_path}/wizard.db")
    assert await store.uncounted(10) == (1003,)
    await count_waiting(store, rest=0)
    page = await store.standings(1, "2026-11", offset=0, limit=10)
    assert len(page.rows) == 3
    for line in page.rows:
        shown = await store.statistics(1, line.user_id, "2026-11")
        kinds = {it.kind: it for it in shown.counts if it.key == ""}
        assert (kinds[Kind.GAMES].points, kinds[Kind.GAMES].count) == (line.points, line.games)
        assert (kinds[Kind.ROUNDS].hits, kinds[Kind.ROUNDS].count) == (line.exact, line.bids)
        assert dict(shown.names) == {line.user_id: line.name}
    await store.close()


def test_random_games_have_tables_of_every_size() -> None:
    sizes = {len(random_game(number, Random(number)).record.seats) for number in range(40)}
    assert sizes == set(range(MIN_PLAYERS, MAX_PLAYERS + 1))


async def test_statistics_of_all_time_have_another_key_since_an_update(store_url: str) -> None:
    store = await Store.open(store_url)
    await end(store, 1, tally(1, 1, "++-"))
    kept = await store.statistics(GUILD, 1, ALL_TIME)
    async with store._database.writer.begin() as connection:
        for table in (stat, streak):
            await connection.execute(sa.update(table).where(table.c.season == ALL_TIME).values(season=""))
        await connection.execute(sa.text("ALTER TABLE guild DROP COLUMN removed_at"))
    assert not (await store.statistics(GUILD, 1, ALL_TIME)).counts
    async with store._database.writer.begin() as connection:
        await connection.run_sync(_remove_servers_again)
    assert await store.statistics(GUILD, 1, ALL_TIME) == kept
    await store.close()


def _remove_servers_again(connection: sa.Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        v0015_removed_servers.upgrade()
