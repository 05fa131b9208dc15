"""A table as a value: seats, host, stage and the game on it, folded from the table's log.

Like the engine, but for what happens around a game: people join and leave, AI players fill seats, the host
starts. Every change is an `Entry`; `bot.tablechanges.apply` returns the table after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.entries import (
    Place,
)
from bot.former import FORMER_NAME
from bot.pace import LOBBY_SECONDS
from bot.tablesettings import TableSettings, Takeover
from engine import game as engine
from engine import rules, special
from engine.actions import (
    CHANCE,
    Action,
    Play,
    Seat,
)
from engine.ai.levels import Level
from engine.cards import Card
from engine.dealing import Seed
from engine.options import Bidding, Options
from engine.state import Game, Phase

MISSES: Final = 2
"""After so many decisions in a row for which the time was up a seat no longer waits for its person."""
AI_NAMES: Final = ("Alma", "Brann", "Celeste", "Dario", "Esme", "Falk")


class Stage(StrEnum):
    """How far a table is."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"

    @property
    def is_open(self) -> bool:
        """Return whether anything can still happen at the table."""
        return self in (Stage.LOBBY, Stage.PLAYING)


class Refusal(StrEnum):
    """Why something can't be done at a table."""

    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    TABLE_FULL = "table_full"
    NO_AI_SEAT = "no_ai_seat"
    HOST_ONLY = "host_only"
    MODERATORS_AND_HOST_ONLY = "moderators_and_host_only"
    ALREADY_STARTED = "already_started"
    SEAT_TO_TAKE = "seat_to_take"
    NOT_STARTED = "not_started"
    TABLE_OVER = "table_over"
    SEAT_IS_AWAY = "seat_is_away"
    ALREADY_VOTED = "already_voted"
    PEOPLE_ONLY = "people_only"
    SEAT_NOT_FREE = "seat_not_free"
    ALREADY_ASKED = "already_asked"
    REQUEST_LAPSED = "request_lapsed"


class Refused(Exception):
    """A change the table does not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat. ``user_id`` is None for an AI player, ``level`` for a person.

    ``away``: an AI plays for the person.

    ``missed`` counts the decisions in a row that an AI had to make because the time was up.
    """

    user_id: int | None
    name: str
    contribution: str | None = None
    away: bool = False
    missed: int = 0
    level: Level | None = None

    @property
    def plays_as(self) -> Level:
        """Return how strong the AI is that decides for this seat: Adept where it stands in for a person."""
        return self.level or Level.ADEPT

    @property
    def played_by_ai(self) -> bool:
        """Return whether an AI decides for this seat."""
        return self.user_id is None or self.away


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody without a seat asks for the seat of a person who is away."""

    user_id: int
    name: str
    holder_id: int


@dataclass(frozen=True, slots=True)
class Handover:
    """A seat that somebody took over in play; ``since`` counts the actions of the game before."""

    since: int
    seat: Seat
    before: Occupant
    after: Occupant


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two entries of its log; ``version`` counts the entries."""

    id: int
    guild_id: int
    channel_id: int
    options: Options
    secret: bytes = field(repr=False)
    host_id: int = 0
    seats: tuple[Occupant, ...] = ()
    stage: Stage = Stage.LOBBY
    game: Game | None = None
    version: int = 0
    options_version: int = 0
    """The version after the last choice of options: it names the options that can be seen and changed."""
    shares: tuple[str, ...] = ()
    """Everybody's share in the shuffles, fixed at the start: who takes a seat over later changes no deal."""
    decided: tuple[int, ...] = ()
    """Per seat, the version after its last decision: it names the decision the seat has open."""
    log: tuple[Action, ...] = field(default=(), repr=False)
    """The actions of the game so far."""
    settings: TableSettings = field(default_factory=TableSettings)
    votes: frozenset[int] = frozenset()
    """Who wants the table to end."""
    thread_id: int | None = None
    """The thread the table is played in; 0 where there is none to be had, None as long as nobody has tried."""
    chosen: tuple[Card | None, ...] = field(default=(), repr=False)
    """Per seat, the card its person has chosen for their coming turn."""
    places: tuple[Place, ...] = ()
    """In a rematch the order of the seats: the one who deals next comes first."""
    handovers: tuple[Handover, ...] = ()
    acted: frozenset[tuple[Seat, int]] = frozenset()
    """The seats with whoever has made a decision of their own on them."""
    requests: tuple[Request, ...] = ()
    playing_on: bool = False
    """Whether those who are left have agreed to finish with AI players."""
    deadline: int | None = None
    """When the table stops waiting, in milliseconds since the epoch. It is not in the log: the store keeps it."""

    @property
    def seed(self) -> Seed:
        """Return what all deals of this table follow from."""
        return Seed(self.secret, self.shares)

    @property
    def is_open(self) -> bool:
        """Return whether anything can still happen here."""
        return self.stage.is_open

    @property
    def humans(self) -> tuple[Occupant, ...]:
        """Return the people at the table, away or not."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def place(self) -> int:
        """Return the channel or thread the table is shown in."""
        return self.thread_id or self.channel_id

    @property
    def wants_thread(self) -> bool:
        """Return whether a thread is still to be made for it."""
        return self.settings.thread and self.stage is Stage.PLAYING and self.thread_id is None

    @property
    def present(self) -> tuple[Occupant, ...]:
        """Return the people who play themselves."""
        return tuple(seat for seat in self.humans if not seat.away)

    @property
    def invited(self) -> tuple[Place, ...]:
        """Return the people of the last game who have not joined this one yet."""
        return tuple(it for it in self.places if it.user_id is not None and self.seat_of(it.user_id) is None)

    @property
    def former(self) -> frozenset[int]:
        """Return who held a seat in play and holds none any more."""
        before = {handover.before.user_id for handover in self.handovers}
        return frozenset(person for person in before if person is not None and self.seat_of(person) is None)

    @property
    def allows_hints(self) -> bool:
        """Return whether people may ask for hints; then the game doesn't count."""
        return self.settings.allow_hints(len(self.humans))

    @property
    def takeover_is_free(self) -> bool:
        """Return whether an away seat is taken over without asking: also where nobody is left to be asked."""
        return self.settings.takeover is Takeover.FREE or not self.present

    @property
    def too_few(self) -> bool:
        """Return whether those who are left, fewer than a game needs to count, have yet to say how it goes on."""
        enough = min(self.settings.min_humans, len(self.humans))  # who sat down with AI players alone misses nobody
        return self.stage is Stage.PLAYING and 0 < len(self.present) < enough and not self.playing_on

    @property
    def votes_needed(self) -> int:
        """Return how many votes end the table: more than half of the people present."""
        return len(self.present) // 2 + 1

    def wait(self) -> tuple[object, ...] | None:
        """Return what the table waits for a person to do, the same value as long as it is the same; None: for nobody.

        Where several decide at the same time they have that time together.
        """
        if self.stage is Stage.LOBBY:
            return (Stage.LOBBY, self.version)
        if self.stage is not Stage.PLAYING or self.automatic() is not None:
            return None
        here = engine.current_round(self.playing)
        phase = engine.phase(self.playing)
        together = phase is Phase.SPECIAL or (phase is Phase.BIDDING and self.options.bidding is not Bidding.OPEN)
        who = () if together else engine.to_act(self.playing)
        return (phase, here.number, len(here.tricks), len(here.asks), *who)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Return the people whose decision the game waits for."""
        if self.stage is not Stage.PLAYING or self.automatic() is not None:
            return ()
        waiting = (self.seats[seat].user_id for seat in engine.to_act(self.playing))
        return tuple(user_id for user_id in waiting if user_id is not None)

    def seconds(self) -> int | None:
        """Return how long the table waits for a person now; None: for ever, or not at all."""
        if self.stage is Stage.LOBBY:
            return LOBBY_SECONDS
        return None if self.wait() is None else self.settings.clock.seconds(engine.phase(self.playing))

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat a person holds, away or not."""
        return next((at for at, seat in enumerate(self.seats) if seat.user_id == user_id), None)

    def require_seat(self, user_id: int) -> Seat:
        """Return the seat a person holds; raise `Refused` when there is none."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        return seat

    @property
    def playing(self) -> Game:
        """Return the game; raise `Refused` before its start."""
        if self.game is None:
            raise Refused(Refusal.NOT_STARTED)
        return self.game

    def automatic(self) -> Seat | None:
        """Return who acts now without a person: `CHANCE`, or a seat that needs no click; None to wait."""
        if self.stage is not Stage.PLAYING:
            return None
        for seat in engine.to_act(self.playing):
            if seat == CHANCE or self.seats[seat].played_by_ai or self.by_itself(seat) is not None:
                return seat
        return None

    def by_itself(self, seat: Seat) -> Play | None:
        """Return what a person plays without a click: the card chosen before, or the only one where that is set."""
        if self.stage is not Stage.PLAYING or self.seats[seat].played_by_ai:
            return None
        chosen = self.chosen[seat]
        if chosen is None and not self.settings.auto_play:
            return None
        legal = engine.legal_actions(self.playing, seat)
        if chosen is not None and Play(seat, chosen) in legal:
            return Play(seat, chosen)
        match legal:
            case (Play() as only,) if self.settings.auto_play:
                return only
        return None

    def without(self, user_id: int, former_id: int) -> Table:
        """Return the table with an id that is nobody's in the place of a person's, as its log has it by now."""

        def person(held: int) -> int:
            return former_id if held == user_id else held

        def occupant(seat: Occupant) -> Occupant:
            return replace(seat, user_id=former_id, name=FORMER_NAME) if seat.user_id == user_id else seat

        def place(it: Place) -> Place:
            return Place(former_id, FORMER_NAME) if it.user_id == user_id else it

        def request(it: Request) -> Request:
            name = FORMER_NAME if it.user_id == user_id else it.name
            return Request(person(it.user_id), name, person(it.holder_id))

        return replace(
            self,
            host_id=person(self.host_id),
            seats=tuple(map(occupant, self.seats)),
            votes=frozenset(map(person, self.votes)),
            places=tuple(map(place, self.places)),
            handovers=tuple(replace(it, before=occupant(it.before), after=occupant(it.after)) for it in self.handovers),
            acted=frozenset((seat, person(held)) for seat, held in self.acted),
            requests=tuple(map(request, self.requests)),
        )

    def choosable(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards a person may choose for their coming turn: those of which nothing has to be said."""
        if not self.settings.pre_moves or self.stage is not Stage.PLAYING or self.seats[seat].played_by_ai:
            return ()
        here = self.playing.round
        if here is None or engine.phase(self.playing) is not Phase.PLAY:
            return ()
        if rules.forehead_round(self.options, here.size):
            return ()
        return tuple(face for face in here.hands[seat] if not special.choices(face, here.copied))
