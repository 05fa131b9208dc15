"""A finished game trick by trick: how everything lay before each trick, folded from its record, all hands open.

Only a finished game has a record, so nothing of a running one can get here.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from bot.finished import occupants, read, table_of
from bot.store import GameRow, Store
from bot.table import Table
from bot.tableview import TableView, public_view
from engine import game as engine
from engine.actions import Seat
from engine.cards import Card, sort_key
from engine.options import Bidding
from engine.record import Record
from engine.state import Game, Phase, RoundScore, Trick

_KEPT: Final = 16
"""So many folded games stay in memory, some hundred kilobytes each: somebody who looks through one clicks often."""


@dataclass(frozen=True, slots=True)
class Start:
    """The game when a trick is to be led, and how many actions there were before."""

    game: Game
    actions: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game, and for each of its rounds the starts of its tricks."""

    table: Table
    record: Record
    starts: tuple[tuple[Start, ...], ...]

    @property
    def rounds(self) -> tuple[RoundScore, ...]:
        """Return the rounds as they were scored."""
        return self.table.playing.scores

    def before(self, number: int, trick: int) -> tuple[int, int] | None:
        """Return round and trick of the step before one; None before the first."""
        if trick:
            return number, trick - 1
        return (number - 1, len(self.starts[number - 2])) if number > 1 else None

    def after(self, number: int, trick: int) -> tuple[int, int] | None:
        """Return round and trick of the step after one; None after the last."""
        if trick < len(self.starts[number - 1]):
            return number, trick + 1
        return (number + 1, 0) if number < len(self.starts) else None

    def step(self, number: int, trick: int) -> Step:
        """Return a step of a round, the nearest one there is; trick 0 is before the first one."""
        number = min(max(1, number), len(self.starts))
        starts = self.starts[number - 1]
        trick = min(max(0, trick), len(starts))
        start = starts[max(0, trick - 1)]
        table = replace(self.table, seats=occupants(self.record, start.actions), game=_opened(start.game))
        return Step(public_view(table), self.rounds[number - 1], trick, _hands(start.game))


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a replay: how all was before a trick, and the trick. Trick 0: the deal and the bids."""

    view: TableView
    """The table just before the trick; with trick 0 before the first."""
    score: RoundScore
    trick: int
    hands: tuple[tuple[Card, ...], ...]

    @property
    def done(self) -> Trick | None:
        """Return the trick as it was finished; None before the first one."""
        return self.score.tricks[self.trick - 1] if self.trick else None

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return what a seat held."""
        return self.hands[seat]


class Replays:
    """The replays of finished games, folded from what the store has of them now."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, tuple[str, Replay]] = OrderedDict()

    async def of(self, row: GameRow) -> Replay | None:
        """Return the replay of a game; None for one of which no record is kept, or none this version can read."""
        text = await self._store.record(row.id)
        known, replay = self._kept.get(row.id, ("", None))
        if text is None or text != known:  # deleted, or changed: what is remembered of it must not be seen again
            self._kept.pop(row.id, None)
            replay = None if text is None else await asyncio.to_thread(_folded, row, text)
        if text is not None and replay is not None:
            self._kept[row.id] = text, replay
            self._kept.move_to_end(row.id)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return replay

    def forget(self) -> None:
        """Drop what is in memory: somebody in it is to be forgotten."""
        self._kept.clear()


def _folded(row: GameRow, text: str) -> Replay | None:
    record = read(row.id, text)
    return None if record is None else fold(row, record)


def fold(row: GameRow, record: Record) -> Replay:
    """Return the replay of a finished game from its whole record."""
    game = engine.new_game(record.options, len(record.seats))
    starts: list[list[Start]] = []
    for done, action in enumerate(record.actions, 1):
        game, _ = engine.apply(game, action)
        here = game.round
        if here is None or here.trick.cards or engine.phase(game) is not Phase.PLAY:
            continue
        if not here.tricks:
            starts.append([])
        starts[-1].append(Start(game, done))
    return Replay(table_of(row, record, game), record, tuple(map(tuple, starts)))


def _opened(game: Game) -> Game:
    """Return the game as if all bids had been open."""
    return replace(game, options=replace(game.options, bidding=Bidding.OPEN))


def _hands(game: Game) -> tuple[tuple[Card, ...], ...]:
    hands = engine.current_round(game).hands
    return tuple(tuple(sorted(hand, key=sort_key)) for hand in hands)
