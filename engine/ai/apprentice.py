"""The *Apprentice*: plays like the Adept but for human slips. It never knows more, and never does what isn't legal."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Decision, NameTrump, Play
from engine.ai.adept import adept, estimates_of, seen_by
from engine.ai.estimates import Estimates
from engine.ai.playing import choose
from engine.ai.positions import decided, is_known
from engine.view import View

_FORGETS: Final = 0.5
"""How often it no longer knows that a card was played in an earlier trick."""
_MISJUDGES: Final = 0.25
"""By how much it usually over- or underrates the chance of a card."""
_WASTES: Final = 0.12
"""How often it plays any card, so wastes a good one or takes a trick it should have ducked."""


def apprentice(view: View, rng: Random) -> Decision:
    """Choose a decision for the seat of this view; never an illegal one."""
    here, seat = view.round, view.seat
    if here is None or seat is None:
        raise ValueError("there is no round to decide in")
    if len(view.legal) == 1:
        return view.legal[0]
    if here.forehead or isinstance(view.legal[0], NameTrump) or not is_known(view.legal[0]):
        return adept(view, rng)
    if isinstance(view.legal[0], Play) and rng.random() < _WASTES:
        return rng.choice(view.legal)
    at, unseen = seen_by(view, here)
    for trick in here.tricks:
        for face in trick.pile:
            if rng.random() < _FORGETS:
                unseen.add(at.faces.number[face])
    estimates = estimates_of(at, seat, unseen)
    _misjudge(estimates, rng)
    return decided(at.faces, at.phase, seat, choose(at, seat, estimates), blind=False)


def _misjudge(estimates: Estimates, rng: Random) -> None:
    """Move the chances of all cards that have one a little, each its own way."""
    estimates.value = [
        min(1.0, max(0.0, chance + rng.gauss(0, _MISJUDGES))) if chance else chance for chance in estimates.value
    ]
