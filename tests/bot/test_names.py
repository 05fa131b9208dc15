"""Names are hostile input: whatever somebody calls themself, a table stays readable."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.languages import LANGUAGES, _, speaking
from bot.names import MOST_LETTERS, NAMELESS, cleaned, isolated
from bot.render import words

ZALGO = "A" + "\u0301\u0316\u0325\u033f" * 20 + "da"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\nLovelace\t", "Ada Lovelace"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("Zoe\u0308", "Zoë"),
        ("นที่", "นที่"),
        ("👩‍👩‍👧‍👦 Fam", "👩‍👩‍👧‍👦 Fam"),
        ("❤️", "❤️"),
        ("", NAMELESS),
        ("\u3164\u2800\u115f", NAMELESS),
        ("\u200b\u200d", NAMELESS),
        ("\u0301\u0301", NAMELESS),
        ("x" * 99, "x" * MOST_LETTERS),
        ("𝕬" * 99, "𝕬" * MOST_LETTERS),
    ],
)
def test_a_name_is_one_short_visible_line(name: str, shown: str) -> None:
    assert cleaned(name) == shown


def test_no_letter_carries_a_tower_of_marks() -> None:
    assert sum(unicodedata.category(sign) == "Mn" for sign in cleaned(ZALGO)) <= 3
    assert cleaned(ZALGO).endswith("da")


def test_a_family_of_emoji_is_not_torn_apart() -> None:
    family = "👩‍👩‍👧‍👦"
    assert cleaned(family * 99) == family * 4


@pytest.mark.parametrize("name", ["עדה", "آدا", "Ada עדה"])
def test_a_name_written_from_the_right_turns_nothing_else_round(name: str) -> None:
    shown = words.person_name(name)
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    assert isolated("Ada") == "Ada"


@given(st.text())
def test_whatever_a_name_is_it_is_shown_in_one_line_without_markup(name: str) -> None:
    clean = cleaned(name)
    assert clean
    assert cleaned(clean) == clean
    assert clean.isprintable() or "\u200d" in clean
    shown = words.person_name(name)
    assert "\n" not in shown
    assert "@everyone" not in shown
    assert "://" not in shown
    for sign in "*_~|`<":
        assert sign not in shown.replace(f"\\{sign}", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letter", ["\ufb2c", "\u0958", "𝕬", "e\u0301\u0316\u0325", "👩‍👩‍👧‍👦"])
def test_any_name_fits_on_a_button(language: str, letter: str) -> None:
    with speaking(language):
        for label in (_("Take {name}'s seat", name=""), _("Let in {name}", name="")):
            assert len((label + words.plain_name(letter * 32)).encode("utf-16-le")) // 2 <= 80


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Wilhelmina van Dijk", "Wilhelmina va…"),
        ("Wilhelmina  v", "Wilhelmina v"),
        ("\u202e", NAMELESS),
    ],
)
def test_a_name_beside_other_words_on_a_button_is_cut_where_it_is_long(name: str, shown: str) -> None:
    assert words.button_name(name) == shown
