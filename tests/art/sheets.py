"""Contact sheets of the card art, to be looked at: ``python -m tests.art.sheets FOLDER``.

``cards.png`` is every card, ``gallery.png`` a choice of them for the README, ``emoji.png`` every emoji on Discord's
grounds at the sizes it is shown at, ``eyes.png`` the suits as eyes that mix up colours see them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.art.cards import back_svg, card_svg
from bot.art.emoji import all_emoji
from bot.art.raster import png
from engine import special
from engine.cards import JESTER, SUIT_CARDS, WIZARD, Suit, card, cards
from engine.options import Labels
from tests.art.sight import EYES, picture

DARK = "#313338"
GROUNDS = (DARK, "#5865F2", "#4E5058", "#FFFFFF")
"""Discord's dark page, its blue and grey buttons, its light page."""
SIZES = (22, 44)
"""Of an emoji in a button or a line, and on a screen with twice as many pixels."""
GALLERY = "R1 Y7 G13 B10 W J DRAGON FAIRY BOMB WEREWOLF JUGGLER:B CLOUD:Y SHIFT WITCH VAMPIRE"


def drawn(svg: str, width: int) -> Image.Image:
    return Image.open(BytesIO(png(svg, width=width))).convert("RGBA")


def sheet(pictures: Sequence[Image.Image], columns: int, ground: str = DARK) -> Image.Image:
    """Lay pictures of one size out in rows."""
    wide, high = pictures[0].size
    gap = max(4, wide // 14)
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (columns * (wide + gap) + gap, rows * (high + gap) + gap), ground)
    for at, one in enumerate(pictures):
        row, column = divmod(at, columns)
        whole.paste(one, (gap + column * (wide + gap), gap + row * (high + gap)), one)
    return whole


def stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (max(it.width for it in pictures), sum(it.height for it in pictures)), DARK)
    y = 0
    for one in pictures:
        whole.paste(one, (0, y))
        y += one.height
    return whole


def every_card(width: int) -> Image.Image:
    shown = [card_svg(face) for face in (*SUIT_CARDS, WIZARD, JESTER, *special.played_faces())]
    royal = [card_svg(card(f"{suit}{rank}"), Labels.FACES) for suit in Suit for rank in range(10, 14)]
    return sheet([drawn(svg, width) for svg in (*shown, *royal, back_svg())], 13)


def gallery(width: int) -> Image.Image:
    return sheet([drawn(svg, width) for svg in (*map(card_svg, cards(GALLERY)), back_svg())], 8)


def every_emoji() -> Image.Image:
    """Return every emoji as it arrives at Discord, made smaller by the client."""
    large = [Image.open(BytesIO(it.png())).convert("RGBA") for it in all_emoji().values()]
    return stacked(
        [
            sheet([it.resize((size, size), Image.Resampling.LANCZOS) for it in large], 18, ground)
            for ground in GROUNDS
            for size in SIZES
        ]
    )


def by_all_eyes(width: int) -> Image.Image:
    """Return the same cards and emoji, a row for each kind of eyes, the usual ones first."""
    ranks = [card(f"{suit}{rank}") for rank in (7, 13) for suit in Suit]
    row = [drawn(card_svg(face), width) for face in ranks]
    small = [
        Image.open(BytesIO(all_emoji()[f"{suit}{rank}"].png())).convert("RGBA") for rank in (5, 13) for suit in Suit
    ]
    whole = stacked([sheet(row, len(row)), sheet([it.resize((width // 2,) * 2) for it in small], len(small))])
    return stacked([picture(whole, eyes) for eyes in EYES])


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    every_card(128).save(folder / "cards.png")
    gallery(200).quantize(256, dither=Image.Dither.NONE).save(folder / "gallery.png", optimize=True)
    every_emoji().save(folder / "emoji.png")
    by_all_eyes(110).save(folder / "eyes.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
