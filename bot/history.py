"""`/wizard history` and what its controls do: lists of finished games, a game's result, its replay and its record."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot import visible
from bot.customid import MOST_NUMBER, Press
from bot.decisions import number
from bot.failures import SaidToPerson, UnknownPress
from bot.languages import _
from bot.render import history, replay
from bot.replay import Replay
from bot.store import GameRow, HistoryPage, Status

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

_CHANNEL: Final = 0
"""In the place of a person: the channel in which the button is pressed."""


class History:
    """The handlers of history and replays. Whatever a custom id says, only games of this server are shown."""

    ops = frozenset({"history", "game", "replay", "record"})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(self, interaction: Interaction, person: int | None) -> None:
        """Answer with the newest games of a person, or of the channel, only visible to who asked."""
        page = await self._page(interaction, person or _CHANNEL, 0)
        await self._client.app_emojis.reply(interaction, history.games(page, person or _CHANNEL), ephemeral=True)

    async def handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Do what was pressed."""
        match press.op:
            case "history":
                page = await self._page(interaction, press.table, press.version)
                await self._client.app_emojis.show(interaction, history.games(page, press.table))
            case "game":
                await self._game(interaction, press, values)
            case "replay":
                await self._replay(interaction, press, values)
            case _:
                await self._record(interaction, press)

    # --- the list -------------------------------------------------------------------------------

    async def _page(self, interaction: Interaction, person: int, at: int) -> HistoryPage:
        """Return a page of the list, the last one if the number is too high."""
        page = await self._read_page(interaction, person, at)
        if page.games or page.total == 0:
            return page
        return await self._read_page(interaction, person, (page.total - 1) // history.PAGE)

    async def _read_page(self, interaction: Interaction, person: int, at: int) -> HistoryPage:
        guild_id, offset = interaction.guild_id or 0, at * history.PAGE
        if person == _CHANNEL:
            channels = visible.here(interaction)
            return await self._client.store.channel_history(guild_id, channels, offset=offset, limit=history.PAGE)
        seen = None if person == interaction.user.id else visible.all_seen(interaction)
        return await self._client.store.person_history(
            guild_id, person, channels=seen, offset=offset, limit=history.PAGE
        )

    # --- one game -------------------------------------------------------------------------------

    async def _game(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        row = await self._row(interaction, _game_id(values))
        view = history.game(await self._folded(interaction, row), row.ended_at or 0, press.table, press.version)
        await self._client.app_emojis.show(interaction, view)

    async def _replay(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Turn to a step, or open the replay beside the message it was asked for from."""
        at = _step(press, values)
        played = await self._folded(interaction, await self._row(interaction, press.table))
        step = played.step(*at)
        pictures = await self._client.illustrations.replay(step, interaction.user.id)
        page = partial(replay.page, played, step)
        if press.arg:
            await self._client.app_emojis.show(interaction, page(pictures), page)
        else:
            await self._client.app_emojis.reply(interaction, page(pictures), page, ephemeral=True)

    async def _record(self, interaction: Interaction, press: Press) -> None:
        """Answer with the record as a file, byte by byte as it is kept."""
        row = await self._row(interaction, press.table)
        await self._folded(interaction, row)
        text = await self._client.store.record(row.id)
        if text is None:
            raise _nothing_left()
        name = f"wizard-{row.id}.jsonl"
        file = discord.File(io.BytesIO(text.encode()), name)
        await interaction.response.send_message(view=history.record(name), file=file, ephemeral=True)

    async def _row(self, interaction: Interaction, game_id: int) -> GameRow:
        """Return a game of this server that is over."""
        row = await self._client.store.game(game_id)
        if row is None or row.guild_id != interaction.guild_id:
            raise _nothing_left()
        if row.status is Status.OPEN:
            raise SaidToPerson(_("This game isn't over yet: until then its cards are nobody else's business."))
        return row

    async def _folded(self, interaction: Interaction, row: GameRow) -> Replay:
        """Return the replay of a game, for who may see the channel it was played in or sat at it."""
        found = await self._client.replays.of(row)
        if found is None or not visible.may_see(interaction, row, visible.people_of(found.record)):
            raise _nothing_left()
        return found


def _nothing_left() -> SaidToPerson:
    return SaidToPerson(_("Nothing is left of that game that could be shown here."))


def _game_id(values: Sequence[str]) -> int:
    """Read which game was picked; raise `UnknownPress` for what isn't a number of a game."""
    text = values[0] if values else ""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= MOST_NUMBER):
        raise UnknownPress
    return int(text)


def _step(press: Press, values: Sequence[str]) -> tuple[int, int]:
    """Read which round and which trick are wanted; raise `UnknownPress` for anything but numbers."""
    if values:
        return number(values[0]), 0
    return press.version, number(press.arg.partition(".")[0]) if press.arg else 0
