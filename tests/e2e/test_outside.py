"""What is seen of a bot from outside while people play, and what is not."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.webhook.async_ import async_context
from multidict import CIMultiDict
from prometheus_client.parser import text_string_to_metric_families
from simcord.backend.errors import BackendError
from simcord.http import router
from yarl import URL

from bot import looplag, metrics
from bot.logs import Handler, Json, Text
from bot.outside import ask, seen_from_outside, troubles
from bot.redaction import SECRETS
from bot.render import hand, notices
from bot.settings import SettingsError
from bot.store import StoreUnavailable
from bot.tableview import seat_view
from bot.traffic import STOP, WINDOW_SECONDS
from tests.e2e.driver import Person, World, decisions, text, until

Told = Callable[[str, str, Any, int], None]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Told]:
    """Return who is told of every request: its method, path and JSON, and Discord's status."""
    listeners: list[Told] = []
    dispatch = router.dispatch

    def telling(backend: Any, method: str, path: str, *, json: Any = None, **more: Any) -> Any:
        status = 200
        try:
            return dispatch(backend, method, path, json=json, **more)
        except BackendError as error:
            status = error.status
            raise
        finally:
            for listener in listeners:
                listener(method, path, json, status)

    monkeypatch.setattr(router, "dispatch", telling)
    return listeners


@pytest.fixture
def heard(world: World, told: list[Told]) -> None:
    """Let the bot's own tracing hear every answer: the simulation has no connection that could be traced."""

    def tell(method: str, path: str, _json: Any, status: int) -> None:
        answer: Any = SimpleNamespace(status=status, headers=CIMultiDict[str]())
        url = URL(f"https://discord.example/api/v10{path}")
        params = aiohttp.TraceRequestEndParams(method, url, CIMultiDict(), answer)
        with suppress(StopIteration):  # it waits for nothing
            world.bot.traffic._on_request_end(None, None, params).send(None)

    told.append(tell)


# --- metrics and health ------------------------------------------------------------------------------


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch, world: World) -> int:
    """Return the port on which the bot can be asked; nothing is counted after the test."""
    monkeypatch.setattr(metrics._switch, "on", False)
    monkeypatch.setattr(looplag, "_BEAT_SECONDS", 7200.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    world.bot.settings = world.bot.settings.model_copy(update={"metrics_port": number})
    return number


async def _get(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def _samples(port: int) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return every metric's value by its name and its labels' values."""
    status, shown = await _get(port, "/metrics")
    assert status == 200
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(shown)
        for sample in family.samples
    }


@pytest.mark.usefixtures("heard")
async def test_a_played_round_is_seen_in_the_metrics(world: World, port: int) -> None:
    async with seen_from_outside(world.bot, world.bot.settings):
        before = await _samples(port)
        people = await world.start_table("Ada", "Bo", ai=1, max_rounds=2)
        await world.play_round(people, Random(1))
        stale = people[0].emit(world.table_message(), f"w1:{world.table().id}:0:bid:0")
        await world.env.settle()
        assert stale.acknowledged
        after = await _samples(port)

    def more(name: str, *labels: str) -> float:
        return after.get((name, labels), 0) - before.get((name, labels), 0)

    assert after["wizard_tables", ("bidding",)] + after["wizard_tables", ("trump",)] == 1
    assert (after["wizard_people", ()], after["wizard_panels", ()]) == (2, 2)
    assert more("wizard_actions_total", "open", "accepted") == more("wizard_actions_total", "start", "accepted") == 1
    assert more("wizard_actions_total", "bid", "accepted") >= 3
    assert more("wizard_actions_total", "bid", "stale") == 1
    clicks = more("wizard_discord_requests_total", "interaction", "2xx")
    assert 0 < more("wizard_interaction_acknowledged_seconds_count") <= clicks
    assert (
        0 < more("wizard_interaction_committed_seconds_count") < more("wizard_interaction_acknowledged_seconds_count")
    )
    assert more("wizard_store_batch_changes_count") == more("wizard_store_commit_seconds_count") > 0
    assert more("wizard_publish_delay_seconds_count") > 0
    assert (
        sum(more(*labels) for labels in [(it, *of) for it, of in after] if labels[0] == "wizard_ai_seconds_count") > 0
    )
    assert after["wizard_database_bytes", ()] > 4096
    assert after["wizard_start_time_seconds", ()] > 0
    assert any(name == "wizard_build_info" for name, _ in after)


@pytest.mark.usefixtures("heard")
async def test_no_label_names_a_person_a_server_or_a_table(world: World, port: int) -> None:
    async with seen_from_outside(world.bot, world.bot.settings):
        people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
        await world.play_round(people, Random(2))
        _, shown = await _get(port, "/metrics")
    labels = set(re.findall(r'"([^"]*)"', "\n".join(it for it in shown.splitlines() if it.startswith("wizard_"))))
    ids = {str(it) for it in (world.guild.id, world.channel.id, *(person.id for person in people))}
    assert not {label for label in labels if re.search(r"\d{10}", label) or label in ids or label in ("Ada", "Bo")}


async def test_nothing_is_counted_that_nobody_asks_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics._switch, "on", False)
    monkeypatch.setattr(looplag, "_BEAT_SECONDS", 7200.0)
    async with seen_from_outside(world.bot, world.bot.settings):
        before = [list(family.samples) for family in metrics.REGISTRY.collect()]
        people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
        await world.play_round(people, Random(3))
    assert [list(family.samples) for family in metrics.REGISTRY.collect()] == before


async def test_health_says_in_words_what_is_wrong(world: World, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, lag = world.bot.settings, looplag.LoopLag(asyncio.get_running_loop())
    assert ask(settings) == (False, f"No bot answers at 127.0.0.1, port {port}: ConnectionRefusedError.")

    async def asked() -> tuple[bool, str]:
        return await asyncio.to_thread(ask, settings)

    async with seen_from_outside(world.bot, settings):
        assert await _get(port, "/healthz") == (200, "alive\n")
        assert await asked() == (True, "ready")

        async def broken(*_: object) -> None:
            raise StoreUnavailable("the database is not available: disk full")

        with monkeypatch.context() as patched:
            patched.setattr(world.bot.store, "set_fact", broken)
            patched.setattr(world.bot.store._writer, "failing", True)
            assert await asked() == (False, "The database takes no changes.")
        with monkeypatch.context() as patched:
            patched.setattr(type(next(iter(world.bot.shards.values()))), "is_closed", lambda _: True)
            assert await asked() == (False, "The connection to Discord is lost.")
        with pytest.raises(SettingsError, match=f"port {port}"):
            async with seen_from_outside(world.bot, settings):
                pass
    lag._lags.append(1.5)
    assert await troubles(world.bot, lag) == ["The event loop was late by 1.5 s."]
    world.bot._ready.clear()
    assert await troubles(world.bot, lag) == ["The bot is starting, or Discord can't be reached."]


async def test_nothing_slow_stands_between_a_click_and_its_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AI players, the table in the channel and the panels of others take for ever: the click is answered."""
    people = await world.start_table("Ada", "Bo", ai=1, length="five")
    over = asyncio.Event()

    def held(work: Callable[..., Any]) -> Callable[..., Any]:
        async def waits(*args: Any, **named: Any) -> Any:
            await over.wait()
            return await work(*args, **named)

        return waits

    for owner, name in (
        (world.bot.brain, "decide"),
        (discord.PartialMessage, "edit"),
        (discord.Webhook, "edit_message"),
        (discord.Webhook, "delete_message"),
        (discord.abc.Messageable, "send"),
    ):
        monkeypatch.setattr(owner, name, held(getattr(owner, name)))
    person = next(it for it in people if it.can_decide)
    assert person.panel is not None
    part, version = decisions(person.panel)[0], world.table().version
    answer = person.emit(person.panel, part["custom_id"], [it["value"] for it in part.get("options", [])][:1] or None)
    await until(lambda: answer.acknowledged)
    assert world.table().version > version
    assert not over.is_set()
    over.set()
    await world.env.settle()


# --- too many refusals -------------------------------------------------------------------------------


@pytest.mark.usefixtures("heard")
async def test_in_a_storm_of_refusals_only_clicks_are_answered(
    world: World, told: list[Told], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.publisher._RETRY_SECONDS", 100.0)
    monkeypatch.setattr("bot.publisher._LONGEST_RETRY_SECONDS", 100.0)
    rng, traffic = Random(4), world.bot.traffic
    now = [5000.0]

    async def no_pause(_: float) -> None:
        """Go on at once: how slowly is tested with the limits."""

    traffic._clock, traffic._sleep = lambda: now[0], no_pause
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    world.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    for _ in range(STOP - 2):
        traffic.heard(403, "")
    while not traffic.stopped:
        await world.decide_once(people, rng)
    sent: list[str] = []
    told.append(lambda method, path, _json, _status: sent.append(f"{method} {path}"))
    version = world.table().version
    for _ in range(4):
        for person in people:
            await person.open_hand() if not person.can_decide else None
        await world.decide_once(people, rng)
    assert world.table().version >= version + 4
    assert sent
    assert not [it for it in sent if "/interactions/" not in it and "@original" not in it]
    assert [it.levelname for it in caplog.records if it.name == "bot.traffic"] == ["WARNING"]
    world.env.backend.faults.clear()
    now[0] += WINDOW_SECONDS
    await world.env.advance_time(101)
    assert any(it.startswith("PATCH /channels/") for it in sent)
    assert text(world.table_message()).count("Ada")
    assert not traffic.stopped


# --- logs --------------------------------------------------------------------------------------------


@pytest.fixture
def logged() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Return everything that is logged at any level, as text and as JSON lines."""
    streams, root, discords = (io.StringIO(), io.StringIO()), logging.getLogger(), logging.getLogger("discord")
    handlers = [Handler(stream) for stream in streams]
    levels = root.level, discords.level
    root.setLevel(logging.DEBUG)
    discords.setLevel(logging.DEBUG)
    for handler, form in zip(handlers, (Text, Json), strict=True):
        handler.setFormatter(form())
        root.addHandler(handler)
    yield streams
    for handler in handlers:
        root.removeHandler(handler)
    root.setLevel(levels[0])
    discords.setLevel(levels[1])


async def test_a_whole_game_with_discord_pys_debug_lines_tells_no_secret(
    world: World, told: list[Told], logged: tuple[io.StringIO, io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines about the network are written here, as discord.py words them: the simulation has no network."""
    SECRETS.keep("not-a-token")
    backend, raw = world.env.backend, io.StringIO()
    http, webhook, gateway = (logging.getLogger(f"discord.{it}") for it in ("http", "webhook.async_", "gateway"))

    def request(method: str, path: str, body: Any, status: int) -> None:
        line = json.dumps(body)
        http.debug("%s %s with %s has returned %s", method, path, line, status)
        webhook.debug("Webhook ID %s with %s %s has returned status code %s", 1, method, path, status)
        raw.write(path)

    emit = backend.emit

    def event(name: str, payload: Any, *args: Any, **named: Any) -> Any:
        gateway.debug("For Shard ID %s: WebSocket Event: %s", 0, {"t": name, "d": payload, "op": 0})
        return emit(name, payload, *args, **named)

    monkeypatch.setattr(backend, "emit", event)
    told.append(request)
    http.debug("headers: %s", {"Authorization": "Bot not-a-token"})
    (ada, bo) = await world.start_table("Ada", "Bo", ai=1, max_rounds=1)
    table_id, secret = world.table().id, world.table().secret
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=401, code=50027)
    await world.decide_once([ada, bo], Random(5))
    for person in (ada, bo):
        await person.open_hand()
    await world.play_round([ada, bo], Random(5))
    assert world.table_over
    tokens = set(backend.interaction_tokens)
    assert len(tokens) > 10
    assert any(token in raw.getvalue() for token in tokens)
    for stream in logged:
        written = stream.getvalue()
        assert written.count("/callback") > 10
        assert written.count("WebSocket Event") > 10
        for forbidden in (*tokens, secret.hex(), repr(secret)[2:-1], "not-a-token"):
            assert forbidden not in written
    lines = [json.loads(line) for line in logged[1].getvalue().splitlines()]
    about = {(line.get("table"), "interaction" in line) for line in lines if line["logger"] == "discord.http"}
    assert {(str(table_id), True), (str(table_id), False)} <= about


# --- memory ------------------------------------------------------------------------------------------


def _held(world: World) -> tuple[int, int, int]:
    """Return what discord.py holds for messages: views to dispatch, views to keep in step, tasks that end them."""
    store = world.bot._connection._view_store
    waiting = [task for task in asyncio.all_tasks() if "timeout" in getattr(task.get_coro(), "__qualname__", "")]
    return sum(map(len, store._views.values())), len(store._synced_message_views), len(waiting)


async def test_ten_thousand_panels_leave_nothing_in_the_client(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await people[0].open_hand()
    await people[0].press("Rules")
    await people[0].press("Scores")
    assert _held(world) == (0, 0, 0)

    interaction = await _interaction(world, people[0])
    answer = {"interaction": {"id": "1", "type": 3, "response_message_id": "5"}, "resource": {"type": 4}}

    async def take(*_: object, **__: object) -> Any:
        return answer

    monkeypatch.setattr(async_context.get(), "create_interaction_response", take, raising=False)
    seen = seat_view(world.table(), 0)

    async def send(view: discord.ui.LayoutView) -> None:
        await discord.InteractionResponse(interaction).send_message(view=view, ephemeral=True)

    for _ in range(100):
        await send(hand.panel(seen))
    for _ in range(9_900):
        await send(notices.notice("x"))
    assert _held(world) == (0, 0, 0)
    ordinary = discord.ui.LayoutView(timeout=None)
    ordinary.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id="x")))
    await send(ordinary)
    assert _held(world) == (1, 1, 1)
    ordinary.stop()


async def _interaction(world: World, person: Person) -> Any:
    caught: list[Any] = []
    world.bot.on_interaction = lambda interaction: _keep(caught, interaction)  # type: ignore[method-assign]
    await person.press("Refresh")
    return caught[0]


async def _keep(caught: list[Any], interaction: Any) -> None:
    caught.append(interaction)
