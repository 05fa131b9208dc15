"""Private hand panels: one current ephemeral message for each person at each table.

Discord lets us touch an ephemeral message only through an interaction of its owner younger than 15 minutes.
Each click of the owner brings a fresh token; until it expires the panel follows the table by itself. A panel
that is lost or too old costs nothing: **My hand** makes a new one, a click on an old one makes that current.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

import discord

from bot import metrics
from bot.background import Background
from bot.illustrations import Looks
from bot.languages import language_of, speaking
from bot.reach import DEAD_TOKEN, UNREACHABLE, code_of
from bot.redaction import SECRETS
from bot.render import hand, leaving
from bot.render.gallery import files
from bot.store import Panel, Store
from bot.table import Table
from bot.tables import Tables
from bot.tableview import TableView, seat_view
from bot.traffic import Traffic

log = logging.getLogger(__name__)

TOKEN_SECONDS: Final = 15 * 60 - 20
"""How long a token is used: Discord's 15 minutes less what an edit may take on its way."""
_EDIT_SECONDS: Final = 5.0


@dataclass(slots=True)
class _Slot:
    """A panel. `dirty`: the table has changed since it was drawn; `answering`: its owner just clicked."""

    panel: Panel
    table: Table | None = None
    dirty: bool = False
    answering: int = 0
    pushing: bool = False
    picked: tuple[int, hand.Picked] | None = None
    """The card its owner chose for a second step, and the decision that was for."""
    hint: tuple[int, str] = (0, "")
    """What the owner was advised, and the decision that was for."""


def _seated_ever(table: Table) -> Iterable[int]:
    """Return the people who hold or held a seat: a hand must not stay with who gave it up."""
    return [*table.former, *(person.user_id for person in table.humans if person.user_id is not None)]


class Panels:
    """The current panels of all tables."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        store: Store,
        background: Background,
        looks: Looks,
        traffic: Traffic,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._traffic = traffic
        self._emojis, self._pictures, self._players = looks.emojis, looks.pictures, looks.players
        self._tables = tables
        self._store = store
        self._background = background
        self._clock = clock
        self._slots: dict[tuple[int, int], _Slot] = {}

    async def load(self, table_id: int) -> None:
        """Take up the panels a table had before a restart; their tokens live on."""
        for panel in await self._store.panels(table_id):
            SECRETS.token(panel.token)
            self._slots[panel.game_id, panel.user_id] = _Slot(panel)

    def __len__(self) -> int:
        return len(self._slots)

    def forget(self, table: Table) -> None:
        """Drop the panels of a table that is over."""
        for user_id in _seated_ever(table):
            self._slots.pop((table.id, user_id), None)

    def forget_person(self, user_id: int) -> None:
        """Drop somebody's panels, who is no longer in the store, and delete those that can still be reached."""
        for key in [it for it in self._slots if it[1] == user_id]:
            panel = self._slots.pop(key).panel
            if self._alive(panel):
                self._background.run(self._delete(panel), "deleting the panel of somebody forgotten")

    # --- answering a click ----------------------------------------------------------------------

    @asynccontextmanager
    async def answering(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """Hold back pushes to this person's panel: the answer to their click will show the latest state."""
        slot = self._slots.get((table_id, user_id))
        if slot is not None:
            slot.answering += 1
        try:
            yield
        finally:
            if slot is not None:
                slot.answering -= 1
                self._ensure_push(slot)

    def hint(self, seen: TableView, user_id: int) -> str:
        """Return what this person has been advised for the decision that is open; empty for nothing."""
        slot = self._slots.get((seen.id, user_id))
        return "" if slot is None else _still_said(slot.hint, seen)

    def live_until(self, table_id: int, user_id: int) -> int:
        """Return until when this person's panel follows the table; 0 without one."""
        slot = self._slots.get((table_id, user_id))
        return 0 if slot is None else slot.panel.expires_at

    async def open(self, interaction: discord.Interaction[Any], table: Table, notice: str = "") -> None:
        """Answer with a new panel, only visible to who asked; the person has a seat at the table."""
        seat = table.require_seat(interaction.user.id)
        seen = seat_view(table, seat)
        picture = await self._pictures.hand(seen, interaction.user.id)
        panel = partial(hand.panel, seen, notice, as_list=self._as_list(interaction.user.id))
        answer = await self._emojis.reply(interaction, panel(picture=picture), panel, ephemeral=True)
        if not answer.is_ephemeral():
            log.critical("Discord made the panel of interaction %s public; it is deleted", interaction.id)
            await interaction.delete_original_response()
            return
        self._adopt(interaction, table, answer.message_id or 0)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        table: Table,
        notice: str = "",
        picked: hand.Picked | None = None,
        hint: str = "",
        kept: Panel | None = None,
    ) -> None:
        """Answer a click on a panel by showing the present state on it; it becomes the current panel.

        A hint stays there until what it is about is decided. `kept` is what the store has of the panel already.
        """
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            await self.open(interaction, table)
            return
        if interaction.user.id in table.former:
            await self._emojis.redraw(interaction, leaving.taken_over())
            return
        seat = table.require_seat(interaction.user.id)
        seen = seat_view(table, seat)
        picture = await self._pictures.hand(seen, interaction.user.id)
        slot = self._slots.get((table.id, interaction.user.id))
        said = (seen.decision, hint) if hint else (0, "") if slot is None else slot.hint
        panel = partial(
            hand.panel, seen, notice, picked, as_list=self._as_list(interaction.user.id), hint=_still_said(said, seen)
        )
        await self._emojis.redraw(interaction, panel(picture=picture), panel)
        self._adopt(interaction, table, message.id, kept)
        slot = self._slots.get((table.id, interaction.user.id))
        if slot is not None:
            slot.picked = None if picked is None else (seen.decision, picked)
            slot.hint = said

    def clicked(self, interaction: discord.Interaction[Any], table: Table) -> Panel | None:
        """Return the panel a click is on, so that it can be stored with what the click does; None where it is none."""
        message = interaction.message
        return _panel(interaction, table, message.id) if message is not None and message.flags.ephemeral else None

    def _adopt(
        self, interaction: discord.Interaction[Any], table: Table, message_id: int, kept: Panel | None = None
    ) -> None:
        now = self._tables.get(table.id)
        if now is None:  # over and archived meanwhile: nothing would ever drop the token
            return
        panel = _panel(interaction, table, message_id)
        slot = self._slots.get((table.id, panel.user_id))
        if slot is None:
            slot = self._slots[table.id, panel.user_id] = _Slot(panel)
        else:
            if slot.panel.message_id != message_id and self._alive(slot.panel):
                self._background.run(self._delete(slot.panel), "deleting an older panel", table=table.id)
            slot.panel = panel
            slot.dirty = slot.pushing  # an older edit may still be on its way and land last
        if now.version != table.version:
            slot.dirty = True
            self._ensure_push(slot)
        if panel != kept:
            self._background.run(self._store.save_panel(panel), "keeping a panel", table=table.id)

    async def _delete(self, panel: Panel) -> None:
        try:
            await self._traffic.admit()
            await asyncio.wait_for(self._webhook(panel).delete_message(panel.message_id), _EDIT_SECONDS)
        except UNREACHABLE:
            log.debug("An older panel is gone already, or can't be reached")

    # --- following the table --------------------------------------------------------------------

    def push(self, table: Table) -> None:
        """Show a changed table on every live panel, in the background, the latest state only."""
        for user_id in _seated_ever(table):
            slot = self._slots.get((table.id, user_id))
            if slot is not None:
                slot.table, slot.dirty = table, True
                self._ensure_push(slot)

    def _ensure_push(self, slot: _Slot) -> None:
        if slot.dirty and not slot.pushing and not slot.answering:
            slot.pushing = True
            self._background.run(self._push(slot), "pushing a panel", table=slot.panel.game_id)

    async def _push(self, slot: _Slot) -> None:
        try:
            while slot.dirty and not slot.answering:
                await self._background.turn()
                if not slot.answering:
                    slot.dirty = False
                    await self._edit(slot)
        finally:
            slot.pushing = False

    async def _edit(self, slot: _Slot) -> None:
        panel = slot.panel
        table = self._tables.get(panel.game_id) or slot.table  # the last push outlives the table
        if table is None:
            return
        if not self._alive(panel):
            metrics.token_failed(None)
            return
        seat = table.seat_of(panel.user_id)
        try:
            await self._traffic.admit()
            with speaking(panel.language):
                await self._redraw(slot, None if seat is None else seat_view(table, seat))
        except UNREACHABLE as error:
            code = code_of(error)
            log.info("Editing a panel of table %s failed: code %s", panel.game_id, code)
            dead = code in DEAD_TOKEN
            if dead:
                metrics.token_failed(code)
        else:
            dead = seat is None
        if dead and slot.panel is panel:
            self._slots.pop((panel.game_id, panel.user_id), None)
            await self._store.drop_panel(panel.game_id, panel.user_id, panel.token)

    async def _redraw(self, slot: _Slot, seen: TableView | None) -> None:
        """Show on a panel how things stand; what is None is no longer to be seen by its owner."""
        panel, webhook = slot.panel, self._webhook(slot.panel)

        async def send(dressed: discord.ui.LayoutView) -> None:
            await webhook.edit_message(panel.message_id, view=dressed, attachments=files(dressed))

        if seen is None:
            edit = self._emojis.sent(send, leaving.taken_over())
        else:
            picture = await self._pictures.hand(seen, panel.user_id)
            picked, hint = _still_picked(slot, seen), _still_said(slot.hint, seen)
            draw = partial(hand.panel, seen, picked=picked, as_list=self._as_list(panel.user_id), hint=hint)
            edit = self._emojis.sent(send, draw(picture=picture), draw)
        await asyncio.wait_for(edit, _EDIT_SECONDS)

    def _as_list(self, user_id: int) -> bool:
        return self._players.get(user_id).card_list

    def _alive(self, panel: Panel) -> bool:
        return self._clock().timestamp() * 1000 < panel.expires_at

    def _webhook(self, panel: Panel) -> discord.Webhook:
        return discord.Webhook.partial(self._client.application_id or 0, panel.token, client=self._client)


def _panel(interaction: discord.Interaction[Any], table: Table, message_id: int) -> Panel:
    """Return what makes a message that somebody clicks on, or is answered with, their panel."""
    expires = int(interaction.created_at.timestamp()) + TOKEN_SECONDS
    language = language_of(interaction.locale.value)
    return Panel(table.id, interaction.user.id, interaction.token, message_id, expires * 1000, language)


def _still_picked(slot: _Slot, seen: TableView) -> hand.Picked | None:
    """Return the card whose second step the panel shows, as long as it is still open."""
    if slot.picked is None or slot.picked[0] != seen.decision or not seen.is_open:
        return None
    return slot.picked[1] if hand.needs_second_step(seen, slot.picked[1].card) else None


def _still_said(hint: tuple[int, str], seen: TableView) -> str:
    """Return a hint as long as what it is about is still open."""
    decision, text = hint
    return text if text and decision == seen.decision and seen.is_open and hand.may_ask(seen) else ""
