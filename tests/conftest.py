"""What every folder of tests shares."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from bot.logs import Handler
from bot.store import Store

hypothesis.settings.register_profile("wizard", deadline=None)  # how long an example takes says nothing about it
hypothesis.settings.load_profile("wizard")


@pytest.fixture(autouse=True)
def no_logging_left() -> Iterator[None]:
    """Undo what a command that was run here does to logging: its stream is closed when the next test begins."""
    level, hooks = logging.root.level, (sys.excepthook, sys.unraisablehook, threading.excepthook)
    yield
    for handler in [it for it in logging.root.handlers if isinstance(it, Handler)]:
        logging.root.removeHandler(handler)
    logging.root.setLevel(level)
    logging.captureWarnings(capture=False)
    sys.excepthook, sys.unraisablehook, threading.excepthook = hooks


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of the newest schema: making one takes longer than most tests."""
    file = tmp_path_factory.mktemp("database") / "wizard.db"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()

    asyncio.run(make())
    return file


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options have to be added here: pytest reads no deeper conftest before it parses them."""
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the golden files of tests/golden anew instead of comparing with them",
    )
    parser.addoption(
        "--every-table",
        action="store_true",
        help="play a whole game of every preset with every number of players, not only with three and six; and a whole"
        " league, not only its beginning",
    )
    parser.addoption(
        "--pictures",
        type=Path,
        metavar="DIR",
        help="take pictures of every screen in every language, for a phone and a desktop, into this folder",
    )


def pytest_collection_finish() -> None:
    """Leave what collection made, some hundred thousand objects, out of every later round of garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that no process is left alone with them at the end."""
    items.sort(key=lambda item: "test_whole_games" not in item.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Put the pictures of all processes side by side."""
    folder = session.config.getoption("pictures")
    if folder is not None and not hasattr(session.config, "workerinput"):
        from tests.browser.contact_sheets import write_contact_sheets  # noqa: PLC0415 - its library is for pictures

        write_contact_sheets(folder)
