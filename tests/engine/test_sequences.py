"""Whole sequences of play (rules.md §4), one test each.

Sequence 15, whole random games, is test_properties.py and, with special cards, test_special_games.py.
"""

from __future__ import annotations

import pytest

from engine.actions import Bid, Deal, DrawDealer, IllegalAction, NameTrump, Play, Reason
from engine.cards import Suit, card, cards, codes, deck
from engine.dealing import chance
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Options
from engine.specials import Exchange
from engine.state import Game, Phase
from tests.engine.playing import after, bid, here, led, play, ready, refusal, seed_of, table, with_specials


def test_1_dealer_0_of_four_bids_last_and_seat_1_leads() -> None:
    game, order = table("R1", "R2", "R3", "R4", dealer=0), []
    for _ in range(4):
        order += to_act(game)
        game = bid(game, 0)
    assert order == [1, 2, 3, 0]
    assert (phase(game), to_act(game)) == (Phase.PLAY, (1,))


def test_2_the_lead_follows_the_last_tricks_winner() -> None:
    game = ready("R1 R4 R7", "R2 R5 R8", "R3 R6 R9")
    leaders = []
    for trick in ("R2 R3 R4", "R7 R5 R6", "R1 R8 R9"):
        leaders += to_act(game)
        game = play(game, trick)
    assert leaders == [1, 0, 0]
    assert [done.winner for done in game.scores[-1].tricks] == [0, 0, 2]


def test_3_a_second_card_of_one_player_in_a_trick_is_refused_and_the_hand_unchanged() -> None:
    game = play(ready("R1 Y1", "R2 Y2", "R3 Y3"), "R2")
    hand = here(game).hands[1]
    assert refusal(game, Play(1, hand[0])) is Reason.NOT_YOUR_TURN
    assert here(game).hands[1] == hand == cards("Y2")


def test_4_playing_one_of_two_jesters_leaves_the_other() -> None:
    game = play(ready("R1 R2 R3", "J J W", "Y1 Y2 Y3"), "J")
    assert here(game).hands[1] == cards("J W")


def test_5_a_new_round_starts_from_all_cards_again() -> None:
    game = play(ready("R1", "R2", "R3"), "R2 R3 R1")
    again = after(game, Deal(tuple(map(cards, ("R1 Y1", "R2 Y2", "R3 Y3"))), cards("B1")[0]))
    assert here(again).hands == (cards("R1 Y1"), cards("R2 Y2"), cards("R3 Y3"))


def test_6_the_last_round_turns_nothing_up_and_has_no_trump() -> None:
    pack = [face.code for face in deck()]
    hands = [" ".join(pack[seat * 10 : (seat + 1) * 10]) for seat in range(6)]
    game = table(*hands, upcard=None)
    assert (here(game).number, here(game).trump) == (10, None)
    game = bid(game, *[0] * 6)
    while phase(game) is Phase.PLAY:
        game = _any_card(game)
    assert (phase(game), len(game.scores), game.scores[-1].trump) == (Phase.OVER, 10, None)


def _any_card(game: Game) -> Game:
    seat = to_act(game)[0]
    for face in here(game).hands[seat]:
        try:
            return apply(game, Play(seat, face))[0]
        except IllegalAction:
            continue
    raise AssertionError(f"seat {seat} can play nothing")


def test_7_after_dealer_seat_0_comes_seat_1() -> None:
    game = play(ready("R1", "R2", "R3", dealer=0), "R2 R3 R1")
    assert game.dealer == 1
    game = after(game, chance(game, seed_of(1)))
    assert here(game).dealer == 1


def test_7_after_the_last_seat_seat_0_deals() -> None:
    game = play(ready("R1", "R2", "R3", dealer=2), "R1 R2 R3")
    assert game.dealer == 0
    assert phase(game) is Phase.DEAL


def test_8_after_a_red_trick_the_leader_of_the_next_may_play_anything() -> None:
    game = play(ready("R1 Y1 R5", "R2 Y2 R6", "R3 Y3 B4"), "R2 R3 R1")
    assert to_act(game) == (2,)
    for face in cards("Y3 B4"):
        assert here(after(game, Play(2, face))).trick.cards == (face,)


def test_9_a_second_tap_on_the_same_bid_is_refused_and_does_not_land_on_the_next_player() -> None:
    game = after(table("R1", "R2", "R3"), Bid(1, 1))
    assert refusal(game, Bid(1, 1)) is Reason.NOT_YOUR_TURN
    assert here(game).bids == (None, 1, None)


def test_10_a_bid_of_0_is_a_bid_and_not_yet_bid_is_something_else() -> None:
    game = after(table("R1", "R2", "R3"), Bid(1, 0))
    assert here(game).bids == (None, 0, None)
    assert to_act(game) == (2,)
    game = play(bid(game, 0, 0), "R2 R3 R1")
    assert game.scores[-1].bids == (0, 0, 0)


@pytest.mark.parametrize("suit", [*Suit, None])
def test_11_the_werewolfs_holder_gets_the_wizard_and_names_a_suit_or_none_and_the_dealer_is_not_asked(
    suit: Suit | None,
) -> None:
    game = table("R1 R2", "Y1 WEREWOLF", "G1 G2", upcard="W", options=with_specials("WEREWOLF"))
    assert (codes(here(game).hands[1]), here(game).upcard) == ("Y1 W", card("WEREWOLF"))
    assert (phase(game), to_act(game)) == (Phase.TRUMP, (1,))
    assert refusal(game, NameTrump(0, Suit.RED)) is Reason.NOT_YOUR_TURN
    game = after(game, NameTrump(1, suit))
    assert (here(game).trump, phase(game), to_act(game)) == (suit, Phase.BIDDING, (1,))


def test_12_the_witch_may_take_the_red_2_or_the_wizard_whose_player_still_has_the_trick() -> None:
    game = play(led("R2 R3", "WITCH B1", "W G1", options=with_specials("WITCH")), "R2 WITCH W")
    takes = (Exchange(1, card("B1"), card("R2")), Exchange(1, card("B1"), card("W")))
    assert legal_actions(game) == (Exchange(1), *takes)
    for take in takes:
        exchanged = after(game, take)
        assert here(exchanged).hands[1] == (take.take,)
        assert (here(exchanged).tricks[0].winner, here(exchanged).taken, to_act(exchanged)) == (2, (0, 0, 1), (2,))


def test_13_a_witch_as_last_card_exchanges_nothing() -> None:
    game = play(led("R2 R3", "B1 WITCH", "W G1", options=with_specials("WITCH")), "R2 B1 W G1 R3")
    game, events = apply(game, Play(1, card("WITCH")))
    assert [type(event).__name__ for event in events] == ["CardPlayed", "TrickTaken", "RoundScored"]
    assert game.scores[-1].tricks[-1].after == ()


@pytest.mark.parametrize("trick", ["CLOUD:R BOMB R1", "BOMB CLOUD:R R1", "R1 BOMB CLOUD:R"])
def test_14_with_cloud_and_bomb_in_a_trick_no_bid_changes(trick: str) -> None:
    hands = [f"{code.partition(':')[0]} Y{seat + 1}" for seat, code in enumerate(trick.split())]
    game = play(led(*hands, options=with_specials("CLOUD BOMB"), bids=(1, 1, 1)), trick)
    assert (phase(game), here(game).bids, here(game).tricks[0].after) == (Phase.PLAY, (1, 1, 1), ())


def test_the_first_dealer_drawn_deals_the_first_round() -> None:
    game = after(Game(Options(), 3), DrawDealer(2), Deal(tuple(map(cards, ("R1", "R2", "R3"))), cards("J")[0]))
    assert (here(game).dealer, to_act(game)) == (2, (0,))
