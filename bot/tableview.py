"""What one person, or the whole channel, may know of a table: the only thing renderers get."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.entries import Place
from bot.table import Occupant, Refusal, Refused, Request, Stage, Table
from bot.tablesettings import TableSettings
from engine.actions import Seat
from engine.cards import Card
from engine.dealing import commitment
from engine.options import Options
from engine.view import View, view


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as `seat` (None: a spectator, the channel) may see it."""

    id: int
    version: int
    options: Options
    options_version: int
    host_id: int
    seats: tuple[Occupant, ...]
    stage: Stage
    commitment: str
    """The SHA-256 of the secret behind the deals, in hex."""
    seat: Seat | None
    decision: int
    """Names the decision the seat has open; see `Table.decided`."""
    game: View | None
    settings: TableSettings
    deadline: int | None
    """When the table stops waiting, in milliseconds since the epoch."""
    thread_id: int | None
    """The thread the table is played in; 0 or None: it is played in its channel."""
    present: int
    """How many people play themselves."""
    requests: tuple[Request, ...]
    hints: bool
    """Whether people may ask for hints; then the game doesn't count."""
    too_few: bool
    """Whether those who are left have yet to say how it goes on; see `Table.too_few`."""
    invited: tuple[Place, ...]
    """The people of the last game who have not joined this one yet."""
    plays_itself: bool
    """Whether the viewer's chosen or only possible card is about to be played by itself."""
    chosen: Card | None = field(repr=False)
    """The card the viewer has chosen for their coming turn."""
    choosable: tuple[Card, ...] = field(repr=False)
    """The cards the viewer may choose for it."""

    @property
    def people(self) -> int:
        """Return how many seats people hold."""
        return sum(seat.user_id is not None for seat in self.seats)

    @property
    def is_open(self) -> bool:
        """Return whether anything can still happen here."""
        return self.stage.is_open

    @property
    def playing(self) -> View:
        """Return the view of the game; raise `Refused` before its start."""
        if self.game is None:
            raise Refused(Refusal.NOT_STARTED)
        return self.game


def public_view(table: Table) -> TableView:
    """Return what everybody in the channel may know."""
    return _build(table, None)


def seat_view(table: Table, seat: Seat) -> TableView:
    """Return what the person on this seat may know."""
    return _build(table, seat)


def _build(table: Table, seat: Seat | None) -> TableView:
    return TableView(
        id=table.id,
        version=table.version,
        options=table.options,
        options_version=table.options_version,
        host_id=table.host_id,
        seats=table.seats,
        stage=table.stage,
        commitment=commitment(table.secret),
        seat=seat,
        decision=table.decided[seat] if seat is not None and table.decided else 0,
        game=None if table.game is None else view(table.game, seat),
        settings=table.settings,
        deadline=table.deadline,
        thread_id=table.thread_id,
        present=len(table.present),
        invited=table.invited,
        plays_itself=seat is not None and table.automatic() == seat and table.by_itself(seat) is not None,
        chosen=table.chosen[seat] if seat is not None and table.chosen else None,
        choosable=() if seat is None else table.choosable(seat),
        requests=table.requests,
        hints=table.allows_hints,
        too_few=table.too_few,
    )
