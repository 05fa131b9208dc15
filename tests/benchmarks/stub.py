"""A Discord that costs next to nothing: what is sent is kept as it is, what arrives was written before.

It stands where discord.py has its HTTP session and its gateway socket, so that everything above is discord.py's own.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, NamedTuple
from unittest import mock

import aiohttp
import discord
from discord.gateway import DiscordWebSocket

APPLICATION: Final = 10**17
_EPOCH: Final = 1_420_070_400_000
_HEADERS: Final = {"content-type": "application/json", "Content-Type": "application/json"}
_NAMES: Final = ("Ada", "Bert", "Cleo", "Dan", "Eve", "Finn")
PEOPLE: Final = len(_NAMES)
_EMOJI: Final = {"roles": [], "require_colons": True, "managed": False, "animated": False}


class _Answer:
    """An answer of the REST interface that was there before it was asked for."""

    reason = "OK"

    def __init__(self, body: str, status: int = 200) -> None:
        self.status = status
        self.headers = _HEADERS if body else {}
        self.fetch: Callable[[], Awaitable[None]] | None = None
        self._body = body

    async def text(self, encoding: str = "utf-8") -> str:  # noqa: ARG002 - as aiohttp has it
        return self._body

    async def __aenter__(self) -> _Answer:
        if self.fetch is not None:
            await self.fetch()
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


class Wire:
    """The REST interface of one client, in the place of its `aiohttp.ClientSession`.

    With the address of a server each request is made there too, and its answer read, before it is answered here.
    """

    def __init__(self, emoji: tuple[str, ...] = (), server: str = "") -> None:
        self.shown: dict[int, str] = {}
        """By message, the body of the last request that changed it."""
        self.acknowledged: dict[int, float] = {}
        """By interaction, when its answer was there."""
        self.answers: dict[int, int] = {}
        """By interaction, the message its answer made or changed."""
        self.sources: dict[int, int] = {}
        """By interaction, the message that was clicked."""
        self._private: set[int] = set()
        """The messages that one person sees."""
        self.keeps = True
        """Whether what is shown is kept."""
        self._emoji = [{"id": str(number), "name": name, **_EMOJI} for number, name in enumerate(emoji, 1)]
        self._ids = itertools.count(2 * 10**18)
        self._server = server
        self._session: aiohttp.ClientSession | None = None

    def session(self, make: type[aiohttp.ClientSession], **options: Any) -> Wire:
        """Take the place of the session that discord.py makes."""
        if self._server:
            self._session = make(**options)
        return self

    def request(self, method: str, url: str, **options: Any) -> _Answer:
        where = str(url).partition("/api/v10")[2].partition("?")[0].split("/")[1:]
        answer = self._answer(method, where, options.get("data"))
        if self._session is not None:
            answer.fetch = partial(self._fetch, self._session, method, f"{self._server}/{'/'.join(where)}", options)
        return answer

    @staticmethod
    async def _fetch(session: aiohttp.ClientSession, method: str, url: str, options: dict[str, Any]) -> None:
        async with session.request(method, url, **options) as answer:
            await answer.text()

    def _answer(self, method: str, where: list[str], data: Any) -> _Answer:
        match method, where:
            case "POST", ["interactions", interaction, _, "callback"]:
                return _Answer(self._callback(int(interaction), data))
            case "POST", ["channels", channel, "messages"]:
                return _Answer(self._message(next(self._ids), channel, data))
            case "PATCH", ["channels", channel, "messages", message]:
                return _Answer(self._message(int(message), channel, data))
            case "PATCH", ["webhooks", _, _, "messages", message]:
                self._private.add(int(message))
                return _Answer(self._message(int(message), "0", data))
            case "DELETE", _:
                return _Answer("", 204)
            case _:
                return _Answer(json.dumps(self._other(method, "/".join(where))))

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _callback(self, interaction: int, body: str) -> str:
        self.acknowledged[interaction] = time.perf_counter()
        kind = int(body[len('{"type":') : body.index(",")] if "," in body else body[len('{"type":') : -1])
        about = {"id": str(interaction), "type": 3}
        if kind == 6:
            return json.dumps({"interaction": about, "resource": {"type": 6}})
        message = next(self._ids) if kind == 4 else self.sources[interaction]
        if kind == 4:
            self._private.add(message)
        self.answers[interaction] = message
        about |= {"response_message_id": str(message), "response_message_ephemeral": True}
        at = body.index('"data":') + len('"data":')
        resource = self._message(message, "0", body[at:-1])
        return f'{{"interaction":{json.dumps(about)},"resource":{{"type":{kind},"message":{resource}}}}}'

    def _message(self, message: int, channel: str, body: str) -> str:
        if self.keeps:
            self.shown[message] = body
        return self.seen(message, channel, body)

    def seen(self, message: int, channel: str, body: str) -> str:
        """Return a message as Discord tells of it, from the body of the last request that changed it."""
        flags = 32832 if message in self._private else 32768
        return f'{{"id":"{message}","channel_id":"{channel}",{_MESSAGE},{body[1:-1]},"flags":{flags}}}'

    def _other(self, method: str, path: str) -> Any:
        if path == "users/@me":
            return user(APPLICATION, "Wizard")
        if path == "oauth2/applications/@me":
            return _APPLICATION
        if path.endswith("/emojis"):
            return {"items": self._emoji}
        if path.endswith("/commands"):
            return []
        if "/members/" in path:
            return _MEMBER | {"user": user(int(path.rpartition("/")[2]), "somebody")}
        raise AssertionError(f"nobody asked for {method} {path} so far")


def user(user_id: int, name: str) -> dict[str, Any]:
    return {"id": str(user_id), "username": name, "global_name": name, "discriminator": "0", "avatar": None}


_APPLICATION: Final = {
    "id": str(APPLICATION),
    "name": "Wizard",
    "icon": None,
    "description": "",
    "summary": "",
    "team": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "0" * 64,
    "flags": 0,
    "owner": user(1, "host"),
}
_MEMBER: Final = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
_AUTHOR: Final = json.dumps(user(APPLICATION, "Wizard") | {"bot": True})
_MESSAGE: Final = (
    f'"type":0,"author":{_AUTHOR},"content":"","timestamp":"2026-01-01T00:00:00+00:00","edited_timestamp":null,'
    '"tts":false,"mention_everyone":false,"mentions":[],"mention_roles":[],"attachments":[],"embeds":[],"pinned":false'
)
"""What is the same in every message."""


class Place:
    """A server with one channel, and people in it, all numbered by the table that is played there."""

    def __init__(self, number: int) -> None:
        self.guild = 3 * 10**17 + number
        self.channel = 4 * 10**17 + number
        self.table = 5 * 10**17 + number
        self.post = 6 * 10**17 + number
        """The public message."""

    def person(self, seat: int) -> int:
        return 7 * 10**17 + 8 * (self.table % 10**9) + seat

    def hand(self, seat: int) -> int:
        """Return the message that is somebody's open hand from the beginning, where there is one."""
        return 8 * 10**17 + 8 * (self.table % 10**9) + seat

    @property
    def payload(self) -> dict[str, Any]:
        """Return the server as the gateway tells of it."""
        everyone = {"id": str(self.guild), "name": "@everyone", "permissions": str(2**50 - 1), "position": 0}
        role = everyone | {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
        channel = {"id": str(self.channel), "type": 0, "name": "games", "position": 0, "permission_overwrites": []}
        return {
            "id": str(self.guild),
            "name": "Server",
            "owner_id": "1",
            "roles": [role],
            "emojis": [],
            "stickers": [],
            "features": [],
            "channels": [channel],
            "threads": [],
            "members": [_MEMBER | {"user": user(APPLICATION, "Wizard")}],
            "member_count": 10,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "unavailable": False,
        }


class Click(NamedTuple):
    """What somebody uses on a message; `values`: what is chosen there, None for a button."""

    place: Place
    seat: int
    message: int
    custom_id: str
    values: list[str] | None = None


class Gateway:
    """What one client hears; `client` is logged in already."""

    def __init__(self, client: discord.AutoShardedClient, wire: Wire) -> None:
        self._wire = wire
        self._counter = itertools.count()
        client._connection.shard_count = 1
        client._connection.shard_ids = [0]
        socket = DiscordWebSocket(mock.Mock(), loop=client.loop)
        socket._discord_parsers = client._connection.parsers
        socket._dispatch = client.dispatch
        socket._keep_alive = None
        socket._connection = client._connection
        socket.log_receive = lambda _: None
        socket.shard_id = 0
        self._hear: Callable[[str], Any] = socket.received_message

    async def ready(self, places: list[Place]) -> None:
        """Tell of the servers the bot is in."""
        about = {
            "session_id": "0",
            "resume_gateway_url": "wss://gateway.invalid",
            "user": user(APPLICATION, "Wizard"),
            "application": {"id": str(APPLICATION), "flags": 0},
            "guilds": [{"id": str(place.guild), "unavailable": True} for place in places],
            "shard": [0, 1],
        }
        await self._event("READY", about)
        for place in places:
            await self._event("GUILD_CREATE", place.payload)

    async def _event(self, event: str, about: dict[str, Any]) -> None:
        await self.hear(json.dumps({"op": 0, "t": event, "s": next(self._counter), "d": about}))

    async def hear(self, text: str) -> None:
        """Let the client hear a message of the gateway."""
        await self._hear(text)

    def click(self, click: Click) -> tuple[int, str]:
        """Return the id of an interaction and the message of the gateway that tells of it."""
        place, seat, message = click.place, click.seat, click.message
        part = {"custom_id": click.custom_id, "component_type": 2 if click.values is None else 3, "id": 1}
        interaction = (int(time.time() * 1000) - _EPOCH << 22) + next(self._counter) % 2**22
        self._wire.sources[interaction] = message
        clicker = _MEMBER | {"user": user(place.person(seat), _NAMES[seat]), "permissions": str(2**50 - 1)}
        about = {
            "id": str(interaction),
            "application_id": str(APPLICATION),
            "type": 3,
            "token": f"aW50ZXJhY3Rpb24{interaction}" + "x" * 120,
            "version": 1,
            "guild_id": str(place.guild),
            "guild": {"id": str(place.guild), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "channel_id": str(place.channel),
            "channel": {"id": str(place.channel), "type": 0, "name": "games", "permissions": str(2**50 - 1)},
            "member": clicker,
            "locale": "en-US",
            "app_permissions": str(2**50 - 1),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(place.guild)},
            "context": 0,
            "attachment_size_limit": 10_485_760,
            "data": part if click.values is None else part | {"values": click.values},
        }
        shown = self._wire.seen(message, str(place.channel), self._wire.shown[message])
        head = json.dumps({"op": 0, "t": "INTERACTION_CREATE", "s": next(self._counter)})[:-1]
        return interaction, f'{head},"d":{json.dumps(about)[:-1]},"message":{shown}}}}}'
