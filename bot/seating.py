"""What people press to leave a running game, to take a seat over, and to say how it goes on with few."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot import failures
from bot.commands import ended
from bot.customid import Press
from bot.entries import AskSeat, Entry, Leave, LetIn, PlayOn, Return, TakeSeat, VoteEnd
from bot.failures import UnknownPress
from bot.languages import _
from bot.names import name_of
from bot.render import leaving, notices
from bot.table import Refusal, Refused, Stage, Table
from bot.tableview import public_view

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
Handler: TypeAlias = Callable[[Interaction, Table, Press], Awaitable[None]]


class Seating:
    """The handlers for people who come and go in play, by the operation a custom id names."""

    def __init__(self, client: WizardClient) -> None:
        self._client = client
        self._handlers: Mapping[str, Handler] = {
            "leave_ask": self._leave_ask,
            "leave_now": self._leave_now,
            "stay": self._stay,
            "take_seat": self._take,
            "let_in": self._let_in,
            "play_on": self._play_on,
            "stop": self._stop,
        }

    @property
    def ops(self) -> frozenset[str]:
        """Return the operations these handlers are for."""
        return frozenset(self._handlers)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Do what was pressed and answer."""
        table = self._client.tables.get(press.table)
        if table is None or table.guild_id != interaction.guild_id or not table.is_open:
            raise Refused(Refusal.TABLE_OVER)
        await self._handlers[press.op](interaction, table, press)

    async def _submit(self, interaction: Interaction, table: Table, entry: Entry) -> Table:
        return await self._client.tables.submit(table.id, entry, interaction_id=interaction.id)

    # --- leaving --------------------------------------------------------------------------------

    async def leave(self, interaction: Interaction, table: Table) -> None:
        """Let somebody go at once in the lobby; in play ask first."""
        seat = table.seats[table.require_seat(interaction.user.id)]
        if table.stage is not Stage.PLAYING:
            await self._submit(interaction, table, Leave(interaction.user.id))
            await failures.tell(interaction, _("You have left the table."))
        elif seat.away:
            raise Refused(Refusal.SEAT_IS_AWAY)
        else:
            question = leaving.confirm(public_view(table))
            await interaction.response.send_message(view=question, ephemeral=True)

    async def _leave_ask(self, interaction: Interaction, table: Table, _press: Press) -> None:
        await self.leave(interaction, table)

    async def _leave_now(self, interaction: Interaction, table: Table, _press: Press) -> None:
        await self._submit(interaction, table, Leave(interaction.user.id))
        await interaction.response.edit_message(view=notices.notice(_(leaving.KEPT)), attachments=[])

    async def _stay(self, interaction: Interaction, _table: Table, _press: Press) -> None:
        await interaction.response.edit_message(view=notices.notice(_(leaving.STAYED)), attachments=[])

    # --- taking a seat over ---------------------------------------------------------------------

    async def _take(self, interaction: Interaction, table: Table, press: Press) -> None:
        """Give an away seat to who pressed, or ask the host; who pressed for their own seat is back."""
        person, holder = interaction.user, _person(press)
        if person.id == holder:
            table = await self._submit(interaction, table, Return(holder))
        elif table.takeover_is_free:
            table = await self._submit(interaction, table, TakeSeat(person.id, name_of(person), holder))
        else:
            await self._submit(interaction, table, AskSeat(person.id, name_of(person), holder))
            await failures.tell(
                interaction, _("You have asked for the seat. Once the host lets you in, press **My hand**.")
            )
            return
        await self._client.panels.open(interaction, table)

    async def _let_in(self, interaction: Interaction, table: Table, press: Press) -> None:
        await self._client.members.pass_host_on(table, interaction.user.id)
        await self._submit(interaction, table, LetIn(interaction.user.id, _person(press)))
        await interaction.response.defer()

    # --- fewer people than a game needs to count ------------------------------------------------

    async def _play_on(self, interaction: Interaction, table: Table, _press: Press) -> None:
        await self._submit(interaction, table, PlayOn(interaction.user.id))
        await interaction.response.defer()

    async def _stop(self, interaction: Interaction, table: Table, _press: Press) -> None:
        table = await self._submit(interaction, table, VoteEnd(interaction.user.id))
        await failures.tell(interaction, ended(table))


def _person(press: Press) -> int:
    """Return the person a button is about; raise `UnknownPress` for anything else."""
    if not (press.arg.isascii() and press.arg.removeprefix("-").isdecimal()):  # below 0: who is forgotten
        raise UnknownPress
    return int(press.arg)
