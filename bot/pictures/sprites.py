"""What pictures are put together from: cards, suits and shapes, each drawn once for a size and kept."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from PIL import Image, ImageEnhance

from bot.art.cards import back_svg, card_svg, suit_symbol
from bot.art.raster import png
from engine.cards import Card, Suit
from engine.options import Labels

FELT_LIGHT: Final = (38, 104, 72)
FELT_DARK: Final = (17, 56, 40)
_DIM: Final = (13, 38, 29)
_RATIO: Final = 1.4
"""Of a card: height to width."""

CHECK: Final = "M22 52 L42 72 L78 30"
CROWN: Final = "M14 78 L10 30 L32 50 L50 20 L68 50 L90 30 L86 78 Z"
LEADS: Final = "M24 16 L84 50 L24 84 Z"


def card_height(width: int) -> int:
    """Return the height of a card of this width."""
    return round(width * _RATIO)


@lru_cache(maxsize=512)
def card(face: Card, labels: Labels, width: int) -> Image.Image:
    """Return a card, with what was said of it, and a dark edge that parts it from one it lies on."""
    picture = _drawn(card_svg(face, labels), width)
    picture.alpha_composite(_edge(width))
    return picture


@lru_cache(maxsize=256)
def dim_card(face: Card, labels: Labels, width: int) -> Image.Image:
    """Return a card that can't be played now: darker and with less colour, and still to be read."""
    bright = card(face, labels, width)
    grey = ImageEnhance.Color(bright.convert("RGB")).enhance(0.55)
    dim = Image.blend(grey, Image.new("RGB", bright.size, _DIM), 0.42)
    dim.putalpha(bright.getchannel("A"))
    return dim


@lru_cache(maxsize=8)
def _edge(width: int) -> Image.Image:
    inner = (
        f'<rect x="2" y="2" width="246" height="346" rx="23" fill="none" stroke="#10281e" stroke-opacity=".55" '
        f'stroke-width="{round(500 / width, 1)}"/>'
    )
    return drawn(inner, 250, 350, width)


@lru_cache(maxsize=8)
def back(width: int) -> Image.Image:
    """Return the back of a card."""
    return _drawn(back_svg(), width)


@lru_cache(maxsize=32)
def symbol(suit: Suit, size: int) -> Image.Image:
    """Return the sign of a suit on a light disc, so that it stands out from any ground."""
    disc = '<circle cx="50" cy="50" r="49" fill="#fff8e8"/>'
    inner = f'<g transform="translate(17 17) scale(.66)">{suit_symbol(suit)}</g>'
    return drawn(disc + inner, 100, 100, size)


@lru_cache(maxsize=8)
def no_symbol(size: int) -> Image.Image:
    """Return the sign for no trump."""
    disc = '<circle cx="50" cy="50" r="45" fill="none" stroke="#fff8e8" stroke-width="8"/>'
    bar = '<path d="M20 80 L80 20" stroke="#fff8e8" stroke-width="8"/>'
    return drawn(disc + bar, 100, 100, size)


@lru_cache(maxsize=64)
def plate(width: int, height: int, fill: str, edge: str = "none", dashes: str = "none") -> Image.Image:
    """Return a rectangle with round corners; edges are as wide as on all the others."""
    line = 4 if edge != "none" else 0
    corner = min(16, height // 2)
    inner = (
        f'<rect x="{line / 2}" y="{line / 2}" width="{width - line}" height="{height - line}" rx="{corner}" '
        f'fill="{fill}" stroke="{edge}" stroke-width="{line}" stroke-dasharray="{dashes}"/>'
    )
    return drawn(inner, width, height, width)


@lru_cache(maxsize=32)
def disc(size: int, fill: str) -> Image.Image:
    """Return a round disc."""
    return drawn(f'<circle cx="50" cy="50" r="49" fill="{fill}"/>', 100, 100, size)


@lru_cache(maxsize=32)
def badge(path: str, size: int, fill: str, ink: str) -> Image.Image:
    """Return a round badge with a sign in it."""
    shape = f'fill="{ink}"' if path.endswith("Z") else f'fill="none" stroke="{ink}" stroke-width="13"'
    inner = (
        f'<circle cx="50" cy="50" r="48" fill="{fill}" stroke="#10281e" stroke-width="4"/>'
        f'<g transform="translate(20 20) scale(.6)"><path d="{path}" {shape} '
        'stroke-linejoin="round" stroke-linecap="round"/></g>'
    )
    return drawn(inner, 100, 100, size)


@lru_cache(maxsize=32)
def felt(width: int, height: int) -> Image.Image:
    """Return a table top, lighter in the middle. It is copied before anything is laid on it."""
    shade = Image.radial_gradient("L").resize((width, height))
    return Image.composite(Image.new("RGB", shade.size, FELT_DARK), Image.new("RGB", shade.size, FELT_LIGHT), shade)


def drawn(inner: str, width: int, height: int, size: int) -> Image.Image:
    """Return a fragment in a box of this width and height as an image `size` wide."""
    return _drawn(_document(inner, width, height), size)


def _document(inner: str, width: int, height: int) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inner}</svg>'


def _drawn(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(png(svg, width=width))).convert("RGBA")
