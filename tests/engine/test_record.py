"""Records: read back as written, and every kind of fault is named with its first bad line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from engine.actions import Deal, NameTrump
from engine.dealing import commitment
from engine.notation import from_plain, to_plain
from engine.options import FirstDealer, Options
from engine.record import Handover, Record, RecordError, SeatHolder, dump, load, summary
from tests.engine.playing import whole_record

RECORD: Final = whole_record(Options(max_rounds=3), 3, number=4)
TEXT: Final = dump(RECORD)
LINES: Final = TEXT.splitlines()
Line = dict[str, Any]


def _at(kind: str, nth: int = 0) -> int:
    """Return the index of the nth line with this action; line numbers are one more."""
    return [at for at, line in enumerate(LINES) if json.loads(line).get("action") == kind][nth]


def _fault(text: str) -> tuple[int, str]:
    with pytest.raises(RecordError) as refused:
        load(text)
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.why}"
    return refused.value.line, refused.value.why


def _changed(at: int, change: Callable[[Line], object]) -> str:
    plain = json.loads(LINES[at])
    change(plain)
    return "\n".join([*LINES[:at], json.dumps(plain), *LINES[at + 1 :]]) + "\n"


def _put(at: int, line: str) -> str:
    return "\n".join([*LINES[:at], line, *LINES[at + 1 :]]) + "\n"


# --- what is read back ---------------------------------------------------------------------------


def test_a_record_is_read_back_as_it_was_written() -> None:
    assert load(TEXT) == RECORD
    assert dump(load(TEXT)) == TEXT


def test_a_record_is_a_header_and_one_line_of_json_for_each_action() -> None:
    assert len(LINES) == 1 + len(RECORD.actions)
    header = json.loads(LINES[0])
    assert list(header) == ["format", "version", "rules", "options", "seats", "dealing"]
    assert header["dealing"]["commitment"] == commitment(RECORD.seed.secret)
    assert TEXT.endswith("\n")
    assert "Söat 1" in TEXT


def test_every_kind_of_action_is_read_back() -> None:
    for number in range(12):
        record = whole_record(Options(max_rounds=4), 4, number)
        assert [from_plain(to_plain(action)) for action in record.actions] == list(record.actions)
        if any(isinstance(action, NameTrump) for action in record.actions):
            return
    raise AssertionError("no seed turned up a Wizard")


def test_a_record_without_the_last_newline_is_read_too() -> None:
    assert load(TEXT.removesuffix("\n")) == RECORD


def test_a_game_with_the_host_as_dealer_has_no_line_for_the_draw() -> None:
    record = whole_record(Options(max_rounds=1, first_dealer=FirstDealer.HOST), 3, number=1)
    assert isinstance(record.actions[0], Deal)
    assert load(dump(record)) == record


def test_the_summary_names_every_seat_also_two_of_one_name() -> None:
    same = Record(RECORD.options, (SeatHolder("ai", "Ada"),) * 3, RECORD.seed, RECORD.actions)
    totals = RECORD.game().totals
    assert [(name, points) for name, points, _ in summary(same)] == [("Ada", points) for points in totals]
    assert min(place for *_, place in summary(same)) == 1


def test_how_strong_ai_players_were_is_read_back() -> None:
    seats = (RECORD.seats[0], SeatHolder("ai", "Alma", "archmage"), SeatHolder("ai", "Brann"))
    text = dump(replace(RECORD, seats=seats))
    assert load(text).seats == seats
    written = json.loads(text.splitlines()[0])["seats"]
    assert written[1:] == [{"player": "ai", "name": "Alma", "level": "archmage"}, {"player": "ai", "name": "Brann"}]


# --- seats that changed hands --------------------------------------------------------------------

LAST: Final = len(RECORD.actions) - 1
TAKEN_OVER: Final = replace(
    RECORD,
    handovers=(
        Handover(0, 2, SeatHolder("7", "Dana")),
        Handover(5, 0, SeatHolder("8", "Eve")),
        Handover(5, 2, SeatHolder("9", "Fay")),
        Handover(LAST, 0, SeatHolder("1", "Ada")),
    ),
)


def test_who_took_a_seat_over_is_read_back() -> None:
    text = dump(TAKEN_OVER)
    assert load(text) == TAKEN_OVER
    header = json.loads(text.splitlines()[0])
    assert list(header)[-1] == "handovers"
    assert header["handovers"][1] == {"from": 5, "seat": 0, "player": "8", "name": "Eve"}
    assert text.splitlines()[1:] == LINES[1:]


def test_the_points_are_of_who_holds_the_seat_at_the_end() -> None:
    assert [name for name, *_ in summary(TAKEN_OVER)] == ["Ada", RECORD.seats[1].name, "Fay"]
    assert TAKEN_OVER.seats == RECORD.seats


def _handover(**keys: object) -> Line:
    return {"from": 1, "seat": 0, "player": "1", "name": "a"} | keys


@pytest.mark.parametrize(
    "handovers",
    [
        None,
        {},
        [],
        [1],
        [{"from": 1, "seat": 0}],
        [_handover(more=1)],
        [_handover(name=1)],
        [_handover(player=None)],
        [_handover(name="\ud800")],
        [_handover(seat=3)],
        [_handover(seat=-1)],
        [_handover(seat=True)],
        [_handover(seat=1.0)],
        [_handover(**{"from": -1})],
        [_handover(**{"from": LAST + 1})],
        [_handover(**{"from": False})],
        [_handover(**{"from": "1"})],
    ],
)
def test_handovers_that_cannot_be_are_refused(handovers: object) -> None:
    line, why = _fault(_changed(0, lambda head: head.update(handovers=handovers)))
    assert (line, why.startswith("handovers is a list")) == (1, True)


@pytest.mark.parametrize("second", [_handover(), _handover(**{"from": 0}), _handover(**{"from": 0, "seat": 2})])
def test_handovers_out_of_order_are_refused(second: Line) -> None:
    line, why = _fault(_changed(0, lambda head: head.update(handovers=[_handover(), second])))
    assert (line, why.startswith("handovers are in the order")) == (1, True)


# --- faults of the header ------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n", "{", "nothing", "\x00", '{"format":"wizard-record"', "[" * 100_000])
def test_what_is_not_json_is_refused(text: str) -> None:
    assert _fault(text) == (1, "not a line of JSON")


@pytest.mark.parametrize("text", ["[]", "1", "null", '"wizard-record"', "{}", '{"format":"chess"}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    assert _fault(text) == (1, "not a wizard-record")


@pytest.mark.parametrize("key", ["version", "rules"])
@pytest.mark.parametrize("value", [0, 3, True, 1.0, "1", None])
def test_another_version_is_refused(key: str, value: object) -> None:
    assert _fault(_changed(0, lambda head: head.update({key: value})))[1].startswith("written by another version")


def test_a_header_with_other_keys_is_refused() -> None:
    assert "exactly the keys" in _fault(_changed(0, lambda head: head.update(more=1)))[1]
    assert "exactly the keys" in _fault(_changed(0, lambda head: head.pop("seats")))[1]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"colour": 1}, "no option named colour"),
        ({"max_rounds": True}, "max_rounds can't be True"),
        ({"max_rounds": 0}, "at least one round"),
        ({"max_rounds": 1e9}, "max_rounds can't be"),
        ({"length": "endless"}, "length can't be 'endless'"),
        ({"bidding": "secret", "sum_rule": "always"}, "A sum rule needs open bidding"),
        ({"sum_rule": "always", "bidding": "hidden"}, "needs open bidding"),
        ([], "Options are a JSON object"),
    ],
)
def test_options_that_cannot_be_are_refused(options: object, why: str) -> None:
    line, said = _fault(_changed(0, lambda head: head.update(options=options)))
    assert (line, why in said) == (1, True), said


def _seat(**keys: object) -> list[object]:
    return [{"player": "1", "name": "a"} | keys] * 3


@pytest.mark.parametrize(
    "seats",
    [
        None,
        {},
        [1, 2, 3],
        _seat(name=1),
        _seat(player=None),
        _seat(more="x"),
        _seat(name="\ud800"),
        _seat(level="adept"),
        _seat(player="ai", level=1),
        _seat(player="ai", level="adept", more="x"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: object) -> None:
    assert _fault(_changed(0, lambda head: head.update(seats=seats)))[1].startswith("seats is a list")


@pytest.mark.parametrize("count", [0, 2, 7])
def test_too_few_or_many_seats_are_refused(count: int) -> None:
    seats = _seat()[:1] * count
    assert "3 to 6 players" in _fault(_changed(0, lambda head: head.update(seats=seats)))[1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"secret": "00" * 32}, "not the one that was committed to"),
        ({"secret": "00" * 31}, "not the one that was committed to"),
        ({"commitment": "00" * 32}, "not the one that was committed to"),
        ({"secret": "zz"}, "not written in hex"),
        ({"secret": 5}, "dealing has exactly"),
        ({"contributions": "abc"}, "dealing has exactly"),
        ({"contributions": [1]}, "dealing has exactly"),
        ({"contributions": ["\udfff"]}, "dealing has exactly"),
        ({"contributions": ["a\nb"]}, "a contribution is one line"),
        ({"more": 1}, "dealing has exactly"),
    ],
)
def test_a_dealing_that_does_not_hold_is_refused(change: Line, why: str) -> None:
    line, said = _fault(_changed(0, lambda head: head["dealing"].update(change)))
    assert (line, why in said) == (1, True), said


def test_a_secret_of_another_length_is_refused_though_it_fits_its_commitment() -> None:
    short = {"secret": "00", "commitment": commitment(b"\x00")}
    assert "committed to" in _fault(_changed(0, lambda head: head["dealing"].update(short)))[1]


def test_another_contribution_is_noticed_at_the_first_deal() -> None:
    text = _changed(0, lambda head: head["dealing"].update(contributions=["other"]))
    line, why = _fault(text)
    assert line in (2, 3)
    assert why == "this is not what the secret deals"


# --- faults of the lines -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "not a line of JSON"),
        ('{"action":"bid"', "not a line of JSON"),
        ("[" * 100_000, "not a line of JSON"),
        ('{"action":"bid","seat":' + "9" * 5000 + ',"tricks":0}', "not a line of JSON"),
        ("[]", "an action is a JSON object"),
        ("{}", "there is no action None"),
        ('{"action":"fold","seat":1}', "there is no action 'fold'"),
        ('{"action":["bid"],"seat":1}', "there is no action ['bid']"),
        ('{"action":"bid","seat":1}', "exactly the keys seat, tricks"),
        ('{"action":"bid","seat":1,"tricks":0,"more":1}', "exactly the keys seat, tricks"),
        ('{"action":"bid","seat":true,"tricks":0}', "seat is a whole number, not True"),
        ('{"action":"bid","seat":1,"tricks":false}', "tricks is a whole number, not False"),
        ('{"action":"bid","seat":1,"tricks":0.0}', "tricks is a whole number, not 0.0"),
        ('{"action":"bid","seat":1,"tricks":"0"}', "tricks is a whole number, not '0'"),
        ('{"action":"bid","seat":1,"tricks":' + "9" * 4000 + "}", "illegal: "),
        ('{"action":"bid","seat":' + "9" * 4000 + ',"tricks":0}', "illegal: no_such_seat"),
        ('{"action":"bid","seat":-1,"tricks":0}', "illegal: no_such_seat"),
        ('{"action":"play","seat":1,"card":7}', "card is a text, not 7"),
        ('{"action":"play","seat":1,"card":"R14"}', "'R14' is not a card"),
        ('{"action":"trump","seat":1,"suit":"X"}', "there is no suit 'X'"),
        ('{"action":"trump","seat":1,"suit":7}', "suit is a text, not 7"),
        ('{"action":"deal","hands":"R1","upcard":"J"}', "hands is a list of texts"),
        ('{"action":"deal","hands":[1],"upcard":"J"}', "a hand is a text, not 1"),
        ('{"action":"deal","hands":["R1"],"upcard":1}', "upcard is a text, not 1"),
        ('{"action":"play","seat":1,"card":"R1"}', "illegal: wrong_phase"),
        ('{"action":"dealer","seat":1}', "illegal: wrong_phase"),
    ],
)
def test_a_line_that_is_no_action_here_is_refused_with_its_number(line: str, why: str) -> None:
    at = _at("bid")
    number, said = _fault(_put(at, line))
    assert (number, why in said) == (at + 1, True), said


def test_deep_nesting_of_any_depth_is_refused() -> None:
    for depth in (10, 500, *range(900, 1000), 5000):
        nested = '{"action":' + "[" * depth + "]" * depth + "}"
        assert _fault(_put(_at("bid"), nested))[0] == _at("bid") + 1


def test_a_bid_out_of_turn_is_refused() -> None:
    at = _at("bid")
    text = _changed(at, lambda line: line.update(seat=(line["seat"] + 1) % 3))
    assert _fault(text) == (at + 1, "illegal: not_your_turn")


def test_a_bid_out_of_range_is_refused() -> None:
    assert _fault(_changed(_at("bid"), lambda line: line.update(tricks=2)))[1] == "illegal: bid_out_of_range"


def test_a_card_that_was_not_held_is_refused() -> None:
    at, held = _at("play"), set(json.loads(LINES[_at("deal")])["hands"])
    other = next(code for code in ("R1", "R2", "R3", "R4") if code not in held)
    assert _fault(_changed(at, lambda line: line.update(card=other))) == (at + 1, "illegal: not_in_hand")


def test_a_deal_that_is_possible_but_not_the_secrets_is_refused() -> None:
    at = _at("deal", 1)
    text = _changed(at, lambda line: line["hands"].reverse())
    assert _fault(text) == (at + 1, "this is not what the secret deals")


def test_two_swapped_cards_in_a_deal_are_noticed() -> None:
    at = _at("deal", 2)

    def swap(line: Line) -> None:
        first, second, third = (hand.split() for hand in line["hands"])
        first[0], second[0] = second[0], first[0]
        line["hands"] = [" ".join(hand) for hand in (first, second, third)]

    assert _fault(_changed(at, swap)) == (at + 1, "this is not what the secret deals")


def test_a_deal_with_a_card_twice_is_refused() -> None:
    at = _at("deal")
    text = _changed(at, lambda line: line.update(hands=["R1", "R1", "R2"]))
    assert _fault(text) == (at + 1, "illegal: bad_deal")


def test_another_first_dealer_is_refused() -> None:
    text = _changed(1, lambda line: line.update(seat=(line["seat"] + 1) % 3))
    assert _fault(text) == (2, "this is not what the secret deals")


@pytest.mark.parametrize("kept", [1, 2, 3, len(LINES) - 1])
def test_a_truncated_record_is_refused_at_the_missing_line(kept: int) -> None:
    text = "\n".join(LINES[:kept]) + "\n"
    assert _fault(text) == (kept + 1, "the record stops before the game is over")


def test_a_line_after_the_end_is_refused() -> None:
    assert _fault(TEXT + LINES[-1] + "\n") == (len(LINES) + 1, "illegal: game_over")
    assert _fault(TEXT + "\n") == (len(LINES) + 1, "not a line of JSON")


def test_a_missing_or_doubled_line_is_refused() -> None:
    at = _at("play", 4)
    assert _fault("\n".join([*LINES[:at], *LINES[at + 1 :]]))[0] == at + 1
    assert _fault("\n".join([*LINES[:at], LINES[at], *LINES[at:]]))[0] == at + 2
