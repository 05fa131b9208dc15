"""Who is still in the server: without a privileged intent the bot is not told, so it asks when it matters."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.background import Background
from bot.entries import Gone
from bot.former import is_former
from bot.reach import MEMBER_GONE, UNREACHABLE, code_of
from bot.store import StoreError
from bot.table import Refused, Table
from bot.tables import StaleDecision, Tables

log = logging.getLogger(__name__)

_ASK_SECONDS: Final = 2.0
"""Somebody's click may wait for the answer, and has to be answered in three."""


class Members:
    """Finds out who has left the server, and tells their table."""

    def __init__(self, client: discord.Client, tables: Tables, background: Background) -> None:
        self._client = client
        self._tables = tables
        self._background = background

    def look_for_others(self, table: Table, user_id: int) -> None:
        """Look, when somebody looks at a table without a clock, whether it waits for people who have left the server.

        Elsewhere that is found out when their time is up.
        """
        if table.deadline is None:
            for other in table.awaited:
                if other != user_id:
                    self._background.run(self._look_for(table, other), f"looking for a person of table {table.id}")

    async def _look_for(self, table: Table, user_id: int) -> None:
        try:
            await self.notice_gone(table, user_id)
        except (StaleDecision, StoreError):
            log.debug("Table %s: whoever left the server is noticed at the next look", table.id)

    async def notice_gone(self, table: Table, user_id: int) -> bool:
        """Return whether this person of the table has left its server; then the table knows it now."""
        if await self._is_here(table.guild_id, user_id):
            return False
        try:
            await self._tables.submit(table.id, Gone(user_id))
        except Refused:
            log.debug("Table %s: whoever left the server had left the table", table.id)
        return True

    async def pass_host_on(self, table: Table, user_id: int) -> None:
        """Look, before somebody is told that only the host can do that, whether the host is still in the server."""
        last = None  # whoever is the host now may have left too
        while table.seat_of(user_id) is not None and table.host_id not in (user_id, last):
            last = table.host_id
            if await self.notice_gone(table, last):
                table = self._tables.get(table.id) or table

    async def _is_here(self, guild_id: int, user_id: int) -> bool:
        if is_former(user_id):
            return False
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return True
        try:
            await asyncio.wait_for(guild.fetch_member(user_id), _ASK_SECONDS)
        except UNREACHABLE as error:
            return code_of(error) not in MEMBER_GONE  # what can't be found out is no reason to take a seat away
        return True
