"""What a finished game adds to each person's statistics: a pure function of its record.

Whose rounds are whose: a round belongs to whoever held the seat at its end, with all that was bid and played there,
by themself or by an AI that kept the seat for them. Place and points of the game belong to whoever held the seat at
the game's end. So somebody whose seat was taken over has rounds in a game, but has neither won nor lost it.
AI players have no statistics.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.store.tally import Count, Kind, Streak, Tally
from engine import rules, special
from engine.actions import Deal, Seat
from engine.record import Record, SeatHolder
from engine.state import Game, RoundScore


@dataclass(frozen=True, slots=True)
class _Turn:
    """One person's round at one seat."""

    score: RoundScore
    seat: Seat
    deal: Deal

    @property
    def made(self) -> bool:
        return self.score.made(self.seat)


@dataclass(frozen=True, slots=True)
class _Finish:
    """One person's result of the game."""

    place: int
    points: int


def tallies(record: Record, game: Game) -> tuple[Tally, ...]:
    """Return a tally for each person who has a round or a result in a finished game, by id.

    `game` is the record's last state, which whoever ends a game has at hand.
    """
    turns = _turns(record, game)
    finishes = _finishes(record, game)
    return tuple(_tally(person, turns[person], finishes, game.players) for person in sorted({*turns, *finishes}))


def _turns(record: Record, game: Game) -> defaultdict[int, list[_Turn]]:
    """Return each person's rounds in order."""
    turns: defaultdict[int, list[_Turn]] = defaultdict(list)
    for score, (end, deal) in zip(game.scores, _rounds(record), strict=True):
        for seat, holder in enumerate(record.holders(end)):
            if not holder.is_ai:
                turns[_id(holder)].append(_Turn(score, seat, deal))
    return turns


def _rounds(record: Record) -> list[tuple[int, Deal]]:
    """Return for each round the number of actions before its last one, and its deal."""
    deals = [(at, action) for at, action in enumerate(record.actions) if isinstance(action, Deal)]
    ends = [*(at - 1 for at, _ in deals[1:]), len(record.actions) - 1]
    return [(end, deal) for end, (_, deal) in zip(ends, deals, strict=True)]


def _finishes(record: Record, game: Game) -> dict[int, _Finish]:
    places = rules.ranking(game)
    holders = enumerate(record.final_seats)
    return {_id(holder): _Finish(places[at], game.totals[at]) for at, holder in holders if not holder.is_ai}


def _id(holder: SeatHolder) -> int:
    return int(holder.player)


def _tally(person: int, turns: list[_Turn], finishes: Mapping[int, _Finish], players: int) -> Tally:
    own = finishes.get(person)
    counts = [count for turn in turns for count in _of_round(turn)]
    if own is not None:
        counts.append(Count(Kind.GAMES, "", 1, int(own.place == 1), own.points, own.points))
        counts += _duels(own, {other: finish for other, finish in finishes.items() if other != person})
    return Tally(
        person,
        None if own is None else own.place,
        None if own is None else own.points,
        players,
        Streak.of(turn.made for turn in turns),
        _together(counts),
    )


def _of_round(turn: _Turn) -> Iterator[Count]:
    score, seat = turn.score, turn.seat
    points, made = score.points[seat], int(turn.made)
    yield Count(Kind.ROUNDS, "", 1, made, points, points)
    yield Count(Kind.SIZE, str(score.size), 1, made, points, points)
    if not score.cancelled:
        bid = score.bids[seat]
        yield Count(Kind.BID, str(bid), 1, made)
        yield Count(Kind.MISS, str(score.taken[seat] - bid), 1)
    got = (score.swap.card,) if score.swap is not None and score.swap.seat == seat else ()
    for face in (*turn.deal.hands[seat], *got):
        if special.of(face) is not None:
            yield Count(Kind.HELD, face.code, 1)
    for trick in score.tricks:
        for player, face in trick.plays(len(score.bids)):
            if player == seat and special.of(face) is not None:
                yield Count(Kind.PLAYED, face.bare.code, 1, int(trick.winner == seat))


def _duels(own: _Finish, others: Mapping[int, _Finish]) -> Iterator[Count]:
    for person, other in others.items():
        yield Count(Kind.AGAINST, str(person), 1, int(own.place < other.place), own.points - other.points)
        if own.place == other.place:
            yield Count(Kind.LEVEL, str(person), 1)


def _together(counts: Iterable[Count]) -> tuple[Count, ...]:
    sums: dict[tuple[Kind, str], Count] = {}
    for count in counts:
        place = (count.kind, count.key)
        sums[place] = sums[place].plus(count) if place in sums else count
    return tuple(sums[place] for place in sorted(sums))
