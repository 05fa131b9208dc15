"""Keep how AI players fared in a finished game, and find the games of a channel and of a person quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0010"


def upgrade() -> None:
    """Add the AI players' results, which older games lack, and the two indexes that history is read by."""
    op.add_column("game", sa.Column("ai_results", sa.Text))
    op.create_index("ix_game_channel_id_status_ended_at", "game", ["channel_id", "status", "ended_at"])
    op.create_index("ix_result_user_id_guild_id_ended_at", "result", ["user_id", "guild_id", "ended_at"])
    op.drop_index("ix_result_user_id", "result")  # the new one begins with it
