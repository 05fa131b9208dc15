"""Nothing secret is ever written to a log, whoever logs it and however; each line says what it is about."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import logging
import os
import re
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.about import apart, working_on
from bot.background import Background
from bot.logs import Handler, Json, Text, log_what_nobody_catches, set_up_logging
from bot.redaction import SECRETS, Secrets
from bot.settings import read_settings

ROOT = Path(__file__).parents[2]

BOT = base64.urlsafe_b64encode(b"123456789012345678").decode() + ".GaBcDe." + "CANARYbot-_" + "x" * 27
INTERACTION = base64.b64encode(b"interaction:1234567890:CANARYinteraction").decode() + "CANARYtail"
DECK = bytes(range(200, 232))
CANARIES = {
    "bot": BOT,
    "header": f"Authorization: Bot {BOT}",
    "interaction": INTERACTION,
    "odd interaction": "CANARY-unlike.any_token",
    "webhook": "https://discord.com/api/webhooks/123456/CANARYwebhook-_x",
    "callback": "/interactions/123/CANARYcallback/callback",
    "database": "postgresql+asyncpg://wizard:CANARY%2Fpass@db.example/wizard",
    "password": "CANARY/pass",
    "dsn": "host=db password=CANARYother user=wizard",
    "payload": '{"token": "CANARYpayload", "id": 1}',
    "shown payload": "{'id': 1, 'token': 'CANARYpayload'}",
    "payload in a payload": json.dumps('{"token": "CANARYpayload"}'),
    "deck": DECK.hex(),
    "deck as bytes": repr(DECK),
    "deck in Base64": base64.b64encode(DECK).decode(),
    "foreign deck": "c0" * 32,
}
LEAKS = re.compile(
    rb"CANARY|"
    + b"|".join(
        re.escape(it)
        for it in (
            INTERACTION[-12:].encode(),
            DECK.hex()[-12:].encode(),
            repr(DECK)[-12:-2].encode(),
            base64.b64encode(DECK)[-12:-2],
            b"c0c0c0c0",
        )
    )
)
"""What no byte of any output may match."""


def learn() -> None:
    """Let the process know the secrets that it would know by their value."""
    SECRETS.token("CANARY-unlike.any_token")
    SECRETS.deck(DECK)


def log_everywhere() -> None:
    """Put every canary on every way into the log; the last one ends the process."""
    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    log_what_nobody_catches()
    learn()
    log = logging.getLogger("canary")
    discord_log = logging.getLogger("discord.http")
    discord_log.setLevel(logging.DEBUG)
    logging.getLogger().setLevel(logging.DEBUG)

    async def in_a_loop(canary: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_exception_handler({"message": f"said {canary}", "exception": OSError(canary), "context": canary})

        async def fails() -> None:
            raise OSError(canary)

        task = asyncio.create_task(fails(), name=canary)
        await asyncio.wait([task])

    for canary in CANARIES.values():
        log.info(f"message {canary} end")
        log.info("after a line\n%s\tend", canary)
        log.warning("argument %s %r", canary, {"a": [canary]})
        log.warning("bytes %r", canary.encode())
        log.info("extra", extra={"address": canary, "more": {"deep": canary}})
        try:
            try:
                raise OSError(canary)
            except OSError as error:
                raise ValueError({"why": canary}) from error
        except ValueError as error:
            error.add_note(canary)
            log.exception("exception")
        log.error("stack", stack_info=True)
        log.error("not a number: %d", canary)
        log.error("too many", canary)  # noqa: PLE1205 - that is the point
        warnings.warn(canary, stacklevel=1)
        discord_log.debug("%s %s with %s has returned %s", "POST", canary, canary, 200)
        asyncio.run(in_a_loop(canary))
        thread = threading.Thread(target=lambda it=canary: int(it))
        thread.start()
        thread.join()

        class Unraisable:
            def __init__(self, canary: str) -> None:
                self.canary = canary

            def __del__(self) -> None:
                raise OSError(self.canary)

        Unraisable(canary)
    print("SURVIVED")
    raise RuntimeError(" ".join(CANARIES.values()))


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_leaves_the_process_on_any_way(form: str, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WIZARD_", "PYTEST"))}
    done = subprocess.run(
        [sys.executable, "-c", "from tests.bot.test_logs import log_everywhere; log_everywhere()"],
        cwd=tmp_path,
        env=kept
        | {
            "PYTHONPATH": str(ROOT),
            "WIZARD_TOKEN": BOT,
            "WIZARD_DATABASE_URL": CANARIES["database"],
            "WIZARD_LOG_FORMAT": form,
            "WIZARD_LOG_LEVEL": "DEBUG",
        },
        capture_output=True,
        check=False,
    )
    written = done.stderr
    assert done.stdout == b"SURVIVED\n"
    assert done.returncode == 1
    assert [written[max(0, it.start() - 100) : it.end() + 20] for it in LEAKS.finditer(written)] == []
    # All of it was written, only without what is secret.
    for said in (
        b"message",
        b"argument",
        b"Traceback",
        b"OSError",
        b"has returned 200",
        b"Nobody caught ValueError",
        b"Nobody caught RuntimeError",
        b"UserWarning",
        b"A line of canary can't be logged",
    ):
        assert written.count(said) >= (1 if b"Runtime" in said else len(CANARIES)), said
    if form == "json":
        lines = [line for line in written.splitlines() if not line.startswith(b"A line of")]
        assert {"time", "level", "logger", "message"} <= set.intersection(*(set(json.loads(line)) for line in lines))


# --- what is hidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "429 on /channels/12/messages/34",
        "Editing a panel of table 1234567890123456789 failed: code 50027",
        "https://discord.com/channels/1/2/3 and me@example.org",
        "sqlite+aiosqlite:///wizard.db",
        "postgresql://db.example/wizard",
        "Failed: bot.store.changes.apply_all in discord.ext.commands.core",
        "token expired",
        "0123456789abcdef0123456789abcdef",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert Secrets().hide(text) == text


def test_a_token_that_came_is_hidden_whatever_it_looks_like_and_wherever_it_stands() -> None:
    secrets = Secrets()
    secrets.token("plain_words_1")
    secrets.token("plain_words_12")
    assert secrets.hide("xplain_words_12y, plain_words_1!") == "x…y, …!"


def test_of_very_many_tokens_the_latest_are_known() -> None:
    secrets = Secrets()
    for number in range(5000):
        secrets.token(f"some-token-{number}-end-of-it")
    assert secrets.hide("some-token-0-end-of-it some-token-4999-end-of-it") == "some-token-0-end-of-it …"
    assert len(secrets._by_tail) == 1


def test_the_secret_of_a_finished_game_may_be_told() -> None:
    secrets, shown = Secrets(), base64.b64encode(DECK).decode()
    secrets.deck(DECK)
    assert secrets.hide(shown) != shown
    secrets.forget_deck(DECK)
    assert secrets.hide(shown) == shown
    assert not secrets._by_tail


def test_a_short_password_does_not_blank_out_every_line() -> None:
    secrets = Secrets()
    secrets.keep("a")
    assert secrets.hide("a table") == "a table"


# --- what a line is about ----------------------------------------------------------------------------


@pytest.fixture
def written() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Return what is logged, as text and as JSON."""
    streams, log = (io.StringIO(), io.StringIO()), logging.getLogger()
    handlers = [Handler(stream) for stream in streams]
    for handler, form in zip(handlers, (Text, Json), strict=True):
        handler.setFormatter(form())
        log.addHandler(handler)
    yield streams
    for handler in handlers:
        log.removeHandler(handler)


def test_a_line_says_which_table_and_interaction_it_is_about(written: tuple[io.StringIO, io.StringIO]) -> None:
    log = logging.getLogger("bot.example")
    with working_on(interaction=2**60), working_on(table=7):
        log.warning("inside", extra={"code": 50027})
    log.warning("outside")
    text, lines = written[0].getvalue().splitlines(), [json.loads(it) for it in written[1].getvalue().splitlines()]
    assert [it.partition(" WARNING ")[2] for it in text] == [
        f"bot.example [table 7 interaction {2**60}]: inside",
        "bot.example: outside",
    ]
    assert {name: lines[0][name] for name in ("table", "interaction", "message", "code")} == {
        "table": "7",
        "interaction": str(2**60),
        "message": "inside",
        "code": 50027,
    }
    assert "table" not in lines[1]


async def test_work_that_goes_on_afterwards_is_not_about_the_click_that_began_it(
    written: tuple[io.StringIO, io.StringIO],
) -> None:
    background = Background()

    async def fails() -> None:
        raise ValueError

    with working_on(interaction=5, table=6):
        background.run(fails(), "something", table=7)
        apart(None).run(logging.getLogger("bot").warning, "apart")
    await background.close()
    lines = [json.loads(it) for it in written[1].getvalue().splitlines()]
    assert [(it["message"], it.get("table"), it.get("interaction")) for it in lines] == [
        ("apart", None, None),
    ] + [(it["message"], "7", None) for it in lines[1:]]
