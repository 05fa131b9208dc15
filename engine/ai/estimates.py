"""What cards are worth: the chance to take a trick at some time of the round, and to keep the one they are ahead in.

All on the numbers of the kernel, from the cards a seat has not seen: how many of them beat a card, how likely they
are held, how likely somebody is void and has a trump, and how much the others want. The chance to take a trick was
taught by self-play (`engine.ai.weights`); what keeps a trick is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Final

from engine.ai.faces import FIRST_SPECIAL, JESTER, NO_SUIT, WIZARD, Faces
from engine.ai.kernel import Position
from engine.ai.weights import FIXED, TUNED, Constants
from engine.cards import COPIES
from engine.special import Power

TERMS: Final = 7
"""How many things the chance of a suit card depends on beside the cards that beat it."""
_WILD: Final = 3.0
"""Beyond how many tricks too many or too few the others' wishes say nothing more: such bids are wild."""
_USUAL_CARDS: Final = 240
"""How many cards are looked at to see what they are usually worth."""
_CHOSEN: Final = 0.9
"""How near to the most it can take a card with a choice comes."""
_TOPS: Final = 0.3
"""How often a card wins that needs another one in its trick, if an opponent holds that."""


class Unseen:
    """The cards that do not lie open: by suit the bits of the ranks, how many Wizards and Jesters, and which others."""

    __slots__ = ("jesters", "known", "ranks", "specials", "wizards")

    def __init__(self, faces: Iterable[int], known: Sequence[int] = ()) -> None:
        """`known` are those of the cards that somebody else is known to hold."""
        self.known = known
        self.ranks = [0, 0, 0, 0]
        self.wizards = self.jesters = 0
        self.specials: list[int] = []
        for face in faces:
            self.add(face)

    def add(self, face: int) -> None:
        """Count a card as one that doesn't lie open."""
        if face < WIZARD:
            self.ranks[face // 13] |= 1 << face % 13
        elif face == WIZARD:
            self.wizards += 1
        elif face == JESTER:
            self.jesters += 1
        else:
            self.specials.append(face)

    def strike(self, face: int) -> None:
        """Take a card out that now lies open."""
        if face < WIZARD:
            self.ranks[face // 13] &= ~(1 << face % 13)
        elif face == WIZARD:
            self.wizards -= 1
        elif face == JESTER:
            self.jesters -= 1
        else:
            self.specials.remove(face)

    def __len__(self) -> int:
        return sum(map(int.bit_count, self.ranks)) + self.wizards + self.jesters + len(self.specials)


class Estimates:
    """By face: `value`, its `spread` in tricks squared, and how likely a card that is ahead stays so.

    The latter for one seat that plays later and wants a trick (`eager`), and for one that does not (`sated`).

    `ruff_*` are those of a card ahead in a trick to which a plain suit was led, `lead_*` of all others.
    """

    __slots__ = ("lead_eager", "lead_sated", "playing", "ruff_eager", "ruff_sated", "spread", "tuned", "value")

    def __init__(self, faces: Faces, tuned: Constants = TUNED) -> None:
        self.tuned = tuned
        self.playing = (tuned.bold, tuned.shift, tuned.crowded, tuned.doubt, tuned.doubt_left)
        self.value = [0.0] * len(faces.all)
        self.spread = self.value[:]
        self.lead_eager = self.value[:]
        self.lead_sated = self.value[:]
        self.ruff_eager = self.value[:]
        self.ruff_sated = self.value[:]


class Outlook:
    """What one seat can reckon with: the unseen cards that it does not hold, and how likely others hold them."""

    __slots__ = (
        "armed", "each", "free", "no_wizard", "opponents", "ranks", "rows", "share", "some_void", "trump", "void",
    )  # fmt: skip

    def __init__(
        self, at: Position, seat: int, hand: Sequence[int], unseen: Unseen, held: int, tense: float = 1.0
    ) -> None:
        """`held` is how many cards the other seats hold; `tense`: how much it matters what they want."""
        size, self.trump, self.opponents = len(hand), at.trump, at.players - 1
        self.ranks, own = unseen.ranks[:], [0, 0, 0, 0]
        wizards = float(unseen.wizards)
        mine = 0
        for face in hand:
            if face < WIZARD:
                self.ranks[face // 13] ^= 1 << face % 13
                own[face // 13] += 1
            elif face == WIZARD:
                mine += 1
        wizards -= mine
        for face in unseen.specials:
            if face not in hand:
                wizards += at.faces.threat[face]
        others = len(unseen) - size
        self.share = share = held / others if others > 0 else 0.0
        if share:
            wizards += sum([at.faces.threat[face] for face in unseen.known]) * (1 - share) / share
        self.each = each = share / self.opponents
        self.no_wizard = exp(-each * wizards)
        self.void = void = [exp(-each * mask.bit_count()) for mask in self.ranks]
        inverse, over, tension = 1 / size, share * wizards, 0.25 * tense * _tension(at, seat) if tense else 0.0
        trump = self.trump
        if trump == NO_SUIT:
            self.armed = 0.0
            self.some_void = sum(void) / 4
            self.rows = [
                (1.0, inverse, over, own[suit] * inverse, void[suit] * self.opponents, mine * inverse, tension)
                for suit in range(4)
            ]
        else:
            self.armed = 1 - void[trump]
            self.some_void = (sum(void) - void[trump]) / 3
            armed, trumps = self.armed * self.opponents, own[trump] * inverse
            self.rows = [
                (1.0, inverse, over, own[suit] * inverse, void[suit] * armed, trumps, tension) for suit in range(4)
            ]
            out = 0.25 * share * self.ranks[trump].bit_count()
            self.rows[trump] = (1.0, inverse, over, trumps, 0.25 * own[trump], out, tension)
        self.free = (1.0, inverse, over, mine * inverse, share, tension)

    def line(self, suit: int, tuned: Constants) -> list[float]:
        """Return what makes the chance of a card of this suit."""
        taught = tuned.plain
        if self.trump == NO_SUIT:
            taught = tuned.untrumped
        elif suit == self.trump:
            taught = tuned.trump
        _, t, u, v, w, x, y = self.rows[suit]
        return [h + i * t + j * u + k * v + m * w + n * x + o * y for h, i, j, k, m, n, o in taught]

    def chance_free(self, tuned: Constants) -> float:
        """Return the chance of a Wizard."""
        return 1 / (1 + exp(-sum([x * w for x, w in zip(self.free, tuned.free, strict=True)])))


def _tension(at: Position, seat: int) -> float:
    """Return how many tricks more the other seats are known to want than are theirs if all get the same."""
    if not at.bids_are_known():
        return 0.0
    level, tension = at.left / at.players, 0.0
    for other, bid in enumerate(at.bids):
        if bid >= 0 and other != seat:
            need = bid - at.taken[other]
            tension += need - level if need > 0 else -level
    return max(-_WILD, min(_WILD, tension))


def estimate(
    into: Estimates,
    at: Position,
    seat: int,
    unseen: Unseen,
    held: int,
    others: Iterable[int] = (),
) -> None:
    """Note what the cards of a seat are worth to it, and the others that it may get.

    `unseen` are all the cards that do not lie open, its own too, and the other seats hold so many of them.
    """
    hand = at.hands[seat]
    if hand:
        seen = Outlook(at, seat, hand, unseen, held, into.tuned.tense)
        _note(into, at.faces, seen, [*others, *hand])


def _note(into: Estimates, faces: Faces, seen: Outlook, hand: Iterable[int]) -> None:
    value, spread = into.value, into.spread
    le, ls, re, rs = into.lead_eager, into.lead_sated, into.ruff_eager, into.ruff_sated
    no_wizard, unruffed = seen.no_wizard, [1 - void * seen.armed for void in seen.void]
    lines: list[list[float] | None] = [None] * 4
    share, each, ranks, trump = seen.share, seen.each, seen.ranks, seen.trump
    eager, sated = into.tuned.eager, into.tuned.sated
    for face in hand:
        if face < WIZARD:
            suit, rank = face // 13, face % 13
            line = lines[suit]
            if line is None:
                line = lines[suit] = seen.line(suit, into.tuned)
            higher = (ranks[suit] >> rank).bit_count()
            a, b, c, d = line
            beaters = share * higher
            chance = 1 / (1 + exp(-(a + b * beaters + (c + d * beaters) * exp(-beaters))))
            value[face], spread[face] = chance, chance * (1 - chance)
            no_higher = exp(-each * higher)
            if suit == trump:
                beaten = 1 - no_wizard * no_higher
                over = 1 - no_wizard * (1 - seen.some_void * (1 - no_higher))
                le[face], ls[face] = 1 - beaten * eager, 1 - beaten * sated
                re[face], rs[face] = 1 - over * eager, 1 - over * sated
            else:
                beaten = 1 - no_wizard * no_higher * unruffed[suit]
                le[face] = re[face] = 1 - beaten * eager
                ls[face] = rs[face] = 1 - beaten * sated
        elif face == WIZARD:
            chance = value[face] = seen.chance_free(into.tuned)
            spread[face] = chance * (1 - chance)
            le[face] = ls[face] = re[face] = rs[face] = 1.0
        elif face >= FIRST_SPECIAL:
            _note_special(into, faces, seen, face)


def _note_special(into: Estimates, faces: Faces, seen: Outlook, bare: int) -> None:
    """Note a special card as whatever it may be played as, and the bare one by its best and its worst."""
    value = into.value
    for face in faces.plays[bare]:
        suit, power = faces.lead[face], faces.power[face]
        stays = 1.0
        if 0 <= suit < NO_SUIT:
            rank = int(faces.rank[face])
            higher = (seen.ranks[suit] >> rank).bit_count()
            a, b, c, d = seen.line(suit, into.tuned)
            beaters = seen.share * higher
            value[face] = 1 / (1 + exp(-(a + b * beaters + (c + d * beaters) * exp(-beaters))))
            void = 0.0 if suit == seen.trump else seen.void[suit] * seen.armed
            stays = seen.no_wizard * exp(-seen.each * higher) * (1 - void)
        elif power > Power.TRUMP:
            value[face] = seen.chance_free(into.tuned)
        else:
            value[face] = _TOPS * seen.share if faces.tops[face] else 0.0
            stays = 0.0
        into.lead_eager[face] = into.ruff_eager[face] = 1 - (1 - stays) * into.tuned.eager
        into.lead_sated[face] = into.ruff_sated[face] = 1 - (1 - stays) * into.tuned.sated
    chances = [value[face] for face in faces.plays[bare]]
    chance = value[bare] = min(chances) + _CHOSEN * (max(chances) - min(chances))
    into.spread[bare] = chance * (1 - chance)


@lru_cache(maxsize=512)
def usual_values(faces: Faces, trump: int, size: int, players: int, upcard: int) -> tuple[float, ...]:
    """Return by face what cards are usually worth in a hand of this size before anybody bids: their mean over deals."""
    rng, total, times = Random(1), [0.0] * len(faces.all), [0] * len(faces.all)
    at = Position.blank(faces, players, size)
    at.trump = trump
    pack = [
        *range(WIZARD),
        *[WIZARD] * COPIES,
        *[JESTER] * COPIES,
        *(face for face in range(FIRST_SPECIAL, len(faces.all)) if faces.bare[face] == face),
    ]
    pack.remove(upcard)
    unseen = Unseen(pack)
    for _ in range(max(2, _USUAL_CARDS // (size * players))):
        rng.shuffle(pack)
        for seat in range(players):
            hand = pack[seat * size : (seat + 1) * size]
            estimates = Estimates(faces, FIXED)
            _note(estimates, faces, Outlook(at, seat, hand, unseen, size * (players - 1)), hand)
            for face in hand:
                total[face] += estimates.value[face]
                times[face] += 1
    return tuple(value / max(1, many) for value, many in zip(total, times, strict=True))
