"""Give each server a row, for its house rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of servers."""
    op.create_table(
        "guild",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("house_rules", sa.Text),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild"),
    )
