"""The forehead round: of one card, which everybody sees but its holder (rules.md §2 forehead)."""

from __future__ import annotations

import pytest

from engine.actions import Bid, NameTrump, Play, PlayBlind, Reason, Seat
from engine.cards import Card, Suit, card, cards
from engine.events import CardPlayed
from engine.game import apply, legal_actions, phase, to_act
from engine.notation import from_plain, to_plain
from engine.options import Bidding, Length, Options
from engine.record import dump, load
from engine.state import Game, Phase
from engine.view import RoundView, view
from tests.engine.playing import act, bid, here, led, play, ready, refusal, table, whole_record, with_specials

FOREHEAD = Options(forehead=True)
HANDS = ("R11", "Y12", "G13")


def _seen(game: Game, seat: Seat | None) -> RoundView:
    seen = view(game, seat).round
    assert seen is not None
    return seen


def _foreheads(game: Game, seat: Seat | None) -> list[tuple[Card, ...]]:
    return list(_seen(game, seat).others)


def test_in_a_1_card_round_each_player_sees_every_card_but_their_own() -> None:
    game = table(*HANDS, options=FOREHEAD)
    red, yellow, green = map(cards, HANDS)
    assert _foreheads(game, 0) == [(), yellow, green]
    assert _foreheads(game, 1) == [red, (), green]
    assert _foreheads(game, 2) == [red, yellow, ()]
    assert [_seen(game, seat).hand for seat in range(3)] == [()] * 3
    assert [_seen(game, seat).forehead for seat in (None, 0, 1, 2)] == [True] * 4


def test_spectators_see_none() -> None:
    game = table(*HANDS, options=FOREHEAD)
    assert (_foreheads(game, None), _seen(game, None).hand) == ([], ())


def test_without_the_option_everybody_sees_their_own_card_alone() -> None:
    game = table(*HANDS)
    assert [(_seen(game, seat).hand, _foreheads(game, seat)) for seat in range(3)] == [
        (hand, []) for hand in map(cards, HANDS)
    ]


def test_a_dealer_who_must_name_trump_sees_only_the_others_cards() -> None:
    game = table(*HANDS, upcard="W", options=FOREHEAD)
    assert (phase(game), to_act(game)) == (Phase.TRUMP, (0,))
    assert (_seen(game, 0).hand, _foreheads(game, 0)) == ((), [(), cards("Y12"), cards("G13")])
    assert view(game, 0).legal == tuple(NameTrump(0, suit) for suit in Suit)


def test_there_is_one_play_action_and_it_names_no_card() -> None:
    game = ready(*HANDS, options=FOREHEAD)
    assert legal_actions(game) == view(game, 1).legal == (PlayBlind(1),)
    assert to_plain(PlayBlind(1)) == {"action": "play_blind", "seat": 1}
    assert from_plain(to_plain(PlayBlind(1))) == PlayBlind(1)


def test_a_named_card_is_refused_even_the_right_one_and_so_nothing_can_be_found_out() -> None:
    game = ready(*HANDS, options=FOREHEAD)
    reasons = {refusal(game, Play(1, card(code))) for code in ("Y12", "R11", "W", "B1")}
    assert reasons == {Reason.NOT_POSSIBLE}


def test_the_unseen_card_is_played_in_turn_only() -> None:
    assert refusal(ready(*HANDS, options=FOREHEAD), PlayBlind(2)) is Reason.NOT_YOUR_TURN
    assert refusal(table(*HANDS, options=FOREHEAD), PlayBlind(1)) is Reason.WRONG_PHASE


def test_a_played_card_is_seen_by_all() -> None:
    game, events = apply(ready(*HANDS, options=FOREHEAD), PlayBlind(1))
    assert events == (CardPlayed(1, card("Y12")),)
    assert [_seen(game, seat).trick.cards for seat in (None, 0, 1, 2)] == [cards("Y12")] * 4
    assert _foreheads(game, 1) == [cards("R11"), (), cards("G13")]
    assert _foreheads(game, 2) == [cards("R11"), (), ()]


def test_the_trick_and_the_round_are_as_ever() -> None:
    game = act(ready("R11", "Y12", "R13", upcard="R1", options=FOREHEAD, bids=(0, 0, 1)), "blind blind blind")
    assert (game.scores[-1].taken, game.scores[-1].points) == ((0, 0, 1), (20, 20, 30))


@pytest.mark.parametrize("at", ["named", "bid", "played"])
def test_no_view_or_print_of_it_names_the_viewers_own_card_until_it_is_played(at: str) -> None:
    """The own card is exchanged for another: nothing the viewer gets tells the two games apart."""
    scripts = {"named": "", "bid": "trump=B", "played": "trump=B"}
    games = []
    for code in ("R11", "W"):
        game = act(table(code, *HANDS[1:], upcard="W", options=FOREHEAD), scripts[at])
        if at == "played":
            game = act(bid(game, 0, 1, 0), "blind blind")
        games.append(game)
    one, other = games
    assert view(one, 0) == view(other, 0)
    assert repr(view(one, 0)) == repr(view(other, 0))
    assert view(one, None) == view(other, None)
    assert (view(one, 1) == view(other, 1)) is (view(one, 2) == view(other, 2)) is False


def test_no_forehead_is_ever_printed() -> None:
    game = ready(*HANDS, options=FOREHEAD)
    for value in (game, game.round, *(view(game, seat) for seat in (None, 0, 1, 2))):
        assert not [code for code in HANDS if code in f"{value} {value!r}"]


# --- where it has no effect ----------------------------------------------------------------------


def test_only_1_card_rounds_are_forehead_rounds() -> None:
    game = led("R11 R1", "Y12 Y1", "G13 G1", options=FOREHEAD)
    assert _seen(game, 1).hand == cards("Y12 Y1")
    assert legal_actions(game) == (Play(0, card("R11")), Play(0, card("R1")))
    assert refusal(game, PlayBlind(0)) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize("number", [1, 39])
def test_every_1_card_round_is_one_whatever_its_number(number: int) -> None:
    game = table(*HANDS, options=Options(forehead=True, length=Length.UPDOWN), number=number)
    assert (here(game).number, _seen(game, 0).forehead) == (number, True)


def test_it_is_without_effect_with_special_cards() -> None:
    game = ready(*HANDS, options=with_specials("BOMB", forehead=True))
    assert (_seen(game, 1).hand, _seen(game, 1).forehead, _foreheads(game, 1)) == (cards("Y12"), False, [])
    assert legal_actions(game) == (Play(1, card("Y12")),)
    assert refusal(game, PlayBlind(1)) is Reason.NOT_POSSIBLE
    assert play(game, "Y12 G13 R11").scores


def test_without_the_option_the_unseen_card_cannot_be_played() -> None:
    assert refusal(ready(*HANDS), PlayBlind(1)) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize("bidding", Bidding)
def test_bids_are_given_as_ever(bidding: Bidding) -> None:
    game = table(*HANDS, options=Options(forehead=True, bidding=bidding))
    assert view(game, 1).legal == (Bid(1, 0), Bid(1, 1))


def test_a_whole_record_with_unseen_cards_is_read_back() -> None:
    record = whole_record(Options(forehead=True, max_rounds=2), 4, number=3)
    assert sum(isinstance(action, PlayBlind) for action in record.actions) == 4
    assert load(dump(record)) == record
    assert dump(load(dump(record))) == dump(record)
