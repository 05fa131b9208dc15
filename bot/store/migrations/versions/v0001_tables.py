"""Create every table."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create games with what hangs on them, then the standings and facts."""
    _create_game()
    _create_entry()
    _create_panel()
    _create_record()
    _create_result()
    _create_standing()
    op.create_table(
        "fact",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_fact"),
    )


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("open_channel_id", sa.BigInteger),
        sa.Column("opened_by", sa.BigInteger, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("post_key", sa.Text),
        sa.Column("post_channel_id", sa.BigInteger),
        sa.Column("post_message_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("open_channel_id", name="uq_game_open_channel_id"),
    )
    op.create_index("ix_game_archived", "game", ["archived"])


def _create_entry() -> None:
    op.create_table(
        "entry",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("interaction_id", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_entry"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_entry_game_id"),
        sa.UniqueConstraint("interaction_id", name="uq_entry_interaction_id"),
    )


def _create_panel() -> None:
    op.create_table(
        "panel",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_panel"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_panel_game_id"),
    )


def _create_record() -> None:
    op.create_table(
        "record",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_record"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_record_game_id"),
    )


def _create_result() -> None:
    op.create_table(
        "result",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("exact", sa.Integer, nullable=False),
        sa.Column("bids", sa.Integer, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_result"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_result_game_id"),
    )
    op.create_index("ix_result_guild_id_season_user_id", "result", ["guild_id", "season", "user_id"])


def _create_standing() -> None:
    op.create_table(
        "standing",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("exact", sa.Integer, nullable=False),
        sa.Column("bids", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "season", "user_id", name="pk_standing"),
    )
    op.create_index("ix_standing_guild_id_season_points_wins", "standing", ["guild_id", "season", "points", "wins"])
