"""What tells a person that a table waits for them, and the panel in which they choose how. Never a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button
from bot.languages import _, later, later_p
from bot.render import public
from bot.render.notices import GOLD, GREEN, message, rule, text
from bot.store import Mention, Player
from bot.tableview import TableView

DM_CLOSED: Final = later(
    "Discord doesn't let me write to you, so direct messages about your turn are off. See /wizard me."
)
_BUTTONS: Final[Mapping[Mention, str]] = {
    Mention.ALWAYS: later_p("mention me", "Always"),
    Mention.LATE: later_p("mention me", "Late"),
    Mention.NEVER: later_p("mention me", "Never"),
}
_WHEN: Final[Mapping[Mention, str]] = {
    Mention.ALWAYS: later("**Mention me: always** · whenever a table waits for you"),
    Mention.LATE: later("**Mention me: late** · only when you don't have your hand open, or half of your time is gone"),
    Mention.NEVER: later("**Mention me: never** · you see for yourself when it is your turn"),
}


def mention(table: TableView, user_id: int) -> ui.LayoutView:
    """Return the message that mentions a person whose turn it is."""
    my_hand = _("My hand")
    said = f"<@{user_id}> {public.your_turn(table.playing)} → **{my_hand}**"
    return message(text(said), ui.ActionRow(public.hand_button(table)), colour=GREEN)


def direct(table: TableView, link: str) -> ui.LayoutView:
    """Return the direct message that leads a person to the table that waits for them."""
    return message(text(f"Wizard: {public.your_turn(table.playing)} → {link}"), colour=GREEN)


def panel(player: Player) -> ui.LayoutView:
    """Return a person's own panel with what they have chosen."""
    parts: list[ui.Item[Any]] = [
        text("\n".join(["### " + _("Your turn"), _("This is for you only, and holds at every table.")])),
        rule(),
        text(_(_WHEN[player.nudge])),
        ui.ActionRow(*(_mention_button(player, when) for when in Mention)),
        text(_dm_line(player)),
        ui.ActionRow(_switch("me_dm", (_("direct message: on"), _("direct message: off")), on=player.dm)),
        rule(),
        text(_("**Pictures** · of your hand and the scores, where the table has pictures")),
        ui.ActionRow(_switch("me_pictures", (_("pictures: on"), _("pictures: off")), on=player.pictures)),
        text(_("**Cards as a list** · one list to pick your card from, not a button for each: for screen readers")),
        ui.ActionRow(_switch("me_list", (_("cards as a list: on"), _("cards as a list: off")), on=player.card_list)),
    ]
    return message(*parts, colour=GOLD)


def _mention_button(player: Player, when: Mention) -> Router:
    chosen = when is player.nudge
    style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
    return button(Press(0, 0, "me_mention", when), _(_BUTTONS[when]), style=style, disabled=chosen)


def _dm_line(player: Player) -> str:
    line = _("**Direct message** · a link to the table when you are nudged, never your cards")
    if not player.dm_closed:
        return line
    closed = _("Discord didn't let me write to you, so it was switched off. Open your direct messages first.")
    return f"{line}\n-# {closed}"


def _switch(op: str, labels: tuple[str, str], *, on: bool) -> Router:
    """Return the button that turns something on or off; the labels say that it is on, and that it is off."""
    return button(
        Press(0, 0, op, "off" if on else "on"),
        labels[0] if on else labels[1],
        style=discord.ButtonStyle.success if on else discord.ButtonStyle.secondary,
        emoji="✅" if on else "⬜",
    )
