"""Interactions of every kind at random: each gets one answer that Discord takes, and no table takes harm."""

from __future__ import annotations

import pytest

from bot.table import Table
from engine.actions import Seat
from engine.game import to_act
from tests.fuzz.running import Fault, again, fuzz

PORTIONS = 5
EACH = 1_000


@pytest.mark.parametrize("number", range(PORTIONS))
async def test_whatever_is_sent_gets_one_answer_and_harms_no_table(number: int) -> None:
    try:
        counts = await fuzz(1, number, EACH)
    except Exception as error:
        error.add_note(f"again: {again(1, number, EACH)}")
        raise
    assert counts.total() >= EACH
    assert counts["moves at the end"] >= 4


# --- it would notice -----------------------------------------------------------------------------


async def test_a_press_that_nobody_answers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None: ...

    monkeypatch.setattr("bot.client.heard", nothing)
    with pytest.raises(Fault, match="0 answers"):
        await fuzz(1, 0, 300)


async def test_an_error_of_ours_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.decisions.number", int)
    with pytest.raises(Fault, match="failed, code"):
        await fuzz(1, 0, EACH)


async def test_a_decision_of_somebody_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if whoever presses were taken for the one whose turn it is."""

    def anybody(table: Table, _: int) -> Seat:
        return 0 if table.game is None else max(0, *to_act(table.game))

    monkeypatch.setattr("bot.table.Table.require_seat", anybody)
    with pytest.raises(Fault, match=r"sent nothing that could mean it|cards of a table"):
        await fuzz(1, 0, EACH)
