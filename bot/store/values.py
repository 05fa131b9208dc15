"""What goes into the store and comes out of it. Instants are milliseconds since the Unix epoch."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.store.tally import Tally


class StoreError(Exception):
    """The store did not do what it was asked."""


class ChannelTaken(StoreError):
    """The channel already has an open table."""


class StaleVersion(StoreError):
    """The game has moved on from the version the caller saw, is over, or is unknown."""


class DuplicateInteraction(StoreError):
    """An interaction of this write is in a log already."""


class StoreInUse(StoreError):
    """Another bot holds the database file."""


class StoreUnavailable(StoreError):
    """The database cannot be reached or written right now.

    If the connection broke during COMMIT the write may have happened: load the game again before going on.
    """


class Status(StrEnum):
    """Where a game stands: being set up or played, played to the end, or broken off."""

    OPEN = "open"
    FINISHED = "finished"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Post:
    """The public message of a table; `key` names what it shows."""

    key: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game's log; `body` may hold hands and never shows in a repr."""

    seq: int
    interaction_id: int | None
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log; `version` is the number of log entries and the next seq."""

    id: int
    guild_id: int
    channel_id: int
    opened_by: int
    options: str
    secret: bytes = field(repr=False)
    rules_version: int
    version: int
    status: Status
    created_at: int
    ended_at: int | None = None
    archived: bool = False
    post: Post | None = None
    deadline: int | None = None
    rematch: str | None = None
    """Of a game that is over: what the next one of the same people starts from."""
    tricks_posted: int = 0
    """So many tricks of the game are posted, each as a message of its own or with others."""
    tricks_sending: int = 0
    """So many will be, once the post under way is out."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its log in order."""

    row: GameRow
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's own message and the interaction token that can still edit it."""

    game_id: int
    user_id: int
    token: str = field(repr=False)
    message_id: int
    expires_at: int
    language: str = "en"


class Mention(StrEnum):
    """When a person wants to be mentioned because a table waits for them."""

    ALWAYS = "always"
    LATE = "late"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Player:
    """What a person has chosen for themself, at all tables; `dm_closed`: Discord refused them a direct message."""

    user_id: int
    nudge: Mention = Mention.LATE
    dm: bool = False
    dm_closed: bool = False
    pictures: bool = True
    """Whether they want pictures in the messages that only they see."""
    card_list: bool = False
    """Whether they pick their cards from a list, not from buttons."""
    language: str = "en"
    """What they read when the bot writes to them by itself: the language of their own Discord, when last heard."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """What told a person that a table waits for one decision of theirs; without a message id no message stands."""

    game_id: int
    user_id: int
    decision: int
    channel_id: int
    message_id: int | None
    dm_channel_id: int | None = None
    dm_message_id: int | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat fared: `exact` of `bids` rounds came out as bid."""

    seat: int
    user_id: int
    name: str
    points: int
    place: int
    exact: int
    bids: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What is written with the last log entry of a game; `counts` says whether it goes into the standings."""

    status: Status
    ended_at: int
    season: str
    record: str | None = field(default=None, repr=False)
    results: tuple[SeatResult, ...] = ()
    counts: bool = False
    rematch: str | None = None
    tallies: tuple[Tally, ...] = ()
    """What the game adds to the statistics of its people, if it counts."""

    def __post_init__(self) -> None:
        if self.status is Status.OPEN:
            raise ValueError("an ending cannot leave the game open")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person's season; equal points, wins and share of exact bids share a place."""

    place: int
    user_id: int
    name: str
    games: int
    wins: int
    points: int
    exact: int
    bids: int


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A page of the standings; `total` counts the people ranked."""

    total: int
    offset: int
    rows: tuple[StandingRow, ...]
