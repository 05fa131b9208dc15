"""What was deleted, gone from the file too: SQLite leaves it in pages nobody reads until something else is put there.

Deleted rows are overwritten (``secure_delete``), but what moved from page to page, and the write-ahead log, may still
hold them. Writing the whole file anew leaves nothing; PostgreSQL does the like by itself (VACUUM).
"""

from __future__ import annotations

import logging
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from bot.store.database import Database, unavailable
from bot.store.forgetting import UNCLEAN
from bot.store.schema import fact

log = logging.getLogger(__name__)

MOST_BYTES: Final = 64 * 1024 * 1024
"""A larger file takes seconds, in which nothing can be written: that is done at the next start."""


async def scrub(database: Database, most: int | None = None) -> bool:
    """Write a SQLite file anew if something was forgotten in it; return False for one larger than `most` bytes."""
    if database.writer.dialect.name != "sqlite":
        return True
    # Not as SQLAlchemy's AUTOCOMMIT, after which the driver would begin transactions by itself.
    async with database.writer.execution_options(transaction=False).connect() as connection:
        if await connection.scalar(sa.select(fact.c.value).where(fact.c.key == UNCLEAN)) is None:
            return True
        await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        size = (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one()
        if most is not None and pages * size > most:
            return False
        await connection.exec_driver_sql("VACUUM")
        await connection.execute(_CLEAN)
        await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return True


async def scrub_at_start(database: Database) -> None:
    """Do it now, however large the file is; where that fails, as on a full disk, the bot starts all the same."""
    try:
        await scrub(database)
    except (SQLAlchemyError, OSError) as error:
        log.warning("The database file can't be cleaned of what was forgotten: %s", unavailable(error))


_CLEAN: Final = sa.delete(fact).where(fact.c.key == UNCLEAN)
