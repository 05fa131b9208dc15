"""A loop that is late is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.looplag import LATE_SECONDS, LoopLag


class Loop:
    """A loop whose time passes when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: Callable[[], None]) -> None:
        self.timers.append((when, call))

    def beat(self, late: float) -> None:
        when, call = self.timers.pop()
        self.now = when + late
        call()


def test_a_late_loop_is_said_once_a_minute_and_forgotten_after_half_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = Loop()
    lag = LoopLag(loop)  # type: ignore[arg-type]
    lag.start()
    loop.beat(0.01)
    assert not caplog.messages
    loop.beat(2.5)
    loop.beat(LATE_SECONDS)
    assert caplog.messages == ["The event loop was late by 2.5 s: clicks waited so long"]
    assert lag.worst == pytest.approx(2.5)
    for _ in range(30):
        loop.beat(0.001)
    assert lag.worst == pytest.approx(0.001)
    for _ in range(30):
        loop.beat(0)
    loop.beat(1.0)
    assert len(caplog.messages) == 2
