"""What is read back, as values."""

from __future__ import annotations

import zlib
from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from bot.store.schema import entry, fact, game, guild, nudge, panel, player, record
from bot.store.values import Entry, GameRow, Mention, Nudge, Panel, Player, Post, Status, StoredGame


def size(connection: sa.Connection) -> int:
    """Return how many bytes the database takes."""
    if connection.dialect.name == "postgresql":
        return int(connection.scalar(sa.text("SELECT pg_database_size(current_database())")) or 0)
    pages, page = (connection.scalar(sa.text(f"PRAGMA {name}")) or 0 for name in ("page_count", "page_size"))
    return int(pages) * int(page)


def game_row(connection: sa.Connection, game_id: int) -> GameRow | None:
    """Read one game without its log."""
    row = connection.execute(sa.select(game).where(game.c.id == game_id)).one_or_none()
    return None if row is None else _game_row(row)


def last_finished(connection: sa.Connection, channel_id: int, parent_id: int | None) -> GameRow | None:
    """Read the game that was finished last in a channel, those in its threads included, or in a thread."""
    here = game.c.channel_id == channel_id
    if parent_id is not None:  # the game of a table that got a thread of its own belongs to the channel
        here = sa.or_(here, sa.and_(game.c.channel_id == parent_id, game.c.post_channel_id == channel_id))
    latest = sa.select(game).where(here, game.c.status == Status.FINISHED)
    row = connection.execute(latest.order_by(game.c.ended_at.desc(), game.c.id.desc()).limit(1)).one_or_none()
    return None if row is None else _game_row(row)


def stored_game(connection: sa.Connection, game_id: int) -> StoredGame | None:
    """Read one game with its log."""
    return next(iter(_stored(connection, game.c.id == game_id)), None)


def unarchived(connection: sa.Connection) -> tuple[StoredGame, ...]:
    """Read every game that still needs a live table, oldest first."""
    return _stored(connection, sa.not_(game.c.archived))


def panels(connection: sa.Connection, game_id: int) -> tuple[Panel, ...]:
    """Read the panels of a game by user id."""
    rows = connection.execute(sa.select(panel).where(panel.c.game_id == game_id).order_by(panel.c.user_id))
    return tuple(Panel(**row) for row in rows.mappings())


def record_text(connection: sa.Connection, game_id: int) -> str | None:
    """Read and unpack the record of a game that is over."""
    body = connection.scalar(sa.select(record.c.body).where(record.c.game_id == game_id))
    return None if body is None else zlib.decompress(body).decode()


def fact_value(connection: sa.Connection, key: str) -> str | None:
    """Read one fact."""
    return connection.scalar(sa.select(fact.c.value).where(fact.c.key == key))


def house_rules(connection: sa.Connection, guild_id: int) -> str | None:
    """Read the house rules of a server."""
    return connection.scalar(sa.select(guild.c.house_rules).where(guild.c.guild_id == guild_id))


def server_settings(connection: sa.Connection, guild_id: int) -> str | None:
    """Read the settings of a server."""
    return connection.scalar(sa.select(guild.c.settings).where(guild.c.guild_id == guild_id))


def players(connection: sa.Connection) -> tuple[Player, ...]:
    """Read what people have chosen for themselves."""
    rows = connection.execute(sa.select(player).order_by(player.c.user_id)).mappings()
    return tuple(Player(**{**row, "nudge": Mention(row["nudge"])}) for row in rows)


def nudges(connection: sa.Connection) -> tuple[Nudge, ...]:
    """Read all nudges, the oldest of a person at a table first."""
    rows = connection.execute(sa.select(nudge).order_by(nudge.c.game_id, nudge.c.user_id, nudge.c.decision))
    return tuple(Nudge(**row) for row in rows.mappings())


def _stored(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> tuple[StoredGame, ...]:
    logs: defaultdict[int, list[Entry]] = defaultdict(list)
    lines = sa.select(entry).join(game).where(wanted).order_by(entry.c.game_id, entry.c.seq)
    for line in connection.execute(lines):
        logs[line.game_id].append(Entry(line.seq, line.interaction_id, line.body))
    rows = connection.execute(sa.select(game).where(wanted).order_by(game.c.id))
    return tuple(StoredGame(_game_row(row), tuple(logs[row.id])) for row in rows)


def _game_row(row: sa.Row[Any]) -> GameRow:
    return GameRow(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        opened_by=row.opened_by,
        options=row.options,
        secret=row.secret,
        rules_version=row.rules_version,
        version=row.version,
        status=Status(row.status),
        created_at=row.created_at,
        ended_at=row.ended_at,
        archived=row.archived,
        post=_post(row),
        deadline=row.deadline,
        rematch=row.rematch,
        tricks_posted=row.tricks_posted,
        tricks_sending=row.tricks_sending,
    )


def _post(row: sa.Row[Any]) -> Post | None:
    if row.post_key is None:
        return None
    return Post(row.post_key, row.post_channel_id, row.post_message_id)
