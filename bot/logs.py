"""Logging without secrets, as text or as one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Literal

from bot.about import about
from bot.redaction import SECRETS

LogFormat = Literal["text", "json"]

_KNOWN: Final = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
"""What every record has; the rest are fields that somebody added."""
_LEAST: Final = {
    "discord": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncio": logging.INFO,
    "sqlalchemy": logging.WARNING,
}
"""Below these, others would quote payloads, or every statement."""


class Text(logging.Formatter):
    """Lines for people: when, how bad, where, what it is about, what happened. Nothing secret leaves it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole text of the record, its traceback too, without secrets."""
        return SECRETS.hide(super().format(record))

    def usesTime(self) -> bool:  # noqa: N802 - the name is logging's
        """Return True: every line says when."""
        return True

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Return the line itself."""
        what = f" [{it}]" if (it := str(about())) else ""
        return f"{record.asctime} {record.levelname} {record.name}{what}: {record.message}"


class Json(logging.Formatter):
    """One JSON object a line, for machines; ids are text, as numbers of their size get lost in many programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line without secrets."""
        here = about()
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "table": None if here.table is None else str(here.table),
            "interaction": None if here.interaction is None else str(here.interaction),
            "error": self.formatException(record.exc_info) if record.exc_info else record.exc_text,
            "stack": record.stack_info,
        } | {name: value for name, value in vars(record).items() if name not in _KNOWN}
        return json.dumps({name: _safe(value) for name, value in line.items() if value is not None})


def _safe(value: object) -> object:
    """Return a value of a field without secrets: before it is written as JSON, where they may look different."""
    return value if isinstance(value, bool | int | float) else SECRETS.hide(str(value))


class Handler(logging.StreamHandler[Any]):
    """Writes to a stream; what can't be written is told without quoting it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        """Say that a line is missing: logging itself would print its arguments."""
        kind = getattr(sys.exc_info()[0], "__name__", "")
        with suppress(OSError, ValueError):  # nobody reads it any more
            self.stream.write(f"A line of {record.name} can't be logged ({record.module}:{record.lineno}, {kind})\n")


_FORMATTERS: Final = {"text": Text, "json": Json}


def set_up_logging(level: str, form: LogFormat = "text") -> None:
    """Log to standard error from this level on; others not below what would quote payloads, or every statement."""
    handler = Handler()
    handler.setFormatter(_FORMATTERS[form]())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    for name, least in _LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))


def log_what_nobody_catches() -> None:
    """Log what would end a thread or the process: Python itself would print it as it is."""
    sys.excepthook = _log_uncaught
    sys.unraisablehook = lambda it: _log_uncaught(it.exc_type, it.exc_value, it.exc_traceback)
    threading.excepthook = lambda it: _log_uncaught(it.exc_type, it.exc_value, it.exc_traceback)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    if error is not None:
        logging.getLogger(__name__).critical("Nobody caught %s", kind.__name__, exc_info=(kind, error, trace))
