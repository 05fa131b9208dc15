"""kill −9 at any moment of the whole bot: every accepted action is there, once, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drill.lives import drill

CYCLES = 10
"""Per seed; ``python -m tests.drill --cycles 1000`` does as many as one likes."""


@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_lost_nothing_doubled(tmp_path: Path, seed: int) -> None:
    heard = await drill(f"sqlite+aiosqlite:///{tmp_path / 'drill.db'}", CYCLES, seed)
    assert len(heard.acknowledged) > CYCLES
