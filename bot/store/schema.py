"""The tables as they are after the newest migration."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _key(name: str, kind: type[sa.types.TypeEngine[Any]] = sa.BigInteger) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _game_key() -> sa.Column[Any]:
    return sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True, autoincrement=False)


def _value(name: str, kind: type[sa.types.TypeEngine[Any]] = sa.BigInteger) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


game = sa.Table(
    "game",
    metadata,
    _key("id"),
    _value("guild_id"),
    _value("channel_id"),
    # The channel while the table is open, else NULL: a channel holds one open table.
    sa.Column("open_channel_id", sa.BigInteger, unique=True),
    _value("opened_by"),
    _value("options", sa.Text),
    _value("secret", sa.LargeBinary),
    _value("rules_version", sa.Integer),
    _value("version", sa.Integer),
    _value("status", sa.Text),
    _value("created_at"),
    sa.Column("ended_at", sa.BigInteger),
    _value("archived", sa.Boolean),
    sa.Column("post_key", sa.Text),
    sa.Column("post_channel_id", sa.BigInteger),
    sa.Column("post_message_id", sa.BigInteger),
    # When the table stops waiting for a person; NULL: it waits for nobody, or for ever.
    sa.Column("deadline", sa.BigInteger),
    # Of a game that is over: what the next one of the same people starts from.
    sa.Column("rematch", sa.Text),
    # So many tricks of the game are posted; so many will be, once the post under way is out.
    sa.Column("tricks_posted", sa.Integer, nullable=False, server_default="0"),
    sa.Column("tricks_sending", sa.Integer, nullable=False, server_default="0"),
    # Of a finished game: how its AI players fared; people are in `result`.
    sa.Column("ai_results", sa.Text),
    sa.Index(None, "archived"),
    # History: a page and the number of games are read from the index alone.
    sa.Index(None, "guild_id", "channel_id", "status", "ended_at", "id"),
)

entry = sa.Table(
    "entry",
    metadata,
    _game_key(),
    _key("seq", sa.Integer),
    sa.Column("interaction_id", sa.BigInteger, unique=True),
    _value("body", sa.Text),
)

panel = sa.Table(
    "panel",
    metadata,
    _game_key(),
    _key("user_id"),
    _value("token", sa.Text),
    _value("message_id"),
    _value("expires_at"),
    _value("language", sa.Text),
)

record = sa.Table("record", metadata, _game_key(), _value("body", sa.LargeBinary))

# What `/wizard review` found of a seat's decisions. It names nobody: who sat there is in the record.
review = sa.Table("review", metadata, _game_key(), _key("seat", sa.Integer), _value("body", sa.Text))

result = sa.Table(
    "result",
    metadata,
    _game_key(),
    _key("seat", sa.Integer),
    _value("guild_id"),
    _value("season", sa.Text),
    _value("user_id"),
    _value("name", sa.Text),
    _value("points", sa.Integer),
    _value("place", sa.Integer),
    _value("exact", sa.Integer),
    _value("bids", sa.Integer),
    # Whether it goes into the standings by the rules of bot.ranking, and whether an admin has taken the game out.
    _value("counted", sa.Boolean),
    sa.Column("excluded", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether an AI kept the seat at the end.
    sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()),
    # Tenths of a season point.
    sa.Column("season_points", sa.Integer, nullable=False, server_default="0"),
    # The person's rating in this server after the game; NULL where the game is not in the standings.
    sa.Column("mu", sa.Double),
    sa.Column("sigma", sa.Double),
    _value("ended_at"),
    sa.Index(None, "guild_id", "season", "user_id"),
    sa.Index(None, "user_id", "guild_id", "ended_at", "game_id"),
    sa.Index(None, "guild_id", "user_id", "ended_at"),
    sa.Index(None, "guild_id", "ended_at"),
)

standing = sa.Table(
    "standing",
    metadata,
    _key("guild_id"),
    _key("season", sa.Text),
    _key("user_id"),
    _value("name", sa.Text),
    _value("games", sa.Integer),
    _value("wins", sa.Integer),
    _value("points", sa.Integer),
    _value("exact", sa.Integer),
    _value("bids", sa.Integer),
    # Tenths of a season point, and what is sorted by: their average a game, the share of exact bids, −1 without a bid,
    # and the lower end of the rating.
    _value("season_points", sa.Integer),
    _value("average", sa.Double),
    _value("share", sa.Double),
    _value("mu", sa.Double),
    _value("sigma", sa.Double),
    _value("rating", sa.Double),
    # One for each order of the leaderboard, read backwards. `games` is in those that leave people out who have played
    # too few.
    sa.Index("ix_standing_season_points", "guild_id", "season", "season_points", "wins", "share", "user_id"),
    sa.Index("ix_standing_rating", "guild_id", "season", "rating", "user_id"),
    sa.Index("ix_standing_average", "guild_id", "season", "average", "games", "user_id"),
    sa.Index("ix_standing_share", "guild_id", "season", "share", "bids", "user_id", "games"),
    sa.Index("ix_standing_wins", "guild_id", "season", "wins", "season_points", "user_id"),
)

season = sa.Table(
    "season",
    metadata,
    _key("guild_id"),
    _key("season", sa.Text),
    # What an admin calls it.
    sa.Column("name", sa.Text),
    _value("started_at"),
    # When the calendar ends it; NULL: an admin does.
    sa.Column("ends_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    _value("status", sa.Text),
    sa.Index(None, "status", "ends_at"),
)

# People whom an admin keeps out of a server's standings.
exclusion = sa.Table("exclusion", metadata, _key("guild_id"), _key("user_id"))

audit = sa.Table(
    "audit",
    metadata,
    # Of the interaction that did it: what comes twice is noted once.
    _key("id"),
    _value("guild_id"),
    _value("at"),
    _value("user_id"),
    _value("what", sa.Text),
    # Whom or which game, season or name it was about.
    _value("subject", sa.Text),
    sa.Index(None, "guild_id", "at"),
)

# What finished games add up to for each person, in each season and in all of them (`bot.rhythm.ALL_TIME`);
# see `bot.store.tally` for what is counted.
stat = sa.Table(
    "stat",
    metadata,
    _key("guild_id"),
    _key("user_id"),
    _key("season", sa.Text),
    _key("kind", sa.Text),
    _key("key", sa.Text),
    _value("count", sa.Integer),
    _value("hits", sa.Integer),
    _value("points", sa.Integer),
    _value("best", sa.Integer),
)

# Successes in a row, of what was played from one game to another one: games are taken in at both ends.
streak = sa.Table(
    "streak",
    metadata,
    _key("guild_id"),
    _key("user_id"),
    _key("season", sa.Text),
    _key("kind", sa.Text),
    _value("length", sa.Integer),
    _value("head", sa.Integer),
    _value("tail", sa.Integer),
    _value("best", sa.Integer),
    _value("first_at"),
    _value("first_game"),
    _value("last_at"),
    _value("last_game"),
)

# Each person's games as far as they are counted in `stat`, with the streaks of exact bids within them.
played = sa.Table(
    "played",
    metadata,
    _game_key(),
    _key("user_id"),
    _value("guild_id"),
    _value("season", sa.Text),
    _value("ended_at"),
    # NULL, like the points: their seat was taken over.
    sa.Column("place", sa.Integer),
    sa.Column("points", sa.Integer),
    _value("players", sa.Integer),
    _value("length", sa.Integer),
    _value("head", sa.Integer),
    _value("tail", sa.Integer),
    _value("best", sa.Integer),
    sa.Index(None, "guild_id", "user_id", "ended_at", "game_id"),
    sa.Index(None, "guild_id", "user_id", "season", "ended_at", "game_id"),
)

# Games that count and are not yet counted in `stat`: they ended before there were statistics, or all are counted again.
uncounted = sa.Table(
    "uncounted",
    metadata,
    _game_key(),
    _value("guild_id"),
    _value("ended_at"),
    sa.Index(None, "ended_at", "game_id"),
    sa.Index(None, "guild_id"),
)

# At which tables that are over somebody was: opened them, sat there, or is asked for a rematch.
attendance = sa.Table("attendance", metadata, _key("user_id"), _game_key(), sa.Index(None, "game_id"))

guild = sa.Table(
    "guild",
    metadata,
    _key("guild_id"),
    sa.Column("house_rules", sa.Text),
    sa.Column("settings", sa.Text),
    # When the server removed the bot; NULL: the bot is in it.
    sa.Column("removed_at", sa.BigInteger),
)

player = sa.Table(
    "player",
    metadata,
    _key("user_id"),
    _value("nudge", sa.Text),
    _value("dm", sa.Boolean),
    _value("dm_closed", sa.Boolean),
    _value("pictures", sa.Boolean),
    _value("card_list", sa.Boolean),
    _value("language", sa.Text),
)

# Not cleared with its game: the row goes when its message is deleted.
nudge = sa.Table(
    "nudge",
    metadata,
    _game_key(),
    _key("user_id"),
    _key("decision", sa.Integer),
    _value("channel_id"),
    # NULL: the person wanted no mention, only a direct message.
    sa.Column("message_id", sa.BigInteger),
    # NULL: the person wanted no direct message, or it isn't out yet.
    sa.Column("dm_channel_id", sa.BigInteger),
    sa.Column("dm_message_id", sa.BigInteger),
)

lesson = sa.Table(
    "lesson",
    metadata,
    _key("user_id"),
    # How far somebody is; empty where they have only been offered it.
    _value("body", sa.Text),
    _value("offered", sa.Boolean),
)

fact = sa.Table("fact", metadata, _key("key", sa.Text), _value("value", sa.Text))
