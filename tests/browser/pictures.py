"""Takes the pictures of the README from the demo: ``python -m tests.browser.pictures``."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import Locator

from tests.browser.hosting import ROOT, chromium, demo, open_page
from tests.browser.player import WRITTEN, Player

PICTURES = ROOT / ".readme"
ROUND = 7
TRICKS = 2
SETTLED = 3
"""Seconds after which the messages have their last pictures."""
"""The table is shown in this round once so many tricks are done, with one's own turn in a running trick."""


async def take_pictures(folder: Path) -> None:
    """Play until the table looks busy, then take the table and the hand."""
    async with demo() as running, chromium() as browser:
        you = Player(await open_page(browser, running.url, viewport={"width": 900, "height": 1400}, scale=2))
        await you.press("Start")
        await you.sees("round 1 of")
        await you.open_hand()
        while not await _is_busy(you):
            assert await you.play_on()
        await asyncio.sleep(SETTLED)
        table = you.message(rf"Wizard · round {ROUND} of").locator(".component-container")
        await _take(table, folder / "table.png")
        await _take(you.message(rf"Your hand · round {ROUND} of"), folder / "hand.png")


async def _is_busy(you: Player) -> bool:
    panel = await (await you.sees("Your turn")).evaluate(WRITTEN)
    return bool(re.search(rf"round {ROUND} of.*play a card.*Trick {TRICKS + 1}:", panel, re.DOTALL))


async def _take(message: Locator, file: Path) -> None:
    """Take a message, or its framed part, without the page around it."""
    await message.scroll_into_view_if_needed()
    await message.page.locator("#channel-composer-input").hover()
    await message.screenshot(path=file, animations="disabled")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(take_pictures(PICTURES))
