"""A bot to be killed: appends to several games at once and prints every acknowledged entry.

Usage: python -m tests.store.drill URL. Each line on standard input starts one more life, in a fork: the imports,
which take far longer than the life, are done once. It prints its process id, its entries, and in the end "dead".
"""

from __future__ import annotations

import asyncio
import os
import sys

from bot.store import StaleVersion, Store
from tests.store.samples import SNOWFLAKE, line, row

GAMES = 3


def say(*words: object) -> None:
    """Print a line in one system call: a life that is killed leaves no half of it."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def version_of(store: Store, game_id: int) -> int:
    game = await store.game(game_id)
    if game is None:
        await store.create(row(game_id, version=0), [])
        return 0
    return game.version


async def play(store: Store, game_id: int) -> None:
    version = await version_of(store, game_id)
    while True:
        try:
            await store.append(game_id, version, [line(version)])
        except StaleVersion:  # PostgreSQL may commit what a killed client had sent only after we have looked
            version = await version_of(store, game_id)
        else:
            say(game_id, version)
            version += 1


async def live(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(play(store, SNOWFLAKE + n) for n in range(GAMES)))


def main(url: str) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            say(os.getpid())
            asyncio.run(live(url))
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main(sys.argv[1])
