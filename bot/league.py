"""A server's league: the leaderboard as people read it, and seasons that end, by the calendar or by hand."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord
from discord import ui

from bot.background import Background
from bot.customid import Press
from bot.failures import SaidToPerson
from bot.languages import _, language_of, speaking
from bot.pictures.board import Board
from bot.pictures.canvas import Picture
from bot.reach import SHUT_OUT, UNREACHABLE, code_of
from bot.render import standings
from bot.render.gallery import files
from bot.rhythm import ALL_TIME, Rhythm, calendar_key, period
from bot.servers import public_language, season_key, server_settings
from bot.store import Order, Season, StandingPage, StoreError

if TYPE_CHECKING:
    from bot.client import WizardClient

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

_RETRY_SECONDS: Final = 300.0
"""So long after a failure it is tried again to post what has not got through."""
_LONGEST_SLEEP: Final = 86_400.0
"""A clock that is set, or a computer that slept, is found out so late at most."""


class League:
    """Shows leaderboards, and posts the final standings of seasons that are over."""

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background
        self._timer: asyncio.TimerHandle | None = None
        self._minding = asyncio.Lock()

    @property
    def ops(self) -> Mapping[str, Callable[[Interaction, Press, Sequence[str]], Awaitable[None]]]:
        """Return the handlers by the operation a custom id names."""
        return {standings.OP: self._turn}

    # --- the leaderboard ------------------------------------------------------------------------

    async def open(self, interaction: Interaction, season: str | None, order: Order) -> None:
        """Answer with the first page of a season, by its key or its name; None: the one that runs."""
        key = await self._now(interaction) if season is None else await self.key_of(interaction, season)
        view, in_words = await self._page(interaction, key, order, 0, public=True)
        await self._client.app_emojis.reply(interaction, view, in_words)

    async def offered(self, interaction: Interaction, typed: str, *more: str) -> list[discord.app_commands.Choice[str]]:
        """Return the seasons, and other keys of standings, that fit what somebody has typed; newest first."""
        try:
            seasons = await self._client.store.seasons(interaction.guild_id or 0)
        except StoreError:  # nothing can be said to somebody who is typing
            return []
        with speaking(language_of(interaction.locale.value)):
            keys = [*more, *(it.season for it in seasons)]
            named = [(standings.plain_season_name(key, seasons), key) for key in keys]
        fitting = [(name, key) for name, key in named if typed.casefold() in name.casefold()]
        return [discord.app_commands.Choice(name=name, value=key) for name, key in fitting[: standings.MOST_CHOICES]]

    async def found(self, guild_id: int, wanted: str) -> Season | None:
        """Return the season of a server by its key, or by its name as somebody has typed it."""
        seasons = await self._client.store.seasons(guild_id)
        by_key = (it for it in seasons if it.season == wanted)
        by_name = (it for it in seasons if (it.name or "").casefold() == wanted.casefold())
        return next(by_key, None) or next(by_name, None)

    async def key_of(self, interaction: Interaction, wanted: str) -> str:
        """Return the key of a season that somebody has picked or typed; refuse what is none of the server's."""
        if wanted in (ALL_TIME, await self._now(interaction)):
            return wanted
        season = await self.found(interaction.guild_id or 0, wanted)
        if season is None:
            raise SaidToPerson(_("This server has no such season. Pick one from the list."))
        return season.season

    async def _now(self, interaction: Interaction) -> str:
        guild_id = interaction.guild_id or 0
        server = await server_settings(self._client.store, guild_id)
        return await season_key(self._client.store, guild_id, server, self._client.clock())

    async def _page(
        self, interaction: Interaction, key: str, order: Order, page: int, *, public: bool
    ) -> tuple[ui.LayoutView, Callable[[], ui.LayoutView]]:
        """Return a page of the leaderboard, and what makes the same one without a picture."""
        store, guild_id, viewer = self._client.store, interaction.guild_id or 0, interaction.user.id
        found = await self._read(guild_id, key, order, page, viewer)
        seasons, now = await store.seasons(guild_id), await self._now(interaction)
        server = await server_settings(store, guild_id)
        language = public_language(server, interaction)

        def shown(picture: Picture | None = None) -> ui.LayoutView:
            with speaking(language):
                return standings.leaderboard(found, key, order, seasons, now, picture)

        if not (server.tables.pictures if public else self._client.players.get(viewer).pictures):
            return shown(), shown
        board = Board(key, found, order, seasons, await self._most(guild_id, key), viewer)
        with speaking(language):
            picture = await self._client.illustrations.standings(board)
        return shown(picture), shown

    async def _most(self, guild_id: int, key: str) -> int:
        """Return the most season points of a season, on whatever page they are."""
        best = await self._client.store.standings(guild_id, key, offset=0, limit=1)
        return max((row.season_points for row in best.rows), default=0)

    async def _read(self, guild_id: int, key: str, order: Order, page: int, user_id: int) -> StandingPage:
        """Return one page of a season, the last one if the number is too high."""

        async def read(at: int) -> StandingPage:
            return await self._client.store.standings(
                guild_id, key, offset=at * standings.PAGE, limit=standings.PAGE, order=order, user_id=user_id
            )

        found = await read(page)
        if found.rows or found.total == 0:
            return found
        return await read((found.total - 1) // standings.PAGE)

    async def _turn(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Turn a page, sort otherwise, show another season; a message older than orders says the season only."""
        key, _dot, rest = press.arg.partition(".")
        word, _dot, where = rest.partition(".")
        order = Order(word) if word in list(Order) else Order.POINTS
        page = press.version
        if where == "sort" and values and values[0] in list(Order):
            order, page = Order(values[0]), 0
        if where == "season" and values:
            key, page = await self.key_of(interaction, values[0]), 0
        public = where != standings.OPEN and not (interaction.message and interaction.message.flags.ephemeral)
        view, in_words = await self._page(interaction, key, order, page, public=public)
        if where == standings.OPEN:
            await self._client.app_emojis.reply(interaction, view, in_words, ephemeral=True)
        else:
            await self._client.app_emojis.redraw(interaction, view, in_words)

    # --- the ends of seasons --------------------------------------------------------------------

    def start(self) -> None:
        """Post what is due, and then whatever becomes due."""
        self._background.run(self._mind(), "minding the seasons")

    def close(self) -> None:
        """Wake no more."""
        if self._timer is not None:
            self._timer.cancel()

    async def _mind(self) -> None:
        async with self._minding:
            reached = False
            try:
                await self._client.store.close_due_seasons(self._now_milliseconds())
                reached = all([await self._post(it) for it in await self._client.store.unposted_seasons()])
            except StoreError:
                log.warning("Seasons can't be ended: the database is not available")
            self._wake_in(self._until_next() if reached else _RETRY_SECONDS)

    def _now_milliseconds(self) -> int:
        return int(self._client.clock().timestamp() * 1000)

    def _until_next(self) -> float:
        """Return the seconds until the month ends: no season of the calendar ends at another time."""
        _begins, ends = period(calendar_key(Rhythm.MONTH, self._client.clock())) or (0, 0)
        return min(_LONGEST_SLEEP, max(1.0, (ends - self._now_milliseconds()) / 1000))

    def _wake_in(self, seconds: float) -> None:
        self.close()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.start)

    async def _post(self, season: Season) -> bool:
        """Post the final standings where the last game was played; return False to try again later."""
        store, guild = self._client.store, self._client.get_guild(season.guild_id)
        if guild is None:  # another process looks after that server, or the bot has left it
            return True
        channel_id = await store.last_channel(season.guild_id, season.season)
        if channel_id is not None:
            server = await server_settings(store, season.guild_id)
            language = server.language or language_of(guild.preferred_locale.value)
            view, in_words = await self._final(season, language)
            channel = self._client.get_partial_messageable(channel_id, guild_id=season.guild_id)
            # The nonce keeps it from being posted twice when the bot dies between sending and storing.
            nonce = f"{season.guild_id}:{season.season}"[-25:]
            try:
                await self._client.app_emojis.sent(
                    lambda it: channel.send(view=it, files=files(it), nonce=nonce), view, in_words
                )
            except UNREACHABLE as error:
                log.warning("The final standings of a season can't be posted: code %s", code_of(error))
                if code_of(error) not in SHUT_OUT:
                    return False
        await store.mark_season_posted(season.guild_id, season.season)
        return True

    async def answer(self, interaction: Interaction, season: Season, language: str) -> None:
        """Answer with the final standings of a season that was ended by hand; what fails here is posted later."""
        view, in_words = await self._final(season, language)
        if interaction.response.is_done():
            send = interaction.followup.send
            await self._client.app_emojis.sent(lambda it: send(view=it, files=files(it), wait=True), view, in_words)
        else:
            await self._client.app_emojis.reply(interaction, view, in_words)
        await self._client.store.mark_season_posted(season.guild_id, season.season)

    async def _final(self, season: Season, language: str) -> tuple[ui.LayoutView, Callable[[], ui.LayoutView]]:
        """Return the final standings of a season in a language, and what makes them without a picture."""
        store, guild_id = self._client.store, season.guild_id
        best = {
            order: await store.standings(guild_id, season.season, offset=0, limit=standings.PAGE, order=order)
            for order in (Order.POINTS, Order.WINS, Order.EXACT, Order.RATING)
        }
        seasons, server = await store.seasons(guild_id), await server_settings(store, guild_id)

        def shown(picture: Picture | None = None) -> ui.LayoutView:
            with speaking(language):
                return standings.final(season.season, seasons, best, picture)

        if not server.tables.pictures:
            return shown(), shown
        board = Board(
            season.season, best[Order.POINTS], seasons=seasons, most=await self._most(guild_id, season.season)
        )
        with speaking(language):
            picture = await self._client.illustrations.standings(board, final=True)
        return shown(picture), shown
