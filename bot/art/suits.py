"""The four suits: a colour, a symbol and a landscape each, told apart without seeing colours too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import Suit


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of a suit, from its own down to the ground of its landscape."""

    main: str
    ink: str
    """What is read on the main tone."""
    sky: str
    glow: str
    far: str
    near: str
    ground: str
    light: str
    """The symbol in its landscape."""


# Apart in brightness, not only in hue: blue is darkest, then red, green, and yellow. Red leans to blood and green
# to the sea, which keeps them apart for eyes that mix up red and green (tests/art/test_colours.py measures it).
TONES: Final[Mapping[Suit, Tones]] = {
    Suit.RED: Tones("#C4262E", "#FFFFFF", "#F79A62", "#FFC27F", "#DE5B43", "#A92738", "#6F1630", "#C4262E"),
    Suit.YELLOW: Tones("#F9C623", "#432A00", "#FFE08A", "#FFF0BE", "#F2B134", "#DB9222", "#A86416", "#EE7A12"),
    Suit.GREEN: Tones("#1C9E72", "#FFFFFF", "#BFE9CF", "#E2F7E4", "#63C298", "#1C8A64", "#0C5548", "#138A5E"),
    Suit.BLUE: Tones("#1D46B0", "#FFFFFF", "#15286A", "#2E58C2", "#20398C", "#172A6B", "#0B143D", "#FFF1C2"),
}
SUIT_COLOURS: Final[Mapping[Suit, str]] = {suit: tones.main for suit, tones in TONES.items()}

_FLAME: Final = (
    "M52 3C57 20 76 30 82 49C85 44 86 38 85 32C96 46 98 62 92 75C85 90 69 97 50 97S14 90 8 74C3 60 8 45 19 33"
    "C19 41 22 46 26 49C33 35 47 25 52 3Z"
)
_LEAF: Final = "M50 50C35 39 26 29 28 16C30 4 45 1 50 12C55 1 70 4 72 16C74 29 65 39 50 50Z"
_MOON: Final = (
    "M64 4C38 4 10 22 10 52C10 80 33 97 58 97C75 97 89 88 95 75C88 78 80 79 74 78C54 76 42 61 42 43C42 26 50 12 64 4Z"
)


def _sun() -> str:
    rays = "".join(f'<path d="M50 18V6" transform="rotate({turn} 50 50)"/>' for turn in range(0, 360, 45))
    return f'<g stroke-width="9" stroke-linecap="round">{rays}</g><circle cx="50" cy="50" r="26"/>'


def clover() -> str:
    """Return a clover of four leaves in a box of 100 × 100, without a colour of its own."""
    leaves = "".join(f'<path d="{_LEAF}" transform="rotate({turn} 50 50)"/>' for turn in (45, 135, 225, 315))
    return (
        f'<g transform="translate(0 -3)">{leaves}</g><path d="M47 48H53C53 68 57 82 66 94L58 99C50 86 47 70 47 48Z"/>'
    )


_SHAPES: Final[Mapping[Suit, str]] = {
    Suit.RED: f'<path d="{_FLAME}"/>',
    Suit.YELLOW: _sun(),
    Suit.GREEN: clover(),
    Suit.BLUE: f'<path d="{_MOON}"/>',
}


def symbol(suit: Suit, colour: str) -> str:
    """Return a suit's symbol in one colour, in a box of 100 × 100."""
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="0">{_SHAPES[suit]}</g>'


def suit_symbol(suit: Suit) -> str:
    """Return a suit's symbol in its colour, in a box of 100 × 100."""
    return symbol(suit, SUIT_COLOURS[suit])
