"""Discord's REST interface as far as a start and `wizard-bot doctor` need it, on a port of this machine."""

from __future__ import annotations

import asyncio
import base64
import os
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from aiohttp import web

BOT = 10**17 + 2 * os.getpid()
"""Tests that run beside this one, in another process, have other bots."""
CANARY = "CANARY-this-must-never-be-printed-or-logged"
_API = "/api/v10"


def token_of(bot_id: int) -> str:
    return f"{base64.urlsafe_b64encode(str(bot_id).encode()).decode().rstrip('=')}.GaBcDe.{CANARY}"


TOKEN = token_of(BOT)


class FakeDiscord:
    """What Discord says; whatever is asked of `holding` is never answered."""

    def __init__(self) -> None:
        self.flags = 0
        self.application: dict[str, Any] = {}
        self.guilds: list[dict[str, Any]] = []
        self.commands: list[dict[str, Any]] = []
        self.emoji: list[str] = []
        self.starts_left = 987
        self.clock_ahead = timedelta()
        self.tokens = {TOKEN}
        self.broken: set[str] = set()
        self.holding = ""
        self.held = asyncio.Semaphore(0)
        """Released once for every request that is held."""
        self.base = ""
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        application = web.Application(middlewares=[self._rules])
        mine = f"{_API}/applications/{BOT}"
        application.add_routes(
            [
                web.get(f"{_API}/users/@me", self._me),
                web.get(f"{_API}/oauth2/applications/@me", self._application),
                web.get(f"{_API}/users/@me/guilds", self._guilds),
                web.get(f"{mine}/commands", self._commands),
                web.put(f"{mine}/commands", self._commands),
                web.get(f"{mine}/emojis", self._emoji),
                web.get(f"{_API}/gateway/bot", self._gateway),
            ]
        )
        self._runner = web.AppRunner(application, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = site._server.sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}{_API}"

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _rules(self, request: web.Request, handler: Any) -> web.StreamResponse:
        path = request.path.removeprefix(_API)
        if self.holding and request.method + path == self.holding:
            self.held.release()
            await asyncio.Event().wait()
        if request.headers.get("Authorization", "").removeprefix("Bot ") not in self.tokens:
            response = web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        elif path in self.broken:
            response = web.json_response({"message": "Missing Access", "code": 50001}, status=403)
        else:
            response = await handler(request)
        now = datetime.now(UTC) + self.clock_ahead
        response.headers["Content-Type"] = "application/json"  # as Discord says it; discord.py knows no other way
        response.headers["Date"] = format_datetime(now, usegmt=True)
        return response

    async def _me(self, _: web.Request) -> web.Response:
        return web.json_response({"id": str(BOT), "username": "Wizard", "discriminator": "0", "avatar": None})

    async def _application(self, _: web.Request) -> web.Response:
        about = {"id": str(BOT), "name": "Wizard", "icon": None, "description": "", "summary": "", "team": None}
        owner = {"id": "1", "username": "host", "discriminator": "0", "avatar": None}
        more = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64, "owner": owner}
        return web.json_response(about | more | {"flags": self.flags} | self.application)

    async def _guilds(self, request: web.Request) -> web.Response:
        after = int(request.query.get("after", 0))
        rest = [guild for guild in self.guilds if int(guild["id"]) > after]
        return web.json_response(rest[: int(request.query["limit"])])

    async def _commands(self, _: web.Request) -> web.Response:
        return web.json_response(self.commands)

    async def _emoji(self, _: web.Request) -> web.Response:
        items = [
            {"id": str(number), "name": name, "roles": [], "require_colons": True, "managed": False, "animated": False}
            for number, name in enumerate(self.emoji, 1)
        ]
        return web.json_response({"items": items})

    async def _gateway(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": self.starts_left, "reset_after": 3_600_000, "max_concurrency": 1}
        return web.json_response({"url": "wss://gateway.invalid", "shards": 1, "session_start_limit": limit})


async def start_bot(discord: FakeDiscord, database: Path, token: str) -> asyncio.subprocess.Process:
    """Start `wizard-bot run` as a process of its own, which finds this Discord."""
    program = (
        f"import sys, discord.http as http; http.Route.BASE = {discord.base!r};"
        "from bot.cli import main; sys.exit(main(['run']))"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("WIZARD_")}
    settings = {
        "WIZARD_TOKEN": token,
        "WIZARD_DATABASE_URL": f"sqlite:///{database}",
        "WIZARD_AI_WORKERS": "0",
        "WIZARD_APP_EMOJIS": "false",
        "WIZARD_PICTURES": "false",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        cwd=database.parent,
        env=kept | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
