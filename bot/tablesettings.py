"""How a table is run, beside the options of its game: pace, seats taken over, what is posted, what plays itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any, Final

from bot.languages import ENGLISH, LANGUAGES
from bot.pace import Pace, TurnClock
from engine.ai.levels import Level

_ENOUGH_WITHOUT_HINTS: Final = 2
"""From so many people on they play against each other."""


class Takeover(StrEnum):
    """Who decides that somebody takes over the seat of a person who is away."""

    HOST = "host"
    FREE = "free"


class Posts(StrEnum):
    """What is posted in the channel while a round is played."""

    ROUND = "round"
    TRICK = "trick"


class Hints(StrEnum):
    """Whether people may ask which decision is best; a game in which they may doesn't count."""

    USUAL = "usual"
    """Where fewer than two people play and the game doesn't count anyway."""
    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table; the defaults are what most people want."""

    clock: TurnClock = field(default_factory=TurnClock)
    takeover: Takeover = Takeover.HOST
    posts: Posts = Posts.ROUND
    ai_players: bool = True
    """Whether AI players may fill empty seats: the server says so, not the host."""
    ai_level: Level = Level.ADEPT
    """How strong those are for whom the host chooses nothing: the server says so."""
    auto_play: bool = False
    """Whether a card that is the only one possible plays itself after a moment."""
    pre_moves: bool = False
    """Whether people may choose the card for their coming turn."""
    hints: Hints = Hints.USUAL
    pictures: bool = True
    """Whether messages show pictures of hands, table, tricks and scores."""
    thread: bool = False
    """Whether the table gets a thread of its own."""
    language: str = ENGLISH
    """The language of what everybody reads: chosen when the table is opened, not by the host."""
    min_humans: int = 2
    """How many people a game needs to count: the server says so, or whoever runs the bot, when it is opened."""

    def allow_hints(self, people: int) -> bool:
        """Return whether people may ask for hints where so many hold seats."""
        usual = people < _ENOUGH_WITHOUT_HINTS and people < self.min_humans
        return usual if self.hints is Hints.USUAL else self.hints is Hints.ON


def to_json(settings: TableSettings) -> dict[str, Any]:
    """Return the settings as plain values, in the order of their definition."""
    return asdict(settings)


def from_json(plain: Mapping[str, Any]) -> TableSettings:
    """Read settings back: missing ones take their default, unknown ones are left out; raise ValueError otherwise."""
    known = {f.name: plain[f.name] for f in fields(TableSettings) if f.name in plain}
    if "clock" in known:
        clock = dict(known["clock"])
        known["clock"] = TurnClock(Pace(clock.pop("pace")), **clock)
    for name, kind in (("takeover", Takeover), ("posts", Posts), ("ai_level", Level), ("hints", Hints)):
        if name in known:
            known[name] = kind(known[name])
    if known.get("language") not in LANGUAGES:  # another version's
        known.pop("language", None)
    return TableSettings(**known)
