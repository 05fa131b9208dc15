"""The picture of a leaderboard and of final standings, and the words that stand for it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.languages import LANGUAGES, speaking
from bot.names import initial
from bot.pictures import wording
from bot.pictures.board import Board, leaderboard, podium
from bot.pictures.canvas import WIDTH
from bot.render import standings
from bot.store import Order, StandingPage
from tests.pictures.boards import BOARDS, PEOPLE, row

ROWS = tuple(row(at, f"Person {at} of the long name") for at in range(10))


def height(board: Board) -> int:
    picture = leaderboard(board)
    assert picture is not None
    with Image.open(io.BytesIO(picture.data)) as image:
        assert image.width == WIDTH
        return image.height


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_all_of_it_is_said_in_every_language(name: str, language: str) -> None:
    board = BOARDS[name]()
    with speaking(language):
        picture = leaderboard(board)
        points = [standings.numbers(it)[Order.POINTS] for it in (*board.page.rows, *board.apart)]
    assert picture is not None
    assert len(picture.alt) <= wording.MOST
    assert all(it in picture.alt for it in points), "nothing is left out"


def test_what_it_is_sorted_by_comes_first_in_words() -> None:
    picture = leaderboard(BOARDS["board-10-rating"]())
    assert picture is not None
    said = "Leaderboard: All seasons. Sorted by rating. 1. Ada: rating 33.4 ± 5.7, 132 season points. 2. Bartholomew"
    assert picture.alt.startswith(said)
    assert "27. Kim: " in picture.alt


def test_the_final_standings_are_said_in_words() -> None:
    drawn = podium(Board("2026-11", StandingPage(10, 0, ROWS), most=1320))
    assert drawn is not None
    assert drawn.alt.startswith("Final standings: Season 2026-11. 1. Person 0 of the long nam: 132 season points, ra")


def test_a_line_is_marked_where_it_is_and_below_the_page_where_it_is_not() -> None:
    page = Board("2026-11", StandingPage(31, 0, ROWS), most=1320)
    mine = replace(page, page=replace(page.page, own=ROWS[2]), viewer=ROWS[2].user_id)
    assert height(mine) == height(page)
    assert leaderboard(mine) != leaderboard(page)
    further = row(10, PEOPLE[10], place=27)
    assert height(replace(page, page=replace(page.page, own=further))) > height(page)
    unlisted = replace(further, place=0)
    assert height(replace(page, page=replace(page.page, own=unlisted))) == height(page)


def test_without_people_there_is_no_picture() -> None:
    empty = Board("m1", StandingPage(0, 0, ()))
    assert (leaderboard(empty), podium(empty)) == (None, None)


@pytest.mark.parametrize(
    ("name", "letter"),
    [("zoë", "Z"), ("élan", "É"), ("👩\u200d👩\u200d👧 Team", "👩"), ("e\u0301", "É"), ("\u200b", "?"), ("**", "*")],
)
def test_the_letter_that_stands_for_a_name(name: str, letter: str) -> None:
    assert initial(name) == letter
