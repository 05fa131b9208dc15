"""The table options (rules.md §2): what each does, the presets, and plain values."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import pytest

from engine import options as opts
from engine import rules
from engine.actions import Bid
from engine.cards import Suit
from engine.game import apply, forbidden_bid, legal_actions, new_game, phase, to_act
from engine.options import (
    SPECIAL_CARDS,
    Bomb,
    FirstDealer,
    Labels,
    Length,
    Options,
    SumRule,
    WizardTurnup,
)
from engine.presets import PRESETS
from engine.specials import MoveBid
from engine.state import Phase
from tests.engine.playing import act, bid, here, play, table, whole_game, with_specials

THREE_CARDS = ("R1 R2 R3", "Y1 Y2 Y3", "G1 G2 G3")


def _last_bids(
    rule: SumRule,
    *earlier: int,
    hands: tuple[str, ...] = THREE_CARDS,
    points: tuple[int, ...] | None = None,
) -> list[int]:
    game = bid(table(*hands, options=Options(sum_rule=rule), points=points), *earlier)
    assert to_act(game) == (0,)
    return [action.tricks for action in legal_actions(game) if isinstance(action, Bid)]


# --- sum_rule ------------------------------------------------------------------------------------


def test_without_a_sum_rule_the_dealer_may_bid_anything() -> None:
    assert _last_bids(SumRule.OFF, 1, 1) == [0, 1, 2, 3]


def test_the_last_bidder_may_not_make_the_bids_equal_the_cards() -> None:
    assert _last_bids(SumRule.ALWAYS, 1, 1) == [0, 2, 3]
    assert _last_bids(SumRule.ALWAYS, 0, 0) == [0, 1, 2]
    assert _last_bids(SumRule.ALWAYS, 3, 0) == [1, 2, 3]


def test_no_bid_is_forbidden_when_the_others_already_bid_too_much() -> None:
    assert _last_bids(SumRule.ALWAYS, 2, 2) == [0, 1, 2, 3]


def test_only_the_last_bidder_is_bound() -> None:
    game = table(*THREE_CARDS, options=Options(sum_rule=SumRule.ALWAYS))
    assert len(legal_actions(game)) == len(legal_actions(bid(game, 3))) == 4


def test_nothing_is_forbidden_once_the_last_bid_is_given() -> None:
    game = table(*THREE_CARDS, options=Options(sum_rule=SumRule.ALWAYS))
    assert [forbidden_bid(game, seat) for seat in range(3)] == [None] * 3
    game = bid(game, 1, 0)
    assert [forbidden_bid(game, seat) for seat in range(3)] == [2, None, None]
    game = bid(game, 1)
    assert [forbidden_bid(game, seat) for seat in range(3)] == [None] * 3


def test_not_in_1_card_round_exempts_every_round_of_one_card() -> None:
    one = ("R1", "Y1", "G1")
    assert _last_bids(SumRule.NOT_IN_1_CARD_ROUND, 0, 0, hands=one) == [0, 1]
    assert _last_bids(SumRule.ALWAYS, 0, 0, hands=one) == [0]
    assert _last_bids(SumRule.NOT_IN_1_CARD_ROUND, 1, 1) == [0, 2, 3]
    assert not rules.sum_rule_applies(SumRule.NOT_IN_1_CARD_ROUND, 39, 1, 0, (0, 0, 0))


def test_from_round_4_binds_by_the_number_of_the_round_whatever_its_size() -> None:
    bound = [rules.sum_rule_applies(SumRule.FROM_ROUND_4, number, 9, 0, (0, 0)) for number in range(1, 6)]
    assert bound == [False, False, False, True, True]
    assert _last_bids(SumRule.FROM_ROUND_4, 1, 1) == [0, 1, 2, 3]
    four = ("R1 R2 R3 R4", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4")
    assert _last_bids(SumRule.FROM_ROUND_4, 1, 1, hands=four) == [0, 1, 3, 4]


@pytest.mark.parametrize(
    ("points", "bound"),
    [
        ((0, 0, 0), False),
        ((10, 0, 0), True),
        ((10, 10, 0), True),
        ((10, 20, 0), False),
        ((-10, -20, -20), True),
        ((20, 20, 20), False),
    ],
)
def test_dealer_leads_binds_if_nobody_is_ahead_and_not_everybody_is_level(points: tuple[int, ...], bound: bool) -> None:
    allowed = _last_bids(SumRule.DEALER_LEADS, 1, 1, points=points)
    assert allowed == ([0, 2, 3] if bound else [0, 1, 2, 3])


def test_dealer_leads_never_binds_in_round_1() -> None:
    assert _last_bids(SumRule.DEALER_LEADS, 0, 0, hands=("R1", "Y1", "G1")) == [0, 1]


@pytest.mark.parametrize("players", range(3, 7))
def test_at_least_one_bid_is_always_left(players: int) -> None:
    for size, total in product(range(1, 6), range(31)):
        earlier = [min(size, max(0, total - size * seat)) for seat in range(players - 1)]
        forbidden = rules.forbidden_bid(size, earlier, players)
        left = [said for said in range(size + 1) if said != forbidden]
        assert left
        assert all(sum(earlier) + said != size for said in left)


@pytest.mark.parametrize("by", ["+1", "-1"])
def test_cloud_changes_are_never_checked_again(by: str) -> None:
    """Bids of 1, 0 and 1 for three cards: one more makes the forbidden sum, one less does not."""
    options = with_specials("CLOUD", sum_rule=SumRule.ALWAYS)
    game = table("CLOUD R2 R3", "Y1 Y2 Y3", "G1 G2 G3", options=options)
    assert forbidden_bid(bid(game, 0, 1), 0) == 2
    game = act(bid(game, 0, 1, 1), "Y1 G1 CLOUD:Y")
    assert legal_actions(game) == (MoveBid(0, 1), MoveBid(0, -1))
    assert sum(said or 0 for said in here(act(game, by)).bids) == 2 + int(by)


# --- length and max_rounds -----------------------------------------------------------------------

_SCHEDULES = {
    Length.STANDARD: {3: [*range(1, 21)], 4: [*range(1, 16)], 5: [*range(1, 13)], 6: [*range(1, 11)]},
    Length.FIVE: {3: [20] * 5, 4: [15] * 5, 5: [12] * 5, 6: [10] * 5},
    Length.AMIGO: {
        3: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        4: [1, 3, 5, 7, 9, 11, 12, 13, 14, 15],
        5: [2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        6: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    },
    Length.QUICK: {
        3: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        4: [1, 3, 5, 7, 9, 11, 13, 15],
        5: [2, 4, 6, 8, 10, 12],
        6: [2, 4, 6, 8, 10],
    },
    Length.HALF: {3: [*range(1, 11)], 4: [*range(1, 9)], 5: [*range(1, 7)], 6: [*range(1, 6)]},
    Length.UPDOWN: {
        3: [*range(1, 21), *range(19, 0, -1)],
        4: [*range(1, 16), *range(14, 0, -1)],
        5: [*range(1, 13), *range(11, 0, -1)],
        6: [*range(1, 11), *range(9, 0, -1)],
    },
}


@pytest.mark.parametrize(("length", "players"), list(product(Length, range(3, 7))))
def test_length_says_which_rounds_are_played(length: Length, players: int) -> None:
    assert list(rules.schedule(Options(length=length), players)) == _SCHEDULES[length][players]


@pytest.mark.parametrize("length", Length)
def test_max_rounds_stops_early_and_a_larger_number_changes_nothing(length: Length) -> None:
    whole = rules.schedule(Options(length=length), 4)
    assert rules.schedule(Options(length=length, max_rounds=3), 4) == whole[:3]
    assert rules.schedule(Options(length=length, max_rounds=1000), 4) == whole
    assert len(whole_game(Options(length=length, max_rounds=2), 4, number=2).scores) == 2


def test_the_last_round_turns_up_a_card_whenever_the_stock_has_one() -> None:
    last = whole_game(Options(length=Length.HALF), 6, number=3).scores[-1]
    assert (last.number, last.size) == (5, 5)
    assert last.upcard is not None


def test_five_rounds_of_all_cards_never_have_a_trump() -> None:
    game = whole_game(Options(length=Length.FIVE), 6, number=1)
    assert [(score.upcard, score.trump) for score in game.scores] == [(None, None)] * 5


# --- the other options ---------------------------------------------------------------------------


def test_wizard_turnup_none_means_no_trump_and_no_choice() -> None:
    game = table("R1", "Y1", "G1", upcard="W", options=Options(wizard_turnup=WizardTurnup.NONE))
    assert (here(game).trump, here(game).chooser, phase(game)) == (None, None, Phase.BIDDING)
    game = table("R1", "Y1", "G1", upcard="B2", options=Options(wizard_turnup=WizardTurnup.NONE))
    assert here(game).trump is Suit.BLUE


def test_first_dealer_host_skips_the_draw_and_the_host_deals() -> None:
    game = new_game(Options(first_dealer=FirstDealer.HOST), 4)
    assert (phase(game), game.dealer) == (Phase.DEAL, 0)


def test_first_dealer_random_waits_for_chance() -> None:
    assert phase(new_game(Options(), 4)) is Phase.FIRST_DEALER


@pytest.mark.parametrize("preset", ["standard", "jubilee-30"])
def test_labels_change_nothing_in_the_game(preset: str) -> None:
    plain, faces = (whole_game(replace(PRESETS[preset], labels=labels), 3, number=5) for labels in Labels)
    assert plain.scores == faces.scores


@pytest.mark.parametrize(("code", "weaker", "stronger"), [("JUGGLER", "R7", "R8"), ("CLOUD", "R9", "R10")])
def test_with_faces_juggler_and_cloud_keep_their_strength_and_code(code: str, weaker: str, stronger: str) -> None:
    options = with_specials(code, labels=Labels.FACES)
    for other, winner in ((weaker, 2), (stronger, 1)):
        game = bid(table("J R1", f"{other} R2", f"{code} Y1", options=options), 0, 0, 0)
        assert here(play(game, f"{other} {code}:R J")).tricks[0].winner == winner


def test_wizard_turnup_none_concerns_only_a_wizard_and_not_what_a_vampire_copies() -> None:
    options = with_specials("VAMPIRE", wizard_turnup=WizardTurnup.NONE)
    game = bid(table("R1 R2", "R3 R4", "VAMPIRE Y2", upcard="W", options=options), 0, 0, 0)
    assert (here(game).trump, here(play(game, "R3 VAMPIRE R1")).tricks[0].winner) == (None, 2)


# --- special_cards -------------------------------------------------------------------------------


def test_any_subset_may_be_chosen_but_dragon_and_fairy_only_together() -> None:
    for number in range(2 ** len(SPECIAL_CARDS)):
        chosen = frozenset(code for at, code in enumerate(SPECIAL_CARDS) if number >> at & 1)
        accepted = True
        try:
            Options(special_cards=chosen)
        except opts.InvalidOptions:
            accepted = False
        assert accepted == (len(chosen & {"DRAGON", "FAIRY"}) != 1), chosen


@pytest.mark.parametrize(
    "chosen", ["DRAGON FAIRY", "BOMB", "WEREWOLF", "JUGGLER", "CLOUD", "SHIFT", "WITCH", "VAMPIRE", "WEREWOLF VAMPIRE"]
)
def test_a_whole_game_with_any_subset_ends(chosen: str) -> None:
    game = whole_game(with_specials(chosen, max_rounds=6), 4, number=1)
    played = {face.bare.code for score in game.scores for trick in score.tricks for face in trick.cards}
    assert [score.size for score in game.scores] == [1, 2, 3, 4, 5, 6]
    assert played & set(SPECIAL_CARDS) <= set(chosen.split())
    assert None not in [score.upcard for score in game.scores]


def test_without_special_cards_there_are_none() -> None:
    assert Options().special_cards == frozenset()
    game = whole_game(Options(max_rounds=8), 6, number=1)
    assert all(face.code in _PLAIN for score in game.scores for trick in score.tricks for face in trick.cards)


_PLAIN = {"W", "J", *(f"{suit}{rank}" for suit in "RYGB" for rank in range(1, 14))}


# --- accepted without effect ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        Options(forehead=True, length=Length.FIVE),
        Options(forehead=True, length=Length.AMIGO),
        with_specials("BOMB", forehead=True),
        Options(bomb=Bomb.BIDS),
        Options(sum_rule=SumRule.FROM_ROUND_4, max_rounds=3),
    ],
    ids=["forehead and five", "forehead and amigo", "forehead and specials", "bomb without it", "too few rounds"],
)
def test_an_option_without_effect_is_accepted_and_has_none(options: Options) -> None:
    plain = Options(length=options.length, special_cards=options.special_cards, max_rounds=2)
    assert whole_game(replace(options, max_rounds=2), 3, number=4).scores == whole_game(plain, 3, number=4).scores


# --- presets and plain values --------------------------------------------------------------------


def test_the_presets_have_their_names_and_contents() -> None:
    changed = {
        name: {f.name: getattr(preset, f.name) for f in fields(preset) if getattr(preset, f.name) != f.default}
        for name, preset in PRESETS.items()
    }
    specials = {name: rest.pop("special_cards") for name, rest in changed.items()}
    assert changed == {
        "standard": {},
        "canadian": {"sum_rule": "always"},
        "amigo": {"length": "amigo"},
        "five": {"length": "five"},
        "quick": {"length": "quick"},
        "jubilee-20": {},
        "jubilee-25": {},
        "jubilee-30": {},
    }
    twenty = {"DRAGON", "FAIRY", "BOMB", "WEREWOLF", "JUGGLER", "CLOUD"}
    assert specials.pop("jubilee-20") == twenty
    assert specials.pop("jubilee-25") == twenty | {"SHIFT"}
    assert specials.pop("jubilee-30") == twenty | {"SHIFT", "WITCH", "VAMPIRE"} == set(SPECIAL_CARDS)
    assert not any(specials.values())


@pytest.mark.parametrize("name", PRESETS)
def test_options_survive_plain_values(name: str) -> None:
    assert opts.from_json(opts.to_json(PRESETS[name])) == PRESETS[name]


def test_missing_options_take_their_default() -> None:
    assert opts.from_json({}) == Options()


def test_the_winner_of_the_last_trick_does_not_deal_next_by_default() -> None:
    game = play(bid(table("R1", "Y1", "W", dealer=0), 0, 0, 0), "Y1 W R1")
    assert game.dealer == 1


def test_apply_never_offers_a_forbidden_bid() -> None:
    game = bid(table(*THREE_CARDS, options=PRESETS["canadian"]), 1, 1)
    for action in legal_actions(game):
        after, _ = apply(game, action)
        assert sum(said or 0 for said in here(after).bids) != 3
