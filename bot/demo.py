"""The demo: the real bot in a browser page, without a Discord account."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import simcord

from bot.art import emoji as art
from bot.client import WizardClient
from bot.demo_stage import follow, make_live, seat_pages
from bot.pace import Pace
from bot.settings import Settings

_CDN: Final = "https://cdn.simcord.invalid"
_TOPIC: Final = "Press Start on the table, then My hand. Type /wizard for everything else."


class DemoError(Exception):
    """The demo can't run; the text is one sentence for whoever started it."""


async def run_demo(settings: Settings, *, humans: int, port: int) -> None:
    """Host a table for this many people until a signal or the page ends it; raise `DemoError` for a busy port."""
    stop = _stopped_by_signal()
    with tempfile.TemporaryDirectory(prefix="wizard-demo-") as folder:
        client = WizardClient(_for_demo(settings, Path(folder) / "wizard.db"))
        async with simcord.run(client, check_errors=False, shard_count=1) as env:
            try:
                await _host(env, client, humans, port, stop)
            finally:
                await client.close()


def _stopped_by_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for wanted in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows Ctrl-C cancels this task instead
            asyncio.get_running_loop().add_signal_handler(wanted, stop.set)
    return stop


def _for_demo(settings: Settings, database: Path) -> Settings:
    """Return the settings with a database that nobody misses; one person's games count in its standings.

    Its emoji are there before the page is: this Discord has no limits.
    """
    url = f"sqlite+aiosqlite:///{database.as_posix()}"
    return settings.model_copy(update={"database_url": url, "min_humans": 1, "app_emojis": False})


async def _host(env: simcord.Env, client: WizardClient, humans: int, port: int, stop: asyncio.Event) -> None:
    make_live(env)
    guild = env.create_guild("Wizard demo")
    channel = guild.create_text_channel("wizard", topic=_TOPIC)
    people = [guild.add_member(env.create_user(name)) for name in _names(humans)]
    pictures = await upload_emoji(client)
    await _open_table(channel, people)
    preview = env.preview(channel, viewers=people, layout="channel", port=port, assets=pictures)
    seat_pages(preview)
    await _serve(preview, port)
    try:
        print(_welcome(preview.url, humans), flush=True)
        await _until(stop, env, preview)
    finally:
        await preview.close()


async def upload_emoji(client: WizardClient) -> dict[str, tuple[str, bytes]]:
    """Upload the bot's emoji; return them by their addresses, since this Discord keeps no pictures."""
    await client.app_emojis.sync(pause=0)
    drawn = {it.name: it for it in art.all_emoji().values()}
    return {
        f"{_CDN}/emojis/{found.id}.png": (f"{found.name}.png", drawn[found.name].png())
        for found in await client.fetch_application_emojis()
    }


async def _serve(preview: simcord.Preview, port: int) -> None:
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        if isinstance(error.__cause__, OSError):
            raise DemoError(f"Port {port} can't be used. Choose another one, or any free one: --port 0") from None
        raise


def _names(humans: int) -> list[str]:
    return ["You"] if humans == 1 else [f"Player {number}" for number in range(1, humans + 1)]


async def _open_table(channel: simcord.ChannelHandle, people: list[simcord.MemberActor]) -> None:
    """Open a lobby and seat everybody, so that whoever opens the page sees a table at once.

    Several people sit there at the same time: they should not wait long for one who closes the page.
    """
    pace = {"pace": Pace.LIVE.value} if len(people) > 1 else {}
    table = (await people[0].slash(channel, "wizard new", **pace)).response
    if table is not None:
        for person in people[1:]:
            await person.click(table, label="Join")


def _welcome(url: str, humans: int) -> str:
    lines = ["Wizard is ready. Open this address in your browser:", "", f"  {url}", ""]
    if humans > 1:
        lines.append(f'Open it in {humans} tabs, one for each person; "Viewing as" says whose a tab is.')
    lines += [
        "A table is open: press Start (AI players fill it up to three), then My hand.",
        "For everything else type /wizard into the message box. Ctrl-C ends the demo.",
    ]
    return "\n".join(lines)


async def _until(stop: asyncio.Event, env: simcord.Env, preview: simcord.Preview) -> None:
    """Keep the page up to date until a signal, or *End preview session* on the page."""
    ends = [asyncio.ensure_future(stop.wait()), asyncio.ensure_future(follow(env, preview))]
    try:
        done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in done:
            end.result()
    finally:
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
