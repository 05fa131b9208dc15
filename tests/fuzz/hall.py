"""Two servers with tables in several phases, the people at them and strangers, and what all of them have seen."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import discord
from simcord.backend import serializers
from simcord.builders import ChannelHandle, UserHandle
from simcord.components import walk_components
from simcord.env import Env

from bot.entries import AddAi, Arrange, Entry, Join, Start
from bot.table import Table
from bot.tablesettings import TableSettings
from engine.ai.levels import Level
from engine.options import SPECIAL_CARDS, Bidding, Length, Options
from tests.e2e.driver import Person, World

NAMES: Final = ("Ada", "Bo", "Cleo", "**Dan** @everyone", "\u202eEve", "\u200b", "W" * 32)
KINDS: Final[dict[str, tuple[Options | None, int, bool]]] = {
    "lobby": (None, 0, False),
    "open": (Options(), 1, False),
    "hidden": (Options(bidding=Bidding.HIDDEN, forehead=True, length=Length.QUICK), 0, False),
    "special": (
        Options(bidding=Bidding.SECRET, length=Length.FIVE, special_cards=frozenset(SPECIAL_CARDS)),
        1,
        False,
    ),
    "thread": (Options(max_rounds=3), 0, True),
    "empty": (None, 0, False),
}
"""What is played in the channel of this name: options, AI players, and whether in a thread."""
_REMEMBERED: Final = 250


@dataclass(frozen=True)
class Sight:
    """A message as somebody's client once showed it, and who that was."""

    user_id: int
    guild_id: int
    channel_id: int
    message: dict[str, Any]

    @property
    def controls(self) -> list[dict[str, Any]]:
        """Return every button and select on it, also the disabled ones."""
        return [part for part in walk_components(self.message["components"]) if "custom_id" in part]

    def of(self, user_id: int) -> Sight:
        """Return the same before another one's eyes."""
        return replace(self, user_id=user_id)


@dataclass
class Server:
    """A server with one channel for each kind of table."""

    world: World
    channels: dict[str, ChannelHandle]
    people: list[Person]

    def table(self, kind: str) -> Table | None:
        """Return the open table of this kind's channel."""
        return self.world.bot.tables.in_channel(self.channels[kind].id)

    async def open(self, kind: str) -> Table:
        """Open a table of this kind, and start its game."""
        chosen, ai, thread = KINDS[kind]
        tables, at, snowflake = self.world.bot.tables, self.channels[kind].id, self.world.env.backend.snowflake
        host, *others = self.people[:3]
        join = Join(host.id, host.actor.name, snowflake())
        guild_id = self.world.guild.id
        table = await tables.open(join, guild_id=guild_id, channel_id=at, options=chosen or Options())
        entries: list[Entry] = [Join(it.id, it.actor.name, snowflake()) for it in others]
        entries += [AddAi(host.id, Level.APPRENTICE)] * ai
        if thread:
            entries.append(Arrange(host.id, TableSettings(thread=True)))
        if chosen is not None:
            entries.append(Start(host.id, snowflake()))
        for entry in entries:
            table = await tables.submit(table.id, entry)
        return table

    def seen(self, table: Table) -> list[Sight]:
        """Return the table's message as each of its people sees it."""
        post = self.world.bot.publisher.post(table.id)
        if post is None:
            return []
        message = self.world.env.backend.messages.get(post.channel_id, {}).get(post.message_id)
        if message is None:
            return []
        payload = copy.deepcopy(dict(serializers.message_payload(self.world.env.backend, message)))
        return [Sight(it.id, table.guild_id, post.channel_id, payload) for it in self.people[:3]]

    def places(self) -> list[ChannelHandle]:
        """Return every channel and thread."""
        return [*self.channels.values(), *(thread for it in self.channels.values() for thread in it.threads)]


@dataclass
class Hall:
    """All of it: what a fuzzer draws from."""

    env: Env
    servers: list[Server]
    loner: UserHandle
    """Somebody who is in no server."""
    sights: list[Sight] = field(default_factory=list)

    def remember(self, sight: Sight | None, rng: Random) -> None:
        """Keep a message in mind that can be used, in the place of a random one where there are many."""
        if sight is None or not sight.controls:
            return
        if len(self.sights) < _REMEMBERED:
            self.sights.append(sight)
        else:
            self.sights[rng.randrange(_REMEMBERED)] = sight

    def sight(self, channel_id: int, message_id: int | None, viewer: tuple[int, int]) -> Sight | None:
        """Return how somebody in a server sees a message; None when it is gone."""
        stored = self.env.backend.messages.get(channel_id, {}).get(message_id or 0)
        if stored is None:
            return None
        payload = copy.deepcopy(dict(serializers.message_payload(self.env.backend, stored)))
        return Sight(*viewer, channel_id, payload)

    async def reopen(self) -> list[Sight]:
        """Open a table in every channel that should have one and has none; return what everybody sees of them."""
        opened = []
        for server in self.servers:
            for kind in KINDS:
                if kind != "empty" and server.table(kind) is None:
                    opened += [(server, await server.open(kind))]
        await self.env.settle()
        return [sight for server, table in opened for sight in server.seen(table)]


async def furnish(env: Env, database: Path) -> Hall:
    """Return the servers with everybody in them and all tables opened."""
    servers = []
    for number in range(2):
        world = World(env, database)
        channels = {kind: world.guild.create_text_channel(kind) for kind in KINDS}
        people = [world.person(name) for name in NAMES]
        if number == 0:
            manager = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
            boss = world.guild.add_member(env.create_user("Boss"), roles=[manager])
            people.append(Person(world, boss))
        servers.append(Server(world, channels, people))
    return Hall(env, servers, env.create_user("Loner"))
