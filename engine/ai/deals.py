"""Imagined deals: what a seat can't see, dealt anew so that it fits all that the seat knows.

Cards are the numbers of `engine.ai.faces`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from engine import rules, special
from engine.actions import Seat
from engine.ai.faces import SUITS, Faces
from engine.cards import Card, Suit, deck
from engine.specials import CardExchanged, CardsPassed
from engine.state import Trick
from engine.view import RoundView, View

_TRIES: Final = 20
"""How often a deal that fits is looked for before voids are forgotten."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows of the cards that do not lie open."""

    pool: tuple[int, ...]
    """Those it knows nowhere, in the order of the deck."""
    held: tuple[tuple[int, ...], ...]
    """The cards it knows to be in each hand, its own (all but in a forehead round) among them."""
    unknown: tuple[int, ...]
    """How many cards more each hand has."""
    voids: tuple[frozenset[int], ...]
    """The suits each seat can't have among those."""

    def deal(self, rng: Random) -> list[list[int]]:
        """Return a hand for each seat, the unknown cards dealt at random where they may be."""
        for _ in range(_TRIES):
            hands = self._dealt(rng, self.voids)
            if hands is not None:
                return hands
        hands = self._dealt(rng, (frozenset(),) * len(self.held))
        if hands is None:
            raise ValueError("there are fewer cards than places in hands")
        return hands

    def _dealt(self, rng: Random, voids: tuple[frozenset[int], ...]) -> list[list[int]] | None:
        """Return hands with these voids, those with most filled first; None where the cards did not suffice."""
        random = rng.random
        left = sorted(self.pool, key=lambda _: random())
        hands = [list(cards) for cards in self.held]
        for seat in sorted(range(len(hands)), key=lambda at: -len(voids[at])):
            many, barred = self.unknown[seat], voids[seat]
            got = [face for face in left if face // 13 not in barred][:many] if barred else left[:many]
            if len(got) < many:
                return None
            if barred:
                for face in got:
                    left.remove(face)
            else:
                left = left[many:]
            hands[seat] += got
        return hands


def knowledge(view: View, here: RoundView, faces: Faces) -> Knowledge:
    """Return what the seat of a view knows of the cards in this round."""
    held: list[tuple[Card, ...]] = [() for _ in range(view.players)]
    if here.forehead:
        held = [tuple(cards) for cards in here.others] or held
    else:
        for holder, face in known_cards(view, here):
            held[holder] = (*held[holder], face)
        if view.seat is not None:
            held[view.seat] = here.hand
    number = faces.number
    return Knowledge(
        pool=tuple(number[face] for face in _pool(view, here, held)),
        held=tuple(tuple(number[face] for face in cards) for cards in held),
        unknown=tuple(left - len(cards) for left, cards in zip(here.left, held, strict=True)),
        voids=tuple(frozenset(SUITS.index(suit) for suit in suits) for suits in _voids(view, here)),
    )


def played_by(here: RoundView, players: int) -> list[list[Card]]:
    """Return the bare cards each seat has played in this round."""
    played: list[list[Card]] = [[] for _ in range(players)]
    for trick in (*here.tricks, here.trick):
        for seat, face in trick.plays(players):
            played[seat].append(face.bare)
    return played


def _pool(view: View, here: RoundView, held: list[tuple[Card, ...]]) -> list[Card]:
    left = list(deck(view.options.special_cards))
    turned = [face for face in (here.upcard, here.spare) if face is not None]
    played = [face for trick in here.tricks for face in trick.pile] + [face.bare for face in here.trick.cards]
    for face in (*turned, *played, *(face for cards in held for face in cards)):
        left.remove(face)
    # A Werewolf changes places with the turned-up card in everybody's sight: it is in nobody's hand.
    return [face for face in left if (kind := special.of(face)) is None or kind.copyable]


def _voids(view: View, here: RoundView) -> list[set[Suit]]:
    voids: list[set[Suit]] = [set() for _ in range(view.players)]
    for trick in (*here.tricks, here.trick):
        _note_voids(voids, trick, here, view.players)
        if any(isinstance(happened, CardsPassed) for happened in trick.after):
            for suits in voids:  # anybody may have been given any suit
                suits.clear()
    return voids


def _note_voids(voids: list[set[Suit]], trick: Trick, here: RoundView, players: int) -> None:
    for at, (seat, face) in enumerate(trick.plays(players)):
        led = rules.led_suit(trick.cards[:at], here.copied)
        if led is not None and face.suit not in (None, led):
            voids[seat].add(led)


# --- cards that were seen to go into a hand --------------------------------------------------------


def known_cards(view: View, here: RoundView) -> Iterator[tuple[Seat, Card]]:
    """Yield the cards that came openly, or from the viewer, into a hand and have not been played since."""
    known: list[tuple[Seat, Card]] = []
    if here.swap is not None:
        known.append((here.swap.seat, here.swap.card))
    for trick in here.tricks:
        _strike_played(known, trick, view.players)
        _note_moved(known, trick)
    _strike_played(known, here.trick, view.players)
    return ((seat, face) for seat, face in known if seat != view.seat)


def _strike_played(known: list[tuple[Seat, Card]], trick: Trick, players: int) -> None:
    for seat, face in trick.plays(players):
        _strike(known, seat, face.bare)


def _strike(known: list[tuple[Seat, Card]], seat: Seat, face: Card) -> None:
    """Forget a card that left a hand."""
    if (seat, face) in known:
        known.remove((seat, face))


def _note_moved(known: list[tuple[Seat, Card]], trick: Trick) -> None:
    for happened in trick.after:
        match happened:
            case CardExchanged(seat, gave, took):
                _strike(known, seat, gave)
                known.append((seat, took))
            case CardsPassed(given):
                _note_passed(known, given)


def _note_passed(known: list[tuple[Seat, Card]], given: tuple[Card | None, ...]) -> None:
    """Follow the cards the viewer saw go; any of the others may be among those that went unseen."""
    known[:] = [(seat, face) for seat, face in known if given[seat] is not None]
    for seat, passed in enumerate(given):
        if passed is not None:
            _strike(known, seat, passed)
            known.append(((seat + 1) % len(given), passed))
