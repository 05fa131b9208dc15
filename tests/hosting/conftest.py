"""A Discord on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord.http
import pytest

from tests.hosting.fakediscord import FakeDiscord


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    """Return a Discord that everything in this process talks to."""
    fake = FakeDiscord()
    await fake.start()
    monkeypatch.setattr(discord.http.Route, "BASE", fake.base)
    yield fake
    await fake.stop()
