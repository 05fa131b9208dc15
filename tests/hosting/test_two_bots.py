"""Two bots with one token, or on one file: real processes, of which the second one says why it doesn't start."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.alone import AlreadyRunning, alone, bot_id, is_running
from tests.hosting.fakediscord import BOT, CANARY, TOKEN, FakeDiscord, start_bot, token_of

DATABASE_OPEN = f"PUT/applications/{BOT}/commands"
URL = "sqlite:///wizard.db"

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a second bot on a machine can't be seen")


@asynccontextmanager
async def running(discord: FakeDiscord, database: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Have a bot run, as far as Discord lets it come."""
    bot = await start_bot(discord, database, TOKEN)
    arrived, ended = asyncio.create_task(discord.held.acquire()), asyncio.create_task(bot.wait())
    try:
        await asyncio.wait((arrived, ended), return_when=asyncio.FIRST_COMPLETED)
        assert arrived.done(), "the bot doesn't stay"
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
        arrived.cancel()
        await ended
        await bot.communicate()


async def refused(discord: FakeDiscord, database: Path, token: str) -> str:
    """Start a bot that doesn't stay, and return what it says."""
    bot = await start_bot(discord, database, token)
    out, said = await bot.communicate()
    assert (bot.returncode, out) == (1, b"")
    return said.decode()


@needs_linux
async def test_a_second_bot_is_refused_until_the_first_is_gone(there: FakeDiscord, tmp_path: Path) -> None:
    file, other = tmp_path / "wizard.db", token_of(BOT + 1)
    there.tokens.add(other)
    there.holding = DATABASE_OPEN
    async with running(there, file) as first:
        same_token = await refused(there, tmp_path / "another.db", TOKEN)
        assert same_token == "Another bot with this token is running on this machine: stop that one first.\n"
        same_file = await refused(there, file, other)
        assert same_file.splitlines()[-1] == f"The database can't be used: another bot is using {file}"
        assert CANARY not in same_file
        assert "sqlalchemy" not in same_file, "every statement is logged"
        first.kill()
        await first.wait()
        async with running(there, file) as second:
            second.terminate()
            assert await second.wait() == 0


@needs_linux
def test_another_application_may_run_beside_it() -> None:
    with alone(TOKEN, URL), alone(token_of(BOT + 1), URL):
        assert is_running(TOKEN)
        with pytest.raises(AlreadyRunning), alone(TOKEN, URL):
            pass
        assert is_running(TOKEN), "who was refused has taken nothing away"
    assert not is_running(TOKEN)


@needs_linux
def test_a_token_that_was_reset_is_of_the_same_bot() -> None:
    with alone(TOKEN, URL), pytest.raises(AlreadyRunning), alone(TOKEN.replace("GaBcDe", "HaBcDe"), URL):
        pass


@needs_linux
def test_what_is_claimed_tells_nothing_of_the_token() -> None:
    with alone(TOKEN, URL):
        claimed = re.findall("@wizard-bot/.*", Path("/proc/net/unix").read_text())
    assert len([name for name in claimed if re.fullmatch("@wizard-bot/[0-9a-f]{32}", name)]) >= 1
    assert not any(part in name for name in claimed for part in (str(BOT), *TOKEN.split(".")))


def test_bots_that_share_a_postgresql_database_may_have_one_token() -> None:
    url = "postgresql://bot@host/wizard"
    with alone(TOKEN, url), alone(TOKEN, url):
        pass


@pytest.mark.parametrize("spoilt", ["", "not-a-token", "Bot {token}", "{token}\n", "{token}.more", "xx{token}"])
def test_what_is_no_token(spoilt: str) -> None:
    assert bot_id(spoilt.format(token=TOKEN)) is None
    assert bot_id(TOKEN) == BOT
