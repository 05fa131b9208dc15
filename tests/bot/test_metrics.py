"""What is counted under which name."""

from __future__ import annotations

from enum import StrEnum

import pytest

from bot import metrics


class Strength(StrEnum):
    STRONG = "strong"


@metrics.thinking("decision")
async def _ask(question: str, strength: Strength | None = None) -> str:  # noqa: ARG001 - it is a label
    return question


@pytest.fixture(autouse=True)
def on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics._switch, "on", True)


def _value(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0


@pytest.mark.parametrize(
    ("code", "shown"), [(None, "expired"), (50027, "50027"), (10062, "10062"), (7, "other"), (99999, "other")]
)
def test_a_code_nobody_knows_makes_no_label(code: int | None, shown: str) -> None:
    before = _value("wizard_token_failures_total", code=shown)
    metrics.token_failed(code)
    assert _value("wizard_token_failures_total", code=shown) == before + 1


async def test_an_ai_is_timed_by_its_level() -> None:
    before = [_value("wizard_ai_seconds_count", kind="decision", level=it) for it in ("default", "strong")]
    assert await _ask("why") == "why"
    assert await _ask("why", Strength.STRONG) == "why"
    assert await _ask("why", strength=Strength.STRONG) == "why"
    after = [_value("wizard_ai_seconds_count", kind="decision", level=it) for it in ("default", "strong")]
    assert [now - was for now, was in zip(after, before, strict=True)] == [1, 2]
    assert _value("wizard_ai_waiting", kind="decision") == 0


def test_of_very_many_interactions_the_latest_are_known() -> None:
    for number in range(5000):
        metrics.arrived(number)
    before = _value("wizard_interaction_acknowledged_seconds_count")
    metrics.acknowledged(0)
    metrics.acknowledged(4999)
    assert _value("wizard_interaction_acknowledged_seconds_count") == before + 1
    assert len(metrics._arrivals) <= 4096


def test_events_that_are_not_of_a_connection_are_not_counted() -> None:
    metrics.gateway("interaction")
    metrics.gateway("shard_resumed")
    assert _value("wizard_gateway_events_total", event="resumed") >= 1
    assert _value("wizard_gateway_events_total", event="interaction") == 0
