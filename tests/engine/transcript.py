"""A whole game as readable text, state by state."""

from __future__ import annotations

from collections.abc import Iterable

from engine import options as opts
from engine.cards import codes, sort_key
from engine.dealing import commitment
from engine.game import apply, current_round, new_game
from engine.record import Record
from engine.state import (
    BidMade,
    CardPlayed,
    DealerDrawn,
    Dealt,
    Event,
    Game,
    GameOver,
    RoundScored,
    TrickTaken,
    TrumpNamed,
)


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
        case DealerDrawn(dealer):
            return [f"seat {dealer} deals first"]
        case Dealt(number, size, dealer, upcard):
            head = f"round {number}: hands of {size}, seat {dealer} deals, {upcard or 'nothing'} turned up"
            return ["", head, *_hands(game)]
        case TrumpNamed(seat, suit):
            return [f"  seat {seat} names {suit}"]
        case BidMade(seat, tricks):
            return [f"  seat {seat} bids {tricks}"]
        case CardPlayed():
            return []
        case TrickTaken(trick):
            return [f"  seat {trick.leader} leads {codes(trick.cards)}, seat {trick.winner} wins"]
        case RoundScored(score):
            totals = f"totals {_row(game.totals)}"
            return [f"  bids {_row(score.bids)}; taken {_row(score.taken)}; points {_row(score.points)}; {totals}"]
        case GameOver(places):
            return ["", f"over: places {_row(places)}"]


def _hands(game: Game) -> list[str]:
    running = current_round(game)
    named = "  the dealer names the trump"
    trump = named if running.chooser is not None else f"  trump {running.trump}" if running.trump else "  no trump"
    hands = [f"  seat {seat}: {codes(sorted(hand, key=sort_key))}" for seat, hand in enumerate(running.hands)]
    return [*hands, trump]


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
