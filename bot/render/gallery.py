"""Pictures in messages: shown at their place, and sent along as files."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.pictures.canvas import Picture


class Gallery(ui.MediaGallery[Any]):
    """One picture of ours with the text that says the same: two beside each other would be cut to squares."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt))
        self.picture = picture


def gallery(*pictures: Picture | None) -> list[ui.Item[Any]]:
    """Return the pictures that there are as parts of a message, one below the other."""
    return [Gallery(picture) for picture in pictures if picture is not None]


def files(view: ui.LayoutView) -> list[discord.File]:
    """Return the files of all pictures in a message, anew for each time it is sent."""
    shown = [part.picture for part in view.walk_children() if isinstance(part, Gallery)]
    return [discord.File(io.BytesIO(it.data), it.filename, description=it.alt) for it in shown]
