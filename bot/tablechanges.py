"""The one transition of a table: ``apply(table, entry)`` returns the table after an entry of its log."""

from __future__ import annotations

from bot.entries import (
    Act,
    AddAi,
    Arrange,
    Arrangement,
    AskSeat,
    Befalling,
    Choose,
    End,
    Entry,
    Expire,
    Forgotten,
    Gone,
    Invite,
    Join,
    Leave,
    LetIn,
    Place,
    PlayOn,
    RemoveAi,
    Return,
    SetLevel,
    SetOptions,
    Start,
    TakeSeat,
    Threaded,
    Vanish,
    VoteEnd,
)
from bot.table import AI_NAMES, MISSES, Handover, Occupant, Refusal, Refused, Request, Stage, Table
from engine import game as engine
from engine.actions import (
    Deal,
    DrawDealer,
    IllegalAction,
    Play,
    PlayBlind,
    Reason,
    Seat,
    with_seat,
)
from engine.ai.levels import Level
from engine.options import MAX_PLAYERS, MIN_PLAYERS
from engine.replacing import replace
from engine.state import Phase


def apply(table: Table, entry: Entry) -> Table:
    """Return the table after the entry; raise `Refused` or `IllegalAction`, the table unchanged."""
    if not table.is_open:
        raise Refused(Refusal.TABLE_OVER)
    after = replace(_changed(table, entry), version=table.version + 1)
    requests = tuple(it for it in after.requests if _stands(after, it))
    return after if requests == after.requests else replace(after, requests=requests)


def _changed(table: Table, entry: Entry) -> Table:
    match entry:
        case Join():
            return _join(table, entry)
        case Leave() | Gone() | Forgotten():
            return _go(table, entry)
        case Return(user_id):
            return _set_away(table, user_id, away=False)
        case Start():
            return _start(table, entry)
        case Act():
            return _act(table, entry)
        case TakeSeat() | AskSeat() | LetIn():
            return _change_hands(table, entry)
        case Choose():
            return _choose(table, entry)
        case PlayOn() | VoteEnd() | End():
            return _went_on_or_ended(table, entry)
        case Expire() | Threaded() | Vanish():
            return _befallen(table, entry)
        case _:
            _require_lobby_host(table, entry.user_id)
            return _arranged(table, entry)


def _arranged(table: Table, entry: Arrangement) -> Table:
    """Change what the host arranges in the lobby."""
    match entry:
        case AddAi(_, level):
            if not table.settings.ai_players:
                raise Refused(Refusal.PEOPLE_ONLY)
            return replace(table, seats=_with_ai(table.seats, level))
        case RemoveAi(_, name):
            return replace(table, seats=_without_ai(table.seats, Refusal.NO_AI_SEAT, name))
        case SetLevel(_, name, level):
            at = _ai_seat(table.seats, Refusal.NO_AI_SEAT, name)
            return replace(table, seats=with_seat(table.seats, at, replace(table.seats[at], level=level)))
        case SetOptions(_, options):
            return replace(table, options=options, options_version=table.version + 1)
        case Arrange(_, settings):
            return replace(table, settings=settings, options_version=table.version + 1)
        case Invite(_, places):
            ai = (Occupant(None, it.name, level=it.level) for it in places if it.user_id is None)
            return replace(table, places=places, seats=_in_order(places, (*table.seats, *ai)))


def _join(table: Table, entry: Join) -> Table:
    if table.seat_of(entry.user_id) is not None:
        raise Refused(Refusal.ALREADY_SEATED)
    if table.stage is not Stage.LOBBY:
        raise Refused(Refusal.SEAT_TO_TAKE if len(table.present) < len(table.humans) else Refusal.ALREADY_STARTED)
    seats = table.seats
    if len(seats) == MAX_PLAYERS:
        seats = _without_ai(seats, Refusal.TABLE_FULL)
    newcomer = Occupant(entry.user_id, entry.name, contribution=str(entry.interaction_id))
    seats = _in_order(table.places, (*seats, newcomer))
    return replace(table, seats=seats, host_id=table.host_id or entry.user_id)


def _in_order(places: tuple[Place, ...], seats: tuple[Occupant, ...]) -> tuple[Occupant, ...]:
    """Return the seats in the order of a rematch's places; whoever had none comes last."""

    def place(seat: Occupant) -> int:
        mine = (at for at, it in enumerate(places) if it.user_id == seat.user_id)
        named = (at for at, it in enumerate(places) if it.user_id is None and it.name == seat.name)
        return next(mine if seat.user_id is not None else named, len(places))

    return tuple(sorted(seats, key=place))


def _leave(table: Table, user_id: int) -> Table:
    seat = table.require_seat(user_id)
    if table.stage is Stage.PLAYING:
        return _set_away(table, user_id, away=True)
    places = tuple(place for place in table.places if place.user_id != user_id)
    table = replace(table, seats=(*table.seats[:seat], *table.seats[seat + 1 :]), places=places)
    if not table.humans:
        return replace(table, stage=Stage.ENDED)
    return _counted(_hand_on_host(table))


def _go(table: Table, entry: Leave | Gone | Forgotten) -> Table:
    """Let somebody leave; who is forgotten asks for no seat, and is asked for no rematch any more."""
    user_id = entry.user_id
    if not isinstance(entry, Forgotten):
        return _leave(table, user_id)
    requests = tuple(it for it in table.requests if it.user_id != user_id)
    places = tuple(it for it in table.places if it.user_id != user_id)
    table = replace(table, requests=requests, places=places)
    seat = table.seat_of(user_id)
    return table if seat is None or table.seats[seat].away else _leave(table, user_id)


def _set_away(table: Table, user_id: int, *, away: bool) -> Table:
    seat = table.require_seat(user_id)
    if table.stage is not Stage.PLAYING:
        raise Refused(Refusal.NOT_STARTED)
    held = table.seats[seat]
    if away and held.away:
        raise Refused(Refusal.SEAT_IS_AWAY)
    if not away and not held.away and not held.missed:
        raise Refused(Refusal.ALREADY_SEATED)
    table = replace(table, seats=with_seat(table.seats, seat, replace(held, away=away, missed=0)))
    # Once somebody is back or has left, those at the table are others than those who agreed to play on.
    return _counted(_hand_on_host(table if held.away == away else replace(table, playing_on=False)))


def _hand_on_host(table: Table) -> Table:
    """Make somebody who is present the host where the host is not."""
    if not table.present or any(person.user_id == table.host_id for person in table.present):
        return table
    return replace(table, host_id=table.present[0].user_id or 0)


def _change_hands(table: Table, entry: TakeSeat | AskSeat | LetIn) -> Table:
    if table.stage is not Stage.PLAYING:
        raise Refused(Refusal.NOT_STARTED)
    match entry:
        case TakeSeat(user_id, name, holder_id):
            if not table.takeover_is_free:
                raise Refused(Refusal.HOST_ONLY)
            return _take_over(table, Request(user_id, name, holder_id))
        case AskSeat(user_id, name, holder_id):
            return _ask(table, Request(user_id, name, holder_id))
        case LetIn(user_id, guest_id):
            return _let_in(table, user_id, guest_id)


def _ask(table: Table, request: Request) -> Table:
    """Note who asks for which seat; somebody who asks for another one takes the first request back."""
    _require_free(table, request)
    if request in table.requests:
        raise Refused(Refusal.ALREADY_ASKED)
    others = tuple(it for it in table.requests if it.user_id != request.user_id)
    return replace(table, requests=(*others, request))


def _let_in(table: Table, user_id: int, guest_id: int) -> Table:
    if user_id != table.host_id:
        raise Refused(Refusal.HOST_ONLY)
    asked = next((it for it in table.requests if it.user_id == guest_id), None)
    if asked is None:
        raise Refused(Refusal.REQUEST_LAPSED)
    return _take_over(table, asked)


def _take_over(table: Table, request: Request) -> Table:
    """Seat somebody else on an away seat, with the hand and the points it has."""
    seat = _require_free(table, request)
    newcomer = Occupant(request.user_id, request.name)
    taken = replace(
        table,
        seats=with_seat(table.seats, seat, newcomer),
        handovers=(*table.handovers, Handover(len(table.log), seat, table.seats[seat], newcomer)),
        # What an AI is thinking out for this seat is out of date.
        decided=with_seat(table.decided, seat, table.version + 1),
        chosen=with_seat(table.chosen, seat, None),
        playing_on=False,
    )
    return _hand_on_host(taken)


def _require_free(table: Table, request: Request) -> Seat:
    """Return the seat that is asked for; raise `Refused` where this person can't have it."""
    if table.seat_of(request.user_id) is not None:
        raise Refused(Refusal.ALREADY_SEATED)
    seat = table.seat_of(request.holder_id)
    if seat is None or not table.seats[seat].away:
        raise Refused(Refusal.SEAT_NOT_FREE)
    return seat


def _stands(table: Table, request: Request) -> bool:
    """Return whether what somebody asked for can still be given to them."""
    try:
        _require_free(table, request)
    except Refused:
        return False
    return table.stage is Stage.PLAYING


def _went_on_or_ended(table: Table, entry: PlayOn | VoteEnd | End) -> Table:
    match entry:
        case PlayOn(user_id):
            return _play_on(table, user_id)
        case VoteEnd(user_id):
            return _vote_end(table, user_id)
        case End():
            return _end(table, entry)


def _play_on(table: Table, user_id: int) -> Table:
    if table.stage is not Stage.PLAYING:
        raise Refused(Refusal.NOT_STARTED)
    if table.seats[table.require_seat(user_id)].away:
        raise Refused(Refusal.SEAT_IS_AWAY)
    return replace(table, playing_on=True)


def _require_lobby_host(table: Table, user_id: int) -> None:
    if table.stage is not Stage.LOBBY:
        raise Refused(Refusal.ALREADY_STARTED)
    if user_id != table.host_id:
        raise Refused(Refusal.HOST_ONLY)


def _with_ai(seats: tuple[Occupant, ...], level: Level) -> tuple[Occupant, ...]:
    if len(seats) == MAX_PLAYERS:
        raise Refused(Refusal.TABLE_FULL)
    taken = {seat.name for seat in seats if seat.user_id is None}
    name = next(name for name in AI_NAMES if name not in taken)
    return (*seats, Occupant(None, name, level=level))


def _without_ai(seats: tuple[Occupant, ...], otherwise: Refusal, name: str | None = None) -> tuple[Occupant, ...]:
    at = _ai_seat(seats, otherwise, name)
    return (*seats[:at], *seats[at + 1 :])


def _ai_seat(seats: tuple[Occupant, ...], otherwise: Refusal, name: str | None) -> Seat:
    """Return where the AI player of this name sits, without a name the last one."""
    there = (at for at, seat in enumerate(seats) if seat.user_id is None and name in (None, seat.name))
    at = max(there, default=None)
    if at is None:
        raise Refused(otherwise)
    return at


def _start(table: Table, entry: Start) -> Table:
    _require_lobby_host(table, entry.user_id)
    seats = table.seats
    if not table.places:  # a rematch keeps its order: whoever deals next comes first
        seats = tuple(sorted(seats, key=lambda seat: seat.user_id != table.host_id))
    if not table.settings.ai_players and len(table.humans) < max(MIN_PLAYERS, len(seats)):
        raise Refused(Refusal.PEOPLE_ONLY)
    while len(seats) < MIN_PLAYERS:
        seats = _with_ai(seats, table.settings.ai_level)
    return replace(
        table,
        seats=seats,
        stage=Stage.PLAYING,
        game=engine.new_game(table.options, len(seats)),
        shares=(*(seat.contribution for seat in seats if seat.contribution), str(entry.interaction_id)),
        decided=(0,) * len(seats),
        chosen=(None,) * len(seats),
    )


def _choose(table: Table, entry: Choose) -> Table:
    seat = table.require_seat(entry.user_id)
    if table.stage is not Stage.PLAYING:
        raise Refused(Refusal.NOT_STARTED)
    if entry.card is not None and entry.card not in table.choosable(seat):
        raise IllegalAction(Reason.NOT_POSSIBLE)
    table = replace(table, chosen=with_seat(table.chosen, seat, entry.card), acted=_with_actor(table, seat))
    return _count_missed(table, seat, missed=False)


def _act(table: Table, entry: Act) -> Table:
    action = entry.action
    game, _ = engine.apply(table.playing, action)
    stage = Stage.FINISHED if engine.phase(game) is Phase.OVER else table.stage
    log = (*table.log, action)
    if isinstance(action, DrawDealer | Deal):
        return replace(table, game=game, stage=stage, log=log)
    decided = with_seat(table.decided, action.seat, table.version + 1)
    played = isinstance(action, Play | PlayBlind)
    chosen = with_seat(table.chosen, action.seat, None) if played else table.chosen
    # What happens by itself says nothing about whether the person is there.
    acted = table.acted if entry.missed or entry.by_itself else _with_actor(table, action.seat)
    after = replace(table, game=game, stage=stage, log=log, decided=decided, chosen=chosen, acted=acted)
    return after if entry.by_itself else _count_missed(after, action.seat, missed=entry.missed)


def _with_actor(table: Table, seat: Seat) -> frozenset[tuple[Seat, int]]:
    """Return who has acted where, now also whoever decides for this seat; an AI isn't anybody."""
    held = table.seats[seat]
    if held.user_id is None or held.away:
        return table.acted
    return table.acted | {(seat, held.user_id)}


def _count_missed(table: Table, seat: Seat, *, missed: bool) -> Table:
    """Note that a person's time was up, or that they are there; after some in a row an AI keeps the seat."""
    held = table.seats[seat]
    if held.played_by_ai or (not missed and not held.missed):
        return table
    count = held.missed + 1 if missed else 0
    held = replace(held, missed=count, away=count >= MISSES)
    return _counted(_hand_on_host(replace(table, seats=with_seat(table.seats, seat, held))))


def _counted(table: Table) -> Table:
    """End the table once most of those present want it: somebody who leaves may make them the most."""
    cast = sum(person.user_id in table.votes for person in table.present)
    over = table.is_open and table.votes and cast >= table.votes_needed
    return replace(table, stage=Stage.ENDED) if over else table


def _vote_end(table: Table, user_id: int) -> Table:
    if table.seats[table.require_seat(user_id)].away:
        raise Refused(Refusal.SEAT_IS_AWAY)
    if user_id in table.votes:
        raise Refused(Refusal.ALREADY_VOTED)
    return _counted(replace(table, votes=table.votes | {user_id}))


def _befallen(table: Table, entry: Befalling) -> Table:
    """Change what happens to a table without anybody's doing."""
    match entry:
        case Expire():
            if table.stage is not Stage.LOBBY:
                raise Refused(Refusal.ALREADY_STARTED)
            return replace(table, stage=Stage.ENDED)
        case Threaded(thread_id):
            return replace(table, thread_id=thread_id)
        case Vanish():
            return replace(table, stage=Stage.ENDED)


def _end(table: Table, entry: End) -> Table:
    if not entry.moderator and entry.user_id != table.host_id:
        raise Refused(Refusal.MODERATORS_AND_HOST_ONLY)
    return replace(table, stage=Stage.ENDED)
