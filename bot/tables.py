"""The game manager: every open table, one lock and one version each; commit first, then tell.

Whoever wants to change a table calls `submit`. It applies the entry to the value in memory, writes it to the
store, and only after the commit does the new value become the table. Then the watchers hear of it, and chance
and AI players act until a person has to.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from typing import Final

from bot import metrics, outcomes, tablelog
from bot.about import working_on
from bot.background import Background
from bot.brain import PATIENCE_SECONDS, Brain
from bot.entries import Act, Arrange, Entry, Expire, Forgotten, Join, Return
from bot.pace import after_pause, ai_pause
from bot.redaction import SECRETS
from bot.results import ending, season
from bot.servers import season_key, server_settings
from bot.store import (
    Append,
    ChannelTaken,
    DuplicateInteraction,
    Ending,
    GameRow,
    Panel,
    StaleVersion,
    Status,
    Store,
    StoredGame,
    StoreError,
    StoreUnavailable,
)
from bot.store import Entry as LogLine
from bot.table import Refusal, Refused, Stage, Table
from bot.tablechanges import apply
from bot.tablesettings import TableSettings
from engine import options as opts
from engine import rules
from engine.actions import CHANCE, Decision, IllegalAction, Seat
from engine.dealing import SECRET_BYTES, chance
from engine.game import to_act
from engine.options import Options
from engine.view import view

log = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 5.0
"""How long a table waits when the database fails under an AI's move."""

_USUAL: Final = TableSettings()

_MOMENT_SECONDS: Final = 1.5
"""A card that plays itself can be seen in the hand for at least so long, where the bot plays at a pace at all."""

UNREADABLE: Final = (KeyError, TypeError, ValueError, RecursionError, Refused, IllegalAction)
"""What `fold` raises for a log that is damaged or was written under other rules."""


class StaleDecision(Exception):
    """The decision was drawn from an older state of the table."""


@dataclass(slots=True)
class _Slot:
    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    driving: bool = False
    """Whether chance and AI players are at it."""
    places: set[int] = field(default_factory=set)
    """The channel and the threads it is found by."""


class Tables:
    """All tables that are open, or over but not yet announced."""

    def __init__(
        self,
        store: Store,
        brain: Brain,
        background: Background,
        *,
        clock: Callable[[], datetime],
        pace: float,
    ) -> None:
        self._store = store
        self._brain = brain
        self._background = background
        self._clock = clock
        self._pace = pace
        self._slots: dict[int, _Slot] = {}
        self._in_place: dict[int, set[int]] = {}
        """By channel or thread, the tables that are or were there."""
        self._opening = asyncio.Lock()
        """While somebody is forgotten no table is opened that could name them."""
        self.watchers: list[Callable[[Table], None]] = []
        """Called after each commit with the new table; must not block."""
        self.clocks: list[Callable[[Table], None]] = []
        """Called like `watchers`, and for a table just opened: that one is shown as the answer to who opened it."""

    # --- look-ups -------------------------------------------------------------------------------

    def get(self, table_id: int) -> Table | None:
        """Return a table in memory, open or waiting for its last message."""
        slot = self._slots.get(table_id)
        return slot.table if slot else None

    def in_channel(self, channel_id: int) -> Table | None:
        """Return the open table of a channel, or of a thread that was made for one."""
        tables = (self._slots[table_id].table for table_id in self._in_place.get(channel_id, ()))
        return next((it for it in tables if channel_id in (it.channel_id, it.thread_id) and it.is_open), None)

    def of_server(self, guild_id: int) -> tuple[Table, ...]:
        """Return the tables of a server, open or waiting for their last message."""
        return tuple(slot.table for slot in self._slots.values() if slot.table.guild_id == guild_id)

    # --- life -----------------------------------------------------------------------------------

    async def load(self) -> tuple[StoredGame, ...]:
        """Fold every table that is not archived from its log, and return their rows.

        The time in which the bot was not there is given back to whoever it took it from.
        """
        now, seen = self._now(), await self._store.last_alive()
        await self._store.postpone(0 if seen is None else max(0, now - seen), now)
        stored = await self._store.unarchived()
        return tuple([game for game in stored if await self._take_up(game)])

    async def _take_up(self, game: StoredGame) -> bool:
        """Put a stored table into memory; return False for one that this version can't read."""
        try:
            table = fold(game)
        except UNREADABLE:
            log.exception("The log of table %s can't be read; the table is left out", game.row.id)
            return False
        self._add(table)
        return True

    def _add(self, table: Table) -> None:
        SECRETS.deck(table.secret)
        slot = self._slots[table.id] = _Slot(table)
        self._note_places(slot)

    def _note_places(self, slot: _Slot) -> None:
        for place in {slot.table.channel_id, slot.table.place} - slot.places:
            slot.places.add(place)
            self._in_place.setdefault(place, set()).add(slot.table.id)

    def resume(self) -> None:
        """Tell of every loaded table and let it go on: after a start nobody knows what was last shown."""
        for slot in list(self._slots.values()):
            if slot.table.deadline is None:
                self._give_time(slot)
            self._tell(slot)

    def forget(self, table_id: int) -> None:
        """Drop a table whose last message is out."""
        slot = self._slots.pop(table_id, None)
        if slot is None:
            return
        SECRETS.forget_deck(slot.table.secret)
        for place in slot.places:
            self._in_place[place].discard(table_id)
            if not self._in_place[place]:
                del self._in_place[place]

    # --- changes --------------------------------------------------------------------------------

    async def open(
        self,
        join: Join,
        *more: Entry,
        guild_id: int,
        channel_id: int,
        options: Options,
        settings: TableSettings = _USUAL,
    ) -> Table:
        """Open a table with its host on it, and what else happens at once; raise `ChannelTaken` when there is one."""
        if self.in_channel(channel_id) is not None:  # also in the thread of another channel's table
            raise ChannelTaken
        secret = secrets.token_bytes(SECRET_BYTES)
        empty = Table(join.interaction_id, guild_id, channel_id, options, secret)
        arranged = () if settings == _USUAL else (Arrange(join.user_id, settings),)
        entries = (join, *arranged, *more)
        table = self._timed(empty, reduce(apply, entries, empty))
        row = GameRow(
            id=table.id,
            guild_id=guild_id,
            channel_id=channel_id,
            opened_by=join.user_id,
            options=opts.dumps(options),
            secret=table.secret,
            rules_version=rules.VERSION,
            version=table.version,
            status=Status.OPEN,
            created_at=self._now(),
            ended_at=None,
            archived=False,
            post=None,
            deadline=table.deadline,
        )
        async with self._opening:
            try:
                await self._store.create(row, _lines(entries, join.interaction_id))
            except ChannelTaken:
                await self._take_up_lost(channel_id)
                raise
            metrics.committed(join.interaction_id)
            metrics.acted("open", "accepted")
            self._add(table)
        for clock in self.clocks:
            clock(table)
        return table

    async def _take_up_lost(self, channel_id: int) -> None:
        """Load a channel's table that memory does not know: the answer of its commit was lost, or it can't be read."""
        for game in await self._store.unarchived():
            if game.row.channel_id != channel_id or game.row.id in self._slots:
                continue
            if await self._take_up(game):
                self._tell(self._slots[game.row.id])
            elif game.row.status is Status.OPEN:  # it can't go on, so that the channel is free for a new one
                over = Ending(Status.ENDED, ended_at=self._now(), season=season(self._clock()))
                await self._store.append(game.row.id, game.row.version, [], over)

    async def submit(
        self,
        table_id: int,
        entry: Entry,
        *,
        interaction_id: int | None = None,
        version: int | None = None,
        decision: tuple[Seat, int] | None = None,
        panel: Panel | None = None,
    ) -> Table:
        """Apply an entry and return the table once it is durable, and with it the panel that was clicked on.

        ``version`` or ``decision`` (a seat and what `Table.decided` says of it) is what the sender saw: when
        the table has moved on since, raise `StaleDecision`. Raise `Refused` or `IllegalAction` for what the
        table or the rules don't allow, `StoreError` when it could not be stored; then nothing has changed.
        """
        slot = self._slots.get(table_id)
        if slot is None:
            raise Refused(Refusal.TABLE_OVER)
        with working_on(table=table_id), outcomes.counted(tablelog.kind(entry), stale=StaleDecision):
            # Shielded: a caller that is cancelled must not leave memory behind a commit that went through.
            return await asyncio.shield(self._submit(slot, entry, interaction_id, version, decision, panel))

    async def seen(self, table_id: int, user_id: int) -> Table:
        """Note that somebody whose time was up is there after all, and return the table."""
        table = self.get(table_id)
        if table is None:
            raise Refused(Refusal.TABLE_OVER)
        seat = table.seat_of(user_id)
        if seat is None or not table.is_open or not table.seats[seat].missed or table.seats[seat].away:
            return table
        try:
            return await self.submit(table_id, Return(user_id))
        except Refused:  # another click of theirs was faster
            return self.get(table_id) or table

    async def notice(self, channel_id: int, user_id: int) -> None:
        """Note that somebody has done something in a channel, whatever it was; the table there may wait for them."""
        table = self.in_channel(channel_id)
        if table is not None:
            with suppress(Refused, StoreError):  # what they did is done: the next thing they do tells it too
                await self.seen(table.id, user_id)

    async def _submit(
        self,
        slot: _Slot,
        entry: Entry,
        interaction_id: int | None,
        version: int | None,
        decision: tuple[Seat, int] | None,
        panel: Panel | None,
    ) -> Table:
        async with slot.lock:
            before = slot.table
            if version not in (None, before.version) or _is_stale(before, decision):
                raise StaleDecision
            after = self._timed(before, apply(before, entry))
            line = LogLine(before.version, interaction_id, tablelog.dump(entry))
            over = None if after.is_open else await self._ending(after)
            try:
                await self._store.append(before.id, before.version, [line], over, deadline=after.deadline, panel=panel)
            except (StaleVersion, DuplicateInteraction):
                # The log knows more than memory does: a commit whose answer was lost. It is the truth.
                # What it holds may be a turn of chance or of an AI, or the end: it goes on like any change.
                await self._reload(slot)
                self._tell(slot)
                raise StaleDecision from None
            metrics.committed(interaction_id)
            if slot.table.deadline != before.deadline:  # it was given time while this was being stored
                after = self._timed(slot.table, after)
            slot.table = after
            self._tell(slot)
        return after

    # --- forgetting somebody --------------------------------------------------------------------

    async def forget_person(self, user_id: int, former_id: int) -> None:
        """Let somebody leave every table, and put another id in the place of theirs in all that is stored, at once.

        Raise `StaleDecision` or `StoreError` where that could not be stored; then nothing has changed.
        """
        await asyncio.shield(self._forget_person(user_id, former_id))

    async def _forget_person(self, user_id: int, former_id: int) -> None:
        async with AsyncExitStack() as still:
            await still.enter_async_context(self._opening)
            for _table_id, slot in sorted(self._slots.items()):  # nothing may be written that names them meanwhile
                await still.enter_async_context(slot.lock)
            named = [it for it in self._slots.values() if it.table.without(user_id, former_id) != it.table]
            left = [(slot, slot.table, self._left(slot.table, user_id)) for slot in named]
            appends = [await self._append(user_id, *tables) for _slot, *tables in left if tables[0].is_open]
            try:
                await self._store.forget_person(user_id, former_id, appends)
            except StaleVersion:  # a commit whose answer was lost: the log knows more than memory does
                for slot in named:
                    await self._reload(slot)
                    self._tell(slot)
                raise StaleDecision from None
            for slot, before, after in left:
                # It may have been given time while this was being stored.
                timed = after if slot.table.deadline == before.deadline else self._timed(slot.table, after)
                slot.table = timed.without(user_id, former_id)
                self._tell(slot)

    def _left(self, table: Table, user_id: int) -> Table:
        """Return a table that somebody has left for good; one that is over as it is."""
        return self._timed(table, apply(table, Forgotten(user_id))) if table.is_open else table

    async def _append(self, user_id: int, before: Table, after: Table) -> Append:
        line = LogLine(before.version, None, tablelog.dump(Forgotten(user_id)))
        over = None if after.is_open else await self._ending(after)
        return Append(before.id, before.version, (line,), over, after.deadline)

    async def _ending(self, table: Table) -> Ending:
        now, server = self._clock(), await server_settings(self._store, table.guild_id)
        in_season = await season_key(self._store, table.guild_id, server, now)
        return ending(table, now, in_season)

    async def _reload(self, slot: _Slot) -> None:
        stored = await self._store.load(slot.table.id)
        if stored is not None:
            slot.table = fold(stored)

    def _now(self) -> int:
        return int(self._clock().timestamp() * 1000)

    # --- deadlines ------------------------------------------------------------------------------

    @property
    def all(self) -> tuple[Table, ...]:
        """Return every table in memory."""
        return tuple(slot.table for slot in self._slots.values())

    @property
    def waiting(self) -> tuple[Table, ...]:
        """Return the tables that wait for somebody, and not for ever."""
        return tuple(slot.table for slot in self._slots.values() if slot.table.deadline is not None)

    def _timed(self, before: Table, after: Table) -> Table:
        """Return the table with its deadline: the one it had while it waits for the same, else a new one."""
        if before.deadline is not None and after.wait() is not None and after.wait() == before.wait():
            return replace(after, deadline=before.deadline)
        seconds = after.seconds() if after.is_open else None
        return replace(after, deadline=None if seconds is None else self._now() + seconds * 1000)

    def give_time(self, table_id: int) -> None:
        """Start the wait of a table anew: for some of the time nobody could act."""
        slot = self._slots.get(table_id)
        if slot is not None:
            self._give_time(slot)
            self._tell(slot)

    def _give_time(self, slot: _Slot) -> None:
        table = slot.table = self._timed(replace(slot.table, deadline=None), replace(slot.table, deadline=None))
        saved = self._store.save_deadline(table.id, table.version, table.deadline)
        self._background.run(saved, f"keeping the deadline of table {table.id}", table=table.id)

    async def postpone(self, by: int) -> None:
        """Move every deadline by so many milliseconds in which nobody could act."""
        for slot in self._slots.values():
            if slot.table.deadline is not None:
                slot.table = replace(slot.table, deadline=slot.table.deadline + by)
                self._tell(slot)
        await self._store.postpone(by, self._now())

    async def time_out(self, table_id: int) -> None:
        """Close a lobby in which nothing happened, or let an AI make the decisions whose time is up."""
        table = self.get(table_id)
        if table is None or table.deadline is None or table.deadline > self._now():
            return
        if table.stage is Stage.LOBBY:
            await self.submit(table_id, Expire(), version=table.version)
            return
        for seat in to_act(table.playing):
            if not table.seats[seat].played_by_ai:
                missed = Act(await self._brain.decide(view(table.playing, seat)), missed=True)
                await self.submit(table_id, missed, decision=(seat, table.decided[seat]))

    # --- what happens by itself -----------------------------------------------------------------

    def _tell(self, slot: _Slot) -> None:
        self._note_places(slot)
        for watcher in (*self.watchers, *self.clocks):
            watcher(slot.table)
        if slot.table.automatic() is not None and not slot.driving:
            slot.driving = True
            self._background.run(self._drive(slot), f"playing table {slot.table.id}", table=slot.table.id)

    async def _drive(self, slot: _Slot) -> None:
        """Let chance and AI players act until a person has to, or the table is over."""
        try:
            while (seat := slot.table.automatic()) is not None:
                await self._act_or_look_again(slot, seat)
        finally:
            slot.driving = False

    async def _act_or_look_again(self, slot: _Slot, seat: Seat) -> None:
        try:
            await self._act(slot, seat)
        except (StaleDecision, Refused):
            log.debug("Table %s: a person was faster", slot.table.id)
        except StoreUnavailable:
            log.error("Table %s waits: the database is not available", slot.table.id)
            await asyncio.sleep(_RETRY_SECONDS)
        except Exception:  # the edge of this task: whatever failed, the table must not stop for good
            log.exception("Table %s waits after an unexpected fault", slot.table.id)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _act(self, slot: _Slot, seat: Seat) -> None:
        table = slot.table
        if seat == CHANCE:
            await self.submit(table.id, Act(chance(table.playing, table.seed)), version=table.version)
            return
        only = table.by_itself(seat)
        if only is None:
            action = Act(await self._thought_out(table, seat))
        else:
            action = Act(only, by_itself=True)
            if self._pace:
                await asyncio.sleep(max(self._pace, _MOMENT_SECONDS))
        # By decision, not by version: people who come and go meanwhile must not take the AI's move back.
        if slot.table.automatic() == seat:
            await self.submit(table.id, action, decision=(seat, table.decided[seat]))

    async def _thought_out(self, table: Table, seat: Seat) -> Decision:
        """Return the decision of an AI player, after a pause that tells nothing of its hand."""
        level = table.seats[seat].plays_as
        pause = ai_pause(self._pace, level, self._brain.thinking_seconds)
        patience = min(pause, PATIENCE_SECONDS) if pause else PATIENCE_SECONDS
        thought = self._brain.decide(view(table.playing, seat), level, patience)
        return await after_pause(thought, pause, now=asyncio.get_running_loop().time, sleep=asyncio.sleep)


def fold(game: StoredGame) -> Table:
    """Return the table that a row and its log describe."""
    row = game.row
    if row.rules_version != rules.VERSION:
        raise ValueError("played under other rules")
    options = opts.loads(row.options)
    table = Table(row.id, row.guild_id, row.channel_id, options, row.secret)
    for line in game.entries:
        table = apply(table, tablelog.load(line.body))
    return replace(table, deadline=row.deadline)


def _lines(entries: Sequence[Entry], interaction_id: int) -> list[LogLine]:
    """Return the first entries of a log; the interaction that opened the table is the first one's."""
    ids = (interaction_id, *[None] * len(entries))
    return [
        LogLine(at, given, tablelog.dump(entry)) for at, (entry, given) in enumerate(zip(entries, ids, strict=False))
    ]


def _is_stale(table: Table, decision: tuple[Seat, int] | None) -> bool:
    if decision is None:
        return False
    seat, seen = decision
    return seat >= len(table.decided) or table.decided[seat] != seen
