"""The landscapes on the cards of the suits, 230 × 330, over which the suit's symbol rises with the rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.art.pieces import at, circle, glow, ground, path, stroke
from bot.art.suits import TONES, Tones, symbol
from engine.cards import Suit


def landscape(suit: Suit, height: float) -> str:
    """Return a suit's landscape, 230 × 330, its symbol risen above the ground: from 0 for the lowest card to 1."""
    tones = TONES[suit]
    y = 206 - 84 * height
    size = 92 + 26 * height
    glows = glow(126, y, size * 1.35, _mixed(tones.sky, tones.glow)) + glow(126, y, size * 0.9, tones.glow)
    sky = ground(tones.sky) + glows
    risen = at(symbol(suit, tones.light) + _LIGHTS.get(suit, ""), 126 - size / 2, y - size / 2, size)
    return sky + _SKIES.get(suit, "") + risen + _GROUNDS[suit](tones)


def _mixed(one: str, other: str) -> str:
    """Return the colour half way between two."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes((left + right) // 2 for left, right in pairs).hex()


def _volcano(tones: Tones) -> str:
    return (
        path("M-3 330L62 206L76 214L90 204L104 214L178 330Z", tones.far)
        + path("M76 214L90 204L104 214L98 236L108 254L96 282L90 252L80 240Z", "#FFD27A")
        + path("M120 330L176 238L190 252L204 230L233 318V333H120Z", tones.near)
        + path("M-3 292L24 262L52 290L84 276L124 304L166 284L233 312V333H-3Z", tones.ground)
    )


def _desert(tones: Tones) -> str:
    return (
        path("M118 276L176 200L236 276Z", tones.far)
        + path("M176 200L236 276H194Z", tones.near)
        + path("M-3 262C40 232 96 244 132 258C170 272 210 258 233 250V333H-3Z", tones.far)
        + path("M-3 296C50 262 110 276 150 288C190 298 220 288 233 280V333H-3Z", tones.near)
        + path("M-3 318C60 296 140 300 233 322V333H-3Z", tones.ground)
        + stroke("M40 296V250M40 282C28 282 26 276 26 266M40 274C54 274 55 268 55 260", tones.ground, 8)
    )


def _forest(tones: Tones) -> str:
    firs = "".join(
        path("M0 0L16 40H8L22 78H-22L-8 40H-16Z", tones.near, f"translate({x} {y}) scale({size})")
        for x, y, size in ((28, 216, 1), (66, 238, 0.8), (206, 208, 1.1), (172, 240, 0.75))
    )
    return (
        path("M40 333C60 236 180 236 200 333Z", _mixed(tones.far, tones.sky))
        + path("M90 333C104 233 160 226 233 244V333Z", tones.far)
        + path("M-3 333V244C60 222 120 240 160 333Z", tones.far)
        + firs
        + path("M-3 290C50 262 110 276 150 284C186 290 220 282 233 274V333H-3Z", tones.near)
        + path("M-3 316C60 296 150 300 233 318V333H-3Z", tones.ground)
    )


def _sea(tones: Tones) -> str:
    ship = (
        path("M48 254H112L100 276H60Z", "#8A4B2D")
        + path("M80 196V246H50C52 226 62 208 80 196Z", "#FFF4DC")
        + path("M84 206C98 218 104 232 106 246H84Z", "#F3D9B1")
        + stroke("M82 194V254", "#5B2F1C", 4)
    )
    wave, trough = "c10 -12 20 -12 29.5 0s19.5 12 29.5 0" * 4, "c10 12 20 12 29.5 0s19.5 -12 29.5 0" * 4
    return (
        path(f"M-3 264{wave}V333H-3Z", tones.far)
        + ship
        + path(f"M-3 282{trough}V333H-3Z", tones.near)
        + path(f"M-3 306{wave}V333H-3Z", tones.ground)
    )


_LIGHTS: Final[Mapping[Suit, str]] = {
    Suit.RED: path(
        "M53 42C56 54 70 60 72 72C74 86 64 93 51 93S27 86 29 72C30 64 36 62 38 68C44 62 52 56 53 42Z", "#FFC94D"
    ),
    Suit.YELLOW: circle(50, 50, 19, "#FFC94D"),
    Suit.GREEN: "".join(
        stroke("M50 40V22", "#63C298", 4, f"translate(0 -3) rotate({turn} 50 50)") for turn in (45, 135, 225, 315)
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
_GROUNDS: Final[Mapping[Suit, Callable[[Tones], str]]] = {
    Suit.RED: _volcano,
    Suit.YELLOW: _desert,
    Suit.GREEN: _forest,
    Suit.BLUE: _sea,
}
