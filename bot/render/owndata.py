"""The answers to somebody who wants what is stored about them, or wants it deleted."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import button
from bot.languages import _, later
from bot.render.notices import GOLD, GREY, message, text

FORGET: Final = "forget_me"
KEEP: Final = "forget_not"
NOTHING: Final = later("Nothing is stored about you.")
KEPT: Final = later("Everything stays as it is.")
FORGOTTEN: Final = later("You are forgotten. If you play again, you begin as somebody new.")


def confirm() -> ui.LayoutView:
    """Return the question before somebody is forgotten."""
    head = _("**Forget you, in every server?** This can't be undone.")
    lines = [
        _(
            "In results, standings and records “Former player” takes the place of your name, and your account is"
            " replaced by a number that leads nowhere: the games of the others stay what they were."
        ),
        _("You leave every open table; in a running game an AI plays on for you."),
        _(
            "What you have chosen with /wizard me, your guided hand and your private panels are deleted. Messages in"
            " channels stay, with the names in them: they are Discord's."
        ),
    ]
    forget = button(Press(0, 0, FORGET), _("Forget me"), style=discord.ButtonStyle.danger)
    keep = button(Press(0, 0, KEEP), _("Keep everything"))
    return message(text("\n".join([head, *(f"- {line}" for line in lines)])), ui.ActionRow(forget, keep), colour=GOLD)


def data(filename: str, number: int, of: int) -> ui.LayoutView:
    """Return the message that a file of what is stored is attached to; `number` counts from 0."""
    said = _("Everything that is stored about you, in every server. Each section is explained in the file.")
    if of > 1:
        # L10N: {number} of {of}
        part = _("Part {number} of {of}: put together in this order they are one zip file.", number=number + 1, of=of)
        said = f"{said}\n-# {part}"
    file: ui.File[Any] = ui.File(f"attachment://{filename}")
    return message(text(said), file, colour=GREY)
