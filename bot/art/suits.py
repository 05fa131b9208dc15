"""The four suits: a colour, a symbol and a landscape each, told apart without seeing colours too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import Suit


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of a suit, from the sky down to the ground."""

    main: str
    ink: str
    """On the main tone, or on paper."""
    sky: str
    glow: str
    far: str
    near: str
    ground: str
    light: str
    """The symbol in its landscape."""


TONES: Final[Mapping[Suit, Tones]] = {
    Suit.RED: Tones("#C62F3B", "#FFFFFF", "#F6A37A", "#FBC08D", "#D9574A", "#A92738", "#6F1630", "#FFE9B8"),
    Suit.YELLOW: Tones("#F7C325", "#4A2E00", "#FFE9A3", "#FFF5CF", "#F5B93A", "#D98F1E", "#9C5A12", "#FFFFFF"),
    Suit.GREEN: Tones("#16996B", "#FFFFFF", "#BDE8C4", "#DDF5DA", "#5DBE8D", "#17805D", "#0B4F44", "#FFFDE3"),
    Suit.BLUE: Tones("#1F4BB8", "#FFFFFF", "#3B62C9", "#5C82DD", "#2A469F", "#1B2F78", "#101C4F", "#FFF1C2"),
}
SUIT_COLOURS: Final[Mapping[Suit, str]] = {suit: tones.main for suit, tones in TONES.items()}

_FLAME: Final = (
    "M52 3C57 20 76 30 82 49C85 44 86 38 85 32C96 46 98 62 92 75C85 90 69 97 50 97S14 90 8 74C3 60 8 45 19 33"
    "C19 41 22 46 26 49C33 35 47 25 52 3Z"
)
_CLOVER: Final = (
    "M50 54C39 46 29 40 29 24C29 11 38 3 50 3S71 11 71 24C71 40 61 46 50 54ZM50 54C55 41 57 33 71 31C86 29 97 39 97 53"
    "S87 75 74 75C61 75 58 63 50 54ZM50 54C42 63 39 75 26 75C13 75 3 66 3 53S14 29 29 31C43 33 45 41 50 54Z"
)
_MOON: Final = (
    "M64 4C38 4 10 22 10 52C10 80 33 97 58 97C75 97 89 88 95 75C88 78 80 79 74 78C54 76 42 61 42 43C42 26 50 12 64 4Z"
)


def _sun() -> str:
    rays = "".join(
        f'<path d="M50 1L61 24H39Z" transform="rotate({at * 45} 50 50)" stroke-width="3" stroke-linejoin="round"/>'
        for at in range(8)
    )
    return f'{rays}<circle cx="50" cy="50" r="26"/>'


_SHAPES: Final[Mapping[Suit, str]] = {
    Suit.RED: f'<path d="{_FLAME}"/>',
    Suit.YELLOW: _sun(),
    Suit.GREEN: f'<path d="{_CLOVER}"/><path d="M46 52H54C54 70 58 84 68 94L60 99C50 88 46 72 46 52Z"/>',
    Suit.BLUE: f'<path d="{_MOON}"/>',
}


def symbol(suit: Suit, colour: str) -> str:
    """Return a suit's symbol in one colour, in a box of 100 × 100."""
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="0">{_SHAPES[suit]}</g>'


def suit_symbol(suit: Suit) -> str:
    """Return a suit's symbol in its colour, in a box of 100 × 100."""
    return symbol(suit, SUIT_COLOURS[suit])
