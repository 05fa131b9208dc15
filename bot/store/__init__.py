"""Games, panels, records and standings on disk: SQLite or PostgreSQL, one schema."""

from bot.store.store import Store
from bot.store.values import (
    ChannelTaken,
    DuplicateInteraction,
    Ending,
    Entry,
    GameRow,
    Panel,
    Post,
    SeatResult,
    StaleVersion,
    StandingPage,
    StandingRow,
    Status,
    StoredGame,
    StoreError,
    StoreInUse,
    StoreUnavailable,
)

__all__ = [
    "ChannelTaken",
    "DuplicateInteraction",
    "Ending",
    "Entry",
    "GameRow",
    "Panel",
    "Post",
    "SeatResult",
    "StaleVersion",
    "StandingPage",
    "StandingRow",
    "Status",
    "Store",
    "StoreError",
    "StoreInUse",
    "StoreUnavailable",
    "StoredGame",
]
