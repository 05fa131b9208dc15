"""What the panels of a lobby share: they change its table as long as it is a lobby, and say so when it is none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import discord

from bot.customid import Press
from bot.languages import _
from bot.render import notices, words
from bot.table import Refusal, Refused, Stage, Table

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

_NO_LOBBY: Final = (Refusal.ALREADY_STARTED, Refusal.TABLE_OVER)


class LobbyPanel(ABC):
    """The handlers of a panel, by the operation a custom id names; what they do is theirs."""

    closed: ClassVar[Mapping[Refusal, str]] = words.REFUSALS
    """What is left of the panel when its lobby is no more."""

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Do what was pressed and answer; a panel whose lobby is no more becomes one sentence."""
        try:
            await self._handle(interaction, press, values)
        except Refused as refused:
            if refused.refusal not in _NO_LOBBY:
                raise
            await self._client.app_emojis.show(interaction, notices.notice(_(self.closed[refused.refusal])))

    @abstractmethod
    async def _handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Do what was pressed and answer."""

    def _lobby(self, interaction: Interaction, press: Press) -> Table:
        """Return the table of a press; raise `Refused` where it is no lobby of this server."""
        table = self._client.tables.get(press.table)
        if table is None or table.guild_id != interaction.guild_id or not table.is_open:
            raise Refused(Refusal.TABLE_OVER)
        if table.stage is not Stage.LOBBY:
            raise Refused(Refusal.ALREADY_STARTED)
        return table
