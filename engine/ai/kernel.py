"""One round as integers and lists: what a search copies and plays out thousands of times.

`Position` knows the rules of a round from the naming of trumps to the points, and of nothing else: who
bids what, every play, what special cards ask for. It is held equal to `engine.game.apply` by
``tests/engine/test_kernel.py``. Decisions are numbers here, their meaning is that of the phase:

* `NAME`: a suit 0–3 or `NO_SUIT`; `BID`: the tricks; `MOVE`: +1 or −1;
* `PLAY`: a face as it is played, `PASS`: a bare face, both as numbers of `Faces`;
* `SWAP`: `KEEP`, or the given face × `GIVE` + the taken one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.ai.faces import FIRST_SPECIAL, MOVE, NO_EFFECT, NO_SUIT, OPEN, OVER_ALL, PASS, SWAP, WIZARD, Faces

NOBODY: Final = -1
NO_BID: Final = -1
KEEP: Final = -1
GIVE: Final = 1024

NAME, BID, PLAY, OVER = 0, 1, 2, 6
"""The phases, beside `MOVE`, `PASS` and `SWAP`, which follow each other in this order."""


class Position:
    """A round from some point on. Hands, bids and all else are the true ones, or those of one imagined deal.

    `turn` is who acts; where several may, the first of them, and `act` takes any of `to_act`.
    """

    __slots__ = (
        "asks", "bids", "bound", "cancelled", "dealer", "faces", "hands", "has_specials", "leader", "led", "left",
        "may_name_none", "open", "phase", "pile", "players", "secret", "settled", "size", "strength", "taken", "top",
        "trick", "trump", "turn", "winner",
    )  # fmt: skip

    faces: Faces
    has_specials: bool
    players: int
    dealer: int
    size: int
    hands: list[list[int]]
    trump: int
    strength: list[list[int]]
    """By led suit and face, under this trump."""
    may_name_none: bool
    open: bool
    """Whether bids are made in turn; otherwise all at once, and they stay `secret` or not."""
    secret: bool
    bound: bool
    """Whether a sum rule binds the last bidder."""
    bids: list[int]
    taken: list[int]
    phase: int
    turn: int
    leader: int
    trick: list[int]
    led: int
    top: int
    """The strength of the card that is ahead, and below whose it is."""
    winner: int
    left: int
    """How many tricks are to be finished."""
    cancelled: bool
    asks: list[tuple[int, int]]
    """What special cards of the last trick want: which of `MOVE`, `PASS`, `SWAP`, and of whom (`PASS`: of all)."""
    settled: dict[int, int]
    """The cards that are already passed, by seat."""
    pile: list[int]
    """The bare cards of the last trick, by seat; kept where there are special cards."""

    @classmethod
    def blank(cls, faces: Faces, players: int, size: int, dealer: int = 0) -> Position:
        """Return a round with no cards in hand and no trump, before it is named: openly bid, without sum rule."""
        at = cls.__new__(cls)
        at.faces, at.has_specials = faces, len(faces.all) > FIRST_SPECIAL
        at.players, at.dealer, at.size, at.left = players, dealer, size, size
        at.hands = [[] for _ in range(players)]
        at.trump, at.strength = NO_SUIT, faces.strength[NO_SUIT]
        at.phase, at.turn, at.leader = NAME, dealer, (dealer + 1) % players
        at.may_name_none, at.open, at.secret, at.bound, at.cancelled = False, True, False, False, False
        at.bids, at.taken = [NO_BID] * players, [0] * players
        at.trick, at.led, at.top, at.winner = [], OPEN, -1, NOBODY
        at.asks, at.settled, at.pile = [], {}, []
        return at

    def copy(self) -> Position:
        """Return a position of its own that is equal."""
        other = Position.__new__(Position)
        other.faces = self.faces
        other.has_specials = self.has_specials
        other.players = self.players
        other.dealer = self.dealer
        other.size = self.size
        other.hands = [hand[:] for hand in self.hands]
        other.trump = self.trump
        other.strength = self.strength
        other.may_name_none = self.may_name_none
        other.open = self.open
        other.secret = self.secret
        other.bound = self.bound
        other.bids = self.bids[:]
        other.taken = self.taken[:]
        other.phase = self.phase
        other.turn = self.turn
        other.trick = self.trick[:]
        other.leader = self.leader
        other.led = self.led
        other.top = self.top
        other.winner = self.winner
        other.left = self.left
        other.cancelled = self.cancelled
        other.asks = self.asks[:]
        other.settled = self.settled.copy()
        other.pile = self.pile
        return other

    # --- what can be done ------------------------------------------------------------------------

    def to_act(self) -> Sequence[int]:
        """Return who may act now: several with hidden bids and when cards are passed."""
        if self.phase == OVER:
            return ()
        if self.phase == BID and not self.open:
            order = range(self.dealer + 1, self.dealer + 1 + self.players)
            return [seat % self.players for seat in order if self.bids[seat % self.players] == NO_BID]
        if self.phase == PASS:
            return [seat for seat in range(self.players) if seat not in self.settled]
        return (self.turn,)

    def legal(self, seat: int) -> list[int]:
        """Return what this seat, which is to act, can do; equal cards once."""
        match self.phase:
            case 0:
                return list(range(NO_SUIT + 1 if self.may_name_none else NO_SUIT))
            case 1:
                forbidden = self.forbidden(seat)
                return [tricks for tricks in range(self.size + 1) if tricks != forbidden]
            case 2:
                cards = self.playable()
                if self.has_specials:
                    return [face for bare in dict.fromkeys(cards) for face in self.faces.plays[bare]]
                return list(dict.fromkeys(cards))
            case 3:
                return [by for by in (1, -1) if 0 <= self.bids[seat] + by <= self.size]
            case 4:
                return list(dict.fromkeys(self.hands[seat]))
            case _:
                there = [face for face in self.pile if face != self.pile[seat]]
                hand = dict.fromkeys(self.hands[seat])
                return [KEEP, *(give * GIVE + take for give in hand for take in dict.fromkeys(there))]

    def within_reach(self) -> list[int]:
        """Return the bare cards that lie where an exchange may take them; none without special cards."""
        if not self.has_specials:
            return []
        return self.pile if self.asks else [self.faces.bare[face] for face in self.trick]

    def bids_are_known(self) -> bool:
        """Return whether everybody may know the bids that were made."""
        return self.open or not (self.secret or self.phase == BID)

    def forbidden(self, seat: int) -> int:
        """Return the bid a sum rule forbids this seat, or `NO_BID`."""
        if not self.bound or seat != self.dealer:
            return NO_BID
        return self.size - sum(self.bids) - 1  # its own is still -1; below zero it is no bid anyway

    def playable(self) -> list[int]:
        """Return the bare cards that `turn` may play, equal ones as often as it holds them; not to be changed."""
        hand, led = self.hands[self.turn], self.led
        if 0 <= led < NO_SUIT:
            suit = self.faces.suit
            cards = [face for face in hand if suit[face] == led]
            if cards:
                cards += [face for face in hand if face >= WIZARD]
                return cards
        return hand

    # --- doing it --------------------------------------------------------------------------------

    def act(self, seat: int, decision: int) -> None:
        """Do what this seat decided; it must be legal."""
        match self.phase:
            case 0:
                self.name_trump(decision)
            case 1:
                self.bid(seat, decision)
            case 2:
                self.play(decision)
            case 3:
                self._move(seat, decision)
            case 4:
                self._pass(seat, decision)
            case _:
                self._swap(seat, decision)

    def name_trump(self, suit: int) -> None:
        """Let the chooser name the trump."""
        self.trump = suit
        self.strength = self.faces.strength[suit]
        self.phase = BID
        self.turn = (self.dealer + 1) % self.players

    def bid(self, seat: int, tricks: int) -> None:
        """Let a seat bid."""
        self.bids[seat] = tricks
        first = (self.dealer + 1) % self.players
        for step in range(self.players):
            turn = (first + step) % self.players
            if self.bids[turn] == NO_BID:
                self.turn = turn
                return
        self.phase = PLAY
        self.turn = first

    def play(self, face: int) -> None:
        """Let `turn` play a face."""
        seat, faces, trick, led = self.turn, self.faces, self.trick, self.led
        self.hands[seat].remove(faces.bare[face])
        trick.append(face)
        if led < 0:
            led = self.led = faces.lead[face]
        strength = self.strength[led][face]
        if strength > self.top:
            self.top = strength
            self.winner = seat
        if face >= FIRST_SPECIAL:
            self._special(face)
        players = self.players
        if len(trick) < players:
            seat += 1
            self.turn = seat if seat < players else 0
        else:
            self._finish_trick()

    def _special(self, face: int) -> None:
        """Let a special card just played win over everything, or make another one of the trick do so."""
        faces, trick = self.faces, self.trick
        if faces.cancels[face]:
            self.cancelled = True
        tops, kind = faces.tops[face], faces.kind[face]
        for at, other in enumerate(trick):
            if kind and faces.tops[other] == kind:
                self.top, self.winner = OVER_ALL, (self.leader + at) % self.players
            elif tops and faces.kind[other] == tops:
                self.top, self.winner = OVER_ALL, self.turn

    def _finish_trick(self) -> None:
        winner = self.winner
        self.left -= 1
        self.led = OPEN
        self.top = -1
        if self.has_specials:
            self._finish_with_specials(winner)
            return
        self.taken[winner] += 1
        self.trick.clear()
        self.turn = self.leader = winner
        if not self.left:
            self.phase = OVER

    def _finish_with_specials(self, winner: int) -> None:
        faces, trick, first = self.faces, self.trick, self.leader
        spoiled = any(faces.spoils[face] for face in trick)
        if not spoiled:
            self.taken[winner] += 1
        self.trick, self.leader = [], winner
        if any(faces.effect[face] != NO_EFFECT for face in trick):
            self.remember(trick, first, NOBODY if spoiled else winner)
        self.go_on()

    def remember(self, trick: list[int], first: int, winner: int) -> None:
        """Note what the cards of a finished trick want, and what lies in it by seat."""
        faces, players = self.faces, self.players
        self.pile = [faces.bare[trick[(seat - first) % players]] for seat in range(players)]
        asks = []
        for at, face in enumerate(trick):
            effect = faces.effect[face]
            if effect == MOVE and winner != NOBODY and not self.cancelled:
                asks.append((MOVE, winner))
            elif effect in (PASS, SWAP) and self.left:
                asks.append((effect, (first + at) % players))
        self.asks = sorted(asks, key=lambda ask: ask[0])

    def go_on(self) -> None:
        """Wait for what special cards ask next, unless it leaves no choice; or go on to the next lead or the end."""
        while self.asks:
            self.phase, self.turn = self.asks[0]
            if self.phase != MOVE or self.secret:
                break
            by = self.legal(self.turn)
            if len(by) > 1:
                break
            self.bids[self.turn] += by[0]
            del self.asks[0]
        else:
            self.phase, self.turn = (PLAY if self.left else OVER), self.leader
            return
        if self.phase == PASS:
            self.turn = self.to_act()[0]

    def _move(self, seat: int, by: int) -> None:
        self.bids[seat] += by
        del self.asks[0]
        self.go_on()

    def _pass(self, seat: int, face: int) -> None:
        self.settled[seat] = face
        if len(self.settled) < self.players:
            self.turn = self.to_act()[0]
            return
        for giver, passed in self.settled.items():
            self.hands[giver].remove(passed)
        for giver, passed in self.settled.items():
            self.hands[(giver + 1) % self.players].append(passed)
        self.settled = {}
        del self.asks[0]
        self.go_on()

    def _swap(self, seat: int, decision: int) -> None:
        if decision != KEEP:
            give, take = divmod(decision, GIVE)
            self.hands[seat].remove(give)
            self.hands[seat].append(take)
            self.pile = [give if face == take else face for face in self.pile]
        del self.asks[0]
        self.go_on()

    def points(self) -> list[int]:
        """Return everybody's points once the round is over."""
        if self.cancelled:
            return [10 * tricks for tricks in self.taken]
        return [
            20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)
            for bid, tricks in zip(self.bids, self.taken, strict=True)
        ]
