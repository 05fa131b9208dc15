"""What goes into the store and comes out of it. Instants are milliseconds since the Unix epoch."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

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
    acted: bool = True
    """Whether the person made a decision themself; who didn't is not ranked."""
    away: bool = False
    """Whether an AI kept the seat at the end."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """How one seat of a finished game fared; ``user_id`` is None for an AI player."""

    seat: int
    user_id: int | None
    name: str
    points: int
    place: int
    level: str | None = None
    """Of an AI player; None where it isn't known."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game in a list; of an old one the AI players may be missing."""

    id: int
    options: str
    ended_at: int
    rounds: int
    seats: tuple[PlayedSeat, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of finished games, newest first; `total` counts all of them."""

    total: int
    offset: int
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What is written with the last log entry of a game; `counts` says whether it goes into the standings.

    A `season` by hand that has ended meanwhile is replaced by the one that runs when this is written.
    """

    status: Status
    ended_at: int
    season: str
    record: str | None = field(default=None, repr=False)
    results: tuple[SeatResult, ...] = ()
    counts: bool = False
    rematch: str | None = None
    ai_results: tuple[PlayedSeat, ...] = ()
    """How the AI players fared, which stand in no standings."""
    tallies: tuple[Tally, ...] = ()
    """What the game adds to the statistics of its people, if it counts."""

    def __post_init__(self) -> None:
        if self.status is Status.OPEN:
            raise ValueError("an ending cannot leave the game open")


class Order(StrEnum):
    """What a leaderboard is sorted by; people level on it and on what decides next share a place."""

    POINTS = "points"
    RATING = "rating"
    AVERAGE = "average"
    EXACT = "exact"
    WINS = "wins"

    @property
    def least(self) -> int:
        """Return how many games it takes to be listed: an average of a few games says little."""
        return MIN_GAMES if self in (Order.AVERAGE, Order.EXACT) else 1


MIN_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person's season, or all their seasons together.

    `place` is 0 where the order takes more games than they have. `points` are those of the score, `season_points`
    tenths; `mu` ± 3 `sigma` is their rating after their last game of the season.
    """

    place: int
    user_id: int
    name: str
    games: int
    wins: int
    points: int
    exact: int
    bids: int
    season_points: int = 0
    mu: float = 25.0
    sigma: float = 25.0 / 3.0


@dataclass(frozen=True, slots=True)
class StandingPage:
    """A page of the standings; `total` counts the people ranked, `own` is the line of who asked."""

    total: int
    offset: int
    rows: tuple[StandingRow, ...]
    own: StandingRow | None = None


class SeasonStatus(StrEnum):
    """Where a season stands: running, over, and over with its final standings posted."""

    OPEN = "open"
    CLOSED = "closed"
    POSTED = "posted"


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server: one in which a game counted, or one that was started by hand."""

    guild_id: int
    season: str
    name: str | None
    started_at: int
    ends_at: int | None
    ended_at: int | None
    status: SeasonStatus


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Who changed what in a server's standings, and when; `id` is the interaction that did it."""

    id: int
    guild_id: int
    at: int
    user_id: int
    what: str
    subject: str


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A finished game that counts by the rules, as an admin picks it; `points` of each name, best first."""

    game_id: int
    ended_at: int
    excluded: bool
    points: tuple[tuple[str, int], ...]
