"""Puts the pictures of one screen in all languages side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from bot.languages import LANGUAGES
from tests.browser.camera import WIDTHS

_GAP: Final = 12
_HEAD: Final = 20


def write_contact_sheets(folder: Path) -> None:
    """Write ``sheets/<width>/<screen>.png`` from the pictures in the folder."""
    for width in WIDTHS:
        names = sorted({file.name for file in folder.glob(f"*/{width}/*.png") if file.parent.parent.name != "sheets"})
        for name in names:
            there = [language for language in LANGUAGES if (folder / language / width / name).exists()]
            to = folder / "sheets" / width / name
            to.parent.mkdir(parents=True, exist_ok=True)
            _side_by_side({language: folder / language / width / name for language in there}, WIDTHS[width]).save(to)


def _side_by_side(files: dict[str, Path], width: int) -> Image.Image:
    """Return the pictures in a row, each under the name of its language."""
    pictures = [_of_width(Image.open(file).convert("RGB"), width) for file in files.values()]
    height = max(picture.height for picture in pictures) + _HEAD
    sheet = Image.new("RGB", ((width + _GAP) * len(pictures) - _GAP, height), "white")
    for at, (language, picture) in enumerate(zip(files, pictures, strict=True)):
        left = at * (width + _GAP)
        ImageDraw.Draw(sheet).text((left + 4, 4), language, fill="black")
        sheet.paste(picture, (left, _HEAD))
    return sheet


def _of_width(picture: Image.Image, width: int) -> Image.Image:
    """Return a picture no wider than this: those of phones have more points than the page."""
    if picture.width <= width:
        return picture
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
