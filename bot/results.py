"""What a finished table leaves: its record, and each person's result for the standings."""

from __future__ import annotations

from datetime import datetime

from bot import rematch
from bot.rhythm import Rhythm, calendar_key
from bot.store import Ending, PlayedSeat, SeatResult, Status
from bot.table import Occupant, Stage, Table
from bot.tallies import tallies
from engine import rules
from engine.record import AI, Handover, Record, SeatHolder, dump


def season(at: datetime) -> str:
    """Return the season an instant belongs to where a server hasn't chosen otherwise: the month, ``2026-11``."""
    return calendar_key(Rhythm.MONTH, at)


def ending(table: Table, at: datetime, min_humans: int, in_season: str | None = None) -> Ending:
    """Return what the transaction that ends this table stores; None: it is in the season of the month.

    A game counts when it was played to its end, at least ``min_humans`` people acted in it on the seats they hold,
    and somebody was still at the table: a game that only AI players finished is abandoned. `bot.ranking` has the rule.
    """
    finished = table.stage is Stage.FINISHED
    fared = results(table) if finished else ()
    present = any(not seat.away for seat in table.humans)
    acted = sum(seat.acted for seat in fared)
    counts = finished and present and acted >= min_humans
    played = record(table) if finished else None
    return Ending(
        status=Status.FINISHED if finished else Status.ENDED,
        ended_at=int(at.timestamp() * 1000),
        season=in_season or season(at),
        record=None if played is None else dump(played),
        results=fared,
        counts=counts,
        rematch=None if table.game is None else rematch.dumps(rematch.of(table)),
        ai_results=_ai_results(table) if finished else (),
        tallies=tallies(played, table.playing) if counts and played is not None else (),
    )


def record(table: Table) -> Record:
    """Return the record of a table's game so far."""
    first = {handover.seat: handover.before for handover in reversed(table.handovers)}
    holders = tuple(_holder(first.get(at, seat)) for at, seat in enumerate(table.seats))
    return Record(table.options, holders, table.seed, table.log, _handovers(table))


def _handovers(table: Table) -> tuple[Handover, ...]:
    """Return who took seats over; of two who took one between two actions only the second held it."""
    last = {(it.since, it.seat): _holder(it.after) for it in table.handovers}
    return tuple(Handover(since, seat, last[since, seat]) for since, seat in sorted(last))


def _holder(seat: Occupant) -> SeatHolder:
    return SeatHolder(AI if seat.user_id is None else str(seat.user_id), seat.name, seat.level)


def results(table: Table) -> tuple[SeatResult, ...]:
    """Return the result of each person at a finished table."""
    game = table.playing
    places = rules.ranking(game)
    return tuple(
        SeatResult(
            seat=at,
            user_id=seat.user_id,
            name=seat.name,
            points=game.totals[at],
            place=places[at],
            exact=rules.exact_bids(game.scores, at),
            bids=len(game.scores),
            acted=(at, seat.user_id) in table.acted,
            away=seat.away,
        )
        for at, seat in enumerate(table.seats)
        if seat.user_id is not None
    )


def _ai_results(table: Table) -> tuple[PlayedSeat, ...]:
    totals, places = table.playing.totals, rules.ranking(table.playing)
    return tuple(
        PlayedSeat(at, None, seat.name, totals[at], places[at], seat.level)
        for at, seat in enumerate(table.seats)
        if seat.user_id is None
    )
