"""Whether a finished game was dealt fairly, for anybody who may see the channel it was played in."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot.customid import Press
from bot.failures import SaidToPerson
from bot.languages import _
from bot.render import fairness
from bot.store import GameRow, Status
from engine.fairness import Check, checks
from engine.record import Record, RecordError, load

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]

MOST_BYTES: Final = 1_000_000
"""Of a record somebody sends; the longest game fills about a tenth of it."""
_LARGEST_ID: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class _Verified:
    """A record that is right, with every deal of it computed again."""

    record: Record
    checks: tuple[Check, ...]


class Verifying:
    """What `/wizard verify` and the buttons of its answer do."""

    ops = frozenset({fairness.OP})

    def __init__(self, client: WizardClient) -> None:
        self._client = client

    async def open(self, interaction: Interaction, game: str | None, file: discord.Attachment | None) -> None:
        """Answer privately: about a file, a game by its number, or the last game finished in the channel."""
        if file is not None:
            await self._open_file(interaction, file)
            return
        row = await self._last(interaction) if game is None else await self._numbered(game)
        await interaction.response.send_message(view=await self._page(interaction, row, 0), ephemeral=True)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Turn to another page of a game."""
        row = await self._client.store.game(press.table)
        await interaction.response.edit_message(view=await self._page(interaction, row, press.version))

    async def _last(self, interaction: Interaction) -> GameRow:
        parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
        row = await self._client.store.last_finished(interaction.channel_id or 0, parent)
        if row is None:
            raise SaidToPerson(_("No game has been played to its end in this channel yet."))
        return row

    async def _numbered(self, game: str) -> GameRow | None:
        number = game.strip()
        if not (number.isascii() and number.isdigit()) or len(number) > 19 or int(number) > _LARGEST_ID:
            raise SaidToPerson(_("The number of a game has only digits; /wizard verify shows it."))
        return await self._client.store.game(int(number))

    async def _page(self, interaction: Interaction, row: GameRow | None, at: int) -> discord.ui.LayoutView:
        if row is None or row.guild_id != interaction.guild_id:
            raise SaidToPerson(_unknown())
        text = await self._client.store.record(row.id)
        if text is None:
            _require_visible(interaction, row, ())
            raise SaidToPerson(_no_record(row))
        try:
            found = await asyncio.to_thread(_verified, text, row.secret)
        except RecordError as error:
            _require_visible(interaction, row, ())
            return fairness.bad(error.line, row.id)
        _require_visible(interaction, row, _people(found.record))
        if at == 0:
            return fairness.verdict(found.record, found.checks, row.id, row.ended_at)
        return fairness.page(found.record, found.checks, row.id, at)

    async def _open_file(self, interaction: Interaction, file: discord.Attachment) -> None:
        if file.size > MOST_BYTES:
            raise SaidToPerson(_("That file is too large to be the record of a game."))
        await interaction.response.defer(ephemeral=True, thinking=True)  # Discord may take its time with the file
        view = await _sent(await file.read())
        await interaction.edit_original_response(view=view)


async def _sent(body: bytes) -> discord.ui.LayoutView:
    """Return what is to be said of a file."""
    try:
        found = await asyncio.to_thread(_verified, body.decode())
    except UnicodeDecodeError as error:
        return fairness.bad(body[: error.start].count(b"\n") + 1, None)
    except RecordError as error:
        return fairness.bad(error.line, None)
    return fairness.verdict(found.record, found.checks, None)


def _verified(text: str, secret: bytes | None = None) -> _Verified:
    """Read a record and compute its deals again; raise `RecordError` also for another secret than the lobby's."""
    record = load(text)
    if secret is not None and record.seed.secret != secret:
        raise RecordError(1, "the secret is not the one whose commitment the lobby showed")
    return _Verified(record, tuple(checks(record)))


def _people(record: Record) -> set[str]:
    return {holder.player for holder in (*record.seats, *record.final_seats)}


def _require_visible(interaction: Interaction, row: GameRow, people: Collection[str]) -> None:
    """Refuse a game of a channel the person can't see, as if it weren't there, unless they sat at it."""
    if not (_is_here(interaction, row) or _sees(interaction, row.channel_id) or str(interaction.user.id) in people):
        raise SaidToPerson(_unknown())


def _is_here(interaction: Interaction, row: GameRow) -> bool:
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return row.channel_id in (interaction.channel_id, parent)


def _sees(interaction: Interaction, channel_id: int) -> bool:
    guild, person = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel.permissions_for(person).view_channel


def _unknown() -> str:
    return _("There is no finished game with this number here.")


def _no_record(row: GameRow) -> str:
    if row.status is Status.OPEN:
        return _(
            "That game is not over: its secret is shown when it is. Until then the lobby's message has its SHA-256."
        )
    return _("That game was not played to its end, so that no record of it is kept.")
