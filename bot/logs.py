"""Logging without secrets."""

from __future__ import annotations

import logging
import re
from typing import Final

_INTERACTION_TOKEN: Final = re.compile(r"((?:webhooks|interactions)/\d+/)[\w\-.~]+")
_LEAST: Final = {
    "discord": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncio": logging.INFO,
    "sqlalchemy": logging.WARNING,
}


class RedactTokens(logging.Formatter):
    """Takes interaction tokens out of addresses in lines and tracebacks, whoever logs them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole text of the record without tokens."""
        return _INTERACTION_TOKEN.sub(r"\1…", super().format(record))


def set_up_logging(level: str) -> None:
    """Log to standard error from this level on; others not below what would quote payloads, or every statement."""
    handler = logging.StreamHandler()
    handler.setFormatter(RedactTokens("{asctime} {levelname} {name}: {message}", style="{"))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in _LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))
