"""Pairs of rounds through the real client: ``python -m tests.noninterference.clients --pairs 20``.

Two tables get deals between which one viewer can't tell a difference, everybody decides the same in both unless it is
private, and the AI players hold the same cards. Compared is every request that isn't an answer to somebody else, and
every line of the log.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from simcord.env import Env

from bot.customid import Press
from bot.render import hand
from bot.store import Store
from bot.table import Table
from engine import dealing, special
from engine.actions import Bid, Deal, Decision, DrawDealer, NameTrump, Play, PlayBlind, Seat
from engine.ai.judgement import Budget
from engine.ai.levels import Level, decide
from engine.cards import Card, deck, sort_key
from engine.game import new_game, phase, sizes, to_act
from engine.options import SPECIAL_CARDS, Bidding, FirstDealer, Length, Options
from engine.specials import Exchange, MoveBid, PassCard
from engine.state import Game, Phase
from engine.view import view
from tests.e2e.driver import World, new_bot
from tests.noninterference.pairs import Pair, after, decided

PAIRS: Final = 20
_NAMES: Final = ("Ada", "Bo", "Cleo")
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_AI_SEED: Final = 1
_IN_MEMORY: Final = Path("/dev/shm")
_KINDS: Final = (
    Options(length=Length.QUICK),
    Options(length=Length.QUICK, bidding=Bidding.HIDDEN),
    Options(length=Length.QUICK, bidding=Bidding.SECRET),
    Options(bidding=Bidding.SECRET, forehead=True),
    Options(length=Length.QUICK, bidding=Bidding.SECRET, special_cards=frozenset(SPECIAL_CARDS)),
    Options(length=Length.QUICK, bidding=Bidding.HIDDEN, special_cards=frozenset({"JUGGLER", "CLOUD", "WITCH"})),
    Options(length=Length.QUICK, special_cards=frozenset(SPECIAL_CARDS)),
)

Step = tuple[Seat, tuple[Decision, Decision]]


class Leak(AssertionError):
    """Something that reached the viewer, the channel or the log depends on what the viewer may not know."""


@dataclass(frozen=True)
class Plan:
    """What a pair is: options, AI players, the viewer, both deals, and what everybody decides in each."""

    options: Options
    ai: int
    viewer: Seat | None
    deals: tuple[Deal, Deal]
    steps: tuple[Step, ...]


# --- what is played ------------------------------------------------------------------------------


def plan(number: int) -> Plan:
    """Return the pair with this number; the number decides everything."""
    rng = Random(f"clients {number}")
    kind = _KINDS[number % len(_KINDS)]
    ai = 0 if kind.forehead else number // 2 % 2
    viewer = (None, 0, 1, 2)[number % 4]
    players = len(_NAMES) + ai
    options = replace(kind, first_dealer=FirstDealer.HOST)
    known = {seat for seat in range(players) if seat == viewer or seat >= len(_NAMES)}
    if options.forehead:
        known = set() if viewer is None else set(range(players)) - {viewer}
    while True:
        deals = _deals(options, players, known, rng)
        pair = after(Pair(viewer, *(2 * (new_game(options, players),))), deals)
        steps = () if pair is None else tuple(_steps(pair, rng))
        secret = options.bidding is not Bidding.OPEN and len(known) < players - 1
        if steps and deals[0] != deals[1] and (not secret or any(one != other for _, (one, other) in steps)):
            return Plan(options, ai, viewer, deals, steps)


def _deals(options: Options, players: int, known: set[Seat], rng: Random) -> tuple[Deal, Deal]:
    """Return two deals with the same turned-up card in which the seats of the known hands hold the same."""
    size = sizes(new_game(options, players))[0]
    pack = list(deck(options.special_cards))
    rng.shuffle(pack)
    held, (upcard, *stock) = pack[: size * players], pack[size * players :]
    hands = [tuple(held[seat * size : (seat + 1) * size]) for seat in range(players)]
    unknown = [face for seat in range(players) if seat not in known for face in hands[seat]] + stock
    rng.shuffle(unknown)
    others = [hands[seat] if seat in known else tuple(unknown.pop() for _ in range(size)) for seat in range(players)]
    return _deal(options, hands, upcard, stock[0]), _deal(options, others, upcard, unknown[0])


def _deal(options: Options, hands: list[tuple[Card, ...]], upcard: Card, next_card: Card) -> Deal:
    spare = special.needs_spare(options.special_cards, [*sum(hands, ()), upcard])
    return Deal(tuple(hands), upcard, next_card if spare else None)


def _steps(pair: Pair | None, rng: Random) -> Iterator[Step]:
    """Yield what the people decide, as long as nothing differs before everybody and the round is not over."""
    while pair is not None:
        seat = next((it for it in to_act(pair.one) if it >= len(_NAMES)), None)
        if seat is not None:
            chosen: tuple[Decision, Decision] | None = _by_ai(pair.one, seat), _by_ai(pair.other, seat)
        else:
            seat = rng.choice(to_act(pair.one))
            chosen = decided(pair, seat, rng)
        pair = None if chosen is None else after(pair, chosen)
        if pair is None or chosen is None or pair.one.scores:
            return
        if seat < len(_NAMES):
            yield seat, chosen


def _by_ai(game: Game, seat: Seat) -> Decision:
    return decide(Level.ADEPT, view(game, seat), Random(_AI_SEED), Budget(0))


# --- the bot -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heard:
    """What reached the viewer, the channel and the log."""

    requests: list[tuple[str, str, Any]]
    lines: list[str]


async def played(of: Plan, side: int, database: Path) -> Heard:
    """Let people play one of the pair's rounds at the real client, and return what can be seen of it."""
    lines: list[str] = []
    with ExitStack() as changed:
        for change in _changes(of, side):
            changed.enter_context(change)
        changed.enter_context(_listening(lines))
        bot = new_bot(database, clock=lambda: _NOW)
        env = Env(bot, shard_count=1, settle_timeout=60.0)
        await env.start()
        try:
            bot.brain._seeds = lambda: _AI_SEED
            return await _at(World(env, database), of, side, lines)
        finally:
            await env.bot.close()
            await env.shutdown()


def _changes(of: Plan, side: int) -> Iterator[Any]:
    """Yield the patches: the deal, secrets of this side's own, a commitment nobody could tell them by, far timers."""

    def dealt(game: Game, seed: dealing.Seed) -> DrawDealer | Deal:
        return of.deals[side] if phase(game) is Phase.DEAL else dealing.chance(game, seed)

    yield patch("bot.tables.chance", dealt)
    yield patch("bot.tables.secrets.token_bytes", Random(f"secrets of {side}").randbytes)
    yield patch("bot.tableview.commitment", lambda _: "c" * 64)
    yield patch("bot.deadlines.ALIVE_SECONDS", 7200.0)
    yield patch("bot.nudges._GRACE", 7_200_000)


async def _at(world: World, of: Plan, side: int, lines: list[str]) -> Heard:
    people = await world.start_table(*_NAMES, chosen=of.options, ai=of.ai)
    watcher = world.person("Watcher") if of.viewer is None else people[of.viewer]
    table_id = world.table().id
    for seat, chosen in of.steps:
        press = pressed(world.table(), seat, chosen[side])
        people[seat].emit(people[seat].panel, str(press))
        await world.env.settle()
        if world.table().decided[seat] == press.version:
            raise AssertionError(f"{chosen[side]} of seat {seat} was not taken")
        await watcher.click_table("Scores")
        if of.viewer is not None:
            await watcher.press("Refresh")
    assert world.table().id == table_id
    backend = world.env.backend
    others = {it.token for it in backend.interactions.values() if it.user_id != watcher.id}
    requests = [(it.method, it.path, it.json) for it in backend.http_requests]
    return Heard([it for it in requests if not any(token in it[1] for token in others)], lines)


def pressed(table: Table, seat: Seat, decision: Decision) -> Press:
    """Return the button of a panel that means this decision."""
    here = table.playing.round
    held = () if here is None else tuple(sorted(here.hands[seat], key=sort_key))

    def place(face: Card) -> str:
        return f"{held.index(face.bare)}.{face.bare.code}"

    match decision:
        case Bid(_, tricks):
            op, arg = "bid", str(tricks)
        case NameTrump(_, suit):
            op, arg = "trump", hand.NO_TRUMP if suit is None else suit.value
        case PlayBlind():
            op, arg = "blind", ""
        case Play(_, face):
            op, arg = "play", ".".join(filter(None, (place(face), face.choice)))
        case MoveBid(_, by):
            op, arg = "move_bid", "more" if by > 0 else "less"
        case PassCard(_, face):
            op, arg = "pass", place(face)
        case Exchange(_, give, take):
            op, arg = "exchange", hand.KEEP if give is None or take is None else f"{place(give)}.{take.code}"
        case _:
            raise NotImplementedError(f"a button for {type(decision).__name__}")
    return Press(table.id, table.decided[seat], op, arg)


class _Lines(logging.Handler):
    """Keeps what the bot logs, and what anything else does that an operator would see."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("bot") or record.levelno >= logging.WARNING:
            self.lines.append(f"{record.levelname} {record.name} {record.getMessage()}")


@contextmanager
def _listening(lines: list[str]) -> Iterator[None]:
    handler, ours = _Lines(lines), logging.getLogger("bot")
    level = ours.level
    logging.root.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        ours.setLevel(level)
        logging.root.removeHandler(handler)


# --- both of them --------------------------------------------------------------------------------


async def check(number: int, empty: Path) -> Plan:
    """Play both rounds of a pair, each on a copy of the empty database; raise `Leak` where what can be seen differs."""
    of, heard = plan(number), []
    for side in (0, 1):
        with tempfile.TemporaryDirectory(dir=empty.parent) as folder:
            heard.append(await played(of, side, Path(shutil.copy(empty, Path(folder) / "wizard.db"))))
    one, other = heard
    for mine, others in (*zip_longest(one.requests, other.requests), *zip_longest(one.lines, other.lines)):
        if mine != others:
            raise Leak(
                f"pair {number}: {mine}\n{others}\nagain: python -m tests.noninterference.clients --only {number}"
            )
    return of


@contextmanager
def empty_database() -> Iterator[Path]:
    """Yield a database of the newest schema, in memory where there is some."""
    in_memory = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        file = Path(folder) / "empty.db"
        asyncio.run(_make(file))
        yield file


async def _make(file: Path) -> None:
    await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()


def main() -> int:
    """Check the pairs; return how many leak, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.noninterference.clients", description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--only", type=int, help="check just the pair with this number")
    given = parser.parse_args()
    leaks = 0
    with empty_database() as empty:
        for number in range(given.pairs) if given.only is None else [given.only]:
            try:
                of = asyncio.run(check(number, empty))
                print(f"pair {number}: viewer {of.viewer}, {len(of.steps)} decisions, no difference", flush=True)
            except Leak as leak:
                leaks += 1
                print(leak, flush=True)
    return min(leaks, 1)


if __name__ == "__main__":
    sys.exit(main())
