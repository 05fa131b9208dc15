"""The words for table settings, and the selects that choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.arranging import USUAL, in_words
from bot.customid import Press
from bot.items import Router, select
from bot.languages import _, later, n_
from bot.pace import Pace, TurnClock
from bot.render import optionlabels
from bot.render.options import Meaning
from bot.tablesettings import TableSettings
from engine.state import Phase

SETTINGS: Final[Mapping[str, str]] = {
    "pace": later("how long a decision may take, before an AI makes it"),
    "bid_time": later("for the trump and for bids"),
    # L10N: time for playing a card
    "play_time": later("for cards"),
    "takeover": later("who may take the seat of somebody who has left"),
    "posts": later("what the channel gets during a round"),
    "auto_play": later("the only card possible plays itself"),
    "pre_moves": later("choosing the card for one's coming turn"),
    # L10N: hints from the bot, which decision is the best one
    "hints": later("the best decision and why; such a game doesn't count"),
    "pictures": later("hands, table, tricks and scores as pictures"),
    "thread": later("where the game is played"),
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
    if seconds >= 2 * _DAY and seconds % _DAY == 0:
        return n_("{count} day", "{count} days", seconds // _DAY)
    if seconds >= 3600 and seconds % 3600 == 0:
        return _("{hours} h", hours=seconds // 3600)
    if seconds >= 120 and seconds % 60 == 0:
        return _("{minutes} min", minutes=seconds // 60)
    return _("{seconds} s", seconds=seconds)


def times(clock: TurnClock) -> str:
    """Return how long a bid and a card may take."""
    bid, card = clock.seconds(Phase.BIDDING), clock.seconds(Phase.PLAY)
    if bid is None or card is None:
        return _("no clock")
    if bid == card:
        return _("{time} a decision", time=duration(bid))
    return _("{bid_time} a bid, {card_time} a card", bid_time=duration(bid), card_time=duration(card))


PACES: Final[Mapping[str, Meaning]] = {
    Pace.LIVE: Meaning(later("90 s a bid, 60 s a card")),
    Pace.RELAXED: Meaning(later("10 min a decision")),
    Pace.SLOW: Meaning(later("24 h a decision")),
    Pace.OFF: Meaning(later("no clock")),
}
"""What `times` says of every pace."""

_VALUES: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "pace": PACES,
    "takeover": {
        "host": Meaning(later("whoever the host lets")),
        "free": Meaning(later("whoever comes first")),
    },
    "posts": {
        "round": Meaning(later("one message for each round")),
        "trick": Meaning(later("each trick too")),
    },
    "auto_play": {
        "off": Meaning(later("every card is chosen")),
        "on": Meaning(later("after a moment")),
    },
    "pre_moves": {
        "off": Meaning(later("cards are played in turn")),
        "on": Meaning(later("it is played then, if it still may be")),
    },
    "hints": {
        "usual": Meaning(later("where one person plays and the game doesn't count anyway")),
        "on": Meaning(later("for everybody; the game doesn't count")),
        "off": Meaning(later("for nobody")),
    },
    "pictures": {
        "on": Meaning(later("drawn, and told in words for who can't see them")),
        "off": Meaning(later("text only")),
    },
    "thread": {
        "off": Meaning(later("in this channel")),
        "on": Meaning(later("in a thread of its own (needs Create Public Threads)")),
    },
}


def pace_line(clock: TurnClock) -> str:
    """Return the pace in one short phrase: ``Pace: live (90 s a bid, 60 s a card)``."""
    return _("Pace: {pace} ({times})", pace=optionlabels.value("pace", clock.pace), times=times(clock))


def names(settings: TableSettings) -> tuple[str, ...]:
    """Return the settings that mean something beside the others."""
    timed = settings.clock.pace is not Pace.OFF
    return tuple(name for name in SETTINGS if timed or name not in _UNTIMED)


def meaning(settings: TableSettings, name: str) -> str:
    """Return what a setting is set to: its word, and what that means."""
    word = in_words(settings)[name]
    return _time(word) if name in _UNTIMED else f"{optionlabels.value(name, word)} – {_(_VALUES[name][word].text)}"


def _time(word: str) -> str:
    return _("as the pace says") if word == USUAL else duration(int(word))


def control(settings: TableSettings, name: str, press: Press) -> Router:
    """Return the select for a setting."""
    present = in_words(settings)[name]
    choices = _times(present) if name in _UNTIMED else choices_of(name, _VALUES[name])
    for choice in choices:
        choice.default = choice.value == present
    return select(press, optionlabels.name(name), choices)


def choices_of(name: str, meanings: Mapping[str, Meaning]) -> list[discord.SelectOption]:
    """Return a choice for each value of an option or a setting, with what it means."""
    return [
        discord.SelectOption(label=optionlabels.value(name, word), value=word, description=_(it.text))
        for word, it in meanings.items()
    ]


def _times(present: str) -> list[discord.SelectOption]:
    seconds = sorted({*_TIMES, *([] if present == USUAL else [int(present)])})
    return [discord.SelectOption(label=_time(word), value=word) for word in (USUAL, *map(str, seconds))]
