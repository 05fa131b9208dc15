"""Each special card in each situation (rules.md §2 and §3): the table of situations.txt, and what never happens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from engine.actions import Bid, Reason
from engine.game import legal_actions
from engine.options import SPECIAL_CARDS, Bidding, Length, Options, SumRule
from engine.specials import CardExchanged, CardsPassed
from engine.state import Game, RoundScore, Trick
from engine.view import view
from tests.engine.playing import act, after, here, refusal, steps
from tests.engine.situations import (
    BESIDE_ITS_COPY,
    BINDING,
    CELLS,
    COPIED,
    FOLLOWED,
    IMPOSSIBLE,
    LAST_TRICK,
    LED,
    ONE_CARD_ROUND,
    PASSED,
    SECRET,
    SITUATIONS,
    SUMS,
    TAKEN,
    TURNED_UP,
    Cell,
    Situation,
    beside,
    bound_by,
    outcome,
)

_OF_SUMS = [situation for situation in SITUATIONS if situation.condition == SUMS]
_SECRET = [situation for situation in SITUATIONS if situation.condition == SECRET]
_OTHERS = [situation for situation in SITUATIONS if situation.condition not in (SUMS, SECRET)]

# --- the table -----------------------------------------------------------------------------------


def test_every_cell_of_the_matrix_is_an_example_or_impossible_and_none_is_both() -> None:
    covered = set().union(*(situation.cells for situation in SITUATIONS))
    assert covered | set(IMPOSSIBLE) == CELLS
    assert covered & set(IMPOSSIBLE) == set()
    assert len(CELLS) == 9 * (10 + 4) + 9 * 8


def test_every_pair_in_one_trick_is_there_in_both_orders() -> None:
    """The first two cards of a situation of two are those two."""
    orders = {
        tuple(word.partition(":")[0] for word in situation.script.replace("trump=B ", "").split()[:2])
        for situation in SITUATIONS
        if len(situation.cards) == 2
    }
    assert orders == {pair for pair in permutations(SPECIAL_CARDS, 2) if (pair[0], beside(pair[1])) not in IMPOSSIBLE}


def _require_outcome(game: Game, want: dict[str, str]) -> None:
    got = outcome(game)
    assert {name: got.get(name) for name in want} == want


@pytest.mark.parametrize("situation", _OTHERS, ids=str)
def test_what_comes_of_it(situation: Situation) -> None:
    *_, end = situation.states(situation.dealt(situation.options()))
    _require_outcome(end, situation.want)


@pytest.mark.parametrize("situation", _SECRET, ids=str)
def test_what_comes_of_it_with_secret_bids_which_nobody_else_sees_on_the_way(situation: Situation) -> None:
    for game in situation.states(situation.dealt(situation.options(bidding=Bidding.SECRET))):
        for seat in (None, 0, 1, 2) if game.round is not None else ():
            seen = view(game, seat).round
            assert seen is not None
            assert [at for at, said in enumerate(seen.bids) if said is not None and at != seat] == []
    _require_outcome(game, situation.want)


_SETTINGS = {
    SumRule.ALWAYS: {},
    SumRule.NOT_IN_1_CARD_ROUND: {},
    SumRule.FROM_ROUND_4: {"number": 38},
    SumRule.DEALER_LEADS: {"points": (0, 0, 10)},
}
"""Where each rule binds in a round of two cards: the last but one of up and down is of two as well."""


@pytest.mark.parametrize("situation", _OF_SUMS, ids=str)
@pytest.mark.parametrize("rule", BINDING)
def test_what_comes_of_it_when_the_dealer_may_not_make_the_bids_add_up(situation: Situation, rule: SumRule) -> None:
    options = situation.options(sum_rule=rule, length=Length.UPDOWN)
    game = situation.dealt(options, **_SETTINGS[rule])
    want, words = dict(situation.want), situation.script.split()
    if words[0].startswith("trump="):
        game = act(game, words.pop(0))
    first, second, last = situation.bids
    forbidden = int(want.pop("forbidden"))
    assert (first + second + forbidden, forbidden != last) == (2, True)
    game = after(game, Bid(0, first), Bid(1, second))
    assert refusal(game, Bid(2, forbidden)) is Reason.BID_FORBIDDEN
    assert set(legal_actions(game)) == {Bid(2, said) for said in range(3) if said != forbidden}
    _require_outcome(act(after(game, Bid(2, last)), " ".join(words)), want)


# --- what happens in random games ----------------------------------------------------------------

_ALL = frozenset(SPECIAL_CARDS)


def _tables() -> Iterator[tuple[Options, int]]:
    """Yield tables and seeds: rounds in which nearly all cards are dealt, and rounds of one card."""
    decks = [_ALL, *(_ALL - {code} for code in ("WEREWOLF", "VAMPIRE", "WITCH", "BOMB"))]
    for number in range(400):
        options = Options(
            length=Length.FIVE,
            max_rounds=1,
            special_cards=decks[number % len(decks)],
            bidding=Bidding.SECRET if number % 7 == 0 else Bidding.OPEN,
            sum_rule=SumRule.OFF if number % 7 == 0 else list(SumRule)[number % 7 % 5],
        )
        yield options, number
    for number in range(400):
        yield Options(max_rounds=1, special_cards=_ALL), number


def _specials(trick: Trick) -> list[str]:
    return [face.bare.code for face in trick.cards if face.bare.code in _ALL]


def _seen_in_trick(score: RoundScore, trick: Trick) -> Iterator[Cell]:
    there = _specials(trick)
    copied = score.copied.code if score.copied is not None else ""
    for code in there:
        yield code, LED if trick.cards[0].bare.code == code else FOLLOWED
        if trick is score.tricks[-1]:
            yield code, LAST_TRICK
        yield from ((code, beside(other)) for other in there if other != code)
    if "VAMPIRE" in there and copied in _ALL:
        yield copied, COPIED
        if copied in there:
            yield copied, BESIDE_ITS_COPY


def _seen_after(trick: Trick) -> Iterator[Cell]:
    for happened in trick.after:
        if isinstance(happened, CardExchanged):
            yield happened.took.code, TAKEN
        if isinstance(happened, CardsPassed):
            yield from ((face.code, PASSED) for face in happened.given if face is not None)


def _seen(options: Options, score: RoundScore) -> Iterator[Cell]:
    """Yield the cells of the matrix that a round was an example of."""
    in_play = {code for trick in score.tricks for code in _specials(trick)}
    for trick in score.tricks:
        yield from _seen_in_trick(score, trick)
        yield from (cell for cell in _seen_after(trick) if cell[0] in _ALL)
    turned = score.upcard if score.swap is None else score.swap.card
    if turned is not None and turned.code in _ALL:
        in_play.add(turned.code)
        yield turned.code, TURNED_UP
    if score.swap is not None:
        in_play.add("WEREWOLF")
    for code in in_play:
        if score.size == 1:
            yield code, ONE_CARD_ROUND
        if options.bidding is Bidding.SECRET:
            yield code, SECRET
        if options.sum_rule is not SumRule.OFF:
            yield code, bound_by(options.sum_rule)


def _require_none_is_held_that_lies_turned_up(game: Game) -> None:
    """Neither the Werewolf nor what the Vampire copies, if it is a special card, is in a hand or a trick."""
    running = here(game)
    held = {face.code for hand in running.hands for face in hand}
    played = {face.code for trick in (*running.tricks, running.trick) for face in trick.pile}
    copied = running.copied.code if running.copied is not None else ""
    assert "WEREWOLF" not in held | played
    assert copied not in (held | played) & _ALL


def test_in_random_games_every_possible_cell_occurs_and_no_impossible_one() -> None:
    seen: set[Cell] = set()
    for options, number in _tables():
        taken = list(steps(options, 6, number))
        for game, _ in taken:
            if game.round is not None:
                _require_none_is_held_that_lies_turned_up(game)
        last, action = taken[-1]
        score = after(last, action).scores[-1]
        found = set(_seen(options, score))
        assert found & set(IMPOSSIBLE) == set(), f"seed {number}"
        seen |= found
    assert seen == CELLS - set(IMPOSSIBLE)
