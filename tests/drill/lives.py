"""One life of the bot after the other, each ended by kill −9, and what is in the database afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.store import Status, Store
from bot.tables import fold
from engine.record import load
from tests.processes import assert_gone, watch


@dataclass
class Heard:
    """What the children said over all cycles."""

    acknowledged: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Interaction → table, place in the log."""
    open_tries: dict[int, int] = field(default_factory=dict)
    """Interaction → table, for those whose answer never came."""
    workers: list[int] = field(default_factory=list)
    """Of the running child."""

    def hear(self, line: str) -> bool:
        """Take up one line; return whether it was an acknowledgement."""
        match line.split():
            case ["worker", pid]:
                self.workers.append(int(pid))
            case ["try", table, interaction]:
                self.open_tries[int(interaction)] = int(table)
            case ["refused", _, interaction]:
                self.open_tries.pop(int(interaction))
            case ["ack", table, interaction, seq]:
                assert int(interaction) not in self.acknowledged, "acknowledged twice"
                self.acknowledged[int(interaction)] = int(table), int(seq)
                self.open_tries.pop(int(interaction))
                return True
        return False


async def drill(url: str, cycles: int, seed: int, done: Callable[[int], None] = lambda _: None) -> Heard:
    """Kill the bot so many times, and look at the database after each; return what it had said.

    Raises `AssertionError` for an acknowledged action that is lost, an action that is there twice, a gap in a log, and
    a worker process that outlives the bot.
    """
    rng, heard = Random(seed), Heard()
    with _started(url) as child:
        for cycle in range(cycles):
            _one_life(child, heard, acknowledgements=rng.randrange(40))
            await _check(url, heard)
            done(cycle + 1)
        assert child.stdin is not None
        child.stdin.close()
    return heard


def _started(url: str) -> subprocess.Popen[str]:
    # By -c, not -m: a spawned worker would import the main module and all it needs once more.
    command = [sys.executable, "-c", "from tests.drill.child import run; run()", url]
    root = Path(__file__).parents[2]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)


def _one_life(child: subprocess.Popen[str], heard: Heard, *, acknowledgements: int) -> None:
    """Start a life, let it acknowledge so many actions, kill it, and hear what it had said till then."""
    assert child.stdin is not None
    assert child.stdout is not None
    unanswered = [f"{table}:{interaction}" for interaction, table in heard.open_tries.items()]
    heard.open_tries.clear()
    heard.workers.clear()
    child.stdin.write(" ".join(unanswered) + "\n")
    child.stdin.flush()
    life = int(child.stdout.readline().split()[1])
    left = acknowledgements
    while left > 0 or not heard.workers:
        line = child.stdout.readline()
        assert line not in ("", "dead\n"), "the bot died by itself"
        left -= heard.hear(line)
    gone = watch(heard.workers)
    os.kill(life, signal.SIGKILL)
    for line in iter(child.stdout.readline, "dead\n"):
        heard.hear(line)
    assert_gone(gone)


async def _check(url: str, heard: Heard) -> None:
    store = await Store.open(url)
    try:
        found: dict[int, tuple[int, int]] = {}
        for game in await store.unarchived():
            assert [entry.seq for entry in game.entries] == list(range(game.row.version)), "a gap in the log"
            for entry in game.entries:
                if entry.interaction_id is not None:
                    assert entry.interaction_id not in found, "applied twice"
                    found[entry.interaction_id] = game.row.id, entry.seq
            table = fold(game)
            if game.row.status is Status.FINISHED:
                text = await store.record(game.row.id)
                assert text is not None
                assert load(text).actions == table.log
        lost = {it: place for it, place in heard.acknowledged.items() if found.get(it) != place}
        assert not lost, "acknowledged, but not in the log"
    finally:
        await store.close()
