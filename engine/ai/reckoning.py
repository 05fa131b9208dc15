"""What one seat can reckon with: the cards it has not seen, and where some of them are known to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from engine import rules, special
from engine.actions import Seat
from engine.cards import COPIES, JESTER, RANKS, WIZARD, Card, Suit, card, deck
from engine.options import Options
from engine.special import Shape
from engine.specials import CardExchanged, CardsPassed
from engine.state import Trick
from engine.view import RoundView, View

_ALL_RANKS: Final = sum(1 << rank for rank in RANKS)

Known: TypeAlias = tuple[tuple[Seat, Card], ...]
"""Cards that are known to be in an opponent's hand; whose it was last."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """What one seat can reckon with: the unseen cards and the share of them in the others' hands."""

    ranks: Mapping[Suit, int]
    """Of each suit, a bit for every unseen rank."""
    wizards: int
    specials: tuple[Card, ...]
    """The unseen special cards, a copy as what it copies."""
    known: Known
    """What the others are known to hold, which is none of the unseen cards."""
    share: float
    size: int
    """How many cards the seat itself holds."""
    opponents: int
    trump: Suit | None
    copied: Card | None
    options: Options

    def higher(self, shape: Shape) -> int:
        """Return how many unseen suit cards of its suit beat a card."""
        return (self.ranks[shape.suit] >> int(shape.rank) + 1).bit_count() if shape.suit else 0

    def held(self, suit: Suit) -> float:
        """Return how many cards of a suit one opponent is likely to hold."""
        return self.share * self.ranks[suit].bit_count() / self.opponents

    def as_counted(self, face: Card) -> Card:
        """Return what a bare or played card counts as in this round."""
        return special.counts_as(face, self.copied)

    def threats(self, counted: Card) -> float:
        """Return how many of the unseen special cards beat a card; one with a choice in part."""
        return sum(beats(other, counted, self.trump) for other in self.specials)

    def known_threats(self, counted: Card) -> float:
        """Return how many cards that the others are known to hold beat a card."""
        return sum(beats(other, counted, self.trump) for _, other in self.known)

    def in_play(self, code: str) -> float:
        """Return how likely an opponent holds the special card with this code."""
        if any(face.code == code for _, face in self.known):
            return 1.0
        return self.share if any(face.code == code for face in self.specials) else 0.0

    def spoilers(self) -> float:
        """Return how many tricks the others' cards are likely to leave to nobody."""
        unseen = sum(spoils(face, self.options) for face in self.specials)
        return self.share * unseen + sum(spoils(face, self.options) for _, face in self.known)


def spoils(counted: Card, options: Options) -> bool:
    """Return whether a card leaves its trick to nobody."""
    kind = special.of(counted)
    return kind is not None and kind.spoils_trick(options)


@cache
def beats(other: Card, face: Card, trump: Suit | None) -> float:
    """Return with what share of its choices a card beats one that is ahead; both as what they count as."""
    choices = special.choices(other, None) or ("",)
    won = sum(rules.winner((face, other.saying(choice)), trump) for choice in choices)
    return won / len(choices)


def reckon(view: View, here: RoundView, trump: Suit | None) -> Unseen:
    """Return what the seat of this view can reckon with under this trump."""
    known = tuple(known_cards(view, here)) if view.options.special_cards else ()
    seen = [*_seen(here), *(face for _, face in known)]
    ranks = dict.fromkeys(Suit, _ALL_RANKS)
    for face in seen:
        if face.suit is not None:
            ranks[face.suit] &= ~(1 << face.rank)
    total = max(1, len(deck(view.options.special_cards)) - len(seen))
    return Unseen(
        ranks=ranks,
        wizards=COPIES - seen.count(WIZARD),
        specials=tuple(_specials(view, here, seen)) if view.options.special_cards else (),
        known=tuple((seat, special.counts_as(face, here.copied)) for seat, face in known),
        share=max(0, sum(here.left) - len(here.hand) - len(known)) / total,
        size=len(here.hand),
        opponents=view.players - 1,
        trump=trump,
        copied=here.copied,
        options=view.options,
    )


def _seen(here: RoundView) -> list[Card]:
    """Return the bare cards that lie open, and the seat's own."""
    turned = [face for face in (here.upcard, here.spare) if face is not None]
    running = [face.bare for face in here.trick.cards]
    return [*here.hand, *running, *(face for trick in here.tricks for face in trick.pile), *turned]


def _specials(view: View, here: RoundView, seen: list[Card]) -> Iterator[Card]:
    for kind in special.in_deck(view.options.special_cards):
        face = card(kind.code)
        if face not in seen:
            yield special.counts_as(face, here.copied)


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
    """Forget a card that left a hand; one that is alone of its kind may have been passed on before."""
    for at, (holder, other) in enumerate(known):
        if other is face and (holder == seat or _is_alone(face)):
            del known[at]
            return


def _is_alone(face: Card) -> bool:
    return face not in (WIZARD, JESTER)


def _note_moved(known: list[tuple[Seat, Card]], trick: Trick) -> None:
    for happened in trick.after:
        match happened:
            case CardExchanged(seat, gave, took):
                _strike(known, seat, gave)
                known.append((seat, took))
            case CardsPassed(given):
                _note_passed(known, given)


def _note_passed(known: list[tuple[Seat, Card]], given: tuple[Card | None, ...]) -> None:
    """Follow the cards the viewer saw go; a Wizard or Jester may be among those that went unseen."""
    known[:] = [(seat, face) for seat, face in known if given[seat] is not None or _is_alone(face)]
    for seat, passed in enumerate(given):
        if passed is not None:
            _strike(known, seat, passed)
            known.append(((seat + 1) % len(given), passed))
