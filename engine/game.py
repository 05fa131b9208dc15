"""The one transition of the game: ``apply(game, action) -> (game, events)`` (rules.md §1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine import rules
from engine.cards import Suit, unseen, without
from engine.options import MAX_PLAYERS, MIN_PLAYERS, FirstDealer, InvalidOptions, Options, require_playable
from engine.state import (
    CHANCE,
    Action,
    Bid,
    BidMade,
    CardPlayed,
    Deal,
    DealerDrawn,
    Dealt,
    Decision,
    DrawDealer,
    Event,
    Game,
    GameOver,
    IllegalAction,
    NameTrump,
    Phase,
    Play,
    Reason,
    Round,
    RoundScore,
    RoundScored,
    Seat,
    Trick,
    TrickTaken,
    TrumpNamed,
)

_HOST: Final[Seat] = 0
_CHANCE_ACTS: Final = (Phase.FIRST_DEALER, Phase.DEAL)


def new_game(options: Options, players: int) -> Game:
    """Return a game before its first deal. Raise `InvalidOptions` for what can't be played."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InvalidOptions(f"Wizard is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}.")
    require_playable(options)
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
    return Phase.BIDDING if None in game.round.bids else Phase.PLAY


def to_act(game: Game) -> tuple[Seat, ...]:
    """Return who may act now: seats, or `CHANCE`; nobody when the game is over."""
    match phase(game):
        case Phase.OVER:
            return ()
        case Phase.FIRST_DEALER | Phase.DEAL:
            return (CHANCE,)
    here = current_round(game)
    if here.chooser is not None:
        return (here.chooser,)
    if None in here.bids:
        return (next(seat for seat in rules.bid_order(here.dealer, game.players) if here.bids[seat] is None),)
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
            return [NameTrump(seat, suit) for suit in Suit]
        case Phase.BIDDING:
            forbidden = _forbidden(game, here, seat)
            return [Bid(seat, tricks) for tricks in range(here.size + 1) if tricks != forbidden]
        case _:
            return [Play(seat, face) for face in rules.legal_cards(here.hands[seat], here.trick.cards)]


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
        case Play():
            return _play(game, action)


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
    return replace(game, dealer=action.dealer), (DealerDrawn(action.dealer),)


def _deal(game: Game, action: Deal) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.DEAL)
    number = len(game.scores) + 1
    size = sizes(game)[number - 1]
    _require_fair_deal(game.players, size, action)
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
    )
    return replace(game, round=here), (Dealt(number, size, dealer, action.upcard),)


def _require_fair_deal(players: int, size: int, deal: Deal) -> None:
    """Refuse other hand sizes, a card that exists too often, and a missing or impossible upcard."""
    seen = [face for hand in deal.hands for face in hand]
    right_hands = len(deal.hands) == players and all(len(hand) == size for hand in deal.hands)
    left = unseen(seen if deal.upcard is None else [*seen, deal.upcard])
    stock_empty = left.total() == 0
    if not right_hands or min(left.values()) < 0 or (deal.upcard is None and not stock_empty):
        raise IllegalAction(Reason.BAD_DEAL)


def _name_trump(game: Game, action: NameTrump) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.TRUMP, action.seat)
    here = replace(current_round(game), trump=action.suit, chooser=None)
    return replace(game, round=here), (TrumpNamed(action.seat, action.suit),)


def _bid(game: Game, action: Bid) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.BIDDING, action.seat)
    here = current_round(game)
    if not 0 <= action.tricks <= here.size:
        raise IllegalAction(Reason.BID_OUT_OF_RANGE)
    if action.tricks == _forbidden(game, here, action.seat):
        raise IllegalAction(Reason.BID_FORBIDDEN)
    bids = tuple(action.tricks if at == action.seat else bid for at, bid in enumerate(here.bids))
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


def _play(game: Game, action: Play) -> tuple[Game, tuple[Event, ...]]:
    _require(game, Phase.PLAY, action.seat)
    here = current_round(game)
    hand = here.hands[action.seat]
    if action.card not in hand:
        raise IllegalAction(Reason.NOT_IN_HAND)
    if action.card not in rules.legal_cards(hand, here.trick.cards):
        raise IllegalAction(Reason.MUST_FOLLOW_SUIT)
    hands = tuple(without(h, action.card) if at == action.seat else h for at, h in enumerate(here.hands))
    trick = replace(here.trick, cards=(*here.trick.cards, action.card))
    here = replace(here, hands=hands, trick=trick)
    played = CardPlayed(action.seat, action.card)
    if len(trick.cards) < game.players:
        return replace(game, round=here), (played,)
    after, events = _finish_trick(game, here)
    return after, (played, *events)


def _finish_trick(game: Game, here: Round) -> tuple[Game, tuple[Event, ...]]:
    won_at = rules.winner(here.trick.cards, here.trump)
    winner = (here.trick.leader + won_at) % game.players
    trick = replace(here.trick, winner=winner)
    here = replace(here, tricks=(*here.tricks, trick), trick=Trick(leader=winner))
    if len(here.tricks) < here.size:
        return replace(game, round=here), (TrickTaken(trick),)
    after, events = _finish_round(game, here)
    return after, (TrickTaken(trick), *events)


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
        points=tuple(map(rules.score, bids, here.taken)),
        tricks=here.tricks,
    )
    after = replace(game, scores=(*game.scores, score), round=None, dealer=(here.dealer + 1) % game.players)
    if phase(after) is Phase.OVER:
        return after, (RoundScored(score), GameOver(rules.places(after.totals)))
    return after, (RoundScored(score),)
