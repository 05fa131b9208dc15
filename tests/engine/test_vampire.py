"""The Vampire is a copy of the turned-up card for the whole round, with its effects and choices (rules.md §3)."""

from __future__ import annotations

import pytest

from engine import rules
from engine.actions import Play, Reason
from engine.cards import Suit, card, cards, codes
from engine.game import legal_actions, phase, to_act
from engine.options import Bomb
from engine.specials import Exchange
from engine.state import Game, Phase
from engine.view import view
from tests.engine.playing import act, here, led, play, refusal, with_specials


def _copying(upcard: str, *hands: str, bids: tuple[int, ...] | None = None, more: str = "", trump: str = "R") -> Game:
    """Return a table where seat 0 leads and this card, which the Vampire copies, is turned up."""
    special = "" if upcard in ("W", "J") or upcard[1:].isdigit() else upcard
    options = with_specials(f"VAMPIRE {special} {more}")
    return led(*hands, upcard=upcard, options=options, bids=bids, trump=trump)


def _wins(trick: str, copied: str, trump: Suit | None = None) -> str:
    faces = cards(trick)
    return faces[rules.winner(faces, trump, card(copied))].code


def _said(game: Game) -> list[str]:
    return [action.card.code for action in legal_actions(game) if isinstance(action, Play)]


# --- a copy of a plain card ----------------------------------------------------------------------


def test_a_vampire_copying_a_suit_card_wins_and_sets_the_led_suit_as_that_card_would() -> None:
    game = _copying("B9", "VAMPIRE R1", "B8 R2", "B10 R3")
    assert here(game).trump is Suit.BLUE
    game = play(game, "VAMPIRE")
    assert legal_actions(game) == (Play(1, card("B8")),)
    assert here(play(game, "B8 B10")).tricks[0].winner == 2
    assert _wins("R13 VAMPIRE R12", "B1", Suit.BLUE) == "VAMPIRE"
    assert _wins("B8 VAMPIRE B10", "B9") == "B10"


def test_it_never_has_to_follow_suit_also_as_a_card_of_the_led_suit() -> None:
    game = play(_copying("B9", "B1 R1", "VAMPIRE G1", "B10 R3"), "B1")
    assert _said(game) == ["VAMPIRE", "G1"]


def test_with_a_jester_turned_up_it_is_a_jester() -> None:
    assert _wins("VAMPIRE J J", "J") == "VAMPIRE"
    assert _wins("J VAMPIRE J", "J") == "J"
    assert _wins("VAMPIRE R1 J", "J") == "R1"
    assert rules.led_suit(cards("VAMPIRE R1"), card("J")) is Suit.RED


def test_with_a_wizard_turned_up_it_is_a_wizard_in_play_order() -> None:
    assert _wins("VAMPIRE W R1", "W") == "VAMPIRE"
    assert _wins("W VAMPIRE R1", "W") == "W"
    assert rules.led_suit(cards("VAMPIRE R1"), card("W")) is None


@pytest.mark.parametrize("upcard", ["B9", "J", "W", "DRAGON", "WITCH"])
def test_a_copy_of_a_card_without_a_choice_has_none(upcard: str) -> None:
    game = _copying(upcard, "VAMPIRE R1", "G1 G2", "Y1 Y2")
    assert _said(game) == ["VAMPIRE", "R1"]
    assert refusal(game, Play(0, card("VAMPIRE:R"))) is Reason.WRONG_CHOICE
    assert refusal(game, Play(0, card("VAMPIRE:W"))) is Reason.WRONG_CHOICE


# --- a copy of a special -------------------------------------------------------------------------


def test_a_vampire_dragon_loses_to_the_fairy_and_beats_everything_else() -> None:
    assert _wins("W VAMPIRE R13", "DRAGON") == "VAMPIRE"
    assert _wins("VAMPIRE FAIRY W", "DRAGON") == "FAIRY"
    assert _wins("FAIRY R1 VAMPIRE", "DRAGON") == "FAIRY"


def test_a_vampire_fairy_beats_the_dragon_and_is_lower_than_a_jester_without_it() -> None:
    assert _wins("W VAMPIRE DRAGON", "FAIRY") == "VAMPIRE"
    assert _wins("DRAGON R1 VAMPIRE", "FAIRY") == "VAMPIRE"
    assert _wins("VAMPIRE J WITCH", "FAIRY") == "J"
    assert _wins("VAMPIRE WITCH BOMB", "FAIRY") == "VAMPIRE"


def test_a_vampire_bomb_voids_its_trick() -> None:
    game = play(_copying("BOMB", "R1 Y1", "VAMPIRE Y2", "R9 Y3"), "R1 VAMPIRE R9")
    assert (here(game).tricks[0].winner, here(game).taken, to_act(game)) == (None, (0, 0, 0), (2,))


@pytest.mark.parametrize("bomb", Bomb)
def test_a_bomb_turned_up_voids_and_cancels_nothing_until_its_copy_is_played(bomb: Bomb) -> None:
    options = with_specials("VAMPIRE BOMB", bomb=bomb)
    game = play(led("R1 R2", "VAMPIRE Y2", "R9 R10", upcard="BOMB", options=options), "R1")
    assert not here(game).cancelled
    game = play(game, "Y2 R9")
    assert (here(game).tricks[0].winner, here(game).cancelled) == (2, False)


def test_a_vampire_juggler_asks_for_a_suit_and_lets_everybody_pass() -> None:
    game = _copying("JUGGLER", "VAMPIRE R1", "G1 G2", "Y1 Y2", trump="B")
    assert _said(game) == ["VAMPIRE:R", "VAMPIRE:Y", "VAMPIRE:G", "VAMPIRE:B", "R1"]
    assert refusal(game, Play(0, card("VAMPIRE"))) is Reason.WRONG_CHOICE
    game = play(game, "VAMPIRE:G G1 Y1")
    assert (here(game).tricks[0].winner, here(game).asks[0].special) == (0, "JUGGLER")
    game = act(game, "pass=R1 pass=G2 pass=Y2")
    assert [codes(hand) for hand in here(game).hands] == ["Y2", "R1", "G2"]
    assert _wins("VAMPIRE:G G8 J", "JUGGLER") == "G8"
    assert _wins("VAMPIRE:G G7 J", "JUGGLER") == "VAMPIRE:G"


def test_a_vampire_cloud_asks_for_a_suit_and_the_winner_changes_the_bid() -> None:
    game = _copying("CLOUD", "VAMPIRE R1", "G10 G2", "Y1 Y2", bids=(0, 1, 0), trump="B")
    assert _said(game)[:4] == ["VAMPIRE:R", "VAMPIRE:Y", "VAMPIRE:G", "VAMPIRE:B"]
    game = play(game, "VAMPIRE:G G10 Y1")
    assert (phase(game), to_act(game), here(game).asks[0].special) == (Phase.SPECIAL, (1,), "CLOUD")
    assert here(act(game, "+1")).bids == (0, 2, 0)
    assert _wins("VAMPIRE:G G9 J", "CLOUD") == "VAMPIRE:G"


def test_a_vampire_shapeshifter_declares_wizard_or_jester() -> None:
    game = _copying("SHIFT", "VAMPIRE R1", "W G2", "J Y2", trump="B")
    assert _said(game) == ["VAMPIRE:W", "VAMPIRE:J", "R1"]
    assert refusal(game, Play(0, card("VAMPIRE:R"))) is Reason.WRONG_CHOICE
    assert here(play(game, "VAMPIRE:W W J")).tricks[0].winner == 0
    assert here(play(game, "VAMPIRE:J W J")).tricks[0].winner == 1
    assert _wins("VAMPIRE:J J J", "SHIFT") == "VAMPIRE:J"


def test_a_vampire_witch_may_exchange_but_not_take_itself_and_never_wins() -> None:
    game = play(_copying("WITCH", "R1 R2", "VAMPIRE Y2", "R9 Y3"), "R1 VAMPIRE R9")
    assert to_act(game) == (1,)
    takes = [Exchange(1, card("Y2"), card(code)) for code in ("R1", "R9")]
    assert legal_actions(game) == (Exchange(1), *takes)
    assert codes(here(act(game, "Y2>R9")).hands[1]) == "R9"
    assert _wins("VAMPIRE FAIRY BOMB", "WITCH") == "FAIRY"


# --- for the whole round -------------------------------------------------------------------------


def test_passed_on_the_vampire_keeps_its_copy_and_chooses_afresh() -> None:
    game = _copying("SHIFT", "JUGGLER VAMPIRE R1", "R2 R4 R5", "R3 R6 R7", more="JUGGLER", trump="B")
    game = act(game, "JUGGLER:R R2 R3 pass=VAMPIRE pass=R4 pass=R6 R1")
    assert _said(game) == ["R5", "VAMPIRE:W", "VAMPIRE:J"]


def test_taken_back_the_vampire_keeps_its_copy_and_chooses_afresh() -> None:
    game = _copying("CLOUD", "VAMPIRE R1 R2", "WITCH Y1 Y2", "G1 G2 G3", more="WITCH", trump="B")
    game = act(game, "VAMPIRE:R WITCH G1 Y1>VAMPIRE R1")
    assert (codes(here(game).hands[1]), here(game).copied) == ("Y2 VAMPIRE", card("CLOUD"))
    assert _said(game) == ["Y2", "VAMPIRE:R", "VAMPIRE:Y", "VAMPIRE:G", "VAMPIRE:B"]
    assert here(game).bids == (1, 0, 0)
    assert here(act(game, "VAMPIRE:B G2")).bids == (1, 1, 0)


def test_a_copy_is_put_into_the_trick_by_the_witch_without_any_effect() -> None:
    game = _copying("BOMB", "R1 R2", "WITCH VAMPIRE", "R9 Y3", more="WITCH")
    game = act(game, "R1 WITCH R9 VAMPIRE>R9")
    assert (here(game).tricks[0].winner, codes(here(game).hands[1])) == (2, "R9")


@pytest.mark.parametrize("upcard", ["R9", "W", "J", "CLOUD", "FAIRY"])
def test_everybody_knows_what_the_vampire_copies(upcard: str) -> None:
    game = _copying(upcard, "R1", "Y1", "G1")
    for seat in (None, 0, 1, 2):
        seen = view(game, seat).round
        assert seen is not None
        assert seen.copied == card(upcard)


def test_a_vampire_turned_up_itself_is_held_by_nobody() -> None:
    game = _copying("VAMPIRE", "R1 R2", "Y1 Y2", "G1 G2", trump="B")
    assert (here(game).trump, here(game).copied) == (Suit.BLUE, card("VAMPIRE"))
    assert refusal(game, Play(0, card("VAMPIRE"))) is Reason.NOT_IN_HAND
