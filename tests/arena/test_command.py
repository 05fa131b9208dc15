"""`wizard-bot arena` as somebody types it."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from bot.arena.progress import Progress
from bot.cli import main
from tests.arena.test_programs import HERE
from tests.processes import assert_gone, children, watch

ROOT = Path(__file__).parents[2]
NUMBER = {"type": "number"}
COUNT = {"type": "integer", "minimum": 0}
ESTIMATE = {
    "type": "object",
    "properties": {"mean": NUMBER, "plus_minus": {"type": ["number", "null"]}},
    "required": ["mean", "plus_minus"],
    "additionalProperties": False,
}


def _object(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


FAULTS = ("illegal", "late", "unreadable", "too long", "unasked", "talkative", "gone", "greeting")
ENTRANT = _object(
    entrant={"type": "string"},
    seats=COUNT,
    games=COUNT,
    points=ESTIMATE,
    points_against_others=ESTIMATE,
    win_share=ESTIMATE,
    exact_bids=ESTIMATE,
    decisions=COUNT,
    seconds=_object(mean=NUMBER, median=NUMBER, p99=NUMBER, max=NUMBER),
    faults=_object(**dict.fromkeys(FAULTS, COUNT)),
    decided_by_adept=COUNT,
    last_fault={"type": ["string", "null"]},
    stderr={"type": "array", "items": {"type": "string"}},
)
SCHEMA = _object(
    format={"const": "wizard-arena"},
    version={"const": 1},
    seats={"type": "array", "items": {"type": "string"}},
    options={"type": "object"},
    seed={"type": "integer"},
    ms={"type": ["integer", "null"]},
    deals={"type": ["integer", "null"]},
    patience_seconds=NUMBER,
    games_asked=COUNT,
    games=COUNT,
    deal_sets=COUNT,
    interrupted={"type": "boolean"},
    interval=_object(level={"const": 0.95}, unit={"const": "deal set"}, method={"const": "Student's t"}),
    entrants={"type": "array", "items": ENTRANT},
)


def arena(*typed: str) -> int:
    """Run the command."""
    return main(["arena", "--deals", "1", "--max_rounds", "2", *typed])


def test_the_report_says_all_a_reader_needs(capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"adept,random,exec:{sys.executable} -I -S {HERE / 'rogue.py'} crash,random"
    assert arena("--seats", seats, "--games", "5", "--preset", "canadian", "--seed", "3") == 0
    said = capsys.readouterr()
    assert said.err == ""
    heading, rounded, _, titles, adept, chance, program, _, *notes = said.out.splitlines()
    assert heading == "8 games · 4 players · Canadian · at most 2 rounds · 1 deals a decision · seed 3"
    assert rounded == "5 games were asked for; rounded up to whole deal sets of 4."
    assert titles.split()[:3] == ["entrant", "games", "points"]
    assert adept.split()[:2] == ["adept", "8"]
    assert chance.split()[:3] == ["random", "×2", "8"]
    assert program.startswith("exec:")
    assert "Duplicate play: 2 deal sets, each 4 games with the same deals" in notes[0]
    assert "95 %" in notes[1]
    assert notes[-4].endswith("rogue.py crash: 8 × gone.")
    assert notes[-3:] == [
        "  An Adept made 40 of its 40 decisions.",
        "  Last it ended by itself (exit code 3).",
        "  stderr: about to fall",
    ]


def test_json_is_one_document_of_a_known_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--seats", "adept,random,random", "--games", "6", "--json", "--bidding", "hidden") == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    jsonschema.validate(found, SCHEMA)
    assert (found["games"], found["deal_sets"], found["games_asked"]) == (6, 2, 6)
    assert found["options"]["bidding"] == "hidden"
    assert [entrant["entrant"] for entrant in found["entrants"]] == ["adept", "random"]
    assert sum(entrant["seats"] * entrant["win_share"]["mean"] for entrant in found["entrants"]) == pytest.approx(1)
    for entrant in found["entrants"]:
        assert entrant["decisions"] == entrant["seats"] * 6 * 5
        assert 0 < entrant["seconds"]["median"] <= entrant["seconds"]["p99"] <= entrant["seconds"]["max"]
    assert said.err == ""


def test_a_budget_in_milliseconds(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["arena", "--seats", "archmage,adept,adept", "--games", "1", "--max_rounds", "1", "--ms", "1", "--json"]
    assert main(typed) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ms"], found["deals"], found["games"]) == (1, None, 3)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("--seats adept,adept", "An arena has 3 to 6 seats, not 2."),
        ("--seats random,random,random,random,random,random,random", "An arena has 3 to 6 seats, not 7."),
        (
            "--seats adept,wizard,adept",
            "There is no entrant 'wizard', only: apprentice, adept, archmage, random, ",
        ),
        ("--seats adept,,adept", "There is no entrant '', only: "),
        ("--seats adept,exec:,adept", "There is no command behind 'exec:'."),
        ("--seats adept,exec:'x,adept", 'The command of "exec:\'x" has an open quotation mark.'),
        ("--seats adept,exec:/nowhere/bot,adept", "exec:/nowhere/bot can't play: it can't be started (No such file"),
        ("--seats adept,adept,adept --preset nope", "There is no preset named nope"),
        ("--seats adept,adept,adept --bidding hidden --sum_rule always", "A sum rule needs open bidding"),
        ("--seats adept,adept,adept --ms 2000 --patience 1", "--patience must not be shorter than --ms."),
    ],
)
def test_what_cannot_be_played_is_one_sentence(typed: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *typed.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(why)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("typed", [[], ["--games", "0"], ["--ms", "5", "--deals", "5"], ["--processes", "0"]])
def test_wrong_arguments_are_refused(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seats", "adept,adept,adept"] if typed else []
    with pytest.raises(SystemExit) as stopped:
        main(["arena", *seats, *typed])
    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.fixture
def with_ctrl_c() -> Iterator[None]:
    """Let new processes hear Ctrl-C: those of tests that a shell runs in its background would inherit deafness."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("with_ctrl_c")
@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_tells_what_was_played_and_ends_every_process(processes: int, tmp_path: Path) -> None:
    played = tmp_path / "played"
    os.mkfifo(played)
    ends = os.open(played, os.O_RDWR)
    script = tmp_path / "counting.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['type'] == 'end':\n"
        f"        open({str(played)!r}, 'a').write('x')\n"
        "    else:\n"
        "        print(json.dumps({'id': request['id'], 'protocol': 1, 'decision': 0}), flush=True)\n"
    )
    typed = ["arena", "--seats", f"exec:{sys.executable} -I -S {script},random,random", "--games", "1000000", "--json"]
    typed += ["--max_rounds", "1", "--deals", "1", "--processes", str(processes)]
    with subprocess.Popen(
        [sys.executable, "-m", "bot", *typed],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        for _ in range(8):
            ready, _, _ = select.select([ends, running.stdout], [], [])
            assert ready == [ends], "it ended by itself"
            os.read(ends, 1)
        below = children(running.pid)
        below += [pid for child in below for pid in children(child)]
        watched = watch(pid for pid in below if Path(f"/proc/{pid}").exists())
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate()
    assert running.returncode == 130, err
    assert err == b""
    found = json.loads(out)
    jsonschema.validate(found, SCHEMA)
    assert found["interrupted"]
    assert 3 <= found["games"] < 1_000_000
    assert found["games"] % 3 == 0
    assert_gone(watched)
    os.close(ends)


def test_ctrl_c_before_anything_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.arena.playing.play", interrupted)
    assert arena("--seats", "adept,adept,adept") == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "Interrupted before the first 3 games were played.\n")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_drawn_on_a_terminal_only() -> None:
    terminal, file = _Terminal(), io.StringIO()
    for stream in (terminal, file):
        bar = Progress(stream, 4)
        for done in range(1, 5):
            bar.show(done)
        bar.wipe()
    assert file.getvalue() == ""
    assert f"[{'#' * 30}] 4/4 games, 0:00 left" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
