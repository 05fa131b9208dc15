"""AI players: legal, blind to what their seat cannot see, reproducible, and better than chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Final

import pytest

from engine.actions import CHANCE, Decision, NameTrump, Play
from engine.ai import Policy, adept, random_policy
from engine.game import legal_actions, to_act
from engine.options import Length, Options, SumRule, WizardTurnup
from engine.state import Game
from engine.view import View, view
from tests.engine.playing import bid, here, play, steps, table, whole_game

GRID: Final = [
    (players, length, rule)
    for number, (players, length) in enumerate(product(range(3, 7), Length))
    for rule in (list(SumRule)[number % len(SumRule)],)
]


def _options(length: Length, rule: SumRule) -> Options:
    turnup = list(WizardTurnup)[len(rule) % 2]
    return Options(length=length, sum_rule=rule, wizard_turnup=turnup, max_rounds=7)


@dataclass
class _Watched:
    """A policy that keeps the views it was given."""

    policy: Policy
    views: list[View] = field(default_factory=list)

    def __call__(self, seen: View, rng: Random) -> Decision:
        self.views.append(seen)
        return self.policy(seen, rng)


@pytest.mark.parametrize(("players", "length", "rule"), GRID)
def test_an_ai_never_plays_illegally(players: int, length: Length, rule: SumRule) -> None:
    """Against itself and against random players, whose strange bids it would not make."""
    for policies in ((adept,), (adept, random_policy)):
        for game, action in steps(_options(length, rule), players, 1, policies):
            assert to_act(game) == (CHANCE,) or action in legal_actions(game), f"{action}"


def _decided(game: Game, number: int) -> Decision:
    return adept(view(game, to_act(game)[0]), Random(number))


def test_the_same_view_and_numbers_give_the_same_decision() -> None:
    for game, _ in steps(Options(max_rounds=8), 4, 2, (adept,)):
        if to_act(game) != (CHANCE,):
            assert _decided(game, 5) == _decided(game, 5)


def test_a_game_of_ai_players_can_be_played_again() -> None:
    policies = (adept, random_policy)
    assert whole_game(Options(), 4, 3, policies) == whole_game(Options(), 4, 3, policies)


def test_an_ai_is_given_the_view_of_its_own_seat_and_only_when_it_is_to_act() -> None:
    watched = _Watched(adept)
    whole_game(Options(max_rounds=3), 3, 1, (watched, random_policy, random_policy))
    assert {seen.seat for seen in watched.views} == {0}
    assert all(seen.to_act == (0,) and seen.legal for seen in watched.views)


def test_a_view_without_a_round_is_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="no round to decide in"):
        adept(view(Game(Options(), 3), 0), Random(1))


# --- sense ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_it_names_the_suit_it_is_strong_in(number: int) -> None:
    game = table("G13 G12 G11 R2", "R1 B1 Y1 Y2", "B2 B3 R3 Y3", upcard="W")
    decision = _decided(game, number)
    assert isinstance(decision, NameTrump)
    assert decision.suit == "G"


def test_it_bids_its_wizards() -> None:
    assert _decided(table("R1 R2 R3", "W W W", "G1 G2 G3"), 1).tricks == 3


def test_it_bids_nothing_on_jesters_and_low_cards() -> None:
    assert _decided(table("R1 R2 R3", "J J G1", "G2 G3 G4", upcard="B5"), 1).tricks == 0


def test_it_takes_a_needed_last_trick_with_its_wizard() -> None:
    game = play(bid(table("W J", "R1 Y2", "R3 Y4"), 0, 0, 1), "R1 R3")
    assert str(_decided(game, 1).card) == "W"


def test_it_ducks_with_a_made_bid() -> None:
    game = play(bid(table("R9 R1", "R5 Y2", "R3 Y4", upcard="B1"), 0, 0, 0), "R5 R3")
    assert str(_decided(game, 1).card) == "R1"


def test_it_throws_its_highest_loser_when_it_wants_no_trick() -> None:
    game = play(bid(table("R9 R4 R1", "R10 Y2 Y3", "R3 Y4 Y5", upcard="B1"), 0, 0, 0), "R10 R3")
    assert str(_decided(game, 1).card) == "R9"


# --- strength ------------------------------------------------------------------------------------

_GAMES: Final = 250


def _against_random(seat: int, first: int) -> tuple[list[int], int, int]:
    """Return the summed points of each seat, and the exact and all bids of the AI's seat."""
    policies = tuple(adept if at == seat else random_policy for at in range(4))
    points, exact, rounds = [0] * 4, 0, 0
    for number in range(first, first + _GAMES):
        game = whole_game(Options(), 4, number, policies)
        points = [mine + more for mine, more in zip(points, game.totals, strict=True)]
        exact += sum(score.bids[seat] == score.taken[seat] for score in game.scores)
        rounds += len(game.scores)
    return points, exact, rounds


@pytest.mark.parametrize("seat", range(4))
def test_it_beats_random_players(seat: int) -> None:
    """1,000 games in all; 250 at each seat."""
    points, exact, rounds = _against_random(seat, first=1 + seat * _GAMES)
    others = [mean for at, mean in enumerate(points) if at != seat]
    assert points[seat] > max(others) + 100 * _GAMES, f"from seed {1 + seat * _GAMES}: {points}"
    assert exact / rounds >= 0.45, f"from seed {1 + seat * _GAMES}: {exact} of {rounds}"


def test_its_bids_are_exact_more_often_than_not_among_themselves() -> None:
    scores = [score for number in range(12) for score in whole_game(Options(), 4, number, (adept,)).scores]
    exact = [said == taken for score in scores for said, taken in zip(score.bids, score.taken, strict=True)]
    assert sum(exact) / len(exact) > 0.5, sum(exact) / len(exact)


def test_the_random_policy_finds_every_legal_decision() -> None:
    seen = view(table("R1 R2 R3", "W W J", "G1 G2 G3"), 1)
    rng = Random(1)
    assert {random_policy(seen, rng) for _ in range(100)} == set(seen.legal)


def test_it_plays_its_last_card() -> None:
    game = play(bid(table("R1", "R2", "W"), 0, 0, 1), "R2 W")
    assert _decided(game, 1) == Play(0, here(game).hands[0][0])
