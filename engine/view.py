"""What one seat, or a spectator, may know: the only thing renderers and AI players get."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import rules
from engine.cards import Card, Suit, sort_key
from engine.game import forbidden_bid, legal_actions, phase, sizes, to_act
from engine.options import Options
from engine.state import (
    CHANCE,
    Decision,
    Game,
    IllegalAction,
    Phase,
    Reason,
    RoundScore,
    Seat,
    Trick,
)


@dataclass(frozen=True, slots=True)
class RoundView:
    """The public side of the round in progress. `hand` is the viewer's own, sorted, else empty."""

    number: int
    size: int
    dealer: Seat
    upcard: Card | None
    trump: Suit | None
    chooser: Seat | None
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    hand: tuple[Card, ...] = field(repr=False)
    left: tuple[int, ...]
    """How many cards each seat holds."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know of a game."""

    seat: Seat | None
    options: Options
    players: int
    sizes: tuple[int, ...]
    """Cards a player, for every round of the game."""
    phase: Phase
    to_act: tuple[Seat, ...]
    scores: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    round: RoundView | None
    legal: tuple[Decision, ...] = field(repr=False)
    """The viewer's own open decisions."""
    forbidden_bid: int | None
    """The bid a sum rule forbids the viewer now."""


def view(game: Game, seat: Seat | None) -> View:
    """Return what this seat may know, built up from what is public plus its own hand."""
    if seat is not None and seat not in range(game.players):
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    totals = game.totals
    return View(
        seat=seat,
        options=game.options,
        players=game.players,
        sizes=sizes(game),
        phase=phase(game),
        to_act=tuple(at for at in to_act(game) if at != CHANCE),
        scores=game.scores,
        totals=totals,
        places=rules.places(totals),
        round=_round_view(game, seat),
        legal=() if seat is None else legal_actions(game, seat),
        forbidden_bid=None if seat is None else forbidden_bid(game, seat),
    )


def _round_view(game: Game, seat: Seat | None) -> RoundView | None:
    here = game.round
    if here is None:
        return None
    return RoundView(
        number=here.number,
        size=here.size,
        dealer=here.dealer,
        upcard=here.upcard,
        trump=here.trump,
        chooser=here.chooser,
        bids=here.bids,
        taken=here.taken,
        tricks=here.tricks,
        trick=here.trick,
        hand=() if seat is None else tuple(sorted(here.hands[seat], key=sort_key)),
        left=tuple(len(hand) for hand in here.hands),
    )
