"""The process of a program: lines in, lines out, never waiting longer than it is told, and an end to it for certain."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, Final

from bot.arena.faults import Breach, Fault
from bot.arena.protocol import LONGEST_LINE

_CHUNK: Final = 1 << 16
_HELD: Final = (signal.SIGINT, signal.SIGTERM)
_KEPT_OF_STDERR: Final = 2000
"""Bytes."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back while a process is started, lest one is started and forgotten."""
    held: list[int] = []

    def hold(number: int, _frame: FrameType | None) -> None:
        held.append(number)

    handlers = {kind: signal.signal(kind, hold) for kind in _HELD}
    try:
        yield
    finally:
        for kind, handler in handlers.items():
            signal.signal(kind, handler)
        for number in held:
            signal.raise_signal(number)


class Program:
    """A running program. All waiting is for its three pipes at once, so none of them can block another."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it, as the head of a process group of its own; raise `OSError` where it can't be."""
        self._process = subprocess.Popen(  # noqa: S603 - the command is what its user typed
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe for pipe in pipes if pipe is not None)
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._outgoing, self._incoming, self._complaints = bytearray(), bytearray(), bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ, self._take_answers)
        self._selector.register(self._stderr, selectors.EVENT_READ, self._take_complaints)
        self._is_closed = False

    @property
    def stderr(self) -> str:
        """Return the last it wrote to stderr."""
        return self._complaints.decode("utf-8", "replace").strip()

    def send(self, line: bytes) -> None:
        """Queue a line; it is written while an answer is waited for."""
        if self._stdin.closed:
            return
        if not self._outgoing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE, self._write)
        self._outgoing += line

    def line(self, deadline: float) -> bytes:
        """Return the next line; raise `Breach` when there is none until then (`time.monotonic`), or too long a one."""
        while (end := self._incoming.find(b"\n")) < 0 and len(self._incoming) <= LONGEST_LINE:
            if self._is_closed:
                raise Breach(Fault.GONE, "ended by itself")
            self._wait(deadline)
        if end < 0 or end > LONGEST_LINE:
            raise Breach(Fault.TOO_LONG, f"wrote a line of more than {LONGEST_LINE} bytes")
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        return line

    def end(self, grace: float) -> int:
        """Close its stdin, give it so many seconds to end, then end its whole process group; return its exit code.

        Below zero is the signal that ended it.
        """
        deadline = time.monotonic() + grace
        try:
            with suppress(Breach, subprocess.TimeoutExpired):
                while self._outgoing:
                    self._wait(deadline)
                self._close_stdin()
                while not self._is_closed:
                    self._wait(deadline)
                    self._incoming.clear()
                self._process.wait(max(deadline - time.monotonic(), 0))
        finally:
            with suppress(ProcessLookupError, PermissionError):  # macOS forbids it for a group that has ended
                os.killpg(self._process.pid, signal.SIGKILL)
            code = self._process.wait()
            self._take_complaints()
            self._selector.close()
            for pipe in (self._stdin, self._stdout, self._stderr):
                pipe.close()
        return code

    def _wait(self, deadline: float) -> None:
        """Wait until something can be read or written, and do that; raise `Breach` when it is too late."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Breach(Fault.LATE, "didn't answer in time")
        for key, _ in self._selector.select(left):
            key.data()

    def _write(self) -> None:
        with suppress(BlockingIOError):
            try:
                written = os.write(self._stdin.fileno(), self._outgoing[:_CHUNK])
            except BrokenPipeError:
                self._close_stdin()
                return
            del self._outgoing[:written]
            if not self._outgoing:
                self._selector.unregister(self._stdin)

    def _close_stdin(self) -> None:
        if self._outgoing:
            self._selector.unregister(self._stdin)
            self._outgoing.clear()
        self._stdin.close()

    def _take_answers(self) -> None:
        data = self._read(self._stdout)
        self._incoming += data or b""
        self._is_closed = data == b""

    def _take_complaints(self) -> None:
        self._complaints += self._read(self._stderr) or b""
        del self._complaints[:-_KEPT_OF_STDERR]

    def _read(self, pipe: IO[bytes]) -> bytes | None:
        """Return what there is, None for nothing yet; at the end listen no longer."""
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return None
        if not data and pipe in self._selector.get_map():
            self._selector.unregister(pipe)
        return data
