"""The levels of AI players: legal, blind to what their seat can't see, reproducible, sensible, of different strength.

A hundred thousand decisions: ``python -m tests.engine.level_decisions``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from engine.actions import CHANCE, Bid, NameTrump
from engine.ai import Policy, random_policy
from engine.ai.judgement import Budget
from engine.ai.levels import Level, decide
from engine.ai.search import search
from engine.cards import Suit
from engine.game import to_act
from engine.options import SPECIAL_CARDS, Bidding, Bomb, Options, SumRule
from engine.presets import PRESETS
from engine.specials import Exchange, PassCard
from engine.state import Game
from engine.view import view
from tests.engine.hidden import changes, redealt
from tests.engine.level_decisions import play_decisions, play_table
from tests.engine.playing import bid, play, ready, steps, table, whole_game
from tests.engine.random_tables import table as random_table

ALL: Final = Options(special_cards=frozenset(SPECIAL_CARDS))
DEALS: Final = Budget(40)


def _judged(game: Game, budget: Budget = DEALS, number: int = 1) -> Any:
    return search(view(game, to_act(game)[0]), Random(number), budget)


def _best(game: Game) -> Any:
    return _judged(game).best.decision


def _policy(level: Level, deals: int = 2) -> Policy:
    return lambda seen, rng: decide(level, seen, rng, Budget(deals))


# --- legal, honest, reproducible -----------------------------------------------------------------


def test_no_level_decides_illegally_whatever_the_options() -> None:
    counts = play_decisions(700, seed=3, rounds=3)
    assert all(counts[level] > 100 for level in Level), counts
    kinds = ("NameTrump", "Bid", "Play", "PlayBlind", "MoveBid", "PassCard", "Exchange")
    assert all(counts[kind] for kind in kinds), counts


LEAK_TABLES: Final = [
    Options(),
    Options(forehead=True, max_rounds=2),
    replace(ALL, bidding=Bidding.SECRET),
    replace(ALL, bidding=Bidding.HIDDEN, bomb=Bomb.BIDS),
    replace(ALL, sum_rule=SumRule.ALWAYS),
]


@pytest.mark.parametrize("options", LEAK_TABLES, ids=range(len(LEAK_TABLES)))
def test_levels_decide_the_same_whatever_they_cannot_see(options: Options) -> None:
    """Everything hidden from the seat that is to act is dealt and chosen anew."""
    rng, varied = Random(5), Counter[str]()
    options = replace(options, max_rounds=options.max_rounds or 4)
    for number, players in enumerate((3, 4, 6)):
        for game, _ in steps(options, players, number, (random_policy,)):
            seat = to_act(game)[0]
            if seat == CHANCE or (rng.random() > 0.15 and not options.forehead):
                continue
            other = redealt(game, seat, rng)
            varied.update(changes(game, other, seat))
            for level in Level:
                once, again = (decide(level, view(it, seat), Random(7), Budget(3)) for it in (game, other))
                assert once == again, level
    assert varied["hands"] + varied["own card"] > 3, varied


def test_a_search_finds_the_same_again() -> None:
    game = ready("R1 R9 W B2", "R2 B3 G9 G1", "R13 Y2 Y9 G2", "G3 G4 G5 G6")
    assert _judged(game) == _judged(game)
    assert _judged(game) != _judged(game, number=2)


def test_a_search_judges_every_decision_and_the_best_first() -> None:
    for script in ("", "1 0 2", "1 0 2 1"):
        game = bid(table("R1 R9 W B2", "R2 B3 G9 G1", "R13 Y2 Y9 G2", "G3 G4 G5 G6"), *map(int, script.split()))
        seen = view(game, to_act(game)[0])
        options = search(seen, Random(1), DEALS).options
        assert Counter(option.decision for option in options) == Counter(seen.legal)
        most = max(option.deals for option in options)
        assert options[0].points == max(option.points for option in options if option.deals == most)
        assert all(0 <= option.exact <= 1 for option in options)


def test_a_search_stops_when_it_is_told_to() -> None:
    calls = []

    def over() -> bool:
        calls.append(1)
        return len(calls) == 40

    game = ready("R1 R9 W B2", "R2 B3 G9 G1", "R13 Y2 Y9 G2", "G3 G4 G5 G6")
    judged = _judged(game, Budget(10_000, over))
    assert len(calls) == 40
    assert 40 // 4 - 1 <= judged.best.deals <= 40 // 2


def test_a_search_without_any_time_falls_back_on_rules_of_thumb() -> None:
    game = play(bid(table("R9 R1", "R5 Y2", "R3 Y4", upcard="B1"), 0, 0, 0), "R5 R3")
    best = _judged(game, Budget(10_000, lambda: True)).best
    assert (str(best.decision.card), best.deals) == ("R1", 0)


def test_with_one_possibility_nothing_is_searched() -> None:
    game = play(ready("R1", "R2", "W"), "R2 W")
    assert [option.deals for option in _judged(game).options] == [0]


# --- sense ---------------------------------------------------------------------------------------


def test_it_bids_all_on_a_hand_of_wizards() -> None:
    assert _best(table("R1 R2 R3", "W W W", "G1 G2 G3")) == Bid(1, 3)


def test_it_bids_nothing_on_jesters_and_low_cards() -> None:
    assert _best(table("R1 R2 R3", "J J G1", "G2 G3 G4", upcard="B5")) == Bid(1, 0)


@pytest.mark.parametrize("number", range(3))
def test_it_names_its_long_suit(number: int) -> None:
    game = table("G13 G12 G11 G9 R2", "R1 B1 Y1 Y2 B4", "B2 B3 R3 Y3 Y6", upcard="W")
    assert _judged(game, number=number).best.decision == NameTrump(0, Suit.GREEN)


def test_it_keeps_its_wizard_for_a_needed_last_trick() -> None:
    """The red 13 takes this trick for certain, and would not take the next: one player is out of red and has trumps."""
    game = play(bid(table("W R13", "R12 B2", "R11 B3", upcard="B1"), 0, 0, 2), "R12 R11")
    assert (str(_best(game).card), _judged(game).best.exact) == ("R13", 1.0)
    assert str(_best(play(bid(table("W J", "R1 Y2", "R3 Y4"), 1, 0, 2), "R1 R3")).card) == "W"


def test_it_dodges_with_the_jester() -> None:
    game = play(bid(table("W J", "R1 Y2", "R3 Y4"), 1, 1, 1), "R1 R3")
    judged = _judged(game)
    assert {str(option.decision.card): option.exact for option in judged.options}["W"] >= 0.5
    game = play(bid(table("R13 J", "R5 J", "R3 J", upcard="B1"), 0, 0, 0), "R5 R3")
    assert str(_best(game).card) == "J"


def test_it_takes_no_trick_beyond_its_bid() -> None:
    game = play(bid(table("R9 R1", "R5 Y2", "R3 Y4", upcard="B1"), 0, 0, 0), "R5 R3")
    assert str(_best(game).card) == "R1"


def test_it_throws_its_highest_loser_when_it_wants_no_trick() -> None:
    game = play(bid(table("R9 R4 R1", "R10 Y2 Y3", "R3 Y4 Y5", upcard="B1"), 0, 0, 0), "R10 R3")
    assert str(_best(game).card) == "R9"


def test_it_says_jester_with_the_shapeshifter_when_the_bid_is_made() -> None:
    for tricks, played in ((0, "SHIFT:J"), (1, "SHIFT:W")):
        game = play(bid(table("SHIFT", "R5", "R9", upcard="B1", options=ALL), 1, 0, tricks), "R5 R9")
        assert str(_best(game).card) == played


@pytest.mark.parametrize(("last", "tricks", "by"), [("W W", 1, 1), ("W W", 2, 1), ("R1 J", 2, -1)])
def test_it_moves_its_bid_to_what_it_will_make(last: str, tricks: int, by: int) -> None:
    game = bid(table("R2 Y3 Y5", f"CLOUD {last}", "R9 Y4 Y6", upcard="B5", options=ALL), tricks, 0, 0)
    assert _best(play(game, "CLOUD:R R9 R2")).by == by


def test_it_passes_the_wizard_it_does_not_want() -> None:
    for tricks, passed in ((0, "W"), (1, "R1")):
        game = bid(table("R2 Y3 Y5", "JUGGLER W R1", "R9 Y4 Y6", upcard="B5", options=ALL), tricks, 1, 1)
        seen = view(play(game, "JUGGLER:R R9 R2"), 1)
        decision = search(seen, Random(1), DEALS).best.decision
        assert isinstance(decision, PassCard)
        assert decision.card.code == passed


def test_the_witch_takes_the_wizard_it_needs() -> None:
    for tricks, taken in ((1, "W"), (0, None)):
        game = table("R2 Y3", "WITCH G1", "W Y4", upcard="B1", options=ALL)
        game = play(bid(game, tricks, 1, 0), "WITCH W R2")
        decision = _best(game)
        assert isinstance(decision, Exchange)
        assert (decision.take and decision.take.code) == taken


@pytest.mark.parametrize(("others", "tricks"), [("Y2 G1", 1), ("Y2 W", 0), ("B13 G1", 0)])
def test_on_the_forehead_it_bids_from_the_others_cards(others: str, tricks: int) -> None:
    second, dealt = others.split()
    for mine in ("W", "R1", "J"):
        game = table(dealt, mine, second, upcard="B5", options=Options(forehead=True))
        assert _best(game) == Bid(1, tricks)


# --- strength ------------------------------------------------------------------------------------


def _standing(mine: Policy, others: Policy, games: int, rounds: int) -> float:
    """Return by how many points a game one seat is ahead of the mean of three others, on average."""
    ahead = 0.0
    for number in range(games):
        seat = number % 4
        policies = tuple(mine if at == seat else others for at in range(4))
        totals = whole_game(Options(max_rounds=rounds), 4, number, policies).totals
        ahead += totals[seat] - (sum(totals) - totals[seat]) / 3
    return ahead / games


def test_an_apprentice_is_better_than_chance_and_worse_than_an_adept() -> None:
    apprentice, adept = _policy(Level.APPRENTICE), _policy(Level.ADEPT)
    assert _standing(apprentice, random_policy, 6, 10) > 100
    assert _standing(apprentice, adept, 20, 10) < -40


def test_levels_play_a_round_of_every_preset() -> None:
    for number, preset in enumerate(PRESETS):
        on = replace(random_table(1, number), players=3 + number % 4, options=PRESETS[preset])
        assert play_table(on, f"{preset}", rounds=1)
