"""Hidden and secret bidding (rules.md §2): who may bid when, and who sees a bid when."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.actions import Bid, Reason, Seat
from engine.events import BidMade
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Bidding, Options
from engine.specials import BidMoved, MoveBid
from engine.state import Game, Phase
from engine.view import RoundView, view
from tests.engine.playing import after, bid, here, led, play, refusal, table, with_specials

HANDS = ("R1 R2", "Y1 Y2", "G1 G2")
CLOSED = (Bidding.HIDDEN, Bidding.SECRET)
EVERYBODY: tuple[Seat | None, ...] = (None, 0, 1, 2)


def _table(bidding: Bidding) -> Game:
    return table(*HANDS, options=Options(bidding=bidding))


def _seen(game: Game, seat: Seat | None) -> RoundView:
    seen = view(game, seat).round
    assert seen is not None
    return seen


def _bids_seen(game: Game) -> list[tuple[int | None, ...]]:
    """Return the bids as a spectator and the seats see them."""
    return [_seen(game, seat).bids for seat in EVERYBODY]


# --- when ----------------------------------------------------------------------------------------


def test_open_bids_are_given_in_turn() -> None:
    game = _table(Bidding.OPEN)
    assert to_act(game) == (1,)
    assert {action.seat for action in legal_actions(game)} == {1}


@pytest.mark.parametrize("bidding", CLOSED)
def test_hidden_and_secret_bids_are_given_at_the_same_time(bidding: Bidding) -> None:
    game = _table(bidding)
    assert set(to_act(game)) == {0, 1, 2}
    for seat in range(3):
        assert view(game, seat).legal == legal_actions(game, seat) == tuple(Bid(seat, said) for said in range(3))
    assert set(to_act(after(game, Bid(2, 1)))) == {0, 1}


@pytest.mark.parametrize("bidding", CLOSED)
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_hidden_and_secret_bids_may_come_in_any_order(bidding: Bidding, order: tuple[int, ...]) -> None:
    game = _table(bidding)
    for seat in order:
        assert phase(game) is Phase.BIDDING
        game = after(game, Bid(seat, seat))
    assert (here(game).bids, phase(game), to_act(game)) == ((0, 1, 2), Phase.PLAY, (1,))


@pytest.mark.parametrize("bidding", CLOSED)
def test_a_bid_is_final_once_given(bidding: Bidding) -> None:
    game = after(_table(bidding), Bid(2, 1))
    assert refusal(game, Bid(2, 1)) is refusal(game, Bid(2, 0)) is Reason.NOT_YOUR_TURN
    assert view(game, 2).legal == ()


# --- who sees it ---------------------------------------------------------------------------------


def test_an_open_bid_is_seen_by_all_at_once() -> None:
    assert _bids_seen(after(_table(Bidding.OPEN), Bid(1, 2))) == [(None, 2, None)] * 4


@pytest.mark.parametrize("bidding", CLOSED)
def test_that_a_bid_was_given_is_public_and_its_value_not(bidding: Bidding) -> None:
    game = after(_table(bidding), Bid(2, 1), Bid(0, 0))
    assert [_seen(game, seat).has_bid for seat in EVERYBODY] == [(True, False, True)] * 4
    assert _bids_seen(game) == [(None,) * 3, (0, None, None), (None,) * 3, (None, None, 1)]


def test_hidden_bids_are_revealed_together_before_play() -> None:
    game = after(_table(Bidding.HIDDEN), Bid(2, 1), Bid(0, 0))
    assert _bids_seen(game)[0] == (None, None, None)
    game = after(game, Bid(1, 2))
    assert phase(game) is Phase.PLAY
    assert _bids_seen(game) == [(0, 2, 1)] * 4


def test_secret_bids_stay_private_until_the_round_is_scored_and_then_all_see_them() -> None:
    game = after(_table(Bidding.SECRET), Bid(2, 1), Bid(0, 0), Bid(1, 2))
    for played in ("", "Y1 G1 R1", "Y2 G2"):
        game = play(game, played)
        assert _bids_seen(game) == [(None,) * 3, (0, None, None), (None, 2, None), (None, None, 1)]
    game = play(game, "R2")
    assert [view(game, seat).scores[-1].bids for seat in EVERYBODY] == [(0, 2, 1)] * 4


def test_with_secret_bids_the_trick_counts_stay_public() -> None:
    game = play(after(_table(Bidding.SECRET), Bid(2, 1), Bid(0, 0), Bid(1, 2)), "Y1 G1 R1")
    assert [_seen(game, seat).taken for seat in EVERYBODY] == [(0, 1, 0)] * 4
    assert [_seen(game, seat).tricks[0].winner for seat in EVERYBODY] == [1] * 4


@pytest.mark.parametrize("bidding", CLOSED)
def test_no_view_depends_on_the_bids_it_may_not_show(bidding: Bidding) -> None:
    one, other = (after(_table(bidding), Bid(2, said), Bid(0, 0)) for said in (0, 2))
    assert [view(one, seat) == view(other, seat) for seat in EVERYBODY] == [True, True, True, False]
    assert [repr(view(one, seat)) == repr(view(other, seat)) for seat in (None, 0, 1)] == [True] * 3


def test_no_view_of_a_whole_secret_round_depends_on_the_others_bids() -> None:
    one, other = (after(_table(Bidding.SECRET), Bid(2, said), Bid(0, 0), Bid(1, 1)) for said in (0, 2))
    for played in ("Y1 G1 R1", "Y2 G2"):
        one, other = play(one, played), play(other, played)
        assert [view(one, seat) == view(other, seat) for seat in EVERYBODY] == [True, True, True, False]


@pytest.mark.parametrize("bidding", CLOSED)
def test_no_private_bid_is_ever_printed(bidding: Bidding) -> None:
    printed = set()
    for said in (0, 2):
        game, events = apply(_table(bidding), Bid(2, said))
        assert events == (BidMade(2, said),)
        shown = [game, game.round, *events, *(view(game, seat) for seat in EVERYBODY)]
        printed.add(" ".join(f"{value} {value!r}" for value in shown[:-1]))
    assert len(printed) == 1


def test_no_secret_change_of_a_bid_is_ever_printed() -> None:
    game = led(
        "R9 R1 R2", "CLOUD Y1 Y2", "G1 G2 G3", options=with_specials("CLOUD", bidding=Bidding.SECRET), bids=(1,) * 3
    )
    printed = set()
    for by in (1, -1):
        after_it, events = apply(play(game, "R9 CLOUD:B G1"), MoveBid(0, by))
        assert events == (BidMoved(0, by),)
        printed.add(repr((after_it, events)))
    assert len(printed) == 1


@pytest.mark.parametrize("bidding", Bidding)
def test_the_same_bids_score_the_same_whoever_saw_them(bidding: Bidding) -> None:
    game = play(bid(_table(bidding), *[0] * 3), "Y1 G1 R1 Y2 G2 R2")
    assert (game.scores[-1].bids, game.scores[-1].points) == ((0, 0, 0), (20, -20, 20))
