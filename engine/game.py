"""The one transition of the game: ``apply(game, action) -> (game, events)`` (rules.md §1–§3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import rules, settling, special
from engine.actions import (
    CHANCE,
    Action,
    Bid,
    Deal,
    Decision,
    Draw,
    DrawDealer,
    IllegalAction,
    NameTrump,
    Play,
    PlayBlind,
    Reason,
    Seat,
    Settle,
    with_seat,
)
from engine.cards import Card, Suit, deck, unseen, without
from engine.events import (
    BidMade,
    BidsCancelled,
    CardPlayed,
    DealerDrawn,
    Dealt,
    Event,
    GameOver,
    RoundScored,
    SpareTurned,
    TrickTaken,
    TrumpNamed,
    UpcardSwapped,
)
from engine.options import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Bidding,
    FirstDealer,
    InvalidOptions,
    NextDealer,
    Options,
)
from engine.replacing import replace
from engine.state import Game, Phase, Round, RoundScore, Trick

_HOST: Final[Seat] = 0
_CHANCE_ACTS: Final = (Phase.FIRST_DEALER, Phase.DEAL)


def new_game(options: Options, players: int) -> Game:
    """Return a game before its first deal. Raise `InvalidOptions` for a number of players there is no game for."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidOptions(
            "Wizard is for {least} to {most} players, not {players}.",
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
            players=players,
        )
    dealer = _HOST if options.first_dealer is FirstDealer.HOST else None
    return Game(options, players, dealer)


def sizes(game: Game) -> tuple[int, ...]:
    """Return the cards a player gets in each round of this game."""
    return rules.schedule(game.options, game.players)


def phase(game: Game) -> Phase:
    """Return what the game waits for."""
    if game.dealer is None:
        return Phase.FIRST_DEALER
    if game.round is None:
        return Phase.DEAL if len(game.scores) < len(sizes(game)) else Phase.OVER
    if game.round.chooser is not None:
        return Phase.TRUMP
    if None in game.round.bids:
        return Phase.BIDDING
    return Phase.SPECIAL if game.round.asks else Phase.PLAY


def to_act(game: Game) -> tuple[Seat, ...]:
    """Return who may act now, several where they act at the same time: seats, or `CHANCE`; nobody at the end."""
    match phase(game):
        case Phase.OVER:
            return ()
        case Phase.FIRST_DEALER | Phase.DEAL:
            return (CHANCE,)
    here = current_round(game)
    if here.chooser is not None:
        return (here.chooser,)
    if None in here.bids:
        waiting = tuple(seat for seat in rules.bid_order(here.dealer, game.players) if here.bids[seat] is None)
        return waiting[:1] if game.options.bidding is Bidding.OPEN else waiting
    if here.asks:
        return here.asks[0].waiting
    return ((here.trick.leader + len(here.trick.cards)) % game.players,)


def legal_actions(game: Game, seat: Seat | None = None) -> tuple[Decision, ...]:
    """Return every decision open now, to one seat or to all; equal cards are one decision.

    Chance is not listed: it has as many deals as there are shuffles.
    """
    seats = [at for at in to_act(game) if at != CHANCE and seat in (None, at)]
    return tuple(decision for at in seats for decision in _decisions(game, current_round(game), at))


def _decisions(game: Game, here: Round, seat: Seat) -> Iterable[Decision]:
    match phase(game):
        case Phase.TRUMP:
            return [NameTrump(seat, suit) for suit in _nameable(here)]
        case Phase.BIDDING:
            forbidden = _forbidden(game, here, seat)
            return [Bid(seat, tricks) for tricks in range(here.size + 1) if tricks != forbidden]
        case Phase.SPECIAL:
            return settling.possible(here, seat)
        case _ if rules.forehead_round(game.options, here.size):
            return [PlayBlind(seat)]
        case _:
            return [Play(seat, face) for face in rules.legal_plays(here.hands[seat], here.trick.cards, here.copied)]


def _nameable(here: Round) -> tuple[Suit | None, ...]:
    """Return what may be named: no trump only by who had the Werewolf (rules.md §3 Werewolf)."""
    return tuple(Suit) if here.swap is None else (*Suit, None)


def current_round(game: Game) -> Round:
    """Return the round in progress; raise `IllegalAction` between rounds and after the last."""
    if game.round is None:
        raise IllegalAction(Reason.GAME_OVER if phase(game) is Phase.OVER else Reason.WRONG_PHASE)
    return game.round


def apply(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Return the next state and what happened; raise `IllegalAction`, the game unchanged."""
    match action:
        case DrawDealer():
            return _draw_dealer(game, action)
        case Deal():
            return _deal(game, action)
        case NameTrump():
            return _name_trump(game, action)
        case Bid():
            return _bid(game, action)
        case Play() | PlayBlind():
            return _play(game, action)
        case Settle():
            return _settle(game, action)
    raise IllegalAction(Reason.NOT_POSSIBLE)


def replay(game: Game, actions: Iterable[Action]) -> Game:
    """Return the state after these actions, one by one."""
    for action in actions:
        game, _ = apply(game, action)
    return game


def _require(game: Game, wanted: Phase, seat: Seat = CHANCE) -> None:
    now = phase(game)
    if now is Phase.OVER:
        raise IllegalAction(Reason.GAME_OVER)
    if now is not wanted:
        raise IllegalAction(Reason.WRONG_PHASE)
    if wanted not in _CHANCE_ACTS and seat not in range(game.players):
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if seat not in to_act(game):
        raise IllegalAction(Reason.NOT_YOUR_TURN)


def _draw_dealer(game: Game, action: DrawDealer) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.FIRST_DEALER)
    if action.dealer not in range(game.players):
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    by_card = game.options.first_dealer is FirstDealer.HIGH_CARD
    if not (_is_fair_draw(game.players, action) if by_card else action.draws == ()):
        raise IllegalAction(Reason.BAD_DEAL)
    after = replace(game, dealer=action.dealer, draws=action.draws)
    return after, (DealerDrawn(action.dealer, action.draws),)


def _is_fair_draw(players: int, action: DrawDealer) -> bool:
    """Return whether each draw is among those tied before, from one deck, and leaves the dealer alone at the end."""
    left: tuple[Seat, ...] = tuple(range(players))
    for draw in action.draws:
        if len(left) == 1 or not _is_draw_of(draw, players, left):
            return False
        left = rules.highest(draw)
    return left == (action.dealer,)


def _is_draw_of(draw: Draw, players: int, drawing: tuple[Seat, ...]) -> bool:
    drawn = [face for face in draw if face is not None]
    who = tuple(seat for seat, face in enumerate(draw) if face is not None)
    return len(draw) == players and who == drawing and min(unseen(drawn).values()) >= 0


def _deal(game: Game, action: Deal) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.DEAL)
    number = len(game.scores) + 1
    size = sizes(game)[number - 1]
    _require_fair_deal(game, size, action)
    dealer = game.dealer or 0
    trump, dealer_names = rules.turn_up(action.upcard, game.options.wizard_turnup)
    here = Round(
        number=number,
        size=size,
        dealer=dealer,
        hands=action.hands,
        upcard=action.upcard,
        trump=trump,
        chooser=dealer if dealer_names else None,
        bids=(None,) * game.players,
        tricks=(),
        trick=Trick(leader=(dealer + 1) % game.players),
        spare=action.spare,
    )
    for card in special.in_deck(game.options.special_cards):
        here = card.dealt(here)
    swapped = () if here.swap is None else (UpcardSwapped(here.swap),)
    return replace(game, round=here), (Dealt(number, size, dealer, action.upcard), *swapped)


def _require_fair_deal(game: Game, size: int, deal: Deal) -> None:
    """Refuse other hand sizes, cards that exist too often or not at all, and a wrong number of turned-up cards."""
    in_hands = [face for hand in deal.hands for face in hand]
    turned = [face for face in (deal.upcard, deal.spare) if face is not None]
    right_hands = len(deal.hands) == game.players and all(len(hand) == size for hand in deal.hands)
    left = unseen([*in_hands, *turned], game.options.special_cards)
    stock = len(deck(game.options.special_cards)) - len(in_hands)
    spare = special.needs_spare(game.options.special_cards, [*in_hands, *turned[:1]])
    right_turned = (deal.upcard is not None, deal.spare is not None) == (stock > 0, spare)
    if not right_hands or not right_turned or min(left.values()) < 0:
        raise IllegalAction(Reason.BAD_DEAL)


def _name_trump(game: Game, action: NameTrump) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.TRUMP, action.seat)
    here = current_round(game)
    if action.suit not in _nameable(here):
        raise IllegalAction(Reason.NOT_POSSIBLE)
    turned = () if here.spare is None else (SpareTurned(here.spare),)
    here = replace(here, trump=action.suit, chooser=None)
    return replace(game, round=here), (TrumpNamed(action.seat, action.suit), *turned)


def _bid(game: Game, action: Bid) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.BIDDING, action.seat)
    here = current_round(game)
    if not 0 <= action.tricks <= here.size:
        raise IllegalAction(Reason.BID_OUT_OF_RANGE)
    if action.tricks == _forbidden(game, here, action.seat):
        raise IllegalAction(Reason.BID_FORBIDDEN)
    bids = with_seat(here.bids, action.seat, action.tricks)
    return replace(game, round=replace(here, bids=bids)), (BidMade(action.seat, action.tricks),)


def forbidden_bid(game: Game, seat: Seat) -> int | None:
    """Return the bid the sum rule forbids this seat now, if any (rules.md §2 sum_rule)."""
    return _forbidden(game, game.round, seat) if game.round is not None else None


def _forbidden(game: Game, here: Round, seat: Seat) -> int | None:
    if seat != here.dealer or here.bids[seat] is not None:
        return None
    if not rules.sum_rule_applies(game.options.sum_rule, here.number, here.size, here.dealer, game.totals):
        return None
    return rules.forbidden_bid(here.size, [bid for bid in here.bids if bid is not None], game.players)


def _play(game: Game, action: Play | PlayBlind) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.PLAY, action.seat)
    here = current_round(game)
    hand = here.hands[action.seat]
    face = _face_played(game, here, action)
    hands = with_seat(here.hands, action.seat, without(hand, face.bare))
    trick = replace(here.trick, cards=(*here.trick.cards, face))
    cancels = not here.cancelled and rules.cancels_bids(face, here.copied, game.options)
    here = replace(here, hands=hands, trick=trick, cancelled=here.cancelled or cancels)
    events = (CardPlayed(action.seat, face), *((BidsCancelled(),) if cancels else ()))
    if len(trick.cards) < game.players:
        return replace(game, round=here), events
    return _finish_trick(game, here, events)


def _face_played(game: Game, here: Round, action: Play | PlayBlind) -> Card:
    """Return the face that is played; raise `IllegalAction` for one that can't be."""
    hand = here.hands[action.seat]
    blind = rules.forehead_round(game.options, here.size)
    if blind != isinstance(action, PlayBlind):
        raise IllegalAction(Reason.NOT_POSSIBLE)
    if isinstance(action, PlayBlind):
        return hand[0]
    if action.card.bare not in hand:
        raise IllegalAction(Reason.NOT_IN_HAND)
    if action.card.bare not in rules.legal_cards(hand, here.trick.cards, here.copied):
        raise IllegalAction(Reason.MUST_FOLLOW_SUIT)
    if action.card.choice not in (special.choices(action.card.bare, here.copied) or ("",)):
        raise IllegalAction(Reason.WRONG_CHOICE)
    return action.card


def _finish_trick(game: Game, here: Round, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Give the trick to whoever gets it, and let its special cards do what they do (rules.md §3 After a trick)."""
    ahead = (here.trick.leader + rules.winner(here.trick.cards, here.trump, here.copied)) % game.players
    spoiled = rules.is_spoiled(here.trick.cards, here.copied, game.options)
    trick = replace(here.trick, winner=None if spoiled else ahead, next_leader=ahead)
    here = replace(here, tricks=(*here.tricks, trick), trick=Trick(leader=ahead))
    here = replace(here, asks=settling.asks(here, trick))
    return _go_on(game, here, (*events, TrickTaken(trick)))


def _settle(game: Game, action: Settle) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.SPECIAL, action.seat)
    here = current_round(game)
    if action not in settling.possible(here, action.seat):
        raise IllegalAction(Reason.NOT_POSSIBLE)
    here, events = settling.settled(here, action)
    return _go_on(game, here, events)


def _go_on(game: Game, here: Round, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
    """Settle what leaves no choice, then wait for the seats asked, or go on to the next lead or the scores."""
    while here.asks:
        forced = settling.forced(here, game.options)
        if forced is None:
            return replace(game, round=here), events
        here, happened = settling.settled(here, forced)
        events = (*events, *happened)
    if len(here.tricks) < here.size:
        return replace(game, round=here), events
    after, more = _finish_round(game, here)
    return after, (*events, *more)


def _finish_round(game: Game, here: Round) -> tuple[Game, tuple[Event, ...]]:
    bids = tuple(bid for bid in here.bids if bid is not None)
    score = RoundScore(
        number=here.number,
        size=here.size,
        dealer=here.dealer,
        upcard=here.upcard,
        trump=here.trump,
        bids=bids,
        taken=here.taken,
        points=rules.round_points(bids, here.taken, cancelled=here.cancelled),
        tricks=here.tricks,
        spare=here.spare,
        swap=here.swap,
        cancelled=here.cancelled,
    )
    after = replace(game, scores=(*game.scores, score), round=None, dealer=_next_dealer(game, here))
    if phase(after) is Phase.OVER:
        return after, (RoundScored(score), GameOver(rules.ranking(after)))
    return after, (RoundScored(score),)


def _next_dealer(game: Game, here: Round) -> Seat:
    """Return who deals next: who would lead next, or the dealer's left (rules.md §2 next_dealer)."""
    if game.options.next_dealer is NextDealer.LAST_TRICK_WINNER:
        return here.trick.leader
    return (here.dealer + 1) % game.players
