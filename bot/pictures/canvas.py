"""A picture in the making: sprites laid and texts written on a ground."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from PIL import Image, WebPImagePlugin  # noqa: F401 - known to Pillow from the start, it needn't load all its formats

from bot.pictures import lettering

WIDTH: Final = 660
"""Twice as wide as Discord shows a picture on a phone: sharp there, and on a desktop."""
MARGIN: Final = 16
Anchor: TypeAlias = Literal["left", "middle", "right"]

WHITE: Final = "#ffffff"
CREAM: Final = "#fff8e8"
SOFT: Final = "#c5dccf"
GOLD: Final = "#ffcf4a"
INK: Final = "#10281e"


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as Discord takes it, and what it shows in words."""

    data: bytes = field(repr=False)
    filename: str
    alt: str


@dataclass(slots=True)
class Canvas:
    """What is being drawn on."""

    image: Image.Image

    @property
    def height(self) -> int:
        """Return how high the picture is."""
        return self.image.height

    def lay(self, sprite: Image.Image, x: int, y: int) -> None:
        """Lay a sprite down, its upper left corner at (x, y)."""
        self.image.paste(sprite, (x, y), sprite)

    def write(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        colour: str = WHITE,
        *,
        bold: bool = False,
        anchor: Anchor = "left",
        width: int = WIDTH - 2 * MARGIN,
    ) -> int:
        """Write a text with its upper edge at y and return its width; one that is too wide is cut."""
        letters = lettering.fitted(text, size, width, bold=bold)
        left = x - {"left": 0, "middle": letters.width // 2, "right": letters.width}[anchor]
        if letters.coloured is None:
            self.image.paste(colour, (left, y), letters.mask)
        else:
            self.lay(letters.coloured, left, y)
        return letters.width

    def lossy(self) -> bytes:
        """Return the picture for card art and felt, of which nobody sees what is lost."""
        target = io.BytesIO()
        self.image.save(target, "WEBP", quality=82, method=1)
        return target.getvalue()

    def exact(self) -> bytes:
        """Return the picture for paper: few colours and sharp edges."""
        target = io.BytesIO()
        self.image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, "PNG")
        return target.getvalue()
