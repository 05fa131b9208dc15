"""Bring a database to the newest schema."""

from __future__ import annotations

from functools import cache
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from bot.store.values import StoreError

_LOCK_ID: Final = 0x57495A415244  # "WIZARD"


def config(connection: sa.Connection | None = None) -> Config:
    """Describe this package's migrations to Alembic, to be run on `connection`."""
    described = Config(attributes={"connection": connection})
    described.set_main_option("script_location", "bot.store:migrations")
    described.set_main_option("path_separator", "os")
    return described


@cache
def newest() -> str | None:
    """Return the name of the newest schema."""
    return ScriptDirectory.from_config(config()).get_current_head()


def upgrade(connection: sa.Connection) -> None:
    """Run every migration still missing, within the transaction of `connection`."""
    if MigrationContext.configure(connection).get_current_revision() == newest():
        return  # as nearly always; Alembic would read all migrations again to find that out
    if connection.dialect.name == "postgresql":
        # Processes that start together must not migrate together.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK_ID)))
    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        raise StoreError(f"the database does not fit this version of the bot: {error}") from error
