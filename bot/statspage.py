"""`/wizard stats`: whose statistics, of which time, and for whom they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot.customid import MOST_NUMBER, Press
from bot.failures import SaidToPerson, UnknownPress
from bot.languages import _, speaking, spoken
from bot.names import NAMELESS, name_of
from bot.pictures.canvas import Picture
from bot.profile import Profile
from bot.render import stats
from bot.rhythm import ALL_TIME
from bot.servers import public_language, season_key, server_settings

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]


class StatsPage:
    """Answers with somebody's statistics. They are of games that are over: of a running one nothing is counted."""

    ops = frozenset({stats.OP, stats.SEASON_OP})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(
        self, interaction: Interaction, person: discord.abc.User, against: discord.abc.User | None, *, public: bool
    ) -> None:
        """Answer with the running season of a person, for who asked, or for everybody."""
        if against is not None and against.id == person.id:
            raise SaidToPerson(_("Choose two different people to compare."))
        view, in_words = await self._view(
            interaction,
            await self._now(interaction),
            person.id,
            None if against is None else against.id,
            known={it.id: name_of(it) for it in (person, against) if it is not None},
            public=public,
        )
        await self._client.app_emojis.reply(interaction, view, in_words, ephemeral=not public)

    async def handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Show another time on the message; it is in the language it was in."""
        to, _dot, rival = press.arg.partition(".")
        if rival and not (rival.isdecimal() and int(rival) <= MOST_NUMBER):
            raise UnknownPress
        season = await self._season(interaction, press.op, to, values)
        public = interaction.message is not None and not interaction.message.flags.ephemeral
        against = int(rival) if rival else None
        known = {interaction.user.id: name_of(interaction.user)}
        view, in_words = await self._view(interaction, season, press.table, against, known=known, public=public)
        await self._client.app_emojis.redraw(interaction, view, in_words)

    async def _season(self, interaction: Interaction, op: str, to: str, values: Sequence[str]) -> str:
        if op == stats.SEASON_OP and values:
            return values[0]
        if to not in (stats.NOW, ALL_TIME):
            raise UnknownPress
        return ALL_TIME if to == ALL_TIME else await self._now(interaction)

    async def _now(self, interaction: Interaction) -> str:
        guild_id = interaction.guild_id or 0
        server = await server_settings(self._client.store, guild_id)
        return await season_key(self._client.store, guild_id, server, self._client.clock())

    async def _view(
        self,
        interaction: Interaction,
        season: str,
        user_id: int,
        against: int | None,
        *,
        known: dict[int, str],
        public: bool,
    ) -> tuple[ui.LayoutView, Callable[[], ui.LayoutView]]:
        """Return the page, and what makes it without pictures; whom Discord doesn't name is called as in a game."""
        client, guild_id = self._client, interaction.guild_id or 0
        now = await self._now(interaction)
        found = await client.store.statistics(guild_id, user_id, season, against)
        if season not in (now, ALL_TIME, *found.seasons):
            raise UnknownPress
        names = dict(found.names) | known
        profile = Profile(
            user_id,
            names.get(user_id, NAMELESS),
            season,
            found,
            rival_id=against,
            rival=names.get(against or 0, NAMELESS),
            seasons=await client.store.seasons(guild_id),
        )
        server = await server_settings(client.store, guild_id)
        wanted = server.tables.pictures if public else client.players.get(interaction.user.id).pictures
        language = public_language(server, interaction) if public else spoken()

        def shown(pictures: Sequence[Picture] = ()) -> ui.LayoutView:
            with speaking(language):
                return stats.page(profile, now, pictures)

        with speaking(language):
            pictures = await client.illustrations.stats(profile) if wanted else ()
        return shown(pictures), shown
