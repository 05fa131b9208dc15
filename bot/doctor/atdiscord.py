"""What Discord says of the bot: its token, application, servers, commands, emoji, and what time it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.alone import bot_id
from bot.art import emoji as art
from bot.client import WizardClient
from bot.doctor.diagnosis import Diagnosis, ok, problem, warning
from bot.names import cleaned
from bot.reach import UNREACHABLE, code_of
from bot.settings import Settings

NEEDED: Final = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
_PATIENCE: Final = 30.0
"""Seconds for all questions."""
_PAGE: Final = 200
"""Servers in one answer."""
_NAMED: Final = 5
"""Servers that are named; of more it is said how many."""
_DRIFT: Final = timedelta(seconds=5)
_FAR_OFF: Final = timedelta(minutes=1)
_WHOLE_SECOND: Final = timedelta(seconds=1)
"""What Discord's clock in an answer is cut to."""


async def at_discord(settings: Settings, token: str) -> list[Diagnosis]:
    """Ask Discord; where it refuses the token or can't be reached, that is all there is to say."""
    if bot_id(token) is None:
        text = "WIZARD_TOKEN is no bot token: copy it from the page Bot of the application, three parts with two dots"
        return [problem("token", text)]
    clocks: list[timedelta] = []
    client = discord.Client(intents=discord.Intents.none(), http_trace=_listening(clocks))
    try:
        async with asyncio.timeout(_PATIENCE), client:
            await client.login(token)
            found = await _asked(client, settings)
    except discord.LoginFailure:
        return [problem("token", "Discord refuses it: reset it on the page Bot of the application, and copy it again")]
    except UNREACHABLE as error:
        return [problem("Discord", f"it can't be reached ({type(error).__name__}): look at the network, or try later")]
    return [*found, *_clock(clocks)]


async def _asked(client: discord.Client, settings: Settings) -> list[Diagnosis]:
    found = [ok("token", f"it is of {cleaned(str(client.user))}"), *_application(client)]
    for about, question in (
        ("servers", _servers),
        ("commands", _commands),
        ("emoji", _emoji),
        ("starts", _starts),
    ):
        try:
            found.append(await question(client, settings))
        except (discord.HTTPException, discord.GatewayNotFound) as error:
            found.append(warning(about, f"Discord doesn't say (code {code_of(error)}): try again later"))
    return found


def _application(client: discord.Client) -> list[Diagnosis]:
    application = client.application
    if application is None:
        return []
    found = [_intents(application.flags)]
    if application.interactions_endpoint_url:
        text = (
            "an interactions endpoint URL is set, so no click reaches the bot: empty it on the page General Information"
        )
        found.append(problem("interactions", text))
    if application.bot_require_code_grant:
        text = "the bot requires a code grant, so nobody can invite it: switch that off on the page Bot"
        found.append(warning("invitation", text))
    return found


def _intents(flags: discord.ApplicationFlags) -> Diagnosis:
    on = {
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    if not any(on.values()):
        return ok("intents", "none that is privileged is on, and none is needed")
    named = ", ".join(name for name, is_on in on.items() if is_on)
    return ok("intents", f"none that is privileged is needed: {named} can be switched off on the page Bot")


async def _servers(client: discord.Client, _settings: Settings) -> Diagnosis:
    """Tell where a permission is missing for the server as a whole; single channels may be different."""
    guilds = await _guilds(client)
    if not guilds:
        url = discord.utils.oauth_url(
            client.application_id or 0, permissions=NEEDED, scopes=("bot", "applications.commands")
        )
        return warning("servers", f"the bot is in none: invite it with {url}")
    lacking = [said for guild in guilds if (said := _lacking(guild))]
    if not lacking:
        return ok("servers", f"{len(guilds)}, with every permission it needs in each")
    rest = f"; and in {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
    text = f"missing {'; '.join(lacking[:_NAMED])}{rest}: give them to the bot's role, or in its channels"
    return warning("servers", text)


async def _guilds(client: discord.Client) -> list[Any]:
    """Return every server as Discord describes it here: with the bot's permissions, which discord.py drops."""
    guilds: list[Any] = []
    while True:
        page = await client.http.get_guilds(_PAGE, after=guilds[-1]["id"] if guilds else None, with_counts=False)
        guilds += page
        if len(page) < _PAGE:
            return guilds


def _lacking(guild: Any) -> str:  # noqa: ANN401 - Discord's JSON
    has = discord.Permissions(int(guild.get("permissions", 0)))
    if has.administrator or has >= NEEDED:
        return ""
    names = [name.replace("_", " ").title() for name, is_needed in NEEDED if is_needed and not getattr(has, name)]
    return f"{', '.join(names)} in {cleaned(guild['name'])}"


async def _commands(client: discord.Client, settings: Settings) -> Diagnosis:
    wanted = {command.name for command in WizardClient(settings).tree.get_commands()}
    there = {command.name for command in await app_commands.CommandTree(client).fetch_commands()}
    if missing := sorted(wanted - there):
        named = ", ".join(f"/{name}" for name in missing)
        return warning("commands", f"Discord doesn't have {named}: start the bot, which sends them")
    return ok("commands", ", ".join(f"/{name}" for name in sorted(wanted)))


async def _emoji(client: discord.Client, settings: Settings) -> Diagnosis:
    wanted = {it.name for it in art.all_emoji().values()}
    there = wanted & {found.name for found in await client.fetch_application_emojis()}
    if not settings.app_emojis:
        return ok("emoji", "the bot goes without its own (WIZARD_APP_EMOJIS)")
    if there != wanted:
        count = f"{len(there)} of {len(wanted)} are there"
        return warning("emoji", f"{count}: a running bot uploads the rest, and so does `wizard-bot emoji sync`")
    return ok("emoji", f"all {len(wanted)} are there")


async def _starts(client: discord.Client, _settings: Settings) -> Diagnosis:
    _, _, limit = await client.http.get_bot_gateway()
    left = f"{limit['remaining']} of {limit['total']} are left for the next {limit['reset_after'] / 3_600_000:.0f} h"
    if limit["remaining"] * 10 < limit["total"]:
        return warning(
            "starts", f"only {left}: something starts a bot with this token again and again, here or elsewhere"
        )
    return ok("starts", left)


def _listening(clocks: list[timedelta]) -> aiohttp.TraceConfig:
    """Note with every answer how far Discord's clock is ahead of ours."""

    async def note(_: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        if said := end.response.headers.get("Date"):
            clocks.append(parsedate_to_datetime(said) + _WHOLE_SECOND / 2 - discord.utils.utcnow())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace


def _clock(clocks: list[timedelta]) -> list[Diagnosis]:
    if not clocks:
        return []
    ahead = min(clocks, key=abs)  # the quickest answer
    seconds = round(abs(ahead).total_seconds())
    if abs(ahead) < _DRIFT:
        return [ok("clock", "it agrees with Discord's")]
    how = "behind" if ahead > timedelta() else "ahead of"
    grade: Callable[[str, str], Diagnosis] = problem if abs(ahead) >= _FAR_OFF else warning
    return [grade("clock", f"it is {seconds} s {how} Discord's: let the machine keep time (NTP)")]
