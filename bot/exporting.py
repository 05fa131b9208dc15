"""``/wizard-admin export``: a server's results as CSV and JSON, for who asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot.failures import SaidToPerson
from bot.languages import ENGLISH, _, speaking
from bot.render import export, options
from bot.render.standings import season_name
from bot.resultfiles import ResultFiles, TooLarge, rows
from bot.rhythm import ALL_TIME
from bot.serveradmin import require_manager
from bot.store import ExportedGame, Season
from engine import options as opts
from engine.options import InvalidOptions

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

_GAMES: Final = 100
"""Read and written in one go: in between everything else goes on."""
_KINDS: Final = 1_000
"""Of options, whose summaries are remembered."""


class Exporting:
    """Answers with files; nothing of them is kept."""

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(self, interaction: Interaction, season: str | None) -> None:
        """Answer with the results of a season, by its key or its name, or of all."""
        require_manager(interaction)
        league, guild_id = self._client.league, interaction.guild_id or 0
        wanted = ALL_TIME if season is None else await league.key_of(interaction, season)
        await interaction.response.defer(ephemeral=True, thinking=True)  # a large server takes a while
        key = None if wanted == ALL_TIME else wanted
        about = {"server": str(guild_id), "season": key}
        try:
            with ResultFiles(f"wizard-results-{wanted}", interaction.filesize_limit, about) as files:
                await self._write(files, guild_id, key)
                finished = await asyncio.to_thread(files.finished)
        except TooLarge:
            said = _("That is more than Discord takes as a file, even packed. Pick one season.")
            raise SaidToPerson(said) from None
        if not files.rows:
            raise SaidToPerson(_("Nobody has finished a game there yet."))
        called = season_name(wanted, await self._client.store.seasons(guild_id))
        view = export.answer(called, files.rows, [name for name, _body in finished])
        attached = [discord.File(body, name) for name, body in finished]
        await interaction.edit_original_response(view=view, attachments=attached)

    async def _write(self, files: ResultFiles, guild_id: int, season: str | None) -> None:
        """Write beside the event loop, some games at a time."""
        store = self._client.store
        seasons = await store.seasons(guild_id)
        after = (0, 0)
        while games := await store.exported(guild_id, season, after, _GAMES):
            await asyncio.to_thread(_add, files, games, seasons)
            after = (games[-1].ended_at, games[-1].id)


def _add(files: ResultFiles, games: Sequence[ExportedGame], seasons: Sequence[Season]) -> None:
    files.add(list(rows(games, _summary, seasons)))


@lru_cache(_KINDS)
def _summary(text: str) -> str:
    """Return options in short, in English like all of the files; as they are stored where they can't be read."""
    try:
        with speaking(ENGLISH):
            return options.summary(opts.loads(text))
    except InvalidOptions:
        return text
