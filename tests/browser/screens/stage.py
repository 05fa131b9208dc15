"""Brings the bot's world to where a picture is taken, in any language: people find buttons by what these do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from simcord import interactions
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env
from simcord.results import ResponseMessage

from bot.art.emoji import Emoji
from bot.customid import parse
from bot.demo import upload_emoji
from bot.entries import Arrange, SetOptions
from bot.pictures.studio import Studio
from bot.tablesettings import TableSettings
from engine.actions import CHANCE
from engine.game import to_act
from engine.options import FirstDealer, Options
from tests.e2e.driver import Component, Person, World, controls, decisions, new_bot
from tests.e2e.rigged import rig

LOCALES: Final[Mapping[str, str]] = {"en": "en-US", "de": "de", "fr": "fr", "nl": "nl", "pl": "pl"}
"""Discord's locales of the bot's languages."""
PEOPLE: Final = ("Ada", "Bo", "Cleo")
HOST_DEALS: Final = Options(first_dealer=FirstDealer.HOST)
"""Then the second seat bids and leads first."""

_PATIENCE: Final = 60.0
"""Seconds a picture may take on a busy machine."""


@dataclass(frozen=True)
class Shot:
    """What is to be seen on a picture: some messages next to each other, as one person sees them."""

    viewer: Person | UserHandle
    messages: Sequence[ResponseMessage]
    channel: ChannelHandle
    emoji: Mapping[str, tuple[str, bytes]]
    """The files of the bot's emoji, by their addresses."""
    locale: str


Screen: TypeAlias = "Callable[[Stage], Awaitable[Shot]]"


class Stage:
    """The world of one picture."""

    def __init__(
        self, world: World, patch: pytest.MonkeyPatch, emoji: Mapping[str, tuple[str, bytes]], locale: str
    ) -> None:
        self.world = world
        self.locale = locale
        self.patch = patch
        self.emoji = emoji

    def shot(self, viewer: Person, *messages: ResponseMessage) -> Shot:
        """Return a picture of these messages; without any, of the viewer's hand."""
        if not messages:
            assert viewer.panel is not None
            messages = (viewer.panel,)
        return Shot(viewer, messages, self.world.channel, self.emoji, self.locale)

    def public_shot(self, last: int = 1) -> Shot:
        """Return a picture of the last messages of the channel, as somebody sees them who only looks on."""
        return self.shot(self.world.person("Xenia"), *self.world.public()[-last:])

    def private(self, person: Person) -> list[ResponseMessage]:
        """Return what only this person sees in the channel."""
        env, channel = self.world.env, self.world.channel
        seen = [env.backend.get_message(channel.id, it.id) for it in channel.history(viewer=person.actor)]
        return [message for it in seen if (message := ResponseMessage(env, it)).ephemeral]

    def direct_message(self, person: Person) -> Shot:
        """Return a picture of the last direct message this person got."""
        env = self.world.env
        user = UserHandle(env, env.backend.get_user(person.id))
        channel = user.dm_channel
        last = max(env.backend.messages[channel.id].values(), key=lambda message: message.id)
        return Shot(user, (ResponseMessage(env, last),), channel, self.emoji, self.locale)

    @property
    def table(self) -> ResponseMessage:
        """Return the public message of the table."""
        return self.world.table_message()

    # --- clicks -----------------------------------------------------------------------------------

    async def press(
        self, person: Person, op: str, what: str = "", on: ResponseMessage | None = None
    ) -> ResponseMessage:
        """Press the button that does this, on the person's hand if nothing else is said; return what it answers."""
        where = on or person.panel
        assert where is not None
        return (await person.actor.click(where, custom_id=find(where, op, what)["custom_id"])).response

    async def pick(self, person: Person, on: ResponseMessage, op: str, what: str, *values: str) -> ResponseMessage:
        """Pick values from the select that does this."""
        return (await person.actor.select(on, values=list(values), custom_id=find(on, op, what)["custom_id"])).response

    async def command(self, person: Person, command: str, **options: Any) -> ResponseMessage:
        """Send a slash command; return its answer."""
        return (await person.slash(command, **options)).response

    # --- a table ----------------------------------------------------------------------------------

    def deal(self, *hands: str, rounds: int = 2, first: int = 0, upcard: str = "J", spare: str | None = None) -> None:
        """Deal these hands in each round, all of their size; the first one may be of another size."""
        size = len(hands[0].split())
        rig(self.patch, *hands, upcard=upcard, spare=spare)
        self.patch.setattr("engine.rules._sizes", lambda *_: (first or size, *(size,) * (rounds - 1)))

    async def open_table(
        self,
        *names: str,
        options: Options = HOST_DEALS,
        settings: TableSettings | None = None,
        ai: int = 0,
    ) -> list[Person]:
        """Open a lobby with these people on it, the first as host, and so many AI players."""
        people = [self.world.person(name) for name in names]
        await self.command(people[0], "wizard new")
        table, host = self.world.table(), people[0].id
        await self.world.bot.tables.submit(table.id, SetOptions(host, options))
        if settings is not None:
            spoken = replace(settings, language=table.settings.language)
            await self.world.bot.tables.submit(table.id, Arrange(host, spoken))
        for person in people[1:]:
            await self.press(person, "join", on=self.table)
        for _ in range(ai):
            await self.press(people[0], "add_ai", on=self.table)
        return people

    async def start(
        self,
        *names: str,
        options: Options = HOST_DEALS,
        settings: TableSettings | None = None,
        ai: int = 0,
    ) -> list[Person]:
        """Open a table, start its game, and let everybody open their hand."""
        people = await self.open_table(*(names or PEOPLE), options=options, settings=settings, ai=ai)
        await self.press(people[0], "start", on=self.table)
        with self.no_pictures():
            for person in people:
                person.panel = await self.press(person, "hand", on=self.table)
        for person in people:
            await self.press(person, "refresh")
        return people

    async def bid(self, people: Sequence[Person], *bids: int) -> None:
        """Bid one after the other, from the seat after the host's on."""
        for person, tricks in zip([*people[1:], people[0]], bids, strict=False):
            part = find(person.panel, "bid")
            if part["type"] == 3:
                await self.pick(person, person.panel, "bid", "", str(tricks))
            else:
                await self.press(person, "bid", str(tricks))

    async def play(self, person: Person, card: str, choice: str = "") -> None:
        """Play a card; of one that has a second step, this choice."""
        if choice:
            await self.press(person, "pick", card)
        await self.press(person, "play", choice or card)

    async def play_on(self, people: Sequence[Person], rng: Random) -> bool:
        """Let whoever is to act decide at random; return False when nobody is."""
        if self.world.table_over:
            return False
        acting = [seat for seat in to_act(self.world.table().playing) if seat != CHANCE]
        person = people[acting[0]]
        await person.use(rng.choice(decisions(person.panel)), rng)
        return True

    async def play_rounds(self, people: Sequence[Person], rounds: int, seed: int = 1) -> None:
        """Play so many rounds, or to the end of the game."""
        rng = Random(seed)
        with self.no_pictures():
            while not self._ends_with_the_next_card(rounds):
                assert await self.play_on(people, rng)
        assert await self.play_on(people, rng)

    def _ends_with_the_next_card(self, rounds: int) -> bool:
        game = self.world.table().playing
        last = len(game.scores) + 1 == rounds
        return last and game.round is not None and sum(map(len, game.round.hands)) == 1

    @contextmanager
    def no_pictures(self) -> Iterator[None]:
        """Draw no pictures inside: of what nobody looks at they take most of the time."""
        illustrations = self.world.bot.illustrations
        studio, illustrations._studio = illustrations._studio, None
        try:
            yield
        finally:
            illustrations._studio = studio


def find(message: ResponseMessage, op: str, what: str = "") -> Component:
    """Return the control that does this; `what` is its argument or a part of that, like the code of a card."""
    found = [(part, press) for part in controls(message) if (press := parse(part["custom_id"])) is not None]
    for part, press in found:
        if press.op == op and what in ("", press.arg, *press.arg.split(".")):
            return part
    raise AssertionError(f"no {op} {what} among {[f'{press.op}:{press.arg}' for _, press in found]}")


@asynccontextmanager
async def stage(folder: Path, language: str, seed: str, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Return the bot in a server of this language, where everybody speaks it."""
    numbers = Random(seed)
    patch.setattr("bot.tables.secrets.token_bytes", numbers.randbytes)
    patch.setattr("bot.deadlines.ALIVE_SECONDS", 7200.0)
    _speak(patch, LOCALES[language])
    patch.setattr(Emoji, "png", _png)
    patch.setattr(Studio.__init__, "__defaults__", (_PATIENCE,))
    env = Env(new_bot(folder / "wizard.db", pictures=True), shard_count=1)
    await env.start()
    env.backend.bot_user.name = "Wizard"
    try:
        emoji = await upload_emoji(env.bot)
        world = World(env, folder / "wizard.db", locale=LOCALES[language])
        yield Stage(world, patch, emoji, LOCALES[language])
    finally:
        await env.bot.close()
        await env.shutdown()


_png = cache(Emoji.png)


def _speak(patch: pytest.MonkeyPatch, locale: str) -> None:
    """Let every interaction come from people and a server of this locale; the simulation says ``en-US`` always."""
    real = interactions.base_payload

    def payload(*args: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
        record, made = real(*args, **options)
        made["locale"] = locale
        if "guild_locale" in made:
            made["guild_locale"] = locale
        return record, made

    patch.setattr(interactions, "base_payload", payload)
