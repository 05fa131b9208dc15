"""Running games put straight into a store: four people each, at the bidding of the eighth of fifteen rounds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from bot import tablelog
from bot.entries import Act, Entry, Join, Start
from bot.render import public
from bot.store import Entry as LogLine
from bot.store import GameRow, Panel, Post, Status, Store
from bot.table import Table
from bot.tablechanges import apply
from bot.tableview import public_view
from engine import options as opts
from engine import rules
from engine.actions import CHANCE
from engine.dealing import SECRET_BYTES, chance
from engine.game import current_round, legal_actions, phase, to_act
from engine.options import Options
from engine.state import Phase
from tests.benchmarks.stub import Place

PEOPLE: Final = 4
ROUND: Final = 8
_DIFFERENT: Final = 16
"""So many different games are played; the tables have one of them each."""
_AT_ONCE: Final = 200
_OPTIONS: Final = Options()


def _entries(place: Place, rng: Random) -> Iterator[tuple[Entry, Table]]:
    secret = rng.randbytes(SECRET_BYTES)
    table = Table(place.table, place.guild, place.channel, _OPTIONS, secret)
    names = ("Ada", "Bert", "Cleo", "Dan")
    first: list[Entry] = [Join(place.person(at), name, at) for at, name in enumerate(names)]
    for entry in [*first, Start(place.person(0), 0)]:
        table = apply(table, entry)
        yield entry, table
    while not _is_there(table):
        game = table.playing
        seat = to_act(game)[0]
        act = Act(chance(game, table.seed) if seat == CHANCE else rng.choice(legal_actions(game, seat)))
        table = apply(table, act)
        yield act, table


def _is_there(table: Table) -> bool:
    return phase(table.playing) is Phase.BIDDING and current_round(table.playing).number == ROUND


@cache
def _played(which: int) -> tuple[tuple[str, ...], Table]:
    """Return the log of a game at the first table there is, as text, and the table."""
    steps = list(_entries(Place(0), Random(which)))
    return tuple(tablelog.dump(entry) for entry, _ in steps), steps[-1][1]


async def fill(store: Store, places: Sequence[Place], *, hands: bool = False) -> None:
    """Let a game run at each of these places; with `hands` everybody has an open one."""
    for begin in range(0, len(places), _AT_ONCE):
        few = places[begin : begin + _AT_ONCE]
        await asyncio.gather(*(store.create(*_stored(place)) for place in few))
        if hands:
            open_hands = [_panel(place, seat) for place in few for seat in range(PEOPLE)]
            await asyncio.gather(*(store.save_panel(panel) for panel in open_hands))


def _panel(place: Place, seat: int) -> Panel:
    until = int(time.time() * 1000) + 900_000
    return Panel(place.table, place.person(seat), f"{place.person(seat)}" + "x" * 160, place.hand(seat), until)


def _stored(place: Place) -> tuple[GameRow, list[LogLine]]:
    first, number = Place(0), place.table - Place(0).table
    bodies, table = _played(number % _DIFFERENT)
    for seat in range(PEOPLE):  # the names of people are of the same length everywhere
        old, new = str(first.person(seat)), str(place.person(seat))
        bodies = tuple(body.replace(old, new) for body in bodies)
    row = GameRow(
        id=place.table,
        guild_id=place.guild,
        channel_id=place.channel,
        opened_by=place.person(0),
        options=opts.dumps(_OPTIONS),
        secret=table.secret,
        rules_version=rules.VERSION,
        version=len(bodies),
        status=Status.OPEN,
        created_at=0,
        post=Post(public.post_key(public_view(table)), place.channel, place.post),
    )
    return row, [LogLine(at, None, body) for at, body in enumerate(bodies)]
