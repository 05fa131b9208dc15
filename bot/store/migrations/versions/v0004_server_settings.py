"""Keep with each server its settings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the settings, as JSON."""
    op.add_column("guild", sa.Column("settings", sa.Text))
