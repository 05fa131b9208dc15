"""Ranks and letters as strokes of a round pen: no font is needed, and they stay bold at 22 px."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

HEIGHT: Final = 100.0
"""Of every glyph below, from the middle of its topmost stroke to that of its lowest."""
_SMALL: Final = 0.46
"""The size of the numbers in ¼ ½ ¾, beside a digit's."""
_SMALL_PEN: Final = 0.62
"""How broad the pen is for them."""
_SLASH: Final = 30.0
"""How wide the stroke between them leans."""
_GAP: Final = 13.0
"""Between two glyphs, added to the breadth of the pen."""


@dataclass(frozen=True, slots=True)
class _Glyph:
    width: float
    path: str


_GLYPHS: Final[Mapping[str, _Glyph]] = {
    "0": _Glyph(58, "M29 0C9 0 0 20 0 50S9 100 29 100S58 80 58 50S49 0 29 0Z"),
    "1": _Glyph(26, "M0 20L26 0V100"),
    "2": _Glyph(56, "M2 22C6 8 16 0 29 0C45 0 55 10 55 26C55 50 8 66 0 100H56"),
    "3": _Glyph(
        54,
        "M2 8C8 3 17 0 26 0C42 0 52 9 52 23C52 38 40 46 22 46C42 46 54 56 54 73C54 90 42 100 25 100C15 100 6 97 0 91",
    ),
    "4": _Glyph(62, "M46 100V0L0 70H62"),
    "5": _Glyph(54, "M50 0H8L4 44C10 39 18 37 26 37C43 37 54 49 54 68C54 88 42 100 24 100C14 100 5 97 0 91"),
    "6": _Glyph(57, "M48 4C18 8 0 32 0 67C0 88 11 100 28 100C45 100 57 87 57 69C57 51 46 39 30 39C13 39 2 51 0 67"),
    "7": _Glyph(54, "M0 0H54C36 28 24 62 20 100"),
    "8": _Glyph(
        56,
        "M28 46C12 46 4 36 4 23C4 9 14 0 28 0S52 9 52 23C52 36 44 46 28 46"
        "C11 46 0 56 0 73C0 90 12 100 28 100S56 90 56 73C56 56 45 46 28 46Z",
    ),
    "9": _Glyph(57, "M9 96C39 92 57 68 57 33C57 12 46 0 29 0C12 0 0 13 0 31C0 49 11 61 27 61C44 61 55 49 57 33"),
    "A": _Glyph(70, "M0 100L35 0L70 100M13 66H57"),
    "B": _Glyph(56, "M0 0V100H28C46 100 56 90 56 73S46 47 28 47H0H25C41 47 50 38 50 24S41 0 25 0Z"),
    "G": _Glyph(68, "M64 18C57 6 47 0 35 0C13 0 0 20 0 50S13 100 35 100C53 100 66 88 66 60V54H40"),
    "J": _Glyph(46, "M14 0H46V66C46 88 38 100 22 100C11 100 4 95 0 86"),
    "K": _Glyph(58, "M0 0V100M56 0L2 58M22 38L58 100"),
    "Q": _Glyph(70, "M35 0C13 0 0 20 0 50S13 100 35 100S70 80 70 50S57 0 35 0ZM44 74L70 104"),
    "R": _Glyph(58, "M0 100V0H27C45 0 54 11 54 28S45 56 27 56H0H28L58 100"),
    "W": _Glyph(90, "M0 0L22 100L45 22L68 100L90 0"),
    "Y": _Glyph(66, "M0 0L33 50L66 0M33 50V100"),
}
_TOKEN: Final = re.compile(r"([A-Z])|(-?[0-9.]+)")
_AXES: Final = {"H": "x", "V": "y"}
_FRACTIONS: Final = {"¼": ("1", "4"), "½": ("1", "2"), "¾": ("3", "4")}


@dataclass(frozen=True, slots=True)
class Pen:
    """How a text is written: the breadth and colour of its strokes, and what surrounds them."""

    colour: str
    breadth: float = 19.0
    """Of a glyph 100 high."""
    halo: str = ""
    halo_breadth: float = 0.0
    """How far the surrounding colour reaches beyond the strokes."""


def text(signs: str, x: float, y: float, height: float, pen: Pen, *, most: float = 0.0) -> str:
    """Return a text as an SVG fragment, its middle at (x, y), `height` tall with the breadth of the pen.

    Wider than `most` it is narrowed, without thinning the strokes.
    """
    scale = height / (HEIGHT + pen.breadth)
    strokes, width = _laid_out(signs, pen.breadth)
    squeeze = min(1.0, (most / scale - pen.breadth) / width) if most else 1.0
    lines = [(_moved(it.path, it.x * squeeze, it.y, it.size * squeeze, it.size), it.pen) for it in strokes]
    layers = [(pen.halo, 2 * pen.halo_breadth)] * bool(pen.halo) + [(pen.colour, 0.0)]
    drawn = "".join(
        f'<path d="{path}" stroke="{colour}" stroke-width="{pen.breadth * part + more:.4g}"/>'
        for colour, more in layers
        for path, part in lines
    )
    return (
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x:g} {y:g}) scale({scale:.4g}) translate({-width * squeeze / 2:.4g} -50)">{drawn}</g>'
    )


@dataclass(frozen=True, slots=True)
class _Stroke:
    path: str
    x: float
    y: float = 0.0
    size: float = 1.0
    pen: float = 1.0
    """The breadth of the pen, beside that of a digit."""


def _laid_out(signs: str, breadth: float) -> tuple[list[_Stroke], float]:
    """Return the strokes of a text, and how wide it is."""
    strokes: list[_Stroke] = []
    x = 0.0
    for sign in signs:
        if strokes:
            x += breadth + _GAP
        added, width = (
            _fraction(sign, x) if sign in _FRACTIONS else ([_Stroke(_GLYPHS[sign].path, x)], _GLYPHS[sign].width)
        )
        strokes += added
        x += width
    return strokes, x


def _fraction(sign: str, x: float) -> tuple[list[_Stroke], float]:
    """Return a small number above left, a slash, and one below right."""
    above, below = (_GLYPHS[part] for part in _FRACTIONS[sign])
    slash = x + _SMALL * above.width - 2
    lower = slash + _SLASH - 6
    strokes = [
        _Stroke(above.path, x, -4, _SMALL, _SMALL_PEN),
        _Stroke(f"M{_SLASH:g} 0L0 100", slash, pen=_SMALL_PEN * 0.8),
        _Stroke(below.path, lower, 104 - _SMALL * HEIGHT, _SMALL, _SMALL_PEN),
    ]
    return strokes, lower + _SMALL * below.width - x


def _moved(path: str, x: float, y: float, wide: float, high: float) -> str:
    """Return a path of absolute commands, moved and scaled; its strokes keep their breadth."""
    moved: list[str] = []
    axes = ""
    at = 0
    for command, number in _TOKEN.findall(path):
        if command:
            axes, at = _AXES.get(command, "xy"), 0
            moved.append(command)
            continue
        value = x + float(number) * wide if axes[at % len(axes)] == "x" else y + float(number) * high
        moved.append(f"{value:.4g} ")
        at += 1
    return "".join(moved)
