"""Engines for both databases, the lock on a SQLite file, and driver errors made safe to show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.values import StoreError, StoreInUse, StoreUnavailable

_SQLITE: Final = "sqlite+aiosqlite"
_PRAGMAS: Final = (
    "busy_timeout=5000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # the default of some builds of SQLite, not of all
)
_LOOKING: Final = ("busy_timeout=5000", "foreign_keys=ON")
"""Those that neither change the file nor read it, which may be damaged; SQLite's own `synchronous` is FULL."""


class _Committer:
    """Commits to a SQLite file on a thread of its own, a whole transaction at a time.

    An asynchronous connection would go to its thread and back for each statement: that takes longer than they do.
    """

    def __init__(self, url: sa.URL) -> None:
        self.engine = sa.create_engine(url.set(drivername="sqlite"), hide_parameters=True).execution_options(
            writes=True
        )
        sa.event.listen(self.engine, "connect", _prepare_sqlite)
        sa.event.listen(self.engine, "begin", _begin_sqlite)
        self._thread = ThreadPoolExecutor(1, "store")

    async def commit(self, work: Callable[[sa.Connection], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, work)

    def _commit(self, work: Callable[[sa.Connection], None]) -> None:
        with self.engine.begin() as connection:
            work(connection)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown(wait=False)


@dataclass(frozen=True, slots=True)
class Database:
    """One connection pool seen as a reader (consistent snapshots) and as a writer; SQLite has another for commits."""

    reader: AsyncEngine
    writer: AsyncEngine
    lock: FileLock | None
    committer: _Committer | None = None

    @property
    def commits(self) -> sa.Engine:
        """Return what `commit` commits with."""
        return self.writer.sync_engine if self.committer is None else self.committer.engine

    async def commit(self, work: Callable[[sa.Connection], None]) -> None:
        """Do some work in a transaction, and return once that is committed."""
        if self.committer is not None:
            await self.committer.commit(work)
            return
        async with self.writer.begin() as connection:
            await connection.run_sync(work)

    async def close(self) -> None:
        """Close every connection, then let another bot have the file."""
        if self.committer is not None:
            await self.committer.close()
        await self.writer.dispose()
        if self.lock is not None:
            self.lock.release()


def connect(url: str) -> Database:
    """Make the engines for a SQLite or PostgreSQL URL; a SQLite file is created and locked.

    Raises StoreInUse, StoreUnavailable, and StoreError for a URL this store cannot serve.
    """
    parsed = _parse(url)
    if parsed.get_backend_name() == "sqlite":
        return _connect_sqlite(parsed)
    return _connect_postgresql(parsed)


def _parse(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError("the database URL cannot be read") from None
    backend = parsed.get_backend_name()
    if backend not in {"sqlite", "postgresql"}:
        raise StoreError("the database URL must start with sqlite:// or postgresql://")
    if backend == "sqlite" and parsed.database in {None, "", ":memory:"}:
        raise StoreError("the database URL must name a file")
    return parsed.set(drivername=_SQLITE if backend == "sqlite" else "postgresql+asyncpg")


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite URL, None for PostgreSQL; raise StoreError for a URL this store cannot serve."""
    parsed = _parse(url)
    return _path(parsed) if parsed.get_backend_name() == "sqlite" else None


def look_into(url: str) -> AsyncEngine:
    """Make an engine that takes no lock, for a database that is there and that another bot may be using."""
    path = sqlite_file(url)
    if path is None:
        return _connect_postgresql(_parse(url)).reader
    file = sa.URL.create(_SQLITE, database=f"file:{quote(str(path))}", query={"mode": "rw", "uri": "true"})
    engine = create_async_engine(file, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", _leave_as_it_is)
    sa.event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Keep every bot away from a SQLite file; raise StoreInUse where one holds it."""
    with translated():
        lock = _lock(path)
    try:
        yield
    finally:
        lock.release()


def is_held(path: Path) -> bool:
    """Return whether a bot holds a SQLite file; neither takes the lock nor makes a file for it."""
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        with Path(f"{path}.lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (FileNotFoundError, PermissionError):
        return False
    return False


def _path(url: sa.URL) -> Path:
    return Path(str(url.database)).resolve()


def _connect_sqlite(url: sa.URL) -> Database:
    path = _path(url)
    with translated():
        lock = _lock(path)
        path.touch(mode=0o600)
    engine = create_async_engine(url, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    sa.event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return Database(engine, engine.execution_options(writes=True), lock, _Committer(url))


def _lock(path: Path) -> FileLock:
    lock = FileLock(f"{path}.lock", mode=0o600, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreInUse(f"another bot is using {path}") from None
    return lock


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    _set(connection, _PRAGMAS)


def _leave_as_it_is(connection: DBAPIConnection, _record: object) -> None:
    _set(connection, _LOOKING)


def _set(connection: DBAPIConnection, pragmas: Sequence[str]) -> None:
    connection.isolation_level = None  # the driver must not BEGIN by itself
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    # A write that begins as a read cannot wait for its turn; a read that begins as a write blocks writes.
    options = connection.get_execution_options()
    if not options.get("transaction", True):  # some things can't be done in one
        return
    writes = options.get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _connect_postgresql(url: sa.URL) -> Database:
    try:
        engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs the extra: pip install 'wizard-for-discord[postgres]'") from None
    return Database(engine.execution_options(isolation_level="REPEATABLE READ"), engine, None)


def unavailable(error: SQLAlchemyError | OSError) -> StoreUnavailable:
    """Turn a driver's error into ours, by its code only: its text may quote tokens, secrets and hands."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = next((c for name in ("sqlite_errorname", "sqlstate", "strerror") if (c := getattr(cause, name, None))), "")
    return StoreUnavailable(f"the database is not available: {type(error).__name__} {code}".rstrip())


@contextmanager
def translated() -> Iterator[None]:
    """Raise StoreUnavailable in place of whatever the database or the file system raises."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(error) from None
