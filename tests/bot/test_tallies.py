"""What a finished game adds to people's statistics, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.store import Count, Kind, Streak, Tally
from bot.tallies import tallies
from engine.actions import Action, Bid, Deal, DrawDealer
from engine.cards import card, cards
from engine.game import apply, new_game, phase, to_act
from engine.options import Bomb, Length, Options
from engine.record import Handover, Record, SeatHolder
from engine.state import Game, Phase
from tests.engine import playing
from tests.engine.playing import with_specials

ADA, BO, CLEO, EVE = (SeatHolder(str(number), name) for number, name in enumerate(("Ada", "Bo", "Cleo", "Eve"), 1))
AI = SeatHolder("ai", "Alma")
Script = tuple[str, str | None, str]
"""The hands, what is turned up, and what is done: ``2`` is a bid, the rest as `tests.engine.playing.act` reads it."""

FIRST: Script = ("R5 / R9 / B1", "J", "1 0 0  R9 B1 R5")
"""Everybody bids exactly; Bo, who sits second, takes the trick."""
SECOND: Script = ("R1 B2 / R13 W / G4 G5", "J", "1 1 2  G4 R1 R13  G5 B2 W")
"""Cleo bids 1 and takes 1, Ada bids 1 and takes none, Bo bids 2 and takes 1."""


def played(
    *rounds: Script,
    options: Options | None = None,
    seats: Sequence[SeatHolder] = (ADA, BO, CLEO),
    handovers: Sequence[tuple[int, int, SeatHolder]] = (),
) -> dict[int, Tally]:
    """Return the tally of each person after some rounds, the first of which seat 0 deals.

    A handover is a round, a seat and who takes it over at the beginning of that round.
    """
    limited = replace(options or Options(), max_rounds=len(rounds))
    actions: list[Action] = [DrawDealer(0)]
    game = playing.after(new_game(limited, len(seats)), *actions)
    begins = []
    for hands, upcard, script in rounds:
        begins.append(len(actions))
        dealt = tuple(map(cards, hands.split(" / ")))
        game = _act(game, actions, Deal(dealt, None if upcard is None else card(upcard)))
        for word in script.split():
            game = _act(game, actions, _said(word, to_act(game)[0]))
    assert phase(game) is Phase.OVER
    taken = tuple(Handover(begins[at] + 1, seat, holder) for at, seat, holder in handovers)
    record = Record(limited, tuple(seats), playing.seed_of(1), tuple(actions), taken)
    assert record.game() == game
    return {tally.user_id: tally for tally in tallies(record, game)}


def _act(game: Game, actions: list[Action], action: Action) -> Game:
    actions.append(action)
    return apply(game, action)[0]


def _said(word: str, seat: int) -> Action:
    return Bid(seat, int(word)) if word.isdecimal() else playing.said(word, seat)


def counts(tally: Tally, kind: Kind) -> list[tuple[str | int, ...]]:
    """Return key, count, hits, points and best of each counter of a kind."""
    return [(it.key, it.count, it.hits, it.points, it.best) for it in tally.counts if it.kind is kind]


# --- each counter --------------------------------------------------------------------------------


def test_points_places_and_wins() -> None:
    ada, bo, cleo = played(FIRST, SECOND).values()
    assert [(it.place, it.points, it.players) for it in (ada, bo, cleo)] == [(3, 10, 3), (2, 20, 3), (1, 50, 3)]
    assert [counts(it, Kind.GAMES) for it in (ada, bo, cleo)] == [
        [("", 1, 0, 10, 10)],
        [("", 1, 0, 20, 20)],
        [("", 1, 1, 50, 50)],
    ]


def test_a_shared_first_place_is_a_win_for_each() -> None:
    ada, bo, cleo = played(("R5 / R9 / B1", "J", "0 0 0  R9 B1 R5")).values()
    assert [it.place for it in (ada, bo, cleo)] == [1, 3, 1]
    assert [counts(it, Kind.GAMES)[0][2] for it in (ada, bo, cleo)] == [1, 0, 1]


def test_exact_bids_and_the_best_round_by_number_of_cards() -> None:
    ada, bo, _cleo = played(FIRST, SECOND).values()
    assert counts(ada, Kind.SIZE) == [("1", 1, 1, 20, 20), ("2", 1, 0, -10, -10)]
    assert counts(bo, Kind.SIZE) == [("1", 1, 1, 30, 30), ("2", 1, 0, -10, -10)]
    assert counts(ada, Kind.ROUNDS) == [("", 2, 1, 10, 20)]


def test_bids_and_how_often_they_were_right() -> None:
    ada, bo, cleo = played(FIRST, SECOND).values()
    assert counts(ada, Kind.BID) == [("0", 1, 1, 0, 0), ("1", 1, 0, 0, 0)]
    assert counts(bo, Kind.BID) == [("1", 1, 1, 0, 0), ("2", 1, 0, 0, 0)]
    assert counts(cleo, Kind.BID) == [("0", 1, 1, 0, 0), ("1", 1, 1, 0, 0)]


def test_how_far_bids_were_off() -> None:
    ada, _bo, cleo = played(FIRST, SECOND).values()
    assert counts(ada, Kind.MISS) == [("-1", 1, 0, 0, 0), ("0", 1, 0, 0, 0)]
    assert counts(cleo, Kind.MISS) == [("0", 2, 0, 0, 0)]
    low = played(("R5 / R9 / B1", "J", "0 0 0  R9 B1 R5"))[2]
    assert counts(low, Kind.MISS) == [("1", 1, 0, 0, 0)]


def test_exact_bids_in_a_row() -> None:
    ada, _bo, cleo = played(FIRST, SECOND).values()
    assert ada.exact == Streak(length=2, head=1, tail=0, best=1)
    assert cleo.exact == Streak(length=2, head=2, tail=2, best=2)
    assert (ada.won, cleo.won) == (Streak(1, 0, 0, 0), Streak(1, 1, 1, 1))


def test_people_are_compared_and_ai_players_are_not() -> None:
    ada, bo, cleo = played(FIRST, SECOND).values()
    assert counts(ada, Kind.AGAINST) == [("2", 1, 0, -10, 0), ("3", 1, 0, -40, 0)]
    assert counts(cleo, Kind.AGAINST) == [("1", 1, 1, 40, 0), ("2", 1, 1, 30, 0)]
    assert counts(bo, Kind.LEVEL) == []
    alone = played(FIRST, SECOND, seats=(ADA, AI, AI))
    assert list(alone) == [1]
    assert counts(alone[1], Kind.AGAINST) == []


def test_people_at_the_same_place_are_level() -> None:
    ada, bo, cleo = played(("R5 / R9 / B1", "J", "0 0 0  R9 B1 R5")).values()
    assert counts(ada, Kind.LEVEL) == [("3", 1, 0, 0, 0)]
    assert counts(ada, Kind.AGAINST) == [("2", 1, 1, 30, 0), ("3", 1, 0, 0, 0)]
    assert counts(bo, Kind.LEVEL) == []
    assert counts(cleo, Kind.LEVEL) == [("1", 1, 0, 0, 0)]


# --- special cards -------------------------------------------------------------------------------

QUICK = {"length": Length.QUICK}
"""The first round has two cards."""


def test_special_cards_held_played_and_won_with() -> None:
    script = ("DRAGON R2 / R13 W / FAIRY G5", "J", "0 0 0  W FAIRY DRAGON  G5 R2 R13")
    ada, bo, cleo = played(script, options=with_specials("DRAGON", **QUICK)).values()
    assert counts(ada, Kind.HELD) == [("DRAGON", 1, 0, 0, 0)]
    assert counts(ada, Kind.PLAYED) == [("DRAGON", 1, 0, 0, 0)]
    assert counts(cleo, Kind.HELD) == [("FAIRY", 1, 0, 0, 0)]
    assert counts(cleo, Kind.PLAYED) == [("FAIRY", 1, 1, 0, 0)], "the Fairy takes the trick from the Dragon"
    assert counts(bo, Kind.HELD) == counts(bo, Kind.PLAYED) == []


def test_a_card_with_something_said_is_that_card() -> None:
    script = ("R1 R2 / SHIFT W / G4 G5", "J", "0 0 0  SHIFT:W G4 R1  W G5 R2")
    bo = played(script, options=with_specials("SHIFT", **QUICK))[2]
    assert counts(bo, Kind.PLAYED) == [("SHIFT", 1, 1, 0, 0)]


def test_a_spoiled_trick_is_won_by_no_card() -> None:
    script = ("R1 R2 / CLOUD R9 / BOMB G5", "J", "0 0 0  CLOUD:R BOMB R1  R9 G5 R2")
    _ada, bo, cleo = played(script, options=with_specials("BOMB CLOUD", **QUICK)).values()
    assert counts(bo, Kind.PLAYED) == [("CLOUD", 1, 0, 0, 0)]
    assert counts(cleo, Kind.PLAYED) == [("BOMB", 1, 0, 0, 0)]
    assert counts(bo, Kind.MISS) == [("1", 1, 0, 0, 0)]


def test_a_moved_bid_counts_as_it_was_scored() -> None:
    script = ("R1 R2 / CLOUD R9 / G4 G5", "J", "1 0 0  CLOUD:R G4 R1 +1  R9 G5 R2")
    bo = played(script, options=with_specials("CLOUD", **QUICK))[2]
    assert counts(bo, Kind.BID) == [("2", 1, 1, 0, 0)]
    assert counts(bo, Kind.MISS) == [("0", 1, 0, 0, 0)]


def test_cancelled_bids_are_rounds_without_a_bid() -> None:
    script = ("R1 R2 / R8 R9 / BOMB G5", "J", "2 0 0  R8 BOMB R1  R9 G5 R2")
    bo = played(script, options=with_specials("BOMB", bomb=Bomb.BIDS, **QUICK))[2]
    assert bo.points == 20
    assert counts(bo, Kind.SIZE) == [("2", 1, 0, 20, 20)], "no bid of the round counts as made"
    assert counts(bo, Kind.BID) == counts(bo, Kind.MISS) == []
    assert bo.exact == Streak(1, 0, 0, 0)


def test_a_passed_card_is_held_by_the_giver_and_played_by_who_got_it() -> None:
    script = (
        "WITCH R2 / JUGGLER R9 / G4 G5",
        "J",
        "0 0 0  JUGGLER:R G4 R2  pass=WITCH pass=R9 pass=G5  WITCH R9 G5",
    )
    ada, bo, _cleo = played(script, options=with_specials("WITCH JUGGLER", **QUICK)).values()
    assert counts(ada, Kind.HELD) == [("WITCH", 1, 0, 0, 0)]
    assert counts(ada, Kind.PLAYED) == []
    assert counts(bo, Kind.HELD) == [("JUGGLER", 1, 0, 0, 0)]
    assert counts(bo, Kind.PLAYED) == [("JUGGLER", 1, 1, 0, 0), ("WITCH", 1, 0, 0, 0)]


def test_what_the_werewolf_brought_is_held_too() -> None:
    script = ("R1 R2 / WEREWOLF R9 / G4 G5", "BOMB", "trump=R 0 0 0  BOMB G4 R1  R2 R9 G5")
    bo = played(script, options=with_specials("WEREWOLF BOMB", **QUICK))[2]
    assert counts(bo, Kind.HELD) == [("BOMB", 1, 0, 0, 0), ("WEREWOLF", 1, 0, 0, 0)]
    assert counts(bo, Kind.PLAYED) == [("BOMB", 1, 0, 0, 0)]


# --- whose rounds they are -----------------------------------------------------------------------


def test_rounds_are_theirs_who_held_the_seat_at_their_end_and_the_result_the_last_ones() -> None:
    found = played(FIRST, SECOND, handovers=[(1, 1, EVE)])
    assert list(found) == [1, 2, 3, 4]
    bo, eve = found[2], found[4]
    assert (bo.place, bo.points, counts(bo, Kind.GAMES), counts(bo, Kind.AGAINST)) == (None, None, [], [])
    assert counts(bo, Kind.SIZE) == [("1", 1, 1, 30, 30)]
    assert (bo.exact, bo.won) == (Streak(1, 1, 1, 1), Streak())
    assert (eve.place, eve.points) == (2, 20)
    assert counts(eve, Kind.SIZE) == [("2", 1, 0, -10, -10)]
    assert counts(found[1], Kind.AGAINST) == [("3", 1, 0, -40, 0), ("4", 1, 0, -10, 0)]


def test_who_takes_a_seat_over_within_a_round_has_the_whole_of_it() -> None:
    found = played(FIRST, SECOND, handovers=[(0, 1, EVE)])
    assert 2 not in found, "nothing is left for who held the seat before"
    assert [key for key, *_ in counts(found[4], Kind.SIZE)] == ["1", "2"]


def test_who_comes_back_to_another_seat_has_the_rounds_of_both() -> None:
    found = played(FIRST, SECOND, seats=(ADA, BO, CLEO), handovers=[(1, 1, EVE), (1, 2, BO)])
    assert counts(found[2], Kind.SIZE) == [("1", 1, 1, 30, 30), ("2", 1, 1, 30, 30)]
    assert found[2].exact == Streak(2, 2, 2, 2)
    assert (found[2].place, found[3].place) == (1, None)


def test_a_seat_that_an_ai_gave_up_has_no_rounds_before() -> None:
    found = played(FIRST, SECOND, seats=(ADA, BO, AI), handovers=[(1, 2, EVE)])
    assert counts(found[4], Kind.SIZE) == [("2", 1, 1, 30, 30)]
    assert found[4].place == 1


# --- adding up -----------------------------------------------------------------------------------


def test_streaks_put_together_are_those_of_all_tries() -> None:
    tries = [True, True, False, True, True, True, False, False, True]
    whole = Streak.of(tries)
    assert whole == Streak(length=9, head=2, tail=1, best=3)
    for first in range(10):
        for second in range(first, 10):
            parts = (tries[:first], tries[first:second], tries[second:])
            one, two, three = map(Streak.of, parts)
            assert one.then(two).then(three) == one.then(two.then(three)) == whole


def test_counters_of_one_kind_add_up() -> None:
    one, other = Count(Kind.SIZE, "3", 1, 1, 40, 40), Count(Kind.SIZE, "3", 1, 0, -20, -20)
    assert one.plus(other) == other.plus(one) == Count(Kind.SIZE, "3", 2, 1, 20, 40)
