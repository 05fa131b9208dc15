"""Both clients on the stub: the bot with running games, and a bare one that only defers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

import aiohttp
import discord

from bot.art import emoji as art
from bot.client import WizardClient
from bot.customid import Press, parse
from bot.settings import Settings
from bot.store import Store
from tests.benchmarks.running import PEOPLE, fill
from tests.benchmarks.stub import Click, Gateway, Place, Wire

_DECIDING: Final = ("bid", "play", "trump")
_TOKEN: Final = "MTAw.GaBcDe.none"


class Bare(discord.AutoShardedClient):
    """The floor: discord.py's own client, which lets Discord wait for whatever is clicked, and does nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), **options)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


async def idle() -> None:
    """Return when nothing is under way any more, without turning in circles meanwhile."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)


async def _connected(client: discord.AutoShardedClient, wire: Wire, places: Sequence[Place]) -> Gateway:
    with mock.patch.object(aiohttp, "ClientSession", partial(wire.session, aiohttp.ClientSession)):
        await client.login(_TOKEN)
    gateway = Gateway(client, wire)
    await gateway.ready(list(places))
    await client.wait_until_ready()
    await idle()
    return gateway


class Floor:
    """A bare client in the same servers."""

    def __init__(self, server: str = "") -> None:
        self.wire = Wire(server=server)
        self.client = Bare(guild_ready_timeout=0.05)

    async def start(self, places: Sequence[Place]) -> None:
        self.gateway = await _connected(self.client, self.wire, places)

    async def stop(self) -> None:
        await self.client.close()


class Bot:
    """The bot with a running game in each server, and the people there."""

    def __init__(self, database: Path, clock: Callable[[], datetime], server: str = "", **settings: Any) -> None:
        self._url = f"sqlite+aiosqlite:///{database}"
        self.wire = Wire(tuple(it.name for it in art.all_emoji().values()), server)
        usual = {"pace": 0, "edit_interval": 0, "ai_workers": 0, "pictures": False}
        chosen = Settings(_env_file=None, token="not-a-token", database_url=self._url, **(usual | settings))
        self.client = WizardClient(chosen, clock=clock, guild_ready_timeout=0.05)
        self._panels: dict[tuple[int, int], int] = {}
        self._rng = Random(1)

    async def fill(self, places: Sequence[Place], *, hands: bool = False) -> None:
        """Store a game for each place."""
        if hands:
            self._panels |= {(place.table, seat): place.hand(seat) for place in places for seat in range(PEOPLE)}
        store = await Store.open(self._url)
        await fill(store, places, hands=hands)
        await store.close()

    async def start(self, places: Sequence[Place]) -> None:
        """Start, and wait until all tables are shown."""
        self.gateway = await _connected(self.client, self.wire, places)

    async def stop(self) -> None:
        await self.client.close()

    def _awaited(self, place: Place) -> int | None:
        """Return the seat whose decision a table waits for; None where cards are just being dealt."""
        table = self.client.tables.get(place.table)
        awaited = () if table is None else table.awaited
        return next((seat for seat in range(PEOPLE) if place.person(seat) in awaited), None)

    async def open_hands(self, place: Place, seats: Sequence[int] = range(PEOPLE)) -> None:
        """Let people open their hands by the button of the public message."""
        press = str(Press(place.table, 0, "hand"))
        opened = {seat: await self.hear(Click(place, seat, place.post, press)) for seat in seats}
        await idle()
        for seat, interaction in opened.items():
            self._panels[place.table, seat] = self.wire.answers[interaction]

    async def hear(self, click: Click) -> int:
        interaction, text = self.gateway.click(click)
        await self.gateway.hear(text)
        return interaction

    async def alone(self, place: Place) -> None:
        """Let whoever is to decide have the only open hand of a table."""
        table = self.client.tables.get(place.table)
        assert table is not None
        self.client.panels.forget(table)
        seat = self._awaited(place)
        assert seat is not None
        await self.open_hands(place, [seat])

    def decision(self, place: Place) -> Click | None:
        """Return a decision to be made now, any on the panel of who is to make it; None where none can be seen yet."""
        seat = self._awaited(place)
        if seat is None:
            return None
        message = self._panels[place.table, seat]
        parts = [(it, parse(it["custom_id"])) for it in controls(self.wire.shown[message])]
        found = [it for it, press in parts if press is not None and press.op in _DECIDING]
        if not found:
            return None
        part = self._rng.choice(found)
        values = [self._rng.choice(part["options"])["value"]] if part["type"] == 3 else None
        return Click(place, seat, message, part["custom_id"], values)


def controls(body: str) -> list[dict[str, Any]]:
    """Return the buttons and selects of a message that can be used."""
    waiting, found = list(json.loads(body)["components"]), []
    while waiting:
        part = waiting.pop()
        waiting += part.get("components", [])
        if "custom_id" in part and not part.get("disabled"):
            found.append(part)
    return sorted(found, key=lambda it: str(it["custom_id"]))
