"""What the **Options** button of a lobby and the controls of its panel do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import discord

from bot import arranging, choices
from bot.customid import Press
from bot.entries import Arrange, Entry, SetOptions
from bot.failures import UnknownPress, options_refused
from bot.houserules import house_rules, opening
from bot.languages import _
from bot.lobbypanel import LobbyPanel
from bot.render import optionpanel, words
from bot.table import Refusal, Refused, Table
from bot.tables import StaleDecision
from bot.tableview import public_view
from engine import options as opts
from engine.options import InvalidOptions, Options

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
Handler: TypeAlias = Callable[[Interaction, Press, Sequence[str]], Awaitable[None]]


class TableOptions(LobbyPanel):
    """The handlers of the options panel, by the operation a custom id names.

    The panel is not kept: it is answered on each of its own clicks, and a click on one that is out of date
    shows the present options instead of changing them.
    """

    closed: ClassVar[Mapping[Refusal, str]] = {**words.REFUSALS, Refusal.ALREADY_STARTED: optionpanel.STARTED}

    def __init__(self, client: WizardClient) -> None:
        super().__init__(client)
        self._handlers: Mapping[str, Handler] = {
            "options": self._open,
            "option": self._choose,
            "switch": self._switch,
            "house_save": self._save_house_rules,
            "house_forget": self._forget_house_rules,
        }

    @property
    def ops(self) -> frozenset[str]:
        """Return the operations these handlers are for."""
        return frozenset(self._handlers)

    async def _handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._handlers[press.op](interaction, press, values)

    async def _show(
        self, interaction: Interaction, table: Table, page: str, notice: str = "", *, again: bool = False
    ) -> None:
        """Show a page of the panel to the host, and to everybody else what the host has chosen."""
        seen = public_view(table)
        if interaction.user.id == table.host_id:
            house = await house_rules(self._client.store, table.guild_id)
            await self._client.app_emojis.show(interaction, optionpanel.panel(seen, page, house, notice, again=again))
        else:
            await self._client.app_emojis.show(interaction, optionpanel.overview(seen, notice))

    async def _open(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        page = press.arg or optionpanel.FIRST
        if page not in optionpanel.PAGES:
            raise UnknownPress
        await self._show(interaction, self._lobby(interaction, press), page)

    # --- choosing -------------------------------------------------------------------------------

    async def _choose(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        name = press.arg.removesuffix(optionpanel.AGAIN)
        word = ",".join(values) or choices.NONE
        if name != "preset":
            await self._set(interaction, press, name, word)
            return

        async def preset(_table: Table) -> Entry:
            options = await opening(self._client.store, interaction.guild_id or 0, word)
            return SetOptions(interaction.user.id, options)

        await self._change(interaction, press, optionpanel.FIRST, preset)

    async def _switch(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        name, _dot, word = press.arg.partition(".")
        await self._set(interaction, press, name, word)

    async def _set(self, interaction: Interaction, press: Press, name: str, word: str) -> None:
        page = optionpanel.page_of(name)
        if page is None:
            raise UnknownPress

        async def changed(table: Table) -> Entry:
            if page == optionpanel.TABLE:
                return Arrange(interaction.user.id, arranging.changed(table.settings, name, word))
            return SetOptions(interaction.user.id, choices.changed(table.options, {name: word}))

        await self._change(interaction, press, page, changed)

    async def _change(
        self, interaction: Interaction, press: Press, page: str, change: Callable[[Table], Awaitable[Entry]]
    ) -> None:
        """Submit a choice; whatever comes of it, the panel shows the present state."""
        table = self._lobby(interaction, press)
        notice = ""
        try:
            table = await self._changed(interaction, press, table, change)
        except InvalidOptions as contradiction:
            notice = optionpanel.refused(options_refused(contradiction))
        except StaleDecision:
            notice, table = _(words.STALE), self._lobby(interaction, press)
        again = bool(notice) and not press.arg.endswith(optionpanel.AGAIN)
        await self._show(interaction, table, page, notice, again=again)

    async def _changed(
        self, interaction: Interaction, press: Press, table: Table, change: Callable[[Table], Awaitable[Entry]]
    ) -> Table:
        if interaction.user.id != table.host_id:
            raise Refused(Refusal.HOST_ONLY)
        if press.version != table.options_version:
            raise StaleDecision
        entry = await change(table)
        if entry in (SetOptions(interaction.user.id, table.options), Arrange(interaction.user.id, table.settings)):
            return table
        return await self._client.tables.submit(table.id, entry, interaction_id=interaction.id, version=table.version)

    # --- house rules ----------------------------------------------------------------------------

    async def _save_house_rules(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        await self._keep_house_rules(interaction, press, opts.dumps, optionpanel.SAVED)

    async def _forget_house_rules(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        await self._keep_house_rules(interaction, press, lambda _options: None, optionpanel.FORGOTTEN)

    async def _keep_house_rules(
        self, interaction: Interaction, press: Press, text: Callable[[Options], str | None], done: str
    ) -> None:
        table = self._lobby(interaction, press)
        if not interaction.permissions.manage_guild:
            notice = optionpanel.refused(_(optionpanel.MANAGERS_ONLY))
        elif press.version != table.options_version:
            notice = _(words.STALE)
        else:
            await self._client.servers.keep_house_rules(table.guild_id, text(table.options))
            notice = _(done)
        await self._show(interaction, table, optionpanel.FIRST, notice)
