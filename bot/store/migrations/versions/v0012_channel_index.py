"""Find the games of a channel."""

from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    """Add an index in the order in which the games of a channel ended."""
    op.create_index("ix_game_channel_id_ended_at", "game", ["channel_id", "ended_at"])
