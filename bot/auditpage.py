"""``/wizard-admin audit``: who changed seasons and exclusions, and when, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot.customid import Press
from bot.render import audit
from bot.serveradmin import require_manager

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]


class AuditPage:
    """Shows the lines to people who manage the server."""

    ops = frozenset({audit.OP})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(self, interaction: Interaction) -> None:
        """Answer with the newest lines, for one person."""
        require_manager(interaction)
        await interaction.response.send_message(view=await self._page(interaction, 0), ephemeral=True)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Turn to another page."""
        require_manager(interaction)
        await interaction.response.edit_message(view=await self._page(interaction, press.version))

    async def _page(self, interaction: Interaction, at: int) -> ui.LayoutView:
        store, guild_id = self._client.store, interaction.guild_id or 0
        # One more than is shown tells whether there is another page.
        lines = await store.audit(guild_id, audit.PAGE + 1, at * audit.PAGE)
        return audit.page(lines, at, await store.seasons(guild_id))
