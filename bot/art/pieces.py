"""What all drawings are put together from."""

from __future__ import annotations


def at(fragment: str, x: float, y: float, size: float) -> str:
    """Put a fragment drawn in a box of 100 × 100 into a square of this size, its corner at (x, y)."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:.4g})">{fragment}</g>'


def turned(fragment: str, width: float, height: float) -> str:
    """Turn a fragment upside down within a box."""
    return f'<g transform="rotate(180 {width / 2:g} {height / 2:g})">{fragment}</g>'


def rounded(x: float, y: float, width: float, height: float, radius: float, colour: str, more: str = "") -> str:
    """Return a filled rectangle with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{colour}"{more}/>'


def mirrored(fragment: str) -> str:
    """Return a half of a drawing in a box 100 wide, and its mirror image."""
    return f'{fragment}<g transform="translate(100 0) scale(-1 1)">{fragment}</g>'


def document(fragment: str, width: float, height: float) -> str:
    """Return a fragment as a whole SVG."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{fragment}</svg>'


def circle(x: float, y: float, radius: float, colour: str) -> str:
    """Return a filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'


def path(data: str, colour: str) -> str:
    """Return a filled outline."""
    return f'<path d="{data}" fill="{colour}"/>'


def stroke(data: str, colour: str, breadth: float) -> str:
    """Return a line drawn with a round pen."""
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{breadth:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
