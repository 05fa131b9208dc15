"""Forgetting a person: in one transaction another id, which is nobody's, takes the place of theirs everywhere.

In a server all that was theirs stays one person's, so that standings and the results of others stay as they were. What
is of use to nobody but the person is deleted.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from bot.former import FORMER_NAME
from bot.store import mentions, standings
from bot.store.change import Change
from bot.store.changes import Append, SetFact
from bot.store.schema import (
    attendance,
    audit,
    entry,
    exclusion,
    game,
    lesson,
    nudge,
    panel,
    played,
    player,
    record,
    result,
    standing,
    stat,
    streak,
)
from bot.store.tally import Kind
from bot.store.values import StaleVersion, StoreError

UNCLEAN: Final = "unclean"
"""The fact that says that the file may still hold bytes of what is no longer in it; see `bot.store.scrub`."""
_BATCH: Final = 500
"""So many records are in memory at once."""
_DUEL: Final = (Kind.AGAINST, Kind.LEVEL)
_THEIRS_ALONE: Final = (player, lesson, panel, nudge)
_IN_SERVERS: Final = (stat, streak, played)


@dataclass(frozen=True, slots=True)
class ForgetPerson(Change):
    """Put `former_id` in the place of a person; `appends` is what happens by it at the tables where they are."""

    user_id: int
    former_id: int
    appends: tuple[Append, ...] = ()

    def apply(self, connection: sa.Connection) -> None:
        """Let the tables go on without them, then change everything that names them."""
        for guild_id in sorted(guilds(connection, self.user_id)):
            standings.lock(connection, guild_id)
        for append in self.appends:
            append.apply(connection)
        self._replace_in_texts(connection)
        self._replace_in_statistics(connection, guilds(connection, self.user_id))
        self._replace_in_results(connection)
        self._replace_in_audit(connection)
        for table in (*_THEIRS_ALONE, attendance):  # last: it says where to look
            connection.execute(sa.delete(table).where(table.c.user_id == self.user_id))
        SetFact(UNCLEAN, "1").apply(connection)

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Say that a table has moved on."""
        return StaleVersion("a table of a person to be forgotten has moved on")

    # --- texts ----------------------------------------------------------------------------------

    def _replace_in_texts(self, connection: sa.Connection) -> None:
        lines = sa.select(entry).where(entry.c.body.contains(str(self.user_id)))
        bodies = [
            {"game": it.game_id, "at": it.seq, "new": mentions.forgotten_entry(it.body, self.user_id, self.former_id)}
            for it in connection.execute(lines)
        ]
        _update(connection, _ENTRY, bodies)
        for games in _batches(connection, self.user_id):
            self._replace_in_games(connection, games)

    def _replace_in_games(self, connection: sa.Connection, games: Sequence[int]) -> None:
        mine = sa.and_(game.c.id.in_(games), game.c.rematch.contains(str(self.user_id)))
        rows = connection.execute(sa.select(game.c.id, game.c.rematch).where(mine)).all()
        changed = [(it.id, mentions.forgotten_rematch(it.rematch, self.user_id, self.former_id)) for it in rows]
        _update(connection, _REMATCH, [{"game": game_id, "new": text} for game_id, text in changed])
        bodies = connection.execute(sa.select(record).where(record.c.game_id.in_(games))).all()
        _update(connection, _RECORD, [{"game": it.game_id, "new": self._record(it.body)} for it in bodies])

    def _record(self, body: bytes) -> bytes:
        try:
            text = zlib.decompress(body).decode()
        except (zlib.error, UnicodeDecodeError):  # nobody is to be found in what can't be unpacked
            return body
        return zlib.compress(mentions.forgotten_record(text, self.user_id, self.former_id).encode())

    # --- rows -----------------------------------------------------------------------------------

    def _replace_in_statistics(self, connection: sa.Connection, servers: set[int]) -> None:
        mine = sa.and_(stat.c.guild_id.in_(servers), stat.c.user_id == self.user_id, stat.c.kind.in_(_DUEL))
        against = connection.execute(sa.select(stat.c.guild_id, stat.c.season, stat.c.kind, stat.c.key).where(mine))
        duels = [{"server": it.guild_id, "when": it.season, "what": it.kind, "rival": int(it.key)} for it in against]
        names = {"old": str(self.user_id), "new": str(self.former_id)}
        _update(connection, _DUELS, [duel | names for duel in duels])
        for table in _IN_SERVERS:
            there = sa.and_(table.c.guild_id.in_(servers), table.c.user_id == self.user_id)
            connection.execute(sa.update(table).where(there).values(user_id=self.former_id))

    def _replace_in_results(self, connection: sa.Connection) -> None:
        for table in (result, standing):
            named = {"user_id": self.former_id, "name": FORMER_NAME}
            connection.execute(sa.update(table).where(table.c.user_id == self.user_id).values(named))
        connection.execute(
            sa.update(exclusion).where(exclusion.c.user_id == self.user_id).values(user_id=self.former_id)
        )
        was_there = sa.select(attendance.c.game_id).where(attendance.c.user_id == self.user_id)
        for here in (sa.not_(game.c.archived), game.c.id.in_(was_there)):
            opened = sa.and_(game.c.opened_by == self.user_id, here)
            connection.execute(sa.update(game).where(opened).values(opened_by=self.former_id))

    def _replace_in_audit(self, connection: sa.Connection) -> None:
        connection.execute(sa.update(audit).where(audit.c.user_id == self.user_id).values(user_id=self.former_id))
        about = sa.update(audit).where(audit.c.subject == str(self.user_id))
        connection.execute(about.values(subject=str(self.former_id)))


def guilds(connection: sa.Connection, user_id: int) -> set[int]:
    """Read the servers in which a person was at a table that is over."""
    there = sa.select(game.c.guild_id).join(attendance, attendance.c.game_id == game.c.id)
    return set(connection.scalars(there.where(attendance.c.user_id == user_id).distinct()))


def _batches(connection: sa.Connection, user_id: int) -> Iterator[Sequence[int]]:
    """Read the games that are over at which a person was, some at a time."""
    last = -1
    while True:
        further = sa.and_(attendance.c.user_id == user_id, attendance.c.game_id > last)
        some = sa.select(attendance.c.game_id).where(further).order_by(attendance.c.game_id).limit(_BATCH)
        games = connection.scalars(some).all()
        if not games:
            return
        yield games
        last = games[-1]


_ENTRY: Final = (
    sa.update(entry)
    .where(entry.c.game_id == sa.bindparam("game"), entry.c.seq == sa.bindparam("at"))
    .values(body=sa.bindparam("new"))
)
_REMATCH: Final = sa.update(game).where(game.c.id == sa.bindparam("game")).values(rematch=sa.bindparam("new"))
_RECORD: Final = sa.update(record).where(record.c.game_id == sa.bindparam("game")).values(body=sa.bindparam("new"))
_DUELS: Final = (
    sa.update(stat)
    .where(
        stat.c.guild_id == sa.bindparam("server"),
        stat.c.user_id == sa.bindparam("rival"),
        stat.c.season == sa.bindparam("when"),
        stat.c.kind == sa.bindparam("what"),
        stat.c.key == sa.bindparam("old"),
    )
    .values(key=sa.bindparam("new"))
)


def _update(connection: sa.Connection, statement: sa.Update, rows: Iterable[dict[str, Any]]) -> None:
    found = list(rows)
    if found:
        connection.execute(statement, found)
