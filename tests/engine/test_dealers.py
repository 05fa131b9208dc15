"""Who deals first and who deals next (rules.md §2 first_dealer, next_dealer)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import rules
from engine.actions import CHANCE, Draw, DrawDealer, Reason
from engine.cards import card, cards
from engine.dealing import chance, high_card
from engine.events import DealerDrawn
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.options import Bomb, FirstDealer, NextDealer, Options
from engine.record import dump, load
from engine.state import Phase
from engine.view import view
from tests.engine.playing import act, after, led, play, refusal, seed_of, whole_game, whole_record, with_specials

HIGH = Options(first_dealer=FirstDealer.HIGH_CARD)
NEXT = {"next_dealer": NextDealer.LAST_TRICK_WINNER}


def _draw(codes: str) -> Draw:
    return tuple(None if code == "-" else card(code) for code in codes.split())


def _drawn(dealer: int, *draws: str) -> DrawDealer:
    return DrawDealer(dealer, tuple(map(_draw, draws)))


# --- next_dealer ---------------------------------------------------------------------------------


def test_by_default_the_dealers_left_deals_next_whoever_won() -> None:
    assert play(led("R1 R2", "Y1 Y2", "W G2"), "R1 Y1 W G2 R2 Y2").dealer == 0


def test_the_last_tricks_winner_deals_next() -> None:
    game = led("B1 R2", "W Y1", "G1 R3", options=Options(**NEXT))
    assert play(game, "B1 W G1 Y1 R3 R2").dealer == 1
    assert play(game, "B1 Y1 G1 R2 W R3").dealer == 1
    game = led("B1 R2", "Y1 Y2", "G1 R3", options=Options(**NEXT))
    assert play(game, "B1 Y1 G1 R2 Y2 R3").dealer == 2


def test_after_a_bombed_last_trick_the_would_be_winner_deals_next() -> None:
    game = led("B1 R2", "Y1 BOMB", "G1 R3", options=with_specials("BOMB", **NEXT))
    game = play(game, "B1 Y1 G1 R2 BOMB R3")
    assert (game.scores[-1].tricks[-1].winner, game.dealer) == (None, 2)


def test_with_bids_cancelled_the_last_tricks_winner_deals_next() -> None:
    game = led("B1 R2", "Y1 BOMB", "G1 R3", options=with_specials("BOMB", bomb=Bomb.BIDS, **NEXT))
    assert play(game, "B1 Y1 G1 R2 BOMB R3").dealer == 2


def test_what_a_witch_takes_out_of_the_trick_changes_no_dealer() -> None:
    game = led("R1 R2 R4", "Y1 WITCH Y2", "G1 W G2", options=with_specials("WITCH", **NEXT))
    game = act(game, "R1 Y1 G1 R2 WITCH W Y2>W G2 R4 W")
    assert game.dealer == 1


def test_who_deals_next_leads_last_and_bids_last() -> None:
    game = whole_game(Options(max_rounds=6, **NEXT), 4, number=3)
    for score, later in zip(game.scores, game.scores[1:], strict=False):
        assert later.dealer == score.tricks[-1].winner
        assert later.tricks[0].leader == (later.dealer + 1) % 4


# --- first_dealer --------------------------------------------------------------------------------


def test_without_the_option_nobody_draws_a_card() -> None:
    assert refusal(new_game(Options(), 3), _drawn(1, "R5 Y9 J")) is Reason.BAD_DEAL


def test_the_host_deals_first_without_a_draw() -> None:
    assert new_game(Options(first_dealer=FirstDealer.HOST), 4).dealer == 0
    assert phase(new_game(Options(), 4)) is Phase.FIRST_DEALER


def test_the_draw_is_a_chance_action_and_nobody_clicks() -> None:
    game = new_game(HIGH, 4)
    assert (phase(game), to_act(game), legal_actions(game)) == (Phase.FIRST_DEALER, (CHANCE,), ())
    assert chance(game, seed_of(1)) == high_card(seed_of(1), 4)


def test_the_highest_card_deals() -> None:
    game, events = apply(new_game(HIGH, 3), _drawn(1, "R5 Y9 J"))
    assert (game.dealer, phase(game)) == (1, Phase.DEAL)
    assert events == (DealerDrawn(1, (_draw("R5 Y9 J"),)),)


def test_the_jester_is_low_then_1_to_13_and_the_wizard_high() -> None:
    ranks = [rules.draw_rank(face) for face in cards("J R1 Y2 G12 B13 W")]
    assert ranks == sorted(set(ranks))
    for low, high in zip(["J", "R1", "Y2", "G12", "B13"], ["R1", "Y2", "G12", "B13", "W"], strict=True):
        assert rules.highest(_draw(f"{low} J {high}")) == (2,)


def test_suits_do_not_matter() -> None:
    assert rules.highest(_draw("R9 Y9 G9 B9")) == (0, 1, 2, 3)


def test_only_those_tied_for_highest_draw_again() -> None:
    assert rules.highest(_draw("W R13 W")) == (0, 2)
    game = after(new_game(HIGH, 3), _drawn(2, "W R13 W", "R1 - R2"))
    assert game.dealer == 2
    game = after(new_game(HIGH, 4), _drawn(1, "R5 Y5 G5 J", "R7 Y7 J -", "R1 W - -"))
    assert game.dealer == 1


def test_they_draw_from_a_fresh_shuffle_so_the_same_card_may_come_again() -> None:
    assert after(new_game(HIGH, 3), _drawn(0, "R9 Y9 J", "R9 Y8 -")).dealer == 0


@pytest.mark.parametrize(
    "draw",
    [
        _drawn(0),
        _drawn(0, "R5 Y9 J"),
        _drawn(0, "R9 Y9 J"),
        _drawn(2, "R9 Y9 J", "R1 Y2 W"),
        _drawn(1, "R9 Y9 J", "- Y2 -"),
        _drawn(1, "R5 Y9 J", "R5 Y9 -"),
        _drawn(1, "R5 Y9"),
        _drawn(1, "R5 Y9 J -"),
        _drawn(1, "R5 Y9 -"),
        _drawn(1, "R5 R9 R5"),
        _drawn(0, "W R1 WEREWOLF"),
        _drawn(0, "DRAGON R1 R2"),
        _drawn(1, "R9 Y9 J", "R5 Y9 -", "- W -"),
    ],
    ids=[
        "no draw",
        "not the highest",
        "a tie not drawn out",
        "one who was not tied draws again",
        "one who was tied does not draw",
        "drawn again without a tie",
        "a seat is missing",
        "a seat too many",
        "a seat without a card",
        "a card twice",
        "a special card",
        "a special card as the highest",
        "the winner draws once more",
    ],
)
def test_a_false_draw_is_refused(draw: DrawDealer) -> None:
    game = new_game(with_specials("DRAGON WEREWOLF", first_dealer=FirstDealer.HIGH_CARD), 3)
    assert refusal(game, draw) is Reason.BAD_DEAL


def test_five_wizards_are_a_false_draw_and_four_are_not() -> None:
    game = new_game(HIGH, 5)
    assert refusal(game, _drawn(0, "W W W W W", "W R1 R2 R3 R4")) is Reason.BAD_DEAL
    assert after(game, _drawn(0, "W W W W J", "W R1 R2 R3 -")).dealer == 0


def test_a_seat_that_does_not_exist_cannot_be_drawn() -> None:
    assert refusal(new_game(HIGH, 3), _drawn(3, "R5 Y9 J")) is Reason.NO_SUCH_SEAT


def test_the_draws_are_shown_to_all_for_the_whole_game() -> None:
    drawn = _drawn(2, "W R13 W", "R1 - R2")
    game = after(new_game(HIGH, 3), drawn)
    assert [view(game, seat).draws for seat in (None, 0, 1, 2)] == [drawn.draws] * 4
    game = after(game, chance(game, seed_of(1)))
    assert view(game, None).draws == drawn.draws


@pytest.mark.parametrize("options", [HIGH, with_specials("BOMB WITCH", first_dealer=FirstDealer.HIGH_CARD)])
def test_the_draw_follows_from_the_seed_a_fresh_shuffle_of_the_60_base_cards_each(options: Options) -> None:
    lengths: Counter[int] = Counter()
    for number in range(60):
        drawn = chance(new_game(options, 6), seed_of(number))
        assert isinstance(drawn, DrawDealer)
        drawing = tuple(range(6))
        for at, draw in enumerate(drawn.draws, 1):
            pack = _shuffled_for_draw(number, at)
            assert tuple(face for face in draw if face is not None) == pack[: len(drawing)], f"seed {number}"
            assert tuple(seat for seat, face in enumerate(draw) if face is not None) == drawing
            drawing = rules.highest(draw)
        assert drawing == (drawn.dealer,)
        assert after(new_game(options, 6), drawn).dealer == drawn.dealer
        lengths[len(drawn.draws)] += 1
    assert lengths[1] > 20
    assert lengths[2] > 5


def _shuffled_for_draw(number: int, draw: int) -> tuple[object, ...]:
    """Return the shuffle under the label of this draw, reckoned as engine/dealing.py describes."""
    pack = list(cards(" ".join([*(f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14)), *"WWWWJJJJ"])))
    numbers = seed_of(number).numbers(f"dealer/{draw}")
    for at in range(59, 0, -1):
        other = numbers.below(at + 1)
        pack[at], pack[other] = pack[other], pack[at]
    return tuple(pack)


def test_a_record_keeps_the_draws() -> None:
    record = whole_record(Options(max_rounds=1, first_dealer=FirstDealer.HIGH_CARD), 6, number=7)
    assert isinstance(record.actions[0], DrawDealer)
    assert load(dump(record)) == record
