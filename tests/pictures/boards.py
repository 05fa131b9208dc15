"""Leaderboards whose pictures are looked at, compared and measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.pictures.board import Board
from bot.rhythm import ALL_TIME
from bot.store import Order, Season, SeasonStatus, StandingPage, StandingRow

HOSTILE: Final = (
    "احمد العربي",
    "W" * 60,
    "👩‍👩‍👧 Team <b>&amp;",
    "\u202eevil\u202c",
    "שחקן אלמוני",
    "漢字の名前",
    "\u200b\u2066\n",
    "Z\u0338\u0322\u031b\u0347\u032a\u033aalgo",
    "Ж" * 40,
    "**bold** @everyone",
)
PEOPLE: Final = ("Ada", "Bartholomew", "Cleo", "Łukasz", "Zoë", "Finn the Third", "Gus", "Hal", "Ida", "Jo", "Kim")
_NAMED: Final = Season(1, "m7", "The long winter of the seven Wizards", 0, None, None, SeasonStatus.OPEN)


def row(at: int, name: str, place: int | None = None, points: int | None = None) -> StandingRow:
    """Return a line like one of a running season, the better the smaller `at` is."""
    games = 14 - at
    return StandingRow(
        place=at + 1 if place is None else place,
        user_id=1_000 + at,
        name=name,
        games=games,
        wins=max(0, 5 - at),
        points=400 - 35 * at,
        exact=3 * games - at,
        bids=6 * games,
        season_points=60 * games + 48 * (10 - at) if points is None else points,
        mu=33.4 - 1.7 * at,
        sigma=1.9 + 0.55 * at,
    )


def _page(*rows: StandingRow, own: StandingRow | None = None, total: int = 0) -> StandingPage:
    return StandingPage(max(total, len(rows)), 0, rows, own)


def _tied() -> Board:
    """Return two who share the first place and three who share the third, as in a season of few games."""
    rows = [row(at, PEOPLE[at], place=1 if at < 2 else 3, points=240 if at < 2 else 0) for at in range(5)]
    return Board("2026-11", _page(*rows, own=rows[3]), most=240, viewer=rows[3].user_id)


def _first() -> Board:
    """Return somebody who has played once and lost: no points, a rating of which little is known."""
    beaten = StandingRow(1, 7, "Ada", 1, 0, -20, 0, 3, 0, 20.6, 8.2)
    return Board("2026-11", _page(beaten, own=beaten), viewer=7)


def _tenth() -> Board:
    """Return a full page, and the viewer's own line that isn't on it."""
    rows, own = [row(at, PEOPLE[at]) for at in range(10)], row(10, PEOPLE[10], place=27)
    page = _page(*rows, own=own, total=31)
    return Board(ALL_TIME, page, Order.RATING, most=rows[0].season_points, viewer=own.user_id)


def _hostile() -> Board:
    rows = [row(at, name) for at, name in enumerate(HOSTILE)]
    page = _page(*rows, own=rows[0])
    return Board("m7", page, Order.EXACT, (_NAMED,), most=rows[0].season_points, viewer=rows[0].user_id)


BOARDS: Final[dict[str, Callable[[], Board]]] = {
    "board-1": _first,
    "board-5-tied": _tied,
    "board-10-rating": _tenth,
    "board-10-hostile": _hostile,
}
FINALS: Final[dict[str, Callable[[], Board]]] = {
    "podium-10": lambda: Board("2026-11", _page(*(row(at, PEOPLE[at]) for at in range(10))), most=1320),
}
