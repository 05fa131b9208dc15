"""A view shows what is public and the viewer's own hand, and nothing else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from random import Random

import pytest

from engine.cards import Card, card, cards, codes
from engine.dealing import Seed
from engine.game import legal_actions
from engine.options import SPECIAL_CARDS, Bidding, Length, Options, SumRule
from engine.state import Game, Phase
from engine.view import View, view
from tests.engine.hidden import redealt
from tests.engine.playing import bid, play, ready, steps, table, whole_game, whole_record


def _states(options: Options, players: int, number: int) -> Iterator[Game]:
    for game, _ in steps(options, players, number):
        if game.round is not None:
            yield game


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize(
    "options",
    [
        Options(sum_rule=SumRule.DEALER_LEADS, max_rounds=6),
        Options(bidding=Bidding.HIDDEN, forehead=True, max_rounds=4),
        Options(bidding=Bidding.SECRET, length=Length.FIVE, max_rounds=1, special_cards=frozenset(SPECIAL_CARDS)),
    ],
    ids=["open", "hidden", "secret"],
)
def test_a_view_does_not_depend_on_what_is_hidden(options: Options, players: int) -> None:
    """Neither what it says nor how it is printed and pickled; `test_random_games` says what it says for all options."""
    rng, moved = Random(players), 0
    for game in _states(options, players, number=players):
        for seat in (None, *range(players)):
            other = redealt(game, seat, rng)
            moved += other != game
            assert view(other, seat) == view(game, seat), f"seed {players}, seat {seat}"
            assert repr(view(other, seat)) == repr(view(game, seat))
            assert pickle.dumps(view(other, seat)) == pickle.dumps(view(game, seat))
    assert moved > 100


def test_a_view_does_depend_on_the_viewers_own_cards() -> None:
    """The test above would notice: a seat's hand differs, so its view does."""
    game = ready("R1 R2", "Y1 Y2", "G1 G2")
    other = ready("R1 R2", "Y1 Y3", "G1 G2")
    assert [view(game, seat) == view(other, seat) for seat in (None, 0, 1, 2)] == [True, True, False, True]


def test_a_seat_sees_its_own_sorted_hand_and_only_the_sizes_of_the_others() -> None:
    game = play(ready("R1 R2 J", "Y1 W Y9", "G1 G2 G3"), "Y9")
    seen = view(game, 0).round
    assert seen is not None
    assert codes(seen.hand) == "R2 R1 J"
    assert seen.left == (3, 2, 3)


def test_a_spectator_sees_no_hand_and_has_nothing_to_decide() -> None:
    seen = view(ready("R1", "Y1", "G1"), None)
    assert seen.round is not None
    assert (seen.round.hand, seen.legal, seen.forbidden_bid) == ((), (), None)


def test_only_the_seat_to_act_has_decisions() -> None:
    game = ready("R1 R2", "Y1 Y2", "G1 G2")
    assert view(game, 1).legal == legal_actions(game)
    assert [view(game, seat).legal for seat in (0, 2)] == [(), ()]
    assert view(game, 0).to_act == view(game, None).to_act == (1,)


def test_chance_is_nobody_to_wait_for() -> None:
    seen = view(Game(Options(), 3), 0)
    assert (seen.phase, seen.to_act, seen.round) == (Phase.FIRST_DEALER, (), None)


def test_the_forbidden_bid_is_shown_to_the_last_bidder_only() -> None:
    game = table("R1 R2", "Y1 Y2", "G1 G2", options=Options(sum_rule=SumRule.ALWAYS))
    game = bid(game, 1, 1)
    assert [view(game, seat).forbidden_bid for seat in (0, 1, 2, None)] == [0, None, None, None]
    assert view(bid(game, 1), 0).forbidden_bid is None


def test_a_view_tells_totals_and_places_of_the_scored_rounds() -> None:
    game = play(bid(table("R1", "R2", "R3"), 0, 1, 0), "R2 R3 R1")
    seen = view(game, 2)
    assert (seen.totals, seen.places, seen.sizes) == ((20, 20, 30), (2, 2, 1), tuple(range(1, 21)))
    assert (seen.scores, seen.players, seen.seat) == (game.scores, 3, 2)


def test_a_view_holds_no_game_round_deal_or_seed() -> None:
    seen = view(ready("R1", "Y1", "G1"), 0)
    values = [getattr(part, f.name) for part in (seen, seen.round) for f in fields(part)]
    hidden = {"Game", "Round", "Deal", "Seed"}
    assert not hidden & {type(value).__name__ for value in values}


@pytest.mark.parametrize("copied", [lambda seen: pickle.loads(pickle.dumps(seen)), copy.deepcopy])
def test_a_view_survives_pickling_and_copying(copied: Callable[[View], View]) -> None:
    seen: View = view(play(ready("R1 W", "Y1 Y2", "G1 J"), "Y1"), 2)
    again = copied(seen)
    assert again == seen
    assert again.round is not None
    assert again.round.hand[0] is card("G1")


# --- what is printed -----------------------------------------------------------------------------

_HANDS = ("R11 R12", "Y11 Y12", "G11 G12")


def _printed(value: object) -> str:
    return f"{value} {value!r}"


@pytest.mark.parametrize("code", cards(" ".join(_HANDS)), ids=str)
def test_no_hand_is_ever_printed(code: Card) -> None:
    game = ready(*_HANDS, upcard="B1")
    shown = [game, game.round, *(view(game, seat) for seat in (None, 0, 1, 2))]
    assert "B1" in _printed(game)
    assert not [value for value in shown if code.code in _printed(value)]


def test_no_hand_is_printed_by_a_deal_or_a_record() -> None:
    record = whole_record(Options(max_rounds=1), 3, number=1)
    deal = record.actions[1]
    assert "upcard" in _printed(deal)
    assert "hands" not in _printed(deal)
    assert "hands" not in _printed(record)


def test_no_secret_is_ever_printed() -> None:
    seed = Seed(b"\x00secretly shuffled by this secret", ("open",))
    record = replace(whole_record(Options(max_rounds=1), 3, number=1), seed=seed)
    for value in (seed, record, seed.numbers("round/1")):
        assert "secretly" not in _printed(value)
        assert seed.secret.hex() not in _printed(value)
    assert "open" in _printed(seed)


def test_a_finished_game_shows_the_tricks_of_every_round() -> None:
    game = whole_game(Options(max_rounds=2), 3, number=2)
    seen = view(game, None)
    assert [len(score.tricks) for score in seen.scores] == [1, 2]
    assert [trick.winner for trick in seen.scores[1].tricks].count(0) == seen.scores[1].taken[0]
