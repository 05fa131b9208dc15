"""What is counted and timed, for Prometheus; nothing, until somebody wants to see it (`WIZARD_METRICS_PORT`).

Labels have few values, all known beforehand: never a person, a server or a table.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from enum import Enum
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

P = ParamSpec("P")
T = TypeVar("T")

REGISTRY: Final = CollectorRegistry()

_FAST: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; Discord waits three for an answer."""
_SLOW: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)

_ACTIONS: Final = Counter("wizard_actions", "What was to change a table", ["kind", "outcome"], registry=REGISTRY)
_ACKNOWLEDGED: Final = Histogram(
    "wizard_interaction_acknowledged_seconds",
    "From an interaction's arrival until Discord has the answer",
    buckets=_FAST,
    registry=REGISTRY,
)
_COMMITTED: Final = Histogram(
    "wizard_interaction_committed_seconds",
    "From an interaction's arrival until what it changes is in the database",
    buckets=_FAST,
    registry=REGISTRY,
)
_BATCHES: Final = Histogram(
    "wizard_store_batch_changes",
    "Changes in one transaction",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)
_COMMITS: Final = Histogram("wizard_store_commit_seconds", "One transaction", buckets=_FAST, registry=REGISTRY)
_TOKEN_FAILURES: Final = Counter(
    "wizard_token_failures", "Interaction tokens that were of no use, by Discord's code", ["code"], registry=REGISTRY
)
_REQUESTS: Final = Counter(
    "wizard_discord_requests", "Answers of Discord's REST interface", ["kind", "status"], registry=REGISTRY
)
_RATE_LIMITED: Final = Counter(
    "wizard_discord_rate_limited", "Answers 429, by whose limit it was", ["scope"], registry=REGISTRY
)
_WITHHELD: Final = Counter(
    "wizard_discord_withheld", "Requests not sent as too many were refused before", registry=REGISTRY
)
_GATEWAY: Final = Counter("wizard_gateway_events", "What became of connections", ["event"], registry=REGISTRY)
_PUBLISHED: Final = Histogram(
    "wizard_publish_delay_seconds",
    "From a table's change until its public message shows it",
    buckets=_SLOW,
    registry=REGISTRY,
)
_THOUGHT: Final = Histogram(
    "wizard_ai_seconds",
    "From a question to an AI until its answer",
    ["kind", "level"],
    buckets=_SLOW,
    registry=REGISTRY,
)
_THINKING: Final = Gauge("wizard_ai_waiting", "Questions to AIs without an answer yet", ["kind"], registry=REGISTRY)
_PICTURES: Final = Histogram(
    "wizard_picture_seconds",
    "From asking for a picture until it is there",
    ["outcome"],
    buckets=_FAST,
    registry=REGISTRY,
)

_CODES: Final = frozenset({50027, 10015, 10008, 10062, 40060})
_SCOPES: Final = frozenset({"user", "global", "shared"})
_EVENTS: Final = frozenset({"shard_connect", "shard_ready", "shard_disconnect", "shard_resumed"})


class _Switch:
    on = False


_switch: Final = _Switch()
_arrivals: Final[OrderedDict[int, float]] = OrderedDict()
_ARRIVALS: Final = 4096


def switch_on() -> None:
    """Count and time from now on."""
    _switch.on = True


# --- interactions ---------------------------------------------------------------------------------


def arrived(interaction_id: int) -> None:
    """Note that an interaction is here."""
    if _switch.on:
        _arrivals[interaction_id] = time.perf_counter()
        if len(_arrivals) > _ARRIVALS:
            _arrivals.popitem(last=False)


def acknowledged(interaction_id: int) -> None:
    """Note that Discord has taken the answer to an interaction."""
    if _switch.on and (at := _arrivals.get(interaction_id)) is not None:
        _ACKNOWLEDGED.observe(time.perf_counter() - at)


def committed(interaction_id: int | None) -> None:
    """Note that what an interaction changes is in the database; None: nobody clicked for it."""
    if _switch.on and interaction_id is not None and (at := _arrivals.get(interaction_id)) is not None:
        _COMMITTED.observe(time.perf_counter() - at)


def token_failed(code: int | None) -> None:
    """Note that a token was of no use: Discord's code, None for one that was known to be too old."""
    if _switch.on:
        _TOKEN_FAILURES.labels("expired" if code is None else code if code in _CODES else "other").inc()


# --- Discord --------------------------------------------------------------------------------------


def answered(kind: str, status: int, scope: str) -> None:
    """Note an answer of Discord: to an `interaction` or the `bot`; `scope` says whose limit a 429 is about."""
    if _switch.on:
        _REQUESTS.labels(kind, f"{status // 100}xx").inc()
        if status == 429:
            _RATE_LIMITED.labels(scope if scope in _SCOPES else "unknown").inc()


def withheld() -> None:
    """Note a request that was not sent."""
    if _switch.on:
        _WITHHELD.inc()


def gateway(event: str) -> None:
    """Note an event of the client, if it is one of a connection."""
    if _switch.on and event in _EVENTS:
        _GATEWAY.labels(event.removeprefix("shard_")).inc()


# --- work -----------------------------------------------------------------------------------------


def acted(kind: str, outcome: str) -> None:
    """Note what became of something that was to change a table: `accepted`, `stale`, `refused` or `failed`."""
    if _switch.on:
        _ACTIONS.labels(kind, outcome).inc()


def wrote(changes: int, seconds: float) -> None:
    """Note a transaction."""
    if _switch.on:
        _BATCHES.observe(changes)
        _COMMITS.observe(seconds)


def published(seconds: float) -> None:
    """Note that a table is shown as it is."""
    if _switch.on:
        _PUBLISHED.observe(seconds)


def drew(outcome: str, seconds: float) -> None:
    """Note what became of a picture: `drawn`, `none`, `late`, `failed` or `crowded`."""
    if _switch.on:
        _PICTURES.labels(outcome).observe(seconds)


def thinking(kind: str) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """Time a question to an AI; the level is the one argument that is an enumeration, if any is."""

    def around(ask: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
        @wraps(ask)
        async def timed(*args: P.args, **kwargs: P.kwargs) -> T:
            if not _switch.on:
                return await ask(*args, **kwargs)
            level = next((str(it.value) for it in (*args, *kwargs.values()) if isinstance(it, Enum)), "default")
            with _THINKING.labels(kind).track_inprogress(), _THOUGHT.labels(kind, level).time():
                return await ask(*args, **kwargs)

        return timed

    return around
