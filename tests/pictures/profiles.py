"""Statistics of people whose pages are looked at, compared and measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, reduce
from typing import Final

from bot.profile import Profile
from bot.store import Count, Form, Kind, Statistics, Streak, Tally
from bot.tallies import tallies
from engine.ai import adept
from engine.options import SPECIAL_CARDS, Length, Options
from engine.record import SeatHolder
from tests.engine.playing import whole_record

SEASON: Final = "2026-11"
EVERYTHING: Final = Options(special_cards=frozenset(SPECIAL_CARDS))


@cache
def _played(options: Options, players: int, games: int) -> tuple[Tally, ...]:
    """Return what some games, played sensibly, add for the first player."""
    found = []
    for number in range(games):
        record = whole_record(options, players, number, (adept,))
        seats = tuple(SeatHolder(str(seat + 1), "") for seat in range(players))
        record = replace(record, seats=seats)
        found.append(tallies(record, record.game())[0])
    return tuple(found)


def statistics(found: tuple[Tally, ...]) -> Statistics:
    """Return what games add up to, as the store keeps it; the seasons are made up."""
    sums: dict[tuple[Kind, str], Count] = {}
    for count in (it for tally in found for it in tally.counts):
        place = (count.kind, count.key)
        sums[place] = sums[place].plus(count) if place in sums else count
    latest = [Form(at, at, it.place or 0, it.players, it.points or 0) for at, it in enumerate(found)]
    return Statistics(
        counts=tuple(sorted(sums.values())),
        exact=reduce(Streak.then, (it.exact for it in found), Streak()),
        won=reduce(Streak.then, (it.won for it in found), Streak()),
        form=tuple(reversed(latest))[:10],
        seasons=(SEASON, "2026-10", "2026-09"),
    )


def profile(options: Options, players: int, games: int, name: str, rival: str = "") -> Profile:
    """Return somebody's statistics after some games; with a rival, whoever sat second."""
    stats = statistics(_played(options, players, games))
    return Profile(1, name, SEASON, stats, 2 if rival else None, rival)


def _of_long_use() -> Profile:
    """Return statistics with large numbers and names, in everything there is."""
    base = profile(replace(EVERYTHING, length=Length.STANDARD), 3, 11, "W" * 60, "Ж" * 40)
    many = tuple(
        Count(it.kind, it.key, 100 * it.count, 100 * it.hits, 100 * it.points, it.best) for it in base.stats.counts
    )
    return replace(base, stats=replace(base.stats, counts=many))


PROFILES: Final[dict[str, Callable[[], Profile]]] = {
    "stats-first-game": lambda: profile(Options(max_rounds=3), 6, 1, "Ada"),
    "stats-standard": lambda: profile(Options(), 3, 6, "\u202e👩‍👩‍👧 <b>&amp;", "احمد العربي"),
    "stats-specials": lambda: profile(EVERYTHING, 4, 14, "Bartholomew", "Zoë"),
    "stats-long-use": _of_long_use,
}
SPECIAL_CARDS_HELD: Final[dict[str, Callable[[], Profile]]] = {
    name.replace("stats", "special-cards"): PROFILES[name] for name in ("stats-specials", "stats-long-use")
}
"""Those who have played with special cards."""
