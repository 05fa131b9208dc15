"""The four suits: a colour, a symbol and a landscape each, told apart without seeing colours too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.art.pieces import at, circle, path, stroke
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

FLAME: Final = (
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
    Suit.RED: f'<path d="{FLAME}"/>',
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


# --- landscapes, 230 × 330 ------------------------------------------------------------------------


def landscape(suit: Suit, height: float) -> str:
    """Return a suit's landscape, 230 × 330, its symbol risen above the ground: from 0 for the lowest card to 1."""
    tones = TONES[suit]
    y = 206 - 84 * height
    size = 92 + 26 * height
    glows = circle(126, y, size * 1.35, _mixed(tones.sky, tones.glow)) + circle(126, y, size * 0.9, tones.glow)
    sky = f'<rect width="230" height="330" fill="{tones.sky}"/>{glows}'
    risen = at(symbol(suit, tones.light) + _LIGHTS.get(suit, ""), 126 - size / 2, y - size / 2, size)
    return sky + _SKIES.get(suit, "") + risen + _GROUNDS[suit](tones)


def _mixed(one: str, other: str) -> str:
    """Return the colour half way between two."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes((left + right) // 2 for left, right in pairs).hex()


def _volcano(tones: Tones) -> str:
    return (
        path("M-10 330L62 206L76 214L90 204L104 214L178 330Z", tones.far)
        + path("M76 214L90 204L104 214L98 236L108 254L96 282L90 252L80 240Z", "#FFD27A")
        + path("M120 330L176 238L190 252L204 230L250 330Z", tones.near)
        + path("M-10 292L24 262L52 290L84 276L124 304L166 284L250 312V340H-10Z", tones.ground)
    )


def _desert(tones: Tones) -> str:
    return (
        path("M118 276L176 200L236 276Z", tones.far)
        + path("M176 200L236 276H194Z", tones.near)
        + path("M-10 262C40 232 96 244 132 258C170 272 210 258 250 250V340H-10Z", tones.far)
        + path("M-10 296C50 262 110 276 150 288C190 298 220 288 250 280V340H-10Z", tones.near)
        + path("M-10 318C60 296 140 300 250 322V340H-10Z", tones.ground)
        + stroke("M40 296V250M40 282C28 282 26 276 26 266M40 274C54 274 55 268 55 260", tones.ground, 8)
    )


def _forest(tones: Tones) -> str:
    firs = "".join(
        path(
            f"M{x} {y}L{x + w} {y + h * 0.5:g}H{x + w * 0.5:g}L{x + w * 1.3:g} {y + h}H{x - w * 1.3:g}L{x - w * 0.5:g} {y + h * 0.5:g}H{x - w}Z",
            tone,
        )
        for x, y, w, h, tone in (
            (28, 216, 16, 74, tones.near),
            (66, 238, 13, 60, tones.near),
            (206, 208, 17, 84, tones.near),
            (172, 240, 12, 56, tones.near),
        )
    )
    return (
        path("M40 340C60 236 180 236 200 340Z", _mixed(tones.far, tones.sky))
        + path("M90 340C104 250 160 226 250 244V340Z", tones.far)
        + path("M-10 340V244C60 222 120 240 160 340Z", tones.far)
        + firs
        + path("M-10 290C50 262 110 276 150 284C186 290 220 282 250 274V340H-10Z", tones.near)
        + path("M-10 316C60 296 150 300 250 318V340H-10Z", tones.ground)
    )


def _sea(tones: Tones) -> str:
    ship = (
        path("M48 254H112L100 276H60Z", "#8A4B2D")
        + path("M80 196V246H50C52 226 62 208 80 196Z", "#FFF4DC")
        + path("M84 206C98 218 104 232 106 246H84Z", "#F3D9B1")
        + stroke("M82 194V254", "#5B2F1C", 4)
    )
    wave = "c10 -12 20 -12 30 0s20 12 30 0" * 5
    return (
        path(f"M-30 264{wave}V340H-30Z", tones.far)
        + ship
        + path(f"M-50 282{wave}V340H-50Z", tones.near)
        + path(f"M-20 306{wave}V340H-20Z", tones.ground)
    )


_LIGHTS: Final[Mapping[Suit, str]] = {
    Suit.RED: path(
        "M53 42C56 54 70 60 72 72C74 86 64 93 51 93S27 86 29 72C30 64 36 62 38 68C44 62 52 56 53 42Z", "#FFC94D"
    ),
    Suit.YELLOW: circle(50, 50, 19, "#FFC94D"),
    Suit.GREEN: "".join(
        stroke("M50 40V22", "#63C298", 4).replace("/>", f' transform="translate(0 -3) rotate({turn} 50 50)"/>')
        for turn in (45, 135, 225, 315)
    ),
}
"""What shines within a risen symbol."""
_SKIES: Final[Mapping[Suit, str]] = {
    Suit.BLUE: "".join(
        circle(x, y, r, "#FFFFFF")
        for x, y, r in (
            (112, 26, 2),
            (200, 40, 2.6),
            (176, 84, 1.8),
            (36, 178, 2.2),
            (212, 140, 2),
            (64, 196, 1.6),
            (140, 60, 1.5),
        )
    )
}
_GROUNDS: Final = {Suit.RED: _volcano, Suit.YELLOW: _desert, Suit.GREEN: _forest, Suit.BLUE: _sea}
