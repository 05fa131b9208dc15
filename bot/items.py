"""Buttons and selects, and the one router that hears all of them.

Every interactive part of every message is a `Router`: discord.py forgets the class for the whole bot when a
view that mixes it with an ordinary button ends, and never tells of an exception in a callback.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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
    """Any interactive part. The template takes every custom id, so that every click gets an answer."""

    def __init__(self, item: ui.Item[Any], shows: str = "") -> None:
        super().__init__(item)
        self.shows = shows
        """What its own emoji would show, as `bot.art.emoji` names it."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Wrap what was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to its handler."""
        await route(interaction, self.custom_id, _picked(interaction))


async def route(interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
    """Parse what was pressed and handle it; the error boundary of all buttons and selects."""
    client: WizardClient = interaction.client
    async with failures.boundary(interaction):
        press = parse(custom_id)
        if press is None:
            raise failures.UnknownPress
        with working_on(table=press.table):
            await client.presses.handle(interaction, press, values)
        await client.tables.notice(interaction.channel_id or 0, interaction.user.id)


async def route_dropped(interaction: discord.Interaction[Any]) -> None:
    """Answer what discord.py drops without a word: a click on what its message no longer shows, and any form."""
    data: Any = interaction.data
    if interaction.type is discord.InteractionType.modal_submit:
        async with failures.boundary(interaction):
            raise failures.UnknownPress  # this version of the bot opens no forms
    if interaction.type is not discord.InteractionType.component or data is None:
        return
    shown = [] if interaction.message is None else interaction.message.components
    if (data["component_type"], data["custom_id"]) not in _used(shown):
        await route(interaction, data["custom_id"], _picked(interaction))


def _used(components: Iterable[Any]) -> Iterator[tuple[int, str]]:
    """Yield type and custom id of every part that can be used."""
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield component.type.value, custom_id
        yield from _used(getattr(component, "children", ()))
        if accessory := getattr(component, "accessory", None):
            yield from _used([accessory])


def _picked(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """Return what was picked in a select, of roles and channels the ids; nothing for a button."""
    data: Any = interaction.data
    return tuple(data.get("values", ()))


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
