"""Every reason for which an action is refused; the game stays as it was."""

from __future__ import annotations

import pytest

from engine.cards import Suit, card, cards, deck
from engine.dealing import chance
from engine.game import current_round, legal_actions, new_game, phase
from engine.options import InvalidOptions, Options, SumRule
from engine.state import Action, Bid, Deal, DrawDealer, Game, IllegalAction, NameTrump, Phase, Play, Reason
from engine.view import view
from tests.engine.playing import after, bid, play, ready, refusal, seed_of, table, whole_game

ONE_CARD_EACH = tuple(map(cards, ("R1", "R2", "R3")))
AN_ACTION_OF_EACH_KIND = (
    DrawDealer(0),
    Deal(ONE_CARD_EACH, card("J")),
    NameTrump(1, Suit.RED),
    Bid(1, 0),
    Play(1, card("R2")),
)


def _in_phase(wanted: Phase) -> Game:
    game = new_game(Options(), 3)
    games = {
        Phase.FIRST_DEALER: game,
        Phase.DEAL: after(game, DrawDealer(0)),
        Phase.TRUMP: table("R1", "R2", "R3", upcard="W"),
        Phase.BIDDING: table("R1", "R2", "R3"),
        Phase.PLAY: ready("R1", "R2", "R3"),
    }
    assert phase(games[wanted]) is wanted
    return games[wanted]


@pytest.mark.parametrize(("now", "kind"), [(now, kind) for now in range(5) for kind in range(5) if kind != now])
def test_an_action_of_another_phase_is_refused(now: int, kind: int) -> None:
    phases = (Phase.FIRST_DEALER, Phase.DEAL, Phase.TRUMP, Phase.BIDDING, Phase.PLAY)
    assert refusal(_in_phase(phases[now]), AN_ACTION_OF_EACH_KIND[kind]) is Reason.WRONG_PHASE


@pytest.mark.parametrize("action", AN_ACTION_OF_EACH_KIND, ids=lambda action: type(action).__name__)
def test_nothing_can_be_done_after_the_game(action: Action) -> None:
    game = whole_game(Options(max_rounds=1), 3, number=1)
    assert legal_actions(game) == ()
    assert refusal(game, action) is Reason.GAME_OVER


@pytest.mark.parametrize("seat", [0, 2])
def test_a_bid_out_of_turn_is_refused(seat: int) -> None:
    assert refusal(table("R1", "R2", "R3"), Bid(seat, 0)) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [0, 2])
def test_a_card_out_of_turn_is_refused(seat: int) -> None:
    assert refusal(ready("R1", "R2", "R3"), Play(seat, card("R1"))) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_dealer_names_the_trump(seat: int) -> None:
    assert refusal(table("R1", "R2", "R3", upcard="W"), NameTrump(seat, Suit.RED)) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [-1, -2, 3, 10**30])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    assert refusal(new_game(Options(), 3), DrawDealer(seat)) is Reason.NO_SUCH_SEAT
    assert refusal(table("R1", "R2", "R3", upcard="W"), NameTrump(seat, Suit.RED)) is Reason.NO_SUCH_SEAT
    assert refusal(table("R1", "R2", "R3"), Bid(seat, 0)) is Reason.NO_SUCH_SEAT
    assert refusal(ready("R1", "R2", "R3"), Play(seat, card("R1"))) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    with pytest.raises(IllegalAction, match=Reason.NO_SUCH_SEAT):
        view(table("R1", "R2", "R3"), seat)


@pytest.mark.parametrize("tricks", [-1, 3, 10**30])
def test_a_bid_out_of_range_is_refused(tricks: int) -> None:
    assert refusal(table("R1 Y1", "R2 Y2", "R3 Y3"), Bid(1, tricks)) is Reason.BID_OUT_OF_RANGE


def test_the_bid_a_sum_rule_forbids_is_refused() -> None:
    game = bid(table("R1 Y1", "R2 Y2", "R3 Y3", options=Options(sum_rule=SumRule.ALWAYS)), 1, 0)
    assert refusal(game, Bid(0, 1)) is Reason.BID_FORBIDDEN


@pytest.mark.parametrize("code", ["R1", "B13", "W", "J"])
def test_a_card_that_is_not_in_the_hand_is_refused(code: str) -> None:
    assert refusal(ready("R1", "R2", "R3"), Play(1, card(code))) is Reason.NOT_IN_HAND


def test_a_card_of_another_suit_is_refused_while_one_can_follow() -> None:
    game = play(ready("R1 Y1", "R2 Y2", "R3 Y3"), "R2")
    assert refusal(game, Play(2, card("Y3"))) is Reason.MUST_FOLLOW_SUIT


@pytest.mark.parametrize(
    ("hands", "upcard"),
    [
        (("R1", "R2"), "J"),
        (("R1", "R2", "R3", "R4"), "J"),
        (("R1", "R2", ""), "J"),
        (("R1", "R2", "R3 R4"), "J"),
        (("R1", "R2", "R2"), "J"),
        (("R1", "R2", "R3"), "R3"),
        (("R1", "R2", "R3"), None),
        ((), "J"),
    ],
    ids=[
        "a hand is missing",
        "a hand too many",
        "an empty hand",
        "a hand too large",
        "a card twice",
        "the upcard is in a hand",
        "no upcard though the stock has one",
        "nothing",
    ],
)
def test_a_deal_that_no_shuffle_gives_is_refused(hands: tuple[str, ...], upcard: str | None) -> None:
    game = after(new_game(Options(), 3), DrawDealer(0))
    deal = Deal(tuple(map(cards, hands)), None if upcard is None else card(upcard))
    assert refusal(game, deal) is Reason.BAD_DEAL


def test_a_fifth_wizard_is_refused() -> None:
    game = after(new_game(Options(), 4), DrawDealer(0))
    assert refusal(game, Deal((cards("W"),) * 4, card("W"))) is Reason.BAD_DEAL
    assert after(game, Deal((cards("W"),) * 4, card("J"))).round is not None


def test_an_upcard_from_an_empty_stock_is_refused() -> None:
    game = table(*_everything(), upcard=None)
    before = Game(game.options, 3, dealer=0, scores=game.scores)
    hands = tuple(map(cards, _everything()))
    assert refusal(before, Deal(hands, card("R1"))) is Reason.BAD_DEAL


def _everything() -> list[str]:
    pack = [face.code for face in deck()]
    return [" ".join(pack[seat * 20 : (seat + 1) * 20]) for seat in range(3)]


@pytest.mark.parametrize(("now", "reason"), [(Phase.TRUMP, Reason.WRONG_PHASE), (Phase.PLAY, Reason.WRONG_PHASE)])
def test_chance_is_refused_when_a_seat_is_to_act(now: Phase, reason: Reason) -> None:
    with pytest.raises(IllegalAction, match=reason):
        chance(_in_phase(now), seed_of(1))


def test_between_rounds_there_is_no_running_round() -> None:
    with pytest.raises(IllegalAction, match=Reason.WRONG_PHASE):
        current_round(_in_phase(Phase.DEAL))
    with pytest.raises(IllegalAction, match=Reason.GAME_OVER):
        current_round(whole_game(Options(max_rounds=1), 3, number=1))


@pytest.mark.parametrize("players", [-1, 0, 2, 7])
def test_wizard_is_for_3_to_6_players(players: int) -> None:
    with pytest.raises(InvalidOptions, match=f"3 to 6 players, not {players}"):
        new_game(Options(), players)


def test_every_reason_is_covered_here() -> None:
    """Add a test above before adding a reason."""
    assert set(Reason) == {
        Reason.GAME_OVER,
        Reason.WRONG_PHASE,
        Reason.NOT_YOUR_TURN,
        Reason.NO_SUCH_SEAT,
        Reason.BAD_DEAL,
        Reason.BID_OUT_OF_RANGE,
        Reason.BID_FORBIDDEN,
        Reason.NOT_IN_HAND,
        Reason.MUST_FOLLOW_SUIT,
        Reason.WRONG_CHOICE,
        Reason.NOT_POSSIBLE,
    }
