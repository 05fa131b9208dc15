"""Fair dealing: every deal follows from a secret that was committed to before anybody joined.

How to recompute a deal, in any language:

1. ``commitment = SHA-256(secret)``; the secret is 32 bytes, the commitment is shown in lower-case hex.
2. ``key = HMAC-SHA256(secret, text)``; the text is ``wizard-deal-1`` and the contributions, joined by line feeds with
   none at the end, in UTF-8. The contributions come from the players after the commitment was shown, so neither side
   alone decides a deal.
3. A stream of words under a label: HMAC-SHA256(key, label + "/" + i) for i = 0, 1, 2, … in decimal,
   concatenated and cut into big-endian 32-bit words.
4. A number below k: the next word that is less than 2³² − (2³² mod k), modulo k; larger words are skipped.
5. A shuffle under a label: the deck of `cards.deck` (R1…R13, Y, G, B, four W, four J, then the special cards of
   the table in the order DRAGON FAIRY BOMB WEREWOLF JUGGLER CLOUD SHIFT WITCH VAMPIRE), by Fisher–Yates: for i
   from the last place down to 1 swap card i with card number-below-(i+1).
6. The first dealer: label ``dealer``, one number below the number of players. With a high card: draw k = 1, 2, …
   under the label ``dealer/k`` from the 60 base cards; those who draw get the first cards in the order of seats.
7. Round r: label ``round/r``. Seat 0 gets the first n cards, seat 1 the next n, and so on; the card after the
   hands is turned up, unless none is left. The card after that is the spare, where one is turned over.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from engine import rules, special
from engine.actions import Deal, Draw, DrawDealer, IllegalAction, Reason, Seat
from engine.cards import Card, deck
from engine.game import phase, sizes
from engine.options import FirstDealer
from engine.state import Game, Phase

SECRET_BYTES: Final = 32
_DOMAIN: Final = "wizard-deal-1"
_WORD: Final = 1 << 32


def commitment(secret: bytes) -> str:
    """Return what is shown before the game: the SHA-256 of the secret in hex."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Seed:
    """All that the deals of one game depend on."""

    secret: bytes = field(repr=False)
    contributions: tuple[str, ...]

    def __post_init__(self) -> None:
        if any("\n" in given for given in self.contributions):
            raise ValueError("a contribution is one line: two must never read like one")

    def numbers(self, label: str) -> Numbers:
        """Return the source of numbers under this label."""
        mixed = "\n".join((_DOMAIN, *self.contributions)).encode()
        return Numbers(_words(hmac.digest(self.secret, mixed, "sha256"), label))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Evenly spread numbers from a stream of 32-bit words."""

    words: Iterator[int]

    def below(self, bound: int) -> int:
        """Return a number in ``range(bound)``, each equally likely."""
        limit = _WORD - _WORD % bound
        return next(word for word in self.words if word < limit) % bound


def _words(key: bytes, label: str) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(key, f"{label}/{block}".encode(), "sha256")
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")


def shuffled(seed: Seed, number: int, special_cards: Collection[str] = ()) -> tuple[Card, ...]:
    """Return the whole deck in the order of round `number`."""
    return _shuffled(seed, f"round/{number}", special_cards)


def _shuffled(seed: Seed, label: str, special_cards: Collection[str] = ()) -> tuple[Card, ...]:
    pack = list(deck(special_cards))
    numbers = seed.numbers(label)
    for at in range(len(pack) - 1, 0, -1):
        other = numbers.below(at + 1)
        pack[at], pack[other] = pack[other], pack[at]
    return tuple(pack)


def first_dealer(seed: Seed, players: int) -> Seat:
    """Return the seat that deals the first round, each equally likely."""
    return seed.numbers("dealer").below(players)


def high_card(seed: Seed, players: int) -> DrawDealer:
    """Return the draws for the first deal: those tied for the highest card draw again (rules.md §2 first_dealer)."""
    draws: list[Draw] = []
    drawing = tuple(range(players))
    while len(drawing) > 1:
        cards = dict(zip(drawing, _shuffled(seed, f"dealer/{len(draws) + 1}"), strict=False))
        draws.append(tuple(cards.get(seat) for seat in range(players)))
        drawing = rules.highest(draws[-1])
    return DrawDealer(drawing[0], tuple(draws))


def deal(seed: Seed, number: int, size: int, players: int, special_cards: Collection[str] = ()) -> Deal:
    """Return the deal of round `number`: `size` cards each, the turned-up card, and the spare where one is needed."""
    pack = shuffled(seed, number, special_cards)
    hands = tuple(pack[seat * size : (seat + 1) * size] for seat in range(players))
    stock = pack[players * size :]
    if not stock:
        return Deal(hands, None)
    spare = special.needs_spare(special_cards, pack[: players * size + 1])
    return Deal(hands, stock[0], stock[1] if spare else None)


def chance(game: Game, seed: Seed) -> DrawDealer | Deal:
    """Return what chance does now; raise `IllegalAction` when it is not chance's turn."""
    match phase(game):
        case Phase.FIRST_DEALER:
            if game.options.first_dealer is FirstDealer.HIGH_CARD:
                return high_card(seed, game.players)
            return DrawDealer(first_dealer(seed, game.players))
        case Phase.DEAL:
            number = len(game.scores) + 1
            return deal(seed, number, sizes(game)[number - 1], game.players, game.options.special_cards)
        case Phase.OVER:
            raise IllegalAction(Reason.GAME_OVER)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)
