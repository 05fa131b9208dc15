"""Whether a database is as it must be: undamaged, of a known schema, with the standings that its results give."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DatabaseError

from bot.store import standings
from bot.store.migrate import config
from bot.store.schema import record, result, standing

_OUT_OF_REACH: Final = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_LOCKED", "SQLITE_PERM")
"""What SQLite says of a file of which nothing can be said."""
COUNTED: Final = (standing,)
"""The tables that `standings.rebuild` fills from others."""


def damage(connection: sa.Connection) -> str:
    """Return the first thing that is wrong with the file; empty for nothing, and for PostgreSQL, which sees to it."""
    if connection.dialect.name != "sqlite":
        return ""
    try:
        said = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one())
    except DatabaseError as error:
        code = str(getattr(error.orig, "sqlite_errorname", ""))
        if code.startswith(_OUT_OF_REACH):
            raise
        return code
    if said != "ok":
        return said.splitlines()[-1]
    astray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    return "" if astray is None else f"a row of {astray[0]} belongs to no row of {astray[2]}"


def revision(connection: sa.Connection) -> str | None:
    """Return the name of the database's schema; None where there is none."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(name: str) -> bool:
    """Return whether this version of the bot knows a schema."""
    return name in {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def drift(connection: sa.Connection) -> int:
    """Return in how many rows the standings differ from what the results give.

    Nothing that is kept is touched; this connection has temporary tables in front of it from then on.
    """
    kept = {table.name: _rows(connection, table) for table in COUNTED}
    for table in COUNTED:  # a temporary table is found before the one whose name it has
        connection.execute(sa.schema.CreateTable(_temporary(table)))
    standings.rebuild(connection)
    counted = {table.name: _rows(connection, table) for table in COUNTED}
    return sum(len(dict(kept[name] ^ counted[name])) for name in kept)


def _rows(connection: sa.Connection, table: sa.Table) -> set[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Return the rows of a table, each with its key before it."""
    keys = len(table.primary_key.columns)
    rows = connection.execute(sa.select(*table.primary_key.columns, table))
    return {(tuple(row[:keys]), tuple(row[keys:])) for row in rows}


def _temporary(table: sa.Table) -> sa.Table:
    columns = [
        sa.Column(it.name, it.type, primary_key=it.primary_key, autoincrement=False, nullable=it.nullable)
        for it in table.columns
    ]
    return sa.Table(table.name, sa.MetaData(), *columns, prefixes=["TEMPORARY"])


def numbers(connection: sa.Connection, game_id: int) -> dict[int, tuple[int, ...]]:
    """Read by seat what is kept of a game's people: points, place, exact bids, bids, away, and whether it counts."""
    columns = ("points", "place", "exact", "bids", "away", "counted")
    wanted = sa.select(result.c.seat, *(result.c[name] for name in columns)).where(result.c.game_id == game_id)
    return {seat: tuple(row) for seat, *row in connection.execute(wanted)}


def records(connection: sa.Connection) -> Iterator[tuple[int, str]]:
    """Read every record with the game it is of; one that can't be unpacked is empty."""
    for row in connection.execute(sa.select(record).order_by(record.c.game_id)):
        try:
            yield row.game_id, zlib.decompress(row.body).decode()
        except (zlib.error, UnicodeDecodeError):
            yield row.game_id, ""
