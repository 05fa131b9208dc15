"""Keep how far people are in the guided hand, and find out quickly who has played before."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table of lessons, and an index of results by person."""
    op.create_table(
        "lesson",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("offered", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_lesson"),
    )
    op.create_index("ix_result_user_id", "result", ["user_id"])
