"""Table settings in words, both ways: as they are picked on Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.pace import Pace, TurnClock
from bot.tablesettings import Hints, Posts, TableSettings, Takeover
from engine.options import InvalidOptions

USUAL: Final = "usual"
"""The time that the pace says."""
_SWITCHES: Final = ("auto_play", "pre_moves", "pictures", "thread")
SWITCH: Final = {"on": True, "off": False}


def changed(settings: TableSettings, name: str, word: str) -> TableSettings:
    """Return the settings with this one chosen; raise `InvalidOptions` for what means nothing here."""
    try:
        return _changed(settings, name, word)
    except (KeyError, ValueError):
        raise InvalidOptions("That value isn't possible here.") from None


def _changed(settings: TableSettings, name: str, word: str) -> TableSettings:
    clock = settings.clock
    match name:
        case "pace" if word == clock.pace:
            return settings
        case "pace":  # times of one's own are for the pace they were chosen with
            return replace(settings, clock=TurnClock(Pace(word)))
        case "bid_time":
            return replace(settings, clock=replace(clock, bid_seconds=_seconds(word)))
        case "play_time":
            return replace(settings, clock=replace(clock, play_seconds=_seconds(word)))
        case "takeover":
            return replace(settings, takeover=Takeover(word))
        case "posts":
            return replace(settings, posts=Posts(word))
        case "hints":
            return replace(settings, hints=Hints(word))
    switch: dict[str, Any] = {name: SWITCH[word]}
    if name not in _SWITCHES:
        raise KeyError(name)
    return replace(settings, **switch)


def _seconds(word: str) -> int | None:
    return None if word == USUAL else int(word)


def in_words(settings: TableSettings) -> dict[str, str]:
    """Return the word for each setting's value, as `changed` reads it."""
    clock = settings.clock
    return {
        "pace": clock.pace,
        "bid_time": USUAL if clock.bid_seconds is None else str(clock.bid_seconds),
        "play_time": USUAL if clock.play_seconds is None else str(clock.play_seconds),
        "takeover": settings.takeover,
        "posts": settings.posts,
        "auto_play": switch_word(on=settings.auto_play),
        "pre_moves": switch_word(on=settings.pre_moves),
        "hints": settings.hints,
        "pictures": switch_word(on=settings.pictures),
        "thread": switch_word(on=settings.thread),
    }


def switch_word(*, on: bool) -> str:
    """Return the word for something that is on or off."""
    return "on" if on else "off"
