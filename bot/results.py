"""What a finished table leaves: its record, and each person's result for the standings."""

from __future__ import annotations

from datetime import datetime

from bot import rematch
from bot.rhythm import Rhythm, calendar_key
from bot.store import Ending, PlayedSeat, SeatResult, Status
from bot.table import Occupant, Stage, Table
from bot.tallies import tallies
from engine import rules
from engine.record import AI, Finish, Handover, Record, SeatHolder, dump
from engine.state import Game


def season(at: datetime) -> str:
    """Return the season an instant belongs to where a server hasn't chosen otherwise: the month, ``2026-11``."""
    return calendar_key(Rhythm.MONTH, at)


def ending(table: Table, at: datetime, in_season: str | None = None) -> Ending:
    """Return what the transaction that ends this table stores; None: it is in the season of the month."""
    played = record(table) if table.stage is Stage.FINISHED else None
    fared = () if played is None else results(played, table.playing)
    counting = played is not None and counts(played)
    return Ending(
        status=Status.ENDED if played is None else Status.FINISHED,
        ended_at=int(at.timestamp() * 1000),
        season=in_season or season(at),
        record=None if played is None else dump(played),
        results=fared,
        counts=counting,
        rematch=None if table.game is None else rematch.dumps(rematch.of(table)),
        ai_results=() if played is None else _ai_results(played, table.playing),
        tallies=tallies(played, table.playing) if counting and played is not None else (),
    )


# --- the record of a table -----------------------------------------------------------------------


def record(table: Table) -> Record:
    """Return the record of a table's finished game."""
    first = {handover.seat: handover.before for handover in reversed(table.handovers)}
    holders = tuple(_holder(first.get(at, seat)) for at, seat in enumerate(table.seats))
    return Record(table.options, holders, table.seed, table.log, _handovers(table), _finish(table))


def _finish(table: Table) -> Finish | None:
    """Return what is to be said of the people at the end; None where AI players have played among themselves."""
    if not table.humans:
        return None
    return Finish(
        table.settings.min_humans,
        tuple(at for at, seat in enumerate(table.seats) if (at, seat.user_id) in table.acted),
        tuple(at for at, seat in enumerate(table.seats) if seat.away),
        table.allows_hints,
    )


def _handovers(table: Table) -> tuple[Handover, ...]:
    """Return who took seats over; of two who took one between two actions only the second held it."""
    last = {(it.since, it.seat): _holder(it.after) for it in table.handovers}
    return tuple(Handover(since, seat, last[since, seat]) for since, seat in sorted(last))


def _holder(seat: Occupant) -> SeatHolder:
    return SeatHolder(AI if seat.user_id is None else str(seat.user_id), seat.name, seat.level)


# --- what a record says of its people ------------------------------------------------------------


def counts(played: Record) -> bool:
    """Return whether a game goes into the standings; an older record doesn't say so, and doesn't count.

    It does when at least as many people acted in it, on the seats they hold, as it needs, and somebody was still at the
    table: a game that only AI players finished is abandoned. Nor does one in which people could ask for hints.
    `bot.ranking` has the rule.
    """
    if played.finish is None or played.finish.hints:
        return False
    people = sum(not holder.is_ai for holder in played.final_seats)
    return len(played.finish.away) < people and len(played.finish.acted) >= played.finish.needed


def results(played: Record, game: Game) -> tuple[SeatResult, ...]:
    """Return the result of each person in a record whose last state is `game`."""
    places, finish = rules.ranking(game), played.finish or Finish(needed=1)
    return tuple(
        SeatResult(
            seat=at,
            user_id=int(holder.player),
            name=holder.name,
            points=game.totals[at],
            place=places[at],
            exact=rules.exact_bids(game.scores, at),
            bids=len(game.scores),
            acted=at in finish.acted,
            away=at in finish.away,
        )
        for at, holder in enumerate(played.final_seats)
        if not holder.is_ai
    )


def _ai_results(played: Record, game: Game) -> tuple[PlayedSeat, ...]:
    places = rules.ranking(game)
    return tuple(
        PlayedSeat(at, None, holder.name, game.totals[at], places[at], holder.level)
        for at, holder in enumerate(played.final_seats)
        if holder.is_ai
    )
