"""The real client on a simulated Discord, with Discord's own behaviour where the simulation differs."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
from simcord.backend.errors import BackendError
from simcord.backend.ops import commands as backend_commands
from simcord.env import Env

from tests.discord_spec import violations
from tests.e2e.driver import World, new_bot

_IN_MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in memory where there is one: each flush to a disk takes as long as a click of a game."""
    if not os.access(_IN_MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
async def env(tmp_path: Path, empty_database: Path) -> AsyncIterator[Env]:
    """Return a simulated Discord with the bot in it; at the end every request of the bot is checked."""
    shutil.copy(empty_database, tmp_path / "wizard.db")
    there = Env(new_bot(tmp_path / "wizard.db"), shard_count=1)
    await there.start()
    try:
        yield there
    finally:
        await there.bot.close()
        await there.shutdown()
    assert violations([(entry.method, entry.path, entry.json) for entry in there.backend.http_requests]) == []


@pytest.fixture
def world(env: Env, tmp_path: Path) -> World:
    """Return a server with one channel."""
    return World(env, tmp_path / "wizard.db")


@pytest.fixture(autouse=True)
def far_timers(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Keep timers away from tests that are not `TIMED`: the simulation waits in real time for what is seconds away."""
    if not getattr(request.module, "TIMED", False):
        monkeypatch.setattr("bot.deadlines.ALIVE_SECONDS", 7200.0)
        monkeypatch.setattr("bot.nudges._GRACE", 7_200_000)


@pytest.fixture(autouse=True)
def seeded_decks(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Take each test's deck secrets from its name, so that a failing game can be played again."""
    numbers = Random(request.node.nodeid)
    monkeypatch.setattr("bot.tables.secrets.token_bytes", numbers.randbytes)


@pytest.fixture(autouse=True)
def nothing_swallowed(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on anything logged as an error: discord.py only logs what goes wrong in a button's callback."""
    yield
    records = [record for when in ("setup", "call") for record in caplog.get_records(when)]
    bad = [record for record in records if record.levelno >= logging.ERROR and not hasattr(record, "expected")]
    if not getattr(caplog, "errors_expected", False):
        assert not bad, [record.getMessage() for record in bad]


@pytest.fixture(autouse=True)
def real_token_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer 401/50027 on an expired interaction token, as Discord does; the simulation says 404/10015."""
    operations = next(
        kind
        for kind in vars(backend_commands).values()
        if isinstance(kind, type) and "interaction_by_token" in vars(kind)
    )
    real = operations.interaction_by_token

    def by_token(self: object, token: str) -> object:
        known = self.interactions.get(self.interaction_tokens.get(token))
        if known is not None and known.expires_at is not None and self.now_iso() >= known.expires_at:
            raise BackendError(401, 50027, "Invalid Webhook Token")
        return real(self, token)

    monkeypatch.setattr(operations, "interaction_by_token", by_token)
