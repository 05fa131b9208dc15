"""What can happen at a table: the entries of its log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tablesettings import TableSettings
from engine.actions import Action
from engine.cards import Card
from engine.options import Options


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
    """The host puts an AI player on an empty seat."""

    user_id: int


@dataclass(frozen=True, slots=True)
class RemoveAi:
    """The host takes the last AI player away."""

    user_id: int


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
    """Somebody's place in the order of a rematch. ``user_id`` is None for an AI player."""

    user_id: int | None
    name: str


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


Arrangement: TypeAlias = AddAi | RemoveAi | SetOptions | Arrange | Invite
"""What the host arranges in the lobby."""

Befalling: TypeAlias = Expire | Threaded | Vanish
"""What happens to a table without anybody's doing."""

Seating: TypeAlias = Join | Leave | Gone | Forgotten | Return | TakeSeat | AskSeat | LetIn
"""Who comes, goes and takes which seat."""

Entry: TypeAlias = Arrangement | Befalling | Seating | Choose | Start | Act | PlayOn | VoteEnd | End
