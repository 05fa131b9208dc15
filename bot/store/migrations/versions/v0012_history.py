"""Keep how AI players fared in a finished game, and find the games of a channel and of a person quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_INDEXES = {
    "game": ["guild_id", "channel_id", "status", "ended_at", "id"],
    "result": ["user_id", "guild_id", "ended_at", "game_id"],
}


def upgrade() -> None:
    """Add the AI players' results, which older games lack, and the two indexes that history is read by."""
    op.add_column("game", sa.Column("ai_results", sa.Text))
    for table, columns in _INDEXES.items():
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)
    op.drop_index("ix_result_user_id", "result")  # the new one begins with it
