"""INSERT … ON CONFLICT, which both databases have and SQLAlchemy keeps in their dialects."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def inserting(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """Begin an INSERT that can take an ON CONFLICT clause."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(table)
