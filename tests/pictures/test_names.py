"""Whatever somebody calls themself, their name is one short line and turns nothing around."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import lettering, names


@given(st.text())
def test_any_name_becomes_a_short_line(name: str) -> None:
    shown = names.clean(name, otherwise="Seat 1")
    assert 0 < len(shown) <= names.LONGEST
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for sign in shown)
    assert shown == " ".join(shown.split())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("", "Seat 1"),
        ("\u200b\u2066\n", "Seat 1"),
        ("\u202eevil\u202c", "evil"),
        ("Ada\nLovelace", "Ada Lovelace"),
        ("Ada\u2028\tBo", "Ada Bo"),
        ("a" * 30, "a" * 23 + "…"),
        ("\u0308x", "x"),
        ("Łukasz", "Łukasz"),
        ("漢字", "漢字"),
    ],
)
def test_a_name_is_cleaned(name: str, shown: str) -> None:
    assert names.clean(name, otherwise="Seat 1") == shown


def test_marks_are_not_stacked_without_end() -> None:
    shown = names.clean("Z" + "\u0338\u0322\u031b" * 20 + "a", otherwise="")
    assert [unicodedata.category(sign)[0] for sign in shown] == ["L", "M", "M", "L"]


def test_only_names_that_turn_are_isolated() -> None:
    assert names.isolated("Ada") == "Ada"
    assert names.isolated("احمد") == "\u2068احمد\u2069"


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
