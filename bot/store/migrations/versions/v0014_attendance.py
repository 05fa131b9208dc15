"""Note at which tables that are over each person was, so that all that is held about them can be found."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_ROWS = 500


def upgrade() -> None:
    """Create the table and fill it from the games that are over, their results and their records."""
    op.create_table(
        "attendance",
        sa.Column("user_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game_id", name="pk_attendance"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_attendance_game_id"),
    )
    op.create_index("ix_attendance_game_id", "attendance", ["game_id"])
    op.execute(
        "INSERT INTO attendance (user_id, game_id) "
        "SELECT opened_by, id FROM game WHERE status <> 'open' UNION SELECT user_id, game_id FROM result"
    )
    connection, last = op.get_bind(), -1
    missing = sa.text(
        "INSERT INTO attendance (user_id, game_id) VALUES (:person, :game) ON CONFLICT (user_id, game_id) DO NOTHING"
    )
    some = sa.text(
        "SELECT game.id, game.rematch, record.body FROM game LEFT JOIN record ON record.game_id = game.id "
        "WHERE game.status <> 'open' AND game.id > :last ORDER BY game.id LIMIT :some"
    )
    while rows := connection.execute(some, {"last": last, "some": _ROWS}).all():
        last = rows[-1].id
        found = [{"person": it, "game": row.id} for row in rows for it in {*_invited(row.rematch), *_seated(row.body)}]
        if found:
            connection.execute(missing, found)


def _invited(rematch: str | None) -> Iterator[int]:
    for place in _object(rematch or "{}").get("places", ()):
        if place[0] is not None:
            yield place[0]


def _seated(body: bytes | None) -> Iterator[int]:
    """Give who held a seat in a game: the header, the first line of its record, says so."""
    try:
        text = "" if body is None else zlib.decompress(body).decode()
    except (zlib.error, ValueError):
        return
    header = _object(text.partition("\n")[0] or "{}")
    for holder in (*header.get("seats", ()), *header.get("handovers", ())):
        if holder["player"].removeprefix("-").isdecimal():
            yield int(holder["player"])


def _object(text: str) -> dict[str, Any]:
    try:
        plain = json.loads(text)
    except ValueError:
        return {}
    return plain if isinstance(plain, dict) else {}
