"""What all drawings are put together from."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Final

LEFT: Final = -3.0
TOP: Final = -3.0
RIGHT: Final = 233.0
BOTTOM: Final = 333.0
"""What is drawn within a card's frame of 230 × 330 ends under that frame: cutting it off would take twice as long."""


def at(fragment: str, x: float, y: float, size: float) -> str:
    """Put a fragment drawn in a box of 100 × 100 into a square of this size, its corner at (x, y)."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:.4g})">{fragment}</g>'


def turned(fragment: str, width: float, height: float) -> str:
    """Turn a fragment upside down within a box."""
    return f'<g transform="rotate(180 {width / 2:g} {height / 2:g})">{fragment}</g>'


def rounded(x: float, y: float, width: float, height: float, radius: float, colour: str) -> str:
    """Return a filled rectangle with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{colour}"/>'


def mirrored(fragment: str) -> str:
    """Return a half of a drawing in a box 100 wide, and its mirror image."""
    return f'{fragment}<g transform="translate(100 0) scale(-1 1)">{fragment}</g>'


def document(fragment: str, width: float, height: float) -> str:
    """Return a fragment as a whole SVG."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{fragment}</svg>'


def circle(x: float, y: float, radius: float, colour: str) -> str:
    """Return a filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'


def path(data: str, colour: str, moved: str = "") -> str:
    """Return a filled outline, transformed where that is said."""
    return f'<path d="{data}" fill="{colour}"{_transform(moved)}/>'


def stroke(data: str, colour: str, breadth: float, moved: str = "") -> str:
    """Return a line drawn with a round pen, transformed where that is said."""
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{breadth:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{_transform(moved)}/>'
    )


def _transform(moved: str) -> str:
    return f' transform="{moved}"' if moved else ""


def ground(colour: str) -> str:
    """Return all that is within a card's frame, in one colour."""
    return path(f"M{LEFT:g} {TOP:g}H{RIGHT:g}V{BOTTOM:g}H{LEFT:g}Z", colour)


def glow(x: float, y: float, radius: float, colour: str) -> str:
    """Return as much of a circle as is within a card's frame; its middle is."""
    if x - radius >= LEFT and x + radius <= RIGHT and y - radius >= TOP and y + radius <= BOTTOM:
        return circle(x, y, radius, colour)
    points = ((x + radius * cos(pi * turn / 48), y + radius * sin(pi * turn / 48)) for turn in range(96))
    corners = "L".join(f"{min(max(it, LEFT), RIGHT):.1f} {min(max(to, TOP), BOTTOM):.1f}" for it, to in points)
    return path(f"M{corners}Z", colour)


def beams(x: float, y: float, count: int, colour: str) -> str:
    """Return rays from a point to the edges of a card's frame, as broad as what is between them."""
    corners = [atan2(to - y, it - x) for it in (LEFT, RIGHT) for to in (TOP, BOTTOM)]
    half = pi / count / 2
    drawn = []
    for at_ in range(count):
        middle = -pi + 2 * half + 4 * half * at_
        turns = [middle - half, *sorted(it for it in corners if abs(it - middle) < half), middle + half]
        drawn.append(f"M{x:g} {y:g}L" + "L".join(_edge(x, y, turn) for turn in turns) + "Z")
    return path("".join(drawn), colour)


def _edge(x: float, y: float, turn: float) -> str:
    """Return where the way from a point in this direction meets the edge of a card's frame."""
    right, down = cos(turn), sin(turn)
    wide = ((RIGHT if right > 0 else LEFT) - x) / right if right else float("inf")
    high = ((BOTTOM if down > 0 else TOP) - y) / down if down else float("inf")
    way = min(wide, high)
    return f"{x + right * way:.1f} {y + down * way:.1f}"
