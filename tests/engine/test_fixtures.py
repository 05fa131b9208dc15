"""What an earlier version has written is still read (tests/fixtures, one folder a version)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import phase
from engine.record import dump, load, summary
from engine.state import Phase

FIXTURES = Path(__file__).parents[1] / "fixtures"
RECORDS = sorted(FIXTURES.glob("*/record.jsonl"))


def test_there_is_a_record_of_every_version() -> None:
    assert [path.parent.name for path in RECORDS] == sorted(path.name for path in FIXTURES.iterdir())
    assert "version-1" in [path.parent.name for path in RECORDS]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
def test_its_record_is_read_replayed_and_written_byte_for_byte(path: Path) -> None:
    text = path.read_bytes().decode()
    record = load(text)
    assert phase(record.game()) is Phase.OVER
    assert dump(record) == text
    assert len(record.actions) == len(text.splitlines()) - 1


def test_the_game_of_version_1_ends_as_it_did() -> None:
    """Reckoned by hand from its cards: three rounds, with yellow, green and blue as trump."""
    record = load((FIXTURES / "version-1" / "record.jsonl").read_text(encoding="utf-8"))
    scores = record.game().scores
    assert [score.taken for score in scores] == [(1, 0, 0, 0), (1, 0, 0, 1), (0, 0, 2, 1)]
    assert [score.points for score in scores] == [(30, -10, 20, 20), (-10, 20, -10, -10), (-10, 20, -10, 30)]
    assert summary(record) == (("Ada", 10, 3), ("Bo", 30, 2), ("Cleo", 0, 4), ("Alma", 40, 1))
