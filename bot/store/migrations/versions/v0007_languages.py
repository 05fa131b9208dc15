"""Keep the language of people and panels, and the direct message of a nudge."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add a language to panels and people, and to a nudge where its direct message is."""
    for table in ("panel", "player"):
        op.add_column(table, sa.Column("language", sa.Text, nullable=False, server_default="en"))
    for name in ("dm_channel_id", "dm_message_id"):
        op.add_column("nudge", sa.Column(name, sa.BigInteger))
