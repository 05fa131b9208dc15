"""The search's kernel is held equal to the rules; more plies: ``python -m tests.engine.kernel_plies``."""

from __future__ import annotations

import pytest

from engine.ai.kernel import Position
from tests.engine.kernel_plies import play_plies


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_kernel_is_where_the_rules_are(seed: int) -> None:
    counts = play_plies(20_000, seed, rounds=9)
    for kind in ("NameTrump", "Bid", "Play", "PlayBlind", "MoveBid", "PassCard", "Exchange", "middles", "rounds"):
        assert counts[kind] > 10, f"{kind} was hardly met: {counts}"


def test_a_broken_kernel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test above would prove little."""
    monkeypatch.setattr(Position, "_special", lambda *_: None)
    with pytest.raises(AssertionError):
        play_plies(20_000, rounds=9)
