"""The *Adept*: the tuned rules of thumb, on what one seat knows."""

from __future__ import annotations

from random import Random

from engine.actions import Bid, Decision, NameTrump
from engine.ai.deals import knowledge
from engine.ai.estimates import Estimates, Unseen, estimate
from engine.ai.faces import JESTER, NO_SUIT, faces_of
from engine.ai.forehead import choose_bid_blind, choose_trump_blind
from engine.ai.kernel import NAME, Position
from engine.ai.playing import choose
from engine.ai.positions import decided, is_known, position
from engine.view import RoundView, View


def adept(view: View, rng: Random) -> Decision:
    """Choose a decision for the seat of this view; never an illegal one.

    Of what a special card may ask that the kernel doesn't know the first is taken.
    """
    here, seat = view.round, view.seat
    if here is None or seat is None:
        raise ValueError("there is no round to decide in")
    first = view.legal[0]
    if here.forehead and isinstance(first, NameTrump):
        return choose_trump_blind(view, here, seat, rng)
    if here.forehead and isinstance(first, Bid):
        return choose_bid_blind(view, here, seat)
    if len(view.legal) == 1 or not is_known(first):
        return first
    at, unseen = seen_by(view, here)
    if at.phase == NAME:
        return _choose_trump(at, seat, unseen, view, rng)
    number = choose(at, seat, estimates_of(at, seat, unseen))
    return decided(at.faces, at.phase, seat, number, blind=False)


def seen_by(view: View, here: RoundView) -> tuple[Position, Unseen]:
    """Return the round as a seat knows it, with Jesters for what the others hold, and what does not lie open."""
    faces = faces_of(view.options, here.copied)
    known = knowledge(view, here, faces)
    hands = [[*held, *[JESTER] * unknown] for held, unknown in zip(known.held, known.unknown, strict=True)]
    at = position(view, here, faces, hands, here.bids)
    theirs = [face for holder, held in enumerate(known.held) if holder != view.seat for face in held]
    return at, Unseen([*known.pool, *theirs, *at.hands[view.seat or 0]], theirs)


def estimates_of(at: Position, seat: int, unseen: Unseen) -> Estimates:
    """Return what the seat's cards, and those it can exchange for, are worth to it."""
    estimates = Estimates(at.faces)
    held = sum(map(len, at.hands)) - len(at.hands[seat])
    estimate(estimates, at, seat, unseen, held, at.within_reach())
    return estimates


def _choose_trump(at: Position, seat: int, unseen: Unseen, view: View, rng: Random) -> Decision:
    options = list(view.legal)
    rng.shuffle(options)
    promised = {}
    for option in options:
        if isinstance(option, NameTrump):
            under = at.copy()
            under.trump = NO_SUIT if option.suit is None else list(type(option.suit)).index(option.suit)
            value = estimates_of(under, seat, unseen).value
            promised[option] = sum(value[face] for face in at.hands[seat])
    return max(promised, key=lambda option: promised[option])
