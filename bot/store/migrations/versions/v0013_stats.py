"""Count statistics of people; of games that are over already, note that they are yet to be counted."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the counters, what streaks and form need, and the list of games to be counted."""
    _create_stat()
    _create_streak()
    _create_played()
    _create_uncounted()


def _create_stat() -> None:
    op.create_table(
        "stat",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("hits", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "season", "kind", "key", name="pk_stat"),
    )


def _create_streak() -> None:
    ends = ("first_at", "first_game", "last_at", "last_game")
    op.create_table(
        "streak",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        *_run(),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ends),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "season", "kind", name="pk_streak"),
    )


def _create_played() -> None:
    op.create_table(
        "played",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("players", sa.Integer, nullable=False),
        *_run(),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_played"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_played_game_id"),
    )
    for columns in (
        ["guild_id", "user_id", "ended_at", "game_id"],
        ["guild_id", "user_id", "season", "ended_at", "game_id"],
    ):
        op.create_index("ix_played_" + "_".join(columns), "played", columns)


def _create_uncounted() -> None:
    op.create_table(
        "uncounted",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_uncounted"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_uncounted_game_id"),
    )
    op.execute(
        "INSERT INTO uncounted (game_id, guild_id, ended_at) "
        "SELECT DISTINCT result.game_id, result.guild_id, result.ended_at "
        "FROM result JOIN record ON record.game_id = result.game_id WHERE result.counted"
    )
    op.create_index("ix_uncounted_ended_at_game_id", "uncounted", ["ended_at", "game_id"])
    op.create_index("ix_uncounted_guild_id", "uncounted", ["guild_id"])


def _run() -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in ("length", "head", "tail", "best")]
