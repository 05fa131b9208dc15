"""The Bomb that cancels all bids of the round (rules.md §2 bomb = bids)."""

from __future__ import annotations

import pytest

from engine import rules
from engine.actions import Bid, Deal, Play
from engine.cards import card, cards, codes
from engine.events import BidsCancelled, CardPlayed
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Bidding, Bomb, SumRule
from engine.state import Phase
from engine.view import view
from tests.engine.playing import act, after, bid, here, led, play, ready, table, with_specials

BIDS = with_specials("BOMB", bomb=Bomb.BIDS)


def test_from_the_moment_a_bomb_is_played_all_bids_of_the_round_are_cancelled() -> None:
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=BIDS, bids=(1, 1, 2)), "R1")
    assert not here(game).cancelled
    game, events = apply(game, Play(1, card("BOMB")))
    assert events == (CardPlayed(1, card("BOMB")), BidsCancelled())
    assert [seen.cancelled for seat in (None, 0, 1, 2) if (seen := view(game, seat).round)] == [True] * 4


def test_everybody_scores_10_per_trick_taken_and_nothing_is_lost() -> None:
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=BIDS, bids=(0, 2, 2)), "R1 BOMB R9 Y3 Y1 Y2")
    score = game.scores[-1]
    assert (score.cancelled, score.taken, score.points) == (True, (0, 0, 2), (0, 0, 20))
    assert game.totals == (0, 0, 20)


def test_an_exact_bid_earns_no_more_than_its_tricks() -> None:
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=BIDS, bids=(0, 0, 2)), "R1 BOMB R9 Y3 Y1 Y2")
    assert game.scores[-1].points == (0, 0, 20)


def test_a_bomb_in_the_last_trick_cancels_the_bids_of_the_whole_round() -> None:
    game = play(led("R1 Y1", "R2 BOMB", "R9 Y3", options=BIDS, bids=(0, 0, 2)), "R1 R2 R9 Y3 Y1 BOMB")
    assert game.scores[-1].points == (0, 0, 20)


def test_the_trick_is_won_normally_and_the_bomb_is_the_lowest_card() -> None:
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=BIDS), "R1 BOMB R9")
    assert (here(game).tricks[0].winner, here(game).taken, to_act(game)) == (2, (0, 0, 1), (2,))
    options = with_specials("BOMB WITCH DRAGON", bomb=Bomb.BIDS)
    game = play(led("BOMB Y1", "WITCH Y2", "FAIRY Y3", options=options), "BOMB WITCH FAIRY")
    assert here(game).tricks[0].winner == 2


def test_a_bomb_that_is_not_played_cancels_nothing() -> None:
    game = play(led("R1", "R2", "R9", options=BIDS, bids=(0, 0, 1)), "R1 R2 R9")
    assert (game.scores[-1].cancelled, game.scores[-1].points) == (False, (20, 20, 30))


def test_the_next_round_counts_again() -> None:
    game = play(led("R1", "BOMB", "R9", options=BIDS), "R1 BOMB R9")
    assert game.scores[-1].cancelled
    game = after(game, Deal((cards("R1 R2"), cards("Y1 Y2"), cards("G1 G2")), card("J")))
    game = play(bid(game, 1, 0, 0), "Y1 G1 R1 Y2 G2 R2")
    assert (game.scores[-1].cancelled, game.scores[-1].points) == (False, (20, -10, 20))


def test_a_turned_up_bomb_cancels_nothing() -> None:
    game = led("R1", "R2", "R9", upcard="BOMB", options=BIDS, bids=(0, 0, 1))
    assert (here(game).trump, here(game).cancelled) == (None, False)
    assert play(game, "R1 R2 R9").scores[-1].points == (20, 20, 30)


def test_a_vampire_that_is_a_bomb_cancels_the_bids_too() -> None:
    options = with_specials("BOMB VAMPIRE", bomb=Bomb.BIDS)
    game = play(led("R1 Y1", "VAMPIRE Y2", "R9 Y3", upcard="BOMB", options=options, bids=(0, 0, 2)), "R1")
    game, events = apply(game, Play(1, card("VAMPIRE")))
    assert events[1:] == (BidsCancelled(),)
    game = play(game, "R9 Y3 Y1 Y2")
    assert game.scores[-1].points == (0, 0, 20)


def test_a_vampire_that_is_something_else_cancels_nothing() -> None:
    options = with_specials("BOMB VAMPIRE", bomb=Bomb.BIDS)
    game = play(led("R1 Y1", "VAMPIRE Y2", "R9 Y3", upcard="J", options=options), "R1 VAMPIRE R9")
    assert not here(game).cancelled


def test_a_second_bomb_adds_nothing() -> None:
    """The Witch takes the Bomb back, and it is played again."""
    options = with_specials("BOMB WITCH", bomb=Bomb.BIDS)
    game = led("R1 R2 R3", "WITCH Y1 Y2", "BOMB Y3 Y4", options=options, bids=(1, 1, 1))
    game = act(game, "R1 WITCH BOMB Y1>BOMB R2")
    game, events = apply(game, Play(1, card("BOMB")))
    assert events == (CardPlayed(1, card("BOMB")),)
    game = play(game, "Y3 R3 Y2 Y4")
    assert (game.scores[-1].taken, game.scores[-1].points) == ((3, 0, 0), (30, 0, 0))


@pytest.mark.parametrize("bidding", Bidding)
def test_the_cloud_changes_nothing_any_more_and_nobody_is_asked(bidding: Bidding) -> None:
    options = with_specials("BOMB CLOUD", bomb=Bomb.BIDS, bidding=bidding)
    game = led("R1 CLOUD", "BOMB Y2", "R9 Y3", options=options, bids=(1, 1, 1))
    game = play(game, "R1 BOMB R9 Y3 CLOUD:R Y2")
    assert (game.scores[-1].bids, game.scores[-1].tricks[1].after) == ((1, 1, 1), ())


def test_the_cloud_changes_nothing_in_the_bombs_own_trick_whichever_came_first() -> None:
    options = with_specials("BOMB CLOUD", bomb=Bomb.BIDS)
    for trick in ("CLOUD:R BOMB R1", "BOMB CLOUD:R R1"):
        hands = [f"{code.partition(':')[0]} Y{seat + 1}" for seat, code in enumerate(trick.split())]
        game = play(led(*hands, options=options, bids=(1, 1, 1)), trick)
        assert (phase(game), here(game).bids, here(game).tricks[0].after) == (Phase.PLAY, (1, 1, 1), ())


def test_a_cloud_before_the_bomb_has_changed_a_bid_that_is_cancelled_later() -> None:
    options = with_specials("BOMB CLOUD", bomb=Bomb.BIDS)
    game = act(led("CLOUD Y1", "R2 Y2", "R3 BOMB", options=options, bids=(1, 0, 0)), "CLOUD:R R2 R3 +1")
    assert here(game).bids == (2, 0, 0)
    assert play(game, "Y1 Y2 BOMB").scores[-1].points == (10, 10, 0)


def test_juggler_and_witch_still_do_what_they_do() -> None:
    options = with_specials("BOMB JUGGLER WITCH", bomb=Bomb.BIDS)
    game = play(led("JUGGLER Y1", "BOMB Y2", "WITCH Y3", options=options), "JUGGLER:R BOMB WITCH")
    game = act(game, "pass=Y1 pass=Y2 pass=Y3 Y2>BOMB")
    assert [codes(hand) for hand in here(game).hands] == ["Y3", "Y1", "BOMB"]
    assert here(game).tricks[0].winner == 0


def test_no_bid_of_the_round_counts_as_made() -> None:
    score = play(led("R1", "BOMB", "R9", options=BIDS, bids=(0, 0, 1)), "R1 BOMB R9").scores[-1]
    assert [score.made(seat) for seat in range(3)] == [False] * 3
    assert [rules.exact_bids([score], seat) for seat in range(3)] == [0] * 3


def test_with_secret_bids_that_they_are_cancelled_is_public_and_the_bids_stay_private() -> None:
    options = with_specials("BOMB", bomb=Bomb.BIDS, bidding=Bidding.SECRET)
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=options, bids=(1, 1, 2)), "R1 BOMB")
    seen = view(game, None).round
    assert seen is not None
    assert (seen.cancelled, seen.bids) == (True, (None, None, None))
    assert view(play(game, "R9 Y3 Y1 Y2"), None).scores[-1].bids == (1, 1, 2)


def test_a_sum_rule_binds_before_the_bomb_as_ever() -> None:
    options = with_specials("BOMB", bomb=Bomb.BIDS, sum_rule=SumRule.ALWAYS)
    game = bid(table("R1 Y1", "BOMB Y2", "R9 Y3", options=options), 1, 0)
    assert [action.tricks for action in legal_actions(game) if isinstance(action, Bid)] == [0, 2]


def test_without_the_bomb_in_the_deck_the_option_has_no_effect() -> None:
    game = play(ready("R1", "R2", "R9", options=with_specials("", bomb=Bomb.BIDS), bids=(0, 0, 1)), "R2 R9 R1")
    assert game.scores[-1].points == (20, 20, 30)


def test_with_bomb_trick_no_bid_is_ever_cancelled() -> None:
    game = led("R1 Y1", "BOMB Y2", "R9 Y3", options=with_specials("BOMB"), bids=(0, 0, 1))
    game = play(game, "R1 BOMB R9")
    assert not here(game).cancelled
    assert play(game, "Y3 Y1 Y2").scores[-1].points == (20, 20, 30)
