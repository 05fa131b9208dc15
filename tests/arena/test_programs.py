"""Programs at a table, good ones and all kinds of bad ones: the game goes on, and nothing is left behind."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.arena import playing, protocol
from bot.arena.entrants import Entrant
from bot.arena.faults import Breach, Fault
from bot.arena.figures import standings, whole_sets
from bot.arena.opponent import CannotPlay, Opponent
from bot.arena.pace import Pace
from bot.arena.playing import Plan, games, play_game, require_programs
from bot.arena.program import Program
from bot.playout import play
from engine.actions import Decision
from engine.ai import adept
from engine.options import Options
from engine.presets import PRESETS
from engine.state import Game
from engine.view import View
from tests.processes import assert_gone, children, watch

HERE = Path(__file__).parent
PYTHON = (sys.executable, "-I", "-S")
PACE = Pace(deals=1)
FOR_EVER = 600.0
AT_ONCE = 0.02
OPTIONS = Options(max_rounds=2)
DECISIONS = 5
"""Of one seat: two bids and three cards."""


def rogue(*mode: str) -> tuple[str, ...]:
    """Return the command of a rogue."""
    return (*PYTHON, str(HERE / "rogue.py"), *mode)


def begun(*mode: str) -> Opponent:
    """Return a rogue that has been greeted at seat 0."""
    opponent = Opponent(PACE, FOR_EVER)
    opponent.begin(rogue(*mode), protocol.hello(0, ["a", "b", "c"], OPTIONS, 1, PACE, FOR_EVER))
    return opponent


@contextmanager
def nothing_left() -> Iterator[None]:
    """Assert that no process is left of those that are started inside, not even a zombie."""
    before = children(os.getpid())
    yield
    assert set(children(os.getpid())) <= set(before)


def played(opponent: Opponent, patience: float = FOR_EVER) -> Game:
    """Play a short game against two Adepts; end the program."""
    opponent._patience = patience
    try:
        _, game = play(OPTIONS, [opponent, adept, adept], "1")
    finally:
        opponent.close(protocol.end((0, 0, 0), (1, 1, 1)))
    return game


# --- programs that do as they should -------------------------------------------------------------


@pytest.mark.parametrize("mode", ["written-out", "halves", "chatty-stderr", "good", "stays"])
def test_a_program_that_answers_plays(mode: str) -> None:
    with nothing_left():
        opponent = begun(mode)
        played(opponent)
    assert (opponent.conduct.faults, opponent.conduct.by_adept) == ({}, 0)
    assert opponent.times.count == DECISIONS


def test_a_decision_by_index_and_written_out_are_the_same() -> None:
    """Both take the first of what is legal, so both play the same game; one takes the last, which is another."""
    first = played(begun("good"))
    other = played(begun("written-out"))
    assert first != other
    lowest = [adept, adept]
    assert play(OPTIONS, [lambda view, _: view.legal[0], *lowest], "1")[1] == first
    assert play(OPTIONS, [lambda view, _: view.legal[-1], *lowest], "1")[1] == other


def test_the_example_of_the_documentation_beats_random_players() -> None:
    example = Entrant("exec:example", (*PYTHON, str(HERE / "example_bot.py")))
    plan = Plan(Options(max_rounds=6), (example, Entrant("random"), Entrant("random")), 2, PACE, seed=1)
    require_programs(plan)
    best, others = standings(plan, whole_sets(plan, games(plan, 1)))
    assert (best.name, best.conduct.faults) == ("exec:example", {})
    assert best.against.mean > 50
    assert best.exact.mean > others.exact.mean
    assert len((HERE / "example_bot.py").read_text().splitlines()) <= 40


def test_a_program_in_another_language_plays_every_card_there_is() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("install node (Debian: nodejs): it plays an opponent in JavaScript")
    theirs = Entrant("exec:node", (node, str(HERE / "example_bot.mjs")))
    seats = (theirs, *[Entrant("random")] * 5)
    result = play_game(Plan(PRESETS["jubilee-30"], seats, 1, PACE), 0).results[0]
    assert result.conduct.faults == {}
    assert result.times.count == result.decisions > 60


def test_a_program_is_told_its_seat_and_the_others_and_plays_the_same_again_under_the_same_seed() -> None:
    hello = protocol.hello(2, ["adept", "adept", "exec:x"], Options(), 7, Pace(ms=50), 10)
    assert hello.endswith(b"\n")
    assert hello.count(b"\n") == 1
    for part in (b'"seat":2', b'"names":["adept","adept","exec:x"]', b'"seed":7', b'"ms":50', b'"patience_ms":10000'):
        assert part in hello


# --- programs that don't -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "fault"),
    [
        ("index", Fault.ILLEGAL),
        ("negative", Fault.ILLEGAL),
        ("other-seat", Fault.ILLEGAL),
        ("not-json", Fault.UNREADABLE),
        ("list", Fault.UNREADABLE),
        ("no-id", Fault.UNREADABLE),
        ("deep", Fault.UNREADABLE),
        ("no-decision", Fault.UNREADABLE),
        ("true", Fault.UNREADABLE),
        ("surrogate", Fault.UNREADABLE),
    ],
)
def test_a_bad_answer_costs_that_decision(mode: str, fault: Fault) -> None:
    opponent = begun(mode)
    game = played(opponent)
    assert opponent.conduct.faults == {fault: DECISIONS}
    assert opponent.conduct.by_adept == DECISIONS
    assert game == play(OPTIONS, [adept] * 3, "1")[1]


@pytest.mark.parametrize(
    ("mode", "fault", "why"),
    [
        ("crash", Fault.GONE, "ended by itself (exit code 3)"),
        ("half-and-gone", Fault.GONE, "ended by itself (exit code 0)"),
        ("huge", Fault.TOO_LONG, "wrote a line of more than 65536 bytes"),
        ("endless", Fault.TOO_LONG, "wrote a line of more than 65536 bytes"),
    ],
)
def test_a_program_that_cannot_go_on_is_replaced_for_the_rest_of_the_game(mode: str, fault: Fault, why: str) -> None:
    with nothing_left():
        opponent = begun(mode)
        game = played(opponent)
    assert opponent.conduct.faults == {fault: 1}
    assert opponent.conduct.why == why
    assert (opponent.conduct.by_adept, opponent.times.count) == (DECISIONS, 1)
    assert opponent.conduct.stderr == ("about to fall" if mode == "crash" else "")
    assert game == play(OPTIONS, [adept] * 3, "1")[1]


def test_a_program_that_never_stops_talking_is_ended() -> None:
    with nothing_left():
        opponent = begun("flood")
        played(opponent)
    assert opponent.conduct.faults == {Fault.UNASKED: 1001, Fault.TALKATIVE: 1}
    assert opponent.conduct.by_adept == DECISIONS - 1


def test_answers_nobody_waits_for_are_counted_and_cost_nothing() -> None:
    opponent = begun("twice")
    played(opponent)
    assert opponent.conduct.faults == {Fault.UNASKED: DECISIONS - 1}
    assert opponent.conduct.by_adept == 0


def test_a_silent_program_is_given_up_after_three_decisions() -> None:
    with nothing_left():
        opponent = begun("silent")
        played(opponent, AT_ONCE)
    assert opponent.conduct.faults == {Fault.LATE: 3}
    assert (opponent.conduct.by_adept, opponent.times.count) == (DECISIONS, 3)


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one() -> None:
    """It answers its first request only when it has the second."""
    opponent = begun("one-behind")

    def impatient_at_first(view: View, rng: Random) -> Decision:
        opponent._patience = FOR_EVER if opponent.times.count else AT_ONCE
        return opponent(view, rng)

    play(OPTIONS, [impatient_at_first, adept, adept], "1")
    opponent.close()
    assert opponent.conduct.faults[Fault.LATE] == 1
    assert opponent.conduct.by_adept == 1
    assert opponent.times.count == DECISIONS


def test_whatever_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    opponent = begun("parent", str(tmp_path / "pid"))
    watched = watch([int((tmp_path / "pid").read_text())])
    played(opponent)
    assert_gone(watched)


def test_a_program_is_ended_when_its_game_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_view: View, _rng: Random) -> Decision:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "random_policy", broken)
    seats = (Entrant("exec:it", rogue("good")), Entrant("random"), Entrant("random"))
    with nothing_left(), pytest.raises(KeyboardInterrupt):
        play_game(Plan(OPTIONS, seats, 1, PACE), 0)


# --- the greeting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/nowhere/mybot",), "it can't be started (No such file or directory)."),
        (("a\0b",), "it can't be started (embedded null byte)."),
        ((str(HERE),), "it can't be started (Permission denied)."),
        (rogue("other-protocol"), "it speaks another protocol than 1 at the greeting."),
        (
            rogue("no-welcome"),
            'it answered with something else than {"id":0,"protocol":1} at the greeting.',
        ),
        (rogue("silent-at-hello"), "it didn't answer in time at the greeting."),
        (
            rogue("crash-at-hello"),
            "it ended by itself at the greeting (exit code 1). Its last line on stderr: I can't find my weights\x1b[2J",
        ),
    ],
)
def test_a_greeting_that_fails_is_one_sentence(command: tuple[str, ...], why: str) -> None:
    patience = 0.3 if "silent-at-hello" in command else FOR_EVER
    plan = Plan(OPTIONS, (Entrant("exec:it", command), Entrant("adept"), Entrant("adept")), 1, PACE, patience=patience)
    with nothing_left(), pytest.raises(CannotPlay) as refused:
        require_programs(plan)
    assert str(refused.value) == f"exec:it can't play: {why}"


def test_a_greeting_that_fails_later_costs_that_game() -> None:
    seats = (Entrant("exec:it", ("/nowhere/mybot",)), Entrant("adept"), Entrant("adept"))
    result = play_game(Plan(OPTIONS, seats, 1, PACE), 0).results[0]
    assert result.conduct.faults == {Fault.GREETING: 1}
    assert (result.conduct.by_adept, result.decisions) == (DECISIONS, DECISIONS)


# --- pipes ---------------------------------------------------------------------------------------


def test_a_line_of_any_length_goes_to_a_program_that_writes_before_it_reads() -> None:
    """Megabytes both ways at once: whoever filled one pipe before reading the other would wait for ever."""
    script = "import sys; print(('x' * 99 + '\\n') * 5000, end=''); print(len(sys.stdin.readline()), flush=True)"
    program = Program((*PYTHON, "-c", script))
    program.send(b"y" * 2_000_000 + b"\n")
    deadline = time.monotonic() + FOR_EVER
    lines = [program.line(deadline) for _ in range(5001)]
    assert program.end(FOR_EVER) == 0
    assert lines[-1] == b"2000001"


def test_a_program_that_has_closed_its_input_is_still_heard() -> None:
    program = Program((*PYTHON, "-c", "import os; os.close(0); os.write(1, b'closed\\n'); os.read(1, 1)"))
    deadline = time.monotonic() + FOR_EVER
    assert program.line(deadline) == b"closed"
    program.send(b"y" * 200_000 + b"\n")
    with pytest.raises(Breach) as gone:
        program.line(deadline)
    assert gone.value.fault is Fault.GONE
    program.send(b"more\n")
    program.end(FOR_EVER)


def test_the_last_of_stderr_is_kept() -> None:
    program = Program((*PYTHON, "-c", "import sys; sys.stderr.write('x' * 100_000 + ' the end\\n')"))
    program.end(FOR_EVER)
    assert len(program.stderr) < 3000
    assert program.stderr.endswith(" the end")
