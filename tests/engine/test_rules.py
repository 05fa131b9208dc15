"""Rules of the base game (rules.md §1), one test per sentence: cards, trump, play and scores."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import rules
from engine.actions import Bid, Deal, IllegalAction, NameTrump, Play
from engine.cards import JESTER, WIZARD, Card, Suit, card, cards, codes, deck, sort_key, unseen, without
from engine.dealing import shuffled
from engine.events import GameOver, RoundScored
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Length, Options
from engine.state import Phase
from tests.engine.playing import after, bid, here, play, ready, seed_of, table, whole_game


def _playable(game_hand: str, trick: str) -> str:
    return codes(rules.legal_cards(cards(game_hand), cards(trick)))


def _winner(trick: str, trump: Suit | None = None) -> str:
    faces = cards(trick)
    return f"{faces[rules.winner(faces, trump)]} at {rules.winner(faces, trump)}"


# --- the cards -----------------------------------------------------------------------------------


def test_the_deck_has_13_cards_in_four_suits_four_wizards_and_four_jesters() -> None:
    counts = Counter(face.code for face in deck())
    suit_cards = {f"{suit}{rank}": 1 for suit in "RYGB" for rank in range(1, 14)}
    assert counts == suit_cards | {"W": 4, "J": 4}
    assert len(deck()) == 60


def test_a_card_is_what_its_code_says() -> None:
    assert (card("B7").suit, card("B7").rank, str(card("B7"))) == (Suit.BLUE, 7, "B7")
    assert (WIZARD.suit, JESTER.suit) == (None, None)
    assert all(card(face.code) is face for face in deck())


@pytest.mark.parametrize("code", ["", "R0", "R14", "r1", "R01", "X1", "WW", "B", "R1 R2"])
def test_other_texts_are_no_cards(code: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(code)


def test_codes_and_cards_are_inverse() -> None:
    assert codes(cards("R13 W J W")) == "R13 W J W"


def test_a_hand_is_ordered_wizards_then_suits_high_to_low_then_jesters() -> None:
    pack: list[Card] = sorted(cards("J B1 R2 W G5 R13 Y9 J W"), key=sort_key)
    assert codes(pack) == "W W R13 R2 Y9 G5 B1 J J"


def test_taking_a_card_out_leaves_its_twin() -> None:
    assert codes(without(cards("J W J"), JESTER)) == "W J"


def test_unseen_counts_what_is_left_and_shows_a_card_seen_too_often() -> None:
    left = unseen(cards("W W R1 R1"))
    assert (left[WIZARD], left[JESTER], left[card("R1")], left.total()) == (2, 4, -1, 56)


def test_all_cards_are_shuffled_together_before_every_round() -> None:
    first, second = shuffled(seed_of(1), 1), shuffled(seed_of(1), 2)
    assert Counter(first) == Counter(second) == Counter(deck())
    assert first != second


# --- the rounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_standard_game_deals_one_more_card_each_round(players: int, rounds: int) -> None:
    assert rules.schedule(Options(), players) == tuple(range(1, rounds + 1))


def test_n_is_the_hand_size_and_not_the_number_of_the_round() -> None:
    game = table(*["R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"], options=Options(length=Length.QUICK))
    assert (here(game).number, here(game).size) == (2, 3)
    assert legal_actions(game) == tuple(Bid(1, said) for said in range(4))


# --- trump ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("upcard", "suit"), [("R1", "R"), ("Y13", "Y"), ("G7", "G"), ("B2", "B")])
def test_a_suit_card_turned_up_makes_its_suit_trump(upcard: str, suit: str) -> None:
    game = table("R2", "R3", "R4", upcard=upcard)
    assert (here(game).trump, phase(game)) == (Suit(suit), Phase.BIDDING)


def test_a_jester_turned_up_means_no_trump() -> None:
    game = table("R2", "R3", "R4", upcard="J")
    assert (here(game).trump, phase(game)) == (None, Phase.BIDDING)


def test_after_a_turned_up_wizard_the_dealer_names_a_suit_before_anyone_bids() -> None:
    game = table("R2", "R3", "R4", upcard="W", dealer=1)
    assert (phase(game), to_act(game)) == (Phase.TRUMP, (1,))
    assert legal_actions(game) == tuple(NameTrump(1, suit) for suit in Suit)
    game = after(game, NameTrump(1, Suit.GREEN))
    assert (here(game).trump, phase(game), to_act(game)) == (Suit.GREEN, Phase.BIDDING, (2,))


def test_the_dealer_never_names_no_trump() -> None:
    game = table("R2", "R3", "R4", upcard="W")
    assert None not in [action.suit for action in legal_actions(game) if isinstance(action, NameTrump)]
    assert len(legal_actions(game)) == 4


def test_nothing_left_to_turn_up_means_no_trump() -> None:
    pack = [face.code for face in deck()]
    hands = [" ".join(pack[seat * 20 : (seat + 1) * 20]) for seat in range(3)]
    game = table(*hands, upcard=None)
    assert (here(game).upcard, here(game).trump, phase(game)) == (None, None, Phase.BIDDING)


def test_no_trump_follows_from_the_empty_stock_and_not_from_the_last_round() -> None:
    game = after(table("R1", "R2", "R3", options=Options(max_rounds=1), upcard="B9"))
    assert (len(rules.schedule(game.options, 3)), here(game).trump) == (1, Suit.BLUE)


@pytest.mark.parametrize("upcard", ["R9", "J"])
def test_the_turned_up_card_stays_visible_and_out_of_play(upcard: str) -> None:
    game = ready("R1", "R2", "R3", upcard=upcard)
    assert here(game).upcard == card(upcard)
    assert all(card(upcard) not in hand for hand in here(game).hands)


# --- bids ----------------------------------------------------------------------------------------


def test_bids_go_clockwise_from_the_dealers_left_and_the_dealer_is_last() -> None:
    assert rules.bid_order(2, 5) == (3, 4, 0, 1, 2)
    game, order = table("R1", "R2", "R3", "R4", dealer=2), []
    while phase(game) is Phase.BIDDING:
        order += to_act(game)
        game = bid(game, 0)
    assert order == [3, 0, 1, 2]


def test_a_bid_is_any_number_from_none_to_all_tricks() -> None:
    game = table("R1 R2", "R3 R4", "R5 R6")
    assert legal_actions(game) == (Bid(1, 0), Bid(1, 1), Bid(1, 2))


def test_the_sum_of_the_bids_may_equal_the_tricks() -> None:
    game = bid(table("R1 R2", "R3 R4", "R5 R6"), 1, 1, 0)
    assert (here(game).bids, phase(game)) == ((0, 1, 1), Phase.PLAY)


# --- play ----------------------------------------------------------------------------------------


def test_the_dealers_left_leads_the_first_trick() -> None:
    assert to_act(ready("R1", "R2", "R3", dealer=1)) == (2,)


def test_each_tricks_winner_leads_the_next() -> None:
    game = play(ready("R1 Y1", "R2 Y2", "R9 Y3"), "R2 R9 R1")
    assert to_act(game) == (2,)
    assert to_act(play(game, "Y3 Y1 Y2")) == (-1,)


def test_the_first_card_of_a_suit_is_the_suit_to_follow() -> None:
    assert rules.led_suit(cards("Y3 R9")) is Suit.YELLOW
    assert rules.led_suit(()) is None


def test_a_led_wizard_frees_the_whole_trick_also_after_later_suit_cards() -> None:
    assert rules.led_suit(cards("W R3 R4")) is None
    assert _playable("R1 B2", "W R3") == "R1 B2"


def test_a_wizard_after_a_led_jester_frees_the_trick() -> None:
    assert rules.led_suit(cards("J W R3")) is None
    assert _playable("R1 B2", "J W R3") == "R1 B2"


def test_a_wizard_after_the_led_suit_frees_nobody() -> None:
    assert _playable("R1 B2", "R3 W") == "R1"


def test_a_led_jester_passes_the_choice_to_the_next_non_jester() -> None:
    assert rules.led_suit(cards("J J G4 R2")) is Suit.GREEN
    assert _playable("R1 G2", "J J G4") == "G2"
    assert _playable("R1 G2", "J J") == "R1 G2"


def test_holding_the_led_suit_one_plays_it_or_a_wizard_or_a_jester() -> None:
    assert _playable("R1 R5 B2 W J", "R3") == "R1 R5 W J"


def test_without_the_led_suit_anything_may_be_played() -> None:
    assert _playable("B2 G1 W J", "R3") == "B2 G1 W J"


def test_there_is_no_duty_to_trump_or_to_beat() -> None:
    game = play(ready("R2 B3", "Y9 Y4", "Y1 Y12", upcard="B1"), "Y9")
    assert legal_actions(game) == (Play(2, card("Y1")), Play(2, card("Y12")))
    game = play(game, "Y1")
    assert legal_actions(game) == (Play(0, card("R2")), Play(0, card("B3")))


def test_equal_cards_are_one_legal_action() -> None:
    game = ready("R1 R2 R3", "W J W", "Y1 Y2 Y3")
    assert legal_actions(game) == (Play(1, WIZARD), Play(1, JESTER))


# --- who wins ------------------------------------------------------------------------------------


def test_first_wizard_wins_the_trick() -> None:
    assert _winner("R13 W Y1 W", Suit.YELLOW) == "W at 1"


def test_without_a_wizard_the_highest_trump_wins() -> None:
    assert _winner("R13 Y2 Y5 R12", Suit.YELLOW) == "Y5 at 2"


def test_without_wizard_and_trump_the_highest_card_of_the_led_suit_wins() -> None:
    assert _winner("R4 B13 R9 J", Suit.YELLOW) == "R9 at 2"
    assert _winner("J R4 B13 R9") == "R9 at 3"


def test_a_card_off_suit_never_wins() -> None:
    assert _winner("R1 B13 G13 Y13") == "R1 at 0"


def test_of_only_jesters_the_first_wins() -> None:
    assert _winner("J J J", Suit.RED) == "J at 0"


def test_a_jester_loses_to_any_card_of_the_led_suit() -> None:
    assert _winner("J J R1", Suit.BLUE) == "R1 at 2"


# --- scores --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tricks", "points"), [(0, 20), (1, 30), (2, 40), (20, 220)])
def test_an_exact_bid_scores_20_and_10_a_trick(tricks: int, points: int) -> None:
    assert rules.score(tricks, tricks) == points


@pytest.mark.parametrize(("said", "taken", "points"), [(0, 1, -10), (3, 1, -20), (1, 4, -30), (20, 0, -200)])
def test_a_missed_bid_loses_10_a_trick_of_difference_and_nothing_else(said: int, taken: int, points: int) -> None:
    assert rules.score(said, taken) == points


def test_totals_may_be_negative() -> None:
    game = play(bid(table("R1", "R2", "R3"), 0, 0, 1), "R2 R3 R1")
    assert game.totals == (-10, 20, -10)


def test_the_final_standings_include_the_last_round() -> None:
    game = bid(table("R1", "R2", "R3", options=Options(max_rounds=1)), 0, 1, 0)
    game = play(game, "R2 R3")
    game, events = apply(game, Play(0, card("R1")))
    assert phase(game) is Phase.OVER
    assert game.totals == (20, 20, 30)
    assert [type(event) for event in events[-2:]] == [RoundScored, GameOver]
    assert events[-1] == GameOver(places=(2, 2, 1))


def test_the_highest_total_wins_and_equal_totals_share_a_place_and_skip_the_next() -> None:
    assert rules.places((40, 40, -10)) == (1, 1, 3)
    assert rules.places((10, 30, 20, 30, 10)) == (4, 1, 3, 1, 4)
    assert rules.places((0, 0, 0)) == (1, 1, 1)


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_game_ends_after_the_last_card_of_the_last_round(players: int, rounds: int) -> None:
    game = whole_game(Options(), players, number=players)
    assert (len(game.scores), game.scores[-1].upcard, game.round) == (rounds, None, None)
    with pytest.raises(IllegalAction, match="game_over"):
        apply(game, Deal((), None))
