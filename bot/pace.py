"""The pace of a table: how long somebody may take for a decision, and how long a lobby waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from bot.thinking import ROOM
from engine.ai.levels import Level
from engine.state import Phase

T = TypeVar("T")

LOBBY_SECONDS: Final = 15 * 60
"""A lobby in which nothing happens for so long is closed."""
LONGEST_SECONDS: Final = 7 * 24 * 3600
SHORTEST_SECONDS: Final = 10


class Pace(StrEnum):
    """How fast a table is played."""

    LIVE = "live"
    RELAXED = "relaxed"
    SLOW = "slow"
    OFF = "off"


_SECONDS: Final[Mapping[Pace, tuple[int, int] | None]] = {
    Pace.LIVE: (90, 60),
    Pace.RELAXED: (600, 600),
    Pace.SLOW: (24 * 3600, 24 * 3600),
    Pace.OFF: None,
}
"""Seconds for a bid and for a card; None: as long as it takes."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A pace, with other values for it where the host has set some."""

    pace: Pace = Pace.RELAXED
    bid_seconds: int | None = None
    play_seconds: int | None = None

    def __post_init__(self) -> None:
        for seconds in (self.bid_seconds, self.play_seconds):
            if seconds is not None and not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
                raise ValueError(f"a turn takes from {SHORTEST_SECONDS} to {LONGEST_SECONDS} seconds")

    def seconds(self, phase: Phase) -> int | None:
        """Return how long a decision of this phase may take: trump and bids, or cards; None for ever."""
        usual = _SECONDS[self.pace]
        if usual is None:
            return None
        if phase in (Phase.TRUMP, Phase.BIDDING):
            return self.bid_seconds or usual[0]
        return self.play_seconds or usual[1]


# --- AI players ----------------------------------------------------------------------------------


def ai_pause(pace: float, level: Level, thinking: float) -> float:
    """Return after how many seconds an AI player moves whose search takes as long as `thinking`.

    It is the same for every hand: what is found sooner waits, and what isn't found by then is not waited for.
    """
    return max(pace, thinking * ROOM) if level is Level.ARCHMAGE else pace


async def after_pause(
    thought: Awaitable[T],
    pause: float,
    *,
    now: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
) -> T:
    """Return what is thought once the pause is over in which it is thought out."""
    end = now() + pause
    found = await thought
    if (left := end - now()) > 0:
        await sleep(left)
    return found
