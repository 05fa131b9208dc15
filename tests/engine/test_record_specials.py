"""Records with every kind of action: read back as written, and refused with the line that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import pytest

from engine.actions import Action, Bid, Deal, DrawDealer, IllegalAction, NameTrump, Play, PlayBlind
from engine.cards import card
from engine.game import apply, new_game
from engine.notation import UnreadableAction, from_plain, to_plain
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, Options
from engine.record import Record, RecordError, dump, load
from engine.specials import Exchange, MoveBid, PassCard
from tests.engine.playing import whole_record

ALL: Final = frozenset(SPECIAL_CARDS)
SPECIAL: Final = Options(max_rounds=6, special_cards=ALL, first_dealer=FirstDealer.HIGH_CARD, bidding=Bidding.HIDDEN)
Line = dict[str, Any]


@cache
def _record() -> Record:
    """Return a record in which every kind of action and a spare occur, but for the unseen card."""
    for number in range(200):
        record = whole_record(SPECIAL, 6, number)
        kinds = {type(action) for action in record.actions}
        spare = any(isinstance(action, Deal) and action.spare is not None for action in record.actions)
        no_trump = any(action.suit is None for action in record.actions if isinstance(action, NameTrump))
        if spare and no_trump and kinds >= {DrawDealer, Deal, NameTrump, Bid, Play, MoveBid, PassCard, Exchange}:
            return record
    raise AssertionError("no seed has every kind of action")


# --- what is read back ---------------------------------------------------------------------------

AS_PLAIN: Final[tuple[tuple[Action, Line], ...]] = (
    (DrawDealer(1), {"action": "dealer", "seat": 1}),
    (
        DrawDealer(0, ((card("W"), card("R1"), card("W")), (card("R2"), None, card("J")))),
        {"action": "dealer", "seat": 0, "draws": [["W", "R1", "W"], ["R2", None, "J"]]},
    ),
    (Deal(((card("R1"),), (card("DRAGON"),)), None), {"action": "deal", "hands": ["R1", "DRAGON"], "upcard": None}),
    (
        Deal(((card("R1"),), (card("WEREWOLF"),)), card("SHIFT"), card("VAMPIRE")),
        {"action": "deal", "hands": ["R1", "WEREWOLF"], "upcard": "SHIFT", "spare": "VAMPIRE"},
    ),
    (NameTrump(2, None), {"action": "trump", "seat": 2, "suit": None}),
    (Play(1, card("JUGGLER:B")), {"action": "play", "seat": 1, "card": "JUGGLER:B"}),
    (Play(1, card("VAMPIRE:W")), {"action": "play", "seat": 1, "card": "VAMPIRE:W"}),
    (PlayBlind(3), {"action": "play_blind", "seat": 3}),
    (MoveBid(0, -1), {"action": "move_bid", "seat": 0, "by": -1}),
    (PassCard(2, card("CLOUD")), {"action": "pass", "seat": 2, "card": "CLOUD"}),
    (Exchange(1), {"action": "exchange", "seat": 1, "give": None, "take": None}),
    (Exchange(1, card("R1"), card("BOMB")), {"action": "exchange", "seat": 1, "give": "R1", "take": "BOMB"}),
)


@pytest.mark.parametrize(
    ("action", "plain"), AS_PLAIN, ids=lambda value: json.dumps(value) if type(value) is dict else ""
)
def test_every_kind_of_action_has_one_form_in_a_record(action: Action, plain: Line) -> None:
    assert to_plain(action) == plain
    assert from_plain(json.loads(json.dumps(plain))) == action


def test_a_record_with_every_kind_of_action_is_read_back_as_it_was_written() -> None:
    text = dump(_record())
    assert load(text) == _record()
    assert dump(load(text)) == text


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    "options",
    [
        Options(max_rounds=4, special_cards=ALL, bidding=Bidding.SECRET),
        Options(max_rounds=4, special_cards=ALL, bomb=Bomb.BIDS),
        Options(max_rounds=2, forehead=True, first_dealer=FirstDealer.HIGH_CARD),
    ],
    ids=["secret", "bids cancelled", "forehead"],
)
def test_a_record_of_any_options_is_read_back_as_it_was_written(options: Options, number: int) -> None:
    record = whole_record(options, 3 + number % 4, number)
    assert load(dump(record)) == record
    assert dump(load(dump(record))) == dump(record)


# --- what is refused -----------------------------------------------------------------------------


def _lines() -> list[str]:
    return dump(_record()).splitlines()


def _at(kind: str) -> int:
    return next(at for at, line in enumerate(_lines()) if json.loads(line).get("action") == kind)


def _fault(at: int, line: str) -> str:
    """Return why a record is refused with this line in the place of another; it is that line that is wrong."""
    lines = _lines()
    with pytest.raises(RecordError) as refused:
        load("\n".join([*lines[:at], line, *lines[at + 1 :]]))
    assert refused.value.line == at + 1
    return refused.value.why


def _changed(kind: str, change: Callable[[Line], object]) -> str:
    plain = json.loads(_lines()[_at(kind)])
    change(plain)
    return _fault(_at(kind), json.dumps(plain))


NO_TEXT: Final = (True, False, 0, 1.5, [], {}, ["R1"])
NO_NUMBER: Final = (True, False, 1.0, "1", [], {}, "R1")


@pytest.mark.parametrize("kind", ["move_bid", "pass", "exchange", "play_blind", "trump", "dealer"])
@pytest.mark.parametrize("value", [*NO_NUMBER, None, "W"])
def test_a_seat_of_another_type_is_refused(kind: str, value: object) -> None:
    at = _at("bid" if kind == "play_blind" else kind)
    rest = {"action": "play_blind"} if kind == "play_blind" else json.loads(_lines()[at])
    why = _fault(at, json.dumps(rest | {"seat": value}))
    assert not why.startswith("illegal: wrong_phase")


@pytest.mark.parametrize("value", [-1, 6, 10**30])
@pytest.mark.parametrize("kind", ["move_bid", "pass", "exchange", "trump"])
def test_a_seat_that_does_not_exist_is_refused(kind: str, value: int) -> None:
    assert _changed(kind, lambda line: line.update(seat=value)) == "illegal: no_such_seat"


@pytest.mark.parametrize("value", [*NO_NUMBER, None, "W", 0, 2, -2, 10**30])
def test_a_bid_moved_by_what_is_no_step_is_refused(value: object) -> None:
    _changed("move_bid", lambda line: line.update(by=value))


@pytest.mark.parametrize("value", [*NO_TEXT, None, "R14", "", "SHIFT:R", "R1 R2", 7, 10**30])
@pytest.mark.parametrize(("kind", "key"), [("pass", "card"), ("play", "card")])
def test_what_is_no_card_is_refused(kind: str, key: str, value: object) -> None:
    _changed(kind, lambda line: line.update({key: value}))


def _exchanged_line() -> int:
    """Return the line of an exchange that was one."""
    return next(
        at for at, line in enumerate(_lines()) if '"exchange"' in line and json.loads(line).get("give") is not None
    )


@pytest.mark.parametrize("value", [*NO_TEXT, None, "R14", "", "WITCH", "SHIFT:R", 7])
@pytest.mark.parametrize("key", ["give", "take"])
def test_an_exchange_of_what_is_no_card_is_refused(key: str, value: object) -> None:
    at = _exchanged_line()
    _fault(at, json.dumps(json.loads(_lines()[at]) | {key: value}))


@pytest.mark.parametrize("kind", ["move_bid", "pass", "exchange"])
def test_a_missing_or_further_key_is_refused(kind: str) -> None:
    assert "exactly the keys" in _changed(kind, lambda line: line.update(more=1))
    assert "exactly the keys" in _changed(kind, lambda line: line.pop("seat"))
    assert "exactly the keys" in _changed(kind, lambda line: line.update(spare="R1"))


@pytest.mark.parametrize(
    ("draws", "why"),
    [
        (5, "draws is a list of lists"),
        (None, "draws is a list of lists"),
        ({}, "draws is a list of lists"),
        ("R1", "draws is a list of lists"),
        (["R1"], "draws is a list of lists"),
        ([None], "draws is a list of lists"),
        ([[1] * 6], "a drawn card is a text"),
        ([[True] * 6], "a drawn card is a text"),
        ([[[]] * 6], "a drawn card is a text"),
        ([["R14"] * 6], "'R14' is not a card"),
        ([], "says nothing that"),
        ([[]], "illegal: bad_deal"),
        ([[None] * 6], "illegal: bad_deal"),
        ([["R1"]], "illegal: bad_deal"),
        ([["R1"] * 6], "illegal: bad_deal"),
    ],
)
def test_draws_that_cannot_be_are_refused(draws: object, why: str) -> None:
    assert why in _changed("dealer", lambda line: line.update(draws=draws))


def test_draws_that_are_missing_or_possible_but_not_the_secrets_are_refused() -> None:
    assert _changed("dealer", lambda line: line.pop("draws")) == "illegal: bad_deal"
    other = [["R1", "R2", "R3", "R4", "R5", "R6"]]
    assert _changed("dealer", lambda line: line.update(seat=5, draws=other)) == "this is not what the secret deals"


def _spare_line() -> int:
    return next(at for at, line in enumerate(_lines()) if '"spare"' in line)


@pytest.mark.parametrize(
    ("spare", "why"),
    [
        (5, "spare is a text"),
        (True, "spare is a text"),
        ([], "spare is a text"),
        ("R14", "'R14' is not a card"),
        ("WEREWOLF", "illegal: bad_deal"),
        (None, "says nothing that"),
        ("JUGGLER:R", "illegal: bad_deal"),
    ],
)
def test_a_spare_that_cannot_be_is_refused(spare: object, why: str) -> None:
    assert why in _fault(_spare_line(), json.dumps(json.loads(_lines()[_spare_line()]) | {"spare": spare}))


def test_a_spare_that_is_missing_or_possible_but_not_the_secrets_is_refused() -> None:
    at = _spare_line()
    plain = json.loads(_lines()[at])
    turned = {*" ".join(plain["hands"]).split(), plain["upcard"], plain.pop("spare")}
    assert _fault(at, json.dumps(plain)) == "illegal: bad_deal"
    other = next(f"R{rank}" for rank in range(1, 14) if f"R{rank}" not in turned)
    assert _fault(at, json.dumps(plain | {"spare": other})) == "this is not what the secret deals"


def test_a_spare_where_there_is_none_is_refused() -> None:
    at = next(at for at, line in enumerate(_lines()) if '"deal"' in line and '"spare"' not in line)
    plain = json.loads(_lines()[at])
    turned = {*" ".join(plain["hands"]).split(), plain["upcard"]}
    other = next(f"R{rank}" for rank in range(1, 14) if f"R{rank}" not in turned)
    assert _fault(at, json.dumps(plain | {"spare": other})) == "illegal: bad_deal"


def test_a_card_played_with_another_cards_choice_is_refused() -> None:
    at = next(at for at, line in enumerate(_lines()) if '"JUGGLER:' in line)
    plain = json.loads(_lines()[at])
    assert _fault(at, json.dumps(plain | {"card": "JUGGLER"})) == "illegal: wrong_choice"
    assert _fault(at, json.dumps(plain | {"card": "JUGGLER:W"})) == "'JUGGLER:W' is not a card"


# --- whatever a line holds -----------------------------------------------------------------------

_VALUES: Final = (*NO_TEXT, *NO_NUMBER, None, -1, 2, 10**30, "W", "JUGGLER:B", "R14", [["R1"]], [None], {"a": 1})
_KINDS: Final = {plain["action"]: tuple(plain) for _, plain in AS_PLAIN} | {"bid": ("action", "seat", "tricks")}


def _odd_lines() -> Iterator[Line]:
    for kind, keys in _KINDS.items():
        for value in _VALUES:
            for other in _VALUES:
                yield {key: value if at % 2 else other for at, key in enumerate(keys)} | {"action": kind}


def test_a_line_with_values_of_any_type_is_refused_or_an_action_and_never_more_than_that() -> None:
    games = [new_game(SPECIAL, 6)]
    for action in _record().actions:
        games.append(apply(games[-1], action)[0])
    refused = 0
    for plain in _odd_lines():
        try:
            action = from_plain(plain)
        except UnreadableAction:
            refused += 1
            continue
        for game in games[:: len(games) // 12]:
            try:
                apply(game, action)
            except IllegalAction:
                refused += 1
    assert refused > 1000


@pytest.mark.parametrize(("kind", "empty"), [("deal", {"spare": None}), ("dealer", {"draws": []})])
def test_an_empty_value_that_is_never_written_is_refused(kind: str, empty: Line) -> None:
    """Equal records have equal bytes."""
    text = dump(whole_record(Options(max_rounds=1), 3, 1)).splitlines()
    at = next(at for at, line in enumerate(text) if f'"action":"{kind}"' in line)
    text[at] = json.dumps(json.loads(text[at]) | empty)
    with pytest.raises(RecordError, match="says nothing that it doesn't need to say") as refused:
        load("\n".join(text))
    assert refused.value.line == at + 1
