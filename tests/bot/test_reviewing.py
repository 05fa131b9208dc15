"""What a review says of a seat: what there is to judge, whose it was, how good it was, and that it names nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.reviewing import (
    UNREADABLE,
    Dealt,
    Decided,
    Hand,
    Judged,
    Kind,
    Review,
    Tenure,
    accuracy,
    before,
    dumps,
    kind_of,
    loads,
    steps,
    tenure,
)
from engine.actions import Bid, Play
from engine.ai import adept
from engine.ai.advice import Advice, Reason, Why
from engine.cards import card
from engine.game import legal_actions
from engine.options import Options
from engine.presets import PRESETS
from engine.record import AI, Handover, SeatHolder
from engine.specials import Exchange
from engine.view import view
from tests.engine.playing import whole_record

RECORD = replace(
    whole_record(Options(max_rounds=4), 3, 1),
    seats=(SeatHolder("7", "Ada"), SeatHolder(AI, "Alma"), SeatHolder("8", "Bo")),
    handovers=(Handover(9, 2, SeatHolder("9", "Cleo")), Handover(20, 0, SeatHolder("8", "Bo"))),
)
END = len(RECORD.actions)
BETTER = Advice(Bid(0, 2), Reason(Why.SURE_AND_LIKELY, 1, 1))
REVIEW = Review(
    (
        Judged(3, Kind.BID, 0.0, 12.0, None),
        Judged(9, Kind.CARD, 8.5, 20.0, BETTER),
        Judged(30, Kind.OTHER, 1.5, 8.0, Advice(Exchange(0, card("R1"), card("W")), Reason(Why.COMES_TRUE, times=7))),
    ),
    (Hand(2, 4.0, 9.0), Hand(12, -1.0, 16.0)),
)


# --- what there is to judge ----------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["standard", "jubilee-30"])
def test_every_decision_with_a_choice_is_judged_by_what_the_seat_knew(preset: str) -> None:
    record = whole_record(replace(PRESETS[preset], max_rounds=4), 4, 3, (adept,))
    found = list(steps(record, 1))
    assert len([it for it in found if isinstance(it, Dealt)]) == 4
    decided = [it for it in found if isinstance(it, Decided)]
    assert {kind_of(it.chosen) for it in decided} >= {Kind.BID, Kind.CARD}
    expected = []
    for at, action in enumerate(record.actions):
        game = before(record, at)
        if getattr(action, "seat", None) == 1 and len(legal_actions(game, 1)) > 1:
            expected.append((at, view(game, 1), action))
    assert [(it.at, it.seen, it.chosen) for it in decided] == expected


def test_a_hand_is_looked_at_before_anybody_bids() -> None:
    for it in steps(RECORD, 0):
        if isinstance(it, Dealt):
            assert not any(it.seen.round.has_bid)
            assert len(it.seen.round.hand) == it.seen.round.size


# --- whose it was --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user_id", "held"),
    [(7, Tenure(0, 0, 20)), (8, Tenure(0, 20, END)), (9, Tenure(2, 9, END)), (10, None), (0, None)],
)
def test_everybody_has_the_seat_they_held_last_as_long_as_they_held_it(user_id: int, held: Tenure | None) -> None:
    assert tenure(RECORD, user_id) == held


def test_of_a_seat_that_changed_hands_each_sees_their_own_part() -> None:
    first, second = REVIEW.during(Tenure(0, 0, 9)), REVIEW.during(Tenure(0, 9, END))
    assert [it.at for it in (*first.judged, *first.hands)] == [3, 2]
    assert [it.at for it in (*second.judged, *second.hands)] == [9, 30, 12]


# --- how good it was -----------------------------------------------------------------------------


def test_accuracy_is_the_share_of_what_was_at_stake() -> None:
    assert accuracy(REVIEW.judged) == pytest.approx(1 - 10 / 40)
    assert accuracy(REVIEW.of(Kind.BID)) == 1
    assert accuracy([Judged(1, Kind.CARD, 30.0, 30.0, BETTER), Judged(2, Kind.CARD, 0.0, 10.0, None)]) == 0.25
    assert accuracy([Judged(1, Kind.CARD, 30.0, 10.0, BETTER)]) == 0, "worse than by chance"
    assert accuracy([Judged(1, Kind.CARD, 0.0, 0.0, None)]) is None
    assert accuracy([]) is None


def test_the_costliest_come_first_and_what_cost_nothing_never() -> None:
    assert [it.at for it in REVIEW.costliest(3)] == [9, 30]
    assert [it.at for it in REVIEW.costliest(1)] == [9]


def test_luck_adds_up_with_its_error() -> None:
    assert REVIEW.luck() == (3.0, 5.0)


# --- as text -------------------------------------------------------------------------------------


def test_a_review_is_read_back() -> None:
    assert loads(dumps(REVIEW)) == REVIEW
    assert "Ada" not in dumps(REVIEW)
    assert isinstance(loads(dumps(REVIEW)).judged[1].better.decision, Bid | Play)


@pytest.mark.parametrize("text", ["", "{}", '{"version":2,"judged":[],"hands":[]}', '{"version":1,"judged":[[1]]}'])
def test_another_versions_review_is_not_read(text: str) -> None:
    with pytest.raises(UNREADABLE):
        loads(text)
