"""What special cards ask for after their trick: another bid, a card to pass, a card to exchange."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Decision, Settle
from engine.ai.goal import Goal, Outlook, crowded, goal, needs, outlook, wanted_by_others
from engine.ai.reckoning import reckon
from engine.ai.worth import Worth, worths
from engine.cards import Card
from engine.specials import Exchange, MoveBid, PassCard
from engine.view import RoundView, View


def choose_settlement(view: View, here: RoundView, asked: Settle) -> Decision:
    """Choose what to settle; `asked` is any of the kind, and of an unknown kind the first offered is taken."""
    others = reckon(view, here, here.trump)
    offered = (option.take for option in view.legal if isinstance(option, Exchange) and option.take is not None)
    known = worths([*here.hand, *offered], others)
    promised = outlook(known[face] for face in here.hand)
    promised = crowded(promised, here.hand, others, wanted_by_others(needs(view, here), asked.seat))
    aim = goal(here, asked.seat)
    match asked:
        case MoveBid():
            return _move_bid(view, aim, promised)
        case PassCard():
            usual = Worth(1 / view.players, 1 / view.players)
            return _pass_card(view, aim, promised.plus(usual), known)
        case Exchange():
            return _exchange(view, aim, promised, known)
        case _:
            return view.legal[0]


def _move_bid(view: View, aim: Goal, promised: Outlook) -> MoveBid:
    """Move the bid towards what will be made; where both ways are as good, up, for the points."""
    moves = [option for option in view.legal if isinstance(option, MoveBid)]
    return min(moves, key=lambda move: (abs((aim.need or 0) + move.by - promised.likely), -move.by))


def _pass_card(view: View, aim: Goal, promised: Outlook, known: Mapping[Card, Worth]) -> PassCard:
    """Pass the card without which the hand fits the need best; `promised` counts the one that comes for it."""
    passes = [option for option in view.legal if isinstance(option, PassCard)]
    return min(passes, key=lambda option: aim.miss(promised.without(known[option.card])))


def _exchange(view: View, aim: Goal, promised: Outlook, known: Mapping[Card, Worth]) -> Exchange:
    """Make of the hand what fits the need best; keep it where no change is better."""

    def miss(option: Exchange) -> tuple[float, bool]:
        if option.give is None or option.take is None:
            return aim.miss(promised), False
        return aim.miss(promised.without(known[option.give]).plus(known[option.take])), True

    return min((option for option in view.legal if isinstance(option, Exchange)), key=miss)
