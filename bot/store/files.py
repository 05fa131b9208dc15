"""The file of a SQLite database as a whole: copied while a bot writes to it, and put back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

_WORDS: Final = {
    "SQLITE_BUSY": "something else is using it",
    "SQLITE_CANTOPEN": "it can't be opened",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_FULL": "no space is left",
    "SQLITE_NOTADB": "it is no SQLite database",
}
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database that is in use, or that was when its program was killed."""


class FileProblem(Exception):
    """A file can't be read, written or trusted; the text is one sentence for whoever hosts the bot."""


def require_database(path: Path) -> None:
    """Raise `FileProblem` where there is no file: SQLite would make an empty one."""
    if not path.exists():
        raise FileProblem(f"There is no database at {path}.")


@contextmanager
def new_private(target: Path) -> Iterator[Path]:
    """Give a private file to write to, and have it at `target` in the end, complete or not at all.

    Raise `FileProblem` where something is there already.
    """
    with _told(target, "written"):
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # nobody takes the name meanwhile
        except FileExistsError:
            raise FileProblem(f"{target} exists already, and a backup overwrites nothing.") from None
        try:
            with part_of(target) as part:
                yield part
                part.replace(target)
                _flush_folder(target)
        except BaseException:
            target.unlink()
            raise


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Give a private, empty file beside another one; what is left of it in the end is deleted."""
    with _told(target, "written"):
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        for left in (part, *_beside(part)):
            left.unlink(missing_ok=True)


def copy(source: Path, target: Path) -> None:
    """Copy a database, as of one instant, into an empty file that needs no other file beside it.

    Whoever uses `source` is not disturbed. Raise `FileProblem`.
    """
    with _told(source, "copied"), closing(_opened(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")


def put_in_place(part: Path, database: Path, aside: Path) -> bool:
    """Make `part` the database, and keep what it was at `aside`; return whether there was anything.

    The caller holds the database's lock. Whenever this is interrupted, one of the two is the database.
    """
    with _told(database, "replaced"):
        was = database.exists()
        if was:
            _keep(database, aside)
            _like(part, database)
        for left in _beside(database):  # by a bot that was killed: it belongs to the old one, and would spoil the new
            left.replace(f"{aside}{left.name.removeprefix(database.name)}")
        part.replace(database)
        _flush_folder(database)
    return was


def _opened(path: Path) -> sqlite3.Connection:
    """Open a database that is there; one that can't be written is only read."""
    mode = "rw" if os.access(path, os.W_OK) else "ro"
    return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True)


def _keep(database: Path, aside: Path) -> None:
    try:
        os.link(database, aside)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        shutil.copy2(database, aside)


def _beside(database: Path) -> list[Path]:
    there = (database.with_name(database.name + suffix) for suffix in _BESIDE)
    return [path for path in there if path.exists()]


def _like(part: Path, database: Path) -> None:
    """Give a file to the account that had the other one, where we may."""
    owner = database.stat()
    with suppress(PermissionError):
        os.chown(part, owner.st_uid, owner.st_gid)


def _flush_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _told(path: Path, done: str) -> Iterator[None]:
    """Raise `FileProblem` in place of what the system or SQLite raises."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", "") or type(error).__name__
        raise FileProblem(f"{path} can't be {done}: {_WORDS.get(code, code)}.") from None
    except OSError as error:
        raise FileProblem(f"{path} can't be {done}: {error.strerror}.") from None
