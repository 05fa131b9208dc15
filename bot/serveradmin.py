"""``/wizard-admin``: the panel in which a server chooses how its tables are, and what its controls do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord
from discord import app_commands

from bot import arranging, failures
from bot.customid import Press
from bot.failures import SaidToPerson, UnknownPress, options_refused
from bot.houserules import house_rules
from bot.languages import LANGUAGES, _, later
from bot.render import adminpanel, optionpanel, words
from bot.render.options import HOUSE
from bot.rhythm import ALL_TIME, Rhythm
from bot.servers import ServerSettings, server_settings
from bot.table import Refusal, Refused
from bot.tableview import public_view
from engine import options as opts
from engine.ai.levels import Level
from engine.options import MAX_PLAYERS, InvalidOptions
from engine.presets import PRESETS

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
Handler: TypeAlias = Callable[[Interaction, Press, Sequence[str]], Awaitable[None]]

_NOT_POSSIBLE: Final = later("That value isn't possible here.")


class AdminCommands(app_commands.Group):
    """Everything below ``/wizard-admin``: a group of its own, because Discord can only hide whole groups."""

    def __init__(self, client: WizardClient) -> None:
        super().__init__(
            name="wizard-admin",
            description=later("How Wizard is played in this server"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self._client = client

    @app_commands.command(
        description=later("Choose where and how tables are opened in this server, and who may end them")
    )
    async def settings(self, interaction: Interaction) -> None:
        """Open the panel for one person."""
        async with failures.boundary(interaction):
            await self._client.presses.admin.open(interaction)

    @app_commands.command(description=later("The results of this server as files, CSV and JSON; only for you"))
    @app_commands.describe(season=later("Which one; else all of them"))
    async def export(self, interaction: Interaction, season: str | None = None) -> None:
        """Answer one person with the results."""
        async with failures.boundary(interaction):
            await self._client.presses.exporting.open(interaction, season)

    @export.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._client.league.offered(interaction, typed, ALL_TIME)

    @app_commands.command(description=later("Who changed seasons or took games and people out, and when; only for you"))
    async def audit(self, interaction: Interaction) -> None:
        """Show one person the last changes."""
        async with failures.boundary(interaction):
            await self._client.presses.audit_page.open(interaction)


class ServerAdmin:
    """The handlers of the panel, by the operation a custom id names.

    Each control says what a setting becomes, whatever it was: a panel that is out of date changes that one only.
    """

    def __init__(self, client: WizardClient) -> None:
        self._client = client
        self._handlers: Mapping[str, Handler] = {
            "server": self._turn,
            "server_set": self._choose,
            "server_save": self._save_house_rules,
            "server_forget": self._forget_house_rules,
        }

    @property
    def ops(self) -> frozenset[str]:
        """Return the operations these handlers are for."""
        return frozenset(self._handlers)

    async def handle(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Do what was pressed and answer."""
        require_manager(interaction)
        await self._handlers[press.op](interaction, press, values)

    async def open(self, interaction: Interaction) -> None:
        """Show the panel to somebody who manages the server."""
        require_manager(interaction)
        await self._show(interaction, adminpanel.FIRST)

    async def _show(self, interaction: Interaction, page: str, notice: str = "", *, again: bool = False) -> None:
        guild_id = interaction.guild_id or 0
        table = self._client.tables.in_channel(interaction.channel_id or 0)
        view = adminpanel.panel(
            await server_settings(self._client.store, guild_id),
            page,
            house=await house_rules(self._client.store, guild_id),
            table=None if table is None else public_view(table),
            known=_known(interaction.guild),
            notice=notice,
            again=again,
        )
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=view)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    async def _turn(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        if press.arg not in adminpanel.PAGES:
            raise UnknownPress
        await self._show(interaction, press.arg)

    async def _choose(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        name = press.arg.removesuffix(optionpanel.AGAIN)
        page = adminpanel.page_of(name)
        if page is None:
            raise UnknownPress
        guild_id, notice = interaction.guild_id or 0, ""
        try:
            await self._client.servers.change(guild_id, lambda settings: changed(settings, guild_id, name, values))
        except InvalidOptions as impossible:
            notice = optionpanel.refused(options_refused(impossible))
        again = bool(notice) and not press.arg.endswith(optionpanel.AGAIN)
        await self._show(interaction, page, notice, again=again)

    async def _save_house_rules(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        table = self._client.tables.get(press.table)
        if table is None or table.guild_id != interaction.guild_id or not table.is_open:
            raise Refused(Refusal.TABLE_OVER)
        notice = _(words.STALE)
        if press.version == table.options_version:
            await self._client.servers.keep_house_rules(table.guild_id, opts.dumps(table.options))
            notice = _(optionpanel.SAVED)
        await self._show(interaction, adminpanel.FIRST, notice)

    async def _forget_house_rules(self, interaction: Interaction, _press: Press, _values: Sequence[str]) -> None:
        await self._client.servers.keep_house_rules(interaction.guild_id or 0, None)
        await self._show(interaction, adminpanel.FIRST, _(optionpanel.FORGOTTEN))


def require_manager(interaction: Interaction) -> None:
    """Refuse people whom Discord should have refused: a server can open the command to anybody."""
    if not interaction.permissions.manage_guild:
        raise SaidToPerson(_("Only people with Manage Server can change how Wizard is played here."))


def _known(guild: discord.Guild | None) -> frozenset[int]:
    """Return the channels and roles that are there: Discord refuses a select that shows another as picked."""
    if guild is None:
        return frozenset()
    return frozenset(it.id for it in (*guild.channels, *guild.roles))


def changed(settings: ServerSettings, guild_id: int, name: str, values: Sequence[str]) -> ServerSettings:
    """Return the settings with what was picked for one; raise `InvalidOptions` for what means nothing here."""
    try:
        return _changed(settings, guild_id, name, values)
    except (KeyError, IndexError):
        raise InvalidOptions(_NOT_POSSIBLE) from None


def _changed(settings: ServerSettings, guild_id: int, name: str, values: Sequence[str]) -> ServerSettings:
    match name:
        case "channels":
            return replace(settings, channels=tuple(map(_id, values)))
        case "moderators":
            return replace(settings, moderator_role=_role(_id(values[0]), guild_id) if values else None)
        case "preset" if values[0] == HOUSE or values[0] in PRESETS:
            return replace(settings, preset=None if values[0] == HOUSE else values[0])
        case "ai_players":
            tables = replace(settings.tables, ai_players=arranging.SWITCH[values[0]])
            return replace(settings, tables=tables)
        case "ai_level" if values[0] in list(Level):
            return replace(settings, tables=replace(settings.tables, ai_level=Level(values[0])))
        case "min_humans":
            return replace(settings, min_humans=_people(values[0]))
        case "seasons" if values[0] in list(Rhythm):
            return replace(settings, seasons=Rhythm(values[0]))
        case "language":
            return replace(settings, language=_language(values[0]))
    return replace(settings, tables=arranging.changed(settings.tables, name, values[0]))


def _id(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise InvalidOptions(_NOT_POSSIBLE)
    return int(word)


def _role(role_id: int, guild_id: int) -> int:
    if role_id == guild_id:
        raise InvalidOptions("@everyone can't be a moderator.")
    return role_id


def _people(word: str) -> int | None:
    if word == arranging.USUAL:
        return None
    if not 1 <= _id(word) <= MAX_PLAYERS:
        raise InvalidOptions(_NOT_POSSIBLE)
    return int(word)


def _language(word: str) -> str | None:
    if word == arranging.USUAL:
        return None
    if word not in LANGUAGES:
        raise InvalidOptions(_NOT_POSSIBLE)
    return word
