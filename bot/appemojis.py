"""Our emoji at Discord: uploaded to the application, kept up to date, put on every message, taken off when refused.

An application has up to 2,000 emoji of its own, usable everywhere without a permission. Ours are named for a hash of
their drawing: a name that is there needs no upload, and one that is no longer ours to draw is deleted.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import ui

from bot.art import emoji as art
from bot.background import Background
from bot.reach import FILES_REFUSED, UNREACHABLE, code_of
from bot.render.dressing import OurEmoji, Wardrobe, dress
from bot.render.gallery import files
from engine.cards import Card
from engine.options import Labels

log = logging.getLogger(__name__)

T = TypeVar("T")
Interaction: TypeAlias = discord.Interaction[Any]

PAUSE_SECONDS: Final = 1.0
"""Between two changes: Discord's limits for emoji are low, and what its headers say of them is wrong."""
_RETRY_SECONDS: Final = 60.0
_LONGEST_RETRY_SECONDS: Final = 3600.0
_OFF: Final = timedelta(hours=1)
"""How long messages go without our emoji after one was refused for them."""
_INVALID_FORM: Final = 50035
_OURS: Final = re.compile(rf"{art.PREFIX}[A-Z0-9_]+_[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Synced:
    """What was done at Discord."""

    created: int
    deleted: int
    there: int
    """How many of ours there are now."""

    def __str__(self) -> str:
        return f"{self.there} emoji are there: {self.created} new, {self.deleted} outdated ones deleted"


class AppEmojis:
    """The application's emoji."""

    def __init__(self, client: discord.Client, background: Background, *, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._background = background
        self._clock = clock
        self._known: Wardrobe = {}
        self._off_until: datetime | None = None
        self._syncing = asyncio.Lock()

    def of(self, face: Card, labels: Labels = Labels.NUMBERS) -> OurEmoji | None:
        """Return the emoji of a card; None as long as it can't be used."""
        return self._known.get(art.key(face, labels))

    # --- messages -------------------------------------------------------------------------------

    async def sent(
        self,
        send: Callable[[ui.LayoutView], Awaitable[T]],
        view: ui.LayoutView,
        in_words: Callable[[], ui.LayoutView] | None = None,
    ) -> T:
        """Send a message with our emoji; where they are refused, again without; where its pictures are, `in_words`."""
        try:
            return await self._sent_dressed(send, view)
        except discord.HTTPException as error:
            if in_words is None or not files(view) or not refuses_files(error):
                raise
            log.warning("Discord refused a message, it goes without its pictures: %s", error)
        finally:
            _take_apart(view)
        return await self._sent_dressed(send, in_words())

    async def _sent_dressed(self, send: Callable[[ui.LayoutView], Awaitable[T]], view: ui.LayoutView) -> T:
        self._put_on_again()
        undress = dress(view, self._known)
        try:
            return await send(view)
        except discord.HTTPException as error:
            if not self._known or not refuses_emoji(error):
                raise
            log.warning("Discord refused a message for its emoji; for an hour messages go without: %s", error)
        self._known, self._off_until = {}, self._clock() + _OFF
        undress()
        return await send(view)

    async def reply(
        self,
        interaction: Interaction,
        view: ui.LayoutView,
        in_words: Callable[[], ui.LayoutView] | None = None,
        *,
        ephemeral: bool = False,
        silent: bool = False,
    ) -> discord.InteractionCallbackResponse[Any]:
        """Answer an interaction with a new message."""
        answer = interaction.response
        return await self.sent(
            lambda it: answer.send_message(view=it, files=files(it), ephemeral=ephemeral, silent=silent), view, in_words
        )

    async def redraw(
        self, interaction: Interaction, view: ui.LayoutView, in_words: Callable[[], ui.LayoutView] | None = None
    ) -> None:
        """Answer a click by changing the message it was on."""
        await self.sent(lambda it: interaction.response.edit_message(view=it, attachments=files(it)), view, in_words)

    async def show(
        self, interaction: Interaction, view: ui.LayoutView, in_words: Callable[[], ui.LayoutView] | None = None
    ) -> None:
        """Answer on the private message that was used, or with a new one; a message that others see stays as it is."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await self.redraw(interaction, view, in_words)
        else:
            await self.reply(interaction, view, in_words, ephemeral=True)

    def _put_on_again(self) -> None:
        """Look what is there once the time without emoji is over."""
        if self._off_until is not None and self._clock() >= self._off_until:
            self._off_until = None
            self.start()

    # --- what is there --------------------------------------------------------------------------

    def start(self) -> None:
        """Bring what is there up to date, in the background, until that has worked."""
        self._background.run(self._keep_trying(), "bringing the emoji up to date")

    async def _keep_trying(self) -> None:
        wait = _RETRY_SECONDS
        while True:
            try:
                log.info("%s", await self.sync(pause=PAUSE_SECONDS))
            except UNREACHABLE as error:
                log.warning("The emoji can't be brought up to date now: code %s", code_of(error))
            else:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_RETRY_SECONDS)

    async def sync(self, *, pause: float) -> Synced:
        """Create what is missing, delete what is outdated; raise what Discord raises.

        Messages get our emoji once all are there, so that no hand is half in one kind and half in the other.
        """
        async with self._syncing:
            drawn = art.all_emoji()
            there = {found.name: found for found in await self._client.fetch_application_emojis()}
            missing = [it for it in drawn.values() if it.name not in there]
            for it in missing:
                picture = await asyncio.to_thread(it.png)
                there[it.name] = await self._client.create_application_emoji(name=it.name, image=picture)
                await asyncio.sleep(pause)
            wanted = {it.name for it in drawn.values()}
            if self._off_until is None:
                self._known = {key: OurEmoji(name=it.name, id=there[it.name].id) for key, it in drawn.items()}
            outdated = [found for name, found in there.items() if name not in wanted and _OURS.fullmatch(name)]
            for found in outdated:
                await found.delete()
                await asyncio.sleep(pause)
            return Synced(len(missing), len(outdated), len(wanted))


def _take_apart(view: ui.LayoutView) -> None:
    """Let go of the parts of a message that was sent: each knows the whole, so that only a search would free them."""
    for part in list(view.walk_children()):
        if isinstance(part, ui.Container | ui.ActionRow):
            part.clear_items()
    view.clear_items()


def refuses_emoji(error: discord.HTTPException) -> bool:
    """Return whether a message was refused for an emoji: one that is gone, or that Discord can't find right now."""
    return error.status == 400 and error.code == _INVALID_FORM and "emoji" in error.text.lower()


def refuses_files(error: discord.HTTPException) -> bool:
    """Return whether a message with files may have been refused for them."""
    return error.status == 413 or error.code in FILES_REFUSED
