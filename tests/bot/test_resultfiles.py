"""Results as files: columns, what a spreadsheet must not run, sizes."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from random import Random
from typing import Any

import pytest

from bot import resultfiles
from bot.names import cleaned
from bot.resultfiles import COLUMNS, ResultFiles, TooLarge, Value, rows
from bot.rhythm import BETWEEN
from bot.store import Counting, ExportedGame, ExportedSeat, Season, SeasonStatus

ADA = 123456789012345678
ENDED = 1_793_880_001_999


def seat(number: int, user_id: int | None = ADA, name: str = "Ada", **changes: Any) -> ExportedSeat:
    usual: dict[str, Any] = {"place": 1, "points": 70, "exact": 3, "away": False, "counting": Counting.COUNTED}
    return ExportedSeat(number, user_id, name, **usual | changes)


def game(*seats: ExportedSeat, season: str = "2026-11") -> ExportedGame:
    return ExportedGame(ADA + 1, ENDED, season, ADA + 2, "{}", 5, seats)


def written(*games: ExportedGame, most: int = 10 << 20, seasons: tuple[Season, ...] = ()) -> dict[str, bytes]:
    with ResultFiles("results", most, {"server": "1", "season": None}) as files:
        files.add(list(rows(games, lambda text: f"<{text}>", seasons)))
        return {name: body.getvalue() for name, body in files.finished()}


def read_csv(body: bytes) -> list[dict[str, str]]:
    assert body.startswith(b"\xef\xbb\xbf"), "Excel takes a file without this mark for the local code page"
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline="")))


def read_json(body: bytes) -> list[dict[str, Value]]:
    return json.loads(body)["results"]


def test_a_row_says_everything_in_both_files() -> None:
    computer = seat(1, None, "Zoë", place=2, points=-10, exact=None, counting=Counting.AI)
    files = written(game(seat(0), computer))
    person, other = read_json(files["results.json"])
    assert person == {
        "game": str(ADA + 1),
        "ended_at": "2026-11-05T12:00:01Z",
        "season": "2026-11",
        "season_name": "",
        "channel": str(ADA + 2),
        "options": "<{}>",
        "players": 2,
        "seat": 0,
        "person": str(ADA),
        "name": "Ada",
        "player": "human",
        "place": 1,
        "points": 70,
        "exact": 3,
        "rounds": 5,
        "counted": True,
        "why": "",
        "away": False,
    }
    assert {name for name in person if other[name] == person[name]} == {*COLUMNS} - {
        *("seat", "person", "name", "player", "place", "points", "exact", "counted", "why")
    }
    assert (other["person"], other["player"], other["exact"], other["why"]) == ("", "ai", None, "ai player")
    first, second = read_csv(files["results.csv"])
    assert list(first) == list(COLUMNS) == list(person)
    assert (first["person"], first["counted"], first["away"]) == (f"'{ADA}", "true", "false")
    assert (second["name"], second["points"], second["exact"], second["person"]) == ("Zoë", "-10", "", "")


def test_the_json_says_what_its_columns_mean() -> None:
    body = json.loads(written(game(seat(0)))["results.json"])
    assert body["columns"] == dict(COLUMNS)
    assert (body["server"], body["season"]) == ("1", None)


@pytest.mark.parametrize("sign", [*"=+-@＝＋－＠", "\t", "\r", "\n", " =", "\t=", "a;=", "a,+", "a\t@", "a\n-"])
def test_text_is_never_a_formula(sign: str) -> None:
    name = f'{sign}HYPERLINK("x")'
    files = written(game(seat(0, name=name)))
    [row] = read_csv(files["results.csv"])
    assert row["name"] != name
    for separator in ",;\t\n":
        for cell in row["name"].split(separator):
            assert cell.strip()[:1] not in [*"=+-@＝＋－＠"]
    assert row["name"].replace("'", "") == name
    assert read_json(files["results.json"])[0]["name"] == name


@pytest.mark.parametrize("name", ["Ada", "a-b", "1-2", "x = y", "me@home", "O'Neil", 'say "hi"', "1,5", "王", "🧙", ""])
def test_other_text_stays_as_it_is(name: str) -> None:
    [row] = read_csv(written(game(seat(0, name=name)))["results.csv"])
    assert row["name"] == name


def test_numbers_stay_numbers_below_zero_too() -> None:
    body = written(game(seat(0, points=-120)))["results.csv"].decode("utf-8-sig")
    assert ",-120," in body


def test_a_name_somebody_chose_is_harmless_however_it_was_cleaned() -> None:
    for name in ("=1+1", "\u200b=1+1", "\u202e=1", "  @x"):
        [row] = read_csv(written(game(seat(0, name=cleaned(name))))["results.csv"])
        assert row["name"].startswith("'")


def test_seasons_are_named_and_between_two_there_is_none() -> None:
    winter = Season(1, "m7", "Winter", 0, None, None, SeasonStatus.OPEN)
    files = written(game(seat(0), season="m7"), game(seat(0), season=BETWEEN), seasons=(winter,))
    found = [(it["season"], it["season_name"]) for it in read_json(files["results.json"])]
    assert found == [("m7", "Winter"), ("", "")]


def test_nothing_written_is_still_a_file_of_its_kind() -> None:
    files = written()
    assert read_csv(files["results.csv"]) == []
    assert read_json(files["results.json"]) == []


# --- sizes ---------------------------------------------------------------------------------------


def test_a_long_file_is_packed_and_holds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [game(seat(0, points=number), seat(1, points=-number)) for number in range(50)]
    plain = written(*games)
    monkeypatch.setattr(resultfiles, "PLAIN", 2_000)
    packed = written(*games)
    assert sorted(packed) == ["results.csv.zip", "results.json.zip"]
    for name, body in plain.items():
        with zipfile.ZipFile(io.BytesIO(packed[f"{name}.zip"])) as archive:
            assert archive.namelist() == [name]
            assert archive.read(name) == body
            assert len(packed[f"{name}.zip"]) < len(body)


def test_pieces_make_the_same_file_as_one() -> None:
    games = [game(seat(0, points=number)) for number in range(9)]
    with ResultFiles("results", 1 << 20, {"server": "1", "season": None}) as files:
        for one in games:
            files.add(list(rows([one], lambda text: f"<{text}>", ())))
        assert files.rows == 9
        assert {name: body.getvalue() for name, body in files.finished()} == written(*games)


def test_what_is_too_large_even_packed_is_refused_before_all_is_written() -> None:
    row = next(rows([game(seat(0))], lambda text: text, ()))
    rng, most = Random(1), 30_000
    with ResultFiles("results", most, {}) as files:

        def fill() -> None:
            for _ in range(most):  # 24 random digits take more than a byte of each
                files.add([(*row[:9], rng.randbytes(12).hex(), *row[10:])])

        with pytest.raises(TooLarge):
            fill()
    assert 0 < files.rows < most / 8
