"""Keep what a rematch starts from, and which tricks of a game have been posted."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the rematch, and how many tricks are posted and are being posted."""
    op.add_column("game", sa.Column("rematch", sa.Text))
    for name in ("tricks_posted", "tricks_sending"):
        op.add_column("game", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
