"""The guided hand, in a language in which every text that was looked up is in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from discord import ui

import bot.languages
from bot import lesson as script
from bot.lesson import Lesson
from bot.render import lesson as render
from tests.locales.bracketed import Bracketed, outside


@pytest.fixture(autouse=True)
def _brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.languages, "_catalogue", lambda _language: Bracketed())
    for module in ("bot.lesson", "bot.render.lesson_words"):
        monkeypatch.setattr(f"{module}.AI_NAMES", ("★", "★"))


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield part
    for inside in part.get("components", ()):
        yield from _parts(inside)


def _require_looked_up(view: ui.LayoutView) -> None:
    for top in view.to_components():
        for part in _parts(top):
            for key in ("content", "label"):
                assert not outside(part.get(key) or "")


def test_every_page() -> None:
    new = [Lesson()]
    while new:
        for lesson in new:
            _require_looked_up(render.page(lesson, "★"))
        new = [script.after(lesson, move) for lesson in new for move in lesson.choices]


def test_the_offer() -> None:
    for view in (render.offer(), render.declined()):
        _require_looked_up(view)
    assert not outside(render.open_button().item.label)
