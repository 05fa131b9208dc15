"""The Werewolf, and the spare that a Vampire copies instead of it (rules.md §3)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from engine import rules
from engine.actions import Bid, Deal, NameTrump, Play, Reason
from engine.cards import Suit, card, cards, codes
from engine.dealing import deal, shuffled
from engine.events import SpareTurned, TrumpNamed, UpcardSwapped
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.options import SPECIAL_CARDS, FirstDealer, Options, WizardTurnup
from engine.state import Phase, Swap
from engine.view import view
from tests.engine.playing import act, here, led, play, refusal, seed_of, table, with_specials

WOLF = with_specials("WEREWOLF")
BOTH = with_specials("WEREWOLF VAMPIRE")
ANYTHING = [*("R5", "W", "J"), *(code for code in SPECIAL_CARDS if code != "WEREWOLF")]


# --- the exchange --------------------------------------------------------------------------------


@pytest.mark.parametrize("upcard", ANYTHING)
def test_right_after_the_turn_up_werewolf_and_turned_up_card_change_places_whatever_was_turned_up(upcard: str) -> None:
    options = with_specials(f"WEREWOLF {upcard if upcard in SPECIAL_CARDS else ''}")
    spare = "B1" if upcard == "VAMPIRE" else None
    game = table("R1 R2", "Y1 WEREWOLF", "G1 G2", upcard=upcard, options=options, spare=spare)
    assert (codes(here(game).hands[1]), here(game).upcard) == (f"Y1 {upcard}", card("WEREWOLF"))


@pytest.mark.parametrize("upcard", ANYTHING)
@pytest.mark.parametrize("turnup", WizardTurnup)
def test_the_holder_names_a_suit_or_no_trump_before_bids_and_the_dealer_is_not_asked(
    upcard: str, turnup: WizardTurnup
) -> None:
    options = with_specials(f"WEREWOLF {upcard if upcard in SPECIAL_CARDS else ''}", wizard_turnup=turnup)
    spare = "B1" if upcard == "VAMPIRE" else None
    game = table("R1 R2", "Y1 WEREWOLF", "G1 G2", upcard=upcard, options=options, spare=spare)
    assert (phase(game), to_act(game), here(game).trump) == (Phase.TRUMP, (1,), None)
    assert legal_actions(game) == tuple(NameTrump(1, suit) for suit in (*Suit, None))
    assert refusal(game, NameTrump(0, Suit.RED)) is Reason.NOT_YOUR_TURN
    assert refusal(game, Bid(1, 0)) is Reason.WRONG_PHASE
    named = act(game, "trump=none")
    assert (here(named).trump, phase(named), to_act(named)) == (None, Phase.BIDDING, (1,))
    named = act(game, "trump=G")
    assert (here(named).trump, phase(named)) == (Suit.GREEN, Phase.BIDDING)


def test_the_exchange_is_told_to_all() -> None:
    game = new_game(with_specials("WEREWOLF", first_dealer=FirstDealer.HOST), 3)
    deal_now = Deal((cards("R1"), cards("WEREWOLF"), cards("G1")), card("W"))
    game, events = apply(game, deal_now)
    assert events[-1] == UpcardSwapped(Swap(1, card("W")))
    for seat in (None, 0, 2):
        seen = view(game, seat).round
        assert seen is not None
        assert (seen.swap, seen.upcard) == (Swap(1, card("W")), card("WEREWOLF"))


def test_the_dealer_who_holds_the_werewolf_may_name_no_trump_too() -> None:
    game = table("WEREWOLF", "Y1", "G1", upcard="W", dealer=0, options=WOLF)
    assert NameTrump(0, None) in legal_actions(game)


def test_the_trump_the_holder_names_counts_and_not_the_turned_up_suit() -> None:
    game = led("R1 R2", "Y1 WEREWOLF", "G1 B2", upcard="B13", options=WOLF, trump="G")
    game = play(game, "R1 B13 G1")
    assert here(game).tricks[0].winner == 2


def test_a_werewolf_turned_up_lets_the_dealer_name_a_suit_and_nothing_changes_places() -> None:
    game = table("R1", "Y1", "G1", upcard="WEREWOLF", dealer=2, options=WOLF)
    assert (here(game).swap, to_act(game)) == (None, (2,))
    assert legal_actions(game) == tuple(NameTrump(2, suit) for suit in Suit)
    assert refusal(game, NameTrump(2, None)) is Reason.NOT_POSSIBLE


def test_the_score_pad_keeps_who_changed_what() -> None:
    game = play(led("R1", "WEREWOLF", "G1", upcard="B13", options=WOLF, trump="B"), "R1 B13 G1")
    score = game.scores[-1]
    assert (score.swap, score.upcard, score.trump) == (Swap(1, card("B13")), card("WEREWOLF"), Suit.BLUE)
    assert score.tricks[0].winner == 1


def test_the_rule_functions_treat_a_werewolf_as_suitless_and_as_weak_as_a_jester() -> None:
    assert codes(rules.legal_cards(cards("R1 WEREWOLF B2"), cards("R9"))) == "R1 WEREWOLF"
    assert codes(rules.legal_cards(cards("B2 WEREWOLF"), cards("R9"))) == "B2 WEREWOLF"
    assert rules.led_suit(cards("WEREWOLF R9")) is Suit.RED
    assert rules.winner(cards("WEREWOLF J FAIRY"), Suit.RED) == 0
    assert rules.winner(cards("J WEREWOLF FAIRY"), Suit.RED) == 0
    assert rules.winner(cards("WEREWOLF R1"), None) == 1


# --- the spare -----------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [("R1", "VAMPIRE", "G1"), ("R1", "Y1", "G1")], ids=["held", "in the stock"])
def test_a_spare_is_turned_over_with_the_werewolf_turned_up_wherever_the_vampire_is(hands: tuple[str, ...]) -> None:
    game = table(*hands, upcard="WEREWOLF", options=BOTH, spare="B1")
    assert (here(game).spare, here(game).swap) == (card("B1"), None)


@pytest.mark.parametrize("hands", [("VAMPIRE", "WEREWOLF", "G1"), ("R1", "WEREWOLF", "G1")])
def test_a_spare_is_turned_over_with_the_werewolf_exchanged_wherever_the_vampire_is(hands: tuple[str, ...]) -> None:
    game = table(*hands, upcard="R9", options=BOTH, spare="B1")
    assert here(game).spare == card("B1")
    game = table(*hands, upcard="R9" if "VAMPIRE" in hands else "VAMPIRE", options=BOTH, spare="B1")
    assert here(game).spare == card("B1")


@pytest.mark.parametrize(
    ("hands", "upcard", "options", "spare"),
    [
        ("R1 VAMPIRE G1", "WEREWOLF", BOTH, None),
        ("VAMPIRE WEREWOLF G1", "R9", BOTH, None),
        ("R1 VAMPIRE G1", "R9", BOTH, "B1"),
        ("R1 Y1 G1", "VAMPIRE", BOTH, "B1"),
        ("R1 WEREWOLF G1", "R9", WOLF, "B1"),
        ("R1 VAMPIRE G1", "R9", with_specials("VAMPIRE"), "B1"),
        ("VAMPIRE WEREWOLF G1", "R9", BOTH, "G1"),
        ("VAMPIRE WEREWOLF G1", "R9", BOTH, "WEREWOLF"),
    ],
    ids=[
        "turned up without a spare",
        "exchanged without a spare",
        "the Werewolf in the stock",
        "the Vampire turned up, the Werewolf in the stock",
        "no Vampire in the deck",
        "no Werewolf in the deck",
        "the spare lies in a hand",
        "the spare is the Werewolf",
    ],
)
def test_a_deal_with_a_spare_too_many_too_few_or_twice_is_refused(
    hands: str, upcard: str, options: Options, spare: str | None
) -> None:
    game = new_game(Options(first_dealer=FirstDealer.HOST, special_cards=options.special_cards), 3)
    dealt = Deal(tuple((card(code),) for code in hands.split()), card(upcard), None if spare is None else card(spare))
    assert refusal(game, dealt) is Reason.BAD_DEAL


def test_the_spare_is_turned_over_after_the_trump_is_named_and_before_the_bids() -> None:
    game = table("VAMPIRE", "WEREWOLF", "G1", upcard="R9", options=BOTH, spare="B1")
    assert [(seen.spare, seen.copied) for seat in (None, 0, 1, 2) if (seen := view(game, seat).round)] == [
        (None, None)
    ] * 4
    game, events = apply(game, NameTrump(1, Suit.GREEN))
    assert events == (TrumpNamed(1, Suit.GREEN), SpareTurned(card("B1")))
    assert phase(game) is Phase.BIDDING
    assert [(seen.spare, seen.copied) for seat in (None, 0, 1, 2) if (seen := view(game, seat).round)] == [
        (card("B1"), card("B1"))
    ] * 4


def test_the_spare_is_what_the_vampire_copies_and_it_is_out_of_play() -> None:
    game = led("VAMPIRE R1", "WEREWOLF R2", "B3 G2", upcard="G9", options=BOTH, spare="B12", trump="Y")
    assert here(game).copied == card("B12")
    game = play(game, "VAMPIRE R2 B3")
    assert here(game).tricks[0].winner == 0
    assert all(card("B12") not in hand for hand in here(game).hands)


def test_the_spare_does_not_make_trump_which_stays_as_named() -> None:
    game = led("B1 R1", "WEREWOLF R2", "VAMPIRE Y3", upcard="R9", options=BOTH, spare="G12", trump="Y")
    assert here(game).trump is Suit.YELLOW
    game = play(game, "B1 R9 VAMPIRE")
    assert here(game).tricks[0].winner == 0


@pytest.mark.parametrize("spare", ["W", "DRAGON", "CLOUD", "BOMB"])
def test_the_dealer_is_not_asked_again_whatever_the_spare_is(spare: str) -> None:
    options = with_specials(f"WEREWOLF VAMPIRE {spare if spare != 'W' else ''}")
    game = table("R1", "WEREWOLF", "VAMPIRE", upcard="R9", options=options, spare=spare)
    game = act(game, "trump=none")
    assert (phase(game), here(game).trump, here(game).copied) == (Phase.BIDDING, None, card(spare))


def test_a_spare_that_is_the_vampire_itself_is_copied_by_nobody() -> None:
    game = led("R1", "WEREWOLF", "G1", upcard="B9", options=BOTH, spare="VAMPIRE")
    assert here(game).copied == card("VAMPIRE")
    assert "VAMPIRE" not in " ".join(map(codes, here(game).hands))
    assert play(game, "R1 B9 G1").scores[-1].spare == card("VAMPIRE")


def test_a_vampire_that_the_werewolf_takes_from_the_trump_place_copies_the_spare() -> None:
    game = led("R1 R2", "WEREWOLF Y1", "G1 G2", upcard="VAMPIRE", options=BOTH, spare="W")
    assert codes(here(game).hands[1]) == "Y1 VAMPIRE"
    assert here(play(game, "R1 VAMPIRE G1")).tricks[0].winner == 1


def test_the_spare_is_the_next_card_of_the_stock() -> None:
    seen: Counter[bool] = Counter()
    for number in range(60):
        dealt = deal(seed_of(number), 3, 3, 6, BOTH.special_cards)
        wanted = card("WEREWOLF") in (*chain(*dealt.hands), dealt.upcard)
        pack = shuffled(seed_of(number), 3, BOTH.special_cards)
        assert (*chain(*dealt.hands), dealt.upcard) == pack[:19]
        assert dealt.spare == (pack[19] if wanted else None)
        seen[wanted] += 1
    assert min(seen[True], seen[False]) > 5


def test_a_played_werewolf_is_no_card_of_a_hand() -> None:
    game = led("R1 R2", "Y1 WEREWOLF", "G1 G2", upcard="B9", options=WOLF)
    game = play(game, "R1")
    assert refusal(game, Play(1, card("WEREWOLF"))) is Reason.NOT_IN_HAND
