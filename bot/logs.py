"""Logging without secrets."""

from __future__ import annotations

import logging
import re
from typing import Final

_INTERACTION_TOKEN: Final = re.compile(r"((?:webhooks|interactions)/\d+/)[\w\-.~]+")


class RedactTokens(logging.Filter):
    """Takes interaction tokens out of addresses, whoever logs them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the message if it has a token."""
        text = record.getMessage()
        redacted = _INTERACTION_TOKEN.sub(r"\1…", text)
        if redacted != text:
            record.msg, record.args = redacted, None
        return True


def set_up_logging(level: str) -> None:
    """Log to standard error from this level on; discord.py never below INFO: its debug lines quote payloads."""
    handler = logging.StreamHandler()
    handler.addFilter(RedactTokens())
    logging.basicConfig(
        level=level, handlers=[handler], format="{asctime} {levelname} {name}: {message}", style="{", force=True
    )
    for noisy in ("discord", "sqlalchemy", "aiosqlite", "asyncio"):
        logging.getLogger(noisy).setLevel(max(logging.INFO, logging.getLogger().level))
