from __future__ import annotations

import stat
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.store import Store, StoreError, StoreInUse, StoreUnavailable, migrate
from bot.store.schema import metadata
from tests.store.samples import SNOWFLAKE, lines, row


def differences(connection: sa.Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), metadata)


def revisions(connection: sa.Connection) -> tuple[str | None, str | None]:
    head = ScriptDirectory.from_config(migrate.config(connection)).get_current_head()
    return MigrationContext.configure(connection).get_current_revision(), head


async def test_migrations_end_at_the_schema(store: Store) -> None:
    async with store._database.reader.connect() as connection:
        assert await connection.run_sync(differences) == []
        present, head = await connection.run_sync(revisions)
    assert present == head is not None


async def test_opening_again_keeps_everything(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.create(row(), lines(0, 1))
    await store.close()
    again = await Store.open(store_url)
    assert await again.game(SNOWFLAKE) == row()
    await again.close()


async def test_a_database_of_a_newer_bot_is_refused(store_url: str) -> None:
    store = await Store.open(store_url)
    async with store._database.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    for _ in range(2):  # the first refusal lets go of the file
        with pytest.raises(StoreError, match="does not fit"):
            await Store.open(store_url)


async def test_sqlite_settings(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    async with store._database.reader.connect() as connection:
        names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        settings = [await connection.scalar(sa.text(f"PRAGMA {name}")) for name in names]
    assert settings == ["wal", 2, 5000, 1]
    await store.close()


def permissions(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


async def test_the_file_is_private(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    await store.create(row(), lines(0, 1))
    modes = permissions(tmp_path)
    assert modes["wizard.db"] == "0o600"
    assert set(modes.values()) == {"0o600"}
    await store.close()


async def test_two_stores_never_share_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "wizard.db")
    first = await Store.open(f"sqlite:///{tmp_path}/wizard.db")
    for name in ("wizard.db", "link.db"):
        with pytest.raises(StoreInUse):
            await Store.open(f"sqlite:///{tmp_path}/{name}")
    await first.create(row(), lines(0, 1))
    await first.close()
    second = await Store.open(f"sqlite:///{tmp_path}/link.db")
    assert await second.game(SNOWFLAKE) == row()
    await second.close()


async def test_two_stores_share_a_postgresql_database(postgres_url: str) -> None:
    first = await Store.open(postgres_url)
    second = await Store.open(postgres_url.replace("postgresql+asyncpg", "postgresql"))
    await first.create(row(), lines(0, 1))
    assert await second.game(SNOWFLAKE) == row()
    await first.close()
    await second.close()


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://host/db", "sqlite://", "sqlite:///:memory:"])
async def test_a_url_that_cannot_serve_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="URL"):
        await Store.open(url)


async def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    socket_dir = tmp_path / "none"
    for url in (f"sqlite:///{tmp_path}/file/wizard.db", f"postgresql://bot:pa55word@/x?host={socket_dir}"):
        with pytest.raises(StoreUnavailable) as caught:
            await Store.open(url)
        assert "pa55word" not in repr(caught.value)
