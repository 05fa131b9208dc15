"""One bot with a token on a machine: Discord lets a second one in, and both would act on every click.

Two bots on one SQLite file are told apart by the file's lock (store/database.py); this is for two of them on different
files. Bots on other machines can't be seen from here.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from bot.store.database import sqlite_file

_TOKEN: Final = re.compile(r"([\w-]{20,})\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)
"""The bot's id in Base64, a time, a signature."""


class AlreadyRunning(Exception):
    """Another bot with this token runs on this machine; the text is one sentence for whoever hosts it."""


def bot_id(token: str) -> int | None:
    """Return the id of the bot that a token is of; None for what doesn't look like a token."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        return None
    coded = match[1]
    try:
        return int(base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)))
    except ValueError:
        return None


@contextmanager
def alone(token: str, database_url: str) -> Iterator[None]:
    """Be the only bot with this token on this machine; raise `AlreadyRunning` where there is one.

    Bots that share a PostgreSQL database may have one token. Raise StoreError for a URL the store can't serve.
    """
    if sqlite_file(database_url) is None or sys.platform != "linux":
        yield
        return
    with closing(_socket()) as claim:
        try:
            claim.bind(_address(token))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise AlreadyRunning(
                "Another bot with this token is running on this machine: stop that one first."
            ) from None
        yield


def is_running(token: str) -> bool:
    """Return whether a bot with this token is seen on this machine, without getting in its way."""
    if sys.platform != "linux":
        return False
    with closing(_socket()) as asking:
        try:
            asking.connect(_address(token))
        except ConnectionRefusedError:
            return False
        return True


def _socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)


def _address(token: str) -> bytes:
    """Return an address that is no file: the kernel frees it at a crash, and no cleaning of /tmp takes it away.

    It tells nothing of the token, and stays the same when the token is reset.
    """
    whose = bot_id(token) or token
    return b"\0wizard-bot/" + hashlib.sha256(f"{whose}".encode()).hexdigest()[:32].encode()
