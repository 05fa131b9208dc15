"""The suits' colours stay apart for eyes that mix up red and green, or blue and yellow."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from bot.art.suits import SUIT_COLOURS, TONES
from engine.cards import Suit
from tests.art.sheets import by_all_eyes
from tests.art.sight import EYES, brightness, colour, contrast, distance, seen

APART = 25.0
"""ΔE; 2.3 is what one just notices side by side."""


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("one", "other"), list(combinations(Suit, 2)))
def test_suits_stay_apart(eyes: str, one: Suit, other: Suit) -> None:
    left, right = (seen(colour(SUIT_COLOURS[suit]), eyes) for suit in (one, other))
    assert distance(left, right) >= APART


def test_they_are_apart_in_brightness_too() -> None:
    steps = sorted(brightness(colour(code)) for code in SUIT_COLOURS.values())
    assert all(above - below >= 8 for below, above in pairwise(steps))


@pytest.mark.parametrize("suit", Suit)
def test_ranks_stand_out_from_their_suit(suit: Suit) -> None:
    assert contrast(colour(TONES[suit].ink), colour(TONES[suit].main)) >= 3


def test_the_usual_eyes_see_what_is_shown() -> None:
    for code in SUIT_COLOURS.values():
        assert distance(seen(colour(code), "usual"), colour(code)) < 0.01


def test_who_sees_no_red_or_green_takes_some_of_them_for_the_same() -> None:
    """The simulation does what it is for: colours made to be mixed up are mixed up."""
    brick, moss = colour("#A36A3B"), colour("#8C7B3C")
    assert distance(seen(brick, "deuteranopia"), seen(moss, "deuteranopia")) < distance(brick, moss) / 2


def test_there_is_a_sheet_to_look_at() -> None:
    assert by_all_eyes(40).height % len(EYES) == 0
