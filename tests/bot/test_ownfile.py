"""The file of `/wizard my-data`: one that Discord takes, or parts of one."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime
from random import Random

from bot.ownfile import document, files
from bot.store import Held

ME = 1_240_000_000_000_000_003


def held(games: int) -> Held:
    """Return what is stored about somebody with so many results."""
    rng = Random(1)
    results = [
        {
            "game_id": ME + it,
            "guild_id": 7,
            "points": rng.randrange(-99, 999),
            "ended_at": 1_790_000_000_123,
            "mu": None,
        }
        for it in range(games)
    ]
    return Held(**{**dict.fromkeys(Held.__dataclass_fields__, ()), "results": tuple(results)})


def unpacked(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read("wizard-data.json").decode()


def test_ids_are_text_and_instants_are_iso_8601() -> None:
    data = json.loads(document(held(1), ME, datetime(2026, 11, 30, tzinfo=UTC)))
    assert (data["user_id"], data["written_at"]) == (str(ME), "2026-11-30T00:00:00.000Z")
    [row] = data["results"]
    assert (row["game_id"], row["guild_id"], row["mu"]) == (str(ME), "7", None)
    assert row["ended_at"] == "2026-09-21T14:13:20.123Z"


def test_equal_data_is_equal_text() -> None:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    assert document(held(9), ME, at) == document(held(9), ME, at)


def test_a_file_that_is_too_large_is_zipped_and_then_cut() -> None:
    """Tens of thousands of results, and how they come where less and less is taken."""
    text = document(held(30_000), ME, datetime(2026, 11, 30, tzinfo=UTC))
    size = len(text.encode())
    assert files(text, size) == [("wizard-data.json", text.encode())]
    [(name, zipped)] = files(text, size - 1)
    assert (name, unpacked(zipped)) == ("wizard-data.zip", text)
    parts = files(text, len(zipped) // 3)
    assert [name for name, _ in parts] == [f"wizard-data.zip.00{number}" for number in range(1, len(parts) + 1)]
    assert max(len(part) for _, part in parts) <= len(zipped) // 3
    assert unpacked(b"".join(part for _, part in parts)) == text
