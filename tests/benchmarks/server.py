"""An HTTP server on this machine that takes whatever it is sent: ``python -m tests.benchmarks.server``.

Prints its address; runs until its input is closed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Final

from aiohttp import web

_BODY: Final = json.dumps({"content": "x" * 3000}).encode()
"""About as long as Discord's answer with a hand."""


async def _take(request: web.Request) -> web.Response:
    await request.read()
    return web.Response(body=_BODY, content_type="application/json")


async def _main() -> None:
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", _take)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(_main())
