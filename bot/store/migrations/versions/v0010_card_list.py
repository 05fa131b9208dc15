"""Keep whether a person wants their cards as a list."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the choice to people; whoever has chosen nothing has a button for each card."""
    op.add_column("player", sa.Column("card_list", sa.Boolean, nullable=False, server_default=sa.false()))
