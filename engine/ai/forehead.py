"""A round of one card that everybody sees but its holder: what can be told from the others' cards."""

from __future__ import annotations

from random import Random

from engine import rules
from engine.actions import Bid, NameTrump, Seat
from engine.ai.judgement import Option
from engine.cards import Card, Suit, unseen
from engine.view import RoundView, View


def choose_trump_blind(view: View, here: RoundView, seat: Seat, rng: Random) -> NameTrump:
    """Name the trump under which the better bid brings most points on average."""
    options = [option for option in view.legal if isinstance(option, NameTrump)]
    rng.shuffle(options)
    chances = {option: _wins(view, here, seat, option.suit) for option in options}
    return max(options, key=lambda option: max(_points(bid, chances[option]) for bid in (0, 1)))


def choose_bid_blind(view: View, here: RoundView, seat: Seat) -> Bid:
    """Bid what brings more points on average."""
    options = [option for option in view.legal if isinstance(option, Bid)]
    chance = _wins(view, here, seat, here.trump)
    return max(options, key=lambda option: _points(option.tricks, chance))


def blind_options(view: View, here: RoundView, seat: Seat) -> list[Option]:
    """Return what every trump or bid brings on average, the best first: of all cards it may hold, each is tried."""
    found = []
    for decision in view.legal:
        trump = decision.suit if isinstance(decision, NameTrump) else here.trump
        chance = _wins(view, here, seat, trump)
        bid = decision.tricks if isinstance(decision, Bid) else max((0, 1), key=lambda bid: _points(bid, chance))
        found.append(Option(decision, _points(bid, chance), chance if bid else 1 - chance, 0))
    return sorted(found, key=lambda option: -option.points)


def _points(bid: int, chance: float) -> float:
    return chance * rules.score(bid, 1) + (1 - chance) * rules.score(bid, 0)


def _wins(view: View, here: RoundView, seat: Seat, trump: Suit | None) -> float:
    """Return the chance that the unseen card, which may be any that lies nowhere, takes the trick."""
    shown = [face for cards in here.others for face in cards]
    upcard = () if here.upcard is None else (here.upcard,)
    left = unseen([*shown, *upcard])
    won = sum(count for face, count in left.items() if count > 0 and _takes(view, here, seat, face, trump))
    return won / left.total()


def _takes(view: View, here: RoundView, seat: Seat, face: Card, trump: Suit | None) -> bool:
    order = rules.bid_order(here.dealer, view.players)
    trick = [face if at == seat else here.others[at][0] for at in order]
    return order[rules.winner(trick, trump)] == seat
