"""When a server removed the bot; and statistics of all seasons under the key that standings have for them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the instant, and rename the key: statistics had an empty one."""
    op.add_column("guild", sa.Column("removed_at", sa.BigInteger))
    for table in ("stat", "streak"):
        op.execute(f"UPDATE {table} SET season = 'all' WHERE season = ''")  # noqa: S608 - names from above
