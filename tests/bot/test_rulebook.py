"""The generated rules: what each option changes in them, and that they say what the engine does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.render import faces, special_words, words
from bot.render.rulebook import book, open_button, pages
from bot.render.rulebook.dealing import row
from bot.render.wording import EXAMPLE_PLAYERS, Example
from engine import rules
from engine.cards import Suit, card
from engine.options import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SPECIAL_CARDS,
    Bidding,
    Bomb,
    FirstDealer,
    InvalidOptions,
    Labels,
    Length,
    NextDealer,
    Options,
    SumRule,
    Tie,
    WizardTurnup,
)
from engine.presets import PRESETS
from tests.engine.test_golden import GOLDEN, RULES

PLAYERS = range(MIN_PLAYERS, MAX_PLAYERS + 1)
ALL = frozenset(SPECIAL_CARDS)
VALUES: dict[str, Sequence[Any]] = {
    "bidding": list(Bidding),
    "sum_rule": list(SumRule),
    "length": list(Length),
    "max_rounds": [None, 1, 2, 3],
    "wizard_turnup": list(WizardTurnup),
    "next_dealer": list(NextDealer),
    "first_dealer": list(FirstDealer),
    "tie": list(Tie),
    "forehead": [False, True],
    "bomb": list(Bomb),
    "special_cards": [frozenset(), {"DRAGON", "FAIRY"}, *({code} for code in SPECIAL_CARDS[2:]), ALL],
    "labels": list(Labels),
}
WITHOUT_EFFECT = {
    *((base, "bomb") for base in PRESETS if not base.startswith("jubilee")),
    ("five", "wizard_turnup"),
    ("five", "forehead"),
    ("jubilee-20", "forehead"),
    ("jubilee-25", "forehead"),
    ("jubilee-30", "forehead"),
}
"""Nothing is ever turned up, there is no round with one card, no Bomb, or a special card rules it out."""


def _text(options: Options, players: int | None = 4) -> str:
    return "\n".join(f"{page.title}\n{page.text}" for page in pages(options, players))


def _page(options: Options, title: str, players: int | None = 4) -> str:
    return next(page.text for page in pages(options, players) if page.title == title)


def _possible(base: Options, name: str) -> Iterator[Options]:
    for value in VALUES[name]:
        try:
            yield replace(base, **{name: frozenset(value) if name == "special_cards" else value})
        except InvalidOptions:
            continue


# --- the options -----------------------------------------------------------------------------------


def test_every_option_is_tried() -> None:
    assert set(VALUES) == {field.name for field in fields(Options)}


@pytest.mark.parametrize("base", PRESETS)
@pytest.mark.parametrize("name", VALUES)
def test_every_value_of_an_option_has_its_own_text(base: str, name: str) -> None:
    texts = [_text(options) for options in _possible(PRESETS[base], name)]
    if name == "bidding" and base == "canadian":
        assert len(texts) == 1  # a sum rule needs open bidding
    elif (base, name) in WITHOUT_EFFECT:
        assert len(set(texts)) == 1
    elif base == "five" and name == "sum_rule":
        assert len(set(texts)) == len(texts) - 1  # without a round of one card two of them are the same
    else:
        assert len(set(texts)) == len(texts) > 1


@pytest.mark.parametrize(
    ("options", "same_as"),
    [
        (Options(max_rounds=3, sum_rule=SumRule.FROM_ROUND_4), Options(max_rounds=3)),
        (Options(max_rounds=1, sum_rule=SumRule.DEALER_LEADS), Options(max_rounds=1)),
        (Options(max_rounds=1, sum_rule=SumRule.NOT_IN_1_CARD_ROUND), Options(max_rounds=1)),
        (Options(max_rounds=1, next_dealer=NextDealer.LAST_TRICK_WINNER), Options(max_rounds=1)),
        (Options(max_rounds=1, tie=Tie.CASCADE), Options(max_rounds=1)),
        (Options(max_rounds=99), Options()),
    ],
)
def test_an_option_that_can_do_nothing_is_not_mentioned(options: Options, same_as: Options) -> None:
    assert _text(options) == _text(same_as)


def test_the_bids_of_a_sum_rule() -> None:
    said = _page(Options(sum_rule=SumRule.ALWAYS), "Bids")
    assert "4 players and 5 cards: the others bid 2, 1 and 0, 3 together. The dealer may bid anything but 2." in said
    assert "free of this rule" in _page(Options(sum_rule=SumRule.NOT_IN_1_CARD_ROUND), "Bids")
    assert "fourth round" in _page(Options(sum_rule=SumRule.FROM_ROUND_4), "Bids")
    assert "never in the first round" in _page(Options(sum_rule=SumRule.DEALER_LEADS), "Bids")


def test_the_round_without_a_card_to_turn_up() -> None:
    assert "a round with 15 cards for each of you" in _page(Options(), "Dealing and trump")
    assert "10 each with 6 players" in _page(Options(), "Dealing and trump", None)
    for whole in (Options(length=Length.HALF), Options(max_rounds=14)):
        assert "none is left to turn up" not in _text(whole)
    assert "the last one included" in _page(Options(special_cards=ALL), "Dealing and trump")
    assert "trump" not in _page(Options(length=Length.FIVE), "Tricks")


@pytest.mark.parametrize("labels", list(Labels))
def test_ranks_are_written_as_the_labels_want(labels: Labels) -> None:
    said = _text(Options(labels=labels, special_cards=ALL))
    assert ("Juggler 7½" in said) == ("Cloud 9¾" in said) == (labels is Labels.NUMBERS)
    assert ("Juggler 8½" in said) == ("Cloud 10¾" in said) == ("BA" in said) == (labels is Labels.FACES)
    assert ("13" in said) == (labels is Labels.NUMBERS)


# --- the numbers -----------------------------------------------------------------------------------


def _expanded(written: str) -> tuple[int, ...]:
    """Return the numbers of a shortened row."""
    numbers: list[int] = []
    for part in written.split(", "):
        first, _, last = part.partition(" … ")
        numbers.append(int(first))
        if last:
            step = numbers[-1] - numbers[-2]
            numbers += range(numbers[-1] + step, int(last) + step, step)
    return tuple(numbers)


@pytest.mark.parametrize("length", list(Length))
@pytest.mark.parametrize("max_rounds", [None, 1, 2, 7, 17, 22])
def test_the_rounds_are_those_of_the_engine(length: Length, max_rounds: int | None) -> None:
    options = Options(length=length, max_rounds=max_rounds)
    unknown = _page(options, "The game", None)
    for players in PLAYERS:
        sizes = rules.schedule(options, players)
        assert _expanded(row(sizes)) == sizes
        rounds = "1 round" if len(sizes) == 1 else f"{len(sizes)} rounds"
        assert f"{players} players, {rounds}: {row(sizes)}\n" in unknown
        known = _page(options, "The game", players)
        assert f"{players} players play {rounds}. Cards for each, round by round: {row(sizes)}." in known


def test_a_row_of_numbers_is_short() -> None:
    assert row(range(1, 16)) == "1, 2, 3 … 15"
    assert row((1, 3, 5, 7, 9, 11, 12, 13, 14, 15)) == "1, 3, 5 … 11, 12, 13, 14, 15"
    assert row((20,) * 5) == "20, 20, 20, 20, 20"


@pytest.mark.parametrize("codes", [frozenset(), frozenset({"CLOUD"}), ALL])
def test_the_deck_is_counted(codes: frozenset[str]) -> None:
    options = Options(special_cards=codes)
    assert f"{60 + len(codes)} cards:" in _page(options, "The game")
    assert f"all {60 + len(codes)} cards" in _page(options, "Dealing and trump")


# --- the special cards -----------------------------------------------------------------------------


def _decks() -> Iterator[frozenset[str]]:
    """Return every set of special cards there may be."""
    sets = chain.from_iterable(combinations(SPECIAL_CARDS, size) for size in range(len(SPECIAL_CARDS) + 1))
    return (frozenset(codes) for codes in sets if len({"DRAGON", "FAIRY"} & set(codes)) != 1)


def _words_of(code: str) -> str:
    return special_words.of(code).name


@pytest.mark.parametrize("bomb", list(Bomb))
def test_only_special_cards_of_the_deck_are_mentioned(bomb: Bomb) -> None:
    for codes in _decks():
        said = _text(Options(special_cards=codes, bomb=bomb, next_dealer=NextDealer.LAST_TRICK_WINNER))
        mentioned = {code for code in SPECIAL_CARDS if re.search(rf"\b{_words_of(code)}", said)}
        marked = {code for code in SPECIAL_CARDS if special_words.SPECIALS[code].mark in said}
        assert mentioned == marked == codes
        assert ("blow" in said) == ("BOMB" in codes and bomb is Bomb.TRICK)
        assert ("cancel" in said) == ("BOMB" in codes and bomb is Bomb.BIDS)
        assert ("special" in said) == bool(codes)


@pytest.mark.parametrize("code", SPECIAL_CARDS)
@pytest.mark.parametrize("bomb", list(Bomb))
def test_every_special_card_has_a_page_with_rule_and_example(code: str, bomb: Bomb) -> None:
    options = Options(special_cards=ALL, bomb=bomb)
    said = _page(options, faces.marked(code))
    known = special_words.of(code, options)
    assert said.startswith(faces.filled(known.rule, Labels.NUMBERS))
    assert faces.filled(known.example.why, Labels.NUMBERS) in said
    plays = [player for player in EXAMPLE_PLAYERS if f"- {player} plays " in said]
    assert len(plays) == len(known.example.cards) == (0 if code == "WEREWOLF" else len(EXAMPLE_PLAYERS))


def test_every_special_card_has_words() -> None:
    assert tuple(special_words.SPECIALS) == SPECIAL_CARDS
    known = special_words.SPECIALS.values()
    assert len({it.name for it in known}) == len({it.mark for it in known}) == len(SPECIAL_CARDS)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("R13", "🔴\u00a0R13"),
        ("JUGGLER", "🤹\u00a0Juggler 7½"),
        ("CLOUD:R", "☁️\u00a0Cloud 9¾ as 🔴 red (R)"),
        ("SHIFT:W", "🎭\u00a0Shapeshifter as a Wizard"),
        ("VAMPIRE:J", "🧛\u00a0Vampire as a Jester"),
    ],
)
def test_a_played_special_card_tells_its_choice(code: str, text: str) -> None:
    assert faces.played_text(card(code), Labels.NUMBERS) == text


# --- what the engine says --------------------------------------------------------------------------

EXAMPLES = [
    *((code, Bomb.TRICK) for code in SPECIAL_CARDS if special_words.SPECIALS[code].example.cards),
    ("BOMB", Bomb.BIDS),
]


def _engine_says(example: Example, options: Options) -> tuple[int | None, int]:
    """Return who takes the trick and who leads next."""
    trick = [card(code) for code in example.cards]
    copied = None if example.copied is None else card(example.copied)
    ahead = rules.winner(trick, None if example.trump is None else Suit(example.trump), copied)
    return (None if rules.is_spoiled(trick, copied, options) else ahead), ahead


@pytest.mark.parametrize(("code", "bomb"), EXAMPLES)
def test_an_example_trick_is_what_the_engine_makes_of_it(code: str, bomb: Bomb) -> None:
    options = Options(special_cards=ALL, bomb=bomb)
    example = special_words.of(code, options).example
    assert _engine_says(example, options) == (example.winner, example.next_lead)


@pytest.mark.parametrize(("code", "bomb"), EXAMPLES)
def test_an_example_trick_can_happen(code: str, bomb: Bomb) -> None:
    example = special_words.of(code, Options(special_cards=ALL, bomb=bomb)).example
    there = [*example.cards, example.copied]
    assert code in [played.partition(":")[0] for played in example.cards]
    assert len(set(there)) == len(there)


@pytest.mark.parametrize("code", SPECIAL_CARDS)
def test_a_turned_up_special_card_does_what_its_page_says(code: str) -> None:
    options = Options(special_cards=ALL)
    page = _page(options, faces.marked(code))
    for wizard_turnup in WizardTurnup:
        trump, names = rules.turn_up(card(code), wizard_turnup)
        assert trump is None
        assert ("it lets the dealer name one of the four suits as trump" in page) == names
        assert ("Turned up, it means no trump." in page) != names
    turn_ups = {line.rpartition(": ")[2]: line for line in _page(options, "Dealing and trump").splitlines()}
    assert faces.marked(code) in turn_ups["the dealer names one of the four suits" if names else "no trump"]


def _led(code: str) -> Suit | None:
    """Return the suit to follow once a red card comes after this one."""
    return rules.led_suit([card(code), card("R5")])


def test_what_is_said_of_the_suit_to_follow_is_what_the_engine_does() -> None:
    said = _page(Options(special_cards=ALL), "Tricks")
    assert "The Juggler 7½ and Cloud 9¾ count as cards of the suit that was named." in said
    assert {_led("JUGGLER:B"), _led("CLOUD:B")} == {Suit.BLUE}
    assert "Jesters, Fairy, Bomb and Witch don't set it" in said
    assert {_led("FAIRY"), _led("BOMB"), _led("WITCH")} == {Suit.RED}
    assert "If a Wizard or Dragon comes before the suit is set, everybody is free" in said
    assert _led("DRAGON") is None
    assert "The Shapeshifter as a Wizard frees everybody and as a Jester leaves the suit to the next card." in said
    assert (_led("SHIFT:W"), _led("SHIFT:J")) == (None, Suit.RED)
    assert "The Vampire does what the copied card does." in said


def test_the_steps_after_a_trick_are_in_the_order_of_the_engine() -> None:
    said = _page(Options(special_cards=ALL), "Special cards")
    assert said.index("2. the Cloud") < said.index("3. the Juggler") < said.index("4. the Witch")


STANDS_FOR = {"Wizard": "W", "trump": "B2", "suit to follow": "R3", "Jester": "J"}
"""A card for each step of the order of strength that isn't a special card's."""


@pytest.mark.parametrize("codes", [frozenset(), ALL])
def test_the_order_of_strength_is_the_engines(codes: frozenset[str]) -> None:
    known = STANDS_FOR | {special_words.SPECIALS[code].name: code for code in codes}
    steps = re.findall(r"^\d+\. (.*)$", _page(Options(special_cards=codes), "Tricks"), re.MULTILINE)
    ladder = [card(next(code for word, code in known.items() if word in re.split("[,;]", step)[0])) for step in steps]
    assert len(ladder) == len(STANDS_FOR) + len(codes & {"DRAGON", "FAIRY", "WITCH", "BOMB"})
    for stronger, weaker in combinations(ladder, 2):
        if (stronger.code, weaker.code) != ("DRAGON", "FAIRY"):
            assert rules.winner([weaker, stronger], Suit.BLUE) == 1


# --- every table -----------------------------------------------------------------------------------


@st.composite
def any_options(draw: st.DrawFn) -> Options:
    plain = {name: draw(st.sampled_from(values)) for name, values in VALUES.items() if name != "special_cards"}
    if plain["bidding"] is not Bidding.OPEN:
        plain["sum_rule"] = SumRule.OFF
    return Options(**plain, special_cards=draw(st.sampled_from(list(_decks()))))


@given(any_options(), st.sampled_from([None, *PLAYERS]))
def test_every_table_has_readable_rules(options: Options, players: int | None) -> None:
    found = pages(options, players)
    assert len({page.title for page in found}) == len(found) <= 25
    for page in found:
        assert 0 < len(page.text) <= 3500
        assert len(page.title) <= 80
        assert not re.search(r"\[|\]|  |\.\.|None|\{", page.text), page.text
    said = _text(options, players)
    marks = re.findall("|".join(words.SUIT_MARKS.values()), said)
    lettered = re.findall(r"(?:🔴|🟡|🟢|🔵)(?:\u00a0[RYGB][0-9JQKA]+| [a-z]+ \([RYGB]\))", said)
    assert len(lettered) == len(marks)


@pytest.mark.parametrize("name", RULES)
def test_the_rules_are_worded_as_they_were_before(name: str, request: pytest.FixtureRequest) -> None:
    """``--update-golden`` writes the texts anew: read both against the rules then."""
    said = "\n\n\n".join(f"# {page.title}\n\n{page.text}" for page in pages(*RULES[name])) + "\n"
    golden = GOLDEN / f"rules-{name}.txt"
    if request.config.getoption("--update-golden"):
        golden.write_text(said, encoding="utf-8")
    assert said.splitlines() == golden.read_text(encoding="utf-8").splitlines()


# --- the message -----------------------------------------------------------------------------------


def _custom_ids(at: int) -> list[str]:
    return re.findall(r"w1:[^']*", str(book(None, at).to_components()))


def test_the_buttons_of_every_page_differ_and_name_the_pages_beside_it() -> None:
    last = len(pages(Options(), None)) - 1
    for at in range(last + 1):
        assert len(set(_custom_ids(at))) == 3
    assert {"w1:0:1:rules:", "w1:0:3:rules:"} < set(_custom_ids(2))
    assert _custom_ids(last + 99) == _custom_ids(last)


def test_the_button_that_opens_the_rules_is_none_of_a_page() -> None:
    assert open_button(0).custom_id not in {custom_id for at in range(5) for custom_id in _custom_ids(at)}
