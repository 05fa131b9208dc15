"""``wizard-bot arena``."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from typing import Any, Final

from bot.arena.entrants import KNOWN, BadSeats, entrants
from bot.arena.figures import standings, whole_sets
from bot.arena.opponent import CannotPlay
from bot.arena.pace import Pace
from bot.arena.playing import Plan, WorkerLost, ended_in_order, games, require_programs
from bot.arena.progress import Progress
from bot.arena.report import Report, as_json, as_text
from bot.terminal import USAGE_ERROR, add_options, between, fail, printable, typed_options
from engine.options import InvalidOptions

_INTERRUPTED: Final = 130
_MS: Final = 50


def add_to(commands: Any) -> None:  # noqa: ANN401 - argparse names no type for it
    """Add the command."""
    parser = commands.add_parser("arena", help="let players of different strength, and programs, play each other")
    parser.add_argument("--seats", required=True, metavar="A,B,C", help=f"three to six of {', '.join(KNOWN)}")
    parser.add_argument("--games", type=between(1, 1_000_000), default=100, metavar="N", help="default 100")
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--ms", type=between(1, 60_000), metavar="MS", help=f"processor time for a decision, default {_MS}"
    )
    pace.add_argument(
        "--deals",
        type=between(1, 1_000_000),
        metavar="N",
        help="deals for a decision: equal seeds then give equal games",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of deals and decisions, default 0")
    parser.add_argument("--processes", type=between(1, 256), default=1, metavar="N", help="games at once, default 1")
    parser.add_argument(
        "--patience", type=between(1, 3600), default=10, metavar="SECONDS", help="for a program's answer, default 10"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_options(parser)
    parser.set_defaults(command=_arena)


def _arena(chosen: argparse.Namespace) -> int:
    try:
        plan = _plan(chosen)
    except (BadSeats, InvalidOptions) as error:
        return fail(printable(str(error)), USAGE_ERROR)
    if plan.pace.ms is not None and plan.pace.ms > plan.patience * 1000:
        return fail("--patience must not be shorter than --ms.", USAGE_ERROR)
    try:
        with ended_in_order():
            require_programs(plan)
            report = _played(plan, chosen.games, chosen.processes)
    except CannotPlay as error:
        return fail(printable(str(error)), USAGE_ERROR)
    except WorkerLost:
        return fail("A worker process has ended before its games were played.", 1)
    if report.sets:
        print(json.dumps(as_json(report), indent=2) if chosen.json else as_text(report))
    else:
        fail(f"Interrupted before the first {len(plan.entrants)} games were played.", _INTERRUPTED)
    return _INTERRUPTED if report.interrupted else 0


def _plan(chosen: argparse.Namespace) -> Plan:
    seats = entrants(chosen.seats)
    return Plan(
        options=typed_options(chosen),
        entrants=seats,
        sets=-(-chosen.games // len(seats)),
        pace=Pace(None, chosen.deals) if chosen.deals else Pace(chosen.ms or _MS),
        seed=chosen.seed,
        patience=chosen.patience,
    )


def _played(plan: Plan, asked: int, processes: int) -> Report:
    """Play all games, or those until Ctrl-C."""
    played = []
    progress = Progress(sys.stderr, plan.games)
    interrupted = False
    try:
        with closing(games(plan, processes)) as coming:
            for game in coming:
                played.append(game)
                progress.show(len(played))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.wipe()
    sets = whole_sets(plan, played)
    return Report(plan, asked, len(sets), standings(plan, sets) if sets else (), interrupted)
