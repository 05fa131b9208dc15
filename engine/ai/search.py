"""Judge decisions by playing them out: determinised Monte-Carlo.

Again and again the cards that the seat can't see are dealt anew, so that they fit all it knows and, as well as one of
a few such deals does, the bids. On each deal every decision that is still in the race is tried, and the round played
out by the rules of thumb in all seats. What brings most points on average is best. Nothing but the view, the random
numbers and the budget decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random
from statistics import fmean, pvariance, stdev
from typing import Final

from engine.actions import Bid, Decision, NameTrump, with_seat
from engine.ai.deals import Knowledge, knowledge, played_by
from engine.ai.estimates import Estimates, Unseen, estimate, usual_values
from engine.ai.faces import JESTER, WIZARD, Faces, faces_of
from engine.ai.forehead import blind_options
from engine.ai.judgement import Budget, Judgement, Option
from engine.ai.kernel import BID, NAME, PLAY, Position
from engine.ai.playing import choose, choose_card, play_out
from engine.ai.positions import decided, is_known, position
from engine.ai.weights import FIXED
from engine.cards import Card
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

_UNSURE: Final = 0.01
"""How far from certain what was the same in all deals is taken to be."""


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

    # --- beside the search -----------------------------------------------------------------------

    def chance(self, face: int, deals: int) -> float:
        """Return the chance that a face takes the running trick; 0 and 1 only where nothing hidden can change it."""
        root, seat = self.root, self.seat
        known = self._certain(face)
        if known is not None:
            return known
        taken = 0
        for _ in range(deals):
            at = self._deal()
            estimates = self.estimates(at)
            at.act(seat, face)
            while at.left == root.left:
                at.play(choose_card(at, estimates))
            taken += at.taken[seat] > root.taken[seat]
        return min(max(taken / deals, _UNSURE), 1 - _UNSURE)

    def _certain(self, face: int) -> float | None:
        """Return 1 or 0 where it is certain whether a face takes the running trick."""
        root, seat = self.root, self.seat
        after = root.copy()
        after.act(seat, face)
        if after.left < root.left:
            return float(after.taken[seat] > root.taken[seat])
        if after.has_specials:
            return None
        if after.winner != seat:
            return 0.0
        others = Counter(self.unseen) - Counter(root.hands[seat])
        strength = after.strength[after.led]
        return None if any(strength[other] > after.top for other in others) else 1.0

    def difference(self, best: Decision, other: Decision, deals: int) -> tuple[float, float]:
        """Return how many points one decision brings more than another on the same deals, and its standard error."""
        first, second = self._tried(best), self._tried(other)
        if first is second:
            return 0.0, 0.0
        self.running, found = [first, second], []
        for _ in range(deals):
            before = first.points - second.points
            self._try_all(self._deal(), None)
            found.append(first.points - second.points - before)
        return fmean(found), stdev(found) / deals**0.5 if deals > 1 else 0.0

    def _tried(self, wanted: Decision) -> _Tried:
        return next(it for it in self.running if wanted in self.meant(it))

    def meant(self, tried: _Tried) -> list[Decision]:
        """Return what was tried, and its twins, as decisions of the game."""
        phase, seat = self.root.phase, self.seat
        numbers = (tried.number, *tried.twins)
        return [decided(self.faces, phase, seat, number, blind=False) for number in numbers]

    def luck(self, deals: int) -> tuple[float, float]:
        """Return how many points the hand is worth more than any other in its place, and the variance of that."""
        mine = [self._points() for _ in range(deals)]
        known, seat = self.known, self.seat
        self.known = replace(
            known,
            pool=(*known.pool, *known.held[seat]),
            held=with_seat(known.held, seat, ()),
            unknown=with_seat(known.unknown, seat, self.here.size),
        )
        usual = [self._points() for _ in range(deals)]
        self.known = known
        return fmean(mine) - fmean(usual), (pvariance(mine) + pvariance(usual)) / deals

    def _points(self) -> int:
        at = self._deal()
        play_out(at, self.estimates(at))
        return at.points()[self.seat]


def trick_chance(view: View, card: Card, rng: Random, deals: int) -> float:
    """Return the chance that a card takes the running trick; 0 and 1 only where nothing hidden can change it."""
    race = _begun(view, rng)
    return race.chance(race.faces.number[card], deals)


def difference(view: View, best: Decision, other: Decision, rng: Random, deals: int) -> tuple[float, float]:
    """Return how many points one decision brings more than another, and the standard error of that.

    Both are tried on the same fresh deals: on those of the search that found the best one, that one was also lucky.
    """
    return _begun(view, rng).difference(best, other, deals)


def hand_luck(view: View, rng: Random, deals: int) -> tuple[float, float]:
    """Return how many points a hand is worth more than any other in its place, and the variance of that estimate.

    The view is a seat's before anybody bids, and not that of a forehead round. Both are means of so many deals, played
    out by the rules of thumb in all seats.
    """
    return _begun(view, rng).luck(deals)


def _begun(view: View, rng: Random) -> _Search:
    if view.round is None or view.seat is None:
        raise ValueError("there is no round to look at")
    return _start(view, view.round, view.seat, rng)


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
        for decision in race.meant(tried):
            yield Option(decision, tried.mean, tried.exact / max(1, tried.deals), tried.deals)


def _upcard(here: RoundView, faces: Faces) -> int:
    return JESTER if here.upcard is None else faces.number[here.upcard]
