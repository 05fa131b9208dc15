"""The tuned rules of thumb on the kernel's position: *Adept*'s, and everybody's where a search plays a round out.

Every card has a chance to take a trick (`engine.ai.estimates`). The bid is a linear function of their sum, corrected
by the bids so far. A card is played so that the tricks still expected afterwards come closest to those still needed,
and surest: to win while the bid is short, to duck once it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from engine.ai.estimates import Estimates
from engine.ai.faces import MOVE, NO_SUIT, PASS, SWAP
from engine.ai.kernel import BID, GIVE, KEEP, OVER, PLAY, Position

_CANCELS: Final = 1.0
"""How far off a bid has to be for cancelling all bids to be better."""
_EXCHANGES: Final = 0.25
"""By how many tricks changing a card later can turn a hand either way."""
_SUREST: Final = 0.05
"""The least doubt there is, in tricks squared."""
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
    seat, value, spread = at.turn, estimates.value, estimates.spread
    hand = at.hands[seat]
    promised = sum([value[face] for face in hand])
    doubt = sum([spread[face] for face in hand])
    needs = [bid - taken for bid, taken in zip(bids_for(at, seat), at.taken, strict=True)]
    wanted = sum([need for need in needs if need > 0])
    behind = at.players - len(at.trick) - 1
    wanting = sum([needs[other] > 0 for other in range(seat + 1 - at.players, seat + 1 - at.players + behind)])
    return choose_for(at, estimates, promised, doubt, needs[seat], wanted, wanting)


def choose_for(
    at: Position, estimates: Estimates, promised: float, doubt: float, need: int, wanted: int, wanting: int
) -> int:
    """Return the face that `turn` plays: its hand promises so much, and everybody together wants so many tricks.

    Of those who play after it, so many want one.
    """
    cards = at.playable()
    if at.has_specials:
        return _choose_face(at, estimates, cards, promised, doubt, need, wanted, wanting)
    if len(cards) == 1:
        return cards[0]
    left, led, top = at.left, at.led, at.top
    bold, shift, crowded, base, each = estimates.playing
    asked = promised + wanted - left
    if need > 0:
        asked -= need
    beyond = promised - need + shift - crowded * (bold if asked > bold else max(asked, -bold))
    doubt += base + each * left
    value, spread, strength = estimates.value, estimates.spread, at.strength[led]
    behind = at.players - len(at.trick) - 1
    if led < 0 or led in (NO_SUIT, at.trump):
        eager, calm = estimates.lead_eager, estimates.lead_sated
    else:
        eager, calm = estimates.ruff_eager, estimates.ruff_sated
    sated = behind - wanting
    best, least = cards[0], _WORST
    for face in cards:
        off = beyond - value[face]
        unsure = doubt - spread[face]
        if strength[face] > top:
            if behind:
                stays = eager[face] ** wanting * calm[face] ** sated
                off += stays
                unsure += stays - stays * stays
            else:
                off += 1.0
        miss = off * off / unsure + log(unsure)
        if miss < least:
            least, best = miss, face
    return best


def _choose_face(
    at: Position,
    estimates: Estimates,
    cards: list[int],
    promised: float,
    doubt: float,
    need: int,
    wanted: int,
    wanting: int,
) -> int:
    """Return what `choose_for` does, of special cards whatever may be said, and with what they do to the trick."""
    faces, value, tuned = at.faces, estimates.value, estimates.tuned
    beyond = promised - need
    if at.left > 1:
        asked = promised + wanted - max(need, 0) - at.left
        beyond += tuned.shift - tuned.crowded * max(-tuned.bold, min(tuned.bold, asked))
    doubt += tuned.doubt + tuned.doubt_left * at.left
    sated = at.players - len(at.trick) - 1 - wanting
    plain_led = at.led not in (-1, NO_SUIT, at.trump)
    eager = estimates.ruff_eager if plain_led else estimates.lead_eager
    calm = estimates.ruff_sated if plain_led else estimates.lead_sated
    best, least = KEEP, _WORST
    for bare in dict.fromkeys(cards):
        off, unsure = beyond - value[bare], max(doubt - estimates.spread[bare], _SUREST)
        less, more = _exchangeable(at, bare, value)
        for face in faces.plays[bare]:
            stays = _stays(at, face, eager[face] ** wanting * calm[face] ** sated)
            miss = _miss(at, face, off + stays, stays, unsure, less, more)
            if miss < least:
                least, best = miss, face
    return best


def _miss(at: Position, face: int, off: float, stays: float, unsure: float, less: float, more: float) -> float:
    """Return how badly a face fits after which so many tricks too many are expected, the less the better."""
    effect = at.faces.effect
    if at.cancelled:
        return -off - more
    if at.faces.cancels[face]:
        return _CANCELS * _CANCELS / unsure + log(unsure)
    if effect[face] == MOVE or any(effect[other] == MOVE for other in at.trick):
        off = min(off - stays, off + stays, key=abs)
    off = min(0.0, off + more) if off < 0 else max(0.0, off - less)
    unsure += stays * (1 - stays)
    return off * off / unsure + log(unsure)


def _exchangeable(at: Position, bare: int, value: Sequence[float]) -> tuple[float, float]:
    """Return how many tricks less and more an exchange may make of the hand, with this card played now."""
    hand, effect, plays = at.hands[at.turn], at.faces.effect, at.faces.plays
    if effect[plays[bare][0]] != SWAP:
        later = _EXCHANGES if at.left > 1 and any(effect[plays[face][0]] == SWAP for face in hand) else 0.0
        return later, later
    rest, there = [value[face] for face in hand if face != bare], [value[at.faces.bare[face]] for face in at.trick]
    if not rest or not there:
        return 0.0, 0.0
    return max(0.0, max(rest) - min(there)), max(0.0, max(there) - min(rest))


def _stays(at: Position, face: int, chance: float) -> float:
    """Return the chance that a face takes the running trick, `chance` if it is ahead now and nothing special is."""
    faces = at.faces
    if faces.spoils[face] or any(faces.spoils[other] for other in at.trick):
        return 0.0
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
        if at.phase != PLAY:
            at.act(at.turn, choose(at, at.turn, estimates))
        elif at.has_specials or at.secret or at.trick:
            at.play(choose_card(at, estimates))
        else:
            _play_tricks(at, estimates)


def _play_tricks(at: Position, estimates: Estimates) -> None:
    """Play whole tricks to the end of the round, counting on what `choose_card` counts anew for every card."""
    value, spread = estimates.value, estimates.spread
    promised = [sum([value[face] for face in hand]) for hand in at.hands]
    doubt = [sum([spread[face] for face in hand]) for hand in at.hands]
    needs = [bid - taken for bid, taken in zip(at.bids, at.taken, strict=True)]
    while at.phase == PLAY:
        wanted = wanting = 0
        for need in needs:
            if need > 0:
                wanted += need
                wanting += 1
        for _ in needs:
            seat = at.turn
            need = needs[seat]
            if need > 0:
                wanting -= 1
            face = choose_for(at, estimates, promised[seat], doubt[seat], need, wanted, wanting)
            promised[seat] -= value[face]
            doubt[seat] -= spread[face]
            at.play(face)
        needs[at.turn] -= 1
