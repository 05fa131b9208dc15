"""Text as sprites: drawn once, measured by its pixels, cut to a width.

The bundled fonts come first, so that what we say looks the same on every machine. Only a text with signs that
neither of them has, a name in Chinese perhaps, brings in the fonts of the system.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

import resvg_py
from PIL import Image, ImageChops

from bot.art.raster import FONT

_FONTS: Final = Path(__file__).parent / "fonts"
ROBOTO: Final = str(_FONTS / "Roboto-Medium.ttf")
_ROBOTO_BOLD: Final = str(_FONTS / "Roboto-Bold.ttf")
_OTHER_SCRIPTS: Final = str(FONT)
"""Arabic, Hebrew, Georgian and many signs."""
_OURS: Final = re.compile(r"[\u0020-\u024f\u1e00-\u1eff\u2010-\u2026\u2212\u0370-\u04ff]*")
"""What the bundled text font has: Latin, Greek and Cyrillic."""
_JOINER: Final = "\u200d"
"""Holds parts of an emoji together; resvg looks for all of it in one font, and finds none."""
_NOT_XML: Final = re.compile(r"[^\u0009\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ASCENT: Final = 1.0
_DESCENT: Final = 0.34
_MARGIN: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """A drawn text: as a mask to be filled with any colour, or in colours of its own (emoji)."""

    mask: Image.Image
    coloured: Image.Image | None = None

    @property
    def width(self) -> int:
        """Return how wide it is."""
        return self.mask.width


def fitted(text: str, size: int, width: int, *, bold: bool = False) -> Letters:
    """Return a text that is no wider than this; a longer one ends with an ellipsis."""
    return _fitted(text, size, width, bold)


def baseline(size: int) -> int:
    """Return how far below its upper edge the line is on which a text of this size stands."""
    return round(size * _ASCENT)


@lru_cache(maxsize=2048)
def _fitted(text: str, size: int, width: int, bold: bool) -> Letters:  # noqa: FBT001 - the cache wants it so
    whole = _letters(text, size, bold)
    if whole.width <= width:
        return whole
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        half = (fits + too_long) // 2
        if _letters(_cut(text, half), size, bold).width <= width:
            fits = half
        else:
            too_long = half
    return _letters(_cut(text, fits), size, bold)


def _cut(text: str, length: int) -> str:
    return text[:length].rstrip() + "…"


@lru_cache(maxsize=4096)
def _letters(text: str, size: int, bold: bool) -> Letters:  # noqa: FBT001 - the cache wants it so
    ours = _OURS.fullmatch(text) is not None
    room = len(text) * size * (1 if ours else 2) + 2 * _MARGIN + size
    height = round(size * (_ASCENT + _DESCENT))
    plain = escape(_NOT_XML.sub("", text.replace(_JOINER, "")))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{room}" height="{height}">'
        f'<text x="{_MARGIN}" y="{baseline(size)}" font-family="Roboto" font-weight="{700 if bold else 500}"'
        f' font-size="{size}" fill="#fff" xml:space="preserve">{plain}</text></svg>'
    )
    fonts = [_ROBOTO_BOLD if bold else ROBOTO] if ours else [ROBOTO, _ROBOTO_BOLD, _OTHER_SCRIPTS]
    drawn = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=ours, font_files=fonts, font_family="Roboto")
    picture = Image.open(io.BytesIO(drawn)).convert("RGBA")
    mask = picture.getchannel("A")
    box = mask.getbbox()
    left, right = (box[0], box[2]) if box else (0, 1)
    mask = mask.crop((left, 0, right, height))
    if ours or not _has_colours(picture):
        return Letters(mask)
    return Letters(mask, picture.crop((left, 0, right, height)))


def _has_colours(picture: Image.Image) -> bool:
    red, green, blue, _ = picture.split()
    return any(ImageChops.difference(red, other).getbbox() is not None for other in (green, blue))
