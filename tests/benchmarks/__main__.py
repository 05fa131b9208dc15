"""All figures of a running bot in one table: ``python -m tests.benchmarks``; with ``--quick`` in a minute, coarsely.

Each is measured in processes of their own, one after the other. CPU is that of the whole process, all threads, and a
ratio is the median of several runs, in each of which the bot and a bare client of discord.py that only defers get the
same clicks by turns. What the engine and AI players take is measured by ``tests.benchmarks.kernel`` too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from tests.benchmarks import kernel

_SIZES: Final = (10, 100, 1000, 5000)
_QUICK_SIZES: Final = (10, 200)


@dataclass(frozen=True)
class Figure:
    """One line of the table; `met` is None where there is no goal."""

    what: str
    figure: str
    goal: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        verdict = {None: "", True: "met", False: "NOT MET"}[self.met]
        return f"{self.what:<62} {self.figure:>34}   {self.goal:<10} {verdict}".rstrip()


def _run(module: str, *options: str) -> dict[str, float]:
    """Return what another benchmark prints."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@contextmanager
def _server() -> Iterator[str]:
    """Have a server that takes every request; give its address."""
    command = [sys.executable, "-m", "tests.benchmarks.server"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def _compared(runs: int, *options: str) -> tuple[float, float]:
    """Return the milliseconds of a click and how many times the floor that is."""
    found = [_run("clicks", *options) for _ in range(runs)]
    return median(it["bot"] for it in found), median(it["bot"] / it["floor"] for it in found)


def clicks(runs: int, batches: int) -> Iterator[Figure]:
    """Measure a click alone and sixteen at once, without and with HTTP."""
    alone = ["--batches", str(batches)]
    together = ["--together", "16", "--batches", str(max(4, batches // 5))]
    with _server() as address:
        for how, server in (("HTTP to this machine", ["--server", address]), ("no HTTP at all", [])):
            for what, goal, options in (("alone", 4, alone), ("16 at once", 2, together)):
                cost, ratio = _compared(runs, *options, *server)
                said = f"{cost:.2f} ms, {ratio:.1f} × the floor"
                yield Figure(f"CPU of a click, {what}, {how}", said, f"≤ {goal} ×", met=ratio <= goal)
        cost, ratio = _compared(runs, *alone, "--follow", "--server", address)
        yield Figure("… alone, three more open hands following, HTTP", f"{cost:.2f} ms, {ratio:.1f} × the floor")


def sizes(runs: int, batches: int, tables: tuple[int, ...]) -> Iterator[Figure]:
    """Measure a click with few tables and with many."""
    ratios = []
    for size in tables:
        cost, ratio = _compared(runs, "--tables", str(size), "--batches", str(batches))
        ratios.append(ratio)
        growth = ratio / ratios[0]
        met = None if size == tables[0] else growth <= 1.25
        said = f"{cost:.2f} ms, {ratio:.1f} × the floor"
        yield Figure(f"CPU of a click with {size:,} tables", said, "" if met is None else "flat", met)


def answers(tables: int, seconds: float) -> Iterator[Figure]:
    """Measure the time until an acknowledgement."""
    found = _run("paced", "--tables", str(tables), "--seconds", str(seconds))
    said = f"p50 {found['p50']:.0f}, p99 {found['p99']:.0f}, most {found['most']:.0f} ms"
    yield Figure(f"payload to acknowledgement, {tables:,} tables", said, "≤ 100 ms", met=found["p99"] <= 100)
    yield Figure(f"… {found['clicks']:,.0f} clicks in {seconds:.0f} s", f"{found['cpu']:.0%} of a core")


def memory(tables: int) -> Iterator[Figure]:
    """Measure what a table takes."""
    few = 10
    bot, floor = (
        (
            _run("memory", client, "--tables", str(tables + few))["bytes"]
            - _run("memory", client, "--tables", "10")["bytes"]
        )
        / tables
        / 1024
        for client in ("bot", "floor")
    )
    said = f"{bot - floor:.1f} KiB beyond {floor:.1f} of the floor"
    yield Figure(f"memory of a table, of {tables:,}", said, "≤ 40 KB", met=bot - floor <= 40)


def start(tables: int) -> Iterator[Figure]:
    """Measure a start."""
    found = _run("starting", "--tables", str(tables))
    said = f"{found['playable']:.1f} s, all shown after {found['shown']:.1f} s"
    yield Figure(f"start with {tables:,} open games", said, "< 5 s", met=found["playable"] < 5)


def engine(games: int) -> Iterator[Figure]:
    """Measure what the engine and AI players need."""
    for what, source in (
        ("engine, random decisions", kernel.public_engine),
        ("AI's search, random decisions", kernel.kernel_random),
        ("AI's search, with its policy", kernel.kernel_policy),
    ):
        plies = max(kernel.speed(source(games)) for _ in range(3))
        yield Figure(what, f"{plies:,.0f} plies/s, {1e6 / plies:.1f} µs each")


def main() -> None:
    """Print the table, each line as soon as it is known."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    runs, batches, tables = (1, 20, 100) if quick else (3, 120, 1000)
    parts = (
        clicks(runs, batches),
        sizes(1, batches, _QUICK_SIZES if quick else _SIZES),
        answers(tables, 5 if quick else 60),
        memory(tables),
        start(tables),
        engine(1 if quick else 3),
    )
    for part in parts:
        for figure in part:
            print(figure, flush=True)


if __name__ == "__main__":
    main()
