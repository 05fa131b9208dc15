"""Pictures in messages: shown at their place, and sent along as files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.pictures.canvas import Picture


class Gallery(ui.MediaGallery[Any]):
    """Some pictures of ours beside each other, with the texts that say the same."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        super().__init__(
            *(discord.MediaGalleryItem(f"attachment://{it.filename}", description=it.alt) for it in pictures)
        )
        self.pictures = tuple(pictures)


def gallery(*pictures: Picture | None) -> list[ui.Item[Any]]:
    """Return the pictures that there are as a part of a message; nothing where there is none."""
    there = [picture for picture in pictures if picture is not None]
    return [Gallery(there)] if there else []


def files(view: ui.LayoutView) -> list[discord.File]:
    """Return the files of all pictures in a message, anew for each time it is sent."""
    galleries = (part for part in view.walk_children() if isinstance(part, Gallery))
    return [
        discord.File(io.BytesIO(picture.data), picture.filename, description=picture.alt)
        for found in galleries
        for picture in found.pictures
    ]
