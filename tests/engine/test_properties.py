"""What holds in every state of every game: whole random games over a grid of tables (rules.md §4.15)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product, repeat
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, lists, sampled_from

from engine import rules
from engine.actions import CHANCE, Action, Bid, Decision, IllegalAction, NameTrump, Play
from engine.cards import Card, Suit, deck
from engine.dealing import chance, shuffled
from engine.game import apply, legal_actions, new_game, phase, replay, to_act
from engine.options import Length, Options, SumRule, WizardTurnup
from engine.record import dump, load
from engine.state import Game, Phase
from tests.engine.playing import all_cards, here, seed_of, size_now, steps, whole_record

_FACES: Final = tuple(dict.fromkeys(deck()))
_TABLES: Final = [
    (players, length, rule)
    for number, (players, length) in enumerate(product(range(3, 7), Length))
    for rule in (list(SumRule)[number % len(SumRule)],)
]


def _options(length: Length, rule: SumRule, number: int) -> Options:
    turnup = list(WizardTurnup)[number % 2]
    return Options(length=length, sum_rule=rule, wizard_turnup=turnup, max_rounds=8)


def _every_decision(size: int, players: int) -> list[Decision]:
    return [
        decision
        for seat in range(players)
        for decision in (
            *(NameTrump(seat, suit) for suit in Suit),
            *(Bid(seat, said) for said in range(-1, size + 2)),
            *(Play(seat, face) for face in _FACES),
        )
    ]


def _accepted(game: Game, action: Action) -> bool:
    try:
        apply(game, action)
    except IllegalAction:
        return False
    return True


def _require_all_cards_once(game: Game, seed_number: int) -> None:
    running = here(game)
    pack = shuffled(seed_of(seed_number), running.number)
    dealt = running.size * game.players
    stock: tuple[Card, ...] = pack[dealt + 1 :]
    assert Counter([*all_cards(game), *stock]) == Counter(deck())


def _require_equal_hands_between_tricks(game: Game) -> None:
    running = here(game)
    behind = [(seat - running.trick.leader) % game.players < len(running.trick.cards) for seat in range(game.players)]
    wanted = [running.size - len(running.tricks) - played for played in behind]
    assert [len(hand) for hand in running.hands] == wanted


def _require_exactly_the_legal_actions(game: Game) -> None:
    listed = legal_actions(game)
    assert len(set(listed)) == len(listed) > 0
    assert listed == legal_actions(game, to_act(game)[0])
    accepted = [action for action in _every_decision(here(game).size, game.players) if _accepted(game, action)]
    assert Counter(listed) == Counter(accepted)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(("players", "length", "rule"), _TABLES)
def test_every_state_of_a_random_game(players: int, length: Length, rule: SumRule, number: int) -> None:
    """Cards are conserved, hands equal, somebody can act, and `legal_actions` is the whole truth."""
    options = _options(length, rule, number)
    for at, (game, action) in enumerate(steps(options, players, number)):
        assert len(to_act(game)) == 1, f"seed {number}, step {at}"
        if to_act(game) == (CHANCE,):
            assert legal_actions(game) == ()
            continue
        _require_all_cards_once(game, number)
        _require_equal_hands_between_tricks(game)
        assert action in legal_actions(game), f"seed {number}, step {at}"
        if at % 5 == number:
            _require_exactly_the_legal_actions(game)


@pytest.mark.parametrize("number", [3, 4])
@pytest.mark.parametrize(("players", "length", "rule"), _TABLES)
def test_every_end_of_a_random_game(players: int, length: Length, rule: SumRule, number: int) -> None:
    """Tricks add up to the cards, points to the totals, and the record gives the same game back."""
    options = _options(length, rule, number)
    record = whole_record(options, players, number)
    game = replay(new_game(options, players), record.actions)
    assert phase(game) is Phase.OVER
    assert to_act(game) == ()
    assert [score.size for score in game.scores] == list(rules.schedule(options, players))
    for score in game.scores:
        assert sum(score.taken) == len(score.tricks) == score.size, f"seed {number}, round {score.number}"
        assert all(0 <= said <= score.size for said in score.bids)
        assert score.points == tuple(map(rules.score, score.bids, score.taken))
        assert Counter(face for trick in score.tricks for face in trick.cards) <= Counter(deck())
    assert list(game.totals) == [sum(score.points[seat] for score in game.scores) for seat in range(players)]
    assert record.game() == game
    assert load(dump(record)) == record
    assert dump(load(dump(record))) == dump(record)


@pytest.mark.parametrize("players", range(3, 7))
def test_the_dealer_moves_one_seat_to_the_left_every_round(players: int) -> None:
    dealers = [
        (here(game).number, here(game).dealer)
        for game, action in steps(Options(), players, number=players)
        if isinstance(action, Bid)
    ]
    rounds = dict(dealers)
    assert [(rounds[number + 1] - rounds[number]) % players for number in range(1, len(rounds))] == [1] * (
        len(rounds) - 1
    )


@pytest.mark.parametrize("players", range(3, 7))
def test_under_the_canadian_rule_the_bids_never_add_up(players: int) -> None:
    for number in range(4):
        options = Options(sum_rule=SumRule.ALWAYS, max_rounds=6)
        for score in whole_record(options, players, number).game().scores:
            assert sum(score.bids) != score.size, f"seed {number}, round {score.number}"


def test_without_a_sum_rule_random_bids_add_up_sometimes() -> None:
    scores = [score for number in range(6) for score in whole_record(Options(), 3, number).game().scores]
    assert any(sum(score.bids) == score.size for score in scores)


@pytest.mark.parametrize("players", range(3, 7))
def test_the_leader_of_each_trick_won_the_one_before(players: int) -> None:
    for score in whole_record(Options(), players, number=9).game().scores:
        leaders = [trick.leader for trick in score.tricks]
        assert leaders == [(score.dealer + 1) % players, *[trick.winner for trick in score.tricks[:-1]]]


def test_the_deal_of_each_round_has_the_size_of_the_round() -> None:
    for game, action in steps(Options(length=Length.UPDOWN), 6, number=1):
        if to_act(game) == (CHANCE,) and phase(game) is Phase.DEAL:
            assert {len(hand) for hand in action.hands} == {size_now(game)}


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    players=integers(3, 6),
    rule=sampled_from(SumRule),
    number=integers(0, 2**32),
    choices=lists(integers(0, 59), max_size=60),
)
def test_any_choices_lead_on_to_the_end(players: int, rule: SumRule, number: int, choices: list[int]) -> None:
    """Hypothesis shrinks a failing game to the shortest one; after the choices the first action is taken."""
    game, seed = new_game(Options(sum_rule=rule, max_rounds=3), players), seed_of(number)
    choosing = chain(choices, repeat(0))
    for _ in range(2 + 3 + (1 + 1 + 2 + 3 + 3) * players + 3):
        if phase(game) is Phase.OVER:
            break
        if to_act(game) == (CHANCE,):
            game, _ = apply(game, chance(game, seed))
        else:
            legal = legal_actions(game)
            game, _ = apply(game, legal[next(choosing) % len(legal)])
            if game.round is not None:
                _require_equal_hands_between_tricks(game)
                _require_all_cards_once(game, number)
    assert phase(game) is Phase.OVER
    assert [sum(score.taken) for score in game.scores] == [1, 2, 3]
