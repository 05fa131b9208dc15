"""Who changed what in a server's standings, and when."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa

from bot.store.schema import audit
from bot.store.values import AuditLine


def note(connection: sa.Connection, line: AuditLine) -> None:
    """Add a line, in the transaction of what it tells of; the same interaction again is refused by its key."""
    connection.execute(sa.insert(audit), asdict(line))


def lines(connection: sa.Connection, guild_id: int, limit: int, offset: int = 0) -> tuple[AuditLine, ...]:
    """Read a server's lines from `offset` on, newest first."""
    own = sa.select(audit).where(audit.c.guild_id == guild_id)
    rows = connection.execute(own.order_by(audit.c.at.desc(), audit.c.id.desc()).offset(offset).limit(limit)).mappings()
    return tuple(AuditLine(**row) for row in rows)
