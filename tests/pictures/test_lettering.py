"""Any text can be drawn, and none is wider than its place."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import lettering


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=30))
def test_any_text_can_be_drawn(text: str) -> None:
    assert lettering.fitted(text, 22, 120).width <= 120


def test_a_text_that_is_too_wide_is_cut_to_its_width() -> None:
    whole = lettering.fitted("Bartholomew", 22, 660)
    cut = lettering.fitted("Bartholomew", 22, whole.width - 1)
    assert 0 < cut.width < whole.width
    assert lettering.fitted("Bartholomew", 22, whole.width).width == whole.width


def test_markup_is_drawn_as_it_is_written() -> None:
    assert lettering.fitted("<b>&amp;", 22, 660).width > lettering.fitted("b&", 22, 660).width
