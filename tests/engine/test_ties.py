"""Equal totals: shared places, or the cascade of rules.md §2 tie."""

from __future__ import annotations

from dataclasses import replace

from engine import rules
from engine.actions import Play
from engine.cards import card
from engine.events import GameOver
from engine.game import apply
from engine.options import Options, Tie
from engine.state import Game, RoundScore
from engine.view import view
from tests.engine.playing import led, play

Rounds = list[tuple[int, int]]
"""What a seat bid and took, round by round."""

LAST: Rounds = [(0, 9)] * 3
"""A seat that is last whatever the others do."""


def _game(tie: Tie, *seats: Rounds, cancelled: tuple[int, ...] = ()) -> Game:
    """Return a game with these rounds behind it; `cancelled` are those whose bids a Bomb has cancelled."""
    scores = []
    for at, pairs in enumerate(zip(*seats, strict=True)):
        bids, taken = zip(*pairs, strict=True)
        points = rules.round_points(bids, taken, cancelled=at in cancelled)
        scores.append(
            RoundScore(
                at + 1, 9, 0, None, None, bids=bids, taken=taken, points=points, tricks=(), cancelled=at in cancelled
            )
        )
    return Game(Options(tie=tie), len(seats), scores=tuple(scores))


def _decided(first: Rounds, second: Rounds, total: int) -> dict[Tie, tuple[int, ...]]:
    """Return the places of two seats with this same total and of a third, under both options."""
    games = {tie: _game(tie, second, first, LAST) for tie in Tie}
    assert [game.totals[:2] for game in games.values()] == [(total, total)] * 2
    return {tie: rules.ranking(game) for tie, game in games.items()}


def test_shared_places_skip_the_next() -> None:
    assert rules.ranking(_game(Tie.SHARED, [(0, 0)], [(0, 0)], [(0, 1)])) == (1, 1, 3)
    assert rules.ranking(_game(Tie.SHARED, [(1, 1)], [(0, 0)], [(0, 0)], [(0, 1)])) == (1, 2, 2, 4)


def test_the_cascade_asks_for_the_total_first() -> None:
    """The second seat has made more rounds and yet fewer points."""
    game = _game(Tie.CASCADE, [(5, 5), (0, 1)], [(0, 0), (0, 0)], [(0, 1), (0, 1)])
    assert (game.totals, rules.ranking(game)) == ((60, 40, -20), (1, 2, 3))


def test_then_for_the_rounds_made_exactly() -> None:
    """20 + 20 + 0 … against 70 − 10 − 20: three rounds made are more than one."""
    made_two: Rounds = [(0, 0), (0, 0), (0, 1)]
    made_one: Rounds = [(4, 4), (0, 1), (0, 2)]
    assert _decided(made_two, made_one, 30) == {Tie.SHARED: (1, 1, 3), Tie.CASCADE: (2, 1, 3)}


def test_then_for_the_best_round() -> None:
    better: Rounds = [(3, 3), (0, 0), (0, 1)]
    worse: Rounds = [(1, 1), (2, 2), (0, 1)]
    assert _decided(better, worse, 60) == {Tie.SHARED: (1, 1, 3), Tie.CASCADE: (2, 1, 3)}


def test_then_for_the_second_best_and_so_on() -> None:
    """50, 40, −40 against 50, 20, −20: both made two rounds, the best is the same."""
    better: Rounds = [(0, 4), (3, 3), (2, 2)]
    worse: Rounds = [(3, 3), (0, 2), (0, 0)]
    assert _decided(better, worse, 50) == {Tie.SHARED: (1, 1, 3), Tie.CASCADE: (2, 1, 3)}


def test_the_order_of_the_rounds_does_not_matter_and_what_is_still_equal_is_shared() -> None:
    one: Rounds = [(3, 3), (0, 2), (0, 0)]
    other: Rounds = [(0, 0), (3, 3), (2, 0)]
    assert _decided(one, other, 50) == {Tie.SHARED: (1, 1, 3), Tie.CASCADE: (1, 1, 3)}


def test_no_bid_of_a_round_with_cancelled_bids_counts_as_made() -> None:
    """20 + 10 against 30 + 0: the second seat bid exactly what it took, but a Bomb had cancelled that."""
    one: Rounds = [(0, 0), (0, 1)]
    other: Rounds = [(1, 1), (0, 0)]
    game = _game(Tie.CASCADE, one, other, LAST[:2], cancelled=(1,))
    assert game.totals[:2] == (30, 30)
    assert [rules.exact_bids(game.scores, seat) for seat in range(2)] == [1, 1]
    assert rules.ranking(game)[:2] == (2, 1)
    assert [score.made(1) for score in game.scores] == [True, False]


def test_the_places_are_told_at_the_end_and_in_every_view() -> None:
    before = _game(Tie.CASCADE, [(2, 2)], [(0, 1)], LAST[:1]).scores
    dealt = led("R1", "Y1", "G1", options=Options(tie=Tie.CASCADE, max_rounds=1), bids=(0, 0, 0))
    game = play(replace(dealt, scores=before, options=Options(tie=Tie.CASCADE, max_rounds=2)), "R1 Y1")
    assert view(game, None).places == (1, 2, 3)
    game, events = apply(game, Play(2, card("G1")))
    assert game.totals == (30, 10, -70)
    assert events[-1] == GameOver((1, 2, 3))
