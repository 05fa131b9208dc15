"""The rules as pure functions on cards and numbers (rules.md §1 and the options of §2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import JESTER, WIZARD, Card, Suit, deck
from engine.options import Length, Options, SumRule, WizardTurnup
from engine.state import RoundScore, Seat

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
    """Return the trump an upcard makes and whether the dealer must name it (rules.md §1 Trump).

    No upcard (the stock is empty), a Jester, or a Wizard under ``wizard_turnup = none``: no trump.
    """
    if upcard is None:
        return None, False
    return upcard.suit, upcard == WIZARD and wizard_turnup is WizardTurnup.DEALER


def led_suit(trick: Sequence[Card]) -> Suit | None:
    """Return the suit to follow (rules.md §1 Play).

    The first suit card sets it, Jesters pass the choice on; a Wizard before it frees the whole trick.
    """
    for played in trick:
        if played == WIZARD:
            return None
        if played.suit is not None:
            return played.suit
    return None


def legal_cards(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """Return the playable cards of a hand, in its order, equal cards once (rules.md §1 Play)."""
    led = led_suit(trick)
    faces = tuple(dict.fromkeys(hand))
    if led is None or all(face.suit is not led for face in faces):
        return faces
    return tuple(face for face in faces if face.suit in (led, None))


def strength(played: Card, led: Suit | None, trump: Suit | None) -> tuple[int, int]:
    """Return how strong a card is in its trick; of equals the first played wins (rules.md §1 Winner)."""
    if played == WIZARD:
        return (4, 0)
    if played == JESTER:
        return (1, 0)
    if played.suit is trump:
        return (3, played.rank)
    if played.suit is led:
        return (2, played.rank)
    return (0, 0)


def winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Return the index of the winning card of a trick that holds at least one card."""
    led = led_suit(trick)
    return max(range(len(trick)), key=lambda at: (*strength(trick[at], led, trump), -at))


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


def exact_bids(scores: Sequence[RoundScore], seat: Seat) -> int:
    """Return in how many of these rounds a seat took exactly what it bid."""
    return sum(score.bids[seat] == score.taken[seat] for score in scores)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's place; equal totals share one and skip the next: 1, 1, 3 (rules.md §2 tie)."""
    return tuple(1 + sum(other > mine for other in totals) for mine in totals)
