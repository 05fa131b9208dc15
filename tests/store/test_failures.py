from __future__ import annotations

import asyncio
import sqlite3
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.store import Panel, Store, StoreError, StoreUnavailable
from tests.store.samples import SECRET, SNOWFLAKE, ending, line, lines, row, seat

HIDDEN = "T0P-hidden"


@contextmanager
def every_transaction(store: Store, statement: str) -> Iterator[None]:
    """Have each transaction run this statement when it has begun."""
    engine = store._database.commits

    def run(connection: sa.Connection) -> None:
        connection.exec_driver_sql(statement)

    sa.event.listen(engine, "begin", run)
    yield
    sa.event.remove(engine, "begin", run)


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    if store._database.lock is None:
        with every_transaction(store, "SET TRANSACTION READ ONLY"):
            yield
    else:
        with every_transaction(store, "PRAGMA query_only = ON"):
            yield


async def writable_again(store: Store) -> None:
    """SQLite's setting lives as long as the pooled connection; PostgreSQL's went with the transaction."""
    if store._database.lock is not None:
        store._database.commits.dispose()


async def test_writes_fail_and_work_again(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    await store.create(row(SNOWFLAKE + 1), lines(0, 1))
    with read_only(store):
        outcomes = await asyncio.gather(
            *(store.append(SNOWFLAKE + n, 1, lines(1, 1)) for n in range(2)), return_exceptions=True
        )
    await writable_again(store)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 2
    assert await store.game(SNOWFLAKE) == row()
    for n in range(2):
        await store.append(SNOWFLAKE + n, 1, lines(1, 1))


async def test_a_locked_sqlite_file(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    await store.create(row(), lines(0, 1))
    store._database.commits.dispose()
    sa.event.listen(store._database.commits, "connect", lambda c, _: c.execute("PRAGMA busy_timeout = 20"))
    with closing(sqlite3.connect(tmp_path / "wizard.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="SQLITE_BUSY"):
            await store.append(SNOWFLAKE, 1, lines(1, 1))
        assert await store.game(SNOWFLAKE) == row()
    await store.append(SNOWFLAKE, 1, lines(1, 1))
    await store.close()


async def test_a_full_disk(sqlite_url: str) -> None:
    big = [line(1, body="x" * 1_000_000)]
    store = await Store.open(sqlite_url)
    await store.create(row(), lines(0, 1))
    full = every_transaction(store, "PRAGMA max_page_count = 1")
    with full, pytest.raises(StoreUnavailable, match="SQLITE_FULL"):
        await store.append(SNOWFLAKE, 1, big)
    with every_transaction(store, "PRAGMA max_page_count = 1000000"):
        await store.append(SNOWFLAKE, 1, big)
    await store.close()


async def test_a_lost_connection(postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    await store.create(row(), lines(0, 1))
    with every_transaction(store, "SELECT pg_terminate_backend(pg_backend_pid())"):
        with pytest.raises(StoreUnavailable):
            await store.append(SNOWFLAKE, 1, lines(1, 1))
        with pytest.raises(StoreUnavailable):
            await store.game(SNOWFLAKE)
    await store.append(SNOWFLAKE, 1, lines(1, 1))
    await store.close()


WRITES: list[Callable[[Store], Coroutine[Any, Any, None]]] = [
    lambda store: store.save_panel(Panel(1, 2, HIDDEN, 3, 4)),
    lambda store: store.save_panel(Panel(SNOWFLAKE, 2, f"{HIDDEN}\ud800", 3, 4)),
    lambda store: store.save_panel(Panel(SNOWFLAKE, 2, None, HIDDEN, 4)),  # type: ignore[arg-type]
    lambda store: store.append(SNOWFLAKE, 1, [line(1, 11, HIDDEN)]),
    lambda store: store.append(SNOWFLAKE, 0, [line(0, 12, HIDDEN)]),
    lambda store: store.append(SNOWFLAKE, 1, [line(1, 12, f"{HIDDEN}\ud800")]),
    lambda store: store.append(SNOWFLAKE, 1, [], ending([replace(seat(0, 1), name=None)], record=HIDDEN)),  # type: ignore[arg-type]
    lambda store: store.create(replace(row(), options=HIDDEN), lines(0, 1)),
    lambda store: store.create(replace(row(SNOWFLAKE + 1), options=HIDDEN, secret=None), lines(0, 1)),  # type: ignore[arg-type]
]


def everything_said(error: BaseException) -> str:
    return "".join([str(error), repr(error), *traceback.format_exception(error)])


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("broken", [False, True])
async def test_no_error_tells_what_was_written(
    store: Store, write: Callable[[Store], Coroutine[Any, Any, None]], broken: bool
) -> None:
    await store.create(row(), [line(0, 11)])
    try:
        if broken:
            with read_only(store):
                await write(store)
        else:
            await write(store)
    except (StoreError, ValueError) as error:
        said = everything_said(error)
        assert HIDDEN not in said
        assert repr(SECRET)[2:12] not in said
    else:
        pytest.fail("it was written")
    await writable_again(store)


def test_no_repr_shows_a_secret() -> None:
    shown = repr((row(), line(0, body=HIDDEN), Panel(1, 2, HIDDEN, 3, 4), ending(record=HIDDEN)))
    assert HIDDEN not in shown
    assert "seed of the deals" not in shown
