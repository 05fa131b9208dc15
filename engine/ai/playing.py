"""The tuned rules of thumb on the kernel's position: *Adept*'s, and everybody's where a search plays a round out.

Every card has a chance to take a trick (`engine.ai.estimates`). The bid is a linear function of their sum, corrected
by the bids so far. A card is played so that the tricks still expected afterwards come closest to those still needed,
and surest: to win while the bid is short, to duck once it is made.
"""

from __future__ import annotations

from math import log
from typing import Final

from engine.ai.estimates import Estimates
from engine.ai.faces import MOVE, NO_SUIT, PASS
from engine.ai.kernel import BID, GIVE, KEEP, NAME, OVER, PLAY, Position

_CANCELS: Final = 1.0
"""How far off a bid has to be for cancelling all bids to be better."""
_WORST: Final = 1e9


def choose_bid(at: Position, seat: int, estimates: Estimates) -> int:
    """Return what this seat bids."""
    value, tuned = estimates.value, estimates.tuned
    mine = sum([value[face] for face in at.hands[seat]])
    asked, later = mine - at.size, at.players - 1
    if at.open:
        for bid in at.bids:
            if bid >= 0:
                asked += bid
                later -= 1
    asked += later * at.size / at.players
    crowd = -tuned.bold if asked < -tuned.bold else min(asked, tuned.bold)
    aim = tuned.bid_base + tuned.bid_slope * mine - tuned.bid_crowded * crowd
    bid = int(aim + 0.5) if aim > 0 else 0
    bid = min(bid, at.size)
    if bid == at.forbidden(seat):
        return bid + 1 if bid == 0 or (bid < aim and bid < at.size) else bid - 1
    return bid


def bids_for(at: Position, seat: int) -> list[int]:
    """Return the bids as far as this seat may know them: where it may not, what is left for each of the others."""
    if not at.secret:
        return at.bids
    usual = round(max(0, at.size - at.bids[seat]) / (at.players - 1))
    return [bid if other == seat else usual for other, bid in enumerate(at.bids)]


def choose_card(at: Position, estimates: Estimates) -> int:
    """Return the face that `turn` plays."""
    cards = at.playable()
    if len(cards) == 1 and not at.has_specials:
        return cards[0]
    seat, players, value, tuned = at.turn, at.players, estimates.value, estimates.tuned
    bids, taken = bids_for(at, seat), at.taken
    expected = spread = 0.0
    for face in at.hands[seat]:
        chance = value[face]
        expected += chance
        spread += chance * (1 - chance)
    wanted, need = 0, bids[seat] - taken[seat]
    for bid, has in zip(bids, taken, strict=True):
        if bid > has:
            wanted += bid - has
    asked = expected + wanted - (max(0, need)) - at.left
    crowd = -tuned.bold if asked < -tuned.bold else min(asked, tuned.bold)
    expected += tuned.shift - tuned.crowded * crowd - need
    spread += tuned.doubt + tuned.doubt_left * at.left
    wanting = 0
    behind = players - len(at.trick) - 1
    for other in range(seat + 1 - players, seat + 1 - players + behind):
        if bids[other] > taken[other]:
            wanting += 1
    if at.has_specials:
        return _choose_face(at, estimates, cards, expected, spread, wanting, behind - wanting)
    return _closest(at, estimates, cards, expected, spread, wanting, behind - wanting)


def _closest(
    at: Position, estimates: Estimates, cards: list[int], expected: float, spread: float, wanting: int, sated: int
) -> int:
    """Return the card after which the tricks expected beyond those needed are nearest to none, and surest."""
    value, top, led = estimates.value, at.top, at.led
    if led < 0:
        strength = None
        eager, calm = estimates.lead_eager, estimates.lead_sated
    else:
        strength = at.strength[led]
        eager, calm = estimates.lead_eager, estimates.lead_sated
        if led not in (NO_SUIT, at.trump):
            eager, calm = estimates.ruff_eager, estimates.ruff_sated
    best, least = cards[0], _WORST
    for face in cards:
        chance = value[face]
        off = expected - chance
        doubt = spread - chance * (1 - chance)
        if strength is None or strength[face] > top:
            stays = eager[face] ** wanting * calm[face] ** sated
            off += stays
            doubt += stays * (1 - stays)
        miss = off * off / doubt + log(doubt)
        if miss < least:
            least, best = miss, face
    return best


def _choose_face(
    at: Position, estimates: Estimates, cards: list[int], expected: float, spread: float, wanting: int, sated: int
) -> int:
    """Return what `_closest` does, of special cards whatever may be said, and with what they do to the trick."""
    faces, value = at.faces, estimates.value
    spoiled = any(faces.spoils[face] for face in at.trick)
    plain_led = at.led not in (-1, NO_SUIT, at.trump)
    eager = estimates.ruff_eager if plain_led else estimates.lead_eager
    calm = estimates.ruff_sated if plain_led else estimates.lead_sated
    movable = any(faces.effect[face] == MOVE for face in at.trick)
    best, least = NAME - 1, _WORST
    for bare in dict.fromkeys(cards):
        chance = value[bare]
        doubt = max(spread - chance * (1 - chance), 0.02)
        for face in faces.plays[bare]:
            stays = 0.0
            if not spoiled and not faces.spoils[face]:
                stays = _stays(at, face, eager[face] ** wanting * calm[face] ** sated)
            off = expected - chance + stays
            doubtful = doubt + stays * (1 - stays)
            if at.cancelled:
                miss = -off
            elif faces.cancels[face]:
                miss = _CANCELS * _CANCELS / doubt + log(doubt)
            else:
                if movable or faces.effect[face] == MOVE:
                    off = min(off - stays, off + stays, key=abs)
                miss = off * off / doubtful + log(doubtful)
            if miss < least:
                least, best = miss, face
    return best


def _stays(at: Position, face: int, chance: float) -> float:
    """Return the chance that a face takes the running trick, `chance` if it is ahead now and nothing special is."""
    faces = at.faces
    tops, kind = faces.tops[face], faces.kind[face]
    for other in at.trick:
        if tops and faces.kind[other] == tops:
            return 1.0
        if kind and faces.tops[other] == kind:
            return 0.0
    led = at.led if at.led >= 0 else faces.lead[face]
    return chance if at.strength[led][face] > at.top else 0.0


# --- all else ------------------------------------------------------------------------------------


def _expected(at: Position, seat: int, estimates: Estimates) -> float:
    """Return how many tricks more than it needs a seat's hand promises."""
    value = estimates.value
    return sum([value[face] for face in at.hands[seat]]) - at.bids[seat] + at.taken[seat]


def choose_move(at: Position, seat: int, estimates: Estimates) -> int:
    """Return by what a seat moves its bid: towards what it will make; where both ways are as good, up."""
    off = _expected(at, seat, estimates)
    return min(at.legal(seat), key=lambda by: (abs(by - off), -by))


def choose_pass(at: Position, seat: int, estimates: Estimates) -> int:
    """Return the card without which the hand, with a usual one for it, fits the need best."""
    value = estimates.value
    off = _expected(at, seat, estimates) + 1 / at.players
    if at.cancelled:
        return min(at.hands[seat], key=lambda face: value[face])
    return min(at.hands[seat], key=lambda face: abs(off - value[face]))


def choose_swap(at: Position, seat: int, estimates: Estimates) -> int:
    """Return the exchange after which the hand fits the need best; none where no exchange is better."""
    value = estimates.value
    off = _expected(at, seat, estimates)
    best, least = KEEP, -off if at.cancelled else abs(off)
    for choice in at.legal(seat)[1:]:
        give, take = divmod(choice, GIVE)
        after = off - value[give] + value[take]
        miss = -after if at.cancelled else abs(after)
        if miss < least - 1e-9:
            best, least = choice, miss
    return best


def choose(at: Position, seat: int, estimates: Estimates) -> int:
    """Return what a seat does in any phase but the naming of the trump."""
    phase = at.phase
    if phase == PLAY:
        return choose_card(at, estimates)
    if phase == BID:
        return choose_bid(at, seat, estimates)
    if phase == MOVE:
        return choose_move(at, seat, estimates)
    return choose_pass(at, seat, estimates) if phase == PASS else choose_swap(at, seat, estimates)


def play_out(at: Position, estimates: Estimates) -> None:
    """Let everybody act by these rules of thumb until the round is over."""
    while at.phase == BID:
        at.bid(at.turn, choose_bid(at, at.turn, estimates))
    while at.phase != OVER:
        if at.phase == PLAY:
            at.play(choose_card(at, estimates))
        else:
            at.act(at.turn, choose(at, at.turn, estimates))
