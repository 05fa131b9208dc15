"""Every column of every table says whether it can tell of a person, and what can is found and forgotten.

Whoever adds a table or a column has to say it here: what is personal has to go into `bot.store.person`, which reads it,
and into `bot.store.forgetting`, which empties it.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from random import Random
from typing import Any

import sqlalchemy as sa

from bot.former import FORMER_NAME
from bot.ownfile import SECTIONS
from bot.recount import count_waiting
from bot.store import Append, AuditLine, Entry, Nudge, Panel, Player, Store, soundness
from bot.store.schema import metadata
from bot.store.values import Ending, Status
from bot.tallies import tallies
from engine.record import SeatHolder, load
from tests.store.samples import GUILD, SNOWFLAKE, row
from tests.store.test_statistics import Played, everything, random_game, store_game

PERSONAL = {
    "attendance": {"user_id"},
    "audit": {"user_id", "subject"},
    "entry": {"body"},
    "exclusion": {"user_id"},
    "game": {"opened_by", "rematch"},
    "lesson": {"user_id"},
    "nudge": {"user_id"},
    "panel": {"user_id"},
    "played": {"user_id"},
    "player": {"user_id"},
    "record": {"body"},
    "result": {"user_id", "name"},
    "standing": {"user_id", "name"},
    "stat": {"user_id", "key"},
    "streak": {"user_id"},
}
"""The columns that hold the account or the name of somebody, be it in a text."""
RUN = "length head tail best"
NOT_PERSONAL = {
    "attendance": "game_id",
    "audit": "id guild_id at what",
    "entry": "game_id seq interaction_id",
    "exclusion": "guild_id",
    "fact": "key value",
    "game": "id guild_id channel_id open_channel_id options secret rules_version version status created_at ended_at"
    " archived post_key post_channel_id post_message_id deadline tricks_posted tricks_sending ai_results",
    "guild": "guild_id house_rules settings removed_at",
    "lesson": "body offered",
    "nudge": "game_id decision channel_id message_id dm_channel_id dm_message_id",
    "panel": "game_id token message_id expires_at language",
    "played": f"game_id guild_id season ended_at place points players {RUN}",
    "player": "nudge dm dm_closed pictures card_list language",
    "record": "game_id",
    "result": "game_id seat guild_id season points place exact bids counted excluded away season_points mu sigma"
    " ended_at",
    "review": "game_id seat body",
    "season": "guild_id season name started_at ends_at ended_at status",
    "standing": "guild_id season games wins points exact bids season_points average share mu sigma rating",
    "stat": "guild_id season kind count hits points best",
    "streak": f"guild_id season kind {RUN} first_at first_game last_at last_game",
    "uncounted": "game_id guild_id ended_at",
}
"""The others. They say something of a person only beside a column that says of whom."""
PERSON, NAME = 1_240_000_000_000_000_003, "Quillon Zyx"
OTHER = 1_240_000_000_000_000_004
LIVE = SNOWFLAKE + 500
ELSEWHERE = 902
Rows = dict[str, list[dict[str, Any]]]


def test_every_column_says_whether_it_is_personal() -> None:
    said = {table: PERSONAL.get(table, set()) | set(others.split()) for table, others in NOT_PERSONAL.items()}
    assert {table.name: {column.name for column in table.c} for table in metadata.sorted_tables} == said
    assert [table for table, names in PERSONAL.items() if names & set(NOT_PERSONAL[table].split())] == []


def of_person(played: Played) -> Played:
    """Return a random game with the person in the place of somebody."""

    def holder(it: Any) -> Any:
        return replace(it, player=str(PERSON), name=NAME) if it.player == "3" else it

    seats = tuple(map(holder, played.record.seats))
    taken = tuple(replace(it, holder=holder(it.holder)) for it in played.record.handovers)
    return replace(played, record=replace(played.record, seats=seats, handovers=taken))


def is_person(holder: SeatHolder) -> bool:
    return holder.player == str(PERSON)


def entry(seq: int, text: str) -> Entry:
    return Entry(seq, None, text % {"me": PERSON, "name": NAME, "other": OTHER})


def rematch(*places: str) -> str:
    return f'{{"options":{{}},"settings":{{}},"places":[{",".join(places)}]}}'


async def fill(store: Store) -> list[Played]:
    """Put the person into every personal column, beside others."""
    rng = Random(7)
    games = [of_person(random_game(number, rng)) for number in range(16)]
    for it in games:
        await store_game(store, it)
    mine = ((it.game_id, seat) for it in games for seat, held in enumerate(it.record.final_seats) if is_person(held))
    await store.save_review(*next(mine), "{}")
    body = rematch(f'[{PERSON},"{NAME}"]', f'[{OTHER},"Bo"]')
    await store.create(replace(row(LIVE + 1), opened_by=PERSON), [entry(0, "{}")])
    await store.append(LIVE + 1, 1, [entry(1, "{}")], Ending(Status.ENDED, 5, "2026-11", rematch=body))
    log = [
        entry(0, '{"entry":"join","user_id":%(me)d,"name":"%(name)s","interaction_id":7}'),
        entry(1, '{"entry":"ask_seat","user_id":%(other)d,"name":"Bo","holder_id":%(me)d}'),
        entry(2, '{"entry":"invite","user_id":%(other)d,"places":[[%(me)d,"%(name)s"],[null,"Alma"]]}'),
        entry(3, '{"bid":1,"seat":0}'),
    ]
    await store.create(replace(row(LIVE, version=4), opened_by=PERSON), log)
    for user_id in (PERSON, OTHER):
        await store.save_panel(Panel(LIVE, user_id, f"token of {user_id}"[:5], 1, 2))
        await store.save_nudge(Nudge(LIVE, user_id, 0, 1, 2))
        await store.save_player(Player(user_id, dm=True))
        await store.offer_lesson(user_id)
    at = 1_790_000_000_000
    await store.exclude_person(PERSON, AuditLine(1, ELSEWHERE, at, OTHER, "exclude person", str(PERSON)), excluded=True)
    await store.exclude_person(OTHER, AuditLine(2, ELSEWHERE, at, PERSON, "exclude person", str(OTHER)), excluded=True)
    return games


async def dump(store: Store) -> Rows:
    """Return all rows of all tables, records unpacked."""
    found = {}
    async with store._database.reader.connect() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(sa.select(table).order_by(*table.primary_key))
            found[table.name] = [dict(it) for it in rows.mappings()]
    for it in found["record"]:
        it["body"] = zlib.decompress(it["body"]).decode()
    return found


def columns_with(rows: Rows, *needles: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table, lines in rows.items():
        for line in lines:
            for column, value in line.items():
                if any(needle in str(value) for needle in needles):
                    found.setdefault(table, set()).add(column)
    return found


async def test_nothing_stored_names_who_is_forgotten(store: Store) -> None:
    games = await fill(store)
    before = await dump(store)
    assert columns_with(before, str(PERSON), NAME) == PERSONAL, "the person is in every column they can be in"
    counted = await everything(store)
    left = Append(LIVE, 4, (entry(4, '{"entry":"forgotten","user_id":%(me)d}'),))

    await store.forget_person(PERSON, -77, [left])

    after = await dump(store)
    assert columns_with(after, str(PERSON), NAME) == {}
    assert [it["body"] for it in after["entry"] if it["game_id"] == LIVE] == [
        f'{{"entry":"join","user_id":-77,"name":"{FORMER_NAME}","interaction_id":7}}',
        f'{{"entry":"ask_seat","user_id":{OTHER},"name":"Bo","holder_id":-77}}',
        f'{{"entry":"invite","user_id":{OTHER},"places":[[-77,"{FORMER_NAME}"],[null,"Alma"]]}}',
        '{"bid":1,"seat":0}',
        '{"entry":"forgotten","user_id":-77}',
    ]
    [over] = [it for it in after["game"] if it["id"] == LIVE + 1]
    assert over["rematch"] == rematch(f'[{OTHER},"Bo"]')
    for table in ("lesson", "player", "panel", "nudge"):
        assert {it["user_id"] for it in after[table]} == {OTHER}
    for it in games:
        [text] = [line["body"] for line in after["record"] if line["game_id"] == it.game_id]
        assert replace(load(text), seats=(), handovers=()) == replace(it.record, seats=(), handovers=())

    # The numbers are the same, and the same again when they are counted anew.
    def renamed(rows: dict[str, list[Any]]) -> dict[str, set[str]]:
        return {table: {str(line).replace(str(PERSON), "-77") for line in lines} for table, lines in rows.items()}

    kept = await everything(store)
    assert renamed(kept) == renamed(counted)
    async with store._database.reader.connect() as connection:
        assert await connection.run_sync(soundness.drift) == 0
    await store.recount_statistics()
    await count_waiting(store, rest=0)
    assert await everything(store) == kept


async def test_nothing_is_held_about_who_is_forgotten(store: Store) -> None:
    await fill(store)
    held = await store.held_about(PERSON)
    assert held is not None
    assert [name for name in SECTIONS if not getattr(held, name)] == []
    assert "token" not in {key for it in held.panels for key in it}
    assert {it["guild_id"] for it in (*held.results, *held.exclusions)} == {GUILD, ELSEWHERE}
    assert held.names == (NAME,)
    assert str(OTHER) not in str(held.entries) + str(held.games) + str(held.audit[:1])
    assert await store.is_known(PERSON)
    await store.forget_person(PERSON, -77)
    assert not await store.is_known(PERSON)
    assert await store.held_about(PERSON) is None
    before = await dump(store)
    await store.forget_person(PERSON, -78)
    assert await dump(store) == before, "pressed twice"


async def test_tallies_read_before_somebody_was_forgotten_are_not_counted(store: Store) -> None:
    games = await fill(store)
    await store.recount_statistics()
    read = {it.game_id: tallies(it.record, it.record.game()) for it in games if it.counts}
    naming = {game_id: found for game_id, found in read.items() if PERSON in {it.user_id for it in found}}
    waiting = set(await store.uncounted(99)) & set(naming)
    assert waiting
    await store.forget_person(PERSON, -77)
    for game_id in waiting:
        await store.count_game(game_id, naming[game_id])
    assert waiting <= set(await store.uncounted(99))
    await count_waiting(store, rest=0)
    assert columns_with(await dump(store), str(PERSON)) == {}
