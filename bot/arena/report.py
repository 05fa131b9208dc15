"""What an arena found: a table for people, a document for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.arena.faults import Fault
from bot.arena.figures import Estimate, Standing
from bot.arena.playing import Plan
from bot.render.options import summary
from bot.terminal import printable
from engine import options as opts
from engine.options import Options

FORMAT: Final = "wizard-arena"
FORMAT_VERSION: Final = 1
_NAME: Final = 28
"""How much of an entrant's name the table shows."""
_STDERR_LINES: Final = 5


@dataclass(frozen=True, slots=True)
class Report:
    """What was asked for and what was played: whole deal sets only."""

    plan: Plan
    asked: int
    """How many games were asked for."""
    sets: int
    standings: Sequence[Standing]
    interrupted: bool = False

    @property
    def games(self) -> int:
        """Return how many games the figures are of."""
        return self.sets * len(self.plan.entrants)


def as_json(report: Report) -> dict[str, Any]:
    """Return all of it as JSON values."""
    plan = report.plan
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "seats": [entrant.name for entrant in plan.entrants],
        "options": opts.to_json(plan.options),
        "seed": plan.seed,
        **plan.pace.plain(),
        "patience_seconds": plan.patience,
        "games_asked": report.asked,
        "games": report.games,
        "deal_sets": report.sets,
        "interrupted": report.interrupted,
        "interval": {"level": 0.95, "unit": "deal set", "method": "Student's t"},
        "entrants": list(map(_entrant, report.standings)),
    }


def _entrant(standing: Standing) -> dict[str, Any]:
    times, conduct = standing.times, standing.conduct
    return {
        "entrant": standing.name,
        "seats": standing.seats,
        "games": standing.games,
        "points": _plain(standing.points),
        "points_against_others": _plain(standing.against),
        "win_share": _plain(standing.won),
        "exact_bids": _plain(standing.exact),
        "decisions": standing.decisions,
        "seconds": {
            "mean": times.total / max(times.count, 1),
            "median": times.quantile(0.5),
            "p99": times.quantile(0.99),
            "max": times.longest,
        },
        "faults": {fault.value: conduct.faults[fault] for fault in Fault},
        "decided_by_adept": conduct.by_adept,
        "last_fault": conduct.why or None,
        "stderr": conduct.stderr.splitlines()[-_STDERR_LINES:],
    }


def _plain(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "plus_minus": estimate.plus_minus}


def as_text(report: Report) -> str:
    """Return a heading, a line for each entrant, how the figures are meant, and what programs did wrong."""
    return "\n".join([*_heading(report), "", *_table(report.standings), "", *_notes(report)])


def _heading(report: Report) -> list[str]:
    plan, players = report.plan, len(report.plan.entrants)
    what = [f"{report.games} games", f"{players} players"]
    what += [summary(plan.options)] if plan.options != Options() else []
    what.append(f"{plan.pace.deals} deals a decision" if plan.pace.ms is None else f"{plan.pace.ms} ms a decision")
    lines = [" · ".join([*what, f"seed {plan.seed}"])]
    if report.interrupted:
        lines.append(f"Interrupted: {plan.games} games were to be played; only whole deal sets count.")
    elif report.games != report.asked:
        lines.append(f"{report.asked} games were asked for; rounded up to whole deal sets of {players}.")
    return lines


_COLUMNS: Final = (
    ("games", 7),
    ("points", 14),
    ("vs others", 15),
    ("win share", 15),
    ("exact bids", 15),
    ("decisions", 10),
    ("mean ms", 9),
    ("median", 8),
    ("p99", 8),
    ("max", 8),
)


def _table(standings: Sequence[Standing]) -> list[str]:
    names = [_name(standing) for standing in standings]
    width = max(map(len, ["entrant", *names]))
    rows = [("entrant", [title for title, _ in _COLUMNS])]
    rows += [(name, _cells(standing)) for name, standing in zip(names, standings, strict=True)]
    return [
        f"{name:<{width}}" + "".join(f"{cell:>{size}}" for cell, (_, size) in zip(cells, _COLUMNS, strict=True))
        for name, cells in rows
    ]


def _name(standing: Standing) -> str:
    name = printable(standing.name)
    short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    return short if standing.seats == 1 else f"{short} ×{standing.seats}"


def _cells(standing: Standing) -> list[str]:
    times = standing.times
    seconds = (times.total / max(times.count, 1), times.quantile(0.5), times.quantile(0.99), times.longest)
    return [
        str(standing.games),
        _ranged(standing.points, "", 1),
        _ranged(standing.against, "+", 1),
        _ranged(standing.won, "", 100),
        _ranged(standing.exact, "", 100),
        str(standing.decisions),
        *(f"{1000 * value:.2f}" if value < 0.1 else f"{1000 * value:.0f}" for value in seconds),
    ]


def _ranged(estimate: Estimate, sign: str, scale: int) -> str:
    unit = "%" if scale == 100 else ""
    wide = "?" if estimate.plus_minus is None else f"{estimate.plus_minus * scale:.1f}"
    return f"{estimate.mean * scale:{sign}.1f}{unit} ± {wide}"


def _notes(report: Report) -> list[str]:
    players = len(report.plan.entrants)
    lines = [
        f"Duplicate play: {report.sets} deal sets, each {players} games with the same deals, everybody one seat on.",
        "± is the 95 % interval (Student's t). Its unit is the deal set: games with the same deals aren't independent.",
        "vs others: points of a game less the mean of the other seats'. A shared first place is a share of a win.",
    ]
    if any(standing.seats > 1 for standing in report.standings):
        lines.append("× n: equal entrants are one line; their figures are means over their seats.")
    for standing in report.standings:
        lines += _conduct(standing)
    return lines


def _conduct(standing: Standing) -> list[str]:
    conduct = standing.conduct
    if not conduct.faults:
        return []
    counted = ", ".join(f"{conduct.faults[fault]} × {fault}" for fault in Fault if conduct.faults[fault])
    lines = ["", f"{printable(standing.name)}: {counted}."]
    lines.append(f"  An Adept made {conduct.by_adept} of its {standing.decisions} decisions.")
    if conduct.why:
        lines.append(f"  Last it {printable(conduct.why)}.")
    lines += (f"  stderr: {printable(line)}" for line in conduct.stderr.splitlines()[-_STDERR_LINES:])
    return lines
