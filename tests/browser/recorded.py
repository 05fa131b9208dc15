"""``wizard-bot`` that notes every request the simulated Discord got, to be checked when it has ended."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from simcord.env import Env

from bot.cli import main

NOTES = "WIZARD_TEST_REQUESTS"


def note_requests() -> None:
    """Write the requests down when the simulation shuts down."""
    shutdown = Env.shutdown

    async def noting(self: Env) -> None:
        _write(self, Path(os.environ[NOTES]))
        await shutdown(self)

    Env.shutdown = noting


def _write(env: Env, notes: Path) -> None:
    requests = [(entry.method, entry.path, entry.json) for entry in env.backend.http_requests]
    notes.write_text(json.dumps(requests), encoding="utf-8")


if __name__ == "__main__":
    note_requests()
    sys.exit(main())
