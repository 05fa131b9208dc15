"""Remember how people want to be told that it is their turn, and the nudges that stand."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables of people and of nudges."""
    op.create_table(
        "player",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("nudge", sa.Text, nullable=False),
        sa.Column("dm", sa.Boolean, nullable=False),
        sa.Column("dm_closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_player"),
    )
    op.create_table(
        "nudge",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("decision", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("game_id", "user_id", "decision", name="pk_nudge"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_nudge_game_id"),
    )
