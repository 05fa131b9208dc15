"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0015"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "review",
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_review"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_review_game_id"),
    )
