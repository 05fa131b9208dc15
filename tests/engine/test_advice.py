"""What a coach says where everybody knows what is right, and that it says no more than its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.actions import CHANCE
from engine.ai.advice import Advice, Reason, Why, advise
from engine.ai.assessment import assess, luck
from engine.ai.judgement import Budget
from engine.ai.search import search, trick_chance
from engine.cards import card
from engine.dealing import chance
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.options import Bomb, Options, SumRule
from engine.state import Game, Phase
from engine.view import view
from tests.engine.hidden import redealt
from tests.engine.playing import after, bid, led, play, said, table, with_specials
from tests.engine.random_games import seed_named
from tests.engine.random_tables import table as random_table

DEALS = 8


def advice(game: Game, deals: int = DEALS) -> Advice:
    """Return what whoever's turn it is is told."""
    seen = view(game, to_act(game)[0])
    return advise(seen, search(seen, Random(1), Budget(deals)), Random(2))


def first(*hands: str, **others: object) -> Game:
    """Return a table where seat 0 bids first."""
    return table(*hands, dealer=len(hands) - 1, **others)


# --- bids ----------------------------------------------------------------------------------------

NOTHING = ("Y1 Y2 Y3", "B1 B2 B3", "G1 G2 G3")


@pytest.mark.parametrize(
    ("hand", "upcard", "tricks", "reason"),
    [
        ("W W W", "R1", 3, Reason(Why.SURE, 3)),
        ("J J J", "R1", 0, Reason(Why.NO_TRICK)),
        ("W W J", "R1", 2, Reason(Why.SURE, 2)),
        ("W W R11", "R1", 3, Reason(Why.SURE_AND_LIKELY, 2, 1)),
        ("R10 J J", "R1", 1, Reason(Why.LIKELY, 1)),
    ],
)
def test_a_bid_is_explained_by_sure_and_likely_tricks(hand: str, upcard: str, tricks: int, reason: Reason) -> None:
    found = advice(first(hand, *NOTHING, upcard=upcard))
    assert (found.decision.tricks, found.reason) == (tricks, reason)


def test_where_the_bid_is_forbidden_another_one_is_told() -> None:
    game = table("W W R1", "B1 B2 B3", "G1 G2 G3", upcard="Y1", options=Options(sum_rule=SumRule.ALWAYS))
    found = advice(bid(game, 0, 1))
    assert found.decision.tricks != 2
    assert found.reason.why is Why.FORBIDDEN
    assert found.reason.count == 2


def test_the_only_card_of_a_forehead_round_is_told_by_the_others() -> None:
    game = table("R1", "W", "R13", upcard="R5", options=Options(forehead=True))
    found = advice(game)
    assert (found.decision.tricks, found.reason) == (0, Reason(Why.UNSEEN_CARD, times=9))


def test_a_trump_is_named_of_which_one_has_most() -> None:
    found = advice(table("R11 R12 R13 B1", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4", upcard="W"), deals=16)
    assert (found.decision.suit, found.reason) == ("R", Reason(Why.LONGEST, 3))


# --- cards ---------------------------------------------------------------------------------------


DONE, OVER = Reason(Why.DONE, times=1), Reason(Why.OVER, times=1)


def _lay(*hands: str, bids: tuple[int, ...], played: str = "", **others: object) -> Game:
    return play(led(*hands, bids=bids, **others), played)


@pytest.mark.parametrize(
    ("game", "code", "reason"),
    [
        # the last trick that is needed
        (lambda: _lay("R5 B1", "R7 G2", "R9 J", bids=(0, 0, 1), played="R5 R7"), "R9", Reason(Why.WINS_SURELY, 1)),
        (lambda: _lay("R13 J", "R7 G2", "R9 B3", bids=(1, 0, 0)), "R13", Reason(Why.WINS, 1, 9)),
        # the Wizard is for later
        (lambda: _lay("R5 B1", "W Y1", "R7 G2", bids=(0, 1, 0), played="R5"), "Y1", Reason(Why.KEEPS, 1)),
        # dodged with a Jester
        (lambda: _lay("R5 B1", "J R9", "R7 G2", bids=(1, 0, 0), played="R5"), "J", Reason(Why.DONE_SURELY, 0)),
        (
            lambda: _lay("W J R9", "G1 G2 G3", "B5 B6 B7", bids=(1, 1, 1), played="W G1 B5 J G2 B6"),
            None,
            Reason(Why.ONLY),
        ),
        # a danger less
        (lambda: _lay("W B1", "R13 J", "R7 G2", bids=(1, 0, 0), played="W"), "R13", Reason(Why.RID)),
        # the bid is made, or more than that
        (
            lambda: _lay("W J R9", "G1 G2 G3", "B5 B6 B7", bids=(1, 1, 1), played="W G1 B5"),
            "J",
            Reason(Why.DONE, times=1),
        ),
        (
            lambda: _lay("W J R9", "G1 G2 G3", "B5 B6 B7", bids=(0, 1, 1), played="W G1 B5"),
            "J",
            Reason(Why.OVER, times=1),
        ),
    ],
)
def test_a_card_is_explained_by_its_trick(game: Callable[[], Game], code: str | None, reason: Reason | None) -> None:
    found = advice(game())
    if code is not None:
        assert found.decision.card is card(code)
    if reason is not None:
        assert found.reason == reason


def test_what_is_the_only_card_needs_no_reason() -> None:
    assert advice(_lay("R5", "R9", "R7", bids=(0, 0, 0), upcard="B1")).reason == Reason(Why.ONLY)


def test_a_bid_that_cannot_be_made_any_more_still_saves_points() -> None:
    game = led("R1 W J", "R9 R10 G1", "R7 G2 G3", bids=(3, 0, 0), upcard="B1")
    found = advice(play(game, "J R9 R7 R10 G2"))
    assert (found.decision.card, found.reason) == (card("W"), Reason(Why.LOST, times=10))
    assert said("W", 0) == found.decision


def test_when_the_bids_are_cancelled_every_trick_counts() -> None:
    options = with_specials("BOMB", bomb=Bomb.BIDS)
    game = play(led("BOMB W R1", "R9 R10 G1", "R7 G2 G3", bids=(1, 0, 0), options=options), "BOMB R9 R7")
    game = play(game, "R10 G2")
    assert advice(game) == Advice(said("W", 0), Reason(Why.EVERY_TRICK, times=10))


def test_a_special_decision_is_explained_by_what_comes_of_it() -> None:
    game = led("CLOUD R1 G5", "R3 B2 B3", "R4 G2 G3", bids=(2, 0, 0), upcard="Y1", options=with_specials("CLOUD"))
    found = advice(play(game, "CLOUD:R R3 R4"))
    assert found.decision == said("-1", 0)
    assert found.reason.why in (Why.COMES_TRUE, Why.BRINGS_MORE)


# --- chances -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "code", "known"),
    [
        (lambda: _lay("W R1", "B1 B2", "G1 G2", bids=(0, 0, 0)), "W", 1),
        (lambda: _lay("R1 R2", "R5 B2", "G1 G2", bids=(0, 0, 0), played="R1 R5"), "G1", 0),
        (lambda: _lay("W R2", "R5 B2", "G1 G2", bids=(0, 0, 0), played="W"), "R5", 0),
        (lambda: _lay("R13 R2", "R5 B2", "G1 G2", bids=(0, 0, 0), upcard="W"), "R13", None),
        (lambda: _lay("J R2", "R5 B2", "G1 G2", bids=(0, 0, 0)), "J", None),
    ],
)
def test_what_is_certain_is_told_from_what_is_likely(game: Callable[[], Game], code: str, known: int | None) -> None:
    laid = game()
    found = trick_chance(view(laid, to_act(laid)[0]), card(code), Random(1), 20)
    assert found == known if known is not None else 0 < found < 1


# --- what it costs -------------------------------------------------------------------------------


def test_the_best_costs_nothing_and_a_blunder_what_it_costs() -> None:
    game = first("W W W", *NOTHING, upcard="R1")
    seen = view(game, 0)
    found = search(seen, Random(1), Budget(DEALS))
    good, bad = (assess(seen, said_, found, Random(2)) for said_ in (_bid(0, 3), _bid(0, 0)))
    assert (good.loss, good.better) == (0, None)
    assert bad.loss == pytest.approx(80, abs=1), "50 points for three Wizards, and 30 lost for none of them wanted"
    assert bad.stake >= bad.loss
    assert bad.better == Advice(_bid(0, 3), Reason(Why.SURE, 3))


def _bid(seat: int, tricks: int) -> object:
    return next(it for it in legal_actions(first("W W W", *NOTHING, upcard="R1"), seat) if it.tricks == tricks)


def test_cards_that_are_as_good_as_each_other_cost_nothing() -> None:
    game = _lay("R5 R6 B1", "R9 B2 B3", "R7 G2 G3", bids=(0, 1, 1), upcard="Y1")
    seen = view(game, 0)
    found = search(seen, Random(1), Budget(DEALS))
    twins = [assess(seen, said(code, 0), found, Random(2)).loss for code in ("R5", "R6")]
    assert twins[0] == twins[1]


def test_good_hands_are_luck_and_poor_ones_are_none() -> None:
    good, poor = (first(hand, *NOTHING, upcard="R1") for hand in ("W W W", "R2 Y7 B8"))
    assert luck(view(good, 0), Random(1), 40).points > 10
    assert luck(view(poor, 0), Random(1), 40).points < luck(view(good, 0), Random(1), 40).points
    assert luck(view(good, 0), Random(1), 40).variance > 0
    unseen = table("R1", "W", "R13", upcard="R5", options=Options(forehead=True))
    assert luck(view(unseen, 0), Random(1), 40).points == 0


# --- on every table ------------------------------------------------------------------------------


_LOOKED_AT = 0.15


def test_on_any_table_it_is_legal_and_the_same_whatever_the_others_hold() -> None:
    varied, whys = 0, set()
    for number in range(6):
        on, name = random_table(1, number), f"advice/{number}"
        rng, seed = Random(name), seed_named(name)
        game = new_game(Options(**{**_fields(on.options), "max_rounds": None}), on.players)
        while phase(game) is not Phase.OVER and len(game.scores) < 2:
            seat = to_act(game)[0]
            if seat == CHANCE:
                game, _ = apply(game, chance(game, seed))
                continue
            chosen = rng.choice(legal_actions(game, seat))
            if rng.random() < _LOOKED_AT:
                found = advice(game, 1)
                whys.add(found.reason.why)
                assert found.decision in legal_actions(game, seat)
                other = redealt(game, seat, rng)
                varied += other != game
                assert advice(other, 1) == found
                seen = view(game, seat)
                assert assess(seen, chosen, search(seen, Random(1), Budget(1)), rng).loss >= 0
            game = after(game, chosen)
    assert varied > 25
    assert len(whys) > 6


def _fields(options: Options) -> dict[str, object]:
    return {name: getattr(options, name) for name in options.__slots__}
