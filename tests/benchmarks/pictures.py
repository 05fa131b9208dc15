"""How long pictures take: ``python -m tests.benchmarks.pictures``.

Prints CPU milliseconds and sizes, and how long the event loop is held up while a studio draws.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from functools import partial

from bot.pictures import lettering, sprites
from bot.pictures.canvas import Picture
from bot.pictures.studio import Studio
from bot.tableview import TableView
from tests.pictures.samples import SAMPLES


def _forget() -> None:
    """Empty every cache of sprites, as after a start."""
    for module in (lettering, sprites):
        for known in vars(module).values():
            if hasattr(known, "cache_clear"):
                known.cache_clear()


def _milliseconds(draw: Callable[[], Picture | None], times: int) -> tuple[float, Picture]:
    picture = None
    started = time.process_time()
    for _ in range(times):
        picture = draw()
    assert picture is not None
    return (time.process_time() - started) * 1000 / times, picture


async def _lag(views: list[tuple[TableView, Callable[[TableView], Picture | None]]]) -> list[float]:
    """Return by how many milliseconds a task that wants to run every 2 ms came late while pictures were drawn."""
    late: list[float] = []
    studio = Studio(patience=60)

    async def watch() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.002)
            late.append((time.perf_counter() - before) * 1000 - 2)

    watching = asyncio.create_task(watch())
    if not views:
        await asyncio.sleep(1)
    for view, draw in views:
        await studio.draw(partial(draw, view))
    watching.cancel()
    studio.close()
    return late


def main() -> None:
    """Print the figures."""
    views = [(make(), draw) for make, draw in SAMPLES.values()]
    print(f"{'picture':<18}{'first':>8}{'again':>8}{'KB':>7}")
    for name, (view, draw) in zip(SAMPLES, views, strict=True):
        _forget()
        cold, _ = _milliseconds(partial(draw, view), 1)
        warm, picture = _milliseconds(partial(draw, view), 10)
        print(f"{name:<18}{cold:>8.1f}{warm:>8.1f}{len(picture.data) / 1000:>7.1f}")
    for kind, drawn in (("nothing", []), ("everything", views), ("everything again", views)):
        if kind == "everything":
            _forget()
        late = asyncio.run(_lag(drawn))
        worst, middle = max(late), statistics.quantiles(late, n=100)[98]
        print(f"loop lag while drawing {kind}: 99 % within {middle:.1f} ms, worst {worst:.1f} ms")


if __name__ == "__main__":
    main()
