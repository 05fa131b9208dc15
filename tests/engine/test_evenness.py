"""Every card is equally likely at every place; `python -m tests.engine.evenness` does it with a million shuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import exp, lgamma, log
from random import Random

import pytest

from engine.cards import Card, deck
from engine.options import SPECIAL_CARDS
from tests.engine.evenness import Evenness, Shuffle, evenness, fair, judged

SHUFFLES = 10_000


@pytest.mark.parametrize("special_cards", [(), SPECIAL_CARDS], ids=["60 cards", "special cards"])
def test_every_card_is_equally_likely_at_every_place(special_cards: Sequence[str]) -> None:
    found = evenness(partial(fair, special_cards), deck(special_cards), SHUFFLES)
    assert found.shuffles == SHUFFLES
    assert found.is_even, found


def _swapping_with_any(number: int) -> Sequence[Card]:
    """Swap each card with any of the deck: the mistake everybody makes once."""
    rng, pack = Random(number), list(deck())
    for at in range(60):
        other = rng.randrange(60)
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def _never_staying(number: int) -> Sequence[Card]:
    """Draw below i instead of i + 1: no card stays where it is."""
    rng, pack = Random(number), list(deck())
    for at in range(59, 0, -1):
        other = rng.randrange(at)
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def _without_skipping(number: int) -> Sequence[Card]:
    """Take bytes modulo k and skip none: the first numbers come a little more often."""
    rng, pack = Random(number), list(deck())
    for at in range(59, 0, -1):
        other = rng.getrandbits(8) % (at + 1)
        pack[at], pack[other] = pack[other], pack[at]
    return pack


def _turned(number: int) -> Sequence[Card]:
    """Turn the deck by one card a time: each card is at each place as often as any, which is no shuffle."""
    pack = deck()
    return (*pack[number % 60 :], *pack[: number % 60])


@pytest.mark.parametrize("shuffle", [_swapping_with_any, _never_staying, _without_skipping, _turned])
def test_a_biased_shuffle_is_found_out(shuffle: Shuffle) -> None:
    found = evenness(shuffle, deck(), SHUFFLES)
    assert not found.is_even, found


def test_the_shuffle_of_another_library_passes() -> None:
    """So the test doesn't fail whatever it is given."""

    def shuffled(number: int) -> Sequence[Card]:
        pack = list(deck())
        Random(number).shuffle(pack)
        return pack

    found = evenness(shuffled, deck(), SHUFFLES)
    assert found.is_even, found


def test_even_shuffles_are_spread_as_the_p_value_says() -> None:
    """Of many tests of an even shuffle each tenth of the p-values holds about a tenth: the freedom is right."""
    rng, pack = Random(5), list(range(12))
    values = []
    for _ in range(400):
        seen = Counter[tuple[int, int]]()
        for _ in range(200):
            rng.shuffle(pack)
            seen.update(enumerate(pack))
        values.append(judged(seen, range(12)).p)
    tenths = Counter(int(10 * p) for p in values)
    assert all(20 < tenths[tenth] < 60 for tenth in range(10)), tenths


@pytest.mark.parametrize("freedom", [58, 3128, 4216])
def test_the_p_value_is_that_of_the_exact_sum(freedom: int) -> None:
    """With an even number of degrees of freedom χ² exceeds x as often as a Poisson number of mean x/2 is below half."""
    for spread in (-3, -1, 0, 1, 2, 3):
        chi = freedom + spread * (2 * freedom) ** 0.5
        exact = sum(exp(at * log(chi / 2) - chi / 2 - lgamma(at + 1)) for at in range(freedom // 2))
        assert Evenness(0, chi, freedom).p == pytest.approx(exact, abs=0.0005)
