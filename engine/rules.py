"""The rules as pure functions on cards and numbers (rules.md §1, the options of §2, special cards of §3).

``copied`` is always the card that a copying card (the Vampire) is a copy of in this round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, Protocol, TypeVar

from engine import special
from engine.actions import Draw, Seat
from engine.cards import JESTER, WIZARD, Card, Suit, deck
from engine.options import Length, Options, SumRule, Tie, WizardTurnup
from engine.special import Lead, Power, Shape
from engine.state import Game, RoundScore

VERSION: Final = 1
"""The version of the rules a game is recorded under; raised when a ruling changes."""

_AMIGO: Final = {
    3: tuple(range(2, 21, 2)),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, *range(4, 13)),
    6: tuple(range(1, 11)),
}
_QUICK_START: Final = {3: 2, 4: 1, 5: 2, 6: 2}


def schedule(options: Options, players: int) -> tuple[int, ...]:
    """Return the cards dealt to each player, round by round (rules.md §1, §2 length and max_rounds)."""
    most = len(deck()) // players
    return tuple(_sizes(options.length, players, most)[: options.max_rounds])


def _sizes(length: Length, players: int, most: int) -> Sequence[int]:
    match length:
        case Length.STANDARD:
            return range(1, most + 1)
        case Length.FIVE:
            return (most,) * 5
        case Length.AMIGO:
            return _AMIGO[players]
        case Length.QUICK:
            return range(_QUICK_START[players], most + 1, 2)
        case Length.HALF:
            return range(1, (most + 1) // 2 + 1)
        case Length.UPDOWN:
            return (*range(1, most), *range(most, 0, -1))


def turn_up(upcard: Card | None, wizard_turnup: WizardTurnup) -> tuple[Suit | None, bool]:
    """Return the trump an upcard makes and whether the dealer must name it (rules.md §1 Trump, §3 Turned up).

    No upcard (the stock is empty), a Jester, or a Wizard under ``wizard_turnup = none``: no trump.
    """
    if upcard is None:
        return None, False
    turned = special.of(upcard)
    if turned is not None:
        return None, turned.names_trump
    return upcard.suit, upcard is WIZARD and wizard_turnup is WizardTurnup.DEALER


def forehead_round(options: Options, size: int) -> bool:
    """Return whether everybody sees all cards but their own in a round of this size (rules.md §2 forehead)."""
    return options.forehead and size == 1 and not options.special_cards


def led_suit(trick: Sequence[Card], copied: Card | None = None) -> Suit | None:
    """Return the suit to follow (rules.md §1 Play, §3 Led suit).

    The first card of a suit sets it, a Jester passes the choice on; a Wizard before it frees the whole trick.
    """
    return _led([special.shape(played, copied) for played in trick])


def _led(shapes: Sequence[Shape]) -> Suit | None:
    for shape in shapes:
        if shape.lead is Lead.FREES:
            return None
        if shape.lead is Lead.SETS:
            return shape.suit
    return None


def legal_cards(hand: Sequence[Card], trick: Sequence[Card], copied: Card | None = None) -> tuple[Card, ...]:
    """Return the playable cards of a hand, in its order, equal cards once (rules.md §1 Play, §3 General).

    Only plain suit cards oblige: a special card in hand is never of a suit.
    """
    led = led_suit(trick, copied)
    faces = tuple(dict.fromkeys(hand))
    if led is None or all(face.suit is not led for face in faces):
        return faces
    return tuple(face for face in faces if face.suit in (led, None))


def legal_plays(hand: Sequence[Card], trick: Sequence[Card], copied: Card | None = None) -> tuple[Card, ...]:
    """Return the playable cards as they may be played: one with a choice once for each thing to say."""
    return tuple(
        face.saying(choice)
        for face in legal_cards(hand, trick, copied)
        for choice in special.choices(face, copied) or ("",)
    )


def winner(trick: Sequence[Card], trump: Suit | None, copied: Card | None = None) -> int:
    """Return the index of the card that wins a trick of at least one card, if nothing spoils it.

    The order of strength is `Power` (rules.md §1 Winner, §3 Order of strength); of equals the first played wins.
    """
    shapes = [special.shape(played, copied) for played in trick]
    led = _led(shapes)
    there = {shape.special for shape in shapes if shape.special}
    return max(range(len(trick)), key=lambda at: (*_strength(shapes[at], led, trump, there), -at))


def _strength(shape: Shape, led: Suit | None, trump: Suit | None, there: Collection[str]) -> tuple[int, float]:
    if shape.suit is not None:
        if shape.suit is trump:
            return (Power.TRUMP, shape.rank)
        return (Power.LED_SUIT, shape.rank) if shape.suit is led else (Power.OFF_SUIT, 0)
    return (Power.OVER_ALL if shape.tops in there else shape.power, 0)


def is_spoiled(trick: Sequence[Card], copied: Card | None, options: Options) -> bool:
    """Return whether nobody gets this trick: a Bomb lies in it, or a copy of one (rules.md §3 Bomb)."""
    return any(it is not None and it.spoils_trick(options) for it in _specials(trick, copied))


def cancels_bids(played: Card, copied: Card | None, options: Options) -> bool:
    """Return whether playing this card cancels all bids of the round (rules.md §2 bomb)."""
    return any(it is not None and it.cancels_bids(options) for it in _specials([played], copied))


def _specials(trick: Sequence[Card], copied: Card | None) -> Iterator[special.Special | None]:
    return (special.of(special.counts_as(played, copied)) for played in trick)


def bid_order(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """Return the seats clockwise from the dealer's left; the dealer is last (rules.md §1 Bids)."""
    return tuple((dealer + 1 + step) % players for step in range(players))


def sum_rule_applies(rule: SumRule, number: int, size: int, dealer: Seat, totals: Sequence[int]) -> bool:
    """Return whether the sum rule binds the last bidder of this round (rules.md §2 sum_rule)."""
    match rule:
        case SumRule.OFF:
            return False
        case SumRule.ALWAYS:
            return True
        case SumRule.NOT_IN_1_CARD_ROUND:
            return size > 1
        case SumRule.FROM_ROUND_4:
            return number >= 4
        case SumRule.DEALER_LEADS:
            return max(totals) == totals[dealer] > min(totals)


def forbidden_bid(size: int, earlier: Sequence[int], players: int) -> int | None:
    """Return the bid that would make the sum equal the cards, for the last bidder under a sum rule."""
    if len(earlier) < players - 1 or sum(earlier) > size:
        return None
    return size - sum(earlier)


def score(bid: int, taken: int) -> int:
    """Return the points of one round: 20 + 10 a trick if exact, else −10 a trick off (rules.md §1)."""
    return 20 + 10 * taken if bid == taken else -10 * abs(bid - taken)


def round_points(bids: Sequence[int], taken: Sequence[int], *, cancelled: bool) -> tuple[int, ...]:
    """Return everybody's points of one round; with cancelled bids 10 a trick (rules.md §2 bomb)."""
    if cancelled:
        return tuple(10 * tricks for tricks in taken)
    return tuple(map(score, bids, taken))


def exact_bids(scores: Sequence[RoundScore], seat: Seat) -> int:
    """Return in how many of these rounds a seat took exactly what it bid."""
    return sum(score.made(seat) for score in scores)


class _Ordered(Protocol):
    def __gt__(self, other: Any, /) -> bool: ...  # noqa: ANN401 - as the built-in types have it


K = TypeVar("K", bound=_Ordered)


def places(results: Sequence[K]) -> tuple[int, ...]:
    """Return each seat's place, the greatest result first; equals share one and skip the next: 1, 1, 3."""
    return tuple(1 + sum(other > mine for other in results) for mine in results)


def ranking(game: Game) -> tuple[int, ...]:
    """Return each seat's place after the scored rounds (rules.md §2 tie).

    ``cascade`` decides equal totals by the rounds made exactly, then by the round scores from the best down.
    """
    if game.options.tie is Tie.SHARED:
        return places(game.totals)
    return places([_cascade(game, seat) for seat in range(game.players)])


def _cascade(game: Game, seat: Seat) -> tuple[int, int, list[int]]:
    points = sorted((score.points[seat] for score in game.scores), reverse=True)
    return sum(points), exact_bids(game.scores, seat), points


def draw_rank(face: Card) -> int:
    """Return how high a card counts in the draw for the first deal: Jester low, Wizard high."""
    if face is WIZARD:
        return 14
    return 0 if face is JESTER else face.rank


def highest(draw: Draw) -> tuple[Seat, ...]:
    """Return the seats that drew the highest card, in order (rules.md §2 first_dealer)."""
    ranks = {seat: draw_rank(face) for seat, face in enumerate(draw) if face is not None}
    return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
