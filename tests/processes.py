"""Processes of processes: who they are, and that they have ended."""

from __future__ import annotations

import os
import select
from collections.abc import Iterable
from pathlib import Path

PATIENCE = 30_000
"""Milliseconds until a process that lives on counts as an orphan."""


def children(pid: int) -> list[int]:
    """Return the processes this one has started."""
    return [int(at.name) for at in Path("/proc").glob("[0-9]*") if _parent(at) == pid]


def _parent(process: Path) -> int | None:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def watch(pids: Iterable[int]) -> list[int]:
    """Return a descriptor of each process, which stays its own when the number is used again."""
    return [os.pidfd_open(pid) for pid in pids]


def assert_gone(watched: Iterable[int]) -> None:
    """Wait until each watched process has ended."""
    for descriptor in watched:
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        assert poll.poll(PATIENCE), "a process outlives its parent"
        os.close(descriptor)
