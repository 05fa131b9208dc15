"""The button Hint of a hand panel: the best decision of whoever's turn it is, from what their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot.brain import MILLISECONDS, NoJudgement
from bot.customid import Press
from bot.languages import _
from bot.render import hand, hints, words
from bot.table import Refusal, Refused, Table
from bot.tableview import TableView, seat_view
from engine.ai.advice import Advice, Reason, Why
from engine.view import View

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

PATIENCE_SECONDS: Final = 1.2
"""Discord waits three seconds for an answer, and the hand may have to be drawn, too."""


class HintGiver:
    """The handler of the button."""

    ops = frozenset({hand.HINT})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Answer on the panel; where the button is out of date, with how things stand."""
        panels, person = self._client.panels, interaction.user.id
        table = self._table(interaction, press)
        seen = None if person in table.former else seat_view(table, table.require_seat(person))
        if seen is None or seen.decision != press.version or not _may_ask(seen):
            await panels.answer(interaction, table, _(words.STALE))
            return
        said = panels.hint(seen, person) or hints.hint(seen, await self._advice(seen.playing))
        table = self._client.tables.get(table.id) or table
        moved_on = table.decided[table.require_seat(person)] != press.version
        async with panels.answering(table.id, person):
            if moved_on:  # while it was thought about
                await panels.answer(interaction, table, _(words.STALE))
            else:
                await panels.answer(interaction, table, hint=said)

    def _table(self, interaction: Interaction, press: Press) -> Table:
        table = self._client.tables.get(press.table)
        if table is None or table.guild_id != interaction.guild_id:
            raise Refused(Refusal.TABLE_OVER)
        return table

    async def _advice(self, seen: View) -> Advice:
        """Return the best decision; where no search finds it in time, an Adept's."""
        brain = self._client.brain
        if len(seen.legal) == 1:
            return Advice(seen.legal[0], Reason(Why.ONLY))
        try:
            return await brain.advise(seen, MILLISECONDS, PATIENCE_SECONDS)
        except NoJudgement:
            return Advice(await brain.decide(seen), Reason(Why.UNSEARCHED))


def _may_ask(seen: TableView) -> bool:
    return seen.is_open and seen.game is not None and hand.may_ask(seen)
