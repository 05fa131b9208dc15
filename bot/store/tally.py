"""What one game adds to the statistics of one person, as values that can be added up in any order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Kind(StrEnum):
    """What is counted. Each line says what `Count.key` is, and what the numbers are beside `count`."""

    GAMES = "games"
    """No key. Finished games; `hits`: wins; `points`: their sum; `best`: of the best game."""
    ROUNDS = "rounds"
    """No key. Rounds; `hits`: exact bids; `points`: their sum; `best`: of the best round. In every tally."""
    SIZE = "size"
    """Cards dealt to each. Rounds; `hits`: exact bids; `points`: their sum; `best`: of the best round."""
    BID = "bid"
    """The bid as it was scored. Rounds with it; `hits`: exact ones. Not where a Bomb cancelled the bids."""
    MISS = "miss"
    """Tricks taken less tricks bid, with its sign. Rounds. Not where a Bomb cancelled the bids."""
    HELD = "held"
    """Code of a special card. Rounds in which it was dealt to them, or they got it for the Werewolf."""
    PLAYED = "played"
    """Code of a special card. Times they played it; `hits`: tricks that it won."""
    AGAINST = "against"
    """Id of another person. Games that both finished; `hits`: finished ahead; `points`: own less the other's."""
    LEVEL = "level"
    """Id of another person. Games that both finished at the same place."""


@dataclass(frozen=True, slots=True, order=True)
class Count:
    """One counter; what its numbers mean depends on its `kind`."""

    kind: Kind
    key: str = ""
    count: int = 0
    hits: int = 0
    points: int = 0
    best: int = 0

    def plus(self, other: Count) -> Count:
        """Return both together; of the same kind and key."""
        return Count(
            self.kind,
            self.key,
            self.count + other.count,
            self.hits + other.hits,
            self.points + other.points,
            max(self.best, other.best),
        )


@dataclass(frozen=True, slots=True)
class Streak:
    """Successes in a row within a stretch of tries: of how many tries, at its beginning, at its end, the longest."""

    length: int = 0
    head: int = 0
    tail: int = 0
    best: int = 0

    @classmethod
    def of(cls, tries: Iterable[bool]) -> Self:
        """Return the streaks in some tries, the earliest first."""
        found = list(tries)
        runs = [0]
        for good in found:
            if good:
                runs[-1] += 1
            else:
                runs.append(0)
        return cls(len(found), runs[0], runs[-1], max(runs))

    def then(self, later: Streak) -> Streak:
        """Return the streaks of this stretch followed by a later one."""
        return Streak(
            self.length + later.length,
            self.head + later.head if self.head == self.length else self.head,
            self.tail + later.tail if later.tail == later.length else later.tail,
            max(self.best, later.best, self.tail + later.head),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's part in one game. Who gave a seat up has rounds in it, but no place."""

    user_id: int
    place: int | None
    points: int | None
    players: int
    exact: Streak
    """Of their rounds, in order: bid exactly or not."""
    counts: tuple[Count, ...]
    """One for each kind and key, in order."""

    @property
    def won(self) -> Streak:
        """Return the game as a stretch of one, or of none."""
        return Streak() if self.place is None else Streak.of([self.place == 1])


@dataclass(frozen=True, slots=True)
class Form:
    """One of somebody's latest games."""

    game_id: int
    ended_at: int
    place: int
    players: int
    points: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is counted of a person in a season, or in all of them; `form` and `seasons` the latest first."""

    counts: tuple[Count, ...] = ()
    exact: Streak = Streak()
    won: Streak = Streak()
    form: tuple[Form, ...] = ()
    seasons: tuple[str, ...] = ()
    """The seasons of which there is something."""
    names: tuple[tuple[int, str], ...] = ()
    """Ids of the person and whom they are compared with, as far as they finished a game, and their latest names."""
    incomplete: bool = False
    """Whether older games of the server have yet to be counted."""
