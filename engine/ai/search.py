"""Judge decisions by playing them out: determinised Monte-Carlo.

Again and again the cards that the seat can't see are dealt anew, so that they fit all it knows and, as well as one of
a few such deals does, the bids. On each deal every decision that is still in the race is tried, and the round played
out by the rules of thumb in all seats. What brings most points on average is best. Nothing but the view, the random
numbers and the budget decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Final

from engine.actions import Bid, NameTrump
from engine.ai.deals import Knowledge, knowledge, played_by
from engine.ai.estimates import Estimates, Unseen, estimate, usual_values
from engine.ai.faces import JESTER, WIZARD, Faces, faces_of
from engine.ai.forehead import blind_options
from engine.ai.judgement import Budget, Judgement, Option
from engine.ai.kernel import BID, NAME, PLAY, Position
from engine.ai.playing import choose, play_out
from engine.ai.positions import decided, is_known, position
from engine.ai.weights import FIXED
from engine.view import RoundView, View

DRAWS: Final = 4
"""How many deals are drawn for each that is played."""
SIGMA: Final = 0.6
"""How far a bid usually is from what explains it, in tricks."""
FIRST_DEALS: Final = 4
"""After how many deals bids that are far off are out."""
FAR_OFF: Final = 2
HALVED: Final = 0.4
"""After which part of the deals the worse half is out."""
TIMED_HALVES: Final = (16, 64, 256)
"""After how many deals that is where it is not known how many there will be."""
BID_DEALS: Final = 4
"""How many deals a bid or a trump is worth for each of another decision."""


@dataclass(slots=True)
class _Tried:
    """A decision in the kernel's number and the sum of what it brought."""

    number: int
    twins: tuple[int, ...] = ()
    """Cards that are as good as this one, whatever the others hold."""
    points: int = 0
    exact: int = 0
    deals: int = 0

    @property
    def mean(self) -> float:
        return self.points / self.deals if self.deals else 0.0


@dataclass(slots=True)
class _Search:
    view: View
    here: RoundView
    seat: int
    rng: Random
    faces: Faces
    root: Position
    known: Knowledge
    unseen: list[int]
    """The cards that do not lie open."""
    usual: Sequence[float]
    """What cards are usually worth when one bids."""
    played: list[list[int]]
    running: list[_Tried] = field(default_factory=list)
    out: list[_Tried] = field(default_factory=list)

    def run(self, budget: Budget) -> None:
        """Try what there is to try on one deal after the other, until the budget is spent."""
        deals = budget.deals * (BID_DEALS if self.root.phase in (NAME, BID) else 1)
        halved = TIMED_HALVES if budget.over is not None else (max(2, int(deals * HALVED)),)
        for done in range(deals):
            if done == FIRST_DEALS and self.root.phase == BID:
                self._drop_far_off()
            if done in halved and len(self.running) > 2:
                self._drop(sorted(self.running, key=lambda tried: -tried.mean)[: (len(self.running) + 1) // 2])
            if not self._try_all(self._deal(), budget.over):
                return

    def _drop(self, staying: list[_Tried]) -> None:
        self.out = [*(tried for tried in self.running if tried not in staying), *self.out]
        self.running = [tried for tried in self.running if tried in staying]

    def _drop_far_off(self) -> None:
        best = max(self.running, key=lambda tried: tried.mean).number
        self._drop([tried for tried in self.running if abs(tried.number - best) <= FAR_OFF])

    # --- deals -----------------------------------------------------------------------------------

    def _deal(self) -> Position:
        """Return a position with imagined hands and bids: of a few one by how well it explains the bids."""
        explained = [(other, bid) for other, bid in enumerate(self.here.bids) if bid is not None and other != self.seat]
        hands = self.known.deal(self.rng)
        if explained:
            drawn = [hands, *(self.known.deal(self.rng) for _ in range(DRAWS - 1))]
            hands = self.rng.choices(drawn, [self._fit(cards, explained) for cards in drawn])[0]
        at = self.root.copy()
        at.hands = hands
        for other in range(at.players):
            if self.here.has_bid[other] and self.here.bids[other] is None:
                at.bids[other] = self._usual_bid(hands[other], other)
        return at

    def _fit(self, hands: Sequence[Sequence[int]], explained: Sequence[tuple[int, int]]) -> float:
        usual, off = self.usual, 0.0
        for other, bid in explained:
            promised = sum([usual[face] for face in hands[other]]) + sum([usual[face] for face in self.played[other]])
            off += (FIXED.bid_base + FIXED.bid_slope * promised - bid) ** 2
        return exp(-off / (2 * SIGMA * SIGMA)) + 1e-12

    def _usual_bid(self, hand: Sequence[int], seat: int) -> int:
        promised = sum([self.usual[face] for face in (*hand, *self.played[seat])])
        aim = FIXED.bid_base + FIXED.bid_slope * promised + self.rng.gauss(0, SIGMA)
        return max(0, min(self.here.size, round(aim)))

    # --- trying ----------------------------------------------------------------------------------

    def _try_all(self, dealt: Position, over: Callable[[], bool] | None) -> bool:
        """Try everything on one deal; return whether there was time for all of it, else none of it counts."""
        estimates = None if dealt.phase == NAME else self.estimates(dealt)
        ends = []
        for tried in self.running:
            at = dealt.copy()
            at.act(self.seat, tried.number)
            play_out(at, estimates or self.estimates(at))
            ends.append(at)
            if over is not None and over():
                return False
        for tried, at in zip(self.running, ends, strict=True):
            tried.points += at.points()[self.seat]
            tried.exact += not at.cancelled and at.bids[self.seat] == at.taken[self.seat]
            tried.deals += 1
        return True

    def estimates(self, at: Position) -> Estimates:
        """Return what everybody's cards are worth, as far as each seat can tell."""
        estimates, unseen = Estimates(self.faces, FIXED), Unseen(self.unseen)
        cards = sum(map(len, at.hands))
        for seat, hand in enumerate(at.hands):
            estimate(estimates, at, seat, unseen, cards - len(hand), at.within_reach())
        return estimates


def search(view: View, rng: Random, budget: Budget) -> Judgement:
    """Judge every decision in ``view.legal``."""
    here, seat = view.round, view.seat
    if here is None or seat is None or not view.legal:
        raise ValueError("there is nothing to decide")
    if len(view.legal) == 1 or not is_known(view.legal[0]):
        return Judgement(tuple(Option(decision, 0.0, 0.0, 0) for decision in view.legal))
    if here.forehead and isinstance(view.legal[0], NameTrump | Bid):
        return Judgement(tuple(blind_options(view, here, seat)))
    race = _start(view, here, seat, rng)
    race.run(budget)
    return Judgement(tuple(_options(race)))


def _start(view: View, here: RoundView, seat: int, rng: Random) -> _Search:
    faces = faces_of(view.options, here.copied)
    known = knowledge(view, here, faces)
    hands = [[*held, *[JESTER] * unknown] for held, unknown in zip(known.held, known.unknown, strict=True)]
    root = position(view, here, faces, hands, here.bids)
    unseen = sorted([*known.pool, *(face for hand in known.held for face in hand)])
    played = [[faces.number[face] for face in cards] for cards in played_by(here, view.players)]
    usual = usual_values(faces, root.trump, here.size, view.players, _upcard(here, faces))
    race = _Search(view, here, seat, rng, faces, root, known, unseen, usual, played)
    race.running = _candidates(race)
    _put_first(race)
    return race


def _put_first(race: _Search) -> None:
    """Put what the rules of thumb would do before all else: of equals the first is best."""
    if race.root.phase == NAME:
        return
    usual = choose(race.root, race.seat, race.estimates(race.root))
    race.running.sort(key=lambda tried: usual not in (tried.number, *tried.twins))


def _candidates(race: _Search) -> list[_Tried]:
    """Return what there is to try: of cards that are as good as each other one, with the others as its twins."""
    root = race.root
    legal = root.legal(race.seat)
    if root.phase != PLAY:
        return [_Tried(number) for number in legal]
    there = {*race.unseen, *root.trick} - {*root.hands[race.seat]}
    found: list[_Tried] = []
    for face in sorted(legal):
        last = found[-1].number if found else WIZARD
        upto = found[-1].twins[-1] if found and found[-1].twins else last
        if face < WIZARD and face // 13 == upto // 13 and not any(upto < other < face for other in there):
            found[-1].twins = (*found[-1].twins, face)
        else:
            found.append(_Tried(face))
    return found


def _options(race: _Search) -> Iterator[Option]:
    """Yield what was tried, the best first, what stayed longest before what went out."""
    running = sorted(race.running, key=lambda tried: -tried.mean)
    for tried in (*running, *sorted(race.out, key=lambda tried: (-tried.deals, -tried.mean))):
        for number in (tried.number, *tried.twins):
            decision = decided(race.faces, race.root.phase, race.seat, number, blind=False)
            yield Option(decision, tried.mean, tried.exact / max(1, tried.deals), tried.deals)


def _upcard(here: RoundView, faces: Faces) -> int:
    return JESTER if here.upcard is None else faces.number[here.upcard]
