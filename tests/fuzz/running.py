"""Sends many attempts to the real bot and checks every answer, every request and every change of a table."""

from __future__ import annotations

import logging
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from discord.app_commands import AppCommandError
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.components import walk_components
from simcord.env import Env

from bot import tablelog
from bot.entries import Act, Entry, Expire, Forgotten, Gone, Return, Threaded, Vanish
from bot.servers import ServerSettings
from bot.table import Stage, Table
from bot.tablechanges import apply
from bot.tables import fold
from engine.actions import CHANCE
from tests.discord_spec import violations
from tests.e2e.driver import DECIDING, new_bot
from tests.fuzz.attempts import Attempt, Attempts
from tests.fuzz.hall import Hall, Server, furnish

PORTION: Final = 1_000
"""So many interactions are sent to one bot: what piles up in the simulation makes each dearer than the one before."""
AT_ONCE: Final = 8
"""So many interactions arrive together at most."""
_UPDATE: Final = 7
_PATIENCE_SECONDS: Final = 60.0
"""Real ones, in which the bot has to come to rest: a busy machine's disk may take some."""
_IN_MEMORY: Final = Path("/dev/shm")
_HOUSEKEEPING: Final = 25
"""After so many bursts closed tables are opened again, and all are read from the store again."""
_BY_ITSELF: Final = (Expire, Gone, Threaded, Vanish, Return)
"""What the bot enters without being asked: time is up, somebody or a channel has gone, somebody is seen to be there."""


class Fault(AssertionError):
    """The bot did something it must not do."""


@dataclass
class Fuzz:
    """A run: what was sent, by kind, and how it goes on."""

    hall: Hall
    rng: Random
    counts: Counter[str] = field(default_factory=Counter)
    logged: list[logging.LogRecord] = field(default_factory=list)

    async def run(self, interactions: int) -> None:
        """Send so many interactions; raise `Fault` at the first thing that goes wrong."""
        await self._keep_going()
        attempts, bursts = Attempts(self.hall, self.rng), 0
        while self.counts.total() < interactions:
            size = min(self.rng.randint(1, AT_ONCE), interactions - self.counts.total())
            await self.burst([attempts.any() for _ in range(size)])
            bursts += 1
            if bursts % _HOUSEKEEPING == 0:
                await self._keep_going()
        await self._require_playable(attempts)

    async def burst(self, sent: list[Attempt]) -> None:
        """Send these at once, wait until the bot is idle, and check all it did."""
        backend, tables = self.hall.env.backend, self.hall.servers[0].world.bot.tables
        before = {table.id: table for table in tables.all}
        backend.http_requests.clear()
        for attempt in sent:
            self.counts[attempt.kind] += 1
            backend.emit("INTERACTION_CREATE", attempt.payload)
        await self.hall.env.settle()
        try:
            self._require_answers(sent, before)
            await self._require_asked_for(sent, before)
        except Fault as fault:
            for attempt in sent:
                fault.add_note(f"{attempt.kind}: {attempt.payload['data']} by {attempt.sender}"[:1000])
            raise
        for attempt in sent:
            self._look(attempt)
        backend.transcript.clear()

    # --- checks ---------------------------------------------------------------------------------

    def _require_answers(self, sent: list[Attempt], before: dict[int, Table]) -> None:
        if self.logged:
            error = self.logged[0].exc_info
            raise Fault(f"logged: {self.logged[0].getMessage()}") from (error[1] if error else None)
        # The tree's own errors are answered by its `on_error`; one that is our fault is logged there.
        if errors := [it for it in self.hall.env.errors if not isinstance(it, AppCommandError)]:
            raise Fault("not caught by the bot") from errors[0]
        requests = self.hall.env.backend.http_requests
        answers = Counter(it.path.split("/")[2] for it in requests if it.path.endswith("/callback"))
        for attempt in sent:
            given = answers[str(attempt.record.id)]
            # Where the message is gone Discord refuses the first answer, which is a change of that message.
            most = 2 if self._is_gone(attempt) else 1
            if not 1 <= given <= most or not attempt.record.responded:
                raise Fault(f"{given} answers to a {attempt.kind}, taken: {attempt.record.responded}")
        sent_by = {str(attempt.record.id): attempt for attempt in sent}
        for it in requests:
            if it.path.endswith("/callback"):
                self._require_own_cards(sent_by[it.path.split("/")[2]], it.json, before)
        if refused := violations((it.method, it.path, it.json) for it in requests):
            raise Fault(f"Discord would refuse: {refused[0]}")

    def _is_gone(self, attempt: Attempt) -> bool:
        """Return whether the message that was clicked is gone."""
        record = attempt.record
        there = self.hall.env.backend.messages.get(record.channel_id, {})
        return record.source_message_id is not None and record.source_message_id not in there

    def _require_own_cards(self, attempt: Attempt, answer: dict[str, Any], before: dict[int, Table]) -> None:
        """What shows somebody's decisions is for their eyes only, and they have a seat there."""
        parts = walk_components((answer.get("data") or {}).get("components") or [])
        ids = [part["custom_id"].split(":") for part in parts if "custom_id" in part]
        for _, table_id, _, op, _ in ids:
            if op not in DECIDING:
                continue
            states = before.get(int(table_id)), self.hall.servers[0].world.bot.tables.get(int(table_id))
            sits = any(it is not None and it.seat_of(attempt.sender[0]) is not None for it in states)
            seen = attempt.payload["message"] if answer["type"] == _UPDATE else answer["data"]
            if not seen["flags"] & EPHEMERAL_FLAG or not sits:
                raise Fault("cards of a table are shown to somebody who has no seat there, or to all")

    async def _require_asked_for(self, sent: list[Attempt], before: dict[int, Table]) -> None:
        """Every new entry of a log is one that a person with a right to it has just sent, or nobody's."""
        bot = self.hall.servers[0].world.bot
        senders = {attempt.sender for attempt in sent if not attempt.idle}
        wish_to_be_forgotten = any("forget" in str(attempt.payload["data"]) for attempt in sent if not attempt.idle)
        for table in before.values():
            now = bot.tables.get(table.id)
            if now is not None and now.version == table.version:
                continue
            stored = await bot.store.load(table.id)
            if stored is None:
                raise Fault("a table is gone from the store")
            added = [tablelog.load(line.body) for line in stored.entries[table.version :]]
            if any(isinstance(entry, Forgotten) for entry in added):  # then ids are others than they were
                if not wish_to_be_forgotten:
                    raise Fault("somebody was forgotten who did not want that")
                continue
            for entry in added:
                _require_sender(table, entry, senders)
                table = apply(table, entry)  # noqa: PLW2901 - the next entry is about what this one left

    def _look(self, attempt: Attempt) -> None:
        """Let whoever sent something see what came of it."""
        record, (_, guild_id) = attempt.record, attempt.sender
        if record.guild_id == guild_id:
            self.hall.remember(self.hall.sight(record.channel_id, record.message_id, attempt.sender), self.rng)

    # --- tables ---------------------------------------------------------------------------------

    async def _keep_going(self) -> None:
        """Read every table from the store, open those that are over again, and let their people see them."""
        world = self.hall.servers[0].world
        for table in world.bot.tables.all:
            stored = await world.bot.store.load(table.id)
            if stored is None or fold(stored) != table:
                raise Fault("the log of a table is not its state")
        for server in self.hall.servers:
            await world.bot.servers.change(server.world.guild.id, lambda _: ServerSettings())
        for sight in await self.hall.reopen():
            self.hall.remember(sight, self.rng)

    async def _require_playable(self, attempts: Attempts) -> None:
        """Whoever a table waits for opens their hand and decides; the table moves on."""
        await self._keep_going()
        for server in self.hall.servers:
            for channel in server.channels:
                table = server.table(channel)
                if table is not None and table.stage is Stage.PLAYING:
                    await self._require_move(server, table, attempts)

    async def _require_move(self, server: Server, table: Table, attempts: Attempts) -> None:
        if not table.awaited:
            raise Fault("a table waits for nobody")
        person = next(it for it in server.people if it.id == table.awaited[0])
        opened = attempts.open_hand(server, person.id, table.place)
        await self.burst([opened])
        panel = self.hall.sight(opened.record.channel_id, opened.record.message_id, opened.sender)
        deciding = [it for it in panel.controls if it["custom_id"].split(":")[3] in DECIDING and not it.get("disabled")]
        if not deciding:
            raise Fault("nothing can be decided on the hand of the person a table waits for")
        await self.burst([attempts.use(panel, deciding[0])])
        self.counts["moves at the end"] += 1


def _require_sender(table: Table, entry: Entry, senders: set[tuple[int, int]]) -> None:
    if isinstance(entry, _BY_ITSELF):
        return
    if isinstance(entry, Act):
        seat = getattr(entry.action, "seat", CHANCE)
        if seat == CHANCE or table.seats[seat].played_by_ai or entry.by_itself:
            return
        who = table.seats[seat].user_id
    else:
        who = entry.user_id
    if (who, table.guild_id) not in senders:
        raise Fault(f"{tablelog.kind(entry)} by somebody who has sent nothing that could mean it")


# --- a run ---------------------------------------------------------------------------------------


class _Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self, kept: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self.kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record)


@contextmanager
def _listening(kept: list[logging.LogRecord]) -> Iterator[None]:
    handler = _Errors(kept)
    logging.root.addHandler(handler)
    try:
        yield
    finally:
        logging.root.removeHandler(handler)


def again(seed: int, number: int, interactions: int) -> str:
    """Return the command that repeats one portion."""
    return f"python -m tests.fuzz --seed {seed} --only {number} --interactions {interactions}"


async def fuzz(seed: int, number: int, interactions: int) -> Counter[str]:
    """Send a portion of so many interactions to a bot of its own; return how many there were of which kind."""
    in_memory = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        return await _fuzz(Random(f"fuzz {seed}/{number}"), interactions, Path(folder) / "wizard.db")


async def _fuzz(rng: Random, interactions: int, database: Path) -> Counter[str]:
    kept: list[logging.LogRecord] = []
    far = (patch("bot.deadlines.ALIVE_SECONDS", 7200.0), patch("bot.nudges._GRACE", 7_200_000))
    secret = patch("bot.tables.secrets.token_bytes", rng.randbytes)
    with far[0], far[1], secret, _listening(kept):
        env = Env(new_bot(database, min_humans=1), shard_count=1, settle_timeout=_PATIENCE_SECONDS)
        await env.start()
        try:
            hall = await furnish(env, database)
            run = Fuzz(hall, rng, logged=kept)
            await run.run(interactions)
            return run.counts
        finally:
            await env.bot.close()
            await env.shutdown()
