"""Requests that Discord refuses are counted by the real client, and stop before Discord would shut it out."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest
from aiohttp import web
from prometheus_client import generate_latest

from bot import metrics, traffic
from bot.about import working_on
from bot.client import WizardClient
from bot.traffic import PAUSE_SECONDS, SLOW, STOP, WINDOW_SECONDS, Traffic, Withheld
from tests.e2e.driver import new_bot

BANNED = 10_000
"""Discord's own limit."""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def counted(clock: Clock) -> Traffic:
    return Traffic(clock=clock, sleep=clock.sleep)


@pytest.mark.parametrize(
    ("status", "scope", "number"),
    [(200, "", 0), (401, "", 1), (403, "", 1), (404, "", 0), (429, "user", 1), (429, "global", 1), (429, "", 1),
     (429, "shared", 0), (500, "", 0)],
)  # fmt: skip
def test_what_discord_counts_as_invalid(counted: Traffic, status: int, scope: str, number: int) -> None:
    counted.heard(status, scope)
    assert counted.invalid == number


async def test_it_slows_down_then_stops_and_goes_on_by_itself(
    counted: Traffic, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(SLOW - 1):
        counted.heard(403, "")
    await counted.admit()
    assert clock.slept == []
    counted.heard(403, "")
    await counted.admit()
    assert clock.slept == [PAUSE_SECONDS]
    with working_on(interaction=1):
        await counted.admit()
    assert clock.slept == [PAUSE_SECONDS]
    for _ in range(STOP):
        counted.heard(403, "")
    assert counted.stopped
    with pytest.raises(Withheld):
        await counted.admit()
    clock.now += WINDOW_SECONDS
    await counted.admit()
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


async def test_slow_requests_alone_never_lead_to_a_stop(counted: Traffic) -> None:
    worst = 0
    for _ in range(SLOW + int(3 * WINDOW_SECONDS / PAUSE_SECONDS)):
        await counted.admit()
        counted.heard(403, "")
        worst = max(worst, counted.invalid)
    assert SLOW < worst < STOP < BANNED / 2


# --- the real client ---------------------------------------------------------------------------------


def _json(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return an answer as Discord gives it: discord.py reads no other content type as JSON."""
    about = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=about)


@dataclass
class Refusing:
    """A Discord that lets the bot in and refuses all its messages."""

    requests: list[str] = field(default_factory=list)
    scope: str = ""
    """Of a 429; a 403 without."""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        self.requests.append(f"{request.method} {path}")
        if path == "/users/@me":
            return _json({"id": "1", "username": "Wizard", "discriminator": "0", "avatar": None})
        if path == "/oauth2/applications/@me":
            about = {"id": "1", "name": "Wizard", "icon": None, "description": "", "summary": "", "team": None}
            owner = {"id": "2", "username": "host", "discriminator": "0", "avatar": None}
            more = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "flags": 0}
            return _json(about | more | {"owner": owner})
        if path.endswith("/commands"):
            return _json([])
        if path.startswith("/interactions/"):
            return web.Response(status=204)
        if self.scope:
            limited = {"message": "limited", "retry_after": 0.0, "global": False}
            return _json(limited, status=429, headers={"X-RateLimit-Scope": self.scope, "Via": "1"})
        return _json({"message": "Missing Access", "code": 50001}, status=403)

    def number(self, beginning: str) -> int:
        return sum(request.startswith(beginning) for request in self.requests)


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Refusing]:
    fake = Refusing()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", fake.answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    (host, port, *_) = runner.addresses[0]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}/api/v10")
    yield fake
    await runner.cleanup()


@pytest.fixture
async def client(there: Refusing, tmp_path: Path, clock: Clock) -> AsyncIterator[WizardClient]:
    bot = new_bot(tmp_path / "wizard.db")
    bot.traffic._clock, bot.traffic._sleep = clock, clock.sleep
    try:
        await bot.login("not-a-token")
        there.requests.clear()
        yield bot
    finally:
        await bot.close()


async def _answer(client: WizardClient, interaction_id: int) -> None:
    adapter = discord.webhook.async_.async_context.get()
    params = discord.webhook.async_.interaction_response_params(type=6)
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]
    await adapter.create_interaction_response(interaction_id, "CANARY", session=session, params=params)


async def _refusal(channel: discord.PartialMessageable) -> type[Exception]:
    with pytest.raises((discord.Forbidden, Withheld)) as refused:
        await channel.send("x")
    return refused.type


async def test_a_client_that_is_refused_stops_sending_but_answers(
    client: WizardClient, there: Refusing, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traffic, "SLOW", 10)
    monkeypatch.setattr(traffic, "STOP", 20)
    channel = client.get_partial_messageable(5)
    refused = [await _refusal(channel) for _ in range(30)]
    assert refused == [discord.Forbidden] * 20 + [Withheld] * 10
    assert there.number("POST /channels/") == client.traffic.invalid == 20
    assert len(clock.slept) == 10
    with pytest.raises(Withheld):
        await client.create_dm(discord.Object(3))
    await _answer(client, 77)
    assert there.number("POST /interactions/77/") == 1

    clock.now += WINDOW_SECONDS
    with pytest.raises(discord.Forbidden):
        await channel.send("x")


@pytest.mark.parametrize(("scope", "number"), [("shared", 0), ("user", 5)])
async def test_each_try_that_is_limited_counts_unless_the_limit_is_shared(
    client: WizardClient, there: Refusing, scope: str, number: int
) -> None:
    there.scope = scope
    with pytest.raises(discord.HTTPException):
        await client.get_partial_messageable(5).send("x")
    assert there.number("POST /channels/") == 5
    assert client.traffic.invalid == number


async def test_answers_of_discord_are_metrics(
    client: WizardClient, there: Refusing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics._switch, "on", True)
    value = metrics.REGISTRY.get_sample_value
    asked = (
        ("wizard_discord_requests_total", {"kind": "bot", "status": "4xx"}),
        ("wizard_discord_rate_limited_total", {"scope": "global"}),
        ("wizard_discord_requests_total", {"kind": "interaction", "status": "2xx"}),
        ("wizard_interaction_acknowledged_seconds_count", {}),
    )
    before = [value(*it) or 0 for it in asked]
    there.scope = "global"
    with pytest.raises(discord.HTTPException):
        await client.get_partial_messageable(5).send("x")
    metrics.arrived(77)
    await _answer(client, 77)
    assert [(value(*it) or 0) - was for it, was in zip(asked, before, strict=True)] == [5, 5, 1, 1]
    assert b"CANARY" not in generate_latest(metrics.REGISTRY)
