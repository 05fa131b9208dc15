"""Every reason for which an action is refused; the game stays as it was."""

from __future__ import annotations

import pytest

from engine.actions import Action, Bid, Deal, DrawDealer, IllegalAction, NameTrump, Play, PlayBlind, Reason
from engine.cards import Suit, UnknownCard, card, cards, deck
from engine.dealing import chance
from engine.game import current_round, legal_actions, new_game, phase
from engine.options import Bidding, InvalidOptions, Options, SumRule
from engine.specials import Exchange, MoveBid, PassCard
from engine.state import Game, Phase
from engine.view import view
from tests.engine.playing import after, bid, led, play, ready, refusal, seed_of, table, whole_game, with_specials

ONE_CARD_EACH = tuple(map(cards, ("R1", "R2", "R3")))
AN_ACTION_OF_EACH_KIND = (
    DrawDealer(0),
    Deal(ONE_CARD_EACH, card("J")),
    NameTrump(1, Suit.RED),
    Bid(1, 0),
    Play(1, card("R2")),
    PlayBlind(1),
    MoveBid(1, 1),
    PassCard(1, card("R2")),
    Exchange(1),
)
PHASES = {
    Phase.FIRST_DEALER: (DrawDealer,),
    Phase.DEAL: (Deal,),
    Phase.TRUMP: (NameTrump,),
    Phase.BIDDING: (Bid,),
    Phase.PLAY: (Play, PlayBlind),
    Phase.SPECIAL: (MoveBid, PassCard, Exchange),
}
"""Which kinds of action each phase waits for."""


def _in_phase(wanted: Phase) -> Game:
    game = new_game(Options(), 3)
    games = {
        Phase.FIRST_DEALER: game,
        Phase.DEAL: after(game, DrawDealer(0)),
        Phase.TRUMP: table("R1", "R2", "R3", upcard="W"),
        Phase.BIDDING: table("R1", "R2", "R3"),
        Phase.PLAY: ready("R1", "R2", "R3"),
        Phase.SPECIAL: _asked("WITCH", "R1 WITCH R3"),
    }
    assert phase(games[wanted]) is wanted
    return games[wanted]


def _asked(code: str, trick: str) -> Game:
    """Return a table where the special card of this trick wants something settled; each seat has a yellow card."""
    hands = [f"{played.partition(':')[0]} Y{seat or 3}" for seat, played in enumerate(trick.split())]
    return play(led(*hands, options=with_specials(code), bids=(1, 1, 1)), trick)


@pytest.mark.parametrize(
    ("now", "action"),
    [(now, action) for now, kinds in PHASES.items() for action in AN_ACTION_OF_EACH_KIND if type(action) not in kinds],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_action_of_another_phase_is_refused(now: Phase, action: Action) -> None:
    assert refusal(_in_phase(now), action) is Reason.WRONG_PHASE


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


# --- what special cards refuse -------------------------------------------------------------------


def test_no_trump_is_named_by_nobody_who_had_no_werewolf() -> None:
    assert refusal(table("R1", "R2", "R3", upcard="W"), NameTrump(0, None)) is Reason.NOT_POSSIBLE
    for code in ("WEREWOLF", "CLOUD"):
        game = table("R1", "R2", "R3", upcard=code, options=with_specials(code))
        assert refusal(game, NameTrump(0, None)) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize(
    ("special", "played"),
    [
        ("JUGGLER", "JUGGLER"),
        ("CLOUD", "CLOUD"),
        ("SHIFT", "SHIFT"),
        ("VAMPIRE", "VAMPIRE:R"),
        ("VAMPIRE", "VAMPIRE:W"),
    ],
)
def test_a_card_without_its_choice_or_with_one_it_has_not_is_refused(special: str, played: str) -> None:
    game = led(f"{special} R1", "Y1 Y2", "G1 G2", options=with_specials(special))
    assert refusal(game, Play(0, card(played))) is Reason.WRONG_CHOICE


@pytest.mark.parametrize(
    ("upcard", "played"),
    [
        ("JUGGLER", "VAMPIRE"),
        ("JUGGLER", "VAMPIRE:W"),
        ("CLOUD", "VAMPIRE:J"),
        ("SHIFT", "VAMPIRE"),
        ("SHIFT", "VAMPIRE:R"),
        ("DRAGON", "VAMPIRE:W"),
    ],
)
def test_a_vampire_with_a_choice_that_its_copy_has_not_is_refused(upcard: str, played: str) -> None:
    game = led("VAMPIRE R1", "Y1 Y2", "G1 G2", upcard=upcard, options=with_specials(f"VAMPIRE {upcard}"))
    assert refusal(game, Play(0, card(played))) is Reason.WRONG_CHOICE


@pytest.mark.parametrize(
    "code", ["SHIFT:R", "SHIFT:B", "JUGGLER:W", "CLOUD:J", "DRAGON:R", "W:R", "R1:R", "SHIFT:", "WITCH:W", "shift:w"]
)
def test_a_code_with_a_choice_the_card_never_has_is_no_card(code: str) -> None:
    with pytest.raises(UnknownCard, match="is not a card"):
        card(code)


@pytest.mark.parametrize("code", ["DRAGON", "CLOUD:R", "SHIFT:W", "VAMPIRE"])
def test_a_special_card_that_is_not_in_the_hand_is_refused(code: str) -> None:
    assert refusal(ready("R1", "R2", "R3"), Play(1, card(code))) is Reason.NOT_IN_HAND


@pytest.mark.parametrize("action", [MoveBid(0, 1), MoveBid(2, -1), MoveBid(1, 5)])
def test_a_bid_is_moved_by_the_tricks_winner_alone_and_by_one(action: MoveBid) -> None:
    game = _asked("CLOUD", "R1 R13 CLOUD:R")
    assert refusal(game, action) is (Reason.NOT_POSSIBLE if action.seat == 1 else Reason.NOT_YOUR_TURN)


@pytest.mark.parametrize(("said", "by"), [(0, -1), (2, 1)])
def test_a_bid_moved_beyond_the_limits_is_refused(said: int, by: int) -> None:
    options = with_specials("CLOUD", bidding=Bidding.SECRET)
    game = play(led("R13 R1", "CLOUD Y1", "G1 G2", options=options, bids=(said, 0, 0)), "R13 CLOUD:R G1")
    assert refusal(game, MoveBid(0, by)) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize("code", ["Y2", "R1", "W", "JUGGLER", "JUGGLER:R"])
def test_a_passed_card_that_is_not_in_the_hand_is_refused(code: str) -> None:
    assert refusal(_asked("JUGGLER", "JUGGLER:R R1 R2"), PassCard(1, card(code))) is Reason.NOT_POSSIBLE


def test_settling_twice_is_refused() -> None:
    game = after(_asked("JUGGLER", "JUGGLER:R R1 R2"), PassCard(1, card("Y1")))
    assert refusal(game, PassCard(1, card("Y1"))) is Reason.NOT_YOUR_TURN
    game = after(_asked("WITCH", "R1 WITCH R3"), Exchange(1))
    assert refusal(game, Exchange(1)) is Reason.WRONG_PHASE


@pytest.mark.parametrize(
    ("give", "take"),
    [("Y1", "WITCH"), ("R1", "R3"), ("Y1", "Y2"), ("Y1", "B13"), ("Y1", None), (None, "R1"), ("WITCH", "R1")],
    ids=[
        "the Witch herself",
        "a card not in the hand",
        "a card of another hand",
        "a card of the stock",
        "nothing taken",
        "nothing given",
        "the played Witch given",
    ],
)
def test_an_exchange_that_cannot_be_is_refused(give: str | None, take: str | None) -> None:
    wrong = Exchange(1, None if give is None else card(give), None if take is None else card(take))
    assert refusal(_asked("WITCH", "R1 WITCH R3"), wrong) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize("action", [MoveBid(1, 1), PassCard(1, card("Y1"))])
def test_settling_what_nobody_asked_for_is_refused(action: Action) -> None:
    assert refusal(_asked("WITCH", "R1 WITCH R3"), action) is Reason.NOT_POSSIBLE


def test_only_who_is_asked_settles_and_a_seat_that_does_not_exist_never() -> None:
    assert refusal(_asked("WITCH", "R1 WITCH R3"), Exchange(0)) is Reason.NOT_YOUR_TURN
    assert refusal(_asked("WITCH", "R1 WITCH R3"), Exchange(3)) is Reason.NO_SUCH_SEAT
    assert refusal(_asked("WITCH", "R1 WITCH R3"), Exchange(-1)) is Reason.NO_SUCH_SEAT


def test_a_named_card_in_a_forehead_round_and_an_unseen_one_outside_are_refused() -> None:
    assert refusal(ready("R1", "R2", "R3"), PlayBlind(1)) is Reason.NOT_POSSIBLE
    assert refusal(ready("R1", "R2", "R3", options=Options(forehead=True)), Play(1, card("R2"))) is Reason.NOT_POSSIBLE


def test_what_is_no_action_is_refused() -> None:
    assert refusal(ready("R1", "R2", "R3"), "R2") is Reason.NOT_POSSIBLE  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["BOMB", "JUGGLER:R", "VAMPIRE"])
def test_a_special_card_that_is_not_in_the_deck_cannot_be_dealt(code: str) -> None:
    game = after(new_game(with_specials("WITCH"), 3), DrawDealer(0))
    assert refusal(game, Deal((cards("R1"), cards("R2"), (card(code),)), card("J"))) is Reason.BAD_DEAL
    assert refusal(game, Deal(ONE_CARD_EACH, card(code))) is Reason.BAD_DEAL
    assert refusal(game, Deal(ONE_CARD_EACH, card("J"), card(code))) is Reason.BAD_DEAL


@pytest.mark.parametrize("code", ["JUGGLER:R", "SHIFT:W"])
def test_a_card_is_dealt_without_a_choice(code: str) -> None:
    game = after(new_game(with_specials("JUGGLER SHIFT"), 3), DrawDealer(0))
    assert refusal(game, Deal((cards("R1"), cards("R2"), (card(code),)), card("J"))) is Reason.BAD_DEAL
    assert refusal(game, Deal(ONE_CARD_EACH, card(code))) is Reason.BAD_DEAL


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
