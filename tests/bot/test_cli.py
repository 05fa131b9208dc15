"""The command line as somebody types it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.cli import main
from bot.deals import deals as printed
from bot.playout import play
from bot.render.options import summary
from bot.settings import Settings
from engine.actions import Deal
from engine.ai import random_policy
from engine.cards import codes
from engine.dealing import Seed
from engine.fairness import checks
from engine.options import SPECIAL_CARDS, FirstDealer, Labels, Length, Options, SumRule, WizardTurnup
from engine.presets import PRESETS
from engine.record import load

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep this machine's settings and any .env out."""
    for name in [name for name in os.environ if name.startswith("WIZARD_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_without_a_token_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "WIZARD_TOKEN is not set: put the bot's token into .env (see .env.example).\n"


def test_python_m_bot_is_the_same() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WIZARD_")}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("WIZARD_TOKEN is not set")


@pytest.mark.parametrize(
    ("name", "value"), [("WIZARD_PACE", "slow"), ("WIZARD_MIN_HUMANS", "9"), ("WIZARD_LOG_LEVEL", "LOUD")]
)
def test_a_wrong_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{name} is wrong: ")
    assert said.count("\n") == 1
    assert value not in said


def test_a_token_never_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_TOKEN", "very-secret")
    assert "very-secret" not in repr(Settings())


def test_settings_are_read_from_a_env_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("WIZARD_PACE=fast\n", encoding="utf-8")
    assert main(["run"]) == 2
    assert "WIZARD_PACE is wrong" in capsys.readouterr().err


def test_a_env_file_that_is_no_text_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_bytes(b"WIZARD_PACE=\xff\n")
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "The file .env is not text in UTF-8.\n"


def test_emoji_are_not_uploaded_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["emoji", "sync"]) == 2
    assert "WIZARD_TOKEN is not set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("port", "said"), [("", "WIZARD_METRICS_PORT is wrong"), (None, "WIZARD_METRICS_PORT is not set"), ("1", "No bot")]
)
def test_health_without_a_bot_to_ask_is_a_sentence_and_exit_code_1(
    port: str | None, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if port is not None:
        monkeypatch.setenv("WIZARD_METRICS_PORT", port)
    assert main(["health"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(said)
    assert captured.err.count("\n") == 1


def test_env_example_names_every_setting_with_its_default() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    written = dict(re.findall(r"^(?:# )?WIZARD_(\w+)=(.*)$", example, re.MULTILINE)[::-1])
    defaults = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    assert {name: written[name] for name in defaults} == {
        name: "" if default is None else str(default) for name, default in defaults.items()
    }


# --- simulate and record verify -------------------------------------------------------------------


def test_equal_seeds_give_equal_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for folder in ("a", "b"):
        out = tmp_path / folder
        assert main(["simulate", "--games", "2", "--players", "3", "--seed", "7", "--out", str(out)]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert shown[0].startswith("2 games\n")
    records = [sorted(file.read_bytes() for file in (tmp_path / folder).iterdir()) for folder in ("a", "b")]
    assert records[0] == records[1]
    assert len(records[0]) == 2


def test_verify_accepts_good_records_and_names_the_first_bad_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["simulate", "--games", "1", "--players", "4", "--seed", "1", "--out", str(tmp_path)])
    good = next(tmp_path.iterdir())
    assert main(["record", "verify", str(good)]) == 0
    lines = good.read_text(encoding="utf-8").splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join([*lines[:9], lines[9].replace('"seat":', '"seat":1'), *lines[10:]]), encoding="utf-8")
    capsys.readouterr()
    assert main(["record", "verify", str(good), str(bad)]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith(f"{good}: good")
    assert captured.err.startswith(f"{bad}:10: illegal: ")


def test_verify_prints_each_deal_computed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--preset", "jubilee-30", "--players", "5", "--max_rounds", "4", "--first_dealer", "high_card"]
    main(["simulate", "--games", "1", "--out", str(tmp_path), *typed])
    (file,) = tmp_path.iterdir()
    record = load(file.read_text(encoding="utf-8"))
    deals = [action for action in record.actions if isinstance(action, Deal)]
    capsys.readouterr()
    assert main(["record", "verify", "--deals", str(file)]) == 0
    verdict, committed, secret, shares, *lines = capsys.readouterr().out.splitlines()
    assert verdict.startswith(f"{file}: good, ")
    assert hashlib.sha256(bytes.fromhex(secret.split()[1])).hexdigest() == committed.split()[1]
    assert shares.split() == ["contributions", "none"]
    assert sum(line.endswith(": as recorded") for line in lines) == len(deals) + 1
    assert lines[0].startswith("  dealer/1, seat ")
    for number, deal in enumerate(deals, 1):
        at = next(at for at, line in enumerate(lines) if line.startswith(f"  round/{number}, "))
        assert deal.upcard is not None
        assert f", {deal.upcard.code} turned up" in lines[at]
        assert [line.partition(": ")[2] for line in lines[at + 1 : at + 6]] == list(map(codes, deal.hands))
    assert "NOT" not in "".join(lines)


def test_a_deal_that_is_not_the_secrets_is_said_so() -> None:
    """`load` refuses such a record; what prints it must not rely on that."""
    played, _ = play(Options(max_rounds=1), [random_policy] * 3, "deals")
    other = replace(played, seed=Seed(bytes(32), ()))
    assert "NOT as recorded" in printed(other)
    assert [check.is_equal for check in checks(played)] == [True, True]
    assert not all(check.is_equal for check in checks(other))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}\n", b"[" * 100_000])
def test_verify_says_one_sentence_for_anything_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    assert main(["record", "verify", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}:1: ")


def test_verify_says_that_a_file_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "verify", "nowhere.jsonl"]) == 1
    assert capsys.readouterr().err == "nowhere.jsonl: No such file or directory\n"


def test_verify_shows_a_name_without_its_control_signs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record from elsewhere must not write its own verdict."""
    main(["simulate", "--games", "1", "--max_rounds", "1", "--out", str(tmp_path)])
    (file,) = tmp_path.glob("*.jsonl")
    header, *actions = file.read_text(encoding="utf-8").splitlines()
    named = json.loads(header)
    named["seats"][0]["name"] = "\u202eAda\x1b[31m\nother.jsonl: good"
    file.write_text("\n".join([json.dumps(named), *actions]), encoding="utf-8")
    capsys.readouterr()
    assert main(["record", "verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "\\u202eAda\\x1b[31m\\nother.jsonl: good " in said


@pytest.mark.parametrize(
    ("shell", "code", "complaint"),
    [
        ("PYTHONIOENCODING=ascii {0} simulate --games 1 --max_rounds 1 --special_cards WITCH", 0, ""),
        (
            "{0} simulate --games 1 --max_rounds 1 >/dev/full",
            1,
            "The output can't be written: No space left on device.",
        ),
        ("{0} simulate --games 1 --max_rounds 1 | true; exit ${{PIPESTATUS[0]}}", 141, ""),
    ],
    ids=["ascii", "full", "nobody reads"],
)
def test_output_that_cannot_be_written_is_no_traceback(shell: str, code: int, complaint: str) -> None:
    done = subprocess.run(
        ["bash", "-c", shell.format(f"{sys.executable} -m bot")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (code, complaint)


def test_simulate_says_that_it_cannot_write(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("", encoding="utf-8")
    assert main(["simulate", "--games", "1", "--out", "file"]) == 1
    assert "can't be written" in capsys.readouterr().err


def test_simulate_plays_the_options_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--preset", "canadian", "--length", "quick", "--max_rounds", "2", "--labels", "faces"]
    typed += ["--first_dealer", "host", "--wizard_turnup", "none", "--forehead", "off", "--special_cards", "none"]
    assert main(["simulate", "--games", "1", "--out", str(tmp_path), *typed]) == 0
    (file,) = tmp_path.iterdir()
    options = load(file.read_text(encoding="utf-8")).options
    assert options == Options(
        sum_rule=SumRule.ALWAYS,
        length=Length.QUICK,
        max_rounds=2,
        labels=Labels.FACES,
        first_dealer=FirstDealer.HOST,
        wizard_turnup=WizardTurnup.NONE,
    )
    assert capsys.readouterr().out.splitlines()[0] == f"1 games · {summary(options)}"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("--preset nope", "There is no preset named nope, only: standard, canadian"),
        ("--bidding hidden --sum_rule always", "A sum rule needs open bidding"),
        ("--preset canadian --bidding secret", "A sum rule needs open bidding"),
        ("--bidding loud", "The option bidding can't be 'loud', only one of: open, hidden, secret."),
        ("--max_rounds 0", "A game has at least one round."),
        ("--max_rounds -1", "A game has at least one round."),
        ("--max_rounds many", "The option max_rounds can't be 'many'."),
        ("--forehead maybe", "The option forehead can't be 'maybe', only one of: on, off."),
        ("--forehead true", "The option forehead can't be 'true', only one of: on, off."),
        ("--special_cards dragon,bomb", "Dragon and Fairy only come together"),
        ("--special_cards UNICORN", "There is no special card named UNICORN, only: DRAGON, FAIRY, "),
        ("--special_cards SHAPESHIFTER", "There is no special card named SHAPESHIFTER, only: "),
    ],
)
def test_options_that_cannot_be_are_one_sentence(
    typed: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--out", str(tmp_path / "records"), *typed.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(why)
    assert said.err.count("\n") == 1
    assert not (tmp_path / "records").exists()


def test_simulate_explains_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    said = "".join(capsys.readouterr().out.split())
    for word in [*(f"--{option.name}" for option in fields(Options)), *PRESETS, *SPECIAL_CARDS, "last_trick_winner"]:
        assert word in said


@pytest.mark.parametrize("arguments", [["simulate", "--players", "7"], ["simulate", "--games", "x"], ["record"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def test_the_readme_has_the_two_lines() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    venv = "python3 -m venv .venv && .venv/bin/pip install -e"
    assert f"{venv} '.[demo]' && .venv/bin/wizard-bot demo\n" in readme
    assert f"{venv} '.[test]' && .venv/bin/python -m pytest\n" in readme
