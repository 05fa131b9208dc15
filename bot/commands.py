"""The slash commands: thin, everything they do is done elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeAlias

import discord
from discord import app_commands

from bot import arranging, failures
from bot.choices import changed
from bot.entries import End, Join, Return, Start, VoteEnd
from bot.failures import SaidToPerson
from bot.houserules import house_rules, opening
from bot.languages import _, language_of, later, listed, speaking
from bot.localisation import translatable
from bot.names import name_of
from bot.render import lesson, notices, optionlabels, rulebook, standings
from bot.render.arrangements import PACES
from bot.render.notices import GOLD
from bot.render.options import HOUSE, HOUSE_MEANING, OPTIONS, PRESET_NAMES, VALUES, Meaning
from bot.render.words import capitalised
from bot.rhythm import ALL_TIME
from bot.servers import ServerSettings, public_language, server_settings
from bot.store import Order
from bot.table import Refusal, Refused, Stage, Table
from bot.tableview import public_view

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
P = ParamSpec("P")


def _choices(option: str, meanings: Mapping[str, Meaning]) -> list[app_commands.Choice[str]]:
    return [_choice(option, word, it.text) for word, it in meanings.items()]


def _choice(option: str, word: str, meaning: str) -> app_commands.Choice[str]:
    return app_commands.Choice(
        name=translatable(lambda: f"{optionlabels.value(option, word)} – {_(meaning)}"), value=word
    )


def _describe(option: str) -> app_commands.locale_str:
    """Return what an option of the game is about, as a sentence."""
    return translatable(lambda: capitalised(_(OPTIONS[option])))


def _said_order(order: Order) -> str:
    return capitalised(_(standings.ORDERS[order]))


_PRESETS: Final = [*_choices("preset", PRESET_NAMES), _choice("preset", HOUSE, HOUSE_MEANING)]
_ORDERS: Final = [
    app_commands.Choice(name=translatable(partial(_said_order, it)), value=it.value) for it in standings.ORDERS
]
_CHOSEN_HERE: Final = ("length", "sum_rule", "bidding")
"""The options with a few values that `/wizard new` takes; the panel has all."""


Callback = Callable[Concatenate["WizardCommands", Interaction, P], Coroutine[Any, Any, None]]


def answered(callback: Callback[P]) -> Callback[P]:
    """Put the error boundary around a command: what a person can't do is an answer, not an error of the tree."""

    @wraps(callback)
    async def inside(self: WizardCommands, interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
        async with failures.boundary(interaction):
            await callback(self, interaction, *args, **kwargs)
            await self._client.tables.notice(interaction.channel_id or 0, interaction.user.id)

    return inside


class WizardCommands(app_commands.Group):
    """Everything below ``/wizard``."""

    def __init__(self, client: WizardClient) -> None:
        super().__init__(name="wizard", description=later("Play the card game Wizard in this channel"), guild_only=True)
        self._client = client

    def _table(self, interaction: Interaction) -> Table:
        table = self._client.tables.in_channel(interaction.channel_id or 0)
        if table is None:
            raise SaidToPerson(_("There is no open table in this channel. Open one with /wizard new."))
        return table

    # --- opening and starting -------------------------------------------------------------------

    @app_commands.command(description=later("Open a table in this channel"))
    @app_commands.describe(
        preset=later("Where the options start from: the house rules, if this server has some, else standard"),
        pace=later("How long a decision may take, before an AI makes it"),
        **{name: _describe(name) for name in (*_CHOSEN_HERE, "max_rounds")},
    )
    @app_commands.choices(
        preset=_PRESETS,
        pace=_choices("pace", PACES),
        **{name: _choices(name, VALUES[name]) for name in _CHOSEN_HERE},
    )
    @answered
    async def new(
        self,
        interaction: Interaction,
        preset: str | None = None,
        length: str | None = None,
        max_rounds: app_commands.Range[int, 1, 39] | None = None,
        sum_rule: str | None = None,
        bidding: str | None = None,
        pace: str | None = None,
    ) -> None:
        """Open a lobby as the public answer."""
        require_permissions(interaction)
        server = await server_settings(self._client.store, interaction.guild_id or 0)
        require_allowed(interaction, server)
        base = await opening(self._client.store, interaction.guild_id or 0, preset or server.preset)
        limit = None if max_rounds is None else str(max_rounds)
        given = {"length": length, "max_rounds": limit, "sum_rule": sum_rule, "bidding": bidding}
        options = changed(base, {name: word for name, word in given.items() if word is not None})
        least = server.min_humans or self._client.settings.min_humans
        settings = replace(server.tables, language=public_language(server, interaction), min_humans=least)
        table = await self._client.tables.open(
            Join(interaction.user.id, name_of(interaction.user), interaction.id),
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            options=options,
            settings=settings if pace is None else arranging.changed(settings, "pace", pace),
        )
        await self._client.publisher.answer(interaction, table)
        if table.settings.thread and (missing := missing_for_thread(interaction)):
            # L10N: permissions as Discord names them, with “and” between them
            said = _("This game will stay in the channel: for a thread I miss the permission {permissions}.")
            await failures.tell(interaction, said.format(permissions=listed(missing)))
        if self._client.settings.pictures and table.settings.pictures and not interaction.app_permissions.attach_files:
            await failures.tell(interaction, _("This table will have no pictures: I miss the permission Attach Files."))

    @app_commands.command(description=later("Show the table again at the end of the channel"))
    @answered
    async def table(self, interaction: Interaction) -> None:
        """Post the table message anew as the public answer."""
        table = self._table(interaction)
        await self._client.publisher.answer(interaction, table)
        self._client.members.look_for_others(table, interaction.user.id)

    @app_commands.command(description=later("Start the game (host)"))
    @answered
    async def start(self, interaction: Interaction) -> None:
        """Start the game of this channel's lobby."""
        table = self._table(interaction)
        await self._client.members.pass_host_on(table, interaction.user.id)
        entry = Start(interaction.user.id, interaction.id)
        await self._client.tables.submit(table.id, entry, interaction_id=interaction.id)
        await failures.tell(interaction, _("The game starts. Press **My hand** on the table for your cards."))

    @app_commands.command(description=later("End the table in this channel: host, moderator, or most of the players"))
    @answered
    async def end(self, interaction: Interaction) -> None:
        """Stop the table for good, in any phase; a player who is not the host votes for it."""
        table, person = self._table(interaction), interaction.user.id
        moderator = await self._moderates(interaction)
        if not moderator:
            await self._client.members.pass_host_on(table, person)
            table = self._table(interaction)
        votes = not moderator and person != table.host_id and table.seat_of(person) is not None
        entry = VoteEnd(person) if votes else End(person, moderator=moderator)
        table = await self._client.tables.submit(table.id, entry, interaction_id=interaction.id)
        await failures.tell(interaction, ended(table))

    async def _moderates(self, interaction: Interaction) -> bool:
        """Return whether somebody may end any table here: with Manage Messages, or the role the server chose."""
        if interaction.permissions.manage_messages:
            return True
        role = (await server_settings(self._client.store, interaction.guild_id or 0)).moderator_role
        person = interaction.user
        return role is not None and isinstance(person, discord.Member) and person.get_role(role) is not None

    # --- coming and going -----------------------------------------------------------------------

    @app_commands.command(description=later("Take a seat at this channel's table, or take your seat back"))
    @answered
    async def join(self, interaction: Interaction) -> None:
        """Take a seat in the lobby; in a running game take one's own seat back from the AI."""
        table, person = self._table(interaction), interaction.user
        if table.stage is Stage.PLAYING and table.seat_of(person.id) is not None:
            if table.seats[table.require_seat(person.id)].away:
                entry = Return(person.id)
                table = await self._client.tables.submit(table.id, entry, interaction_id=interaction.id)
            await self._client.panels.open(interaction, table)
            return
        join = Join(person.id, name_of(person), interaction.id)
        await self._client.tables.submit(table.id, join, interaction_id=interaction.id)
        await failures.tell(interaction, _("You have a seat. The host starts the game."))
        self._client.lessons.offer(interaction)

    @app_commands.command(description=later("Give your seat up; in a running game an AI keeps it for you"))
    @answered
    async def leave(self, interaction: Interaction) -> None:
        """Leave the lobby; in a running game ask whether to hand the seat to an AI."""
        await self._client.seating.leave(interaction, self._table(interaction))

    @app_commands.command(description=later("Open your private hand"))
    @answered
    async def hand(self, interaction: Interaction) -> None:
        """Open the private hand panel."""
        table = self._table(interaction)
        if table.game is None:
            raise Refused(Refusal.NOT_STARTED)
        table = await self._client.tables.seen(table.id, interaction.user.id)
        notice = self._client.presses.own_panel.notice(interaction.user.id)
        await self._client.panels.open(interaction, table, notice)
        self._client.members.look_for_others(table, interaction.user.id)

    @app_commands.command(description=later("How the bot tells you that it is your turn"))
    @answered
    async def me(self, interaction: Interaction) -> None:
        """Open a person's own panel."""
        await self._client.presses.own_panel.open(interaction)

    # --- reading --------------------------------------------------------------------------------

    @app_commands.command(description=later("This server's season, an earlier one, or all of them"))
    @app_commands.describe(season=later("Which one; else the one that runs"), sort=later("What it is sorted by"))
    @app_commands.choices(sort=_ORDERS)
    @answered
    async def leaderboard(self, interaction: Interaction, season: str | None = None, sort: str | None = None) -> None:
        """Show the first page of a season."""
        if sort is not None and sort not in list(Order):
            raise SaidToPerson(_("That value isn't possible here."))
        await self._client.league.open(interaction, season, Order(sort or Order.POINTS))

    @leaderboard.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._client.league.offered(interaction, typed, ALL_TIME)

    @app_commands.command(description=later("Finished games of this channel or of a person, with replays"))
    @app_commands.describe(person=later("Whose games; if left out, those of this channel"))
    @answered
    async def history(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """List finished games for one person."""
        await self._client.presses.history.open(interaction, None if person is None else person.id)

    @app_commands.command(description=later("Your decisions in a finished game beside the best ones; only for you"))
    @app_commands.describe(game=later("Which game; if left out, the last one you finished in this channel"))
    @answered
    async def review(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a person the review of a game they sat at."""
        await self._client.presses.reviews.open(interaction, game)

    @review.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._client.presses.reviews.offered(interaction, typed)

    @app_commands.command(description=later("Somebody's statistics: games, bids, streaks, special cards"))
    @app_commands.describe(
        person=later("Whose statistics; yours, if you name nobody"),
        against=later("Whom to compare them with: how they fared in the games of both"),
        public=later("Whether everybody in the channel sees them"),
    )
    @answered
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        against: discord.User | None = None,
        public: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        """Show a person's statistics in the running season."""
        whose = person or interaction.user
        await self._client.presses.stats_page.open(interaction, whose, against, public=public)

    @app_commands.command(description=later("Check that a finished game was dealt fairly"))
    @app_commands.describe(
        game=later("The number of the game; without one, the last that was finished in this channel"),
        record=later("The record file of a game, from wherever you have it"),
    )
    @answered
    async def verify(
        self, interaction: Interaction, game: str | None = None, record: discord.Attachment | None = None
    ) -> None:
        """Compute the deals of a finished game again, for one person."""
        await self._client.presses.verifying.open(interaction, game, record)

    @app_commands.command(description=later("How Wizard is played"))
    @answered
    async def rules(self, interaction: Interaction) -> None:
        """Explain the rules of this channel's table to one person; without a table, those of the house."""
        table = self._client.tables.in_channel(interaction.channel_id or 0)
        house = await house_rules(self._client.store, interaction.guild_id or 0) if table is None else None
        view = rulebook.book(None if table is None else public_view(table), 0, house)
        await self._client.app_emojis.reply(interaction, view, ephemeral=True)

    @app_commands.command(description=later("Learn Wizard in a guided hand of three minutes"))
    @answered
    async def learn(self, interaction: Interaction) -> None:
        """Begin the guided hand, or go on with it."""
        await self._client.lessons.open(interaction)

    # --- what is stored about somebody ----------------------------------------------------------

    @app_commands.command(name="my-data", description=later("Everything that is stored about you, as a file"))
    @answered
    async def my_data(self, interaction: Interaction) -> None:
        """Send a person what is stored about them."""
        await self._client.presses.own_data.send(interaction)

    @app_commands.command(name="forget-me", description=later("Delete what is stored about you, in every server"))
    @answered
    async def forget_me(self, interaction: Interaction) -> None:
        """Ask somebody whether they are to be forgotten."""
        await self._client.presses.own_data.ask(interaction)

    @app_commands.command(description=later("What you can do with this bot"))
    @answered
    async def help(self, interaction: Interaction) -> None:
        """Explain the commands to one person."""
        learn = discord.ui.ActionRow[Any](lesson.open_button())
        view = notices.message(notices.text(notices.help_text()), learn, colour=GOLD)
        await interaction.response.send_message(view=view, ephemeral=True)


def ended(table: Table) -> str:
    """Return what came of wanting to end a table."""
    if not table.is_open:
        return _("The table is ended. It doesn't count in the standings.")
    cast = sum(person.user_id in table.votes for person in table.present)
    # L10N: so many votes to end the table there are, and so many it takes
    return _("Your vote counts: {cast} of the {needed} that end the table.", cast=cast, needed=table.votes_needed)


def require_permissions(interaction: Interaction) -> None:
    """Refuse a table where the bot could not show it, naming what is missing."""
    have = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_send = have.send_messages_in_threads if in_thread else have.send_messages
    missing = []
    if not have.view_channel:
        # L10N: permissions are named as Discord names them in its settings
        missing.append(_("View Channel"))
    if not may_send:
        missing.append(_("Send Messages in Threads") if in_thread else _("Send Messages"))
    if missing:
        # L10N: one permission, or two with “and” between them
        text = _("I can't keep a table here: I miss the permission {permissions}.", permissions=listed(missing))
        raise SaidToPerson(text)


def missing_for_thread(interaction: Interaction) -> list[str]:
    """Return the permissions the bot misses to give a table of this channel a thread of its own."""
    have = interaction.app_permissions
    missing: list[str] = []
    if isinstance(interaction.channel, discord.Thread):  # the table is in one
        return missing
    if not have.create_public_threads:
        missing.append(_("Create Public Threads"))
    if not have.send_messages_in_threads:
        missing.append(_("Send Messages in Threads"))
    return missing


def require_allowed(interaction: Interaction, server: ServerSettings) -> None:
    """Refuse a table outside the channels the server has chosen, naming those that are still there."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    if server.allows(interaction.channel_id, parent):
        return
    there = {channel.id for channel in interaction.guild.channels} if interaction.guild else set()
    where = ", ".join(f"<#{channel}>" for channel in server.channels if channel in there)
    raise SaidToPerson(
        # L10N: {channels} is a list of links
        _("In this server tables are opened in {channels}.", channels=where)
        if where
        else _(
            "The channels for tables are gone. Somebody with Manage Server can choose others: /wizard-admin settings."
        )
    )


class WizardTree(app_commands.CommandTree[Any]):
    """The command tree with the error boundary of what happens before a command runs."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer a command that Discord knows otherwise than we do, or whose values are impossible."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        with speaking(language_of(interaction.locale.value)):
            if isinstance(cause, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
                cause = SaidToPerson(_("This command has just been updated. Please try again in a minute."))
            elif isinstance(cause, app_commands.TransformerError):
                cause = SaidToPerson(_("That value isn't possible here."))
            await failures.report(interaction, cause)
