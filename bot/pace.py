"""The pace of a table: how long somebody may take for a decision, and how long a lobby waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.state import Phase

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
