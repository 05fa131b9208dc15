"""Every write of the store, each as a value that can be applied together with others or alone."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from bot.store import attendance, history, seasons, standings, statistics
from bot.store.change import Change
from bot.store.schema import entry, fact, game, guild, nudge, panel, player, record, result
from bot.store.tally import Tally
from bot.store.upsert import upsert
from bot.store.values import (
    ChannelTaken,
    DuplicateInteraction,
    Ending,
    Entry,
    GameRow,
    Nudge,
    Panel,
    Player,
    Post,
    StaleVersion,
    Status,
    StoreError,
)

ALIVE = "alive"
"""The fact that says when the bot was last seen minding its deadlines."""


@dataclass(frozen=True, slots=True)
class Create(Change):
    """Open a game with the first entries of its log."""

    row: GameRow
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        _check_sequence(0, self.entries)
        if self.row.version != len(self.entries):
            raise ValueError("a new game's version is the number of its entries")

    def apply(self, connection: sa.Connection) -> None:
        """Insert the game and its entries."""
        connection.execute(sa.insert(game), _game_columns(self.row))
        _insert_entries(connection, _entry_columns(self.row.id, self.entries))

    def refusal(self, connection: sa.Connection) -> StoreError:
        """Blame a repeated interaction before the channel: its first delivery is what took the channel."""
        known = sa.select(sa.exists().where(game.c.id == self.row.id))
        if connection.scalar(known) or _any_logged(connection, self.entries):
            return DuplicateInteraction(f"game {self.row.id} was opened before")
        if connection.scalar(sa.select(sa.exists().where(game.c.open_channel_id == self.row.channel_id))):
            return ChannelTaken(f"channel {self.row.channel_id} has an open table")
        return super(Create, self).refusal(connection)


@dataclass(frozen=True, slots=True)
class Append(Change):
    """Add entries to an open game that is still at `version`, and perhaps end it."""

    game_id: int
    version: int
    entries: tuple[Entry, ...]
    ending: Ending | None = None
    deadline: int | None = None
    panel: Panel | None = None
    """Of whoever clicked for it: known as soon as it is clicked on."""

    def __post_init__(self) -> None:
        _check_sequence(self.version, self.entries)
        if not self.entries and self.ending is None:
            raise ValueError("nothing to append")

    @property
    def next_version(self) -> int:
        """The version of the game once this is applied."""
        return self.version + len(self.entries)

    def apply(self, connection: sa.Connection) -> None:
        """Advance the version, insert the entries, end the game."""
        if connection.execute(_ADVANCE, _advance_columns(self)).rowcount != 1:
            raise StaleVersion
        _insert_entries(connection, _entry_columns(self.game_id, self.entries))
        if self.panel is not None:
            upsert(connection, panel, asdict(self.panel))
        if self.ending is not None:
            _end(connection, self.game_id, self.ending)

    def refusal(self, connection: sa.Connection) -> StoreError:
        """Tell a click that came twice from one that came late."""
        if _any_logged(connection, self.entries):
            return DuplicateInteraction(f"an interaction is in the log before version {self.next_version}")
        return StaleVersion(f"game {self.game_id} is not open at version {self.version}")


@dataclass(frozen=True, slots=True)
class SavePost(Change):
    """Remember the public message of a table."""

    game_id: int
    post: Post

    def apply(self, connection: sa.Connection) -> None:
        """Replace the message kept so far."""
        changed = sa.update(game).where(game.c.id == self.game_id).values(_post_columns(self.post))
        if connection.execute(changed).rowcount != 1:
            raise StoreError(f"there is no game {self.game_id}")


@dataclass(frozen=True, slots=True)
class SaveTricks(Change):
    """Remember how many tricks of a game are posted, and up to which one a post is under way."""

    game_id: int
    posted: int
    sending: int

    def apply(self, connection: sa.Connection) -> None:
        """Replace both numbers."""
        values = {"tricks_posted": self.posted, "tricks_sending": self.sending}
        connection.execute(sa.update(game).where(game.c.id == self.game_id).values(values))


@dataclass(frozen=True, slots=True)
class SavePanel(Change):
    """Remember a player's panel."""

    panel: Panel

    def apply(self, connection: sa.Connection) -> None:
        """Insert the panel or replace the player's older one; nothing once the game is archived."""
        if not connection.scalar(_ARCHIVED, {"game": self.panel.game_id}):
            upsert(connection, panel, asdict(self.panel))


@dataclass(frozen=True, slots=True)
class DropPanel(Change):
    """Forget a player's panel unless a newer token has replaced it."""

    game_id: int
    user_id: int
    token: str

    def apply(self, connection: sa.Connection) -> None:
        """Delete the panel with exactly this token."""
        of_player = sa.and_(panel.c.game_id == self.game_id, panel.c.user_id == self.user_id)
        connection.execute(sa.delete(panel).where(of_player, panel.c.token == self.token))


@dataclass(frozen=True, slots=True)
class Archive(Change):
    """Clear away what an over game no longer needs; its record and results stay."""

    game_id: int

    def apply(self, connection: sa.Connection) -> None:
        """Delete log and panels of a game that is over."""
        over = sa.and_(game.c.id == self.game_id, game.c.status != Status.OPEN)
        if connection.execute(sa.update(game).where(over).values(archived=True)).rowcount != 1:
            raise StoreError(f"game {self.game_id} is not over")
        for table in (entry, panel):
            connection.execute(sa.delete(table).where(table.c.game_id == self.game_id))


@dataclass(frozen=True, slots=True)
class SetFact(Change):
    """Remember one fact."""

    key: str
    value: str

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace the fact."""
        upsert(connection, fact, asdict(self))


@dataclass(frozen=True, slots=True)
class SaveHouseRules(Change):
    """Remember or forget the house rules of a server."""

    guild_id: int
    house_rules: str | None

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace them."""
        upsert(connection, guild, asdict(self))


@dataclass(frozen=True, slots=True)
class SaveServerSettings(Change):
    """Remember the settings of a server."""

    guild_id: int
    settings: str

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace them."""
        upsert(connection, guild, asdict(self))


@dataclass(frozen=True, slots=True)
class SavePlayer(Change):
    """Remember what a person has chosen for themself."""

    player: Player

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace it."""
        upsert(connection, player, asdict(self.player))


@dataclass(frozen=True, slots=True)
class SaveNudge(Change):
    """Remember a nudge."""

    nudge: Nudge

    def apply(self, connection: sa.Connection) -> None:
        """Insert or replace it."""
        upsert(connection, nudge, asdict(self.nudge))


@dataclass(frozen=True, slots=True)
class DropNudge(Change):
    """Forget a nudge."""

    nudge: Nudge

    def apply(self, connection: sa.Connection) -> None:
        """Delete it, if it is there."""
        of_person = sa.and_(nudge.c.game_id == self.nudge.game_id, nudge.c.user_id == self.nudge.user_id)
        connection.execute(sa.delete(nudge).where(of_person, nudge.c.decision == self.nudge.decision))


@dataclass(frozen=True, slots=True)
class SaveDeadline(Change):
    """Let an open game that is still at `version` wait until another instant."""

    game_id: int
    version: int
    deadline: int | None

    def apply(self, connection: sa.Connection) -> None:
        """Replace the deadline; nothing once the game has moved on."""
        same = sa.and_(game.c.id == self.game_id, game.c.version == self.version, game.c.status == Status.OPEN)
        connection.execute(sa.update(game).where(same).values(deadline=self.deadline))


@dataclass(frozen=True, slots=True)
class Postpone(Change):
    """Move every deadline by the time in which nobody could act, and note that the bot is there."""

    by: int
    now: int

    def apply(self, connection: sa.Connection) -> None:
        """Move them all at once, in the transaction that notes it: a crash must not move them twice."""
        if self.by:
            waiting = sa.update(game).where(game.c.deadline.is_not(None))
            connection.execute(waiting.values(deadline=game.c.deadline + self.by))
        SetFact(ALIVE, str(self.now)).apply(connection)


@dataclass(frozen=True, slots=True)
class RebuildStandings(Change):
    """Count all standings again."""

    def apply(self, connection: sa.Connection) -> None:
        """Replace the standings by what the counted results say."""
        standings.rebuild(connection)


@dataclass(frozen=True, slots=True)
class CountGame(Change):
    """Add to the statistics a game of which it is noted that it is not yet in them."""

    game_id: int
    tallies: tuple[Tally, ...]

    def apply(self, connection: sa.Connection) -> None:
        """Add it; nothing if it has been added meanwhile."""
        statistics.take_in(connection, self.game_id, self.tallies)


@dataclass(frozen=True, slots=True)
class RecountStatistics(Change):
    """Forget all statistics, or those of a server, and note that its games are to be counted."""

    guild_id: int | None

    def apply(self, connection: sa.Connection) -> None:
        """Replace what is counted by what is to be counted."""
        statistics.clear(connection, self.guild_id)


def apply_all(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Apply changes in one transaction: plain appends as a group, then the others in order.

    Raises what any of them raises; the caller then rolls back and applies them one by one.
    """
    appends: list[Append] = []
    others: list[Change] = []
    for change in changes:
        if isinstance(change, Append) and change.ending is None:
            appends.append(change)
        else:
            others.append(change)
    if len(appends) == 1:
        appends[0].apply(connection)
    elif appends:
        _append_all(connection, appends)
    for change in others:
        change.apply(connection)


_ARCHIVED = sa.select(game.c.archived).where(game.c.id == sa.bindparam("game"))


_ADVANCE = (
    sa.update(game)
    .where(
        game.c.id == sa.bindparam("game"),
        game.c.version == sa.bindparam("seen"),
        game.c.status == Status.OPEN,
    )
    .values(version=sa.bindparam("next"), deadline=sa.bindparam("until"))
)


def _append_all(connection: sa.Connection, appends: Sequence[Append]) -> None:
    # Always in the same order, or two processes could each hold the game the other one waits for.
    ordered = sorted(appends, key=lambda append: (append.game_id, append.version))
    connection.execute(_ADVANCE, [_advance_columns(append) for append in ordered])
    expected = {append.game_id: append.next_version for append in ordered}
    # Row counts of executemany mean nothing on asyncpg. A game that had moved on to the expected version
    # without us passes here; the key (game_id, seq) then refuses our entries.
    at = sa.select(game.c.id, game.c.version).where(game.c.id.in_(expected), game.c.status == Status.OPEN)
    if {row.id: row.version for row in connection.execute(at)} != expected:
        raise StaleVersion
    rows = [columns for append in ordered for columns in _entry_columns(append.game_id, append.entries)]
    _insert_entries(connection, rows)
    if panels := [asdict(append.panel) for append in ordered if append.panel is not None]:
        upsert(connection, panel, *panels)


def _end(connection: sa.Connection, game_id: int, ending: Ending) -> None:
    over = {
        "status": ending.status,
        "ended_at": ending.ended_at,
        "open_channel_id": None,
        "rematch": ending.rematch,
        "ai_results": history.ai_results(ending.ai_results),
    }
    connection.execute(sa.update(game).where(game.c.id == game_id).values(over))
    attendance.note(connection, game_id, ending)
    if ending.record is not None:
        body = zlib.compress(ending.record.encode())
        connection.execute(sa.insert(record), {"game_id": game_id, "body": body})
    if ending.results:
        guild_id = connection.execute(sa.select(game.c.guild_id).where(game.c.id == game_id)).scalar_one()
        standings.lock(connection, guild_id)
        season = seasons.joined(connection, guild_id, ending)
        connection.execute(sa.insert(result), _result_columns(game_id, guild_id, season, ending))
        if ending.counts:
            standings.add(connection, guild_id, game_id, ending.ended_at)
            ended = statistics.Ended(game_id, guild_id, season, ending.ended_at)
            statistics.add(connection, ended, ending.tallies)


def _check_sequence(first: int, entries: Sequence[Entry]) -> None:
    if [line.seq for line in entries] != list(range(first, first + len(entries))):
        raise ValueError("entries must follow the log without a gap")


def _any_logged(connection: sa.Connection, entries: Sequence[Entry]) -> bool:
    ids = [line.interaction_id for line in entries if line.interaction_id is not None]
    return bool(connection.scalar(sa.select(sa.exists().where(entry.c.interaction_id.in_(ids)))))


def _insert_entries(connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(entry), rows)


def _advance_columns(append: Append) -> dict[str, int | None]:
    return {
        "game": append.game_id,
        "seen": append.version,
        "next": append.next_version,
        "until": append.deadline,
    }


def _entry_columns(game_id: int, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "seq": line.seq, "interaction_id": line.interaction_id, "body": line.body}
        for line in entries
    ]


def _post_columns(post: Post | None) -> dict[str, Any]:
    return {
        "post_key": post and post.key,
        "post_channel_id": post and post.channel_id,
        "post_message_id": post and post.message_id,
    }


def _game_columns(row: GameRow) -> dict[str, Any]:
    columns = asdict(row)
    del columns["post"]
    open_channel_id = row.channel_id if row.status is Status.OPEN else None
    return {**columns, "open_channel_id": open_channel_id, **_post_columns(row.post)}


def _result_columns(game_id: int, guild_id: int, season: str, ending: Ending) -> list[dict[str, Any]]:
    common = {"game_id": game_id, "guild_id": guild_id, "season": season, "ended_at": ending.ended_at}
    rows = [common | asdict(seat) for seat in ending.results]
    # Who decided nothing has not played: their result is kept, but isn't ranked.
    return [row | {"counted": row.pop("acted") and ending.counts} for row in rows]
