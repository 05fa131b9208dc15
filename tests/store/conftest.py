from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from tests.store.postgres import bare_postgres_url, postgres_server, postgres_template, postgres_url

__all__ = ["bare_postgres_url", "postgres_server", "postgres_template", "postgres_url"]


@pytest.fixture
def sqlite_url(empty_database: Path, tmp_path: Path) -> str:
    """Return the URL of an empty database of the newest schema."""
    shutil.copy(empty_database, tmp_path / "wizard.db")
    return f"sqlite+aiosqlite:///{tmp_path / 'wizard.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str:
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return request.getfixturevalue(name)


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(store_url)
    yield opened
    await opened.close()
