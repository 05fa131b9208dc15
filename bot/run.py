"""The bot on Discord, until somebody stops it."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable

import discord

from bot.alone import AlreadyRunning, alone
from bot.appemojis import PAUSE_SECONDS, AppEmojis
from bot.background import Background
from bot.client import WizardClient
from bot.logs import log_what_nobody_catches
from bot.outside import seen_from_outside
from bot.pauses import shorten_pauses
from bot.reach import UNREACHABLE
from bot.settings import Settings, require_token
from bot.store import StoreError

log = logging.getLogger(__name__)


async def run(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT; return the exit code. Raise `SettingsError` without a token."""
    return await _outcome(_run_alone(settings, require_token(settings)))


async def _run_alone(settings: Settings, token: str) -> None:
    log_what_nobody_catches()
    shorten_pauses()
    with alone(token, settings.database_url):
        client = WizardClient(settings)
        async with seen_from_outside(client, settings):
            await _run(client, token)


async def _run(client: WizardClient, token: str) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(wanted, stop.set)
    bot = asyncio.create_task(client.start(token))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({bot, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if bot.done():
            await bot
    finally:
        stopped.cancel()
        await client.close()
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)


async def sync_emoji(settings: Settings) -> int:
    """Bring the application's emoji up to date and return the exit code. Raise `SettingsError` without a token."""
    return await _outcome(_sync_emoji(require_token(settings)))


async def _sync_emoji(token: str) -> None:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        emojis = AppEmojis(client, Background(), clock=discord.utils.utcnow)
        print(await emojis.sync(pause=PAUSE_SECONDS))


async def _outcome(bot: Awaitable[None]) -> int:
    """Return the exit code of what ended by itself, with one sentence for what can be put right."""
    try:
        await bot
    except discord.LoginFailure:
        print("Discord refuses the token in WIZARD_TOKEN: copy it again from the developer portal.", file=sys.stderr)
        return 2
    except AlreadyRunning as error:
        print(error, file=sys.stderr)
        return 1
    except StoreError as error:
        print(f"The database can't be used: {error}", file=sys.stderr)
        return 1
    except (discord.ConnectionClosed, discord.GatewayNotFound, *UNREACHABLE) as error:
        print(f"Discord can't be reached: {type(error).__name__}. Try again later.", file=sys.stderr)
        return 1
    return 0
