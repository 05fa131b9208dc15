"""What the controls of a person's own panel do: choose how they are told that it is their turn, and what they see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.customid import Press
from bot.failures import UnknownPress
from bot.languages import _, language_of
from bot.render import nudge
from bot.store import Mention, Player

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]


class OwnPanel:
    """The handlers of a person's own panel; whoever clicks changes what they have chosen themself."""

    ops = frozenset({"me_mention", "me_dm", "me_pictures", "me_list"})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(self, interaction: Interaction) -> None:
        """Answer with the panel, only visible to who asked."""
        player = self._client.players.get(interaction.user.id)
        await interaction.response.send_message(view=nudge.panel(player), ephemeral=True)

    def notice(self, user_id: int) -> str:
        """Return what a person is to be told once on their hand; empty for nothing."""
        return _(nudge.DM_CLOSED) if self._client.players.is_untold(user_id) else ""

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Keep what was chosen and show it on the panel."""
        player = _chosen(self._client.players.get(interaction.user.id), press)
        player = replace(player, language=language_of(interaction.locale.value))
        await self._client.players.save(player)
        self._client.nudges.look_again()
        await interaction.response.edit_message(view=nudge.panel(player))


def _chosen(player: Player, press: Press) -> Player:
    if press.op == "me_mention" and press.arg in tuple(Mention):
        return replace(player, nudge=Mention(press.arg))
    if press.op == "me_dm" and press.arg in ("on", "off"):
        return replace(player, dm=press.arg == "on", dm_closed=False)
    if press.op == "me_pictures" and press.arg in ("on", "off"):
        return replace(player, pictures=press.arg == "on")
    if press.op == "me_list" and press.arg in ("on", "off"):
        return replace(player, card_list=press.arg == "on")
    raise UnknownPress
