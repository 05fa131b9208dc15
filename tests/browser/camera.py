"""Takes pictures of messages on SimCord's page, and finds what can't be read or pressed there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, FloatRect, Page, Route
from simcord.builders import UserHandle
from simcord.env import Env

from tests.browser.screens.stage import Shot

_HEIGHT: Final = 1200
"""Of the page at first; it grows for longer messages, so that nothing needs scrolling."""
WIDTHS: Final[Mapping[str, int]] = {"phone": 390, "desktop": 1000}
_SCALE: Final = 2
_PATIENCE: Final = 120_000
"""Milliseconds the page may take on a busy machine."""
_FONTS: Final = files("simcord.preview") / "static" / "fonts"
_UNUSED: Final = re.compile("/noto-sans-(arabic|devanagari|sc)-")
"""Fonts of 19 MB that the page waits for each time it is opened; none of our languages needs them."""
_READY: Final = "window.simcordPreview && window.simcordPreview.ready"
_FITS: Final = """(() => {
    const stage = document.querySelector('#preview-stage'), app = document.querySelector('#preview-app');
    return app.clientWidth === stage.clientWidth && app.clientHeight === stage.clientHeight;
})()"""
"""The page follows the size of its window a moment later."""
_MISSING_HEIGHT: Final = "(list => list.scrollHeight - list.clientHeight)(document.querySelector('#channel-timeline'))"
_BOXES: Final = """ids => ids.map(id => {
    const {x, y, width, height} = document.querySelector(`article[data-message-id="${id}"]`).getBoundingClientRect();
    return {x, y, width, height};
})"""
_FAULTS: Final = r"""ids => {
    const faults = [], list = document.querySelector('#channel-message-list').getBoundingClientRect();
    const lines = element => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(rect => Math.round(rect.bottom / 4))).size;
    };
    for (const article of ids.map(id => document.querySelector(`article[data-message-id="${id}"]`))) {
        for (const element of article.querySelectorAll('.message-components *')) {
            const box = element.getBoundingClientRect(), says = element.textContent.slice(0, 60);
            if (!box.width || !box.height || element.closest('.visually-hidden')) continue;
            if (box.left < list.left - 1 || box.right > list.right + 1) faults.push(`sticks out: ${says}`);
            const hides = getComputedStyle(element).overflowX !== 'visible';
            if (hides && element.scrollWidth > element.clientWidth + 1) faults.push(`is cut: ${says}`);
        }
        for (const button of article.querySelectorAll('.component-button')) {
            const box = button.getBoundingClientRect(), label = button.querySelector('.button-label');
            if (!box.width || !box.height) faults.push(`can't be seen: ${button.textContent}`);
            if (label && lines(label) > 1) faults.push(`is too long for a button: ${label.textContent}`);
        }
        for (const image of article.querySelectorAll('.gallery-image')) {
            const {width, height} = image.getBoundingClientRect();
            const stretched = width / height / (image.naturalWidth / image.naturalHeight);
            if (Math.abs(stretched - 1) > 0.02) faults.push(`is cropped: ${image.alt.slice(0, 60)}`);
        }
        const unfinished = article.innerText.match(/\{\w*\}|\*\*|<[@#t]|\bNone\b|undefined|\\n/);
        if (unfinished) faults.push(`is unfinished: ${unfinished[0]}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    return [...new Set(faults)];
}"""


class Camera:
    """One page of a browser, which becomes as wide as a phone or a desktop."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @classmethod
    async def open(cls, browser: Browser) -> Camera:
        """Open the page."""
        context = await browser.new_context(device_scale_factor=_SCALE, reduced_motion="reduce", bypass_csp=True)
        context.set_default_timeout(_PATIENCE)
        await context.route(_UNUSED, _instead_of_an_unused_font)
        return cls(await context.new_page())

    async def take(self, env: Env, shot: Shot, pictures: Mapping[str, Path]) -> list[str]:
        """Take the picture at each of the widths into its file; return what is wrong with it."""
        viewer = shot.viewer if isinstance(shot.viewer, UserHandle) else shot.viewer.actor
        async with env.preview(
            shot.channel, viewers=[viewer], layout="channel", assets=shot.emoji, locale=shot.locale
        ) as preview:
            await self._resize(next(iter(pictures)))
            await self._page.goto(preview.url)
            await self._page.wait_for_function(_READY)
            ids = [str(message.id) for message in shot.messages]
            return [fault for width, file in pictures.items() for fault in await self._picture(ids, width, file)]

    async def _picture(self, ids: list[str], width: str, file: Path) -> list[str]:
        await self._resize(width)
        await self._page.wait_for_function(_FITS)
        if missing := await self._page.evaluate(_MISSING_HEIGHT):
            await self._resize(width, _HEIGHT + missing)
            await self._page.wait_for_function(_FITS)
        clip = _around(await self._page.evaluate(_BOXES, ids))
        file.parent.mkdir(parents=True, exist_ok=True)
        scale: Any = "device" if width == "phone" else "css"
        await self._page.screenshot(path=file, clip=clip, scale=scale, animations="disabled")
        return [f"{width}: {fault}" for fault in await self._page.evaluate(_FAULTS, ids)]

    async def _resize(self, width: str, height: int = _HEIGHT) -> None:
        await self._page.set_viewport_size({"width": WIDTHS[width], "height": height})


async def _instead_of_an_unused_font(route: Route) -> None:
    await route.fulfill(path=str(next(_FONTS.glob("noto-sans-hebrew-*"))), content_type="font/ttf")


def _around(boxes: list[FloatRect]) -> FloatRect:
    """Return the rectangle around all of these."""
    x, y = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right, bottom = (max(box[at] + box[size] for box in boxes) for at, size in (("x", "width"), ("y", "height")))
    return {"x": x, "y": y, "width": right - x, "height": bottom - y}
