"""The command line.

``wizard-bot run | doctor | health | demo | simulate | arena | record verify | db | emoji sync``.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import dbcommands, simulate
from bot.arena import command as arena
from bot.deals import deals
from bot.logs import set_up_logging
from bot.settings import SettingsError, read_settings
from bot.terminal import USAGE_ERROR, add_options, between, fail, printable, typed_options
from engine.options import MAX_PLAYERS, MIN_PLAYERS, InvalidOptions
from engine.record import RecordError, load, summary

_CUT_OFF = 141
"""What a shell reports for a program that wrote to nobody."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; the error boundary of the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that can't show a sign shows its code
            stream.reconfigure(errors="backslashreplace")
    chosen = _parser().parse_args(arguments)
    try:
        code: int = chosen.command(chosen)
        sys.stdout.flush()
    except SettingsError as error:
        return fail(str(error), USAGE_ERROR)
    except BrokenPipeError:  # whoever read the output has seen enough; nothing is left to flush at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CUT_OFF
    except OSError as error:
        return fail(f"The output can't be written: {error.strerror}.", 1)
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wizard-bot", description="Play the card game Wizard on Discord.")
    parser.set_defaults(command=_run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    run = commands.add_parser("run", help="run the bot on Discord (needs WIZARD_TOKEN)")
    run.set_defaults(command=_run)

    demo = commands.add_parser("demo", help="play in your browser, no Discord account needed")
    demo.add_argument("--humans", type=between(1, MAX_PLAYERS), default=1, metavar="N", help="people (default 1)")
    demo.add_argument("--port", type=between(0, 65535), default=8765, metavar="PORT", help="default 8765")
    demo.set_defaults(command=_demo)

    games = commands.add_parser("simulate", help="let AI players play without Discord")
    games.add_argument("--games", type=between(1, 1_000_000), default=10, metavar="N")
    games.add_argument("--players", type=between(MIN_PLAYERS, MAX_PLAYERS), default=4, metavar="P")
    games.add_argument("--seed", type=int, default=0, metavar="S", help="equal seeds give equal games")
    games.add_argument("--out", type=Path, metavar="DIR", help="write a record of each game there")
    add_options(games)
    games.set_defaults(command=_simulate)

    arena.add_to(commands)
    health = commands.add_parser("health", help="ask the running bot whether it can play: exit code 0 or 1")
    health.set_defaults(command=_health)

    emoji = commands.add_parser("emoji", help="work with the application's emoji on Discord (needs WIZARD_TOKEN)")
    verbs = emoji.add_subparsers(required=True, metavar="VERB")
    sync = verbs.add_parser("sync", help="upload the card art, delete what is outdated; `run` does so too")
    sync.set_defaults(command=_sync_emoji)

    doctor = commands.add_parser("doctor", help="see whether all is as it must be, and what to do where it isn't")
    doctor.add_argument("--offline", action="store_true", help="ask Discord nothing")
    doctor.set_defaults(command=_doctor)

    record = commands.add_parser("record", help="work with game records")
    verbs = record.add_subparsers(required=True, metavar="VERB")
    verify = verbs.add_parser("verify", help="re-play records and recompute their deals")
    verify.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verify.add_argument("--deals", action="store_true", help="print the secret and each deal, computed again")
    verify.set_defaults(command=_verify)

    dbcommands.add_to(commands)
    return parser


def _run(_chosen: argparse.Namespace) -> int:
    from bot.run import run  # noqa: PLC0415 - the other commands need no Discord client

    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    return asyncio.run(run(settings))


def _health(_chosen: argparse.Namespace) -> int:
    from bot.outside import ask  # noqa: PLC0415 - the other commands need no metrics

    try:
        ready, said = ask(read_settings())
    except SettingsError as error:
        ready, said = False, str(error)
    print(said, file=sys.stdout if ready else sys.stderr)
    return 0 if ready else 1


def _sync_emoji(_chosen: argparse.Namespace) -> int:
    from bot.run import sync_emoji  # noqa: PLC0415 - the other commands need no Discord client

    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    return asyncio.run(sync_emoji(settings))


def _doctor(chosen: argparse.Namespace) -> int:
    from bot import doctor  # noqa: PLC0415 - the other commands need no Discord client

    settings = read_settings()
    set_up_logging("ERROR")
    found = asyncio.run(doctor.examine(settings, offline=chosen.offline))
    print(doctor.report(found))
    return 0 if doctor.is_well(found) else 1


def _demo(chosen: argparse.Namespace) -> int:
    try:
        from bot.demo import DemoError, run_demo  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        return fail("The demo needs its extra: pip install -e '.[demo]'", USAGE_ERROR)
    set_up_logging("WARNING")
    try:
        asyncio.run(run_demo(read_settings(), humans=chosen.humans, port=chosen.port))
    except DemoError as error:
        return fail(str(error), 1)
    return 0


def _simulate(chosen: argparse.Namespace) -> int:
    try:
        summary = simulate.simulate(typed_options(chosen), chosen.games, chosen.players, chosen.seed, chosen.out)
    except InvalidOptions as error:
        return fail(str(error), USAGE_ERROR)
    except OSError as error:
        return fail(f"The records can't be written: {error.strerror}: {error.filename}", 1)
    print(summary)
    return 0


def _verify(chosen: argparse.Namespace) -> int:
    for file in chosen.files:
        try:
            record = load(file.read_bytes().decode("utf-8"))
        except RecordError as error:
            return fail(f"{file}:{error.line}: {error.why}", 1)
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            return fail(f"{file}:{line}: not text in UTF-8", 1)
        except OSError as error:
            return fail(f"{file}: {error.strerror}", 1)
        placed = ", ".join(f"{printable(name)} {points}" for name, points, _ in summary(record))
        print(f"{file}: good, {len(record.actions)} actions, {placed}")
        if chosen.deals:
            print(deals(record))
    return 0
