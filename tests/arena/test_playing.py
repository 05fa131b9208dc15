"""Duplicate play: who sits where, which deals, and the same results however many processes play."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.arena import playing
from bot.arena.entrants import Entrant
from bot.arena.pace import Pace, Times
from bot.arena.playing import Plan, Played, WorkerLost, games, play_game
from bot.playout import play
from engine.actions import Deal
from engine.ai import Policy
from engine.options import Options
from engine.record import Record
from engine.state import Game
from tests.arena.test_programs import rogue
from tests.engine.playing import earlier_rounds
from tests.processes import children

OPTIONS = Options(max_rounds=3)


def plan(*names: str, sets: int = 2) -> Plan:
    """Return a plan with these entrants."""
    return Plan(OPTIONS, tuple(map(Entrant, names)), sets, Pace(deals=2), seed=5)


def timeless(played: Sequence[Played]) -> list[Played]:
    """Return the games in order, without how long they took."""
    return sorted(
        (replace(game, results=tuple(replace(result, times=Times()) for result in game.results)) for game in played),
        key=lambda game: game.number,
    )


@pytest.mark.parametrize("players", range(3, 7))
def test_in_a_deal_set_everybody_has_every_seat_once(players: int) -> None:
    on = plan(*["random"] * players)
    assert on.games == 2 * players
    for first in (0, players):
        had = Counter((at, seat) for game in range(players) for seat, at in enumerate(on.seating(first + game)))
        assert had == Counter((at, seat) for at in range(players) for seat in range(players))
    assert on.seating(0) == on.seating(players) == tuple(range(players))


def test_the_games_of_a_deal_set_have_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    records: list[Record] = []

    def watched(options: Options, policies: Sequence[Policy], seed: str) -> tuple[Record, Game]:
        record, game = play(options, policies, seed)
        records.append(record)
        return record, game

    monkeypatch.setattr(playing, "play", watched)
    list(games(plan("archmage", "adept", "random"), 1))
    dealt = [[action for action in record.actions if isinstance(action, Deal)] for record in records]
    assert [len(deals) for deals in dealt] == [3] * 6
    assert dealt[0] == dealt[1] == dealt[2] != dealt[3] == dealt[4] == dealt[5]


def test_results_are_those_of_the_entrant_wherever_it_sits() -> None:
    """A program that always fails is told apart from the others in every seat."""
    seats = (Entrant("exec:it", rogue("not-json")), Entrant("adept"), Entrant("random"))
    for game in games(Plan(Options(max_rounds=1), seats, 1, Pace(deals=1)), 1):
        assert [bool(result.conduct.faults) for result in game.results] == [True, False, False]


@pytest.mark.parametrize(
    ("points", "won", "against"),
    [((50, 20, 20), (1, 0, 0), (30, -15, -15)), ((40, 10, 40), (0.5, 0, 0.5), (15, -30, 15))],
)
def test_a_shared_first_place_is_a_share_of_a_win(
    points: tuple[int, ...], won: tuple[float, ...], against: tuple[float, ...]
) -> None:
    game = Game(OPTIONS, 3, dealer=0, scores=earlier_rounds(3, points))
    counted = playing._Counted(playing._Level(playing.random_policy))
    results = [playing._result(game, seat, counted) for seat in range(3)]
    assert tuple(result.won for result in results) == won
    assert tuple(result.against for result in results) == against
    assert tuple(result.points for result in results) == points
    assert [result.exact for result in results] == [1, 1, 1]  # nobody bid or took anything


def test_equal_plans_bring_equal_games_however_many_processes_play_them() -> None:
    on = plan("archmage", "apprentice", "adept", "random")
    one, again = timeless(list(games(on, 1))), timeless([play_game(on, number) for number in range(on.games)])
    assert one == again == timeless(list(games(on, 2)))
    assert one != timeless(list(games(replace(on, seed=6), 1)))


def test_workers_end_with_their_last_game_and_when_nobody_wants_more() -> None:
    before = set(children(os.getpid()))
    on = plan("random", "random", "random", sets=1000)
    coming = games(on, 2)
    next(coming)
    assert len(set(children(os.getpid())) - before) >= 2
    coming.close()
    assert {pid for pid in set(children(os.getpid())) - before if _is_worker(pid)} == set()


def test_a_worker_that_dies_is_noticed() -> None:
    before = set(children(os.getpid()))
    coming = games(plan("random", "random", "random", sets=100_000), 2)
    next(coming)
    workers = [pid for pid in set(children(os.getpid())) - before if _is_worker(pid)]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    with pytest.raises(WorkerLost):
        for _ in coming:
            pass


def _is_worker(pid: int) -> bool:
    """Tell workers from the process in which Python keeps count of shared things."""
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
