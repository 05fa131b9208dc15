"""What a coach says of a decision: the best one, and of a few reasons the one that is true of it.

A reason is data; whoever shows it has a sentence for each. Numbers in it come from the search, or where it says
something of cards from what these are worth; nothing but the view decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from random import Random
from typing import Final

from engine.actions import Bid, Decision, NameTrump, Play, Seat
from engine.ai.adept import estimates_of, seen_by
from engine.ai.judgement import Judgement, Option
from engine.ai.search import trick_chance
from engine.cards import Card
from engine.view import RoundView, View

TRICK_DEALS: Final = 32
"""On how many deals a card is tried to see how often it takes the trick."""
_SURE: Final = 0.85
"""From which chance on a card counts as a sure trick; below: as a likely one."""
_LIKELY: Final = 0.5
_SELDOM: Final = 0.4
"""Up to which chance a card is said to lose the trick; from `_LIKELY` on it is said to win it."""
_LITTLE: Final = 1.0
"""So many points are no difference worth telling."""


class Why(StrEnum):
    """The reasons; what `Reason.count` and `Reason.times` are is said with each."""

    ONLY = "only"
    UNSEARCHED = "unsearched"
    """By the rules of thumb."""

    # bids
    SURE = "sure"
    """`count` sure tricks."""
    LIKELY = "likely"
    """`count` likely tricks."""
    SURE_AND_LIKELY = "sure_and_likely"
    """`count` sure tricks and `times` likely ones."""
    NO_TRICK = "no_trick"
    """No card is likely to take one."""
    FORBIDDEN = "forbidden"
    """`count` would be the bid, and is forbidden; this one comes true `times` times in ten, more than any other."""
    UNSEEN_CARD = "unseen_card"
    """With at least `times` in ten of the cards that the unseen one can be, it comes true."""

    # trump
    LONGEST = "longest"
    """There are `count` cards of the suit."""

    # cards
    WINS_SURELY = "wins_surely"
    """It takes the trick, and `count` tricks are needed."""
    WINS = "wins"
    """At least `times` times in ten, and `count` tricks are needed."""
    KEEPS = "keeps"
    """It loses the trick more often than not; `count` tricks are needed, and in the cards that are kept."""
    DONE_SURELY = "done_surely"
    """The bid of `count` is made, and it can't take the trick."""
    DONE = "done"
    """The bid is made, and it takes the trick at most `times` times in ten."""
    RID = "rid"
    """The bid is made, it can't take this trick, and would be likely to take another one."""
    OVER = "over"
    """More tricks are taken than bid; it takes this one at most `times` times in ten, 0 for never."""
    LOST = "lost"
    """There are too few tricks left to make the bid; it takes this one at least `times` times in ten, 10: surely."""
    EVERY_TRICK = "every_trick"
    """The bids are cancelled; it takes the trick at least `times` times in ten, 10: surely."""

    # anything
    COMES_TRUE = "comes_true"
    """With it the bid comes true `times` times in ten, more often than with anything else."""
    BRINGS_MORE = "brings_more"
    """It brings `count` points more on average than anything else."""
    NOTHING_BETTER = "nothing_better"
    """Nothing brings clearly more."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a decision is the best; what the numbers are, `Why` says."""

    why: Why
    count: int = 0
    times: int = 0


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision and the reason for it."""

    decision: Decision
    reason: Reason


def advise(view: View, found: Judgement, rng: Random) -> Advice:
    """Return the best decision of a judgement of this view, and why."""
    here, seat, best = view.round, view.seat, found.best.decision
    if here is None or seat is None:
        raise ValueError("there is nothing to decide")
    return Advice(best, _reason(view, here, seat, found, rng))


def _reason(view: View, here: RoundView, seat: Seat, found: Judgement, rng: Random) -> Reason:
    match found.best.decision:
        case _ if len(view.legal) == 1:
            return Reason(Why.ONLY)
        case Bid(_, tricks):
            return _of_bid(view, here, seat, found, tricks)
        case NameTrump(_, suit):
            held = Counter(face.suit for face in here.hand if face.suit is not None)
            if suit is not None and held[suit] == max(held.values(), default=0) > 0:
                return Reason(Why.LONGEST, held[suit])
            return _by_points(found)
        case Play(_, face):
            chance = trick_chance(view, face, rng, TRICK_DEALS)
            return _of_card(view, here, seat, face, chance) or _on_the_whole(found, here)
    return _on_the_whole(found, here)


def _values(view: View, here: RoundView, seat: Seat, cards: Sequence[Card]) -> list[float]:
    """Return the chance of each card to take a trick at some time of the round."""
    at, unseen = seen_by(view, here)
    value, number = estimates_of(at, seat, unseen).value, at.faces.number
    return [value[number[face]] for face in cards]


# --- bids ----------------------------------------------------------------------------------------


def _of_bid(view: View, here: RoundView, seat: Seat, found: Judgement, tricks: int) -> Reason:
    if here.forehead:
        return Reason(Why.UNSEEN_CARD, times=_at_least(found.best.exact))
    values = _values(view, here, seat, here.hand)
    sure = sum(value >= _SURE for value in values)
    likely = sum(value >= _LIKELY for value in values) - sure
    if tricks == sure + likely:
        match sure, likely:
            case 0, 0:
                return Reason(Why.NO_TRICK)
            case _, 0:
                return Reason(Why.SURE, sure)
            case 0, _:
                return Reason(Why.LIKELY, likely)
        return Reason(Why.SURE_AND_LIKELY, sure, likely)
    whole = _on_the_whole(found, here)
    if whole.why is Why.COMES_TRUE and sure + likely == view.forbidden_bid:
        return Reason(Why.FORBIDDEN, sure + likely, whole.times)
    return whole


# --- cards ---------------------------------------------------------------------------------------


def _of_card(view: View, here: RoundView, seat: Seat, face: Card, chance: float) -> Reason | None:
    """Return a reason that lies in the running trick; None where there is none."""
    if here.cancelled:
        return Reason(Why.EVERY_TRICK, times=_at_least(chance)) if chance >= _LIKELY else None
    need = (here.bids[seat] or 0) - here.taken[seat]
    if need > here.left[seat]:
        return Reason(Why.LOST, times=_at_least(chance)) if chance >= _LIKELY else None
    if need > 0:
        if chance >= _LIKELY:
            return Reason(Why.WINS_SURELY, need) if chance == 1 else Reason(Why.WINS, need, _at_least(chance))
        rest = list(here.hand)
        rest.remove(face.bare)
        promising = sum(value >= _LIKELY for value in _values(view, here, seat, rest))
        return Reason(Why.KEEPS, need) if promising >= need else None
    if chance > _SELDOM:
        return None
    if need < 0:
        return Reason(Why.OVER, times=_at_most(chance))
    if chance > 0:
        return Reason(Why.DONE, times=_at_most(chance))
    dangerous = face.bare is face and _values(view, here, seat, [face])[0] >= _LIKELY
    return Reason(Why.RID) if dangerous else Reason(Why.DONE_SURELY, here.bids[seat] or 0)


def _at_least(chance: float) -> int:
    """Return how many times in ten it is at least; 10 only for always."""
    return 10 if chance == 1 else min(9, floor(10 * chance))


def _at_most(chance: float) -> int:
    """Return how many times in ten it is at most; 0 only for never."""
    return ceil(10 * chance)


# --- anything ------------------------------------------------------------------------------------


def _on_the_whole(found: Judgement, here: RoundView) -> Reason:
    """Return what the search found of the best decision beside all others."""
    reason = _by_points(found)
    best = found.best
    oftener = all(best.exact > other.exact for other in _others(found))
    times = floor(10 * best.exact)
    if reason.why is Why.BRINGS_MORE and oftener and times and not here.cancelled:
        return Reason(Why.COMES_TRUE, times=min(9, times))
    return reason


def _by_points(found: Judgement) -> Reason:
    gap = min((found.best.points - other.points for other in _others(found)), default=0.0)
    return Reason(Why.BRINGS_MORE, round(gap)) if gap >= _LITTLE else Reason(Why.NOTHING_BETTER)


def _others(found: Judgement) -> list[Option]:
    """Return all options but the best and what is as good as it on every deal."""
    best = found.best
    same = (best.points, best.exact, best.deals)
    return [it for it in found.options if (it.points, it.exact, it.deals) != same]
