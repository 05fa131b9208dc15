"""The store and the manager as the bot runs them, with people who click without pause; to be killed.

Each line on standard input starts one life, in a fork: the imports, which take longer than the life, are done once.
The line holds the interactions (``TABLE:INTERACTION``) whose answer nobody saw. A life says ``life PID``,
``worker PID``, ``try TABLE INTERACTION`` and then ``refused …`` or ``ack TABLE INTERACTION PLACE``; ``dead`` ends it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from random import SystemRandom

from bot.background import Background
from bot.brain import Brain
from bot.entries import Act, Join, Start
from bot.store import Store
from bot.table import Refused, Stage, Table
from bot.tables import StaleDecision, Tables
from engine.game import legal_actions, to_act
from engine.options import Options
from tests.store.drill import say

TABLES = 3
HUMANS = 2


class Clicker:
    """People at a few tables, as fast as the bot lets them."""

    def __init__(self, tables: Tables, after: int) -> None:
        self.tables = tables
        self.interactions = count(after + 1)
        self.rng = SystemRandom()
        self.changed: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        tables.watchers.append(lambda table: self.changed[table.id].set())

    async def sit(self, channel: int) -> Table:
        """Return the channel's table; open and start one when there is none."""
        table = self.tables.in_channel(channel)
        if table is None:
            host = Join(1, "Host", next(self.interactions))
            table = await self.tables.open(host, guild_id=1, channel_id=channel, options=Options(max_rounds=2))
        if table.stage is Stage.LOBBY:
            return await self.fill(table)
        return table

    async def fill(self, table: Table) -> Table:
        for person in range(len(table.humans) + 1, HUMANS + 1):
            interaction = next(self.interactions)
            join = Join(person, f"P{person}", interaction)
            table = await self.tables.submit(table.id, join, interaction_id=interaction)
        interaction = next(self.interactions)
        return await self.tables.submit(table.id, Start(table.host_id, interaction), interaction_id=interaction)

    async def click(self, table_id: int, interaction: int) -> None:
        """Decide for whoever's turn it is, if it is a person's."""
        table = self.tables.get(table_id)
        if table is None or table.stage is not Stage.PLAYING or table.automatic() is not None:
            return
        seat = to_act(table.playing)[0]
        decision = self.rng.choice(legal_actions(table.playing, seat))
        say("try", table_id, interaction)
        try:
            after = await self.tables.submit(
                table_id, Act(decision), interaction_id=interaction, decision=(seat, table.decided[seat])
            )
        except (StaleDecision, Refused):
            say("refused", table_id, interaction)
        else:
            say("ack", table_id, interaction, after.version - 1)

    async def play(self, channel: int) -> None:
        while True:
            table_id = (await self.sit(channel)).id
            self.changed[table_id].clear()
            table = self.tables.get(table_id)
            if table is not None and table.automatic() is not None:
                await self.changed[table_id].wait()
            await self.click(table_id, next(self.interactions))


async def main(url: str, unanswered: Sequence[str]) -> None:
    store, brain, background = await Store.open(url), Brain(workers=1), Background()
    await brain.start()
    for worker in brain.workers:
        say("worker", worker)
    tables = Tables(store, brain, background, clock=lambda: datetime.now(UTC), pace=0)
    stored = await tables.load()
    known = [entry.interaction_id or 0 for game in stored for entry in game.entries]
    pairs = [tuple(map(int, pair.split(":"))) for pair in unanswered]
    clicker = Clicker(tables, max([0, *known, *(interaction for _, interaction in pairs)]))
    for table_id, interaction in pairs:
        await clicker.click(table_id, interaction)
    tables.resume()
    await asyncio.gather(*(clicker.play(100 + channel) for channel in range(TABLES)))


def run() -> None:
    """Live once for each line of standard input."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            say("life", os.getpid())
            asyncio.run(main(sys.argv[1], line.split()))
        os.waitpid(child, 0)
        say("dead")
