"""`wizard-bot doctor`: what it says of each thing that can be wrong, and never the token."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from PIL import Image

from bot.alone import alone
from bot.art import emoji as art
from bot.cli import main
from bot.doctor import machine
from bot.doctor.diagnosis import Grade
from bot.pictures.lettering import Letters
from bot.store import Store
from tests.hosting.fakediscord import TOKEN, FakeDiscord, token_of
from tests.store.test_older_database import VERSION_1

Capture = pytest.CaptureFixture[str]

ALL_PERMISSIONS = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 38
ADMINISTRATOR = 1 << 3


@pytest.fixture
def database(empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the database of the settings, with nothing else set but the token."""
    for name in [name for name in os.environ if name.startswith("WIZARD_")]:
        monkeypatch.delenv(name)
    file = tmp_path / "wizard.db"
    shutil.copy(empty_database, file)
    file.chmod(0o600)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIZARD_TOKEN", TOKEN)
    monkeypatch.setenv("WIZARD_DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setenv("WIZARD_PICTURES", "false")
    return file


class Said:
    """The lines of one run."""

    def __init__(self, text: str) -> None:
        *lines, _, self.verdict = text.splitlines()
        self.lines = [line.split(maxsplit=2) for line in lines]

    def of(self, about: str) -> str:
        """Return the grade and the text of the one line about something."""
        [found] = [f"{grade}: {text}" for grade, name, text in self.lines if name == about]
        return found

    def not_ok(self) -> set[str]:
        return {name for grade, name, _ in self.lines if grade != "ok"}


Examine = Callable[..., Awaitable[tuple[int, Said]]]
Offline = Callable[[], tuple[int, Said]]


@pytest.fixture
def offline(database: Path, capsys: Capture) -> Offline:
    """Return a function that runs the doctor without Discord, and returns the exit code with what is said."""
    assert database.exists()
    return lambda: _run(capsys, "--offline")


@pytest.fixture
def examine(database: Path, capsys: Capture) -> Examine:
    """Return the same as a coroutine, while which Discord can answer."""
    assert database.exists()
    return lambda *typed: asyncio.to_thread(_run, capsys, *typed)


def _run(capsys: Capture, *typed: str) -> tuple[int, Said]:
    code = main(["doctor", *typed])
    out, error = capsys.readouterr()
    assert error == ""
    assert not any(part in out for part in TOKEN.split(".")), "a part of the token was told"
    return code, Said(out)


def guild(number: int, permissions: int, name: str = "") -> dict[str, str]:
    return {"id": str(number), "name": name or f"Server {number}", "permissions": str(permissions)}


def command(number: int, name: str) -> dict[str, object]:
    known = {"id": str(number), "application_id": "1", "version": "1", "type": 1, "default_member_permissions": None}
    return known | {"name": name, "description": "-"}


# --- at Discord -------------------------------------------------------------------------------------


async def test_all_is_well(there: FakeDiscord, examine: Examine) -> None:
    there.guilds = [guild(number, (ALL_PERMISSIONS, ADMINISTRATOR)[number % 2]) for number in range(1, 202)]
    there.commands = [command(1, "wizard"), command(2, "wizard-admin")]
    there.emoji = [it.name for it in art.all_emoji().values()]
    code, said = await examine()
    assert said.not_ok() == set()
    assert (code, said.verdict) == (0, "no problems, no warnings.")
    assert said.of("token") == "ok: it is of Wizard"
    assert said.of("servers").startswith("ok: 201, ")
    assert said.of("database").startswith("ok: sound, schema ")


async def test_what_is_missing_is_named_with_what_to_do(there: FakeDiscord, examine: Examine) -> None:
    there.flags = 1 << 19  # message content, for a bot in few servers
    there.guilds = [
        guild(1, ADMINISTRATOR),
        guild(2, ALL_PERMISSIONS & ~(1 << 15), "Odd\x1b[31m\u202ename"),
        *(guild(number, 1 << 10) for number in range(3, 10)),
    ]
    there.commands = [command(1, "wizard")]
    there.emoji = [it.name for it in art.all_emoji().values()][1:]
    there.starts_left = 90
    there.clock_ahead = timedelta(seconds=20)
    code, said = await examine()
    assert said.not_ok() == {"servers", "commands", "emoji", "starts", "clock"}
    assert (code, said.verdict) == (0, "no problems, 5 warnings.")
    assert (
        said.of("intents")
        == "ok: none that is privileged is needed: Message Content can be switched off on the page Bot"
    )
    assert said.of("servers") == (
        "warning: missing Attach Files in Odd[31mname; "
        + "; ".join(
            f"Send Messages, Attach Files, Send Messages In Threads in Server {number}" for number in (3, 4, 5, 6)
        )
        + "; and in 3 more: give them to the bot's role, or in its channels"
    )
    assert said.of("commands") == "warning: Discord doesn't have /wizard-admin: start the bot, which sends them"
    assert said.of("emoji").startswith(f"warning: {len(there.emoji)} of {len(there.emoji) + 1} are there: ")
    assert said.of("starts").startswith("warning: only 90 of 1000 are left for the next 1 h: ")
    assert said.of("clock") in {
        f"warning: it is {n} s behind Discord's: let the machine keep time (NTP)" for n in (19, 20)
    }


async def test_what_keeps_every_click_away_is_a_problem(there: FakeDiscord, examine: Examine) -> None:
    there.application = {"interactions_endpoint_url": "https://host/", "bot_require_code_grant": True}
    there.clock_ahead = timedelta(minutes=-10)
    code, said = await examine()
    assert code == 1
    assert said.of("interactions").startswith("problem: an interactions endpoint URL is set")
    assert said.of("invitation").startswith("warning: ")
    assert said.of("clock").startswith("problem: it is ")
    assert "ahead of" in said.of("clock")
    assert "permissions=274877942784" in said.of("servers")


async def test_what_discord_does_not_say_is_a_warning(there: FakeDiscord, examine: Examine) -> None:
    there.broken = {"/users/@me/guilds", "/gateway/bot"}
    code, said = await examine()
    assert code == 0
    assert said.of("servers") == "warning: Discord doesn't say (code 50001): try again later"
    assert said.of("starts") == "warning: Discord doesn't say (code 0): try again later"


async def test_a_token_that_discord_refuses(there: FakeDiscord, examine: Examine) -> None:
    there.tokens = {token_of(1)}
    code, said = await examine()
    assert code == 1
    assert said.of("token").startswith("problem: Discord refuses it: reset it")


async def test_no_discord_at_all(there: FakeDiscord, examine: Examine) -> None:
    await there.stop()
    code, said = await examine()
    assert code == 1
    assert said.of("Discord").startswith("problem: it can't be reached (Client")


# --- on the machine, with nothing asked ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "why"),
    [("", "not set"), (f"Bot {TOKEN}", "no bot token"), ("x", "no bot token")],
    ids=["none", "with more", "another"],
)
async def test_no_token(examine: Examine, monkeypatch: pytest.MonkeyPatch, token: str, why: str) -> None:
    monkeypatch.setenv("WIZARD_TOKEN", token)
    code, said = await examine()
    assert code == 1
    assert said.of("token").startswith(f"problem: WIZARD_TOKEN is {why}")


async def test_offline_discord_is_not_asked(there: FakeDiscord, examine: Examine) -> None:
    there.holding = "GET/users/@me"
    code, said = await examine("--offline")
    assert (code, said.not_ok()) == (0, {"Discord"})
    assert there.held.locked(), "Discord was asked"


def test_others_may_read_the_files(database: Path, offline: Offline) -> None:
    database.chmod(0o640)
    Path(".env").write_text("")
    Path(".env").chmod(0o644)
    _, said = offline()
    assert said.of("file").endswith(f": chmod 600 {database}")
    assert said.of(".env").endswith(": chmod 600 .env")


def test_an_older_database_is_only_upgraded(database: Path, offline: Offline) -> None:
    shutil.copy(VERSION_1, database)
    before = database.read_bytes()
    code, said = offline()
    assert code == 0
    assert said.of("database").endswith("`wizard-bot db upgrade` brings it there, or the next start")
    assert database.read_bytes() == before


def test_a_damaged_database(database: Path, offline: Offline) -> None:
    database.write_bytes(Random(1).randbytes(5000))
    code, said = offline()
    assert code == 1
    assert said.of("database") == "problem: it is damaged (SQLITE_NOTADB)"


def test_no_database_yet(database: Path, offline: Offline) -> None:
    database.unlink()
    code, said = offline()
    assert code == 0
    assert said.of("database") == f"ok: there is none at {database} yet, `wizard-bot run` makes it"
    assert list(database.parent.iterdir()) == [], "looking has made something"


def test_a_database_that_cannot_be(offline: Offline, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for url, why in (
        (f"sqlite:///{tmp_path}/none/wizard.db", f"there is no folder {tmp_path}/none: make it"),
        (
            "mysql://root:pa55word@host/db",
            "it can't be used: the database URL must start with sqlite:// or postgresql://",
        ),
        (f"postgresql://bot:pa55word@/x?host={tmp_path}", "it can't be used: the database is not available: "),
    ):
        monkeypatch.setenv("WIZARD_DATABASE_URL", url)
        code, said = offline()
        assert code == 1
        assert said.of("database").startswith(f"problem: {why}")
        assert "pa55word" not in said.of("database")


def test_the_wrong_account(database: Path, offline: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.os, "access", lambda path, _: path != database)  # root may do anything
    _, said = offline()
    assert said.of("database").startswith(f"problem: this account can't read and write {database}: ")
    monkeypatch.setattr(machine.os, "access", lambda path, _: path != database.parent)
    _, said = offline()
    assert said.of("database").startswith(f"problem: this account can't write in {database.parent}: ")


@pytest.mark.parametrize(("free", "grade"), [(10_000_000, "problem"), (400_000_000, "warning"), (600_000_000, "ok")])
def test_room_on_the_disk(database: Path, monkeypatch: pytest.MonkeyPatch, free: int, grade: str) -> None:
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    [said] = [it for it in asyncio.run(machine.database(f"sqlite:///{database}")) if it.about == "disk"]
    assert said.grade == grade


async def test_a_bot_that_runs(database: Path, examine: Examine) -> None:
    store = await Store.open(f"sqlite:///{database}")
    code, said = await examine("--offline")
    assert code == 0
    assert said.of("instance").startswith("ok: a bot is running on this database")
    assert said.of("database").startswith("ok: sound")
    await store.close()
    _, said = await examine("--offline")
    assert said.of("instance").startswith("ok: no bot with this token is seen")


def test_a_bot_with_this_token_and_another_database(offline: Offline) -> None:
    with alone(TOKEN, "sqlite:///another.db"):
        code, said = offline()
    assert code == 1
    assert said.of("instance").startswith("problem: a bot with this token runs on this machine, but with another")


@pytest.mark.parametrize("has_fonts", [True, False])
def test_fonts_for_names(monkeypatch: pytest.MonkeyPatch, has_fonts: bool) -> None:
    def drawn(text: str, *_: int) -> Letters:
        sign = Image.new("L", (8, 8), ord(text[0]) % 251 if has_fonts else 255)
        return Letters(sign, sign if has_fonts else None)

    monkeypatch.setattr(machine, "fitted", drawn)
    found = machine.pictures()
    assert found.grade is (Grade.OK if has_fonts else Grade.WARNING)
    assert ("fonts-noto-cjk" in found.text) != has_fonts
    assert ("fonts-noto-color-emoji" in found.text) != has_fonts


def test_our_own_words_can_be_drawn_here() -> None:
    assert machine.pictures().grade is not Grade.PROBLEM
