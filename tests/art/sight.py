"""How eyes that mix up colours see, and how far apart two colours are: published formulas, nothing else.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency" (2009), for the full deficiency; they are applied to linear light.
"""

from __future__ import annotations

import math

from PIL import Image, ImageFilter

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
EYES = {
    "usual": USUAL,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_GRID = 33


def colour(code: str) -> Colour:
    """Return the colour of a code like ``#C4262E``."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red / 255, green / 255, blue / 255


def seen(shown: Colour, eyes: str) -> Colour:
    """Return what a colour looks like to these eyes."""
    light = [_light(part) for part in shown]
    red, green, blue = (
        _shown(min(1.0, max(0.0, sum(by * part for by, part in zip(row, light, strict=True))))) for row in EYES[eyes]
    )
    return red, green, blue


def distance(one: Colour, other: Colour) -> float:
    """Return how far apart two colours look: ΔE of 1976, of which 2.3 is just noticeable."""
    return math.dist(_lab(one), _lab(other))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG has it: from 1 to 21; large text needs 3."""
    darker, lighter = sorted(_luminance(it) for it in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def brightness(shown: Colour) -> float:
    """Return how bright a colour looks, from 0 to 100."""
    return _lab(shown)[0]


def picture(shown: Image.Image, eyes: str) -> Image.Image:
    """Return what a picture looks like to these eyes."""

    def answer(red: float, green: float, blue: float) -> Colour:
        return seen((red, green, blue), eyes)

    return shown.convert("RGB").filter(ImageFilter.Color3DLUT.generate(_GRID, answer))


def _luminance(shown: Colour) -> float:
    red, green, blue = map(_light, shown)
    return 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _shown(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _lab(shown: Colour) -> Colour:
    """Return a colour of sRGB in CIE L*a*b*, under D65."""
    red, green, blue = map(_light, shown)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = _luminance(shown)
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (it ** (1 / 3) if it > 216 / 24389 else (24389 / 27 * it + 16) / 116 for it in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
