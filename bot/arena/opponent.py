"""A program at a seat: it is asked, and where it gives no legal answer in time an Adept decides."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.arena import protocol
from bot.arena.entrants import Entrant
from bot.arena.faults import ENDING, Breach, Conduct, Fault
from bot.arena.pace import Pace, Times
from bot.arena.plain import PlainViews
from bot.arena.program import Program, undisturbed
from engine.actions import Decision
from engine.ai.judgement import Budget
from engine.ai.levels import Level, decide
from engine.view import View

GRACE: Final = 1.0
"""Seconds a program has to end once its stdin is closed."""
_MOST_UNASKED: Final = 1000
"""Answers nobody waited for, in one game."""
_MOST_LATE: Final = 3
"""In a row."""


class CannotPlay(Exception):
    """A program that doesn't start, or doesn't answer the greeting; the text is a sentence."""


class Opponent:
    """The player of one game that a program is; a policy, until `close`."""

    def __init__(self, pace: Pace, patience: float) -> None:
        self.conduct, self.times = Conduct(), Times()
        self._pace = pace
        self._patience = patience
        """Seconds."""
        self._views = PlainViews()
        self._number = protocol.HELLO
        self._given_up: set[int] = set()
        """Requests that are no longer waited for, and may still be answered."""
        self._late = 0
        self._program: Program | None = None

    def begin(self, command: Sequence[str], hello: bytes) -> None:
        """Start the program and greet it; where that fails an Adept plays the game."""
        try:
            with undisturbed():
                self._program = program = Program(command)
        except (OSError, ValueError) as error:  # a NUL in the command is a ValueError
            self._note(Breach(Fault.GREETING, f"can't be started ({getattr(error, 'strerror', None) or error})"))
            return
        program.send(hello)
        try:
            protocol.require_welcome(protocol.answer(program.line(time.monotonic() + self._patience)))
        except Breach as breach:
            fault = breach.fault if breach.fault in ENDING else Fault.GREETING
            self._note(Breach(fault, f"{breach} at the greeting"))

    def __call__(self, view: View, rng: Random) -> Decision:
        """Return the program's decision, or an Adept's."""
        if self._program is not None:
            try:
                with self.times.measured():
                    return self._asked(self._program, view)
            except Breach as breach:
                self._given_up.add(self._number)
                self._note(breach)
        self.conduct.by_adept += 1
        return decide(Level.ADEPT, view, rng, Budget(1))

    def close(self, last: bytes = b"") -> None:
        """End the program, telling it this first."""
        if self._program is not None:
            self._program.send(last)
            self._end(self._program, GRACE)

    def _asked(self, program: Program, view: View) -> Decision:
        self._number += 1
        program.send(protocol.decide(self._number, self._pace, self._views.plain(view), view.legal))
        deadline = time.monotonic() + self._patience
        while True:
            read = protocol.answer(program.line(deadline))
            if read["id"] == self._number:
                self._late = 0
                return protocol.decision(read, view.legal)
            self._skip(read["id"])

    def _skip(self, number: int) -> None:
        """Take note of an answer to no open request; the first to one that was given up is nothing wrong."""
        if number in self._given_up:
            self._given_up.remove(number)
            return
        self.conduct.faults[Fault.UNASKED] += 1
        if self.conduct.faults[Fault.UNASKED] > _MOST_UNASKED:
            raise Breach(Fault.TALKATIVE, f"wrote more than {_MOST_UNASKED} answers nobody waited for")

    def _note(self, breach: Breach) -> None:
        """Count what was done wrong, and end the program where that is the price."""
        self.conduct.faults[breach.fault] += 1
        self.conduct.why = str(breach)
        self._late = self._late + 1 if breach.fault is Fault.LATE else 0
        program = self._program
        if program is None:
            return
        if breach.fault in ENDING or self._late == _MOST_LATE:
            code = self._end(program, GRACE if breach.fault is Fault.GONE else 0)
            if breach.fault is Fault.GONE:
                self.conduct.why += f" ({_ended(code)})"

    def _end(self, program: Program, grace: float) -> int:
        self._program = None
        code = program.end(grace)
        if self.conduct.why:
            self.conduct.stderr = program.stderr
        return code


def _ended(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def require_program(entrant: Entrant, hello: bytes, pace: Pace, patience: float) -> None:
    """Start a program, greet it and end it again; raise `CannotPlay` with what went wrong."""
    opponent = Opponent(pace, patience)
    try:
        opponent.begin(entrant.command, hello)
    finally:
        opponent.close()
    if opponent.conduct.faults:
        last = opponent.conduct.stderr.splitlines()[-1:]
        complaint = f" Its last line on stderr: {last[0]}" if last else ""
        raise CannotPlay(f"{entrant.name} can't play: it {opponent.conduct.why}.{complaint}")
