"""Whole games, compared line by line with transcripts in tests/golden.

The actions are stored too, so tuning an AI changes nothing here: ``pytest --update-golden`` plays the games
anew with the AI of today, and rewrites both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from engine.ai import rule_of_thumb
from engine.options import MAX_PLAYERS, MIN_PLAYERS, Options
from engine.record import Record, SeatHolder, dump, load
from engine.state import NameTrump
from tests.engine.playing import seed_of, steps
from tests.engine.transcript import transcript

GOLDEN: Final = Path(__file__).parent.parent / "golden"
PLAYERS: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)


def _played(players: int) -> Record:
    """Play a game with the AI of today."""
    options = Options()
    actions = tuple(action for _, action in steps(options, players, players, (rule_of_thumb,)))
    seats = tuple(SeatHolder("ai", name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")[:players])
    return Record(options, seats, seed_of(players), actions)


def _write(players: int) -> None:
    record = _played(players)
    (GOLDEN / f"{players}p.jsonl").write_text(dump(record), encoding="utf-8")
    (GOLDEN / f"{players}p.txt").write_text(transcript(record), encoding="utf-8")


@pytest.fixture(params=PLAYERS, ids=lambda players: f"{players}p")
def players(request: pytest.FixtureRequest) -> int:
    if request.config.getoption("--update-golden"):
        _write(request.param)
    return int(request.param)


def test_a_whole_game_goes_as_it_went_before(players: int) -> None:
    record = load((GOLDEN / f"{players}p.jsonl").read_text(encoding="utf-8"))
    wanted = (GOLDEN / f"{players}p.txt").read_text(encoding="utf-8")
    assert transcript(record).splitlines() == wanted.splitlines()


def test_a_golden_record_is_written_again_byte_for_byte(players: int) -> None:
    text = (GOLDEN / f"{players}p.jsonl").read_text(encoding="utf-8")
    assert dump(load(text)) == text


def test_every_player_count_has_a_golden_game_and_nothing_else_lies_there() -> None:
    wanted = {f"{players}p.{kind}" for players in range(3, 7) for kind in ("jsonl", "txt")}
    assert {path.name for path in GOLDEN.iterdir()} == wanted


def test_the_golden_games_are_whole_and_have_every_kind_of_action() -> None:
    records = [load((GOLDEN / f"{players}p.jsonl").read_text(encoding="utf-8")) for players in PLAYERS]
    assert [len(record.seats) for record in records] == list(PLAYERS)
    assert [len(record.game().scores) for record in records] == [20, 15, 12, 10]
    assert all(record.options == Options() for record in records)
    assert any(isinstance(action, NameTrump) for record in records for action in record.actions)
