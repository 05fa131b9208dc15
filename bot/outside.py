"""What can be seen of the bot from outside: metrics, and whether it is alive and ready, on one port of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.aiohttp import make_aiohttp_handler

from bot import metrics
from bot.census import Census
from bot.looplag import LoopLag
from bot.settings import Settings, SettingsError

if TYPE_CHECKING:
    from bot.client import WizardClient

_LATELY_SECONDS: Final = 60.0
"""After so long without a change the database is tried."""
_LAGGING_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 4.0
"""How long `ask` waits; whoever runs it at intervals waits longer."""
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask a bot that listens everywhere


async def troubles(client: WizardClient, lag: LoopLag) -> list[str]:
    """Return what keeps the bot from playing, a sentence each; nothing when it can play."""
    if not client.is_playing:
        return ["The bot is starting, or Discord can't be reached."]
    found = []
    if any(shard.is_closed() for shard in client.shards.values()):
        found.append("The connection to Discord is lost.")
    if not await client.store.is_writable(_LATELY_SECONDS):
        found.append("The database takes no changes.")
    if lag.worst >= _LAGGING_SECONDS:
        found.append(f"The event loop was late by {lag.worst:.1f} s.")
    return found


@asynccontextmanager
async def seen_from_outside(client: WizardClient, settings: Settings) -> AsyncIterator[None]:
    """Watch the event loop inside, and answer on the settings' port if they name one.

    Raise `SettingsError` when that port can't be had.
    """
    lag = LoopLag(asyncio.get_running_loop())
    lag.start()
    try:
        if settings.metrics_port is None:
            yield
            return
        runner = web.AppRunner(_application(client, lag), access_log=None)
        await runner.setup()
        try:
            await _listen(runner, settings.metrics_address, settings.metrics_port)
            yield
        finally:
            await runner.cleanup()
    finally:
        lag.stop()


async def _listen(runner: web.AppRunner, address: str, port: int) -> None:
    try:
        await web.TCPSite(runner, address, port).start()
    except OSError as error:
        raise SettingsError(f"WIZARD_METRICS_PORT can't be had: {address}, port {port}: {error.strerror}.") from None
    metrics.switch_on()


def _application(client: WizardClient, lag: LoopLag) -> web.Application:
    registry, census = CollectorRegistry(), Census(client, lag)
    for collector in (metrics.REGISTRY, census, ProcessCollector(registry=None)):
        registry.register(collector)
    shown = make_aiohttp_handler(registry)

    async def show(request: web.Request) -> web.StreamResponse:
        await census.look()
        return await shown(request)

    async def live(_: web.Request) -> web.StreamResponse:
        return web.Response(text="alive\n")

    async def ready(_: web.Request) -> web.StreamResponse:
        found = await troubles(client, lag)
        return web.Response(text="\n".join(found or ["ready"]) + "\n", status=503 if found else 200)

    application = web.Application()
    application.add_routes([web.get("/metrics", show), web.get("/healthz", live), web.get("/readyz", ready)])
    return application


def ask(settings: Settings) -> tuple[bool, str]:
    """Ask the bot that runs with these settings; return whether it is ready and what it says."""
    if settings.metrics_port is None:
        return False, "WIZARD_METRICS_PORT is not set: the bot can't be asked (see .env.example)."
    address = _ANYWHERE.get(settings.metrics_address, settings.metrics_address)
    connection = HTTPConnection(address, settings.metrics_port, timeout=_PATIENCE_SECONDS)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        return answer.status == 200, answer.read(2000).decode("utf-8", "replace").strip()
    except (OSError, HTTPException) as error:
        return False, f"No bot answers at {address}, port {settings.metrics_port}: {type(error).__name__}."
    finally:
        connection.close()
