"""Keep with each game when it stops waiting for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the instant, in milliseconds since the epoch."""
    op.add_column("game", sa.Column("deadline", sa.BigInteger))
