"""What a finished table leaves: its record, and from that alone the results and whether the game counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from random import Random

import pytest

from bot.entries import Act, Arrange, Entry, Join, Leave, Return, Start, TakeSeat
from bot.results import counts, ending, results
from bot.store import Status
from bot.table import Stage, Table
from bot.tablechanges import apply
from bot.tablesettings import Hints, TableSettings, Takeover
from engine.actions import CHANCE, Deal
from engine.ai import adept
from engine.dealing import chance
from engine.game import to_act
from engine.options import Options
from engine.record import Finish, Handover, SeatHolder, load
from engine.view import view

AT = datetime(2026, 11, 30, tzinfo=UTC)
FREE = TableSettings(takeover=Takeover.FREE)


def finished(*entries: Entry, settings: TableSettings = FREE, missed: bool = False) -> Table:
    """Return a table of two people that was played to the end, these entries happening after the first deal."""
    empty = Table(1, 2, 3, Options(max_rounds=2), bytes(32))
    seated = (Join(1, "Ada", 11), Join(2, "Bo", 12), Arrange(1, settings), Start(1, 13))
    table = reduce(apply, seated, empty)
    extra = list(entries)
    while table.is_open:
        if table.automatic() == CHANCE:
            table = apply(table, Act(chance(table.playing, table.seed)))
        elif extra:
            table = apply(table, extra.pop(0))
        else:
            at = to_act(table.playing)[0]
            late = missed and at == 1 and not table.seats[at].away
            table = apply(table, Act(adept(view(table.playing, at), Random(1)), missed=late))
    return table


def test_a_finished_game_of_two_people_counts() -> None:
    table = finished()
    over = ending(table, AT)
    assert (over.status, over.season, over.counts) == (Status.FINISHED, "2026-11", True)
    assert [(result.user_id, result.points) for result in over.results] == list(
        zip((1, 2), table.playing.totals, strict=False)
    )


@pytest.mark.parametrize(("least", "counted"), [(1, True), (2, True), (3, False)])
def test_as_many_people_make_it_count_as_when_it_was_opened(least: int, counted: bool) -> None:
    table = finished(settings=replace(FREE, min_humans=least))
    assert ending(table, AT).counts == counted


@pytest.mark.parametrize(("hints", "counted"), [(Hints.USUAL, True), (Hints.ON, False), (Hints.OFF, True)])
def test_a_game_in_which_people_could_ask_for_hints_does_not_count(hints: Hints, counted: bool) -> None:
    over = ending(finished(settings=replace(FREE, hints=hints)), AT)
    assert over.counts is counted
    assert counts(load(over.record or "")) is counted, "the record says it, too"


def test_a_game_that_only_ai_players_finished_does_not_count() -> None:
    table = finished(Leave(1), Leave(2))
    assert table.stage is Stage.FINISHED
    over = ending(table, AT)
    assert not over.counts
    assert load(over.record or "").finish == Finish(2, acted=(), away=(0, 1))


def test_the_record_says_who_took_over_and_the_points_are_theirs() -> None:
    table = finished(Leave(2), TakeSeat(4, "Dana", 2), Leave(4), TakeSeat(5, "Eve", 4))
    over = ending(table, AT)
    record = load(over.record or "")
    assert [holder.player for holder in record.seats] == ["1", "2", "ai"]
    dealt = next(at for at, action in enumerate(record.actions) if isinstance(action, Deal)) + 1
    assert record.handovers == (Handover(dealt, 1, SeatHolder("5", "Eve")),)
    assert [result.user_id for result in over.results] == [1, 5]


@pytest.mark.parametrize(
    ("entries", "missed", "finish"),
    [
        ((), False, Finish(2, acted=(0, 1))),
        ((Leave(2),), False, Finish(2, acted=(0,), away=(1,))),
        ((Leave(2), Return(2)), False, Finish(2, acted=(0, 1))),
        ((), True, Finish(2, acted=(0,), away=(1,))),
        ((Leave(2), TakeSeat(4, "Dana", 2)), False, Finish(2, acted=(0, 1))),
    ],
)
def test_the_record_alone_gives_results_and_whether_the_game_counts(
    entries: tuple[Entry, ...], missed: bool, finish: Finish
) -> None:
    over = ending(finished(*entries, missed=missed), AT)
    record = load(over.record or "")
    assert record.finish == finish
    assert (results(record, record.game()), counts(record)) == (over.results, over.counts)


def test_an_older_record_does_not_say_who_acted() -> None:
    record = load(ending(finished(), AT).record or "")
    old = replace(record, finish=None)
    assert not counts(old)
    assert [(it.user_id, it.acted, it.away) for it in results(old, old.game())] == [
        (1, False, False),
        (2, False, False),
    ]
