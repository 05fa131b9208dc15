"""What the **AI players** button of a lobby and the controls of its panel do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot.customid import Press
from bot.entries import AddAi, Entry, RemoveAi, SetLevel
from bot.failures import UnknownPress
from bot.languages import _
from bot.lobbypanel import LobbyPanel
from bot.render import aiplayers, words
from bot.table import Refusal, Refused, Table
from bot.tables import StaleDecision
from bot.tableview import public_view
from engine.ai.levels import Level

if TYPE_CHECKING:
    pass

Interaction: TypeAlias = discord.Interaction[Any]

_CHANGES: Final = ("ai_add", "ai_level")


class AiSeats(LobbyPanel):
    """The handlers of the host's panel of AI players, by the operation a custom id names.

    What is chosen for an AI player says who is meant by name and what becomes of it: a panel that is out of date does
    the same. Only two clicks that add one are one.
    """

    ops = frozenset({"ai_players", *_CHANGES})

    async def _handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        table = self._lobby(interaction, press)
        if interaction.user.id != table.host_id:
            raise Refused(Refusal.HOST_ONLY)
        notice = ""
        if press.op in _CHANGES:
            table, notice = await self._changed(interaction, press, table, _entry(interaction.user.id, press, values))
        await self._client.app_emojis.show(interaction, aiplayers.panel(public_view(table), notice))

    async def _changed(self, interaction: Interaction, press: Press, table: Table, entry: Entry) -> tuple[Table, str]:
        """Submit a change; return the table as it is then, and what is to be said of it."""
        version = press.version if press.op == "ai_add" else None
        try:
            changed = await self._client.tables.submit(table.id, entry, interaction_id=interaction.id, version=version)
        except StaleDecision:
            return self._lobby(interaction, press), _(words.STALE)
        except Refused as refused:
            if refused.refusal is not Refusal.NO_AI_SEAT:
                raise
            return self._lobby(interaction, press), _(words.STALE)
        return changed, ""


def _entry(host: int, press: Press, values: Sequence[str]) -> Entry:
    """Return what was picked; raise `UnknownPress` for what means nothing here."""
    word = values[0] if values else ""
    if press.op == "ai_level" and word == aiplayers.REMOVE:
        return RemoveAi(host, press.arg)
    if word not in list(Level):
        raise UnknownPress
    return AddAi(host, Level(word)) if press.op == "ai_add" else SetLevel(host, press.arg, Level(word))
