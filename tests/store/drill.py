"""A process to be killed: appends to several games at once and prints every acknowledged entry.

Usage: python -m tests.store.drill URL
"""

from __future__ import annotations

import asyncio
import sys

from bot.store import Store
from tests.store.samples import SNOWFLAKE, line, row

GAMES = 3


async def play(store: Store, game_id: int) -> None:
    game = await store.game(game_id)
    if game is None:
        await store.create(row(game_id, version=0), [])
    version = game.version if game else 0
    while True:
        await store.append(game_id, version, [line(version, game_id + 1_000_000 * (version + 1))])
        print(game_id, version, flush=True)
        version += 1


async def main(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(play(store, SNOWFLAKE + n) for n in range(GAMES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
