"""Keep seasons, season points, ratings, who and what is left out of the standings, and who changed that."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

_ORDERS = {
    "season_points": ("season_points", "wins", "share", "user_id"),
    "rating": ("rating", "user_id"),
    "average": ("average", "games", "user_id"),
    "share": ("share", "bids", "user_id", "games"),
    "wins": ("wins", "season_points", "user_id"),
}


def upgrade() -> None:
    """Add the columns and tables; ask for the standings to be counted again, which fills them."""
    _widen_result()
    _replace_standing()
    _create_season()
    op.create_table(
        "exclusion",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_exclusion"),
    )
    _create_audit()
    fact = sa.table("fact", sa.column("key", sa.Text), sa.column("value", sa.Text))
    op.execute(sa.insert(fact).values(key="standings", value="outdated"))


def _widen_result() -> None:
    for name in ("excluded", "away"):
        op.add_column("result", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("result", sa.Column("season_points", sa.Integer, nullable=False, server_default="0"))
    for name in ("mu", "sigma"):
        op.add_column("result", sa.Column(name, sa.Double))
    op.create_index("ix_result_guild_id_user_id_ended_at", "result", ["guild_id", "user_id", "ended_at"])
    op.create_index("ix_result_guild_id_ended_at", "result", ["guild_id", "ended_at"])


def _replace_standing() -> None:
    # What is in it is counted again from the results.
    op.drop_table("standing")
    counts = ("games", "wins", "points", "exact", "bids", "season_points")
    shares = ("average", "share", "mu", "sigma", "rating")
    op.create_table(
        "standing",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in counts),
        *(sa.Column(name, sa.Double, nullable=False) for name in shares),
        sa.PrimaryKeyConstraint("guild_id", "season", "user_id", name="pk_standing"),
    )
    for name, columns in _ORDERS.items():
        op.create_index(f"ix_standing_{name}", "standing", ["guild_id", "season", *columns])


def _create_season() -> None:
    op.create_table(
        "season",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("status", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "season", name="pk_season"),
    )
    op.create_index("ix_season_status_ends_at", "season", ["status", "ends_at"])


def _create_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_guild_id_at", "audit", ["guild_id", "at"])
