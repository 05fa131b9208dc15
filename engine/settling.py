"""What special cards want settled after their trick: who is asked, in which order, and what comes of it (rules.md §3).

Every function works on a round whose last trick has just been finished.
"""

from __future__ import annotations

from engine import special
from engine.actions import Seat, Settle
from engine.options import Options
from engine.replacing import replace
from engine.special import Effect
from engine.state import Aftermath, Ask, Round, Trick


def asks(here: Round, trick: Trick) -> tuple[Ask, ...]:
    """Return what the cards of this trick want settled, in order: Cloud, Juggler, Witch."""
    found = []
    for player, face in trick.plays(len(here.hands)):
        card = special.of(special.counts_as(face, here.copied))
        if card is not None and card.after is not None and (seats := card.after.seats(here, player)):
            found.append(Ask(card.code, player, seats))
    return tuple(sorted(found, key=lambda ask: _effect(ask).order))


def possible(here: Round, seat: Seat) -> tuple[Settle, ...]:
    """Return what this seat may settle now."""
    ask = here.asks[0]
    return _effect(ask).decisions(here, ask.player, seat)


def forced(here: Round, options: Options) -> Settle | None:
    """Return the decision of the next seat if it has one possibility only and is not asked for it."""
    ask = here.asks[0]
    open_now = possible(here, ask.waiting[0])
    return open_now[0] if len(open_now) == 1 and not _effect(ask).asks_when_forced(options) else None


def settled(here: Round, decision: Settle) -> tuple[Round, tuple[Aftermath, ...]]:
    """Note what one seat settled; once it was the last of them, let it happen."""
    ask = replace(here.asks[0], settled=(*here.asks[0].settled, decision))
    if ask.waiting:
        return replace(here, asks=(ask, *here.asks[1:])), ()
    here, happened = _effect(ask).settle(replace(here, asks=here.asks[1:]), ask.settled)
    if happened is None:
        return here, ()
    trick = replace(here.tricks[-1], after=(*here.tricks[-1].after, happened))
    return replace(here, tricks=(*here.tricks[:-1], trick)), (happened,)


def _effect(ask: Ask) -> Effect:
    effect = special.find(ask.special).after
    if effect is None:
        raise ValueError(f"{ask.special} sets nothing off")
    return effect
