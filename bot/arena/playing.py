"""The games of an arena: duplicate play, in one process or several.

A *deal set* is as many games as there are seats, all with the same deals: from game to game everybody moves one seat
on. So everybody holds every hand once, and the luck of the deal cancels out.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Final

from bot.arena import protocol
from bot.arena.entrants import RANDOM, Entrant
from bot.arena.faults import Conduct
from bot.arena.opponent import Opponent, require_program
from bot.arena.pace import Pace, Times
from bot.playout import play
from engine import rules
from engine.actions import Decision, Seat
from engine.ai import Policy, random_policy
from engine.ai.levels import Level, decide
from engine.options import Options
from engine.state import Game
from engine.view import View

_ASKED_TO_END: Final = 143
"""What a shell reports for a process that SIGTERM ended."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Equal plans with a budget in deals bring equal games."""

    options: Options
    entrants: tuple[Entrant, ...]
    """By seat in the first game of a deal set."""
    sets: int
    pace: Pace
    seed: int = 0
    patience: float = 10.0
    """Seconds a program has for an answer."""

    @property
    def games(self) -> int:
        """Return how many games that is."""
        return self.sets * len(self.entrants)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return for each seat which entrant has it in the game with this number, from 0."""
        players = len(self.entrants)
        return tuple((seat - number) % players for seat in range(players))


@dataclass(frozen=True, slots=True)
class Result:
    """How one entrant did in one game."""

    points: int
    against: float
    """Points less the mean of the others'."""
    won: float
    """1 for the first place, its share where several have it."""
    exact: float
    """The share of rounds in which the bid was made exactly."""
    decisions: int
    times: Times
    """Of the decisions that were its own, not an Adept's because its program had ended."""
    conduct: Conduct


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its number, from 0, and the results in the order of the plan's entrants."""

    number: int
    results: tuple[Result, ...]


class WorkerLost(Exception):
    """A worker process ended before its games were played."""


class _Level:
    """An AI player at a seat."""

    def __init__(self, policy: Policy) -> None:
        self.conduct, self.times = Conduct(), Times()
        self._policy = policy

    def __call__(self, view: View, rng: Random) -> Decision:
        with self.times.measured():
            return self._policy(view, rng)


class _Counted:
    """Any player, with how often it was asked."""

    def __init__(self, player: _Level | Opponent) -> None:
        self.player, self.decisions = player, 0

    def __call__(self, view: View, rng: Random) -> Decision:
        self.decisions += 1
        return self.player(view, rng)


def play_game(plan: Plan, number: int) -> Played:
    """Play the game with this number, from 0; its programs are started for it and ended with it."""
    seating = plan.seating(number)
    names = [plan.entrants[at].name for at in seating]
    deal_set = number // len(plan.entrants)
    with ExitStack() as stack:
        seats = [_Counted(_player(plan, number, seat, names, stack)) for seat in range(len(seating))]
        _, game = play(plan.options, seats, f"{plan.seed}/{deal_set + 1}")
        last = protocol.end(game.totals, rules.ranking(game))
        for seat in seats:
            if isinstance(seat.player, Opponent):
                seat.player.close(last)
    return Played(number, tuple(_result(game, seat, seats[seat]) for seat in map(seating.index, range(len(seating)))))


def require_programs(plan: Plan) -> None:
    """Start and greet every program once; raise `CannotPlay` for the first that fails."""
    names = [entrant.name for entrant in plan.entrants]
    for entrant in dict.fromkeys(plan.entrants):
        if entrant.command:
            hello = protocol.hello(names.index(entrant.name), names, plan.options, plan.seed, plan.pace, plan.patience)
            require_program(entrant, hello, plan.pace, plan.patience)


def _player(plan: Plan, number: int, seat: Seat, names: list[str], stack: ExitStack) -> _Level | Opponent:
    entrant = plan.entrants[plan.seating(number)[seat]]
    if not entrant.command:
        return _Level(_policy(entrant.name, plan.pace))
    opponent = Opponent(plan.pace, plan.patience)
    stack.callback(opponent.close)
    seed = Random(f"program/{plan.seed}/{number}/{seat}").getrandbits(32)
    opponent.begin(entrant.command, protocol.hello(seat, names, plan.options, seed, plan.pace, plan.patience))
    return opponent


def _policy(name: str, pace: Pace) -> Policy:
    if name == RANDOM:
        return random_policy
    return lambda view, rng: decide(Level(name), view, rng, pace.budget())


def _result(game: Game, seat: Seat, counted: _Counted) -> Result:
    places = rules.ranking(game)
    mine = game.totals[seat]
    return Result(
        points=mine,
        against=mine - (sum(game.totals) - mine) / (game.players - 1),
        won=1 / places.count(1) if places[seat] == 1 else 0.0,
        exact=rules.exact_bids(game.scores, seat) / len(game.scores),
        decisions=counted.decisions,
        times=counted.player.times,
        conduct=counted.player.conduct,
    )


# --- processes -----------------------------------------------------------------------------------


def games(plan: Plan, processes: int) -> Generator[Played]:
    """Yield every game once it is played, in any order. Close this to stop early; raise `WorkerLost` for a dead worker.

    One process is this one.
    """
    if processes == 1:
        yield from (play_game(plan, number) for number in range(plan.games))
        return
    workers = _started(plan, processes)
    try:
        yield from _received(list(workers.values()))
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let SIGTERM end this process the way Ctrl-C does: everything that was started is ended first."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(_ASKED_TO_END))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _started(plan: Plan, processes: int) -> dict[multiprocessing.process.BaseProcess, Connection]:
    context = multiprocessing.get_context("spawn")
    workers: dict[multiprocessing.process.BaseProcess, Connection] = {}
    # Ctrl-C reaches the workers too, but this process ends them: from their first instruction on they don't hear it.
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for first in range(min(processes, plan.games)):
            receiver, sender = context.Pipe(duplex=False)
            worker = context.Process(target=_work, args=(plan, range(first, plan.games, processes), sender))
            worker.start()
            sender.close()
            workers[worker] = receiver
    finally:
        signal.signal(signal.SIGINT, heard)
    return workers


def _received(receivers: list[Connection]) -> Iterator[Played]:
    while receivers:
        for receiver in wait(receivers):
            if not isinstance(receiver, Connection):
                continue
            try:
                got = receiver.recv()
            except (EOFError, OSError):  # at a message's end, or within one
                raise WorkerLost from None
            if got is None:
                receivers.remove(receiver)
            else:
                yield got


def _work(plan: Plan, numbers: Iterable[int], sender: Connection) -> None:
    """Play these games and send each, then None; runs in a worker."""
    signal.signal(signal.SIGINT, lambda *_: None)  # ignoring it would be handed down to programs
    with ended_in_order():
        threading.Thread(target=_end_with_parent, daemon=True).start()
        for number in numbers:
            sender.send(play_game(plan, number))
        sender.send(None)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
