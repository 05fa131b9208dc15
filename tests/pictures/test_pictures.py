"""Pictures of random games: small enough, told in words, and with nothing in them that the viewer may not know."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from PIL import Image

from bot.pictures import wording
from bot.pictures.canvas import WIDTH, Canvas, Picture
from bot.pictures.hand import hand, usable
from bot.pictures.pad import pad
from bot.pictures.race import race
from bot.pictures.table import table as table_picture
from bot.pictures.trick import last_trick
from bot.table import Stage, Table
from bot.tableview import TableView, public_view, seat_view
from engine.cards import Card, card
from engine.game import phase
from engine.options import Bidding, Options
from engine.state import Game, Phase
from tests.engine import random_tables
from tests.engine.hidden import redealt
from tests.engine.playing import led, ready, steps, whole_game
from tests.engine.playing import table as deal
from tests.pictures.samples import HOSTILE, LARGEST, LONG, PEOPLE, SAMPLES, drawn, table

MOST_BYTES: Final = 100_000
TABLES: Final = 15
SHOWN: Final = 2
"""In how many states of a random game pictures are drawn, and in how many more where something is asked."""

Draw = Callable[[TableView], Picture | None]
PRIVATE: Final[tuple[Draw, ...]] = (hand,)
PUBLIC: Final[tuple[Draw, ...]] = (table_picture, last_trick, pad, race)


def _require_limits(picture: Picture) -> None:
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.width == WIDTH
    assert len(picture.data) <= MOST_BYTES
    assert 0 < len(picture.alt) <= wording.MOST


def _games(number: int, rng: Random) -> list[Game]:
    """Return some states of a random game, and its last one."""
    on = random_tables.table(7, number)
    states = [game for game, _ in steps(on.options, on.players, number)]
    asked = [game for game in states if phase(game) in (Phase.SPECIAL, Phase.TRUMP)]
    return [*rng.sample(asked, min(SHOWN, len(asked))), *rng.sample(states, SHOWN), states[-1]]


def _pictures(of: Table) -> Iterator[Picture]:
    seen = public_view(of)
    yield from filter(None, (draw(seen) for draw in PUBLIC))
    for seat in range(len(of.seats)):
        picture = hand(seat_view(of, seat))
        if picture is not None:
            yield picture


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_small_enough(name: str) -> None:
    _require_limits(drawn(name))


@pytest.mark.parametrize("number", range(TABLES))
def test_random_games_are_drawn_within_limits_and_named_in_words(number: int) -> None:
    rng = Random(number)
    names = (PEOPLE, LONG, HOSTILE)[number % 3]
    for game in _games(number, rng):
        of = table(game, names)
        for picture in _pictures(of):
            _require_limits(picture)
        seat = rng.randrange(game.players)
        _require_cards_named(seat_view(of, seat))


def _require_cards_named(seen: TableView) -> None:
    """Assert that the words of a hand and a table name every card that is drawn."""
    here = seen.playing.round
    if here is None:
        return
    mine, everybodys = hand(seen), table_picture(replace(seen, seat=None))
    assert mine is not None
    assert everybodys is not None
    labels = seen.options.labels
    there: list[Card | None] = [here.upcard, *here.trick.cards]
    if not here.trick.cards and here.tricks:
        there += here.tricks[-1].cards
    for alt, cards in ((mine.alt, [*there, *here.hand, *sum(here.others, ())]), (everybodys.alt, there)):
        missing = [face for face in cards if face is not None and wording.card(face, labels) not in alt]
        assert missing == []


# --- what a viewer may not know ------------------------------------------------------------------


@pytest.mark.parametrize("number", range(TABLES))
def test_pictures_depend_on_nothing_that_is_hidden(number: int) -> None:
    rng = Random(f"leaks {number}")
    states = list(_games(number, rng))
    for game in rng.sample(states, 2):
        for seat in (None, rng.randrange(game.players)):
            other = redealt(game, seat, rng)
            _require_equal(table(game), table(other), seat)


def _require_equal(of: Table, other: Table, seat: int | None) -> None:
    draws = PUBLIC if seat is None else (*PRIVATE, *PUBLIC)
    for draw in draws:
        one, another = (
            draw(public_view(it) if seat is None else seat_view(it, seat)) for it in (of, replace(other, secret=b"x"))
        )
        assert (one is None) == (another is None)
        if one is not None and another is not None:
            assert one.data == another.data
            assert one.alt == another.alt


def test_nobody_sees_their_own_card_on_the_forehead() -> None:
    game = ready("R5", "B7", "Y9", options=Options(forehead=True), upcard="G2")
    picture = hand(seat_view(table(game), 1))
    assert picture is not None
    assert "blue 7" not in picture.alt
    assert "Ada: red 5" in picture.alt
    assert "Your own card is face down." in picture.alt


def test_a_hidden_bid_is_told_as_given_and_no_more() -> None:
    game = ready("R5", "B7", "Y9", options=Options(bidding=Bidding.SECRET), upcard="G2")
    seen = seat_view(table(game), 1)
    assert seen.playing.round is not None
    for picture in (hand(seen), table_picture(public_view(table(game)))):
        assert picture is not None
        assert "Ada has bid in secret and has 0." in picture.alt
    sheet = pad(public_view(table(game)))
    assert sheet is not None
    assert "?/0, ?/0, ?/0" in sheet.alt


# --- what is shown -------------------------------------------------------------------------------


def test_nothing_is_drawn_before_there_is_anything() -> None:
    empty = replace(table(deal("R5", "B7", "Y9")), game=None, stage=Stage.LOBBY)
    assert [draw(public_view(empty)) for draw in PUBLIC] == [None] * 4
    assert hand(seat_view(empty, 0)) is None
    assert hand(public_view(table(deal("R5", "B7", "Y9")))) is None


def test_the_cards_that_can_be_played_are_those_of_the_buttons() -> None:
    game = led("R5 R9", "R7 B7", "Y9 G3")
    seen = seat_view(table(game), game.round.trick.leader if game.round is not None else 0)
    assert usable(seen) == frozenset(seen.playing.round.hand if seen.playing.round is not None else ())


def test_whose_seat_an_ai_keeps_has_no_cards_to_use() -> None:
    of = table(led("R5 R9", "R7 B7", "Y9 G3"))
    seat = public_view(of).playing.to_act[0]
    away = replace(of, seats=tuple(replace(holder, away=True) for holder in of.seats))
    assert usable(seat_view(away, seat)) is None


def test_the_whole_race_is_told_in_words() -> None:
    over = whole_game(Options(), 3, 1)
    picture = race(public_view(table(over)))
    assert picture is not None
    assert all(str(abs(total)) in picture.alt for total in over.totals)


def test_a_level_race_is_drawn_too() -> None:
    game = deal("R5 R6", "B7 B8", "Y9 Y8", points=(0, 0, 0))
    assert race(public_view(table(game))) is not None


def test_the_chosen_card_is_told() -> None:
    seen = seat_view(table(ready("R5 R9", "R7 B7", "Y9 G3")), 2)
    picture = hand(replace(seen, chosen=card("Y9")))
    assert picture is not None
    assert "Chosen for your turn: yellow 9." in picture.alt


def test_long_names_leave_room_for_a_hand_of_twenty() -> None:
    game = next(game for game, _ in steps(LARGEST, 3, 2) if phase(game) is Phase.PLAY)
    _require_cards_named(seat_view(table(game, LONG), 0))


def test_names_written_from_the_right_keep_their_places_in_a_drawn_sentence() -> None:
    game = next(game for game, _ in steps(Options(bidding=Bidding.SECRET), 3, 1) if phase(game) is Phase.BIDDING)
    seen = public_view(table(game, ("עדה", "אבג", "Cleo")))
    said = wording.status(seen, seen.playing, said=False)
    assert "\u2068עדה\u2069" in said
    assert "\u2068אבג\u2069" in said


def test_what_became_of_the_trump_is_written_below_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, tuple[int, int]] = {}
    write = Canvas.write

    def noted(canvas: Canvas, text: str, x: int, y: int, size: int, *given: str, **named: Any) -> int:
        written[text] = y, y + round(size * 1.34)
        return write(canvas, text, x, y, size, *given, **named)

    monkeypatch.setattr(Canvas, "write", noted)
    make, draw = SAMPLES["hand-witch"]
    seen = make()
    assert draw(seen) is not None
    here = seen.playing.round
    assert here is not None
    lines = wording.upcard_lines(seen, here)
    assert lines
    assert written[lines[0]][0] >= written[wording.suit(here.trump)][1]
