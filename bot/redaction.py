"""What must not be read in a log: secrets known by their value, and others by what they look like.

A value is known from the moment it comes into the process: the bot's token and the database's password with the
settings, an interaction's token when the interaction arrives, a deck's secret when its table is opened.
"""

from __future__ import annotations

import base64
import re
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

HIDDEN: Final = "…"

_SHAPES: Final = tuple(
    (needle, re.compile(pattern), shown)
    for needle, pattern, shown in (
        # Addresses of webhooks and interactions.
        ("s/", r"((?:webhooks|interactions)/\d+/)[\w\-.~%+=]+", rf"\1{HIDDEN}"),
        # An interaction's token anywhere: Base64 of "interaction:".
        ("aW50ZXJhY3Rpb2", r"aW50ZXJhY3Rpb2[45][\w\-.~+/=]{6,}", HIDDEN),
        # A bot's token: its id in Base64, a time, a signature.
        (".", r"(?<![\w\-])[\w\-]{20,}\.[\w\-]{5,}\.[\w\-]{25,}", HIDDEN),
        # An address with a password.
        ("://", r"(\w://[^\s:/@]*:)[^\s\"'<>]*@", rf"\1{HIDDEN}@"),
        ("assword=", r"([Pp]assword=)[^\s&\"']+", rf"\1{HIDDEN}"),
        # Payloads, as JSON, as Python shows them, and as JSON in strings in strings.
        ("token", r"(\\*[\"'](?:\w+_)?token\\*[\"']\s*:\s*\\*[\"'])[^\"'\\]+", rf"\1{HIDDEN}"),
        # A deck's secret.
        ("", r"\b[0-9a-fA-F]{64}\b", HIDDEN),
    )
)
"""What is looked for only where its needle is found, the pattern, and what is shown for it."""

_TAIL: Final = 8
"""A value is looked for by its end: tokens of one bot all begin alike."""
_TOKENS: Final = 4096
"""So many interaction tokens are known by value; each is of use for 15 minutes, and known by its shape for ever."""
_SHORTEST: Final = 4
"""Anything shorter would blank out half of every line, and protects nothing."""


class Secrets:
    """The secrets of this process."""

    def __init__(self) -> None:
        self._lasting: set[str] = set()
        self._by_tail: defaultdict[str, set[str]] = defaultdict(set)
        self._tokens: OrderedDict[str, None] = OrderedDict()

    def keep(self, value: str) -> None:
        """Hide this value for as long as the process runs, also as it stands in an address."""
        if len(value) >= _SHORTEST:
            self._lasting |= {value, quote(value, safe="")}

    def token(self, value: str) -> None:
        """Hide the token of an interaction; the oldest of very many are forgotten."""
        if value in self._tokens or len(value) < _TAIL:
            return
        self._tokens[value] = None
        self._by_tail[value[-_TAIL:]].add(value)
        if len(self._tokens) > _TOKENS:
            self._forget(self._tokens.popitem(last=False)[0])

    def deck(self, secret: bytes) -> None:
        """Hide the secret of a deck, however bytes are shown."""
        for form in _forms(secret):
            self._by_tail[form[-_TAIL:]].add(form)

    def forget_deck(self, secret: bytes) -> None:
        """Hide a deck's secret no longer: its game is over, and everybody may know it."""
        for form in _forms(secret):
            self._forget(form)

    def _forget(self, value: str) -> None:
        tail = value[-_TAIL:]
        self._by_tail[tail].discard(value)
        if not self._by_tail[tail]:
            del self._by_tail[tail]

    def hide(self, text: str) -> str:
        """Return the text without secrets."""
        for value in sorted(self._lasting, key=len, reverse=True):
            text = text.replace(value, HIDDEN)
        for value in sorted(self._found(text), key=len, reverse=True):
            text = text.replace(value, HIDDEN)
        for needle, shape, shown in _SHAPES:
            if needle in text:
                text = shape.sub(shown, text)
        return text

    def _found(self, text: str) -> Iterator[str]:
        if not self._by_tail:
            return
        ends = {text[at : at + _TAIL] for at in range(len(text) - _TAIL + 1)}
        for tail in self._by_tail.keys() & ends:
            yield from (value for value in self._by_tail[tail] if value in text)


def _forms(secret: bytes) -> tuple[str, ...]:
    shown = repr(secret)[2:-1]
    standard = base64.b64encode(secret).decode().rstrip("=")
    address = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return secret.hex(), secret.hex().upper(), shown, shown.replace("\\", "\\\\"), standard, address


SECRETS: Final = Secrets()
"""Those of this process: whatever it logs goes through them."""
