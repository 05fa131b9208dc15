"""Somebody's statistics as they are shown: figures worked out from the counters, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bot.rhythm import ALL_TIME
from bot.store import Count, Kind, Season, Statistics
from engine import special


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int = 0
    of: int = 0

    @property
    def whole(self) -> int:
        """Return the share in per cent, as a whole number."""
        return round(100 * self.hits / self.of) if self.of else 0

    @property
    def percent(self) -> str:
        """Return the share with its sign; a dash where there is nothing to have a share of."""
        return f"{self.whole} %" if self.of else "–"


@dataclass(frozen=True, slots=True)
class SpecialCard:
    """How somebody fares with one special card: rounds it was dealt to them, times played, tricks it won."""

    code: str
    held: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class Duel:
    """The games that two people finished together, from the view of the first."""

    games: int
    ahead: int
    level: int
    points: int
    """Own points less the other's, over all these games."""

    @property
    def behind(self) -> int:
        """Return in how many the other one was ahead."""
        return self.games - self.ahead - self.level


@dataclass(frozen=True)
class Profile:
    """The statistics of one person in a season, or in `ALL_TIME`."""

    user_id: int
    name: str
    season: str
    stats: Statistics = field(repr=False)
    rival_id: int | None = None
    rival: str = ""
    """Whom they are compared with."""
    seasons: tuple[Season, ...] = ()
    """The seasons that the server lists, for their names."""

    @cached_property
    def _counts(self) -> Mapping[Kind, Mapping[str, Count]]:
        found: dict[Kind, dict[str, Count]] = {kind: {} for kind in Kind}
        for count in self.stats.counts:
            found[count.kind][count.key] = count
        return found

    def _only(self, kind: Kind, key: str = "") -> Count:
        return self._counts[kind].get(key, Count(kind, key))

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is counted."""
        return not self.stats.counts

    @property
    def all_time(self) -> bool:
        """Return whether it is about all seasons together."""
        return self.season == ALL_TIME

    @property
    def games(self) -> Count:
        """Return the games: `hits` won, `points` and the `best` of one."""
        return self._only(Kind.GAMES)

    @property
    def wins(self) -> Share:
        """Return the games won of all."""
        return Share(self.games.hits, self.games.count)

    @property
    def exact(self) -> Share:
        """Return the exact bids of all rounds."""
        rounds = self._only(Kind.ROUNDS)
        return Share(rounds.hits, rounds.count)

    @property
    def over(self) -> Share:
        """Return the bids that were too high."""
        return self._missed(lambda off: off < 0)

    @property
    def under(self) -> Share:
        """Return the bids that were too low."""
        return self._missed(lambda off: off > 0)

    def _missed(self, fits: Callable[[int], bool]) -> Share:
        misses = self._counts[Kind.MISS].items()
        return Share(sum(count.count for key, count in misses if fits(int(key))), self.exact.of)

    @property
    def net(self) -> int:
        """Return how many tricks more were bid than taken; below 0, fewer."""
        return -sum(int(key) * count.count for key, count in self._counts[Kind.MISS].items())

    @property
    def by_size(self) -> tuple[tuple[int, Share], ...]:
        """Return the exact bids for each number of cards, the fewest first."""
        sizes = sorted((int(key), count) for key, count in self._counts[Kind.SIZE].items())
        return tuple((size, Share(count.hits, count.count)) for size, count in sizes)

    @property
    def favourite(self) -> Count | None:
        """Return the bid made most often, of several the lowest."""
        bids = self._counts[Kind.BID].values()
        return max(bids, key=lambda bid: (bid.count, -int(bid.key)), default=None)

    @property
    def best_round(self) -> tuple[int, int] | None:
        """Return the most points of a round, and how few cards it took."""
        sizes = self._counts[Kind.SIZE].values()
        best = max(sizes, key=lambda size: (size.best, -int(size.key)), default=None)
        return None if best is None else (best.best, int(best.key))

    @property
    def specials(self) -> tuple[SpecialCard, ...]:
        """Return the special cards they have held or played, in the order of the deck."""
        cards = []
        for code in special.codes():
            held, played = self._only(Kind.HELD, code), self._only(Kind.PLAYED, code)
            if held.count or played.count:
                cards.append(SpecialCard(code, held.count, played.count, played.hits))
        return tuple(cards)

    @property
    def duel(self) -> Duel | None:
        """Return the games with the other person; None where nobody is asked about."""
        if self.rival_id is None:
            return None
        key = str(self.rival_id)
        both = self._only(Kind.AGAINST, key)
        return Duel(both.count, both.hits, self._only(Kind.LEVEL, key).count, both.points)
