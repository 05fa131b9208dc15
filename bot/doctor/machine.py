"""The machine the bot runs on: versions, database, disk, other bots, fonts."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sqlite3
import stat
from importlib import metadata
from pathlib import Path
from typing import Final

import discord

from bot import upkeep
from bot.alone import is_running
from bot.doctor.diagnosis import Diagnosis, ok, problem, warning
from bot.pictures.lettering import fitted
from bot.store import StoreError
from bot.store.database import is_held, sqlite_file

_DISCORD_PY: Final = (2, 7)
"""What its traps were looked for in."""
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_MB: Final = 1_000_000
_NO_SPACE: Final = 20 * _MB
_LITTLE_SPACE: Final = 500 * _MB


def version() -> Diagnosis:
    """Tell what runs."""
    try:
        ours = metadata.version("wizard-for-discord")
    except metadata.PackageNotFoundError:
        ours = "not installed"
    said = (
        f"Wizard {ours}, Python {platform.python_version()}, discord.py {discord.__version__}, "
        f"SQLite {sqlite3.sqlite_version}"
    )
    if discord.version_info[:2] != _DISCORD_PY:
        return warning("version", f"{said}: this bot was made for discord.py 2.7, install that")
    return ok("version", said)


def settings_file() -> list[Diagnosis]:
    """Tell whether others can read the token in ``.env``; nothing where there is no such file."""
    file = Path(".env")
    if not file.exists():
        return []
    if file.stat().st_mode & _OTHERS:
        return [warning(".env", "other accounts of this machine may read the token in it: chmod 600 .env")]
    return [ok(".env", "only for the account it belongs to")]


async def database(url: str) -> list[Diagnosis]:
    """Tell whether the bot can work with its database, in use or not, and nothing of what is in it."""
    try:
        file = sqlite_file(url)
        if file is not None and (found := _file(file)):
            return found
        # It has an event loop of its own.
        condition = await asyncio.to_thread(upkeep.condition, url)
    except StoreError as error:
        return [problem("database", f"it can't be used: {error}")]
    found = [_condition(condition)]
    return found if file is None else [*found, _private(file), _space(file)]


def _file(file: Path) -> list[Diagnosis]:
    """Return what keeps one from looking into a file; nothing for a file that can be used."""
    if not file.parent.is_dir():
        return [problem("database", f"there is no folder {file.parent}: make it")]
    if not os.access(file.parent, os.W_OK | os.X_OK):
        return [problem("database", f"this account can't write in {file.parent}: use the one that runs the bot")]
    if not file.exists():
        return [ok("database", f"there is none at {file} yet, `wizard-bot run` makes it"), _space(file)]
    if not os.access(file, os.R_OK | os.W_OK):
        return [problem("database", f"this account can't read and write {file}: use the one that runs the bot")]
    return []


def _condition(found: upkeep.Condition) -> Diagnosis:
    if found.is_old:
        return warning("database", f"{found.text}, or the next start")
    return ok("database", found.text) if found.is_good else problem("database", found.text)


def _private(file: Path) -> Diagnosis:
    if file.stat().st_mode & _OTHERS:
        return warning("file", f"other accounts of this machine may read hands and deck secrets: chmod 600 {file}")
    return ok("file", "only for the account it belongs to")


def _space(file: Path) -> Diagnosis:
    """Tell whether there is room for what is played, and for a backup beside the database."""
    free = shutil.disk_usage(file.parent).free
    size = file.stat().st_size if file.exists() else 0
    said = f"{free / _MB:,.0f} MB are free in {file.parent}"
    if free < _NO_SPACE:
        return problem("disk", f"only {said}: without room nobody can play on, make some")
    if free < max(_LITTLE_SPACE, size):
        return warning("disk", f"only {said}: make room, a backup takes {size / _MB:,.0f} MB")
    return ok("disk", said)


def instances(token: str, url: str) -> list[Diagnosis]:
    """Tell which bots are seen running here; more than one would be refused at its start."""
    try:
        file = sqlite_file(url)
    except StoreError:
        return []
    if file is not None and is_held(file):
        return [ok("instance", "a bot is running on this database; a second one would be refused")]
    if is_running(token):
        return [problem("instance", "a bot with this token runs on this machine, but with another database: stop it")]
    return [ok("instance", "no bot with this token is seen on this machine; others can't be seen from here")]


def pictures() -> Diagnosis:
    """Tell whether pictures can be drawn, and names in every script."""
    if fitted("Wizard", 24, 200).mask.getbbox() is None:
        return problem("pictures", "a text can't be drawn: install resvg_py again, or set WIZARD_PICTURES=false")
    missing = []
    if fitted("漢", 24, 200).mask.tobytes() == fitted("字", 24, 200).mask.tobytes():
        missing.append("Chinese, Japanese and Korean (Debian: fonts-noto-cjk)")
    if fitted("🎲", 24, 200).coloured is None:
        missing.append("emoji (Debian: fonts-noto-color-emoji)")
    if missing:
        return warning("pictures", f"in names there are boxes for want of a font for {' and '.join(missing)}")
    return ok("pictures", "they can be drawn, with names in every script")
