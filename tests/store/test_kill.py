from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import defaultdict

from bot.store import Store
from tests.store.drill import GAMES

CYCLES = 10


def start_drill(url: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.drill", url]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def acknowledged_until_killed(drill: subprocess.Popen[str], kill_after: int) -> list[tuple[int, int]]:
    assert drill.stdin is not None
    assert drill.stdout is not None
    drill.stdin.write("live\n")
    drill.stdin.flush()
    pid = int(drill.stdout.readline())
    seen = []
    for _ in range(kill_after):
        seen.append(drill.stdout.readline())
        assert seen[-1] not in {"dead\n", ""}, "the bot died by itself"
    os.kill(pid, signal.SIGKILL)
    seen += iter(drill.stdout.readline, "dead\n")
    return [(int(game_id), int(seq)) for game_id, seq in map(str.split, seen)]


async def check(url: str, acknowledged: dict[int, set[int]]) -> None:
    store = await Store.open(url)
    games = await store.unarchived()
    await store.close()
    for game in games:
        present = [entry.seq for entry in game.entries]
        assert present == list(range(game.row.version))
        assert acknowledged[game.row.id] <= set(present)
    assert acknowledged.keys() <= {game.row.id for game in games}


async def test_kill_9_loses_nothing_that_was_acknowledged(store_url: str) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    acknowledged: defaultdict[int, set[int]] = defaultdict(set)
    with start_drill(store_url) as drill:
        for _ in range(CYCLES):
            for game_id, seq in acknowledged_until_killed(drill, rng.randint(1, 60)):
                assert seq not in acknowledged[game_id]
                acknowledged[game_id].add(seq)
            await check(store_url, acknowledged)
        drill.stdin.close()
    assert len(acknowledged) == GAMES
