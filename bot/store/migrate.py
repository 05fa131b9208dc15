"""Bring a database to the newest schema."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from bot.store.values import StoreError

_LOCK_ID: Final = 0x57495A415244  # "WIZARD"


def config(connection: sa.Connection) -> Config:
    """Describe this package's migrations to Alembic, to be run on `connection`."""
    described = Config(attributes={"connection": connection})
    described.set_main_option("script_location", "bot.store:migrations")
    described.set_main_option("path_separator", "os")
    return described


def upgrade(connection: sa.Connection) -> None:
    """Run every migration still missing, within the transaction of `connection`."""
    if connection.dialect.name == "postgresql":
        # Processes that start together must not migrate together.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK_ID)))
    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        raise StoreError(f"the database does not fit this version of the bot: {error}") from error
