"""Options in words: the summary line, what is said of each value, and reading words back."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import choices
from bot.render import options as words
from engine.options import SPECIAL_CARDS, Bidding, InvalidOptions, Labels, Options, SumRule
from engine.presets import PRESETS

ENUMS = {option.name: type(option.default) for option in fields(Options) if isinstance(option.default, StrEnum)}
NAMES = [option.name for option in fields(Options)]
OTHER = [(name, value) for name, values in words.VALUES.items() for value in values if value != next(iter(values))] + [
    ("max_rounds", "1"),
    ("max_rounds", "7"),
    *(("special_cards", card) for card in SPECIAL_CARDS[2:]),
    ("special_cards", "DRAGON,FAIRY"),
    ("special_cards", ",".join(SPECIAL_CARDS[2:])),
]
"""Every value that is not the default; of the open ones some."""


def _specials() -> st.SearchStrategy[frozenset[str]]:
    cards = st.frozensets(st.sampled_from(SPECIAL_CARDS))
    return cards.map(lambda some: some if {"DRAGON", "FAIRY"} <= some else some - {"DRAGON", "FAIRY"})


@st.composite
def _options(draw: st.DrawFn) -> Options:
    chosen = {name: draw(st.sampled_from(kind)) for name, kind in ENUMS.items()}
    if chosen["bidding"] is not Bidding.OPEN:
        chosen["sum_rule"] = SumRule.OFF
    limit = draw(st.none() | st.integers(1, 1000))
    return Options(**chosen, max_rounds=limit, forehead=draw(st.booleans()), special_cards=draw(_specials()))


# --- the summary ---------------------------------------------------------------------------------


def test_a_preset_is_called_by_its_name() -> None:
    shown = {name: words.summary(options) for name, options in PRESETS.items()}
    for name, line in shown.items():
        assert line.lower().startswith(name.replace("-", " "))
        assert "·" not in line
    assert len(set(shown.values())) == len(PRESETS)


@pytest.mark.parametrize(("name", "value"), OTHER)
def test_whatever_differs_from_standard_is_in_the_summary(name: str, value: str) -> None:
    assert words.summary(choices.changed(Options(), {name: value})) != "Standard"


@given(_options(), _options())
def test_different_options_have_different_summaries(one: Options, other: Options) -> None:
    assert (words.summary(one) == words.summary(other)) == (one == other)


def test_every_two_values_are_told_apart() -> None:
    lines = [words.summary(choices.changed(Options(), {name: value})) for name, value in OTHER]
    assert all(one != other for one, other in combinations(lines, 2))


@pytest.mark.parametrize(
    ("base", "changes", "line"),
    [
        ("jubilee-30", {"bidding": "hidden", "max_rounds": "10"}, "Jubilee 30 · at most 10 rounds · hidden bids"),
        ("canadian", {"max_rounds": "1"}, "Canadian · only one round"),
        ("canadian", {"length": "quick"}, "Quick · bids never sum to the cards"),
        ("jubilee-20", {"sum_rule": "always"}, "Jubilee 20 · bids never sum to the cards"),
        ("standard", {"special_cards": "CLOUD,BOMB"}, "Standard · with Bomb, Cloud"),
        ("jubilee-30", {"special_cards": ",".join(SPECIAL_CARDS[:8])}, "Standard · all special cards but Vampire"),
        ("quick", {"length": "standard"}, "Standard"),
        ("jubilee-20", {"bomb": "bids"}, "Jubilee 20 · Bomb cancels the bids"),
    ],
)
def test_a_summary_names_the_nearest_preset_and_what_differs(base: str, changes: dict[str, str], line: str) -> None:
    assert words.summary(choices.changed(PRESETS[base], changes)) == line


@given(_options())
def test_a_summary_is_one_line_without_gaps(options: Options) -> None:
    line = words.summary(options)
    assert "\n" not in line
    assert all(part.strip() for part in line.split("·"))


# --- what is said of each value ------------------------------------------------------------------


def test_every_option_value_card_and_preset_has_its_words() -> None:
    assert sorted(words.OPTIONS) == sorted(NAMES)
    assert {name: list(values) for name, values in words.VALUES.items() if name != "forehead"} == {
        name: list(kind) for name, kind in ENUMS.items()
    }
    assert list(words.specials()) == list(SPECIAL_CARDS)
    assert list(words.PRESET_NAMES) == list(PRESETS)


def test_what_is_said_fits_into_discords_menus() -> None:
    every = [*words.VALUES.values(), words.specials(Labels.FACES), words.PRESET_NAMES]
    assert all(len(f"{word} – {it.text}") <= 100 for values in every for word, it in values.items())


@given(_options())
def test_everything_can_be_said_of_any_options(options: Options) -> None:
    for name, word in choices.in_words(options).items():
        said = words.meaning(options, name)
        assert said.startswith(word) or name == "special_cards"


# --- words read back -----------------------------------------------------------------------------


@given(_options())
def test_words_are_read_back(options: Options) -> None:
    assert choices.changed(Options(), choices.in_words(options)) == options


@given(st.sampled_from([*NAMES, "colour"]), st.text(max_size=12))
def test_any_word_is_read_or_refused_with_a_sentence(name: str, word: str) -> None:
    try:
        options = choices.changed(Options(), {name: word})
    except InvalidOptions as refused:
        said = str(refused)
    else:
        said = words.summary(options) + "."
        assert choices.changed(Options(), choices.in_words(options)) == options
    assert said.endswith(".")
