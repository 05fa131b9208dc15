"""The answer that a server's results are attached to."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.languages import _, n_
from bot.render.notices import GOLD, message, text


def answer(season: str, results: int, filenames: Sequence[str]) -> ui.LayoutView:
    """Return the message with these files; `season` is what it is called."""
    # L10N: rows of a file
    rows = n_("{count} row", "{count} rows", results)
    # L10N: {rows} is like “12 rows”
    said = _("{rows}: one for each player of each game that was played to its end.", rows=rows)
    about = _("The CSV file is for spreadsheets, the JSON file for programs; it also says what each column means.")
    files = [ui.File[ui.LayoutView](f"attachment://{name}") for name in filenames]
    return message(text("\n".join([f"### 📤 {season}", said, f"-# {about}"])), *files, colour=GOLD)
