"""From vector to pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import resvg_py

FONT: Final = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
FAMILY: Final = "DejaVu Sans"
"""What a picture's text names as its font; it is there in bold only."""


def png(svg: str, *, width: int) -> bytes:
    """Return a picture of this width as PNG: the same bytes on every machine, whatever fonts that has."""
    # Reading the font takes longer than drawing a card, and card art has no text.
    fonts = [str(FONT)] if "<text" in svg else None
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts, font_family=FAMILY
    )
    return drawn
