"""The table options that are refused, with the reason (rules.md §2)."""

from __future__ import annotations

import pytest

from engine import options as opts
from engine.options import (
    Bidding,
    InvalidOptions,
    Options,
    SumRule,
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
        ("special_cards", ["BOMB", "BOMB"], "special_cards can't be"),
    ],
)
def test_unknown_names_and_values_are_refused(name: str, value: object, why: str) -> None:
    with pytest.raises(InvalidOptions, match=why):
        opts.from_json({name: value})
