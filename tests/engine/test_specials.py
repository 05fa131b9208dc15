"""The special cards in a trick (rules.md §3): General, Dragon, Fairy, Bomb, Shapeshifter and what is turned up."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engine import rules
from engine.actions import NameTrump, Play
from engine.cards import Suit, card, cards, codes, deck
from engine.dealing import deal
from engine.events import TrickTaken
from engine.game import apply, legal_actions, phase, to_act
from engine.options import SPECIAL_CARDS, Length, Options, WizardTurnup
from engine.state import Phase
from tests.engine.playing import act, here, led, play, ready, seed_of, table, with_specials

ALL = frozenset(SPECIAL_CARDS)


def _wins(trick: str, trump: Suit | None = None, copied: str | None = None) -> str:
    faces = cards(trick)
    return faces[rules.winner(faces, trump, None if copied is None else card(copied))].code


def _playable(hand: str, trick: str, copied: str | None = None) -> str:
    return codes(rules.legal_cards(cards(hand), cards(trick), None if copied is None else card(copied)))


# --- rounds and the deck -------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "players"), list(product(Length, range(3, 7))))
def test_specials_add_no_rounds_and_change_no_deal_size(length: Length, players: int) -> None:
    with_all = Options(length=length, special_cards=ALL)
    assert rules.schedule(with_all, players) == rules.schedule(Options(length=length), players)


@pytest.mark.parametrize("chosen", ["BOMB", "WITCH CLOUD", " ".join(SPECIAL_CARDS)])
def test_the_deck_is_the_60_cards_and_each_chosen_special_once(chosen: str) -> None:
    pack = [face.code for face in deck(with_specials(chosen).special_cards)]
    assert pack[:60] == [face.code for face in deck()]
    assert sorted(pack[60:]) == sorted(chosen.split())


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("chosen", ["BOMB", "WITCH CLOUD", " ".join(SPECIAL_CARDS)])
def test_with_specials_a_card_is_always_turned_up_and_as_many_less_one_stay_in_the_stock(
    players: int, chosen: str
) -> None:
    options = with_specials(chosen)
    for number, size in enumerate(rules.schedule(options, players), 1):
        dealt = deal(seed_of(1), number, size, players, options.special_cards)
        assert dealt.upcard is not None
        assert len(deck(options.special_cards)) - players * size - 1 >= len(chosen.split()) - 1


def test_five_rounds_of_all_cards_turn_a_card_up_with_specials() -> None:
    pack = [face.code for face in deck()]
    hands = [" ".join(pack[seat * 20 : (seat + 1) * 20]) for seat in range(3)]
    game = table(*hands, upcard="CLOUD", options=with_specials("CLOUD", length=Length.FIVE))
    assert (here(game).upcard, phase(game)) == (card("CLOUD"), Phase.TRUMP)


# --- playing a special ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code in SPECIAL_CARDS if code != "WEREWOLF"])
def test_a_special_may_be_played_at_any_time_even_when_one_could_follow(code: str) -> None:
    game = play(led("R1 Y1", f"{code} R2", "G1 G2", options=with_specials(code)), "R1")
    bare = [action.card.bare.code for action in legal_actions(game) if isinstance(action, Play)]
    assert list(dict.fromkeys(bare)) == [code, "R2"]


@pytest.mark.parametrize("code", ["JUGGLER", "CLOUD", "VAMPIRE"])
def test_only_plain_suit_cards_oblige_so_these_never_have_to_be_played(code: str) -> None:
    """The Vampire here is a copy of the Y2: with a yellow card led it is still free to stay in the hand."""
    assert _playable(f"{code} B1", "Y9", copied="Y2") == f"{code} B1"
    game = play(led("Y9 R1", f"{code} B1", "G1 G2", upcard="Y2", options=with_specials(code)), "Y9")
    assert Play(1, card("B1")) in legal_actions(game)


# --- order of strength ---------------------------------------------------------------------------

STRONG_TO_WEAK = ("DRAGON", "W", "R2", "B5", "Y9", "J", "FAIRY", "WITCH", "BOMB")
"""Red is trump and blue led; the Y9 is off suit."""


def _blue_led(trick: tuple[str, ...]) -> str:
    """Return who wins these cards after the lowest blue card; red is trump."""
    return _wins(" ".join(("B1", *trick)), Suit.RED)


@pytest.mark.parametrize(("strong", "weak"), list(combinations(("DRAGON", "W", "R2", "B5"), 2)))
def test_dragon_over_wizard_over_trump_over_led_suit_in_either_order(strong: str, weak: str) -> None:
    assert _blue_led((strong, weak)) == _blue_led((weak, strong)) == strong


@pytest.mark.parametrize("weak", ["Y9", "J", "FAIRY", "WITCH", "BOMB", "SHIFT:J"])
def test_below_the_led_suit_nothing_wins(weak: str) -> None:
    assert _blue_led((weak, weak)) == "B1"


@pytest.mark.parametrize(("strong", "weak"), list(combinations(("J", "FAIRY", "WITCH", "BOMB"), 2)))
def test_jester_over_fairy_over_witch_over_bomb_in_either_order(strong: str, weak: str) -> None:
    assert _wins(f"{strong} {weak}") == _wins(f"{weak} {strong}") == strong


@pytest.mark.parametrize("lowest", ["WITCH", "BOMB"])
def test_witch_and_bomb_never_win_a_trick(lowest: str) -> None:
    for others in combinations(["DRAGON", "FAIRY", "W", "R2", "B5", "J", "SHIFT:J", "SHIFT:W", "JUGGLER:R"], 2):
        assert _wins(f"{lowest} {' '.join(others)}", Suit.RED) != lowest
    assert _wins("WITCH BOMB FAIRY") == _wins("BOMB WITCH FAIRY") == "FAIRY"


def test_of_wizards_the_first_wins_and_a_shapeshifter_as_wizard_counts_in_play_order() -> None:
    assert _wins("R1 SHIFT:W W") == "SHIFT:W"
    assert _wins("R1 W SHIFT:W") == "W"


def test_of_jesters_the_first_wins_and_a_shapeshifter_as_jester_is_one() -> None:
    assert _wins("SHIFT:J J J") == "SHIFT:J"
    assert _wins("J SHIFT:J J") == "J"
    assert _wins("FAIRY SHIFT:J WITCH") == "SHIFT:J"


# --- led suit ------------------------------------------------------------------------------------


@pytest.mark.parametrize("skipped", ["J", "FAIRY", "BOMB", "WITCH", "SHIFT:J"])
def test_a_card_without_suit_or_power_is_skipped_when_the_suit_is_led(skipped: str) -> None:
    assert rules.led_suit(cards(skipped)) is None
    assert rules.led_suit(cards(f"{skipped} G4 R9")) is Suit.GREEN
    assert _playable("R1 G2", f"{skipped} G4") == "G2"


@pytest.mark.parametrize("freeing", ["W", "DRAGON", "SHIFT:W"])
def test_a_freeing_card_before_the_first_suit_card_frees_everybody(freeing: str) -> None:
    assert rules.led_suit(cards(f"{freeing} G4")) is None
    assert rules.led_suit(cards(f"J {freeing} G4")) is None
    assert rules.led_suit(cards(f"{freeing} JUGGLER:G")) is None
    assert _playable("R1 G2", f"BOMB {freeing} G4") == "R1 G2"


@pytest.mark.parametrize("freeing", ["W", "DRAGON", "SHIFT:W"])
def test_a_freeing_card_after_the_first_suit_card_frees_nobody(freeing: str) -> None:
    assert rules.led_suit(cards(f"G4 {freeing}")) is Suit.GREEN
    assert _playable("R1 G2", f"CLOUD:G {freeing}") == "G2"


@pytest.mark.parametrize("code", ["JUGGLER", "CLOUD"])
def test_juggler_and_cloud_set_the_suit_they_announce_when_nothing_came_before(code: str) -> None:
    assert rules.led_suit(cards(f"{code}:Y R9")) is Suit.YELLOW
    assert rules.led_suit(cards(f"FAIRY {code}:Y R9")) is Suit.YELLOW
    assert rules.led_suit(cards(f"R9 {code}:Y")) is Suit.RED
    assert _playable("R1 Y2", f"{code}:Y") == "Y2"


@pytest.mark.parametrize(
    ("copied", "played", "led_suit", "playable"),
    [
        ("Y2", "VAMPIRE", Suit.YELLOW, "Y3"),
        ("J", "VAMPIRE", None, "R1 Y3"),
        ("W", "VAMPIRE", None, "R1 Y3"),
        ("DRAGON", "VAMPIRE", None, "R1 Y3"),
        ("CLOUD", "VAMPIRE:Y", Suit.YELLOW, "Y3"),
        ("SHIFT", "VAMPIRE:J", None, "R1 Y3"),
    ],
)
def test_a_led_vampire_does_what_its_copy_does(copied: str, played: str, led_suit: Suit | None, playable: str) -> None:
    assert rules.led_suit(cards(played), card(copied)) is led_suit
    assert _playable("R1 Y3", played, copied) == playable
    free = copied in ("W", "DRAGON")
    assert rules.led_suit(cards(f"{played} R5"), card(copied)) is (None if free else led_suit or Suit.RED)


# --- choices -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["JUGGLER", "CLOUD"])
def test_the_suit_of_juggler_and_cloud_is_any_of_the_four_held_or_not(code: str) -> None:
    game = led(f"{code} R2", "R3 R4", "R5 R6", options=with_specials(code))
    said = [action.card.code for action in legal_actions(game) if isinstance(action, Play)]
    assert said == [f"{code}:R", f"{code}:Y", f"{code}:G", f"{code}:B", "R2"]


def test_the_shapeshifter_declares_wizard_or_jester_when_playing_it() -> None:
    game = led("SHIFT R2", "R3 R4", "R5 R6", options=with_specials("SHIFT"))
    said = [action.card.code for action in legal_actions(game) if isinstance(action, Play)]
    assert said == ["SHIFT:W", "SHIFT:J", "R2"]
    assert here(play(game, "SHIFT:W R3 R5")).tricks[0].winner == 0
    assert here(play(game, "SHIFT:J R3 R5")).tricks[0].winner == 2


def test_a_choice_lies_on_the_table_for_all_to_see() -> None:
    game = play(led("CLOUD R2", "R3 R4", "R5 R6", options=with_specials("CLOUD")), "CLOUD:G")
    assert codes(here(game).trick.cards) == "CLOUD:G"
    assert codes(here(game).hands[0]) == "R2"


def test_a_card_that_comes_back_into_a_hand_chooses_afresh() -> None:
    game = led("SHIFT R1 R2", "WITCH Y1 Y2", "G1 G2 G3", options=with_specials("SHIFT WITCH"))
    game = act(game, "SHIFT:W WITCH G1 Y1>SHIFT")
    assert codes(here(game).hands[1]) == "Y2 SHIFT"
    game = play(game, "R1")
    said = [action.card.code for action in legal_actions(game) if isinstance(action, Play)]
    assert said == ["Y2", "SHIFT:W", "SHIFT:J"]


# --- Dragon and Fairy ----------------------------------------------------------------------------


@pytest.mark.parametrize("trick", ["W DRAGON R13", "DRAGON W SHIFT:W", "R13 SHIFT:W DRAGON", "J CLOUD:R DRAGON"])
def test_the_dragon_beats_everything_including_wizards(trick: str) -> None:
    assert _wins(trick, Suit.RED) == "DRAGON"


def test_when_the_dragon_leads_everybody_is_free() -> None:
    game = play(led("DRAGON Y1", "R2 G2", "R3 B3", options=with_specials("DRAGON")), "DRAGON R2")
    assert legal_actions(game) == (Play(2, card("R3")), Play(2, card("B3")))


@pytest.mark.parametrize(
    "trick", ["DRAGON FAIRY R1", "FAIRY DRAGON R1", "FAIRY R13 DRAGON", "W DRAGON FAIRY", "FAIRY W DRAGON"]
)
def test_the_fairy_wins_with_the_dragon_in_the_trick_whatever_the_order_wizards_or_not(trick: str) -> None:
    assert _wins(trick, Suit.RED) == "FAIRY"


@pytest.mark.parametrize(("trick", "winner"), [("FAIRY J WITCH", "J"), ("FAIRY R1 J", "R1"), ("W FAIRY J", "W")])
def test_without_the_dragon_the_fairy_is_below_a_jester(trick: str, winner: str) -> None:
    assert _wins(trick, Suit.BLUE) == winner


# --- Bomb ----------------------------------------------------------------------------------------


def test_nobody_gets_the_bombed_trick_and_who_would_have_won_leads_next() -> None:
    game = led("R1 Y1", "BOMB Y2", "R9 Y3", options=with_specials("BOMB"))
    game = play(game, "R1 BOMB")
    game, events = apply(game, Play(2, card("R9")))
    assert (here(game).taken, to_act(game)) == ((0, 0, 0), (2,))
    taken = next(event.trick for event in events if isinstance(event, TrickTaken))
    assert (taken.winner, taken.next_leader) == (None, 2)


def test_the_bomb_leaves_the_bids_unchanged_and_they_are_scored() -> None:
    game = led("R1 Y1", "BOMB Y2", "R9 Y3", options=with_specials("BOMB"), bids=(0, 1, 2))
    game = play(game, "R1 BOMB R9 Y3 Y1 Y2")
    score = game.scores[-1]
    assert (score.bids, score.taken, score.points) == ((0, 1, 2), (0, 0, 1), (20, -10, -10))
    assert not score.cancelled


def test_tricks_taken_and_bombed_tricks_are_the_cards_of_the_round() -> None:
    game = play(led("R1 Y1", "BOMB Y2", "R9 Y3", options=with_specials("BOMB")), "R1 BOMB R9 Y3 Y1 Y2")
    score = game.scores[-1]
    assert sum(score.taken) + [trick.winner for trick in score.tricks].count(None) == score.size == 2


@pytest.mark.parametrize("trick", ["DRAGON BOMB FAIRY", "BOMB DRAGON FAIRY", "DRAGON FAIRY BOMB"])
def test_with_dragon_fairy_and_bomb_the_fairys_player_leads(trick: str) -> None:
    hands = [f"{code} Y{seat + 1}" for seat, code in enumerate(trick.split())]
    game = play(led(*hands, options=with_specials("DRAGON BOMB")), trick)
    assert (here(game).taken, to_act(game)) == ((0, 0, 0), (trick.split().index("FAIRY"),))


def test_a_cloud_in_a_bombed_trick_does_nothing() -> None:
    game = play(led("CLOUD Y1", "BOMB Y2", "R1 Y3", options=with_specials("BOMB CLOUD")), "CLOUD:R BOMB R1")
    assert (phase(game), here(game).bids, to_act(game)) == (Phase.PLAY, (0, 0, 0), (0,))


def test_a_jugglers_pass_in_a_bombed_trick_still_happens() -> None:
    game = play(led("JUGGLER Y1", "BOMB Y2", "R1 Y3", options=with_specials("BOMB JUGGLER")), "JUGGLER:R BOMB R1")
    assert (phase(game), to_act(game)) == (Phase.SPECIAL, (0, 1, 2))
    game = act(game, "pass=Y1 pass=Y2 pass=Y3")
    assert [codes(hand) for hand in here(game).hands] == ["Y3", "Y1", "Y2"]
    assert to_act(game) == (0,)


def test_a_witchs_exchange_in_a_bombed_trick_still_happens_and_two_bombed_tricks_are_possible() -> None:
    game = led("R9 R8 R7", "WITCH Y1 Y2", "BOMB Y3 Y4", options=with_specials("BOMB WITCH"), bids=(1, 0, 0))
    game = act(game, "R9 WITCH BOMB Y1>BOMB")
    assert (here(game).tricks[0].winner, codes(here(game).hands[1])) == (None, "Y2 BOMB")
    game = act(game, "R8 BOMB Y3 R7 Y2 Y4")
    score = game.scores[-1]
    assert [trick.winner for trick in score.tricks] == [None, None, 0]
    assert (score.taken, score.points) == ((1, 0, 0), (30, 20, 20))


# --- turned up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("turnup", WizardTurnup)
@pytest.mark.parametrize("code", ["DRAGON", "WEREWOLF", "CLOUD", "JUGGLER", "SHIFT", "VAMPIRE"])
def test_these_turned_up_let_the_dealer_name_a_suit_never_none_whatever_a_wizard_does(
    code: str, turnup: WizardTurnup
) -> None:
    game = table("R1", "Y1", "G1", upcard=code, dealer=1, options=with_specials(code, wizard_turnup=turnup))
    assert (phase(game), here(game).trump) == (Phase.TRUMP, None)
    assert legal_actions(game) == tuple(NameTrump(1, suit) for suit in Suit)
    game = act(game, "trump=B")
    assert (here(game).trump, phase(game), to_act(game)) == (Suit.BLUE, Phase.BIDDING, (2,))


@pytest.mark.parametrize("turnup", WizardTurnup)
@pytest.mark.parametrize("code", ["BOMB", "FAIRY", "WITCH"])
def test_these_turned_up_mean_no_trump_and_nobody_is_asked(code: str, turnup: WizardTurnup) -> None:
    game = table("R1", "Y1", "G1", upcard=code, dealer=1, options=with_specials(code, wizard_turnup=turnup))
    assert (phase(game), here(game).trump, to_act(game)) == (Phase.BIDDING, None, (2,))


@pytest.mark.parametrize("code", SPECIAL_CARDS)
def test_a_turned_up_special_is_out_of_play_and_sets_nothing_off(code: str) -> None:
    game = ready("R1", "Y1", "G1", upcard=code, options=with_specials(code), trump="B")
    assert (here(game).upcard, here(game).copied, here(game).cancelled) == (card(code), card(code), False)
    game = play(game, "Y1 G1 R1")
    assert game.scores[-1].tricks[0].winner == 1
    assert game.scores[-1].tricks[0].after == ()
