from __future__ import annotations

import random
import subprocess
import sys
from collections import defaultdict

from bot.store import Store
from tests.store.drill import GAMES

CYCLES = 10


def acknowledged_until_killed(url: str, kills_after: int) -> list[tuple[int, int]]:
    command = [sys.executable, "-m", "tests.store.drill", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        seen = [child.stdout.readline() for _ in range(kills_after)]
        child.kill()
        seen += child.stdout.readlines()
    whole = [line.split() for line in seen if line.endswith("\n")]
    assert len(whole) >= kills_after, "the child ended by itself"
    return [(int(game_id), int(seq)) for game_id, seq in whole]


async def test_kill_9_loses_nothing_that_was_acknowledged(store_url: str) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    acknowledged: defaultdict[int, set[int]] = defaultdict(set)
    for _ in range(CYCLES):
        for game_id, seq in acknowledged_until_killed(store_url, rng.randint(1, 60)):
            assert seq not in acknowledged[game_id]
            acknowledged[game_id].add(seq)
        store = await Store.open(store_url)
        games = await store.unarchived()
        await store.close()
        for game in games:
            present = [entry.seq for entry in game.entries]
            assert present == list(range(game.row.version))
            assert acknowledged[game.row.id] <= set(present)
    assert len(games) == GAMES
