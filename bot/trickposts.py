"""Finished tricks as small messages of their own, at the tables that want it.

Before a post is sent it is noted up to which trick it goes. After a failure or a restart exactly that post is sent
again under the same nonce: Discord takes it for the one it has, if that got through, and none is missing if not.
Tricks that finish while a post waits for its turn go out together in the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.appemojis import AppEmojis
from bot.languages import speaking
from bot.render import public
from bot.store import GameRow, Store
from bot.table import Table
from bot.tablesettings import Posts
from bot.tableview import public_view

MOST: Final = 10
"""Tricks in one message: so many of six cards with long names fit."""


@dataclass(slots=True)
class _Progress:
    """How many tricks of a game are posted, and how many will be once the post under way is out."""

    posted: int = 0
    sending: int = 0
    kept: bool = True
    """Whether the store knows what is posted."""


class TrickPosts:
    """Posts the tricks of all tables."""

    def __init__(self, client: discord.Client, store: Store, emojis: AppEmojis) -> None:
        self._client = client
        self._emojis = emojis
        self._store = store
        self._progress: dict[int, _Progress] = {}

    def load(self, row: GameRow) -> None:
        """Go on where a table was before a restart."""
        self._progress[row.id] = _Progress(row.tricks_posted, row.tricks_sending)

    def forget(self, table_id: int) -> None:
        """Drop a table that is over."""
        self._progress.pop(table_id, None)

    async def post(self, table: Table) -> None:
        """Post the finished tricks that are not posted yet; raise what Discord or the store raise."""
        if table.settings.posts is not Posts.TRICK or table.game is None:
            return
        seen = public_view(table)
        tricks = public.finished_tricks(seen.playing)
        progress = self._progress.setdefault(table.id, _Progress())
        while progress.posted < len(tricks):
            if progress.sending <= progress.posted:
                sending = min(len(tricks), progress.posted + MOST)
                await self._store.save_tricks(table.id, progress.posted, sending)
                progress.sending = sending
            with speaking(table.settings.language):
                view = public.trick_post(seen, tricks[progress.posted : progress.sending])
            await self._send(table, view, nonce=f"{table.id}:t{progress.sending}")
            progress.posted, progress.kept = progress.sending, False
        if not progress.kept:
            await self._store.save_tricks(table.id, progress.posted, progress.posted)
            progress.kept = True

    async def _send(self, table: Table, view: ui.LayoutView, *, nonce: str) -> None:
        channel = self._client.get_partial_messageable(table.place)
        await self._emojis.sent(lambda it: channel.send(view=it, silent=True, nonce=nonce[-25:]), view)
