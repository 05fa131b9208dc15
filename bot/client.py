"""The Discord client: wires everything and owns its life."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

import discord

from bot import metrics
from bot.appemojis import AppEmojis
from bot.background import Background
from bot.brain import Brain
from bot.commands import WizardCommands, WizardTree
from bot.deadlines import Deadlines
from bot.departures import Departures
from bot.illustrations import Illustrations, Looks
from bot.items import heard
from bot.league import League
from bot.lessons import Lessons
from bot.localisation import CommandTexts
from bot.members import Members
from bot.nudges import Nudges
from bot.panels import Panels
from bot.pictures.studio import Studio
from bot.players import Players
from bot.presses import Presses
from bot.publisher import Publisher
from bot.recount import count_waiting
from bot.redaction import SECRETS
from bot.replay import Replays
from bot.seasonadmin import admin_commands
from bot.seating import Seating
from bot.servers import Servers
from bot.settings import Settings
from bot.store import Store
from bot.tables import Tables
from bot.traffic import Traffic

log = logging.getLogger(__name__)


class WizardClient(discord.AutoShardedClient):
    """Wizard on Discord. Needs no privileged intent, mentions nobody unless told to."""

    store: Store
    servers: Servers
    tables: Tables
    members: Members
    panels: Panels
    publisher: Publisher
    deadlines: Deadlines
    players: Players
    nudges: Nudges
    illustrations: Illustrations
    replays: Replays

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        **options: Any,  # noqa: ANN401 - handed on to discord.py
    ) -> None:
        self.traffic = Traffic()
        super().__init__(
            http_trace=self.traffic.trace(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.settings = settings
        self.clock = clock
        # Tables need the bot in the server: an app that only a person installed can't post there.
        self.tree = WizardTree(
            self,
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True),
        )
        self.tree.add_command(WizardCommands(self))
        self.tree.add_command(admin_commands(self))
        self._background = Background()
        self.seating = Seating(self)
        self.lessons = Lessons(self, self._background)
        self.league = League(self, self._background)
        self.departures = Departures(self, self._background)
        self.presses = Presses(self, self._background)
        self.brain = Brain(settings.ai_workers, settings.ai_ms)
        # Not `emojis`: that is what discord.py calls those of all servers.
        self.app_emojis = AppEmojis(self, self._background, clock=clock)
        self._opened = False
        self._resumed = False

    @property
    def is_playing(self) -> bool:
        """Return whether every table is loaded, Discord has said who we are, and the store is open."""
        return self._opened and self.is_ready()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as discord.py has it
        """Take note of an event before anything is done about it."""
        if event == "interaction":
            SECRETS.token(args[0].token)
            metrics.arrived(args[0].id)
        metrics.gateway(event)
        super().dispatch(event, *args, **kwargs)

    async def setup_hook(self) -> None:
        """Open the store, load every open table, listen to buttons, sync changed commands."""
        self.traffic.guard(self)
        self.store = await Store.open(self.settings.database_url)
        self.servers = Servers(self.store)
        self.replays = Replays(self.store)
        self.tables = Tables(
            self.store,
            self.brain,
            self._background,
            clock=self.clock,
            pace=self.settings.pace,
        )
        self._opened = True
        self.members = Members(self, self.tables, self._background)
        self.players = Players(self.store)
        self.illustrations = Illustrations(Studio() if self.settings.pictures else None, self.players)
        looks = Looks(self.app_emojis, self.illustrations, self.players)
        self.panels = Panels(self, self.tables, self.store, self._background, looks, self.traffic, clock=self.clock)
        self.publisher = Publisher(
            self,
            self.tables,
            self.store,
            self.panels,
            self._background,
            looks,
            interval=self.settings.edit_interval,
        )
        self.deadlines = Deadlines(
            self.tables,
            self.store,
            self._background,
            clock=self.clock,
            can_be_shown=self.publisher.reaches,
            notice_gone=self.members.notice_gone,
        )
        self.nudges = Nudges(self, self._background)
        self.tables.watchers += [self.publisher.touch, self.nudges.watch]
        self.tables.clocks.append(self.deadlines.watch)
        await self.brain.start()
        await self._load()
        self.deadlines.hold()  # until Discord can be heard
        await self._sync_commands()
        self._background.run(self.illustrations.warm(), "drawing cards ahead")
        if self.settings.app_emojis:
            self.app_emojis.start()
        self.count_statistics()

    async def _load(self) -> None:
        stored = await self.tables.load()
        for game in stored:
            self.publisher.load(game.row)
            await self.panels.load(game.row.id)
        await self.players.load()
        await self.nudges.load()
        if stored:
            log.info("%d tables go on", len(stored))

    def count_statistics(self) -> None:
        """Take games into the statistics that are not in them yet."""
        self._background.run(count_waiting(self.store), "counting statistics")

    async def on_ready(self) -> None:
        """Let the loaded tables go on, once."""
        log.info("Connected as %s to %d servers", self.user, len(self.guilds))
        if not self._resumed:
            self._resumed = True
            self.tables.resume()
            self.league.start()
        await self.deadlines.release()

    async def on_disconnect(self) -> None:
        """Stop everybody's time while nobody can be heard."""
        if self._resumed:
            self.deadlines.hold()

    async def on_resumed(self) -> None:
        """Let time go on."""
        await self.deadlines.release()

    # --- the places of tables -------------------------------------------------------------------

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a channel that is no more."""
        await self._channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a thread that is no more."""
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel_id: int) -> None:
        table = self.tables.in_channel(channel_id)
        if table is not None:
            await self.publisher.place_gone(table, channel_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Look for servers that removed the bot while it wasn't there: it is told of all of a shard at once."""
        self.departures.listed(shard_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note when a server removed the bot; of one that is unreachable discord.py tells in another way."""
        self.departures.removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that has the bot again, and with what is held about it."""
        self.departures.look()
        self.publisher.look_again(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Look whether a table can be shown again: permissions may have changed."""
        self.publisher.look_again(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Look whether a table can be shown again: of members we only hear of ourselves, also of our roles."""
        if after.id == after.guild.me.id:
            self.publisher.look_again(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Look whether a table can be shown again: permissions may have changed."""
        self.publisher.look_again(after.guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every click on a button or select, and every form: discord.py knows of none of them."""
        await heard(interaction)

    async def _sync_commands(self) -> None:
        """Send the commands to Discord only when their definition changed or one is gone: creations are limited."""
        texts = CommandTexts()
        await self.tree.set_translator(texts)
        payload = [await command.get_translated_payload(self.tree, texts) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = f"commands:{self.application_id}"
        there = {command.name for command in await self.tree.fetch_commands()}
        if await self.store.fact(key) != digest or not there.issuperset(command["name"] for command in payload):
            await self.tree.sync()
            await self.store.set_fact(key, digest)
            log.info("The commands were sent to Discord")

    async def close(self) -> None:
        """Stop acting, then disconnect, then close the store; everything accepted is in it already."""
        if self._opened:
            self.deadlines.close()
            self.nudges.close()
            self.league.close()
            self.departures.close()
        await self._background.close()
        await self.brain.close()
        if self._opened:
            self.illustrations.close()
        await super().close()
        if self._opened:
            self._opened = False
            await self.store.close()
