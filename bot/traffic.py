"""Every answer of Discord's REST interface is heard here; too many refusals, and only clicks are answered.

Discord shuts out an address with 10,000 invalid requests (401, 403, and 429 but for limits shared with others) within
ten minutes. From 2,000 on requests nobody waits for are sent slowly, at 4,000 not at all until the number is below
2,000 again. Answers to interactions always go out. The number is of this process; two of them
behind one address stay below the limit together.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord

from bot import metrics
from bot.about import about

log = logging.getLogger(__name__)

WINDOW_SECONDS: Final = 600.0
SLOW: Final = 2000
"""From so many invalid requests in the window on, requests nobody waits for go out one by one."""
STOP: Final = 4000
"""From so many on they don't go out at all."""
PAUSE_SECONDS: Final = 0.5
"""Between two slow requests: in a window these alone can't lead from `SLOW` to `STOP`."""

_INTERACTION: Final = re.compile(r"/(?:interactions/(\d+)/[^/]+/callback|webhooks/\d+/[^/]+(?:/.*)?)$")
_NEEDED: Final = frozenset({"/gateway", "/gateway/bot", "/users/@me", "/oauth2/applications/@me"})
"""Without these nothing can be heard."""


class Withheld(OSError):
    """A request was not sent: Discord has refused too many. It may well be sent later."""


class Traffic:
    """Counts the invalid requests of this process, and holds back what can wait."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._invalid: deque[float] = deque()
        self._stopped = False
        self._turn = asyncio.Lock()

    @property
    def invalid(self) -> int:
        """Return how many invalid requests there were in the last ten minutes."""
        began = self._clock() - WINDOW_SECONDS
        while self._invalid and self._invalid[0] <= began:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def stopped(self) -> bool:
        """Return whether only interactions are answered for now."""
        number = self.invalid
        if self._stopped and number < SLOW:
            self._stopped = False
            log.info("Messages are sent again")
        elif not self._stopped and number >= STOP:
            self._stopped = True
            log.warning(
                "Discord has refused %d requests within ten minutes, and shuts out at 10,000: "
                "until that is over only clicks and commands are answered",
                number,
            )
        return self._stopped

    def heard(self, status: int, scope: str) -> None:
        """Note an answer; `scope` is what Discord says about a 429."""
        if status in (401, 403) or (status == 429 and scope != "shared"):
            self._invalid.append(self._clock())
            _ = self.stopped

    async def admit(self) -> None:
        """Return when a request that is no answer may be sent; raise `Withheld` when none may be for now."""
        self._refuse()
        # What a click waits for isn't slowed down: there are three seconds for all of it.
        if self.invalid >= SLOW and about().interaction is None:
            async with self._turn:
                self._refuse()
                if self.invalid >= SLOW:
                    await self._sleep(PAUSE_SECONDS)
            self._refuse()

    def _refuse(self) -> None:
        if self.stopped:
            metrics.withheld()
            raise Withheld("too many requests were refused")

    # --- the client -----------------------------------------------------------------------------

    def trace(self) -> aiohttp.TraceConfig:
        """Return what a client's session tells its answers to."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._on_request_end)
        return trace

    async def _on_request_end(
        self, _session: aiohttp.ClientSession, _context: object, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        status, scope = answer.response.status, answer.response.headers.get("X-RateLimit-Scope", "")
        interaction = _INTERACTION.search(answer.url.path)
        self.heard(status, scope)
        metrics.answered("bot" if interaction is None else "interaction", status, scope)
        if interaction is not None and interaction[1] and status < 300:
            metrics.acknowledged(int(interaction[1]))

    def guard(self, client: discord.Client) -> None:
        """Let the client's requests by the bot's token go out only when they may."""
        send = client.http.request

        async def request(route: discord.http.Route, **kwargs: Any) -> Any:  # noqa: ANN401 - as discord.py has it
            if route.path not in _NEEDED:
                await self.admit()
            return await send(route, **kwargs)

        client.http.request = request  # type: ignore[method-assign]
