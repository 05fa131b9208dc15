"""What special cards do after their trick (rules.md §3): Juggler, Cloud, Witch and the order of the three."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import rules
from engine.actions import Play, Reason
from engine.cards import Suit, card, cards, codes
from engine.events import RoundScored
from engine.game import apply, legal_actions, phase, to_act
from engine.options import Bidding
from engine.specials import BidMoved, CardExchanged, CardsPassed, Exchange, MoveBid, PassCard
from engine.state import Game, Phase
from engine.view import view
from tests.engine.playing import act, after, here, led, play, refusal, with_specials

JUGGLER, CLOUD, WITCH = (with_specials(code) for code in ("JUGGLER", "CLOUD", "WITCH"))


def _wins(trick: str, trump: Suit | None = None) -> str:
    faces = cards(trick)
    return faces[rules.winner(faces, trump)].code


def _hands(game: Game) -> list[str]:
    return [codes(hand) for hand in here(game).hands]


# --- Juggler -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "winner"), [("G7", "JUGGLER:G"), ("G8", "G8"), ("R13", "JUGGLER:G")])
def test_the_juggler_is_a_seven_and_a_half_of_the_named_suit(other: str, winner: str) -> None:
    assert _wins(f"G1 JUGGLER:G {other}") == winner
    assert _wins(f"JUGGLER:G {other} G1") == winner


def test_a_juggler_off_suit_loses_and_as_trump_wins() -> None:
    assert _wins("R1 JUGGLER:G R2") == "R2"
    assert _wins("R1 JUGGLER:G R2", Suit.GREEN) == "JUGGLER:G"
    assert _wins("G8 JUGGLER:G G1", Suit.GREEN) == "G8"


def test_after_the_trick_everybody_passes_one_card_to_the_left() -> None:
    game = act(led("JUGGLER R1", "R2 R3", "R4 W", options=JUGGLER), "JUGGLER:R R2 R4")
    assert (phase(game), to_act(game)) == (Phase.SPECIAL, (0, 1, 2))
    assert _hands(act(game, "pass=R1 pass=R3 pass=W")) == ["W", "R1", "R3"]


def test_it_may_be_any_card_of_the_hand() -> None:
    game = act(led("JUGGLER Y1 Y2", "R2 R3 R6", "R4 J J", options=JUGGLER), "JUGGLER:R R2 R4")
    assert legal_actions(game, 0) == (PassCard(0, card("Y1")), PassCard(0, card("Y2")))
    assert legal_actions(game, 2) == (PassCard(2, card("J")),)


def test_all_choose_first_then_all_cards_move_whoever_is_quicker() -> None:
    game = act(led("JUGGLER Y1 Y2", "R2 R3 R6", "R4 J J", options=JUGGLER), "JUGGLER:R R2 R4")
    choices = (PassCard(0, card("Y2")), PassCard(1, card("R6")), PassCard(2, card("J")))
    ends = set()
    for order in permutations(choices):
        some = after(game, *order[:2])
        assert _hands(some) == ["Y1 Y2", "R3 R6", "J J"]
        ends.add(after(some, order[2]))
    assert {tuple(_hands(end)) for end in ends} == {("Y1 J", "R3 Y2", "J R6")}


def test_a_choice_to_pass_is_final() -> None:
    game = act(led("JUGGLER Y1 Y2", "R2 R3 R6", "R4 J J", options=JUGGLER), "JUGGLER:R R2 R4 pass=Y1")
    assert refusal(game, PassCard(0, card("Y2"))) is Reason.NOT_YOUR_TURN
    assert to_act(game) == (1, 2)


def test_only_giver_and_receiver_know_the_passed_card() -> None:
    game = act(led("JUGGLER Y1 Y2", "R2 R3 R6", "R4 J J", options=JUGGLER), "JUGGLER:R R2 R4 pass=Y1 pass=R3")
    game, events = apply(game, PassCard(2, card("J")))
    given = (card("Y1"), card("R3"), card("J"))
    assert events == (CardsPassed(given),)
    known = {None: (None,) * 3, 0: (given[0], None, given[2]), 1: (given[0], given[1], None), 2: (None, *given[1:])}
    for seat, cards_known in known.items():
        seen = view(game, seat).round
        assert seen is not None
        assert seen.tricks[0].after == (CardsPassed(cards_known),)


def test_a_card_chosen_to_be_passed_is_seen_by_its_giver_alone_until_it_moves() -> None:
    game = act(led("JUGGLER Y1 Y2", "R2 R3 R6", "R4 J J", options=JUGGLER), "JUGGLER:R R2 R4 pass=Y1")
    asked = {seat: seen.ask for seat in (None, 0, 1, 2) if (seen := view(game, seat).round)}
    assert {seat: ask and ask.mine for seat, ask in asked.items()} == {
        None: None,
        0: PassCard(0, card("Y1")),
        1: None,
        2: None,
    }
    assert {ask and ask.waiting for ask in asked.values()} == {(1, 2)}


def test_passed_cards_stay_private_after_the_round() -> None:
    game = act(led("JUGGLER Y1", "R2 R3", "R4 J", options=JUGGLER), "JUGGLER:R R2 R4 pass=Y1 pass=R3 pass=J J Y1 R3")
    assert view(game, None).scores[-1].tricks[0].after == (CardsPassed((None, None, None)),)


def test_with_no_cards_left_the_pass_is_skipped() -> None:
    game = play(led("JUGGLER", "R2", "R4", options=JUGGLER), "JUGGLER:R R2 R4")
    assert (phase(game), game.scores[-1].tricks[0].after) == (Phase.DEAL, ())


# --- Cloud ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "winner"), [("G9", "CLOUD:G"), ("G10", "G10"), ("R13", "CLOUD:G")])
def test_the_cloud_is_a_nine_and_three_quarters_of_the_named_suit(other: str, winner: str) -> None:
    assert _wins(f"G1 CLOUD:G {other}") == winner
    assert _wins("JUGGLER:G CLOUD:G J") == "CLOUD:G"


def _cloud_won_by_0(*bids: int, size: int = 3, **others: object) -> Game:
    hands = (("R13 R1 R2", "CLOUD Y1 Y2", "G1 G2 G3"), ("R13 R1", "CLOUD Y1", "G1 G2"))[3 - size]
    return play(led(*hands, options=with_specials("CLOUD", **others), bids=bids), "R13 CLOUD:R G1")


def test_the_tricks_winner_changes_their_own_bid_by_exactly_one() -> None:
    game = _cloud_won_by_0(1, 2, 0)
    assert (phase(game), to_act(game)) == (Phase.SPECIAL, (0,))
    assert legal_actions(game) == (MoveBid(0, 1), MoveBid(0, -1))
    assert [here(act(game, by)).bids for by in ("+1", "-1")] == [(2, 2, 0), (0, 2, 0)]
    assert [refusal(game, MoveBid(0, by)) for by in (0, 2, -2)] == [Reason.NOT_POSSIBLE] * 3
    assert refusal(game, MoveBid(1, 1)) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(("said", "then"), [(0, 1), (3, 2)])
def test_it_stays_within_0_and_n_and_the_one_way_left_is_applied_without_asking(said: int, then: int) -> None:
    game = _cloud_won_by_0(said, 0, 0)
    assert (phase(game), here(game).bids) == (Phase.PLAY, (then, 0, 0))
    assert here(game).tricks[0].after == (BidMoved(0, then - said),)


def test_the_bid_is_changed_in_the_last_trick_too() -> None:
    game = play(led("R1 R13", "Y1 CLOUD", "G1 G2", options=CLOUD, bids=(1, 0, 0)), "R1 Y1 G1 R13 CLOUD:R G2")
    assert (phase(game), game.scores) == (Phase.SPECIAL, game.scores[:1])
    game, events = apply(game, MoveBid(0, 1))
    assert isinstance(events[0], BidMoved)
    assert isinstance(events[1], RoundScored)
    assert (game.scores[-1].bids, game.scores[-1].points) == ((2, 0, 0), (40, 20, 20))


@pytest.mark.parametrize("bidding", [Bidding.OPEN, Bidding.HIDDEN])
def test_with_open_and_hidden_bids_the_change_is_public(bidding: Bidding) -> None:
    game = act(_cloud_won_by_0(1, 2, 0, bidding=bidding), "-1")
    for seat in (None, 0, 1, 2):
        seen = view(game, seat).round
        assert seen is not None
        assert (seen.bids, seen.tricks[0].after) == ((0, 2, 0), (BidMoved(0, -1),))


def test_with_secret_bids_it_is_asked_privately_and_only_the_fact_is_public() -> None:
    game = _cloud_won_by_0(1, 2, 0, bidding=Bidding.SECRET)
    assert [view(game, seat).legal for seat in (None, 1, 2)] == [(), (), ()]
    assert view(game, 0).legal == (MoveBid(0, 1), MoveBid(0, -1))
    game = act(game, "+1")
    shown = {seat: seen for seat in (None, 0, 1, 2) if (seen := view(game, seat).round)}
    assert {seat: seen.tricks[0].after for seat, seen in shown.items()} == {
        None: (BidMoved(0, None),),
        0: (BidMoved(0, 1),),
        1: (BidMoved(0, None),),
        2: (BidMoved(0, None),),
    }
    assert shown[0].bids == (2, None, None)
    assert shown[1].bids == (None, 2, None)
    assert shown[None].bids == (None, None, None)


@pytest.mark.parametrize(("said", "by"), [(0, 1), (3, -1)])
def test_with_secret_bids_the_prompt_appears_even_when_only_one_way_exists(said: int, by: int) -> None:
    game = _cloud_won_by_0(said, 0, 0, bidding=Bidding.SECRET)
    assert (phase(game), legal_actions(game)) == (Phase.SPECIAL, (MoveBid(0, by),))
    assert refusal(game, MoveBid(0, -by)) is Reason.NOT_POSSIBLE
    assert here(act(game, f"{by:+}")).bids[0] == said + by


def test_once_the_round_is_scored_a_secret_change_is_revealed() -> None:
    game = act(_cloud_won_by_0(1, 2, 0, size=2, bidding=Bidding.SECRET), "+1 R1 Y1 G2")
    score = view(game, None).scores[-1]
    assert (score.bids, score.tricks[0].after) == ((2, 2, 0), (BidMoved(0, 1),))


def test_whoever_played_the_cloud_it_is_the_winner_who_is_asked() -> None:
    game = play(led("CLOUD R1", "R2 R3", "R10 G1", options=CLOUD, bids=(0, 0, 1)), "CLOUD:R R2 R10")
    assert to_act(game) == (2,)
    game = play(led("CLOUD R1", "R2 R3", "R9 G1", options=CLOUD, bids=(1, 0, 0)), "CLOUD:R R2 R9")
    assert to_act(game) == (0,)


# --- Witch ---------------------------------------------------------------------------------------


def _witch() -> Game:
    return play(led("R2 R3 R4", "WITCH B1 B2", "W G1 G2", options=WITCH), "R2 WITCH W")


def test_the_witchs_player_may_exchange_one_hand_card_for_one_card_of_the_trick_other_than_the_witch() -> None:
    game = _witch()
    assert (phase(game), to_act(game)) == (Phase.SPECIAL, (1,))
    exchanges = [Exchange(1, card(give), card(take)) for give in ("B1", "B2") for take in ("R2", "W")]
    assert legal_actions(game) == (Exchange(1), *exchanges)
    assert _hands(act(game, "B2>W")) == ["R3 R4", "B1 W", "G1 G2"]
    assert refusal(game, Exchange(1, card("B1"), card("WITCH"))) is Reason.NOT_POSSIBLE
    assert refusal(game, Exchange(1, card("G1"), card("R2"))) is Reason.NOT_POSSIBLE
    assert refusal(game, Exchange(1, card("B1"), card("R3"))) is Reason.NOT_POSSIBLE


@pytest.mark.parametrize(("give", "take"), [("B1", None), (None, "R2")])
def test_giving_without_taking_is_no_exchange(give: str | None, take: str | None) -> None:
    one_sided = Exchange(1, give and card(give), take and card(take))  # type: ignore[arg-type]
    assert refusal(_witch(), one_sided) is Reason.NOT_POSSIBLE


def test_the_witchs_player_may_leave_all_as_it_is() -> None:
    game = act(_witch(), "keep")
    assert (_hands(game), here(game).tricks[0].after) == (["R3 R4", "B1 B2", "G1 G2"], ())
    assert (phase(game), to_act(game)) == (Phase.PLAY, (2,))


def test_both_exchanged_cards_are_public() -> None:
    game, events = apply(_witch(), Exchange(1, card("B1"), card("R2")))
    assert events == (CardExchanged(1, card("B1"), card("R2")),)
    for seat in (None, 0, 1, 2):
        seen = view(game, seat).round
        assert seen is not None
        assert seen.tricks[0].after == events


def test_the_card_put_in_belongs_to_the_finished_trick_and_has_no_effect() -> None:
    """The Cloud put in changes no bid, and the Wizard taken out still has the trick."""
    game = led("R2 R3", "WITCH CLOUD", "W G1", options=with_specials("WITCH CLOUD"), bids=(0, 0, 1))
    game = act(game, "R2 WITCH W CLOUD>W")
    trick = here(game).tricks[0]
    assert (codes(trick.cards), codes(trick.pile)) == ("R2 WITCH W", "R2 WITCH CLOUD")
    assert (trick.winner, here(game).taken, here(game).bids) == (2, (0, 0, 1), (0, 0, 1))
    assert (phase(game), to_act(game)) == (Phase.PLAY, (2,))


def test_the_bomb_may_be_taken_and_the_trick_stays_void() -> None:
    game = act(led("R2 R3", "WITCH B1", "BOMB G1", options=with_specials("WITCH BOMB")), "R2 WITCH BOMB B1>BOMB")
    assert (here(game).tricks[0].winner, here(game).taken, to_act(game)) == (None, (0, 0, 0), (0,))
    assert _hands(game) == ["R3", "BOMB", "G1"]


def test_with_an_empty_hand_the_exchange_is_skipped() -> None:
    game = play(led("R2", "WITCH", "W", options=WITCH), "R2 WITCH W")
    assert (phase(game), game.scores[-1].tricks[0].after) == (Phase.DEAL, ())


def test_equal_cards_of_hand_and_trick_are_one_exchange_and_may_be_exchanged() -> None:
    game = led("W R3 R4", "WITCH J J", "W G1 G2", options=WITCH)
    game = play(game, "W WITCH W")
    assert legal_actions(game) == (Exchange(1), Exchange(1, card("J"), card("W")))
    assert _hands(act(game, "J>W"))[1] == "J W"
    same = play(led("W R3 R4", "WITCH W Y1", "B1 G1 G2", options=WITCH), "W WITCH B1")
    assert Exchange(1, card("W"), card("W")) in legal_actions(same)


def test_a_card_played_with_a_choice_is_taken_bare() -> None:
    game = led("JUGGLER R3", "WITCH B1", "R1 G1", options=with_specials("WITCH JUGGLER"))
    game = act(game, "JUGGLER:R WITCH R1 pass=R3 pass=B1 pass=G1 R3>JUGGLER")
    assert _hands(game) == ["G1", "JUGGLER", "B1"]


def test_a_juggler_that_the_witch_takes_is_played_again_with_its_effect() -> None:
    game = led("JUGGLER R3 R4", "WITCH B1 B2", "R1 G1 G2", options=with_specials("WITCH JUGGLER"))
    game = act(game, "JUGGLER:R WITCH R1 pass=R3 pass=B1 pass=G1 B2>JUGGLER R4 JUGGLER:Y G2")
    assert (here(game).asks[0].special, to_act(game)) == ("JUGGLER", (0, 1, 2))
    assert _hands(act(game, "pass=G1 pass=R3 pass=B1")) == ["B1", "G1", "R3"]


# --- the order -----------------------------------------------------------------------------------

_ALL_THREE = with_specials("CLOUD JUGGLER WITCH")


@pytest.mark.parametrize("order", list(permutations(["CLOUD:R", "JUGGLER:R", "WITCH"])), ids=" ".join)
def test_after_a_trick_come_winner_cloud_juggler_witch_and_then_the_next_lead(
    order: tuple[str, ...],
) -> None:
    hands = [f"{code.partition(':')[0]} Y{seat} Y{seat + 4}" for seat, code in enumerate(order, 1)]
    game = led(*hands, options=_ALL_THREE, bids=(1, 1, 1))
    cloud, witch = order.index("CLOUD:R"), order.index("WITCH")
    game = play(game, " ".join(order))
    assert here(game).taken[cloud] == 1
    asked = []
    for said in ("+1", "pass=Y1", "pass=Y2", "pass=Y3", "keep"):
        asked.append((here(game).asks[0].special, to_act(game)))
        game = act(game, said)
    assert asked == [
        ("CLOUD", (cloud,)),
        ("JUGGLER", (0, 1, 2)),
        ("JUGGLER", (1, 2)),
        ("JUGGLER", (2,)),
        ("WITCH", (witch,)),
    ]
    assert (phase(game), to_act(game)) == (Phase.PLAY, (cloud,))


def test_the_witch_exchanges_with_the_hand_she_has_after_the_pass() -> None:
    game = led("JUGGLER R3", "WITCH B1", "R1 G1", options=with_specials("JUGGLER WITCH"))
    game = act(game, "JUGGLER:R WITCH R1 pass=R3 pass=B1 pass=G1")
    assert legal_actions(game) == (
        Exchange(1),
        Exchange(1, card("R3"), card("JUGGLER")),
        Exchange(1, card("R3"), card("R1")),
    )


def test_nobody_leads_before_everything_is_settled() -> None:
    assert refusal(_witch(), Play(2, card("G1"))) is Reason.WRONG_PHASE
