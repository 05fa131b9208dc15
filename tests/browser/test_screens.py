"""Every screen of the bot as people see it, in every language; ``--pictures DIR`` keeps the pictures of all."""

from __future__ import annotations

import itertools
import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.languages import ENGLISH, LANGUAGES, catalogue_file
from tests.browser.camera import WIDTHS, Camera
from tests.browser.hosting import chromium
from tests.browser.screens.stage import stage
from tests.browser.screens.table import SCREENS

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SPOKEN: Final = [it for it in LANGUAGES if it == ENGLISH or catalogue_file(it).exists()]
_SAMPLE: Final = ("options-cards", "largest-hand")
"""What is looked at without ``--pictures``, at the width of a phone and in two languages."""
_NUMBERS: Final = {name: at for at, name in enumerate(SCREENS, 1)}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "screen" in metafunc.fixturenames:
        everything = metafunc.config.getoption("pictures") is not None
        wanted = itertools.product(
            _SPOKEN if everything else _SPOKEN[:2],
            SCREENS if everything else _SAMPLE,
        )
        metafunc.parametrize(("language", "screen"), list(wanted))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def camera() -> AsyncIterator[Camera]:
    """Return the one page that all pictures are taken of."""
    async with chromium() as browser:
        yield await Camera.open(browser)


@pytest.fixture(autouse=True)
def nothing_swallowed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on anything logged as an error."""
    yield
    assert not [it.getMessage() for it in caplog.get_records("call") if it.levelno >= logging.ERROR]


async def test_a_screen_can_be_read_and_used(
    camera: Camera, language: str, screen: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    pictures = request.config.getoption("pictures")
    folder, widths = (pictures, WIDTHS) if pictures else (tmp_path, ("phone",))
    files = {width: folder / language / width / f"{_NUMBERS[screen]:02}-{screen}.png" for width in widths}
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
        async with stage(Path(data), language, screen, patch) as here:
            faults = await camera.take(here.world.env, await SCREENS[screen](here), files)
    assert all(file.stat().st_size for file in files.values())
    assert not faults
