"""What a review of a finished game says of one seat: each of its decisions beside the best one, and its luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from engine import game as engine
from engine.actions import Action, Bid, Deal, Decision, DrawDealer, Play, Seat
from engine.ai.advice import Advice, Reason, Why
from engine.ai.assessment import Assessment, Luck
from engine.notation import from_plain, to_plain
from engine.record import Record
from engine.state import Game, Phase
from engine.view import View, view

_VERSION: Final = 1
UNREADABLE: Final = (KeyError, TypeError, ValueError)
"""What `loads` raises for what another version has written."""


class Kind(StrEnum):
    """What a decision was about."""

    BID = "bid"
    CARD = "card"
    OTHER = "other"
    """A trump, or what a special card asked for."""


def kind_of(decision: Action) -> Kind:
    """Return what a decision was about."""
    return Kind.BID if isinstance(decision, Bid) else Kind.CARD if isinstance(decision, Play) else Kind.OTHER


# --- what there is to judge ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of the seat: how many actions there were before, what it could know, what it did."""

    at: int
    seen: View
    chosen: Decision


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new hand of the seat, before anybody bids: how many actions there were before, and what it could know."""

    at: int
    seen: View


def steps(record: Record, seat: Seat) -> Iterator[Decided | Dealt]:
    """Yield the hands of a seat, and the decisions for which it had a choice, in order."""
    game, rounds = engine.new_game(record.options, len(record.seats)), 0
    for at, action in enumerate(record.actions):
        if engine.phase(game) is Phase.BIDDING and len(game.scores) == rounds:
            rounds += 1
            yield Dealt(at, view(game, seat))
        if not isinstance(action, DrawDealer | Deal) and action.seat == seat:
            seen = view(game, seat)
            if len(seen.legal) > 1:
                yield Decided(at, seen, action)
        game, _ = engine.apply(game, action)


def before(record: Record, actions: int) -> Game:
    """Return the game after so many actions of its record."""
    return engine.replay(engine.new_game(record.options, len(record.seats)), record.actions[:actions])


@dataclass(frozen=True, slots=True)
class Tenure:
    """A seat, and while somebody held it: from one number of actions on, before another one."""

    seat: Seat
    since: int
    until: int


def tenure(record: Record, user_id: int) -> Tenure | None:
    """Return the seat that somebody held, of several the last; None for whoever held none."""
    held = [(0, seat, holder) for seat, holder in enumerate(record.seats)]
    held += [(it.since, it.seat, it.holder) for it in record.handovers]
    mine = [(since, seat) for since, seat, holder in held if holder.player == str(user_id)]
    if not mine:
        return None
    since, seat = max(mine)
    later = [it.since for it in record.handovers if it.seat == seat and it.since > since]
    return Tenure(seat, since, min(later, default=len(record.actions)))


# --- what was found ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision beside the best one; the numbers are those of `Assessment`."""

    at: int
    kind: Kind
    loss: float
    stake: float
    better: Advice | None


@dataclass(frozen=True, slots=True)
class Hand:
    """How lucky a hand was; the numbers are those of `Luck`."""

    at: int
    points: float
    variance: float


@dataclass(frozen=True, slots=True)
class Review:
    """All that was found of a seat, in the order of the game."""

    judged: tuple[Judged, ...]
    hands: tuple[Hand, ...]

    def during(self, held: Tenure) -> Review:
        """Return what was found of one holder of the seat."""
        return Review(
            tuple(it for it in self.judged if held.since <= it.at < held.until),
            tuple(it for it in self.hands if held.since <= it.at < held.until),
        )

    def of(self, kind: Kind) -> tuple[Judged, ...]:
        """Return the decisions of one kind."""
        return tuple(it for it in self.judged if it.kind is kind)

    def luck(self) -> tuple[float, float]:
        """Return how many points all hands were worth more than others, and the standard error of that."""
        return sum(it.points for it in self.hands), sum(it.variance for it in self.hands) ** 0.5

    def costliest(self, most: int) -> tuple[Judged, ...]:
        """Return the decisions that cost most, the costliest first."""
        costly = [it for it in self.judged if it.better is not None]
        return tuple(sorted(costly, key=lambda it: (-it.loss, it.at))[:most])


def lost(judged: Sequence[Judged]) -> float:
    """Return how many points decisions have cost."""
    return sum(it.loss for it in judged)


def accuracy(judged: Sequence[Judged]) -> float | None:
    """Return how good decisions were: 1 for the best every time, 0 for choosing at random, or worse than that.

    It is the share that was kept of all the points by which the best is better than chance. So a decision counts as
    much as there was at stake, and one that made no difference not at all; None where nothing did.
    """
    stake = sum(it.stake for it in judged)
    return None if stake <= 0 else max(0.0, 1 - lost(judged) / stake)


def judged(it: Decided, found: Assessment) -> Judged:
    """Return what was found of a decision."""
    return Judged(it.at, kind_of(it.chosen), found.loss, found.stake, found.better)


def hand(it: Dealt, found: Luck) -> Hand:
    """Return what was found of a hand."""
    return Hand(it.at, found.points, found.variance)


# --- as text -------------------------------------------------------------------------------------


def dumps(review: Review) -> str:
    """Return a review as text; it names nobody."""
    plain = {
        "version": _VERSION,
        "judged": [[it.at, it.kind, _short(it.loss), _short(it.stake), _advice(it.better)] for it in review.judged],
        "hands": [[it.at, _short(it.points), _short(it.variance)] for it in review.hands],
    }
    return json.dumps(plain, separators=(",", ":"))


def _short(number: float) -> float:
    return round(number, 3)


def _advice(advice: Advice | None) -> Any:  # noqa: ANN401 - plain values
    return None if advice is None else [to_plain(advice.decision), asdict(advice.reason)]


def loads(text: str) -> Review:
    """Read what `dumps` wrote; raise one of `UNREADABLE` for what this version can't read."""
    plain = json.loads(text)
    if plain["version"] != _VERSION:
        raise ValueError("written by another version")
    return Review(
        tuple(Judged(at, Kind(kind), loss, stake, _read(it)) for at, kind, loss, stake, it in plain["judged"]),
        tuple(Hand(*it) for it in plain["hands"]),
    )


def _read(plain: Any) -> Advice | None:  # noqa: ANN401 - plain values
    if plain is None:
        return None
    action, reason = plain
    decision = from_plain(action)
    if isinstance(decision, DrawDealer | Deal):
        raise TypeError("nobody is advised to deal")
    return Advice(decision, Reason(Why(reason["why"]), reason["count"], reason["times"]))
