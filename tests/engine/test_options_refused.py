"""The table options that are refused (rules.md §2), and those this version can't play yet."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import options as opts
from engine.game import new_game
from engine.options import (
    SPECIAL_CARDS,
    Bidding,
    Bomb,
    FirstDealer,
    InvalidOptions,
    Labels,
    Length,
    NextDealer,
    Options,
    SumRule,
    Tie,
    WizardTurnup,
    require_playable,
)


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
@pytest.mark.parametrize("rule", [rule for rule in SumRule if rule is not SumRule.OFF])
def test_a_sum_rule_needs_open_bidding(bidding: Bidding, rule: SumRule) -> None:
    with pytest.raises(InvalidOptions, match="A sum rule needs open bidding"):
        Options(bidding=bidding, sum_rule=rule)
    assert Options(bidding=bidding).sum_rule is SumRule.OFF


@pytest.mark.parametrize("alone", ["DRAGON", "FAIRY"])
def test_dragon_and_fairy_only_come_together(alone: str) -> None:
    with pytest.raises(InvalidOptions, match="Dragon and Fairy only come together"):
        Options(special_cards=frozenset({alone, "BOMB"}))
    assert Options(special_cards=frozenset({"DRAGON", "FAIRY"})).special_cards


@pytest.mark.parametrize("rounds", [0, -1])
def test_a_game_has_at_least_one_round(rounds: int) -> None:
    with pytest.raises(InvalidOptions, match="at least one round"):
        Options(max_rounds=rounds)


def test_an_unknown_special_card_is_refused_by_name() -> None:
    with pytest.raises(InvalidOptions, match="no special card named UNICORN"):
        Options(special_cards=frozenset({"UNICORN"}))


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("colour", "red", "no option named colour"),
        ("bidding", "loud", "only one of: open, hidden, secret"),
        ("sum_rule", 1, "only one of: off"),
        ("length", None, "only one of: standard"),
        ("max_rounds", "3", "max_rounds can't be '3'"),
        ("max_rounds", True, "max_rounds can't be True"),
        ("max_rounds", 1.5, "max_rounds can't be 1.5"),
        ("forehead", 0, "forehead can't be 0"),
        ("special_cards", "BOMB", "special_cards can't be 'BOMB'"),
    ],
)
def test_unknown_names_and_values_are_refused(name: str, value: object, why: str) -> None:
    with pytest.raises(InvalidOptions, match=why):
        opts.from_json({name: value})


_NOT_YET: dict[str, list[Any]] = {
    "bidding": [Bidding.HIDDEN, Bidding.SECRET],
    "next_dealer": [NextDealer.LAST_TRICK_WINNER],
    "first_dealer": [FirstDealer.HIGH_CARD],
    "tie": [Tie.CASCADE],
    "forehead": [True],
    "bomb": [Bomb.BIDS],
    "special_cards": [frozenset({name}) for name in SPECIAL_CARDS[2:]] + [frozenset({"DRAGON", "FAIRY"})],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in _NOT_YET for value in _NOT_YET[name]])
def test_what_is_not_playable_yet_is_refused(name: str, value: object) -> None:
    options = replace(Options(), **{name: value})
    with pytest.raises(InvalidOptions, match="yet in this version"):
        require_playable(options)
    with pytest.raises(InvalidOptions, match="yet in this version"):
        new_game(options, 4)


def test_every_other_value_is_playable() -> None:
    grid = product(SumRule, Length, WizardTurnup, Labels, [FirstDealer.RANDOM, FirstDealer.HOST], [None, 1])
    for rule, length, turnup, labels, first, rounds in grid:
        options = Options(
            sum_rule=rule,
            length=length,
            wizard_turnup=turnup,
            labels=labels,
            first_dealer=first,
            max_rounds=rounds,
        )
        assert new_game(options, 3).options == options
