"""The demo's Discord: SimCord's preview page, made to live in real time and to follow by itself.

SimCord is made for tests: its clock stands still, every action waits until the bot is idle, and a page shows what
was last published. A demo needs the opposite, so this module reaches into private parts of SimCord; nothing else
in the project does, and pyproject.toml pins the version exactly.
"""
# ruff: noqa: SLF001

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from simcord import Env, Preview
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.enums import ComponentType

_SETTLE_SECONDS: Final = 0.15
"""How long an answered click goes on waiting for what follows from it; AI players may be busy for longer."""
_MINUTE: Final = 60
_ANSWER_SECONDS: Final = 3.0
"""How long Discord waits for the first answer to a click or command."""
_LOOK_SECONDS: Final = 0.1
_TICK_SECONDS: Final = 5.0
"""How long a page may show a countdown as it was."""
_MORE: Final = "|"
"""Separates SimCord's key of a select from what makes it ours."""
_REMEMBERED: Final = 32
"""How many states of a page are kept for clicks on an older one."""


class _RealClock(Clock):
    """A clock that goes. It counts from where the event loop's own clock does, so that timers agree with it."""

    def __init__(self) -> None:
        """Leave out what the standing clock keeps."""

    @property
    def elapsed(self) -> float:  # type: ignore[override]
        """Return the seconds of the event loop's clock."""
        return real_monotonic()

    def now(self) -> datetime:
        """Return the present."""
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Do nothing: time passes by itself."""


def make_live(env: Env) -> None:
    """Let time pass by itself for the bot on this simulated Discord, and keep no action waiting for its idleness."""
    env.backend.bot_user.name = "Wizard"
    env.backend.clock = _RealClock()
    if env._loop is not None and env._runtime is not None:
        # SimCord's own timers fire when a test advances the clock; the loop's fire when they are due.
        env._loop.call_later = env._runtime.call_later  # type: ignore[method-assign]
        env._loop.call_at = env._runtime.call_at  # type: ignore[method-assign]
    env.settle_timeout = _SETTLE_SECONDS
    _settle_briefly(env)


def _settle_briefly(env: Env) -> None:
    """Take a bot that is still busy after a while for settled: AI players go on playing meanwhile."""
    latest: list[Any] = []

    def dispatched(interaction: Any) -> None:  # noqa: ANN401 - SimCord's record of an interaction
        latest[:] = [interaction]

    env._register_dispatch_observer(dispatched)
    strict = env._settle_internal

    async def settle(*, dispatch: str | None = None, **options: Any) -> None:  # noqa: ANN401 - handed on
        if dispatch == "INTERACTION_CREATE" and latest:
            await _answered(latest[0])
        with suppress(TimeoutError):
            await strict(dispatch=dispatch, **options)

    env._settle_internal = settle  # type: ignore[method-assign]


async def _answered(interaction: Any) -> None:  # noqa: ANN401 - SimCord's record of an interaction
    until = time.perf_counter() + _ANSWER_SECONDS
    while not interaction.responded and time.perf_counter() < until:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.005)


# --- pages that follow ---------------------------------------------------------------------------


async def follow(env: Env, preview: Preview) -> None:
    """Show on every open page what happens, until the preview is closed."""
    lock = asyncio.Lock()
    _take_turns(preview, lock)
    seen, shown = 0, 0.0
    while not preview._closed:
        await asyncio.sleep(_LOOK_SECONDS)
        # On our messages only the countdowns change by themselves.
        if len(env.backend.transcript) == seen and time.monotonic() < shown + _TICK_SECONDS:
            continue
        async with lock:
            if preview._closed:
                return
            seen = len(env.backend.transcript)
            await preview.refresh()
            shown = time.monotonic()


def seat_pages(preview: Preview) -> None:
    """Let each page that is opened be the next person's, whom no open page shows yet, as if they had logged in."""
    open_page = preview._open_page

    def open_for_the_next(viewer_id: Any = None, target_id: Any = None) -> Any:  # noqa: ANN401 - SimCord's
        if viewer_id is None:
            preview._prune_expired()
            shown = {page.viewer.id for page in preview._pages.values() if page is not preview._python}
            viewer_id = next((viewer.id for viewer in preview.viewers if viewer.id not in shown), None)
        return open_page(viewer_id, target_id)

    preview._open_page = open_for_the_next  # type: ignore[method-assign]


def _take_turns(preview: Preview, lock: asyncio.Lock) -> None:
    """Keep actions and refreshes apart: a page whose click meets a refresh locks itself until it is reloaded.

    SimCord refuses what was clicked on an older state of the page than the last published one. Here that happens
    all the time, because a page may be half a second behind: such a click goes to the part that is meant.
    """
    act, publish = preview._action, preview._publish
    published: dict[str, deque[tuple[int, Any]]] = {}

    def publish_and_remember(page: Any, **options: Any) -> None:  # noqa: ANN401 - SimCord's state of an open page
        if page is preview._python:
            return  # for tests that look without a browser; as much work as a page somebody looks at
        publish(page, **options)
        _name_selects(page.snapshot)
        _let_countdowns_go_on(page.snapshot, preview.capture_time.timestamp())
        published.setdefault(page.id, deque(maxlen=_REMEMBERED)).append((page.revision, page.snapshot))

    async def action(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with lock:
            page = preview._get_page(context_id)
            if isinstance(body, dict) and isinstance(clicked_at := body.get("published_revision"), int):
                before = dict(published.get(page.id, ())).get(clicked_at)
                body = _brought_up(body, page.revision, before, page.snapshot)
            return await act(context_id, body)

    preview._publish = publish_and_remember  # type: ignore[method-assign]
    preview._action = action  # type: ignore[method-assign]


def _brought_up(body: dict[str, Any], revision: int, before: Any, now: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return an action that was meant for an older state as one for the present state, if it still makes sense.

    A button is known by its words, because its key is only its place in the message: in a hand that has changed
    another card may be there.
    """
    if "control_key" not in body:
        return {**body, "published_revision": revision}
    target = str(body.get("target_id"))
    words = _words(before, target).get(body["control_key"])
    key = next((key for key, same in _words(now, target).items() if words is not None and same == words), None)
    if key is None:
        return body
    return {**body, "published_revision": revision, "control_key": key.partition(_MORE)[0]}


def _name_selects(snapshot: Any) -> None:  # noqa: ANN401 - JSON
    """Give each select a key of its own: the page keeps what was picked by key, and would not send it twice."""
    for message in snapshot.get("messages", {}).values():
        for part in _parts(message.get("components", ())):
            if part.get("type") == ComponentType.STRING_SELECT and "control_key" in part:
                part["control_key"] += _MORE + part["custom_id"]


def _let_countdowns_go_on(snapshot: Any, now: float) -> None:  # noqa: ANN401 - JSON
    """Let each message differ whenever its countdown does: the page draws only what has changed.

    `now` is the time from which the page counts.
    """
    for message in snapshot.get("messages", {}).values():
        if ends := _ends_of_countdowns(message.get("components", ())):
            message["countdowns"] = [_left(end - now) for end in ends]


def _ends_of_countdowns(tokens: Any) -> list[int]:  # noqa: ANN401 - JSON
    if isinstance(tokens, list):
        return [end for token in tokens for end in _ends_of_countdowns(token)]
    if not isinstance(tokens, dict):
        return []
    if tokens.get("type") == "timestamp":
        return [int(tokens["unix"])]
    return [end for token in tokens.values() for end in _ends_of_countdowns(token)]


def _left(seconds: float) -> tuple[str, int]:
    """Return minutes as the page rounds them, and in the last one a step of a few seconds."""
    if seconds >= _MINUTE:
        return "minutes", int(seconds / _MINUTE + 0.5)
    return "steps", max(0, int(seconds // _TICK_SECONDS))


def _words(snapshot: Any, message_id: str) -> dict[str, tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """Return what is written on each button and select of a message that can be used, by its key."""
    message = (snapshot or {}).get("messages", {}).get(message_id, {})
    return {
        part["control_key"]: (part.get("label"), part.get("placeholder"))
        for part in _parts(message.get("components", ()))
        if part.get("control_key") and not part.get("disabled")
    }


def _parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components", ()))
