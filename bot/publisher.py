"""The public messages of all tables: one message a round, edited as the table changes.

A table that changed is marked; one task for it renders the latest state until nothing is marked. What fails is
repaired by the next change, and at the latest by the next round or the next start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot import metrics
from bot.background import Background
from bot.entries import Threaded, Vanish
from bot.illustrations import Looks
from bot.languages import speaking
from bot.panels import Panels
from bot.reach import (
    CHANNEL_GONE,
    MESSAGE_GONE,
    SHUT_OUT,
    THREAD_ARCHIVED,
    THREAD_CLOSED,
    UNKNOWN_CHANNEL,
    UNREACHABLE,
    code_of,
)
from bot.render import public
from bot.render.gallery import files
from bot.store import GameRow, Post, Store, StoreError
from bot.table import Refused, Table
from bot.tables import StaleDecision, Tables
from bot.tableview import TableView, public_view
from bot.traffic import Withheld
from bot.trickposts import TrickPosts

log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 5.0
_LONGEST_RETRY_SECONDS: Final = 30.0
"""So soon after an outage every table is shown as it is."""
_LONGEST_WAIT_SECONDS: Final = 300.0
"""The same where the bot is shut out: that is seldom over by itself."""
_THREAD_NAME: Final = "Wizard"
_A_DAY: Final = 1440
"""Minutes; Discord archives a thread in which nothing was posted for so long. Posting opens it again."""


@dataclass(slots=True)
class _Slot:
    """The message of a table, and whether the table has changed since it was last shown."""

    post: Post | None = None
    saved: bool = True
    """Whether the store knows the message."""
    dirty: bool = False
    since: float | None = None
    """Of when the oldest change is that isn't shown yet."""
    running: bool = False
    failures: int = 0
    reached: bool = True
    """Whether the last try to show the table got through."""


class Publisher:
    """Shows tables in their channels."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        store: Store,
        panels: Panels,
        background: Background,
        looks: Looks,
        *,
        interval: float,
    ) -> None:
        self._client = client
        self._emojis, self._pictures = looks.emojis, looks.pictures
        self._tables = tables
        self._store = store
        self._panels = panels
        self._background = background
        self._interval = interval
        self._tricks = TrickPosts(client, store, looks.emojis)
        self._slots: dict[int, _Slot] = {}

    def load(self, row: GameRow) -> None:
        """Take up the message a table had before a restart."""
        self._slots[row.id] = _Slot(row.post)
        self._tricks.load(row)

    def touch(self, table: Table) -> None:
        """Show this table's latest state soon."""
        self._panels.push(table)
        slot = self._slots.setdefault(table.id, _Slot())
        slot.dirty, slot.failures = True, 0
        if slot.since is None:
            slot.since = time.perf_counter()
        if not slot.running:
            slot.running = True
            self._background.run(self._follow(table.id, slot), f"publishing table {table.id}", table=table.id)

    async def place_gone(self, table: Table, place: int) -> None:
        """Go on in the channel when a table's thread is gone or locked; end a table that nobody can ever see again."""
        try:
            await self._tables.submit(table.id, Vanish() if place == table.channel_id else Threaded(0))
        except Refused:
            log.debug("Table %s was over already", table.id)
        except StoreError:  # found out again as soon as the table is to be shown
            log.warning("Table %s: its lost place can't be noted, the database is not available", table.id)

    async def give_up(self, table: Table) -> None:
        """End a table as where its channel is gone, and forget it at once; raise StoreError if it can't be ended."""
        if table.is_open:
            with suppress(Refused):
                await self._tables.submit(table.id, Vanish())
        self._forget(table)

    def look_again(self, guild_id: int) -> None:
        """Show the tables of a server that could not be shown: perhaps they can now."""
        for table_id, slot in list(self._slots.items()):
            table = self._tables.get(table_id)
            if table is not None and table.guild_id == guild_id and not slot.reached:
                self.touch(table)

    def reaches(self, table_id: int) -> bool:
        """Return whether people can see what this table last did."""
        slot = self._slots.get(table_id)
        return slot is None or slot.reached

    def post(self, table_id: int) -> Post | None:
        """Return the public message of a table."""
        slot = self._slots.get(table_id)
        return None if slot is None else slot.post

    async def answer(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer with the public message of a table."""
        seen = public_view(table)
        try:
            with speaking(table.settings.language):
                view, in_words = await self._current(table, seen, interaction.channel_id or 0)
                answer = await self._emojis.reply(interaction, view, in_words, silent=True)
        except UNREACHABLE:
            self.touch(table)  # the table is there all the same: post it without the interaction
            raise
        await self.adopt(table, interaction.channel_id or 0, answer.message_id or 0)

    async def adopt(self, table: Table, channel_id: int, message_id: int) -> None:
        """Make a message that shows this table its public message; delete the one before."""
        post = Post(public.post_key(public_view(table)), channel_id, message_id)
        now = self._tables.get(table.id)
        if now is None:  # its last message is out: nothing would ever close this one
            await self._delete(post)
            return
        slot = self._slots.setdefault(table.id, _Slot())
        before, slot.post, slot.saved = slot.post, post, False
        if before is not None and before.key == post.key:
            self._background.run(self._delete(before), "deleting an older table message", table=table.id)
        await self._save(table.id, slot)
        if now.version != table.version:
            self.touch(now)

    async def _delete(self, post: Post) -> None:
        try:
            await self._message(post).delete()
        except UNREACHABLE:
            log.debug("An older table message is gone already, or can't be reached")

    async def _save(self, table_id: int, slot: _Slot) -> None:
        if slot.post is not None and not slot.saved:
            await self._store.save_post(table_id, slot.post)
            slot.saved = True

    # --- one task for each changed table ----------------------------------------------------------

    async def _follow(self, table_id: int, slot: _Slot) -> None:
        try:
            while slot.dirty:
                await self._background.turn()
                slot.dirty = False
                await self._show(table_id, slot)
                if self._interval:  # changes in this time wait for its end: that is what groups them
                    await asyncio.sleep(self._interval)
        finally:
            slot.running = False

    async def _show(self, table_id: int, slot: _Slot) -> None:
        table = self._tables.get(table_id)
        if table is None:
            return
        try:
            if await self._shown(table, slot) and not table.is_open and not slot.dirty:
                await self._store.archive(table.id)
                self._forget(table)
        except StoreError:
            log.warning("The message of table %s can't be kept: the database is not available", table.id)
            await self._try_again(slot)
        except (Refused, StaleDecision):  # it was told of what it is now, and is shown again
            log.debug("Table %s has moved on while it was shown", table.id)

    async def _shown(self, table: Table, slot: _Slot) -> bool:
        """Show and keep a table; return whether nothing more can be done for it now."""
        try:
            await self._tricks.post(table)
            await self._publish(table, slot)
        except UNREACHABLE as error:
            return await self._failed(table, slot, error)
        await self._save(table.id, slot)
        slot.failures, slot.reached = 0, True
        if slot.since is not None and not slot.dirty:
            metrics.published(time.perf_counter() - slot.since)
            slot.since = None
        return True

    async def _failed(self, table: Table, slot: _Slot, error: BaseException) -> bool:
        """Wait before the next try, if there is one; return True for a table nobody can be shown any more."""
        code = code_of(error)
        slot.reached = False
        table = self._tables.get(table.id) or table  # it may have got its thread meanwhile
        loud = logging.DEBUG if isinstance(error, Withheld) else logging.WARNING  # said once, for all tables
        log.log(loud, "Table %s can't be shown: %s, code %s", table.id, type(error).__name__, code)
        if not table.is_open and code in CHANNEL_GONE:
            return True
        if code == UNKNOWN_CHANNEL or (table.is_open and table.place != table.channel_id and code in THREAD_CLOSED):
            await self.place_gone(table, table.place)
            return False
        # Where the bot is shut out an open table waits for its next change, or for new permissions.
        if code not in SHUT_OUT:
            await self._try_again(slot)
        elif not table.is_open:  # the last message of a table is never given up
            await self._try_again(slot, _LONGEST_WAIT_SECONDS)
        return False

    async def _try_again(self, slot: _Slot, longest: float = _LONGEST_RETRY_SECONDS) -> None:
        slot.failures += 1
        await asyncio.sleep(min(_RETRY_SECONDS * 2 ** min(slot.failures - 1, 10), longest))
        slot.dirty = True

    def _forget(self, table: Table) -> None:
        self._tables.forget(table.id)
        self._panels.forget(table)
        self._tricks.forget(table.id)
        self._slots.pop(table.id, None)

    async def _publish(self, table: Table, slot: _Slot) -> None:
        with speaking(table.settings.language):
            await self._posted(table, slot)

    async def _posted(self, table: Table, slot: _Slot) -> None:
        post = slot.post
        if table.wants_thread and post is not None:
            table = await self._with_thread(table, post)
        seen = public_view(table)
        key = public.post_key(seen)
        if post is None or (table.thread_id == 0 and post.channel_id != table.channel_id):  # its thread is gone
            # Under the nonce it had there Discord would answer with the thread's message, and post none here.
            await self._send(table, slot, key, nonce=f"{table.id}:{key if post is None else table.version}")
        elif post.key == key:
            if await self._edited(post, *await self._current(table, seen, post.channel_id)):
                return
            if slot.post is not post:  # somebody had the table shown anew meanwhile, and this one deleted
                slot.dirty = True
                return
            await self._send(table, slot, key, nonce=f"{table.id}:{table.version}")
        else:
            result = partial(public.closing, seen, post.key)
            takes_files = self._takes_files(table, post.channel_id)
            pictures = await self._pictures.closing(seen, post.key) if takes_files else ()
            await self._edited(post, result(pictures), result)
            await self._send(table, slot, key, nonce=f"{table.id}:{key}")

    async def _edited(self, post: Post, view: ui.LayoutView, in_words: Callable[[], ui.LayoutView]) -> bool:
        """Edit a message; return False when that message can't be had any more."""
        try:
            await self._emojis.sent(lambda dressed: self._edit(post, dressed), view, in_words)
        except discord.HTTPException as error:
            if error.code not in MESSAGE_GONE:
                raise
            return False
        return True

    async def _edit(self, post: Post, view: ui.LayoutView) -> None:
        """Edit a message; in a thread that Discord has archived meanwhile, open that first."""
        try:
            await self._message(post).edit(view=view, attachments=files(view))
        except discord.HTTPException as error:
            # discord.py forgets archived threads, but no other channels.
            if error.code != THREAD_ARCHIVED or self._client.get_channel(post.channel_id) is not None:
                raise
            await self._client.http.edit_channel(post.channel_id, archived=False)
            await self._message(post).edit(view=view, attachments=files(view))

    async def _send(self, table: Table, slot: _Slot, key: str, *, nonce: str) -> None:
        # The nonce keeps a message from being posted twice when the bot dies between sending and storing.
        before = slot.post
        view, in_words = await self._current(table, public_view(table), table.place)
        channel = self._channel(table.place)
        message = await self._emojis.sent(
            lambda dressed: channel.send(view=dressed, files=files(dressed), silent=True, nonce=nonce[-25:]),
            view,
            in_words,
        )
        post = Post(key, table.place, message.id)
        if slot.post is not before and slot.post is not None and slot.post.key == key:
            await self._delete(post)  # the table was shown anew while this was on its way
            slot.dirty = True
        else:
            slot.post, slot.saved = post, False

    async def _current(
        self, table: Table, seen: TableView, place: int
    ) -> tuple[ui.LayoutView, Callable[[], ui.LayoutView]]:
        """Return the message for the present state of a table, and how to say it in words."""
        in_words = partial(public.current, seen)
        return in_words(await self._pictures.current(seen) if self._takes_files(table, place) else ()), in_words

    def _takes_files(self, table: Table, channel_id: int) -> bool:
        """Return whether the bot may attach pictures there; True as long as nothing speaks against it."""
        guild = self._client.get_guild(table.guild_id)  # the client itself would look through all servers
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        try:
            return channel.permissions_for(channel.guild.me).attach_files
        except discord.ClientException:  # a thread whose channel is not known
            return True

    async def _with_thread(self, table: Table, lobby: Post) -> Table:
        """Make a thread from the lobby's message for the game; where that is not possible it stays in the channel."""
        try:
            channel = self._client.get_partial_messageable(lobby.channel_id, guild_id=table.guild_id)
            message = channel.get_partial_message(lobby.message_id)
            thread = await message.create_thread(name=_THREAD_NAME, auto_archive_duration=_A_DAY)
        except UNREACHABLE as error:
            log.info("Table %s gets no thread: code %s", table.id, code_of(error))
            return await self._tables.submit(table.id, Threaded(0))
        return await self._tables.submit(table.id, Threaded(thread.id))

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _message(self, post: Post) -> Any:  # noqa: ANN401 - a partial message
        return self._channel(post.channel_id).get_partial_message(post.message_id)
