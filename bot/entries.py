"""What can happen at a table: the entries of its log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bot.tablesettings import TableSettings
from engine.actions import Action
from engine.ai.levels import Level
from engine.cards import Card
from engine.options import Options

BEFORE_LEVELS: Final = Level.ADEPT
"""What AI players are of whom a log or a rematch says no level: they played by rules of thumb, and go on so."""


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody takes a seat. The interaction's id is their share in the shuffles."""

    user_id: int
    name: str
    interaction_id: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Somebody gives the seat up in the lobby, or hands it to an AI in play."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Return:
    """Somebody takes their seat back from the AI."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody is found to have left the server: it is like leaving the table."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody is forgotten: they leave, and are asked for nothing and ask for nothing any more."""

    user_id: int


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Somebody takes over the seat of a person who is away, where nobody has to let them in."""

    user_id: int
    name: str
    holder_id: int


@dataclass(frozen=True, slots=True)
class AskSeat:
    """Somebody asks the host for the seat of a person who is away."""

    user_id: int
    name: str
    holder_id: int


@dataclass(frozen=True, slots=True)
class LetIn:
    """The host gives the seat to somebody who asked for it."""

    user_id: int
    guest_id: int


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Somebody who is left at the table wants to finish with AI players."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AddAi:
    """The host puts an AI player on an empty seat; before there were levels it played by rules of thumb."""

    user_id: int
    level: Level = BEFORE_LEVELS


@dataclass(frozen=True, slots=True)
class RemoveAi:
    """The host takes an AI player away, the last one if none is named."""

    user_id: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SetLevel:
    """The host chooses how strong the AI player of this name is."""

    user_id: int
    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class SetOptions:
    """The host chooses other options in the lobby."""

    user_id: int
    options: Options


@dataclass(frozen=True, slots=True)
class Start:
    """The host starts and gets the first seat; AI players fill up to the smallest table."""

    user_id: int
    interaction_id: int


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the game: a decision of a seat, or chance.

    `missed`: an AI made it when a person's time was up; `by_itself`: it was the only card a person could play, or
    the one they had chosen before.
    """

    action: Action
    missed: bool = False
    by_itself: bool = False


@dataclass(frozen=True, slots=True)
class Arrange:
    """The host chooses how the table is run."""

    user_id: int
    settings: TableSettings


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's place in the order of a rematch. ``user_id`` is None for an AI player, ``level`` for a person."""

    user_id: int | None
    name: str
    level: Level | None = None

    def to_json(self) -> list[Any]:
        """Return the place as plain values."""
        return [self.user_id, self.name, *([] if self.level is None else [self.level])]


def place(user_id: int | None, name: str, level: str | None = None) -> Place:
    """Read a place back from its plain values; raise ValueError for a level that isn't known."""
    if user_id is not None:
        return Place(user_id, name)
    return Place(None, name, BEFORE_LEVELS if level is None else Level(level))


@dataclass(frozen=True, slots=True)
class Invite:
    """The host asks the people of the last game for another; AI players sit down at once."""

    user_id: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody chooses the card for their coming turn, or none after all."""

    user_id: int
    card: Card | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class VoteEnd:
    """Somebody at the table wants it to end."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Expire:
    """Nothing happened in the lobby for too long."""


@dataclass(frozen=True, slots=True)
class Threaded:
    """The table is played in this thread; 0: in the channel, for there is no thread to be had any more."""

    thread_id: int


@dataclass(frozen=True, slots=True)
class Vanish:
    """The channel of the table is gone."""


@dataclass(frozen=True, slots=True)
class End:
    """The host or a moderator stops the table for good."""

    user_id: int
    moderator: bool


Arrangement: TypeAlias = AddAi | RemoveAi | SetLevel | SetOptions | Arrange | Invite
"""What the host arranges in the lobby."""

Befalling: TypeAlias = Expire | Threaded | Vanish
"""What happens to a table without anybody's doing."""

Seating: TypeAlias = Join | Leave | Gone | Forgotten | Return | TakeSeat | AskSeat | LetIn
"""Who comes, goes and takes which seat."""

Entry: TypeAlias = Arrangement | Befalling | Seating | Choose | Start | Act | PlayOn | VoteEnd | End
