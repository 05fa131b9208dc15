"""People at a table: they see messages and press buttons, and know nothing of the bot's inside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import discord
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from bot.client import WizardClient
from bot.entries import SetOptions
from bot.settings import Settings
from bot.table import Table
from engine.options import Options
from engine.record import Record, load

# Each verb waits until the bot has been idle this long; the default of 50 ms would make a game take a minute.
Env._settle_internal.__kwdefaults__["idle"] = 0.002

Component = dict[str, Any]


DECIDING = ("bid", "play", "pick", "blind", "trump", "move_bid", "pass", "exchange", "settle", "card")


def parts(message: ResponseMessage) -> list[Component]:
    return list(walk_components(message.components))


def text(message: ResponseMessage) -> str:
    return "\n".join(part["content"] for part in parts(message) if part["type"] == 10)


def controls(message: ResponseMessage) -> list[Component]:
    """Return the buttons and selects that can be used."""
    return [part for part in parts(message) if part["type"] in (2, 3) and not part.get("disabled")]


def control(message: ResponseMessage, label: str) -> Component:
    return next(part for part in parts(message) if part["type"] == 2 and part.get("label") == label)


def decisions(message: ResponseMessage) -> list[Component]:
    """Return the controls that decide something in the game, or lead to such a one."""
    return [part for part in controls(message) if part["custom_id"].split(":")[3] in DECIDING]


def new_bot(database: Path, clock: Callable[[], datetime] = discord.utils.utcnow, **changes: Any) -> WizardClient:
    settings = Settings(
        _env_file=None,
        token="not-a-token",
        database_url=f"sqlite+aiosqlite:///{database}",
        **({"pace": 0, "edit_interval": 0, "ai_workers": 0, "app_emojis": False, "pictures": False} | changes),
    )
    return WizardClient(settings, clock=clock)


class World:
    """A server, a channel and the bot."""

    def __init__(self, env: Env, database: Path, locale: str = "en-US") -> None:
        self.env = env
        self.database = database
        self.guild: GuildHandle = env.create_guild(preferred_locale=locale)
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.people: list[Person] = []

    @property
    def bot(self) -> WizardClient:
        bot = self.env.bot
        assert isinstance(bot, WizardClient)
        return bot

    async def restart(self, *, crash: bool = False, after: float = 0, **changes: Any) -> None:
        """Stop the bot and start another some seconds later; at a crash nothing of it comes to its end."""
        await (self.bot.store.close() if crash else self.bot.close())
        if after:
            await self.env.advance_time(after)
        await self.env.restart_bot(new_bot(self.database, **changes))

    def person(self, name: str, **member: Any) -> Person:
        actor = self.guild.add_member(self.env.create_user(name), **member)
        self.people.append(Person(self, actor))
        return self.people[-1]

    def public(self, channel: ChannelHandle | None = None) -> list[ResponseMessage]:
        """Return what anybody sees in the channel, in order."""
        where = channel or self.channel
        found = where.history()
        messages = [ResponseMessage(self.env, self.env.backend.get_message(where.id, it.id)) for it in found]
        return [message for message in messages if not message.ephemeral]

    def table_message(self, channel: ChannelHandle | None = None) -> ResponseMessage:
        """Return the last message of a table; a nudge or a trick may stand below it."""
        found = self.public(channel)
        return next((message for message in reversed(found) if "🧙 Wizard" in text(message)), found[-1])

    def table(self, channel: ChannelHandle | None = None) -> Table:
        table = self.bot.tables.in_channel((channel or self.channel).id)
        assert table is not None
        return table

    @property
    def table_over(self) -> bool:
        return self.bot.tables.in_channel(self.channel.id) is None

    async def record(self, table_id: int) -> Record:
        text_ = await self.bot.store.record(table_id)
        assert text_ is not None
        return load(text_)

    async def open_table(self, *names: str, chosen: Options | None = None, **options: Any) -> list[Person]:
        """Open a lobby in the channel with these people on it, the first as host."""
        people = [self.person(name) for name in names]
        await people[0].slash("wizard new", **options)
        for person in people[1:]:
            await person.click_table("Join")
        if chosen is not None:
            await self.bot.tables.submit(self.table().id, SetOptions(people[0].id, chosen))
        return people

    async def start_table(
        self, *names: str, chosen: Options | None = None, ai: int = 0, **options: Any
    ) -> list[Person]:
        """Open a table, seat AI players too, start it, and let everybody open their hand."""
        people = await self.open_table(*names, chosen=chosen, **options)
        for _ in range(ai):
            await people[0].click_table("Add AI")
        await people[0].click_table("Start")
        for person in people:
            await person.open_hand()
        return people

    async def play_round(self, people: list[Person], rng: Random) -> None:
        """Let people decide at random until the running round is over."""
        before = len(self.table().playing.scores)
        while self.bot.tables.in_channel(self.channel.id) and len(self.table().playing.scores) == before:
            assert await self.decide_once(people, rng), "nobody can act"

    async def decide_once(self, people: list[Person], rng: Random) -> bool:
        for person in people:
            if person.can_decide:
                await person.decide(rng)
                return True
        return False


@dataclass
class Person:
    """Somebody in the server, with the last hand panel they opened."""

    world: World
    actor: MemberActor
    panel: ResponseMessage | None = None

    @property
    def id(self) -> int:
        return self.actor.id

    async def slash(self, command: str, channel: ChannelHandle | None = None, **options: Any) -> InteractionResult:
        return await self.actor.slash(channel or self.world.channel, command, **options)

    async def click_table(self, label: str, channel: ChannelHandle | None = None) -> InteractionResult:
        return await self.actor.click(self.world.table_message(channel), label=label)

    async def open_hand(self) -> InteractionResult:
        result = await self.click_table("My hand")
        assert result.ephemeral
        self.panel = result.response
        return result

    async def leave(self) -> InteractionResult:
        """Leave a running game, and say so twice."""
        asked = await self.slash("wizard leave")
        assert asked.ephemeral
        return await self.actor.click(asked.response, label="Leave")

    @property
    def can_decide(self) -> bool:
        return self.panel is not None and bool(decisions(self.panel))

    async def decide(self, rng: Random) -> InteractionResult:
        """Use one of the decisions on the panel."""
        assert self.panel is not None
        return await self.use(rng.choice(decisions(self.panel)), rng)

    async def use(self, part: Component, rng: Random | None = None) -> InteractionResult:
        assert self.panel is not None
        if part["type"] == 3:
            value = (rng or Random(0)).choice(part["options"])["value"]
            return await self.actor.select(self.panel, values=[value], custom_id=part["custom_id"])
        return await self.actor.click(self.panel, custom_id=part["custom_id"])

    async def press(self, label: str) -> InteractionResult:
        assert self.panel is not None
        return await self.actor.click(self.panel, label=label)

    def shown(self, message: ResponseMessage) -> dict[str, Any]:
        """Return the message as this person's client shows it now; it may be changed before they click."""
        stored = self.world.env.backend.get_message(message.channel_id, message.id)
        return dict(serializers.message_payload(self.world.env.backend, stored))

    def emit(
        self,
        message: ResponseMessage,
        custom_id: str,
        values: list[str] | None = None,
        shown: dict[str, Any] | None = None,
    ) -> InteractionResult:
        """Send a click without waiting for the bot: what several people do at once, and what can't be seen."""
        backend = self.world.env.backend
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data |= {"component_type": 3, "values": values}
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=message.channel_id,
            guild_id=self.world.guild.id,
            user_id=self.id,
            data=data,
        )
        payload["message"] = shown or self.shown(message)
        record.source_message_id = message.id
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.world.env, record)


async def until(true: Callable[[], bool]) -> None:
    """Let the bot work until something is true: SimCord takes what waits for its turn for settled."""
    for _ in range(1_000_000):
        if true():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never comes true")
