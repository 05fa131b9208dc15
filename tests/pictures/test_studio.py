"""A message never waits long for its picture, and is never lost with it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

import pytest

from bot import languages
from bot.pictures import sprites, warming
from bot.pictures.canvas import Picture
from bot.pictures.studio import Studio
from tests.pictures.samples import SAMPLES

PICTURE = Picture(b"data", "hand.webp", "A hand.")


async def test_a_picture_is_drawn_in_the_language_that_is_spoken() -> None:
    studio = Studio()
    with languages.speaking("de"):
        drawn = await studio.draw(lambda: Picture(b"", "", languages.spoken()))
    assert drawn is not None
    assert drawn.alt == "de"
    studio.close()


async def test_a_failure_is_logged_and_leaves_the_message_without_a_picture(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> Picture:
        raise ValueError("no such card")

    studio = Studio()
    with caplog.at_level(logging.ERROR):
        assert await studio.draw(fail) is None
    assert "no such card" in caplog.text
    assert await studio.draw(lambda: PICTURE) == PICTURE
    studio.close()


async def test_nobody_waits_for_a_picture_that_takes_too_long() -> None:
    free = threading.Event()

    def slow() -> Picture:
        free.wait(60)
        return PICTURE

    studio = Studio(patience=0.01)
    try:
        assert await studio.draw(slow) is None
    finally:
        free.set()
        studio.close()


async def test_drawing_ahead_lets_a_picture_in_between() -> None:
    drawn: list[str] = []

    def step(at: int) -> Callable[[], object]:
        return lambda: drawn.append(f"step {at}")

    def picture() -> Picture:
        drawn.append("picture")
        return PICTURE

    studio = Studio()
    warming = asyncio.create_task(studio.warm(step(at) for at in range(50)))
    await asyncio.sleep(0)
    assert await studio.draw(picture) == PICTURE
    await warming
    assert len(drawn) == 51
    assert drawn.index("picture") < 5
    studio.close()


def test_a_first_hand_needs_no_more_cards_after_drawing_ahead() -> None:
    for step in warming.steps():
        step()
    before = sprites.card.cache_info().misses, sprites.dim_card.cache_info().misses
    make, draw = SAMPLES["hand-20-of-3"]
    assert draw(make()) is not None
    assert (sprites.card.cache_info().misses, sprites.dim_card.cache_info().misses) == before
