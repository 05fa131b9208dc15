"""Servers that remove the bot: after some days everything held about them is deleted, unless they have it again.

When a server removed the bot is in the store, so that a restart changes nothing. What was missed while the bot wasn't
there shows at a shard's start, when Discord has said in which of its servers the bot is. An outage is no removal.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bot.background import Background
from bot.scrubbing import scrub
from bot.store import StoreError
from bot.tables import StaleDecision

if TYPE_CHECKING:
    from bot.client import WizardClient

log = logging.getLogger(__name__)

_DAY: Final = 86_400_000
"""In milliseconds."""
_LONGEST_SLEEP: Final = 86_400.0
"""A clock that is set, or a computer that slept, is found out so late at most."""
_RETRY_SECONDS: Final = 300.0
"""So long after a failure of the database it is tried again."""


class Departures:
    """Minds the servers that removed the bot; nothing waits while there are none."""

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background
        self._days = client.settings.keep_removed_days
        self._listed: set[int] = set()
        """The shards of which all servers are known."""
        self._unsure: set[int] = set()
        """Those of them of which it is yet to be looked which servers are missing."""
        self._timer: asyncio.TimerHandle | None = None
        self._minding = asyncio.Lock()

    def listed(self, shard_id: int) -> None:
        """Hear that Discord has said in which servers of a shard the bot is, reachable or not."""
        self._listed.add(shard_id)
        self._unsure.add(shard_id)
        self.look()

    def removed(self, guild_id: int) -> None:
        """Hear that a server has removed the bot."""
        self._background.run(self._note(guild_id), "noting that a server removed the bot")

    def look(self) -> None:
        """Do what is due now, and then whatever becomes due; a server that has the bot again loses nothing."""
        self._background.run(self._mind(), "minding the servers that removed the bot")

    def close(self) -> None:
        """Wake no more."""
        if self._timer is not None:
            self._timer.cancel()

    # --- minding --------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._client.clock().timestamp() * 1000)

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % (self._client.shard_count or 1)

    def _is_here(self, guild_id: int) -> bool:
        return self._client.get_guild(guild_id) is not None

    async def _note(self, guild_id: int) -> None:
        try:
            await self._client.store.note_removed(guild_id, self._now())
        except StoreError:
            log.warning("A server that removed the bot can't be noted: the database is not available")
            self._unsure.add(self._shard_of(guild_id))
            self._wake_in(_RETRY_SECONDS)
            return
        await self._mind()

    async def _mind(self) -> None:
        async with self._minding:
            try:
                await self._note_missing()
                seconds = await self._look()
            except (StoreError, StaleDecision):
                log.warning("Servers that removed the bot wait: the database is not available")
                seconds = _RETRY_SECONDS
            if seconds is not None:
                self._wake_in(seconds)

    async def _note_missing(self) -> None:
        """Note the servers that removed the bot unnoticed."""
        unsure = set(self._unsure)
        if not unsure:
            return
        missing = 0
        for guild_id in await self._client.store.known_servers():
            if self._shard_of(guild_id) in unsure and not self._is_here(guild_id):
                await self._client.store.note_removed(guild_id, self._now())
                missing += 1
        self._unsure -= unsure
        if missing:
            log.info("%d servers removed the bot while it could not hear of it", missing)

    async def _look(self) -> float | None:
        """Delete what is due; return the seconds until there is more to do, None where there is nothing."""
        waiting = []
        for guild_id, at in await self._client.store.removed_servers():
            if self._shard_of(guild_id) not in self._listed:
                continue  # nobody knows yet whether the bot is in it
            if self._is_here(guild_id):
                await self._client.store.note_back(guild_id)
                self._client.count_statistics()
            elif self._days and at + self._days * _DAY <= self._now():
                await self._delete(guild_id, at)
            elif self._days:
                waiting.append(at + self._days * _DAY)
        return min(_LONGEST_SLEEP, max(1.0, (min(waiting) - self._now()) / 1000)) if waiting else None

    async def _delete(self, guild_id: int, at: int) -> None:
        """Delete everything held about a server, piece by piece: in between tables of others go on."""
        store = self._client.store
        for table in self._client.tables.of_server(guild_id):
            await self._client.publisher.give_up(table)
        while (guild_id, at) in await store.removed_servers():
            if self._is_here(guild_id):
                await store.note_back(guild_id)
                return
            await store.delete_some(guild_id, at)
        self._background.run(scrub(store), "cleaning the database file")
        log.info("Everything held about a server is deleted: it removed the bot %d days ago", self._days)

    def _wake_in(self, seconds: float) -> None:
        self.close()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.look)
