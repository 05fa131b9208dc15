"""Whether every card is equally likely at every place: ``python -m tests.engine.evenness --shuffles 1000000``.

Pearson's χ² over card × place. A shuffle puts exactly one card at each place, so that for an even one the sum is
distributed like χ² only after it is multiplied by (places − 1) / places: the counts of a random permutation matrix
have the covariance of a multinomial table with both margins fixed, times places / (places − 1). The four Wizards count
as one face with four times the expectation, so do the Jesters; the degrees of freedom are (faces − 1) × (places − 1).

The seeds are fixed, so that a number of shuffles always gives the same p-value. Too even is as wrong as too uneven.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import erfc, sqrt
from typing import Final

from engine.cards import Card, deck
from engine.dealing import Seed, shuffled
from engine.options import SPECIAL_CARDS

LEAST: Final = 0.001
"""A p-value below this, or above 1 less this, is a shuffle that is not even."""
_CHUNK: Final = 10_000

Shuffle = Callable[[int], Sequence[Card]]
"""From a number to the whole deck in some order."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """What a χ² test found: the sum, its degrees of freedom, how likely an even shuffle reaches it."""

    shuffles: int
    chi: float
    freedom: int

    @property
    def p(self) -> float:
        """Return the share of even shuffles with at least this sum, by Wilson and Hilferty's approximation.

        With thousands of degrees of freedom it is right to four digits.
        """
        spread = 2 / (9 * self.freedom)
        return erfc(((self.chi / self.freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2

    @property
    def is_even(self) -> bool:
        """Return whether an even shuffle is often like this."""
        return LEAST < self.p < 1 - LEAST

    def __str__(self) -> str:
        verdict = "even" if self.is_even else "NOT even"
        figures = f"χ² = {self.chi:.1f}, {self.freedom} degrees of freedom, p = {self.p:.4f}"
        return f"{self.shuffles} shuffles: {figures}: {verdict}"


def fair(special_cards: Collection[str], number: int) -> Sequence[Card]:
    """Return the shuffle that a game with the secret of this number would have: 20 rounds of each game."""
    game, number_of_round = divmod(number, 20)
    secret = hashlib.sha256(f"evenness/{game}".encode()).digest()
    return shuffled(Seed(secret, (f"{game}", "share")), number_of_round + 1, special_cards)


def counted(shuffle: Shuffle, numbers: Iterable[int]) -> Counter[tuple[int, Card]]:
    """Return how often each card came to each place."""
    seen = Counter[tuple[int, Card]]()
    for number in numbers:
        seen.update(enumerate(shuffle(number)))
    return seen


def judged(seen: Counter[tuple[int, Card]], pack: Sequence[Card]) -> Evenness:
    """Return what the counts say of a deck."""
    places, faces = len(pack), Counter(pack)
    shuffles = seen.total() // places
    pearson = 0.0
    for face, copies in faces.items():
        expected = shuffles * copies / places
        pearson += sum((seen[at, face] - expected) ** 2 for at in range(places)) / expected
    return Evenness(shuffles, pearson * (places - 1) / places, (len(faces) - 1) * (places - 1))


def evenness(shuffle: Shuffle, pack: Sequence[Card], shuffles: int, processes: int = 1) -> Evenness:
    """Shuffle so many times and test; `shuffle` must be picklable where there are several processes."""
    chunks = [range(at, min(at + _CHUNK, shuffles)) for at in range(0, shuffles, _CHUNK)]
    if processes == 1:
        return judged(counted(shuffle, range(shuffles)), pack)
    seen = Counter[tuple[int, Card]]()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for some in pool.imap_unordered(partial(counted, shuffle), chunks):
            seen.update(some)
    return judged(seen, pack)


def main() -> int:
    """Test both decks; return 1 if one is not even."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.evenness", description=__doc__)
    parser.add_argument("--shuffles", type=int, default=1_000_000, help="of each deck")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    failed = 0
    for name, special_cards in (("60 cards", ()), ("with the special cards", SPECIAL_CARDS)):
        found = evenness(partial(fair, special_cards), deck(special_cards), given.shuffles, given.processes)
        print(f"{name}, {found}", flush=True)
        failed |= not found.is_even
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
