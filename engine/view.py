"""What one seat, or a spectator, may know: the only thing renderers and AI players get."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine import rules
from engine.actions import CHANCE, Decision, Draw, IllegalAction, Reason, Seat, Settle
from engine.cards import Card, Suit, sort_key
from engine.game import forbidden_bid, legal_actions, phase, sizes, to_act
from engine.options import Bidding, Options
from engine.state import Ask, Game, Phase, Round, RoundScore, Swap, Trick


@dataclass(frozen=True, slots=True)
class AskView:
    """What a special card of the last trick wants settled: of whom, and who still has to."""

    special: str
    player: Seat
    seats: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    mine: Settle | None = field(repr=False)
    """What the viewer has settled."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """The public side of the round in progress, and what the viewer knows beyond it."""

    number: int
    size: int
    dealer: Seat
    upcard: Card | None
    trump: Suit | None
    chooser: Seat | None
    bids: tuple[int | None, ...] = field(repr=False)
    """The bids the viewer may know: with hidden or secret bids at first only their own."""
    has_bid: tuple[bool, ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    hand: tuple[Card, ...] = field(repr=False)
    """The viewer's own, sorted; empty for a spectator, and where the viewer may not see it (forehead)."""
    left: tuple[int, ...]
    """How many cards each seat holds."""
    spare: Card | None
    """The spare once it is turned over."""
    swap: Swap | None
    copied: Card | None
    """What a copying card is a copy of, as soon as that is known."""
    cancelled: bool
    ask: AskView | None
    forehead: bool
    """Whether everybody sees all cards but their own."""
    others: tuple[tuple[Card, ...], ...] = field(repr=False)
    """In a forehead round each seat's card as the viewer sees it: their own is empty; else no seats at all."""


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` (None: a spectator) may know of a game."""

    seat: Seat | None
    options: Options
    players: int
    sizes: tuple[int, ...]
    """Cards a player, for every round of the game."""
    phase: Phase
    to_act: tuple[Seat, ...]
    scores: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    round: RoundView | None
    legal: tuple[Decision, ...] = field(repr=False)
    """The viewer's own open decisions."""
    forbidden_bid: int | None
    """The bid a sum rule forbids the viewer now."""
    draws: tuple[Draw, ...]
    """The cards drawn for the first deal."""


def view(game: Game, seat: Seat | None) -> View:
    """Return what this seat may know, built up from what is public plus its own hand."""
    if seat is not None and seat not in range(game.players):
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    return View(
        seat=seat,
        options=game.options,
        players=game.players,
        sizes=sizes(game),
        phase=phase(game),
        to_act=tuple(at for at in to_act(game) if at != CHANCE),
        scores=tuple(_score(score, seat) for score in game.scores),
        totals=game.totals,
        places=rules.ranking(game),
        round=None if game.round is None else _round_view(game, game.round, seat),
        legal=() if seat is None else legal_actions(game, seat),
        forbidden_bid=None if seat is None else forbidden_bid(game, seat),
        draws=game.draws,
    )


def _round_view(game: Game, here: Round, seat: Seat | None) -> RoundView:
    forehead = rules.forehead_round(game.options, here.size)
    named = here.chooser is None
    spare = here.spare if named else None
    return RoundView(
        number=here.number,
        size=here.size,
        dealer=here.dealer,
        upcard=here.upcard,
        trump=here.trump,
        chooser=here.chooser,
        bids=_bids(game.options.bidding, here.bids, seat),
        has_bid=tuple(bid is not None for bid in here.bids),
        taken=here.taken,
        tricks=_tricks(here.tricks, seat, secret=game.options.bidding is Bidding.SECRET),
        trick=here.trick,
        hand=() if seat is None or forehead else tuple(sorted(here.hands[seat], key=sort_key)),
        left=tuple(len(hand) for hand in here.hands),
        spare=spare,
        swap=here.swap,
        copied=spare if here.spare is not None else here.upcard,
        cancelled=here.cancelled,
        ask=_ask(here.asks[0], seat) if here.asks else None,
        forehead=forehead,
        others=_others(here, seat) if forehead and seat is not None else (),
    )


def _bids(bidding: Bidding, bids: tuple[int | None, ...], seat: Seat | None) -> tuple[int | None, ...]:
    """Return the bids this seat may know (rules.md §2 bidding)."""
    if bidding is Bidding.OPEN or (bidding is Bidding.HIDDEN and None not in bids):
        return bids
    return tuple(bid if at == seat else None for at, bid in enumerate(bids))


def _score(score: RoundScore, seat: Seat | None) -> RoundScore:
    """Return a scored round without what stays secret after it; most rounds have nothing of that."""
    if not any(trick.after for trick in score.tricks):
        return score
    return replace(score, tricks=_tricks(score.tricks, seat, secret=False))


def _tricks(tricks: tuple[Trick, ...], seat: Seat | None, *, secret: bool) -> tuple[Trick, ...]:
    return tuple(
        replace(trick, after=tuple(happened.seen_by(seat, secret=secret) for happened in trick.after))
        if trick.after
        else trick
        for trick in tricks
    )


def _ask(ask: Ask, seat: Seat | None) -> AskView:
    mine = next((decision for decision in ask.settled if decision.seat == seat), None)
    return AskView(ask.special, ask.player, ask.seats, ask.waiting, mine)


def _others(here: Round, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """Return the cards on the others' foreheads (rules.md §2 forehead)."""
    return tuple(() if at == seat else hand for at, hand in enumerate(here.hands))
