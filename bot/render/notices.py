"""Short messages: one sentence, the help."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.languages import _, later

GOLD: Final = discord.Colour(0xE0B040)
GREY: Final = discord.Colour(0x5C6370)
GREEN: Final = discord.Colour(0x3BA55D)

_HELP: Final = (
    later("Wizard in this channel"),
    later(
        "**/wizard new** opens a table: others press **Join**, the host presses **Start**; AI players fill empty seats."
    ),
    later(
        "**Options** on the table: the host chooses a preset or sets everything one by one – lengths, bids, "
        "special cards. **/wizard new** takes the most used: **preset**, **length**, **max_rounds**, "
        "**sum_rule**, **bidding**, **pace**."
    ),
    later("**AI players** on the table: the host chooses how strong each of them is, from Apprentice to Archmage."),
    later(
        "**House rules**: people with Manage Server save the options of a table there; **/wizard new** then "
        "starts from them. With **/wizard-admin settings** they choose where and how tables are opened in "
        "this server."
    ),
    later(
        "**My hand** on the table (or **/wizard hand**) opens your private hand. Only you can see it. You bid"
        " and play there."
    ),
    later("**Scores** there: the last trick, the whole round and the score sheet. Only you see it; anybody may look."),
    later(
        "**Rematch** on the last message opens another table with the same options; everybody presses **Join** again."
    ),
    later("**/wizard table** brings the table down to the end of the channel."),
    later(
        "**/wizard join**, **/wizard leave**: come and go. If you leave a running game an AI keeps your seat,"
        " and you can come back with **/wizard join** until somebody else presses **Take … seat** on the "
        "table and has it."
    ),
    later("**/wizard start**, **/wizard end**: the host starts; the host or a moderator ends."),
    later(
        "**/wizard me**: whether and when the bot mentions you when it is your turn, and whether it sends you a link."
    ),
    later(
        "**/wizard leaderboard**: this server's season, earlier ones, all of them. **/wizard rules**: how Wizard is"
        " played at this table; without a table, by this server's house rules."
    ),
    later(
        "With **/wizard-admin season** people with Manage Server begin, end and name seasons by hand; with"
        " **/wizard-admin exclude** and **/wizard-admin restore** they keep a game or a person out of the standings."
    ),
    later(
        "**/wizard-admin export** brings the results of this server as files, **/wizard-admin audit** shows who changed"
        " what in the standings."
    ),
    later(
        "**/wizard history**: the finished games of this channel or of a person, each with a replay trick by trick "
        "and its record as a file."
    ),
    later(
        "**/wizard stats**: somebody's games, bids, streaks and special cards in numbers, of this season or of all "
        "time; with **against** beside somebody else's."
    ),
    later(
        "**/wizard review**: your own decisions in a finished game beside the best ones, and how lucky your hands were."
        " **Hint** in your hand says the best decision and why, where the table allows it; such a game doesn't count."
    ),
    later("**/wizard verify**: whether the last game of this channel was dealt fairly, with all you need to check it."),
    later("**/wizard learn**: a guided hand of three minutes, only for you; go on with it whenever you like."),
    later(
        "**/wizard my-data** sends you everything that is stored about you as a file. **/wizard forget-me** deletes it."
    ),
    later("Your hand stays where you opened it. **My hand** on the newest table brings it down there."),
    later(
        "Lost your hand? Press **My hand** again: Discord forgets private messages when it restarts, the bot doesn't."
    ),
)
"""A line each: the first is the head, the last a small one."""


def help_text() -> str:
    """Return what the bot can do."""
    head, *lines, last = map(_, _HELP)
    return "\n".join([f"## {head}", *(f"- {line}" for line in lines), "", f"-# {last}"])


def notice(text: str) -> ui.LayoutView:
    """Return one sentence as a message."""
    return message(ui.TextDisplay[ui.LayoutView](text), colour=GREY)


def empty() -> ui.LayoutView:
    """Return a message to add parts to, which discord.py forgets once it is sent: our buttons are found without it.

    Otherwise it would keep each private one in memory for 15 minutes, pictures and all, with a task that waits for
    their end. Never stop one that was sent: that would make it forget all buttons.
    """
    layout = ui.LayoutView(timeout=None)
    layout.stop()
    return layout


def message(*parts: ui.Item[Any], colour: discord.Colour) -> ui.LayoutView:
    """Return the parts in one framed message; nothing in it times out."""
    layout = empty()
    layout.add_item(ui.Container(*parts, accent_colour=colour))
    return layout


def text(content: str) -> ui.TextDisplay[ui.LayoutView]:
    """Return a text part."""
    return ui.TextDisplay(content)


def rule() -> ui.Separator[ui.LayoutView]:
    """Return a thin line."""
    return ui.Separator()
