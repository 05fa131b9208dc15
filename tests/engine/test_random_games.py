"""Random games on random tables: what holds in every state of every game with any options (rules.md §4.15).

1,000 games of up to three rounds; ``python -m tests.engine.random_games`` plays as many whole ones as wanted.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from engine.actions import Bid
from engine.cards import card
from engine.events import BidMade, Event, TrickTaken
from engine.game import apply, new_game, phase, to_act
from engine.options import SPECIAL_CARDS, Bidding, Bomb, FirstDealer, InvalidOptions, Length, Options, to_json
from engine.specials import PassCard
from engine.state import Aftermath, Game, Phase
from engine.view import view
from tests.engine import random_games
from tests.engine.playing import after, here, play, ready, table
from tests.engine.random_games import checked_game, play_checked
from tests.engine.random_tables import Table, covering
from tests.engine.random_tables import table as random_table

ROOT: Final = Path(__file__).parents[2]
SEED: Final = 1
GAMES: Final = 1_000
CHUNKS: Final = 50
ROUNDS: Final = 3


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_everything_holds_in_every_state_of_random_games(chunk: int) -> None:
    checked: Counter[str] = Counter()
    for number in range(chunk, GAMES, CHUNKS):
        checked += checked_game(SEED, number, ROUNDS)
    assert checked["states"] > 500
    assert checked["leaks"] > 10


# --- the tables ----------------------------------------------------------------------------------


def _values(options: Options) -> dict[str, Any]:
    """Return each option with its value, and each special card with whether it is in the deck."""
    plain = to_json(options)
    codes = plain.pop("special_cards")
    assert ("DRAGON" in codes) == ("FAIRY" in codes)
    return plain | {code: code in codes for code in SPECIAL_CARDS if code != "FAIRY"}


def _domains() -> dict[str, list[Any]]:
    """Return every value of every option, as the options themselves define them."""
    default = Options()
    kinds = {name: type(getattr(default, name)) for name in _values(default) if name not in SPECIAL_CARDS}
    listed = {name: list(kind) for name, kind in kinds.items() if issubclass(kind, StrEnum)}
    return {name: [False, True] for name in _values(default)} | listed | {"max_rounds": [None, 1, 3]}


def _is_possible(pair: dict[str, Any]) -> bool:
    codes = frozenset(code for code, inside in pair.items() if code in SPECIAL_CARDS and inside)
    both = codes | {"FAIRY"} if "DRAGON" in codes else codes
    try:
        Options(special_cards=both, **{name: pair[name] for name in pair if name not in SPECIAL_CARDS})
    except InvalidOptions:
        return False
    return True


def _possible_triples() -> Iterator[tuple[int, frozenset[tuple[str, Any]]]]:
    domains = _domains()
    for players, (one, other) in product(range(3, 7), combinations(domains, 2)):
        for value, another in product(domains[one], domains[other]):
            if _is_possible({one: value, other: another}):
                yield players, frozenset({(one, value), (other, another)})


def test_every_pair_of_option_values_is_played_with_every_number_of_players() -> None:
    played = Counter(
        (on.players, frozenset(pair))
        for on in (random_table(SEED, number) for number in range(GAMES))
        for pair in combinations(_values(on.options).items(), 2)
    )
    possible = set(_possible_triples())
    assert len(possible) == 4 * 1072
    assert played.keys() == possible
    assert sorted(played.values())[len(possible) // 100] >= 4, "the random tables repeat pairs too seldom"


def test_whole_games_have_every_pair_first_and_are_not_cut_short_after_that() -> None:
    whole = [random_table(SEED, number, whole=True) for number in range(GAMES)]
    count = len(covering(SEED))
    assert tuple(whole[:count]) == covering(SEED)
    assert {on.options.max_rounds for on in whole[count:]} == {None}
    assert {on.options.length for on in whole[count:]} == set(Length)


def test_other_seeds_make_other_tables() -> None:
    tables = [[random_table(seed, number) for number in range(GAMES)] for seed in (1, 1, 2)]
    assert tables[0] == tables[1]
    assert sum(one == other for one, other in zip(tables[0], tables[2], strict=True)) < 100


def test_forehead_rounds_and_games_without_special_cards_are_among_them() -> None:
    plain = [
        on.options for on in (random_table(SEED, number) for number in range(GAMES)) if not on.options.special_cards
    ]
    assert sum(options.forehead and options.length in {"standard", "half", "updown"} for options in plain) > 30
    assert {options.bidding for options in plain if options.forehead} == set(Bidding)


# --- what the games reach ------------------------------------------------------------------------

ALL: Final = frozenset(SPECIAL_CARDS)
RICH: Final = [
    Table(3, Options(length=Length.AMIGO, special_cards=ALL, bidding=Bidding.SECRET)),
    Table(5, Options(length=Length.AMIGO, special_cards=ALL, bidding=Bidding.HIDDEN, bomb=Bomb.BIDS)),
    Table(6, Options(length=Length.FIVE, special_cards=ALL, bidding=Bidding.SECRET, bomb=Bomb.BIDS)),
    Table(4, Options(length=Length.FIVE, special_cards=ALL, first_dealer=FirstDealer.HIGH_CARD)),
    Table(4, Options(forehead=True, bidding=Bidding.HIDDEN, max_rounds=1)),
]
SECRETS: Final = {
    "bid moves",
    "choices",
    "hands",
    "hidden bids",
    "own card",
    "passes",
    "passes of an earlier round",
    "secret bids",
    "spare",
}


def _events(on: Table, name: str) -> Iterator[Event]:
    played = play_checked(on, name, ROUNDS, leaks=0)
    game = new_game(on.options, on.players)
    for action in played.actions:
        game, events = apply(game, action)
        yield from events


def test_every_kind_of_secret_is_really_changed_when_views_are_compared() -> None:
    varied: Counter[str] = Counter()
    for number, on in enumerate(RICH * 2):
        varied += play_checked(on, f"secrets {number}", 2, leaks=0.5).counts
    assert {kind for kind in SECRETS if varied[kind] < 10} == set()
    assert varied.keys() == {*SECRETS, "states", "leaks", "brute"}


def test_every_kind_of_event_and_every_special_card_is_reached() -> None:
    happened = [event for number, on in enumerate(RICH * 3) for event in _events(on, f"events {number}")]
    kinds = {kind for kind in get_args(Event) if kind is not Aftermath} | set(Aftermath.__subclasses__())
    wanted = {kind.__name__ for kind in kinds if kind.__module__.startswith("engine.")}
    assert {type(event).__name__ for event in happened} == wanted
    tricks = [event.trick for event in happened if isinstance(event, TrickTaken)]
    played = Counter(face.bare.code for trick in tricks for face in trick.cards)
    assert {code for code in SPECIAL_CARDS if not played[code]} == {"WEREWOLF"}
    assert {None} < {trick.winner for trick in tricks}


# --- all at the same time ------------------------------------------------------------------------


def _end_of_every_order(start: Game, decisions: list[Any]) -> Game:
    """Let the seats decide in every order; before the last one nothing is told; return the one end."""
    ends = []
    for order in permutations(decisions):
        game = start
        for at, decision in enumerate(order, 1):
            waiting = {later.seat for later in order[at - 1 :]}
            assert set(to_act(game)) == waiting
            game, events = apply(game, decision)
            told = [event for event in events if not isinstance(event, BidMade)]
            assert bool(told) == (at == len(order) and isinstance(decision, PassCard))
        ends.append(game)
    assert all(end == ends[0] for end in ends)
    return ends[0]


def _known_bids(game: Game, seat: int | None) -> tuple[int | None, ...]:
    seen = view(game, seat).round
    assert seen is not None
    return seen.bids


@pytest.mark.parametrize(
    ("bidding", "seen"), [(Bidding.HIDDEN, (1, 0, 2)), (Bidding.SECRET, (None, 0, None))], ids=list("hs")
)
def test_private_bids_come_in_any_order_and_the_last_one_reveals(
    bidding: Bidding, seen: tuple[int | None, ...]
) -> None:
    start = table("R1 R2", "Y1 Y2", "G1 G2", options=Options(bidding=bidding))
    bids = [Bid(0, 1), Bid(1, 0), Bid(2, 2)]
    for first, second in permutations(bids, 2):
        early = after(start, first, second)
        assert phase(early) is Phase.BIDDING
        mine = tuple(first.tricks if seat == first.seat else None for seat in range(3))
        assert (_known_bids(early, first.seat), _known_bids(early, None)) == (mine, (None,) * 3)
    end = _end_of_every_order(start, bids)
    assert phase(end) is Phase.PLAY
    assert _known_bids(end, 1) == seen


def test_passed_cards_come_in_any_order_and_the_last_one_moves_them_all() -> None:
    game = ready("R1 R2", "Y1 JUGGLER", "G1 G2", "B1 B2", options=Options(special_cards=frozenset({"JUGGLER"})))
    start = play(game, "JUGGLER:Y G1 B1 R1")
    passes = [PassCard(seat, card(code)) for seat, code in enumerate(("R2", "Y1", "G2", "B2"))]
    early = after(start, *passes[:3])
    assert here(early).hands == here(start).hands
    assert [view(early, seat).round.ask.mine for seat in (0, 3)] == [passes[0], None]
    end = _end_of_every_order(start, passes)
    assert [str(hand[0]) for hand in here(end).hands] == ["B2", "R2", "Y1", "G2"]


# --- what fails is told, and can be repeated -----------------------------------------------------


def _never_right(*_: object) -> None:
    raise AssertionError("wrong")


def test_a_failing_game_is_told_with_its_options_and_the_command_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(random_games, "require_state", _never_right)
    with pytest.raises(AssertionError, match="wrong") as failed:
        checked_game(3, 7, 2)
    (note,) = failed.value.__notes__
    assert "players" in note
    assert '"bidding":' in note
    assert note.endswith("python -m tests.engine.random_games --seed 3 --only 7 --rounds 2")


def test_the_command_plays_games_and_prints_its_seed() -> None:
    command = [sys.executable, "-m", "tests.engine.random_games", "--seed", "5", "--games", "4", "--rounds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.startswith("seed 5, 4 games\n0 failed; checked: ")
