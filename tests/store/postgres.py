"""PostgreSQL for tests: the server at WIZARD_TEST_POSTGRES, or a throw-away one per test process.

Import the fixtures into a conftest to use them.
"""

from __future__ import annotations

import asyncio
import getpass
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
import sqlalchemy as sa

from bot.store import Store

# The shell stops the server when its standard input ends: not even a killed test process leaves one behind.
SERVE = """
"$1/initdb" -D "$2/data" -U wizard -A trust -E UTF8 --locale=C --no-sync >"$2/initdb.log" 2>&1 &&
"$1/pg_ctl" -D "$2/data" -l "$2/server.log" -w -o "-c listen_addresses= -c unix_socket_directories=$2 \
-c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=50" start >/dev/null &&
echo ready
read -r _
"$1/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$2"
"""


def _bin_dir() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin/"), key=lambda path: float(path.parent.name), default=None)


def _serve(bin_dir: Path, home: str) -> subprocess.Popen[str]:
    account = None
    if getpass.getuser() == "root" or os.geteuid() == 0:  # PostgreSQL refuses to run as root
        account = "postgres"
        shutil.chown(home, account, account)
    return subprocess.Popen(
        ["sh", "-c", SERVE, "sh", str(bin_dir), home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=home,
        user=account,
        group=account,
        extra_groups=[] if account else None,
        start_new_session=True,  # an interrupt at the terminal must not reach the server before its clients
    )


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[sa.URL]:
    """The URL of a server on which databases may be created."""
    given = os.environ.get("WIZARD_TEST_POSTGRES")
    if given:
        yield sa.make_url(given)
        return
    bin_dir = _bin_dir()
    if bin_dir is None:
        pytest.skip("install PostgreSQL (its initdb) or set WIZARD_TEST_POSTGRES to a server's URL")
    home = tempfile.mkdtemp(prefix="wiz")
    with _serve(bin_dir, home) as server:
        if server.stdout.readline() != "ready\n":
            logs = "".join(path.read_text() for path in Path(home).glob("*.log"))
            pytest.fail(f"PostgreSQL did not start:\n{logs}")
        yield sa.URL.create("postgresql", "wizard", database="postgres", query={"host": home})
        server.stdin.close()


@pytest.fixture(scope="session")
def postgres_template(postgres_server: sa.URL) -> Iterator[str]:
    """The name of an empty database of the newest schema: a copy of it is quicker than making one."""
    name = f"wizard_{uuid.uuid4().hex}"

    async def make() -> None:
        await _run(postgres_server, f"CREATE DATABASE {name}")
        await (await Store.open(_url(postgres_server, name))).close()

    asyncio.run(make())
    yield name
    asyncio.run(_drop(postgres_server, name))


@pytest_asyncio.fixture
async def bare_postgres_url(postgres_server: sa.URL) -> AsyncIterator[str]:
    """The URL of a new database without a table that is dropped after the test."""
    name = f"wizard_{uuid.uuid4().hex}"
    await _run(postgres_server, f"CREATE DATABASE {name}")
    yield _url(postgres_server, name)
    await _drop(postgres_server, name)


@pytest_asyncio.fixture
async def postgres_url(postgres_server: sa.URL, postgres_template: str) -> AsyncIterator[str]:
    """The URL of a new, empty database of the newest schema that is dropped after the test."""
    name = f"wizard_{uuid.uuid4().hex}"
    await _run(postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    yield _url(postgres_server, name)
    await _drop(postgres_server, name)


def _url(server: sa.URL, name: str) -> str:
    return server.set(drivername="postgresql+asyncpg", database=name).render_as_string(hide_password=False)


async def _drop(server: sa.URL, name: str) -> None:
    await _run(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _run(server: sa.URL, statement: str) -> None:
    connection = await asyncpg.connect(server.set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
