"""``wizard-bot db backup | restore | upgrade | check | rebuild``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.settings import read_settings
from bot.terminal import USAGE_ERROR, fail


def add_to(commands: Any) -> None:  # noqa: ANN401 - argparse names no type for it
    """Add the command with its verbs."""
    verbs = commands.add_parser("db", help="back the database up, restore, upgrade and check it").add_subparsers(
        required=True, metavar="VERB"
    )
    backup = verbs.add_parser("backup", help="copy the database into a new file; the bot may be running")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(command=_backup)
    restore = verbs.add_parser("restore", help="make a backup the database again; the bot must be stopped")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.set_defaults(command=_restore)
    upgrade = verbs.add_parser("upgrade", help="bring the database to the newest schema, as `run` does")
    upgrade.set_defaults(command=_upgrade)
    check = verbs.add_parser("check", help="see whether all is well with the database; the bot may be running")
    check.add_argument("--records", action="store_true", help="play every finished game again, too")
    check.set_defaults(command=_check)
    rebuild = verbs.add_parser("rebuild", help="count standings and statistics again from results and records")
    rebuild.set_defaults(command=_rebuild)


def _backup(chosen: argparse.Namespace) -> int:
    from bot import upkeep  # noqa: PLC0415 - the other commands need no database

    return _answered(lambda url: upkeep.backup(url, chosen.file))


def _restore(chosen: argparse.Namespace) -> int:
    from bot import upkeep  # noqa: PLC0415

    return _answered(lambda url: upkeep.restore(url, chosen.file, datetime.now().astimezone()))


def _upgrade(_chosen: argparse.Namespace) -> int:
    from bot import upkeep  # noqa: PLC0415

    return _answered(upkeep.upgrade)


def _rebuild(_chosen: argparse.Namespace) -> int:
    from bot import upkeep  # noqa: PLC0415

    return _answered(upkeep.rebuild)


def _check(chosen: argparse.Namespace) -> int:
    from bot import upkeep  # noqa: PLC0415

    bad = False

    def look(url: str) -> str:
        nonlocal bad
        found = upkeep.check(url, records=chosen.records)
        bad = not all(it.is_good for it in found)
        return "\n".join(it.text for it in found)

    return _answered(look) or int(bad)


def _answered(do: Callable[[str], str]) -> int:
    """Do something with the database of the settings; print what it says, or one sentence why it can't be done."""
    from bot.store import StoreError  # noqa: PLC0415
    from bot.store.files import FileProblem  # noqa: PLC0415
    from bot.upkeep import OtherTool  # noqa: PLC0415

    url = read_settings().database_url
    try:
        said = do(url)
    except OtherTool as error:
        return fail(str(error), USAGE_ERROR)
    except FileProblem as error:
        return fail(str(error), 1)
    except StoreError as error:
        return fail(f"The database can't be used: {error}", 1)
    print(said)
    return 0
