"""Whole games, compared line by line with transcripts in tests/golden.

The actions are stored too, so tuning an AI changes nothing here: ``pytest --update-golden`` plays the games
anew with the AI of today, and rewrites both; add ``-k name`` for one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from engine.actions import NameTrump, Play
from engine.ai import Policy, adept, random_policy
from engine.options import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SPECIAL_CARDS,
    Bidding,
    Bomb,
    FirstDealer,
    Labels,
    Length,
    NextDealer,
    Options,
    Tie,
)
from engine.presets import PRESETS
from engine.record import Record, SeatHolder, dump, load
from tests.engine.playing import seed_of, steps
from tests.engine.transcript import transcript

GOLDEN: Final = Path(__file__).parent.parent / "golden"
STANDARD: Final = {f"{players}p": players for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
ODD: Final = Options(
    bidding=Bidding.SECRET,
    length=Length.AMIGO,
    max_rounds=3,
    next_dealer=NextDealer.LAST_TRICK_WINNER,
    first_dealer=FirstDealer.HIGH_CARD,
    tie=Tie.CASCADE,
    bomb=Bomb.BIDS,
    special_cards=frozenset(SPECIAL_CARDS),
)


@dataclass(frozen=True)
class Golden:
    """How a golden game was played: its table, its number, and by whom."""

    options: Options
    players: int
    number: int
    policy: Policy


GAMES: Final = {name: Golden(Options(), players, players, adept) for name, players in STANDARD.items()} | {
    "jubilee-30": Golden(PRESETS["jubilee-30"], 4, 375, random_policy),
    "odd": Golden(ODD, 5, 750, random_policy),
}
"""The games with special cards are played at random: that reaches more than playing well."""
RULES: Final = {
    "jubilee-30": (PRESETS["jubilee-30"], 4),
    "odd": (replace(ODD, labels=Labels.FACES, length=Length.STANDARD, max_rounds=None), 3),
}
"""The tables whose rules in words are pinned beside the games, in ``rules-*.txt``, with their numbers of players."""


def _played(golden: Golden) -> Record:
    """Play a game with the policies of today."""
    options, players = golden.options, golden.players
    actions = tuple(action for _, action in steps(options, players, golden.number, (golden.policy,)))
    seats = tuple(SeatHolder("ai", name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")[:players])
    return Record(options, seats, seed_of(golden.number), actions)


def _write(name: str) -> None:
    record = _played(GAMES[name])
    (GOLDEN / f"{name}.jsonl").write_text(dump(record), encoding="utf-8")
    (GOLDEN / f"{name}.txt").write_text(transcript(record), encoding="utf-8")


def _loaded(name: str) -> Record:
    return load((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8"))


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    if request.config.getoption("--update-golden"):
        _write(request.param)
    return str(request.param)


def test_a_whole_game_goes_as_it_went_before(name: str) -> None:
    wanted = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(_loaded(name)).splitlines() == wanted.splitlines()


def test_a_golden_record_is_written_again_byte_for_byte(name: str) -> None:
    text = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")
    assert dump(load(text)) == text


def test_every_golden_file_is_there_and_nothing_else() -> None:
    games = {f"{name}.{kind}" for name in GAMES for kind in ("jsonl", "txt")}
    assert {path.name for path in GOLDEN.iterdir()} == games | {f"rules-{name}.txt" for name in RULES}


def test_every_player_count_has_a_whole_golden_game_of_the_default_options() -> None:
    records = [_loaded(name) for name in STANDARD]
    assert [len(record.seats) for record in records] == [3, 4, 5, 6]
    assert [len(record.game().scores) for record in records] == [20, 15, 12, 10]
    assert all(record.options == Options() for record in records)
    assert any(isinstance(action, NameTrump) for record in records for action in record.actions)


def test_the_games_with_special_cards_have_every_option_and_every_kind_of_event() -> None:
    records = [_loaded("jubilee-30"), _loaded("odd")]
    assert [(record.options, len(record.seats)) for record in records] == [(PRESETS["jubilee-30"], 4), (ODD, 5)]
    assert [len(record.game().scores) for record in records] == [15, 3]
    told = "".join((GOLDEN / f"{name}.txt").read_text(encoding="utf-8") for name in ("jubilee-30", "odd"))
    kinds = ("drawn:", "for the Werewolf", "names no trump", "the spare is", "the bids are cancelled", "nobody wins")
    assert {kind for kind in (*kinds, "changes its bid by +1", "changes its bid by -1") if kind not in told} == set()
    assert {kind for kind in ("passed to the left:", " takes ") if kind not in told} == set()
    played = {action.card.code for record in records for action in record.actions if isinstance(action, Play)}
    assert {code for code in SPECIAL_CARDS if code not in {face.partition(":")[0] for face in played}} == {"WEREWOLF"}
    assert {face for face in played if face.startswith("VAMPIRE:")}
