"""Starts the demo through its command line, as a newcomer does, and Chromium to look at it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from tests.browser.recorded import NOTES
from tests.discord_spec import violations

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
STOP_SECONDS = 20
_CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP: ViewportSize = {"width": 1280, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Demo:
    """A running demo."""

    process: asyncio.subprocess.Process
    url: str

    async def stop(self) -> int:
        """End it as a service manager does, and return its exit code."""
        if self.process.returncode is None:
            self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), STOP_SECONDS)


def command(port: str, *arguments: str, module: str = "bot") -> list[str]:
    """Return the command line of the demo."""
    return [sys.executable, "-m", module, "demo", "--port", port, *arguments]


@asynccontextmanager
async def demo(*arguments: str, pace: float = 0, pictures: bool = True, folder: Path = ROOT) -> AsyncIterator[Demo]:
    """Run ``wizard-bot demo`` on a free port; its temporary files go below `folder`.

    The page starts a process for each picture it has not seen: a whole game without a pause goes faster without them.

    When it has ended, every request of its bot is checked against Discord's description.
    """
    with tempfile.TemporaryDirectory() as kept:
        notes = Path(kept, "requests.json")
        settings = {
            "WIZARD_PACE": str(pace),
            "WIZARD_PICTURES": str(pictures),
            "WIZARD_EDIT_INTERVAL": "0",
            "TMPDIR": str(folder),
            NOTES: str(notes),
        }
        async with _process(arguments, settings) as process:
            running = Demo(process, await asyncio.wait_for(_address(process), START_SECONDS))
            yield running
            assert await running.stop() == 0
            assert process.stderr is not None
            assert await process.stderr.read() == b""
        _check_requests(notes)


def _check_requests(notes: Path) -> None:
    requests = [tuple(request) for request in json.loads(notes.read_text(encoding="utf-8"))]
    assert requests
    assert violations(requests) == []


@asynccontextmanager
async def _process(arguments: Sequence[str], settings: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *command("0", *arguments, module="tests.browser.recorded"),
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async for line in process.stdout:
        if found := re.search(rb"http://\S+", line):
            return found[0].decode()
    raise AssertionError(f"the demo ended without an address, exit code {await process.wait()}")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the system's Chromium; skip the test where there is none."""
    program = next(filter(None, map(shutil.which, _CHROMIUM_NAMES)), None)
    if program is None:
        pytest.skip(f"install Chromium: none of {', '.join(_CHROMIUM_NAMES)} is on the PATH")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


async def open_page(browser: Browser, url: str, *, viewport: ViewportSize = DESKTOP, scale: float = 1) -> Page:
    """Open the demo in a context of its own, which shares nothing with another person's."""
    context = await browser.new_context(viewport=viewport, device_scale_factor=scale, bypass_csp=True)
    page = await context.new_page()
    await page.goto(url)
    await page.wait_for_function("window.simcordPreview && window.simcordPreview.ready")
    return page
