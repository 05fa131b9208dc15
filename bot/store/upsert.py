"""INSERT … ON CONFLICT, which both databases have and SQLAlchemy keeps in their dialects."""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def inserting(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Begin an INSERT that can take an ON CONFLICT clause."""
    return _inserting(connection.dialect.name, table)


def upsert(connection: sa.Connection, table: sa.Table, *rows: dict[str, Any]) -> None:
    """Insert rows that have the same columns, or replace those with the same primary keys."""
    connection.execute(_upserting(connection.dialect.name, table, tuple(rows[0])), list(rows))


def _inserting(dialect: str, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def _upserting(dialect: str, table: sa.Table, columns: tuple[str, ...]) -> sa.Insert:
    statement = _inserting(dialect, table)
    keys = [column.name for column in table.primary_key]
    fresh = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=fresh)
