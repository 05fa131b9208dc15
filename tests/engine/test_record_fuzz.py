"""Damaged records: the reader raises nothing but `RecordError`, and never believes another deal."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from engine.actions import Action, Deal, DrawDealer
from engine.options import Options
from engine.record import Handover, Record, RecordError, SeatHolder, dump, load
from tests.engine.playing import whole_record

TAKEN_OVER: Final = (Handover(3, 1, SeatHolder("7", "Dana")), Handover(12, 0, SeatHolder("8", "Eve")))
RECORD: Final = replace(whole_record(Options(max_rounds=3), 4, number=5), handovers=TAKEN_OVER)
TEXT: Final = dump(RECORD)


def _dealt(record: Record) -> list[Action]:
    return [action for action in record.actions if isinstance(action, DrawDealer | Deal)]


def _flipped(rng: Random) -> str:
    raw = bytearray(TEXT.encode())
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return raw.decode(errors=rng.choice(["replace", "replace", "surrogateescape"]))


def _cut_and_pasted(rng: Random) -> str:
    start, end, to = sorted(rng.randrange(len(TEXT)) for _ in range(3))
    return TEXT[:start] + TEXT[end:to] + TEXT[start:end] + TEXT[to + rng.randrange(2) :]


def _refused(text: str) -> bool:
    """Return whether the reader refuses; what it accepts has the true deals and survives writing."""
    try:
        again = load(text)
    except RecordError:
        return True
    assert again.seed == RECORD.seed
    assert _dealt(again) == _dealt(RECORD)
    assert load(dump(again).encode().decode()) == again
    return False


@pytest.mark.parametrize("number", range(4))
def test_flipped_bits_are_refused_or_change_no_deal(number: int) -> None:
    """What no secret backs may differ unnoticed: a name, a label, a bid that was possible too."""
    rng = Random(number)
    refused = [_refused(_flipped(rng)) for _ in range(300)]
    assert 200 < sum(refused) < 300, f"seed {number}"


@pytest.mark.parametrize("number", range(2))
def test_a_record_cut_and_pasted_is_refused(number: int) -> None:
    rng = Random(number)
    texts = [text for _ in range(150) if (text := _cut_and_pasted(rng)).split() != TEXT.split()]
    assert len(texts) > 100
    assert all(map(_refused, texts)), f"seed {number}"


def test_every_truncation_is_refused() -> None:
    """Only the last newline may be missing."""
    assert all(_refused(TEXT[:end]) for end in range(0, len(TEXT) - 1, 7))
    assert not _refused(TEXT[:-1])
