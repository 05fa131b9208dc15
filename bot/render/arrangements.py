"""The words for table settings, and the selects that choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.arranging import USUAL, in_words
from bot.customid import Press
from bot.items import Router, select
from bot.pace import Pace, TurnClock
from bot.render.options import Meaning
from bot.tablesettings import TableSettings
from engine.state import Phase

SETTINGS: Final[Mapping[str, str]] = {
    "pace": "how long a decision may take, before an AI makes it",
    "bid_time": "for the trump and for bids",
    "play_time": "for cards",
    "takeover": "who may take the seat of somebody who has left",
    "posts": "what the channel gets during a round",
    "auto_play": "the only card possible plays itself",
    "pre_moves": "choosing the card for one's coming turn",
    "thread": "where the game is played",
}
"""Every table setting in the order people are shown them."""
_UNTIMED: Final = ("bid_time", "play_time")
"""What means nothing without a clock."""
_DAY: Final = 86400
_TIMES: Final = (
    *(15, 30, 45, 60, 90, 120, 180, 300, 600, 1200, 1800),
    *(hours * 3600 for hours in (1, 2, 4, 8, 12)),
    *(days * _DAY for days in (1, 2, 3, 5, 7)),
)
"""Seconds to pick from: with the pace's and a present one that isn't here they fill a select."""


def duration(seconds: int) -> str:
    """Return a time in words that people use for it: ``90 s``, ``10 min``, ``24 h``, ``2 days``."""
    for fewest, size, unit in ((2 * _DAY, _DAY, "days"), (3600, 3600, "h"), (120, 60, "min")):
        if seconds >= fewest and seconds % size == 0:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def times(clock: TurnClock) -> str:
    """Return how long a bid and a card may take."""
    bid, card = clock.seconds(Phase.BIDDING), clock.seconds(Phase.PLAY)
    if bid is None or card is None:
        return "no clock"
    if bid == card:
        return f"{duration(bid)} a decision"
    return f"{duration(bid)} a bid, {duration(card)} a card"


PACES: Final[Mapping[str, Meaning]] = {pace: Meaning(times(TurnClock(pace))) for pace in Pace}

_VALUES: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "pace": PACES,
    "takeover": {
        "host": Meaning("whoever the host lets"),
        "free": Meaning("whoever comes first"),
    },
    "posts": {
        "round": Meaning("one message for each round"),
        "trick": Meaning("each trick too"),
    },
    "auto_play": {
        "off": Meaning("every card is chosen"),
        "on": Meaning("after a moment"),
    },
    "pre_moves": {
        "off": Meaning("cards are played in turn"),
        "on": Meaning("it is played then, if it still may be"),
    },
    "thread": {
        "off": Meaning("in this channel"),
        "on": Meaning("in a thread of its own (needs Create Public Threads)"),
    },
}


def pace_line(clock: TurnClock) -> str:
    """Return the pace in one short phrase: ``Pace: live (90 s a bid, 60 s a card)``."""
    return f"Pace: {clock.pace} ({times(clock)})"


def names(settings: TableSettings) -> tuple[str, ...]:
    """Return the settings that mean something beside the others."""
    timed = settings.clock.pace is not Pace.OFF
    return tuple(name for name in SETTINGS if timed or name not in _UNTIMED)


def meaning(settings: TableSettings, name: str) -> str:
    """Return what a setting is set to: its word, and what that means."""
    word = in_words(settings)[name]
    return _time(word) if name in _UNTIMED else f"{word} – {_VALUES[name][word].text}"


def _time(word: str) -> str:
    return "as the pace says" if word == USUAL else duration(int(word))


def control(settings: TableSettings, name: str, press: Press) -> Router:
    """Return the select for a setting."""
    present = in_words(settings)[name]
    choices = _times(present) if name in _UNTIMED else choices_of(_VALUES[name])
    for choice in choices:
        choice.default = choice.value == present
    return select(press, name, choices)


def choices_of(meanings: Mapping[str, Meaning]) -> list[discord.SelectOption]:
    """Return a choice for each value, with what it means."""
    return [discord.SelectOption(label=word, value=word, description=it.text) for word, it in meanings.items()]


def _times(present: str) -> list[discord.SelectOption]:
    seconds = sorted({*_TIMES, *([] if present == USUAL else [int(present)])})
    return [discord.SelectOption(label=_time(word), value=word) for word in (USUAL, *map(str, seconds))]
