"""Tells people that a table waits for them: one new message for each decision, deleted once they have made it.

An edit notifies nobody, so a person who doesn't have the hand open needs a new message. Whoever has it open sees
the turn there, and is mentioned only when half of the time is gone. What was posted is in the store: neither a
restart nor anything else that happens at the table mentions somebody twice for the same decision.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import discord

from bot.agenda import Agenda
from bot.background import Background
from bot.languages import speaking
from bot.reach import CHANNEL_GONE, UNREACHABLE, code_of, is_passing
from bot.render import nudge as render
from bot.store import Mention, Nudge, StoreError
from bot.table import Stage, Table
from bot.tables import StaleDecision
from bot.tableview import public_view
from engine.actions import CHANCE
from engine.game import to_act

if TYPE_CHECKING:
    from bot.client import WizardClient

log = logging.getLogger(__name__)

_GRACE: Final = 10_000
"""So long (in milliseconds) nobody is mentioned who may be just about to act."""
_GRACE_WITHOUT_CLOCK: Final = 60_000
_LOOK_AGAIN: Final = 30_000
"""After so long a nudge that had to wait, because nobody could have seen it, is looked at again."""
_GONE: Final = CHANNEL_GONE | {10008}
"""The message is no more."""
_DM_CLOSED: Final = frozenset({50007, 50278})
"""The person takes no direct messages, or shares no server with the bot any more."""


@dataclass(slots=True)
class _Slot:
    """What a table's people have been told; the keys are people, the numbers decisions as in `Table.decided`."""

    began: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The decision a person has open, and since when."""
    settled: dict[int, int] = field(default_factory=dict)
    """The decision for which a person was nudged already, or for which that was given up."""
    looked_for: dict[int, int] = field(default_factory=dict)
    """The decision for which it was looked whether a person who wants no nudge is still in the server."""
    not_before: dict[int, int] = field(default_factory=dict)
    """When a nudge of a person that Discord failed to take is tried again."""
    standing: list[Nudge] = field(default_factory=list)


class Nudges:
    """Minds whom the tables wait for; nothing waits while no table does."""

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background
        self._slots: dict[int, _Slot] = {}
        self._agenda = Agenda()
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0

    async def load(self) -> None:
        """Take up the nudges that stood before a restart; delete those of tables that are no more."""
        for nudge in await self._client.store.nudges():
            if self._client.tables.get(nudge.game_id) is None:
                self._background.run(self._remove(nudge), "deleting an old nudge")
                continue
            slot = self._slots.setdefault(nudge.game_id, _Slot())
            slot.settled[nudge.user_id] = nudge.decision
            slot.standing.append(nudge)

    def close(self) -> None:
        """Nudge nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def watch(self, table: Table) -> None:
        """Hear of a changed table."""
        waiting = _waiting(table)
        slot = self._slots.setdefault(table.id, _Slot()) if waiting else self._slots.get(table.id)
        if slot is None:
            return
        self._clear(slot, waiting)
        now = self._now()
        before = slot.began
        slot.began = {
            person: before[person] if person in before and before[person][0] == decision else (decision, now)
            for person, decision in waiting.items()
        }
        dues = [due for _, due in self._dues(slot, table)] if table.is_open else []
        self._agenda.put(table.id, min(dues, default=None))
        if not table.is_open:
            self._slots.pop(table.id)
        self._set_timer()

    def forget_person(self, user_id: int, standing: Sequence[Nudge]) -> None:
        """Drop what somebody was told, who is no longer in the store, and delete the messages that still stand."""
        for slot in self._slots.values():
            slot.standing = [it for it in slot.standing if it.user_id != user_id]
            for told in (slot.began, slot.settled, slot.looked_for, slot.not_before):
                told.pop(user_id, None)
        for nudge in standing:
            self._background.run(self._remove(nudge), "deleting the nudge of somebody forgotten")

    def look_again(self) -> None:
        """Hear that somebody wants to be told in another way."""
        now = self._now()
        for table_id in self._slots:
            self._agenda.hasten(table_id, now)
        self._set_timer()

    # --- when -----------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._client.clock().timestamp() * 1000)

    def _dues(self, slot: _Slot, table: Table) -> Iterator[tuple[int, int]]:
        """Give the people to be nudged, and when."""
        if table.wait() is None:  # an AI is just about to act
            return
        for person, (decision, began) in slot.began.items():
            done = slot.looked_for if self._is_silent(person) else slot.settled
            if done.get(person) != decision:
                due = self._due(table, person, began)
                if due is not None:
                    yield person, max(due, slot.not_before.get(person, 0))

    def _is_silent(self, person: int) -> bool:
        wish = self._client.players.get(person)
        return wish.nudge is Mention.NEVER and not wish.dm

    def _due(self, table: Table, person: int, began: int) -> int | None:
        wish = self._client.players.get(person)
        seconds, half = table.seconds(), None
        if table.deadline is not None and seconds is not None:  # so that a restart changes nothing
            began, half = table.deadline - seconds * 1000, table.deadline - seconds * 500
        if wish.nudge is Mention.ALWAYS:
            return began
        watched = self._client.panels.live_until(table.id, person)
        if half is None:
            return max(began + _GRACE_WITHOUT_CLOCK, watched)
        return min(half, max(began + _GRACE, watched))

    def _set_timer(self) -> None:
        earliest = self._agenda.earliest
        if earliest is not None and (self._timer is None or earliest < self._wakes_at):
            self.close()
            self._wakes_at = earliest
            seconds = max(0, earliest - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self._wake)

    def _wake(self) -> None:
        """Nudge who is to be nudged now, then sleep until the next one."""
        self._timer = None
        now = self._now()
        for table_id in self._agenda.take(now):
            slot, table = self._slots.get(table_id), self._client.tables.get(table_id)
            if slot is not None and table is not None:
                self._agenda.put(table_id, self._nudge_due(slot, table, now))
        self._set_timer()

    def _nudge_due(self, slot: _Slot, table: Table, now: int) -> int | None:
        """Nudge the people of a table who are to be nudged now; return when the next of them is."""
        later: list[int] = []
        for person, due in list(self._dues(slot, table)):
            if due > now:
                later.append(due)
            elif self._can_be_seen(table.id):
                decision = slot.began[person][0]
                (slot.looked_for if self._is_silent(person) else slot.settled)[person] = decision
                self._background.run(self._nudge(table.id, person, decision), "nudging somebody", table=table.id)
            else:
                later.append(now + _LOOK_AGAIN)
        return min(later, default=None)

    def _can_be_seen(self, table_id: int) -> bool:
        return not self._client.deadlines.held and self._client.publisher.reaches(table_id)

    # --- telling --------------------------------------------------------------------------------

    async def _nudge(self, table_id: int, person: int, decision: int) -> None:
        table = self._client.tables.get(table_id)
        if table is None or _waiting(table).get(person) != decision:
            return
        try:
            if await self._client.members.notice_gone(table, person) or self._is_silent(person):
                return
        except (StaleDecision, StoreError):
            self._nudge_later(table_id, person)
            return
        wish = self._client.players.get(person)
        nudge = Nudge(table_id, person, decision, table.place, None)
        if wish.nudge is not Mention.NEVER:
            try:
                nudge = replace(nudge, message_id=await self._mention(table, person, decision))
            except UNREACHABLE as error:
                log.info("Table %s: a nudge failed, code %s", table_id, code_of(error))
                if is_passing(error):
                    self._nudge_later(table_id, person)
                return
        await self._keep(nudge)
        if wish.dm and (written := await self._write(table, person, decision)) is not None:
            await self._keep(replace(nudge, dm_channel_id=written.channel.id, dm_message_id=written.id))

    def _nudge_later(self, table_id: int, person: int) -> None:
        slot = self._slots.get(table_id)
        if slot is not None:
            slot.settled.pop(person, None)
            slot.looked_for.pop(person, None)
            slot.not_before[person] = self._now() + _LOOK_AGAIN
            self._agenda.hasten(table_id, slot.not_before[person])
            self._set_timer()

    async def _mention(self, table: Table, person: int, decision: int) -> int:
        with speaking(table.settings.language):
            view = render.mention(public_view(table), person)
        message = await self._channel(table.place).send(
            view=view,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(person)]),
            nonce=_nonce(table.id, person, decision),
        )
        return message.id

    async def _keep(self, nudge: Nudge) -> None:
        """Remember a nudge while it is of use."""
        try:
            await self._client.store.save_nudge(nudge)
        except StoreError:
            log.warning("A nudge of table %s can't be kept: the database is not available", nudge.game_id)
        table = self._client.tables.get(nudge.game_id)
        slot = self._slots.get(nudge.game_id)
        if slot is not None and table is not None and _waiting(table).get(nudge.user_id) == nudge.decision:
            slot.standing = [it for it in slot.standing if not _same(it, nudge)] + [nudge]
        else:  # they have acted while it was on its way
            await self._remove(nudge)

    async def _write(self, table: Table, person: int, decision: int) -> discord.Message | None:
        """Send a direct message with a link to the table; switch these off for a person who takes none."""
        post = self._client.publisher.post(table.id)
        place = str(table.place) if post is None else f"{post.channel_id}/{post.message_id}"
        with speaking(self._client.players.get(person).language):
            view = render.direct(public_view(table), f"https://discord.com/channels/{table.guild_id}/{place}")
        try:
            channel = await self._client.create_dm(discord.Object(person))
            return await channel.send(view=view, nonce=_nonce(table.id, person, decision))
        except UNREACHABLE as error:
            log.info("Table %s: a direct message is given up, code %s", table.id, code_of(error))
            if code_of(error) in _DM_CLOSED:
                await self._close_dm(person)
        return None

    async def _close_dm(self, person: int) -> None:
        try:
            await self._client.players.close_dm(person)
        except StoreError:
            log.warning("Closed direct messages can't be noted: the database is not available")

    # --- clearing away --------------------------------------------------------------------------

    def _clear(self, slot: _Slot, waiting: Mapping[int, int]) -> None:
        """Delete the nudges of those who have acted, or whom the table waits for no more."""
        over = [nudge for nudge in slot.standing if waiting.get(nudge.user_id) != nudge.decision]
        slot.standing = [nudge for nudge in slot.standing if nudge not in over]
        for nudge in over:
            self._background.run(self._remove(nudge), "deleting a nudge", table=nudge.game_id)

    async def _remove(self, nudge: Nudge) -> None:
        try:
            await self._delete(nudge.channel_id, nudge.message_id)
            await self._delete(nudge.dm_channel_id, nudge.dm_message_id)
        except UNREACHABLE as error:
            log.info("Table %s: a nudge can't be deleted now, code %s", nudge.game_id, code_of(error))
            self._try_later(nudge)
            return
        try:
            await self._client.store.drop_nudge(nudge)
        except StoreError:
            log.warning("A nudge of table %s can't be dropped: the database is not available", nudge.game_id)

    async def _delete(self, channel_id: int | None, message_id: int | None) -> None:
        if channel_id is None or message_id is None:
            return
        try:
            await self._channel(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if error.code not in _GONE:
                raise

    def _try_later(self, nudge: Nudge) -> None:
        """Leave a message to the table's next change, or to the next start."""
        slot = self._slots.get(nudge.game_id)
        if slot is not None:
            slot.standing.append(nudge)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


def _waiting(table: Table) -> dict[int, int]:
    """Return the people a table waits for, each with the decision they have open."""
    if table.stage is not Stage.PLAYING:
        return {}
    seats = [seat for seat in to_act(table.playing) if seat != CHANCE and not table.seats[seat].played_by_ai]
    return {table.seats[seat].user_id or 0: table.decided[seat] for seat in seats}


def _same(one: Nudge, other: Nudge) -> bool:
    """Return whether two nudges are for the same decision of the same person."""
    return (one.user_id, one.decision) == (other.user_id, other.decision)


def _nonce(table_id: int, person: int, decision: int) -> str:
    """Name a nudge, so that Discord posts it once even if the bot dies before it could note that it did."""
    return hashlib.sha256(f"{table_id}:{person}:{decision}".encode()).hexdigest()[:25]
