"""Keep whether a person wants pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the choice to people; whoever has chosen nothing has pictures."""
    op.add_column("player", sa.Column("pictures", sa.Boolean, nullable=False, server_default=sa.true()))
