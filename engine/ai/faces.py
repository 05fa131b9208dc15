"""The cards of a deck as numbers, and what they are in a trick: the tables the kernel lives from.

Faces 0–51 are the suit cards, 13 a suit from 1 up, then `WIZARD`, `JESTER`, then the special cards of the
deck, bare and with whatever may be said of them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from engine import special
from engine.cards import JESTER as JESTER_FACE
from engine.cards import SUIT_CARDS, Card, Suit, card, faces
from engine.cards import WIZARD as WIZARD_FACE
from engine.options import Options
from engine.special import Lead, Power, Shape
from engine.specials import Exchange, MoveBid, PassCard

SUITS: Final = tuple(Suit)
NO_SUIT: Final = 4
"""As trump: there is none; as led suit: everybody is free."""
OPEN: Final = -1
"""As led suit: not yet set."""
WIZARD: Final = 52
JESTER: Final = 53
FIRST_SPECIAL: Final = 54
OVER_ALL: Final = 100 * Power.OVER_ALL
"""The strength of a card that wins over everything."""

NO_EFFECT: Final = -1
MOVE, PASS, SWAP = 3, 4, 5
"""What a card can ask for after its trick: that a bid is moved, cards are passed, a card is exchanged."""
_EFFECTS: Final = {MoveBid: MOVE, PassCard: PASS, Exchange: SWAP}


class Faces:
    """The numbers of the cards of a deck, and what they are in a trick of a round with this copied card."""

    __slots__ = (
        "all", "bare", "cancels", "effect", "kind", "lead", "number", "plays", "power", "rank", "spoils", "strength",
        "suit", "threat", "tops",
    )  # fmt: skip

    def __init__(self, specials: tuple[Card, ...], copied: Card | None, options: Options) -> None:
        said = [face for bare in specials for face in (bare, *(f for f in faces() if f.choice and f.bare is bare))]
        self.all: list[Card] = [*SUIT_CARDS, WIZARD_FACE, JESTER_FACE, *said]
        self.number: dict[Card, int] = {face: at for at, face in enumerate(self.all)}
        self.suit: list[int] = [OPEN if face.suit is None else SUITS.index(face.suit) for face in self.all]
        """The suit a card of it in hand obliges to follow."""
        self.bare: list[int] = [self.number[face.bare] for face in self.all]
        self.plays: list[tuple[int, ...]] = [
            tuple(self.number[face.saying(choice)] for choice in special.choices(face.bare, copied) or ("",))
            if face.bare is face
            else ()
            for face in self.all
        ]
        counted = [_counted(face, copied) for face in self.all]
        kinds = [special.of(face) for face in counted]
        shapes = [special.shape(face, None) for face in counted]
        self.lead: list[int] = [_lead(shape) for shape in shapes]
        self.power: list[int] = [shape.power for shape in shapes]
        self.rank: list[float] = [shape.rank for shape in shapes]
        self.threat: list[float] = [
            sum(_is_threat(shapes[play]) for play in plays) / max(1, len(plays)) for plays in self.plays
        ]
        """By bare face, in what share of its choices it beats cards of the suits as a Wizard does."""
        tables = [_strengths(shape) for shape in shapes]
        self.strength: list[list[list[int]]] = [
            [[table[trump][led] for table in tables] for led in range(NO_SUIT + 2)] for trump in range(NO_SUIT + 1)
        ]
        """By trump, by led suit once the card lies there (`OPEN` is the last), and by face."""
        self.tops: list[str] = [shape.tops for shape in shapes]
        """The kind of card that, lying in the same trick, makes this one win over everything."""
        self.kind: list[str] = [shape.special for shape in shapes]
        self.spoils: list[bool] = [kind is not None and kind.spoils_trick(options) for kind in kinds]
        self.cancels: list[bool] = [kind is not None and kind.cancels_bids(options) for kind in kinds]
        self.effect: list[int] = [
            NO_EFFECT if kind is None or kind.after is None else _EFFECTS.get(kind.after.decision, NO_EFFECT)
            for kind in kinds
        ]


def _counted(face: Card, copied: Card | None) -> Card:
    """Return what a face counts as; for those that can't be said of this copy, what the bare one does."""
    if face.choice and face.choice not in special.choices(face.bare, copied):
        face = face.bare
    return special.counts_as(face, copied)


def _is_threat(shape: Shape) -> float:
    """Return whether a card beats those of the suits; half, if it is of a suit that its player names."""
    if shape.suit is not None:
        return 0.5 if shape.special else 0.0
    return float(shape.power > Power.TRUMP)


def _lead(shape: Shape) -> int:
    if shape.lead is Lead.PASSES:
        return OPEN
    return NO_SUIT if shape.suit is None else SUITS.index(shape.suit)


@cache
def _strengths(shape: Shape) -> list[list[int]]:
    return [[_strength(shape, led, trump) for led in (*range(NO_SUIT + 1), OPEN)] for trump in range(NO_SUIT + 1)]


def _strength(shape: Shape, led: int, trump: int) -> int:
    """Return the strength of a card, quarters of a rank below 100 and the power above."""
    if shape.suit is None:
        return 100 * shape.power
    suit = SUITS.index(shape.suit)
    if suit == trump:
        return 100 * Power.TRUMP + int(4 * shape.rank)
    return 100 * Power.LED_SUIT + int(4 * shape.rank) if suit == led else 100 * Power.OFF_SUIT


@lru_cache(maxsize=256)
def _faces_of(specials: tuple[Card, ...], copied: Card | None, options: Options) -> Faces:
    return Faces(specials, copied, options)


def faces_of(options: Options, copied: Card | None) -> Faces:
    """Return the faces of a deck with these options in a round with this copied card."""
    kinds = special.in_deck(options.special_cards)
    specials = tuple(card(kind.code) for kind in kinds)
    return _faces_of(specials, copied if any(kind.copies for kind in kinds) else None, Options(bomb=options.bomb))
