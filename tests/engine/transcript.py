"""A whole game as readable text, state by state."""

from __future__ import annotations

from collections.abc import Iterable

from engine import options as opts
from engine.cards import Card, codes, sort_key
from engine.dealing import commitment
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
from engine.game import apply, current_round, new_game
from engine.record import Record
from engine.specials import BidMoved, CardExchanged, CardsPassed
from engine.state import Aftermath, Game, Trick


def transcript(record: Record) -> str:
    """Return what happens in a record, one line an event, the hands with each deal."""
    lines = _head(record)
    game = new_game(record.options, len(record.seats))
    for action in record.actions:
        game, events = apply(game, action)
        for event in events:
            lines += _told(event, game)
    return "\n".join(lines) + "\n"


def _head(record: Record) -> list[str]:
    changed = {key: value for key, value in opts.to_json(record.options).items() if value not in (None, [])}
    return [
        f"players: {', '.join(holder.name for holder in record.seats)}",
        f"options: {', '.join(f'{key} {value}' for key, value in changed.items())}",
        f"commitment: {commitment(record.seed.secret)}",
    ]


def _told(event: Event, game: Game) -> list[str]:
    match event:
        case DealerDrawn(dealer, draws):
            return [*(f"drawn: {_faces(draw)}" for draw in draws), f"seat {dealer} deals first"]
        case Dealt(number, size, dealer, upcard):
            head = f"round {number}: hands of {size}, seat {dealer} deals, {upcard or 'nothing'} turned up"
            return ["", head, *_hands(game)]
        case CardPlayed():
            return []
        case RoundScored(score):
            totals = f"totals {_row(game.totals)}"
            return [f"  bids {_row(score.bids)}; taken {_row(score.taken)}; points {_row(score.points)}; {totals}"]
        case GameOver(places):
            return ["", f"over: places {_row(places)}"]
        case Aftermath():
            return [f"    {_done(event)}"]
    return [f"  {_said(event)}"]


def _said(event: Event) -> str:
    match event:
        case UpcardSwapped(swap):
            return f"seat {swap.seat} has got {swap.card} for the Werewolf and names the trump"
        case TrumpNamed(seat, suit):
            return f"seat {seat} names {suit or 'no trump'}"
        case SpareTurned(spare):
            return f"the spare is {spare}"
        case BidMade(seat, tricks):
            return f"seat {seat} bids {tricks}"
        case BidsCancelled():
            return "the bids are cancelled"
        case TrickTaken(trick):
            return f"seat {trick.leader} leads {codes(trick.cards)}, {_won(trick)}"
    raise TypeError(f"{event!r} can't be told")


def _won(trick: Trick) -> str:
    return f"nobody wins, seat {trick.next_leader} goes on" if trick.winner is None else f"seat {trick.winner} wins"


def _done(happened: Aftermath) -> str:
    match happened:
        case BidMoved(seat, by):
            return f"seat {seat} changes its bid by {by:+}"
        case CardsPassed(given):
            return f"passed to the left: {_faces(given)}"
        case CardExchanged(seat, gave, took):
            return f"seat {seat} takes {took} for {gave}"
    raise TypeError(f"{happened!r} can't be told")


def _hands(game: Game) -> list[str]:
    running = current_round(game)
    named = "  the dealer names the trump"
    trump = named if running.chooser is not None else f"  trump {running.trump}" if running.trump else "  no trump"
    hands = [f"  seat {seat}: {codes(sorted(hand, key=sort_key))}" for seat, hand in enumerate(running.hands)]
    return hands if running.swap is not None else [*hands, trump]


def _faces(faces: Iterable[Card | None]) -> str:
    return " ".join("-" if face is None else face.code for face in faces)


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
