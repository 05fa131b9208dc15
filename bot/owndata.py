"""`/wizard my-data` and `/wizard forget-me`: what is stored about somebody, for them to have and to delete."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot import ownfile
from bot.background import Background
from bot.customid import Press
from bot.failures import SaidToPerson
from bot.former import new_id
from bot.languages import _
from bot.render import owndata as render
from bot.render.notices import notice
from bot.scrubbing import scrub

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

MOST_BYTES: Final = 9 * 1024 * 1024
"""Discord takes files of 10 MiB from everybody; what goes around them is left some room."""


class OwnData:
    """The handlers for what is stored about whoever asks; nobody can ask for somebody else."""

    ops = frozenset({render.FORGET, render.KEEP})

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background

    async def send(self, interaction: Interaction) -> None:
        """Answer with everything as a file, only visible to who asked; in several messages if it is very much."""
        await interaction.response.defer(ephemeral=True, thinking=True)  # of a league of years it takes its time
        held = await self._client.store.held_about(interaction.user.id)
        if held is None:
            raise SaidToPerson(_(render.NOTHING))
        text = await asyncio.to_thread(ownfile.document, held, interaction.user.id, self._client.clock())
        found = await asyncio.to_thread(ownfile.files, text, MOST_BYTES)
        for number, (name, content) in enumerate(found):
            view, file = render.data(name, number, len(found)), discord.File(io.BytesIO(content), name)
            if number:
                await interaction.followup.send(view=view, file=file, ephemeral=True)
            else:
                await interaction.edit_original_response(view=view, attachments=[file])

    async def ask(self, interaction: Interaction) -> None:
        """Ask whether somebody is to be forgotten, unless nobody knows them."""
        if not await self._client.store.is_known(interaction.user.id):
            raise SaidToPerson(_(render.NOTHING))
        await interaction.response.send_message(view=render.confirm(), ephemeral=True)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Forget who pressed, or don't."""
        if press.op == render.KEEP:
            await interaction.response.edit_message(view=notice(_(render.KEPT)))
            return
        await interaction.response.defer()
        known = await self._client.store.is_known(interaction.user.id)
        if known:
            await self._forget(interaction.user.id)
        await interaction.edit_original_response(view=notice(_(render.FORGOTTEN if known else render.NOTHING)))

    async def _forget(self, user_id: int) -> None:
        """Forget somebody, first in the store, then in memory and in what is shown."""
        client = self._client
        standing = [nudge for nudge in await client.store.nudges() if nudge.user_id == user_id]
        await client.tables.forget_person(user_id, new_id())
        client.players.forget(user_id)
        client.replays.forget()
        client.panels.forget_person(user_id)
        client.nudges.forget_person(user_id, standing)
        self._background.run(scrub(client.store), "cleaning the database file")
