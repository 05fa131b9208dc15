"""Pairs of games that one viewer can't tell apart, played on side by side until something public differs.

A round is played at random up to some state. There all that the viewer can't know is dealt and chosen anew
(`tests.engine.hidden`), and both games go on: what the others decide in private is decided in each for itself, all
else is the same in both as long as the rules allow it in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.actions import CHANCE, Action, Bid, Decision, Seat
from engine.dealing import chance
from engine.events import BidMade, Event, RoundScored
from engine.game import apply, legal_actions, new_game, phase, to_act
from engine.options import Bidding
from engine.specials import BidMoved, CardsPassed, MoveBid, PassCard
from engine.state import Game, Phase
from tests.engine import random_tables
from tests.engine.hidden import is_forehead, redealt
from tests.engine.random_games import seed_named

SEED: Final = 8
"""Of the tables."""
_MOST_ROUNDS: Final = 3


@dataclass(frozen=True)
class Pair:
    """Two games in states between which the viewer (None: a spectator) can't tell any difference."""

    viewer: Seat | None
    one: Game
    other: Game

    @property
    def differs(self) -> bool:
        """Return whether there is a difference at all."""
        return self.one != self.other


def walk(number: int) -> Iterator[Pair]:
    """Yield the pair with this number as often as something happens in it, until public play differs.

    Tables, viewers, rounds and states are drawn by the number: all options, all seats and the spectator.
    """
    rng = Random(f"pair {number}")
    on = random_tables.table(SEED, number)
    viewer = (None, *range(on.players))[number % (on.players + 1)]
    pair: Pair | None = None
    while pair is None or not pair.differs:
        game = _some_state(on, f"pair {number}/{rng.random()}", rng)
        pair = Pair(viewer, game, redealt(game, viewer, rng))
    while pair is not None:
        yield pair
        pair = _on(pair, rng)


def _some_state(on: random_tables.Table, name: str, rng: Random) -> Game:
    """Return a state of one of the first rounds of a random game."""
    seed, game = seed_named(name), new_game(on.options, on.players)
    wanted, states = rng.randint(1, _MOST_ROUNDS), list[Game]()
    while phase(game) is not Phase.OVER and len(game.scores) < wanted:
        if game.round is not None and game.round.number == wanted:
            states.append(game)
        seat = rng.choice(to_act(game))
        game, _ = apply(game, chance(game, seed) if seat == CHANCE else rng.choice(legal_actions(game, seat)))
    return rng.choice(states or [game])


def _on(pair: Pair, rng: Random) -> Pair | None:
    """Let one seat decide in both games; None when that can't be, or what comes of it differs before everybody."""
    if to_act(pair.one) != to_act(pair.other) or not to_act(pair.one) or CHANCE in to_act(pair.one):
        return None
    seat = rng.choice(to_act(pair.one))
    chosen = decided(pair, seat, rng)
    return None if chosen is None else after(pair, chosen)


def after(pair: Pair, chosen: tuple[Action, Action]) -> Pair | None:
    """Return both games after what is done in each; None when what comes of it differs before everybody."""
    (one, events), (other, others) = apply(pair.one, chosen[0]), apply(pair.other, chosen[1])
    if _public(pair, one, events) != _public(pair, other, others):
        return None
    return replace(pair, one=one, other=other)


def decided(pair: Pair, seat: Seat, rng: Random) -> tuple[Decision, Decision] | None:
    """Return what a seat decides in both games, the same unless it is private; None when the rules don't allow that."""
    ways = legal_actions(pair.one, seat), legal_actions(pair.other, seat)
    if seat != pair.viewer and all(is_private(pair.one, way[0]) for way in ways):
        return rng.choice(ways[0]), rng.choice(ways[1])
    both = [decision for decision in ways[0] if decision in ways[1]]
    if not both:
        return None
    same = rng.choice(both)
    return same, same


def is_private(game: Game, decision: Decision) -> bool:
    """Return whether only the seat itself knows at first what it has decided."""
    bidding = game.options.bidding
    match decision:
        case Bid():
            return bidding is not Bidding.OPEN
        case MoveBid():
            return bidding is Bidding.SECRET
        case PassCard():
            return True
    return False


def _public(pair: Pair, game: Game, events: tuple[Event, ...]) -> tuple[object, ...]:
    """Return what has become public, and what the viewer was passed."""
    here, bidding = game.round, game.options.bidding
    told = [_told(game, event) for event in events]
    if here is None:
        return (told, [(score.bids, score.points) for score in game.scores])
    revealed = here.bids if bidding is Bidding.HIDDEN and None not in here.bids else ()
    blind = pair.viewer is None or is_forehead(game.options, here)
    own = () if blind else sorted(face.code for face in here.hands[pair.viewer or 0])
    return (told, revealed, own, to_act(game), phase(game))


def _told(game: Game, event: Event) -> object:
    """Return what is public of an event."""
    match event:
        case BidMade(seat, _) if game.options.bidding is not Bidding.OPEN:
            return ("bid", seat)
        case BidMoved(seat, _) if game.options.bidding is Bidding.SECRET:
            return ("bid moved", seat)
        case CardsPassed():
            return "cards passed"
        case RoundScored():
            return "round scored"
    return event
