"""Buttons and selects, and where the use of any of them is heard.

discord.py is never told to listen to one: it would rebuild the whole message for each click, drop a click on what the
message no longer shows, and say nothing of an exception in a callback.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import ui

from bot import failures
from bot.about import working_on
from bot.customid import Press, parse

if TYPE_CHECKING:
    from bot.client import WizardClient

_CHANNELS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
"""What can hold a table, itself or in its threads."""


class _Default(discord.SelectDefaultValue):
    """A channel or role that a select shows as picked: discord.py sends its id as a number, Discord asks for text."""

    def to_dict(self) -> Any:  # noqa: ANN401 - the payload's type says that the id is a number
        return {"id": str(self.id), "type": self.type.value}


class Router(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.+)"):
    """Any interactive part. What is used of it arrives at `heard`."""

    def __init__(self, item: ui.Item[Any], shows: str = "") -> None:
        super().__init__(item)
        self.shows = shows
        """What its own emoji would show, as `bot.art.emoji` names it."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Wrap what was used, without a callback: discord.py listens by itself where it edits a deferred answer."""
        return cls(item)


async def heard(interaction: discord.Interaction[Any]) -> None:
    """Parse what was pressed and handle it, whatever its message shows by now; the error boundary of all parts."""
    data: Any = interaction.data
    if interaction.type is discord.InteractionType.modal_submit:
        async with failures.boundary(interaction):
            raise failures.UnknownPress  # this version of the bot opens no forms
    if interaction.type is not discord.InteractionType.component or data is None:
        return
    client: WizardClient = interaction.client
    async with failures.boundary(interaction):
        press = parse(data["custom_id"])
        if press is None:
            raise failures.UnknownPress
        with working_on(table=press.table):
            await client.presses.handle(interaction, press, tuple(data.get("values", ())))
        await client.tables.notice(interaction.channel_id or 0, interaction.user.id)


def button(
    press: Press,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    shows: str = "",
    disabled: bool = False,
) -> Router:
    """Return a button that sends this press; one that `shows` a card gets our emoji for it where there is one."""
    return Router(
        ui.Button(label=label, custom_id=str(press), style=style, emoji=emoji, disabled=disabled),
        shows,
    )


def select(
    press: Press,
    placeholder: str,
    choices: Sequence[discord.SelectOption],
    *,
    fewest: int = 1,
    most: int = 1,
) -> Router:
    """Return a select that sends this press with what is picked: from `fewest` to `most` of the choices."""
    return Router(
        ui.Select(
            custom_id=str(press),
            placeholder=placeholder,
            options=list(choices),
            min_values=fewest,
            max_values=most,
        ),
    )


def channel_select(press: Press, placeholder: str, channels: Sequence[int], *, most: int) -> Router:
    """Return a select of the server's channels that can hold a table, with these picked; none may be picked."""
    return Router(
        ui.ChannelSelect(
            custom_id=str(press),
            placeholder=placeholder,
            channel_types=list(_CHANNELS),
            min_values=0,
            max_values=most,
            default_values=[_Default(id=it, type=discord.SelectDefaultValueType.channel) for it in channels],
        ),
    )


def role_select(press: Press, placeholder: str, roles: Sequence[int]) -> Router:
    """Return a select of one of the server's roles, with this one picked; none may be picked."""
    return Router(
        ui.RoleSelect(
            custom_id=str(press),
            placeholder=placeholder,
            min_values=0,
            default_values=[_Default(id=it, type=discord.SelectDefaultValueType.role) for it in roles],
        ),
    )


def rows(parts: Sequence[Router], width: int = 5) -> list[ui.ActionRow[Any]]:
    """Lay buttons out in rows of at most five."""
    return [ui.ActionRow(*parts[at : at + width]) for at in range(0, len(parts), width)]
