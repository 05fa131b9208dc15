"""What whoever hosts the bot does with its database: backups, restoring, upgrades, checks.

Each function raises `FileProblem` or `StoreError` for what can't be done; then nothing has changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from bot.recount import count_waiting
from bot.results import counts, results
from bot.store import Status, Store, StoredGame, migrate, queries, soundness, standings
from bot.store.database import holding, look_into, sqlite_file, translated
from bot.store.files import FileProblem, copy, new_private, part_of, put_in_place, require_database
from bot.store.schema import game, standing
from bot.tables import UNREADABLE, fold
from engine.record import Record, RecordError, load

T = TypeVar("T")


class OtherTool(Exception):
    """Another program does this; the text is one sentence that names it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one of the checks found, as a line."""

    text: str
    is_good: bool = True


@dataclass(frozen=True, slots=True)
class Condition:
    """How a database is as a whole, in words."""

    text: str
    is_good: bool = True
    is_old: bool = False
    """Whether it needs to be upgraded first."""


# --- commands ------------------------------------------------------------------------------------


def backup(url: str, target: Path) -> str:
    """Copy a database, in use or not, into a new file, and say what is in it."""
    database = _file(url, "pg_dump --format=custom --file=FILE DATABASE")
    require_database(database)
    with new_private(target) as part:
        copy(database, part)
        _require_sound(part, f"{database} can't be backed up")
        held = _ask(_url(part), _held)
    return f"{target}: {held}."


def restore(url: str, source: Path, now: datetime) -> str:
    """Make a backup the database once it is checked, keep what was there before, and say where."""
    database = _file(url, "pg_restore --clean --dbname=DATABASE FILE")
    require_database(source)
    if database.exists() and source.samefile(database):
        raise FileProblem(f"{source} is the database itself.")
    aside = database.with_name(f"{database.name}.before-restore-{now:%Y%m%d-%H%M%S}")
    with holding(database), part_of(database) as part:
        copy(source, part)
        _require_sound(part, f"{source} can't be restored")
        _ask(_url(part), _upgrade)
        held = _ask(_url(part), _held)
        bad = [found.text for found in _ask(_url(part), _content) if not found.is_good]
        was = put_in_place(part, database, aside)
    kept = f" What was there before is in {aside}." if was else ""
    return "\n".join([f"{database} is restored: {held}.{kept}", *bad])


def upgrade(url: str) -> str:
    """Bring a database to the newest schema, and say from which."""
    _require_there(url)
    before = _ask(url, soundness.revision)
    asyncio.run(_opened(url))
    newest = migrate.newest()
    if before == newest:
        return f"The schema is {newest} already, the newest."
    return f"The schema is {newest} now; before it was {before or 'none'}."


def rebuild(url: str) -> str:
    """Count standings and statistics again."""
    _require_there(url)
    asyncio.run(_opened(url, Store.rebuild_standings, Store.recount_statistics, partial(count_waiting, rest=0)))
    return "The standings are counted again from the results, the statistics from the records."


def check(url: str, *, records: bool = False) -> tuple[Finding, ...]:
    """Look at a database, in use or not, and return what was found; with ``records`` every game is played again."""
    _require_there(url)
    found = _ask(url, _whole)
    if not all(it.is_good for it in found):
        return found
    found += _ask(url, _content)
    return (*found, _ask(url, _records)) if records else found


def condition(url: str) -> Condition:
    """Look at a database that is there, in use or not, but at nothing of what it holds."""
    return _ask(url, _condition)


# --- reaching the database -----------------------------------------------------------------------


def _file(url: str, other_tool: str) -> Path:
    """Return the file of a SQLite database; for PostgreSQL raise `OtherTool`."""
    file = sqlite_file(url)
    if file is None:
        raise OtherTool(f"The database is PostgreSQL, whose own tool does this: {other_tool}")
    return file


def _require_there(url: str) -> None:
    file = sqlite_file(url)
    if file is not None:
        require_database(file)


def _url(file: Path) -> str:
    return sa.URL.create("sqlite", database=str(file)).render_as_string()


def _ask(url: str, question: Callable[[sa.Connection], T]) -> T:
    """Return what is found in a database as of one instant, without its lock; only what is committed stays."""
    return asyncio.run(_asked(url, question))


async def _asked(url: str, question: Callable[[sa.Connection], T]) -> T:
    engine = look_into(url)
    try:
        with translated():
            async with engine.connect() as connection:
                return await connection.run_sync(question)
    finally:
        await engine.dispose()


async def _opened(url: str, *doing: Callable[[Store], Awaitable[None]]) -> None:
    store = await Store.open(url)
    try:
        for do in doing:
            await do(store)
    finally:
        await store.close()


def _upgrade(connection: sa.Connection) -> None:
    migrate.upgrade(connection)
    standings.refresh(connection)
    connection.commit()


# --- checks --------------------------------------------------------------------------------------


def _require_sound(file: Path, else_: str) -> None:
    """Raise `FileProblem` for a file that is damaged or no database of a bot this version can follow."""
    if problem := _ask(_url(file), lambda connection: _problem(connection, old_is_good=True)):
        raise FileProblem(f"{else_}: {problem}.")


def _problem(connection: sa.Connection, *, old_is_good: bool) -> str:
    return _unusable(connection) or ("" if old_is_good else _old(connection))


def _unusable(connection: sa.Connection) -> str:
    if wrong := soundness.damage(connection):
        return f"it is damaged ({wrong})"
    name = soundness.revision(connection)
    if name is None:
        return "it is no database of this bot"
    if not soundness.is_known(name):
        return f"its schema {name} is of a newer version of the bot"
    return ""


def _old(connection: sa.Connection) -> str:
    name, newest = soundness.revision(connection), migrate.newest()
    return (
        ""
        if name == newest
        else f"its schema is {name} and the newest {newest}: `wizard-bot db upgrade` brings it there"
    )


def _condition(connection: sa.Connection) -> Condition:
    if wrong := _unusable(connection):
        return Condition(wrong, is_good=False)
    if wrong := _old(connection):
        return Condition(wrong, is_old=True)
    return Condition(f"sound, schema {migrate.newest()}, the newest")


def _whole(connection: sa.Connection) -> tuple[Finding, ...]:
    """Check what everything else depends on."""
    if problem := _problem(connection, old_is_good=False):
        return (Finding(f"database: {problem}", is_good=False),)
    return (Finding(f"database: sound, schema {migrate.newest()}, the newest"),)


def _content(connection: sa.Connection) -> tuple[Finding, ...]:
    """Check the logs and the standings of a database of the newest schema."""
    return _logs(connection), _standings(connection)


def _logs(connection: sa.Connection) -> Finding:
    stored = queries.unarchived(connection)
    bad = [str(it.row.id) for it in stored if not _folds(it)]
    if bad:
        return Finding(f"tables: the log of {', '.join(bad)} can't be read", is_good=False)
    return Finding(f"tables: {len(stored)} in play or just over, every log can be read")


def _folds(stored: StoredGame) -> bool:
    try:
        return fold(stored).version == stored.row.version
    except UNREADABLE:
        return False


def _standings(connection: sa.Connection) -> Finding:
    lines = connection.execute(sa.select(sa.func.count()).select_from(standing)).scalar_one()
    if drift := soundness.drift(connection):
        text = f"standings: {drift} differ from the results: `wizard-bot db rebuild` counts them again"
        return Finding(text, is_good=False)
    return Finding(f"standings: all {lines} are what the results give")


def _records(connection: sa.Connection) -> Finding:
    """Play every game again, compute its deals again, and compare what came of it with the results."""
    count, bad = 0, []
    for count, (game_id, text) in enumerate(soundness.records(connection), 1):  # noqa: B007 - counted to the end
        try:
            if _differs(load(text), soundness.numbers(connection, game_id)):
                bad.append(f"{game_id} (the results are others)")
        except RecordError as error:
            bad.append(f"{game_id} ({error})")
    if bad:
        return Finding(f"records: not right: {', '.join(bad)}", is_good=False)
    return Finding(f"records: {count}, every one verified")


def _differs(played: Record, kept: Mapping[int, tuple[int, ...]]) -> bool:
    """Return whether results differ from those of a record; an older one doesn't say enough to tell."""
    if played.finish is None:
        return False
    counting, found = counts(played), results(played, played.game())
    said = {it.seat: (it.points, it.place, it.exact, it.bids, it.away, it.acted and counting) for it in found}
    return any(said.get(seat) != numbers for seat, numbers in kept.items())


def _held(connection: sa.Connection) -> str:
    """Return what is in a database of any schema."""
    by_status = sa.select(game.c.status, sa.func.count().label("games")).group_by(game.c.status)
    counts = {row.status: row.games for row in connection.execute(by_status)}
    return f"open tables {counts.get(Status.OPEN, 0)}, finished games {counts.get(Status.FINISHED, 0)}"
