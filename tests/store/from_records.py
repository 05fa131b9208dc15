"""What standings, ratings and statistics have to be, from nothing but the texts of records: a second way to count.

Beside the records only this is known: of which game of which server each is, when it ended, which season ran then, and
what admins have taken out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import Any, Final

from bot.ranking import Placing, Rating, rated, season_points
from bot.rhythm import ALL_TIME, BETWEEN
from bot.store import tally
from bot.store.schema import played, standing, stat, streak
from bot.tallies import tallies
from engine import rules
from engine.game import apply, new_game
from engine.record import Record, load

Rows = set[tuple[Any, ...]]
_WORTH: Final = ("game_id", "seat", "season_points", "mu", "sigma")


@dataclass(frozen=True)
class Ended:
    """A record, and what is known beside it."""

    ended_at: int
    game_id: int
    guild_id: int
    season: str
    text: str


@dataclass(frozen=True)
class Part:
    """What one person did in one game: their own rounds, in order, and the result of the seat, if it was theirs."""

    person: int
    name: str
    made: tuple[bool, ...]
    seat: int = -1
    exact: int = 0
    bids: int = 0
    points: int | None = None
    place: int | None = None
    acted: bool = False
    away: bool = False


def tables(games: Iterable[Ended], out: Callable[[int, int], bool]) -> dict[str, Rows]:
    """Return the rows of every table that is counted; `out` says who is kept out of which server's standings.

    `games` are those that no admin has taken out.
    """
    found: defaultdict[str, Rows] = defaultdict(set)
    by_guild: defaultdict[int, list[Ended]] = defaultdict(list)
    for ended in sorted(games, key=lambda it: (it.ended_at, it.game_id)):
        by_guild[ended.guild_id].append(ended)
    for guild_id, its in by_guild.items():
        replayed = [(ended, record, parts) for ended in its for record, parts in _replayed(ended.text)]
        counted = [(ended, record, parts) for ended, record, parts in replayed if _counts(record, parts)]
        worths = _worths(counted)
        found["worth"] |= {row for rows in worths.values() for row in rows.values()}
        found["standing"] |= set(_standings(guild_id, counted, worths, out))
        found["played"] |= {_row(played, it) for one in counted for it in _played(*one)}
        found["stat"] |= set(_stats(guild_id, counted))
        found["streak"] |= set(_streaks(guild_id, counted))
    return found


_Game = tuple[Ended, Record, list[Part]]
_Worths = dict[int, dict[int, tuple[Any, ...]]]


def _row(table: Any, values: dict[str, Any]) -> tuple[Any, ...]:
    assert values.keys() == set(table.c.keys())
    return tuple(values[column.name] for column in table.c)


# --- one game ------------------------------------------------------------------------------------


def _replayed(text: str) -> Iterator[tuple[Record, list[Part]]]:
    """Play a record again, action by action, and look who sat where when a round was scored."""
    record = load(text)
    game = new_game(record.options, len(record.seats))
    made: defaultdict[int, list[bool]] = defaultdict(list)
    names: dict[int, str] = {}
    for at, action in enumerate(record.actions):
        before = len(game.scores)
        game, _ = apply(game, action)
        for score in game.scores[before:]:
            for seat, holder in enumerate(record.holders(at)):
                if not holder.is_ai:
                    made[int(holder.player)].append(score.bids[seat] == score.taken[seat] and not score.cancelled)
                    names[int(holder.player)] = holder.name
    places, finish = rules.ranking(game), record.finish
    final = {int(it.player): (seat, it) for seat, it in enumerate(record.final_seats) if not it.is_ai}
    parts = [Part(person, names[person], tuple(made[person])) for person in made.keys() - final.keys()]
    for person, (seat, holder) in final.items():
        assert finish is not None
        exact = sum(score.bids[seat] == score.taken[seat] and not score.cancelled for score in game.scores)
        end = (seat, exact, len(game.scores), game.totals[seat], places[seat])
        part = Part(person, holder.name, tuple(made[person]), *end, seat in finish.acted, seat in finish.away)
        parts.append(part)
    yield record, parts


def _ranked(parts: Collection[Part]) -> list[Part]:
    return sorted((it for it in parts if it.acted), key=lambda it: it.seat)


def _counts(record: Record, parts: Collection[Part]) -> bool:
    finishing = [it for it in parts if it.place is not None]
    if record.finish is None or record.finish.hints:
        return False
    enough = len(_ranked(parts)) >= record.finish.needed
    return enough and any(not it.away for it in finishing)


# --- standings -----------------------------------------------------------------------------------


def _worths(games: Iterable[_Game]) -> _Worths:
    """Return by game and person what is kept of the worth of each result."""
    known: defaultdict[int, Rating] = defaultdict(Rating)
    found: _Worths = {}
    for ended, _, parts in games:
        ranked = _ranked(parts)
        placings = [Placing(it.place or 0, it.away) for it in ranked]
        after = rated(placings, [known[it.person] for it in ranked])
        known.update(zip((it.person for it in ranked), after, strict=True))
        found[ended.game_id] = {
            it.person: (ended.game_id, it.seat, points, rating.mu, rating.sigma)
            for it, points, rating in zip(ranked, season_points(placings), after, strict=True)
        }
    return found


def _standings(
    guild_id: int,
    games: Iterable[_Game],
    worths: _Worths,
    out: Callable[[int, int], bool],
) -> Iterator[tuple[Any, ...]]:
    lines: defaultdict[tuple[str, int], list[tuple[Part, dict[str, Any]]]] = defaultdict(list)
    for ended, _, parts in games:
        for part in _ranked(parts):
            worth = dict(zip(_WORTH, worths[ended.game_id][part.person], strict=True))
            for season in {ended.season, ALL_TIME} - {BETWEEN}:
                if not out(guild_id, part.person):
                    lines[season, part.person].append((part, worth))
    for (season, person), results in lines.items():
        exact, bids = sum(it.exact for it, _ in results), sum(it.bids for it, _ in results)
        worth = sum(it["season_points"] for _, it in results)
        last, after = results[-1]
        yield _row(
            standing,
            {
                "guild_id": guild_id,
                "season": season,
                "user_id": person,
                "name": last.name,
                "games": len(results),
                "wins": sum(it.place == 1 and not it.away for it, _ in results),
                "points": sum(it.points or 0 for it, _ in results),
                "exact": exact,
                "bids": bids,
                "season_points": worth,
                "average": worth / len(results),
                "share": exact / bids if bids else -1.0,
                "mu": after["mu"],
                "sigma": after["sigma"],
                "rating": after["mu"] - 3 * after["sigma"],
            },
        )


# --- statistics ----------------------------------------------------------------------------------


def _run(tries: Iterable[bool]) -> dict[str, int]:
    return dict(zip(("length", "head", "tail", "best"), astuple(tally.Streak.of(tries)), strict=True))


def _played(ended: Ended, record: Record, parts: Iterable[Part]) -> Iterator[dict[str, Any]]:
    about = {"game_id": ended.game_id, "guild_id": ended.guild_id, "season": ended.season, "ended_at": ended.ended_at}
    for part in parts:
        own = {"user_id": part.person, "place": part.place, "points": part.points, "players": len(record.seats)}
        yield about | own | _run(part.made)


def _stats(guild_id: int, games: Iterable[_Game]) -> Iterator[tuple[Any, ...]]:
    sums: defaultdict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    best: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
    for ended, record, _ in games:
        for one in tallies(record, record.game()):
            for it in one.counts:
                for season in (ended.season, ALL_TIME):
                    key = (guild_id, one.user_id, season, str(it.kind), it.key)
                    sums[key] = [old + new for old, new in zip(sums[key], (it.count, it.hits, it.points), strict=True)]
                    best[key].append(it.best)
    names = [column.name for column in stat.c]
    assert names == ["guild_id", "user_id", "season", "kind", "key", "count", "hits", "points", "best"]
    return ((*key, *added, max(best[key])) for key, added in sums.items())


def _streaks(guild_id: int, games: Iterable[_Game]) -> Iterator[tuple[Any, ...]]:
    tries: defaultdict[tuple[int, str, str], list[tuple[Ended, Collection[bool]]]] = defaultdict(list)
    for ended, _, parts in games:
        for part in parts:
            for season in (ended.season, ALL_TIME):
                if part.made:
                    tries[part.person, season, "exact"].append((ended, part.made))
                if part.place is not None:
                    tries[part.person, season, "won"].append((ended, [part.place == 1]))
    for (person, season, kind), stretches in tries.items():
        first, last = stretches[0][0], stretches[-1][0]
        about = {"guild_id": guild_id, "user_id": person, "season": season, "kind": kind}
        ends = {"first_at": first.ended_at, "first_game": first.game_id}
        ends |= {"last_at": last.ended_at, "last_game": last.game_id}
        yield _row(streak, about | ends | _run(good for _, made in stretches for good in made))
