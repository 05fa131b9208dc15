"""Pictures as parts of a message."""

from __future__ import annotations

from bot.pictures.canvas import Picture
from bot.render.gallery import files, gallery
from bot.render.notices import GREY, message


def test_each_picture_has_the_whole_width() -> None:
    pictures = [Picture(name.encode(), f"{name}.png", name) for name in ("race", "pad")]
    parts = gallery(pictures[0], None, pictures[1])
    assert [len(part.to_component_dict()["items"]) for part in parts] == [1, 1]
    assert [file.filename for file in files(message(*parts, colour=GREY))] == ["race.png", "pad.png"]
    assert gallery(None) == []
