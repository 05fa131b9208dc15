"""`wizard-bot db`: backups of a database that is written to, restoring, upgrades, checks; and every way to fail."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot import tablelog
from bot.cli import main
from bot.entries import Join
from bot.playout import play
from bot.results import ending as results_ending
from bot.store import Entry, Store
from bot.store.database import look_into
from engine.ai import random_policy
from engine.options import Options
from engine.record import dump, load
from tests.bot.test_results import AT, finished
from tests.store.samples import SEASON, SNOWFLAKE, ending, row, seat
from tests.store.test_older_database import VERSION_1

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def filled(store_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of a database with a lobby, a finished game with its record, and standings."""
    monkeypatch.setenv("WIZARD_DATABASE_URL", store_url)
    asyncio.run(_fill(store_url))
    return store_url


@pytest.fixture
def database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the file of such a database."""
    monkeypatch.setenv("WIZARD_DATABASE_URL", sqlite_url)
    asyncio.run(_fill(sqlite_url))
    return tmp_path / "wizard.db"


async def _fill(url: str) -> None:
    store = await Store.open(url)
    played, _ = play(Options(max_rounds=1), [random_policy] * 3, "upkeep")
    await store.create(replace(row(1, version=0), secret=played.seed.secret), [])
    results = [seat(0, 11, name="Ada", points=30, place=1, exact=1, bids=1), seat(1, 12, name="Bo", bids=1)]
    await store.append(1, 0, [], ending(results, record=dump(played)))
    await store.archive(1)
    lobby = replace(row(2), options="{}")
    await store.create(lobby, [Entry(0, 5, tablelog.dump(Join(42, "Cleo", 5)))])
    await store.close()


def _db(capsys: Capture, *typed: object) -> tuple[int, str, str]:
    code = main(["db", *map(str, typed)])
    said = capsys.readouterr()
    return code, said.out, said.err


def _refused(capsys: Capture, *typed: object, code: int = 1) -> str:
    """Return the one sentence a command refuses with."""
    got, out, err = _db(capsys, *typed)
    assert (got, out) == (code, "")
    assert err.count("\n") == 1
    return err.strip()


async def _change(url: str, statement: str) -> None:
    engine = look_into(url)
    async with engine.connect() as connection:
        await connection.execute(sa.text(statement))
        await connection.commit()
    await engine.dispose()


def _left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"wizard.db.lock"}


# --- check and rebuild ---------------------------------------------------------------------------


@pytest.mark.usefixtures("filled")
def test_a_good_database_is_said_to_be_one(capsys: Capture) -> None:
    code, said, err = _db(capsys, "check", "--records")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in said.splitlines()] == ["database", "tables", "standings", "records"]
    assert "the newest" in said
    assert "1 in play or just over" in said
    assert "all 4 are what the results give" in said
    assert "1, every one verified" in said


async def _rows(url: str, table: str) -> int:
    engine = look_into(url)
    async with engine.connect() as connection:
        found = await connection.scalar(sa.select(sa.func.count()).select_from(sa.table(table)))
    await engine.dispose()
    return found


def test_rebuild_counts_the_statistics_again(filled: str, capsys: Capture) -> None:
    wrong = "INSERT INTO stat VALUES (1, 11, '', 'rounds', '', 99, 99, 99, 99)"
    asyncio.run(_change(filled, wrong))
    assert _db(capsys, "rebuild")[0] == 0
    assert [asyncio.run(_rows(filled, table)) for table in ("stat", "uncounted")] == [0, 0], "only AI players played"


def test_standings_that_drifted_are_found_and_counted_again(filled: str, capsys: Capture) -> None:
    asyncio.run(_change(filled, "UPDATE standing SET points = 31 WHERE user_id = 11"))
    asyncio.run(_change(filled, "DELETE FROM standing WHERE user_id = 12"))
    for _ in range(2):  # looking changes nothing
        code, said, _ = _db(capsys, "check")
        assert code == 1
        assert "standings: 4 differ from the results: `wizard-bot db rebuild` counts them again" in said
    assert _db(capsys, "rebuild") == (
        0,
        "The standings are counted again from the results, the statistics from the records.\n",
        "",
    )
    code, said, _ = _db(capsys, "check")
    assert (code, "all 4 are what the results give" in said) == (0, True)


def test_a_log_that_cannot_be_read_is_named(filled: str, capsys: Capture) -> None:
    asyncio.run(_change(filled, "UPDATE entry SET body = '{}' WHERE game_id = 2"))
    code, said, _ = _db(capsys, "check")
    assert code == 1
    assert "tables: the log of 2 can't be read" in said
    asyncio.run(_change(filled, "DELETE FROM entry"))
    assert "tables: the log of 2 can't be read" in _db(capsys, "check")[1]


def test_a_record_that_is_not_right_is_named(filled: str, capsys: Capture) -> None:
    binary = "BLOB" if filled.startswith("sqlite") else "BYTEA"
    asyncio.run(_change(filled, f"UPDATE record SET body = CAST('x' AS {binary})"))
    assert _db(capsys, "check")[0] == 0
    code, said, _ = _db(capsys, "check", "--records")
    assert code == 1
    assert "records: not right: 1 (line 1: not a line of JSON)" in said


def test_results_that_are_not_those_of_the_record_are_found(filled: str, capsys: Capture) -> None:
    asyncio.run(_play_two(filled))
    assert "2, every one verified" in _db(capsys, "check", "--records")[1]
    asyncio.run(_change(filled, "UPDATE result SET away = true WHERE game_id = 3 AND seat = 1"))
    code, said, _ = _db(capsys, "check", "--records")
    assert (code, "records: not right: 3 (the results are others)" in said) == (1, True)


async def _play_two(url: str) -> None:
    """Store a finished game of two people with all that is said of it."""
    store, over = await Store.open(url), results_ending(finished(), AT)
    await store.create(row(3, version=0), [])
    await store.append(3, 0, [], over)
    await store.close()


def test_checking_does_not_wait_for_a_bot_that_writes(database: Path, capsys: Capture) -> None:
    with sqlite3.connect(database, isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE standing SET points = 99")
        code, said, _ = _db(capsys, "check")
        writer.execute("ROLLBACK")
    assert (code, "all 4 are what the results give" in said) == (0, True)


@pytest.mark.parametrize("at", [0, 40, 20_000])
def test_a_damaged_file_is_said_to_be_damaged(database: Path, capsys: Capture, at: int) -> None:
    with database.open("r+b") as file:
        file.seek(at)
        file.write(b"\xa5" * 30_000)
    code, said, err = _db(capsys, "check")
    assert (code, err) == (1, "")
    assert said.startswith("database: it is damaged (")
    assert "can't be" in _refused(capsys, "backup", "copy.db")
    assert "copy.db" not in _left(database.parent)


def test_a_database_of_a_newer_bot_is_refused(filled: str, capsys: Capture) -> None:
    asyncio.run(_change(filled, "UPDATE alembic_version SET version_num = '9999'"))
    code, said, _ = _db(capsys, "check")
    assert (code, said) == (1, "database: its schema 9999 is of a newer version of the bot\n")
    assert _refused(capsys, "upgrade").startswith("The database can't be used: the database does not fit")


# --- upgrade -------------------------------------------------------------------------------------


def test_an_old_database_is_upgraded(tmp_path: Path, capsys: Capture) -> None:
    shutil.copy(VERSION_1, tmp_path / "wizard.db")
    code, said, _ = _db(capsys, "check")
    assert (code, "`wizard-bot db upgrade` brings it there" in said) == (1, True)
    code, said, _ = _db(capsys, "upgrade")
    assert code == 0
    assert said.endswith("before it was 0001.\n")
    assert _db(capsys, "check", "--records")[0] == 0
    assert "already, the newest" in _db(capsys, "upgrade")[1]


def test_an_empty_postgresql_database_gets_its_schema(
    bare_postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("WIZARD_DATABASE_URL", bare_postgres_url)
    assert "it is no database of this bot" in _db(capsys, "check")[1]
    assert _db(capsys, "upgrade")[1].endswith("before it was none.\n")
    assert _db(capsys, "check")[0] == 0


# --- backup --------------------------------------------------------------------------------------


def test_a_backup_is_one_private_file(database: Path, capsys: Capture) -> None:
    before = _left(database.parent)
    code, said, _ = _db(capsys, "backup", "copy.db")
    assert (code, said) == (0, "copy.db: open tables 1, finished games 1.\n")
    assert _left(database.parent) - before == {"copy.db"}
    assert stat.S_IMODE(Path("copy.db").stat().st_mode) == 0o600


@pytest.mark.usefixtures("database")
def test_a_backup_overwrites_nothing(capsys: Capture) -> None:
    Path("copy.db").write_text("mine", encoding="utf-8")
    Path("link.db").symlink_to("nowhere.db")
    for name in ("copy.db", "link.db"):
        assert _refused(capsys, "backup", name) == f"{name} exists already, and a backup overwrites nothing."
    assert Path("copy.db").read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_a_folder_that_is_not_there_is_one_sentence(capsys: Capture, verb: str) -> None:
    assert "nowhere/copy.db" in _refused(capsys, verb, "nowhere/copy.db")


@pytest.mark.parametrize("verb", [["backup", "copy.db"], ["upgrade"], ["check"], ["rebuild"]])
def test_no_command_makes_a_database_by_the_way(tmp_path: Path, capsys: Capture, verb: list[str]) -> None:
    assert _refused(capsys, *verb) == f"There is no database at {tmp_path / 'wizard.db'}."
    assert _left(tmp_path) == set()


@pytest.mark.parametrize(("verb", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_of_postgresql_the_tool_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, verb: str, tool: str
) -> None:
    monkeypatch.setenv("WIZARD_DATABASE_URL", "postgresql://bot:pa55word@nowhere/x")
    said = _refused(capsys, verb, "copy.db", code=2)
    assert tool in said
    assert "pa55word" not in said


@dataclass
class Writing:
    """A process that appends to three games as fast as it can, in a child, and says what is committed."""

    process: subprocess.Popen[str]
    child: int
    lives: bool = True

    def committed(self, count: int) -> dict[int, int]:
        """Return the last entry of each game among the next ones."""
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline().split() for _ in range(count)]
        return {int(game_id): int(seq) for game_id, seq in lines}

    def kill(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if self.lives:
            self.lives = False
            os.kill(self.child, signal.SIGKILL)
            self.process.stdin.close()
            self.process.stdout.read()


@pytest.fixture
def writing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writing]:
    """Start another process that writes to the database."""
    monkeypatch.setenv("WIZARD_DATABASE_URL", sqlite_url)
    command = [sys.executable, "-m", "tests.store.drill", sqlite_url]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        other = Writing(process, int(process.stdout.readline()))
        try:
            yield other
        finally:
            other.kill()


async def _logs(file: Path) -> dict[int, int]:
    """Return how long the log of each game is, and require that it has no gap and is what its row says."""
    store = await Store.open(f"sqlite:///{file}")
    stored = await store.unarchived()
    await store.close()
    for game in stored:
        assert [line.seq for line in game.entries] == list(range(game.row.version))
    return {game.row.id: game.row.version for game in stored}


def test_backups_while_a_bot_writes_hold_all_that_was_committed_before(
    writing: Writing, tmp_path: Path, capsys: Capture
) -> None:
    committed = writing.committed(30)
    for number in range(5):
        assert _db(capsys, "backup", f"{number}.db")[0] == 0
        kept = asyncio.run(_logs(tmp_path / f"{number}.db"))
        assert all(kept[game_id] > seq for game_id, seq in committed.items())
        committed |= writing.committed(30)  # it was not disturbed
    assert set(committed) == {SNOWFLAKE, SNOWFLAKE + 1, SNOWFLAKE + 2}


# --- restore -------------------------------------------------------------------------------------


def test_what_was_backed_up_is_back_and_what_was_there_is_kept(database: Path, capsys: Capture) -> None:
    _db(capsys, "backup", "copy.db")
    asyncio.run(_change(f"sqlite:///{database}", "DELETE FROM standing"))
    code, said, _ = _db(capsys, "restore", "copy.db")
    assert code == 0
    assert said.startswith(f"{database} is restored: open tables 1, finished games 1. What was there before is in ")
    aside = Path(said.rstrip().removesuffix(".").rpartition(" ")[2])
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert _left(database.parent) == {"wizard.db", "copy.db", aside.name}
    assert _db(capsys, "check", "--records")[0] == 0
    with sqlite3.connect(aside) as kept:
        assert kept.execute("SELECT count(*) FROM standing").fetchone() == (0,)


async def _page(url: str) -> list[tuple[str, int]]:
    store = await Store.open(url)
    page = await store.standings(900, SEASON, offset=0, limit=9)
    record = await store.record(1)
    await store.close()
    assert record is not None
    assert load(record).options == Options(max_rounds=1)
    return [(person.name, person.points) for person in page.rows]


def test_a_backup_is_restored_where_there_is_no_database(database: Path, sqlite_url: str, capsys: Capture) -> None:
    _db(capsys, "backup", "copy.db")
    database.unlink()
    code, said, _ = _db(capsys, "restore", "copy.db")
    assert (code, "What was there before" in said) == (0, False)
    assert asyncio.run(_page(sqlite_url)) == [("Ada", 30), ("Bo", 0)]


def test_a_database_too_damaged_to_read_is_replaced(database: Path, capsys: Capture) -> None:
    _db(capsys, "backup", "copy.db")
    database.write_bytes(b"\xa5" * 5000)
    database.with_name("wizard.db-wal").write_bytes(b"\x5a" * 5000)
    code, said, _ = _db(capsys, "restore", "copy.db")
    assert code == 0
    aside = Path(said.rstrip().removesuffix(".").rpartition(" ")[2])
    assert aside.read_bytes() == b"\xa5" * 5000
    assert Path(f"{aside}-wal").read_bytes() == b"\x5a" * 5000
    assert _db(capsys, "check", "--records")[0] == 0


def test_what_a_killed_bot_left_beside_the_database_does_not_meet_the_restored_one(
    writing: Writing, tmp_path: Path, capsys: Capture
) -> None:
    """The log of writes of the old database would spoil the new one."""
    writing.committed(10)
    assert _db(capsys, "backup", "copy.db")[0] == 0
    kept = asyncio.run(_logs(Path("copy.db")))
    committed = writing.committed(60)
    refused = _refused(capsys, "restore", "copy.db")
    assert refused == f"The database can't be used: another bot is using {tmp_path / 'wizard.db'}"
    writing.kill()
    assert (tmp_path / "wizard.db-wal").exists()
    assert _db(capsys, "restore", "copy.db")[0] == 0
    assert not (tmp_path / "wizard.db-wal").exists()
    assert asyncio.run(_logs(tmp_path / "wizard.db")) == kept
    [aside] = tmp_path.glob("wizard.db.before-restore-*[0-9]")
    there = asyncio.run(_logs(aside))
    assert all(there[game_id] > seq for game_id, seq in committed.items())  # nothing of the old one is lost


@pytest.mark.usefixtures("database")
def test_a_backup_of_an_older_bot_is_upgraded_by_restoring(capsys: Capture) -> None:
    shutil.copy(VERSION_1, "old.db")
    Path("old.db").chmod(0o400)
    before = Path("old.db").read_bytes()
    assert _db(capsys, "restore", "old.db")[0] == 0
    assert _db(capsys, "check", "--records")[0] == 0
    assert Path("old.db").read_bytes() == before


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is no database of this bot"),
        (b"not a database, but long enough to be looked at" * 100, "it is no SQLite database"),
    ],
    ids=["empty", "text"],
)
def test_a_file_that_is_no_backup_changes_nothing(database: Path, capsys: Capture, content: bytes, why: str) -> None:
    Path("other").write_bytes(content)
    before, there = database.read_bytes(), _left(database.parent)
    assert _refused(capsys, "restore", "other").endswith(f"{why}.")
    assert database.read_bytes() == before
    assert _left(database.parent) == there


def test_a_damaged_backup_changes_nothing(database: Path, capsys: Capture) -> None:
    _db(capsys, "backup", "copy.db")
    with Path("copy.db").open("r+b") as file:
        file.seek(20_000)
        file.write(b"\xa5" * 30_000)
    before, there = database.read_bytes(), _left(database.parent)
    assert "copy.db can't be " in _refused(capsys, "restore", "copy.db")
    assert database.read_bytes() == before
    assert _left(database.parent) == there


def test_a_file_system_without_links_has_a_copy_kept(
    database: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*_paths: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    _db(capsys, "backup", "copy.db")
    before = database.read_bytes()
    monkeypatch.setattr("bot.store.files.os.link", no_link)
    assert _db(capsys, "restore", "copy.db")[0] == 0
    [aside] = database.parent.glob("wizard.db.before-restore-*")
    assert aside.read_bytes() == before
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["_keep", "_like", "copy2"])
def test_a_restore_that_fails_changes_nothing(
    database: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def full(*_paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    _db(capsys, "backup", "copy.db")
    before = database.read_bytes()
    if step == "copy2":
        monkeypatch.setattr("bot.store.files.os.link", full)
        monkeypatch.setattr("bot.store.files.shutil.copy2", full)
    else:
        monkeypatch.setattr(f"bot.store.files.{step}", full)
    assert _refused(capsys, "restore", "copy.db") == f"{database} can't be replaced: No space left on device."
    assert database.read_bytes() == before
    assert _db(capsys, "check", "--records")[0] == 0
    assert {name for name in _left(database.parent) if name.startswith(".")} == set()


def test_a_backup_for_which_there_is_no_space_leaves_nothing(
    database: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sqlite3.connect

    def small(path: object, **named: object) -> sqlite3.Connection:
        connection = real(path, **named)
        if not named:  # the copy
            connection.execute("PRAGMA max_page_count=3")
        return connection

    before = _left(database.parent)
    monkeypatch.setattr("bot.store.files.sqlite3.connect", small)
    assert _refused(capsys, "backup", "copy.db") == f"{database} can't be copied: no space is left."
    assert _left(database.parent) == before


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "the database URL cannot be read"),
        ("mysql://bot:pa55word@host/x", "the database URL must start with"),
        ("postgresql://bot:pa55word@/x?host=/nowhere", "the database is not available"),
    ],
)
def test_a_database_out_of_reach_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, url: str, why: str
) -> None:
    monkeypatch.setenv("WIZARD_DATABASE_URL", url)
    for verb in ("check", "upgrade", "rebuild"):
        said = _refused(capsys, verb)
        assert said.startswith(f"The database can't be used: {why}")
        assert "pa55word" not in said


def test_the_database_is_no_backup_of_itself(database: Path, capsys: Capture) -> None:
    Path("link.db").symlink_to(database)
    assert _refused(capsys, "restore", "link.db") == "link.db is the database itself."


async def test_a_bot_that_holds_the_database_keeps_it(database: Path, sqlite_url: str, capsys: Capture) -> None:
    assert await asyncio.to_thread(main, ["db", "backup", "copy.db"]) == 0
    store = await Store.open(sqlite_url)
    for typed in (["restore", "copy.db"], ["rebuild"], ["upgrade"]):
        capsys.readouterr()
        assert await asyncio.to_thread(main, ["db", *typed]) == 1
        assert capsys.readouterr().err == f"The database can't be used: another bot is using {database}\n"
    await store.save_house_rules(1, "{}")
    await store.close()
