"""All emoji, 128 × 128, from the same source as the cards: made to be read at 22 px in a button.

Each is named for what it shows and for a hash of its drawing, so that changed art is a new emoji.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import Final

from bot.art.cards import tile
from bot.art.characters import CREAM, character
from bot.art.pieces import at, circle, document
from bot.art.raster import png
from bot.art.strokes import Pen, text
from bot.art.suits import TONES, clover, symbol
from bot.render import words
from engine import special
from engine.cards import JESTER, WIZARD, Card, Suit
from engine.options import Labels

SIZE: Final = 128
PREFIX: Final = "w_"
_HASH_LETTERS: Final = 6
_FLAME: Final = (
    "M66 4C72 20 92 28 100 44C104 38 104 30 101 21C118 38 125 56 125 76C125 107 100 124 64 124S3 107 3 76"
    "C3 56 10 38 27 21C24 30 24 38 28 44C36 28 58 22 66 4Z"
)


def _sunbeams(points: int, outer: float, inner: float) -> str:
    """Return the outline of a sun: a star of many points."""
    corners = (
        (64 + radius * sin(pi * turn / points), 64 - radius * cos(pi * turn / points))
        for turn in range(2 * points)
        for radius in [inner if turn % 2 else outer]
    )
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


_MOONLIGHT: Final = "M76 5A60 60 0 1 0 76 123A66 66 0 0 1 76 5Z"
_GROUNDS: Final[Mapping[Suit, str]] = {
    Suit.RED: f'<path d="{_FLAME}"/>',
    Suit.YELLOW: f'<path d="{_sunbeams(16, 62, 50)}" stroke-width="4" stroke-linejoin="round"/>',
    Suit.GREEN: f'<g transform="translate(-6 -5) scale(1.4)">{clover()}</g>',
    Suit.BLUE: '<circle cx="64" cy="64" r="60"/>',
}
"""The outline of a suit, wide enough for a rank."""


@dataclass(frozen=True, slots=True)
class Emoji:
    """One emoji: the name it has at Discord, and its drawing."""

    name: str
    svg: str

    def png(self) -> bytes:
        """Return the picture to upload."""
        return png(self.svg, width=SIZE)


def key(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return the key of a card's emoji: ``R13``, ``RA``, ``W``, ``JUGGLER``, ``JUGGLER_B``."""
    if face.suit is not None:
        return f"{face.suit}{words.rank_label(face.rank, labels)}"
    return face.code.replace(":", "_")


@cache
def all_emoji() -> Mapping[str, Emoji]:
    """Return every emoji by its key; those of the suits by their letters."""
    labels = {words.rank_label(rank, kind): None for kind in Labels for rank in range(1, 14)}
    drawings = {suit.value: _suit(suit) for suit in Suit}
    drawings |= {f"{suit}{label}": _rank(suit, label) for suit in Suit for label in labels}
    drawings |= {key(face): _character(face) for face in _characters()}
    return {what: Emoji(_name(what, svg), svg) for what, svg in drawings.items()}


def _characters() -> list[Card]:
    """Return Wizard, Jester and the special cards, with whatever can be said of them."""
    return [WIZARD, JESTER, *special.played_faces()]


def _name(what: str, svg: str) -> str:
    return f"{PREFIX}{what}_{hashlib.sha256(svg.encode()).hexdigest()[:_HASH_LETTERS]}"


def _ground(suit: Suit) -> str:
    tones = TONES[suit]
    ground = f'<g fill="{tones.main}" stroke="{tones.main}" stroke-width="0">{_GROUNDS[suit]}</g>'
    return ground + (f'<path d="{_MOONLIGHT}" fill="#B4C8FF"/>' if suit is Suit.BLUE else "")


def _rank(suit: Suit, label: str) -> str:
    tones = TONES[suit]
    pen = Pen(tones.ink, 23, tones.main, 12)
    return document(_ground(suit) + text(label, 64, 66, 90, pen, most=100), SIZE, SIZE)


def _suit(suit: Suit) -> str:
    return document(_ground(suit) + at(symbol(suit, TONES[suit].ink), 32, 33, 64), SIZE, SIZE)


def _character(face: Card) -> str:
    """Return a character; in its corner what was said of it."""
    drawn = at(tile(character(face.bare.code)), 1, 1, 126)
    if face.choice in tuple(Suit):
        suit = Suit(face.choice)
        drawn += circle(94, 94, 33, CREAM) + circle(94, 94, 28, TONES[suit].main)
        drawn += at(symbol(suit, TONES[suit].ink), 74, 74, 40)
    elif face.choice:
        drawn += circle(94, 94, 33, CREAM) + at(tile(character(face.choice), round_=True), 66, 66, 56)
    return document(drawn, SIZE, SIZE)
