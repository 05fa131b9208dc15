"""How things stand with a running bot, looked up when Prometheus asks."""

from __future__ import annotations

import math
import platform
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

import discord
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.looplag import LoopLag
from bot.pictures import sprites
from bot.store import StoreError
from bot.table import Stage, Table
from engine.game import phase
from engine.state import Phase

if TYPE_CHECKING:
    from bot.client import WizardClient

_CACHES: Final = (sprites.card, sprites.dim_card)
_PHASES: Final = ("lobby", *(it.value for it in Phase), "over")


class Census(Collector):
    """Tables, people, queues and connections of one client."""

    def __init__(self, client: WizardClient, lag: LoopLag) -> None:
        self._client = client
        self._lag = lag
        self._started = time.time()
        self._size: int | None = None

    async def look(self) -> None:
        """Ask the database for its size: what is collected can't wait for anything."""
        try:
            self._size = await self._client.store.size() if self._client.is_playing else None
        except StoreError:
            self._size = None

    def collect(self) -> Iterator[Metric]:
        """Give everything there is to say right now."""
        about = {"version": version("wizard-for-discord"), "python": platform.python_version()}
        yield InfoMetricFamily("wizard_build", "What runs", value={**about, "discord_py": discord.__version__})
        yield _gauge("wizard_start_time_seconds", "When this process started to play", self._started)
        yield _gauge("wizard_loop_lag_seconds", "Longest lag of the event loop in half a minute", self._lag.worst)
        traffic = self._client.traffic
        yield _gauge("wizard_discord_invalid_requests", "401, 403 and 429 of the last ten minutes", traffic.invalid)
        yield _gauge("wizard_discord_stopped", "Whether only interactions are answered", traffic.stopped)
        latency = self._client.latency
        if math.isfinite(latency):
            yield _gauge("wizard_gateway_latency_seconds", "Between a heartbeat and its answer", latency)
        yield from _caches()
        if self._client.is_playing:
            yield from self._tables(self._client.tables.all)
            yield _gauge("wizard_panels", "Private panels that are held", len(self._client.panels))
            yield _gauge("wizard_store_waiting", "Changes that wait to be written", self._client.store.waiting)
        if self._size is not None:
            yield _gauge("wizard_database_bytes", "Size of the database", self._size)

    def _tables(self, tables: Iterable[Table]) -> Iterator[Metric]:
        counts, people = Counter(dict.fromkeys(_PHASES, 0)), 0
        for table in tables:
            counts[_phase(table)] += 1
            people += len(table.humans) if table.is_open else 0
        phases = GaugeMetricFamily("wizard_tables", "Tables in memory", labels=["phase"])
        for name, number in counts.items():
            phases.add_metric([name], number)
        yield phases
        yield _gauge("wizard_people", "People at open tables", people)


def _phase(table: Table) -> str:
    if not table.is_open:
        return "over"
    return "lobby" if table.stage is Stage.LOBBY else phase(table.playing).value


def _caches() -> Iterator[Metric]:
    looks = CounterMetricFamily("wizard_picture_cache", "Cards looked up for pictures", labels=["found"])
    infos = [cache.cache_info() for cache in _CACHES]
    looks.add_metric(["yes"], sum(info.hits for info in infos))
    looks.add_metric(["no"], sum(info.misses for info in infos))
    yield looks


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)
