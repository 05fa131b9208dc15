"""A league that is played through the real manager and store: two servers, twelve people, three seasons.

People leave and come back, let the time run out, take seats over, end games; admins take games and people out and put
them back. Several tables are played at the same time, and some games end at the same instant.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Final

from bot.background import Background
from bot.brain import Brain
from bot.entries import Act, AddAi, AskSeat, Choose, End, Entry, Join, Leave, LetIn, Return, Start, TakeSeat, VoteEnd
from bot.pace import Pace, TurnClock
from bot.recount import count_waiting
from bot.rhythm import BETWEEN, Rhythm, calendar_key, manual_key
from bot.servers import ServerSettings, dumps
from bot.store import AuditLine, Store
from bot.table import Refused, Table
from bot.tables import StaleDecision, Tables
from bot.tablesettings import Hints, TableSettings, Takeover
from engine.actions import Decision, IllegalAction
from engine.ai import random_policy
from engine.ai.levels import Level
from engine.game import to_act
from engine.options import SPECIAL_CARDS, Bidding, Bomb, Options, SumRule, Tie
from engine.presets import PRESETS
from engine.view import View, view

PEOPLE: Final = dict(enumerate(["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea"], 1))
BY_HAND: Final = 901
BY_MONTH: Final = 902
_SERVERS: Final = (BY_HAND, BY_HAND, BY_MONTH)
_AT_ONCE: Final = 20
_PATIENCE: Final = 300.0
"""Seconds a move may take on a busy machine; after a fault the manager would try for ever."""
_BIDDINGS: Final = ((Bidding.OPEN, SumRule.ALWAYS), *((bidding, SumRule.OFF) for bidding in Bidding))
_WITH_PARTNERS: Final = SPECIAL_CARDS[2:]
"""Special cards that may be in a deck without another one."""


@dataclass
class Clock:
    """Time that goes on when somebody says so."""

    now: datetime = datetime(2026, 10, 3, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return what time it is."""
        return self.now

    @property
    def milliseconds(self) -> int:
        """Return what time it is, as the store has it."""
        return int(self.now.timestamp() * 1000)


class _RandomBrain(Brain):
    """Decides at once, and for the same view the same."""

    def __init__(self) -> None:
        super().__init__(workers=0)

    async def decide(self, seen: View, level: Level = Level.ADEPT, patience: float = 0) -> Decision:  # noqa: ARG002
        return random_policy(seen, Random(repr(seen)))


@dataclass
class League:
    """What is played, and what the records can't tell of it: when seasons began, and what admins took out."""

    store: Store
    seed: int
    clock: Clock = field(default_factory=Clock)
    seasons: list[tuple[int, str]] = field(default_factory=list)
    """Of the server with seasons by hand: from when on which one runs; before that it has months."""
    games_out: set[int] = field(default_factory=set)
    people_out: set[tuple[int, int]] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    """How often admins have done what."""

    def __post_init__(self) -> None:
        self._ids = count(1_300_000_000_000_000_000)
        self._rng = Random(f"{self.seed}/admins")
        self._background = Background()
        self._tables = Tables(self.store, _RandomBrain(), self._background, clock=self.clock, pace=0)
        self._changed: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self._tables.watchers.append(lambda table: self._changed[table.id].set())

    def season_of(self, guild_id: int, ended_at: int) -> str:
        """Return the season that ran in a server at an instant."""
        begun = [key for since, key in self.seasons if since <= ended_at and guild_id == BY_HAND]
        return begun[-1] if begun else calendar_key(Rhythm.MONTH, datetime.fromtimestamp(ended_at / 1000, UTC))

    async def play(self, games: int) -> None:
        """Play so many games in two months, a time without a season, and a season by hand."""
        for month, share in ((10, 0.3), (11, 0.3)):
            self.clock.now = datetime(2026, month, 3, 20, tzinfo=UTC)
            await self.store.close_due_seasons(self.clock.milliseconds)
            await self._play(round(games * share))
        self.clock.now = datetime(2026, 12, 3, 20, tzinfo=UTC)
        await self.store.save_server_settings(BY_HAND, dumps(ServerSettings(seasons=Rhythm.MANUAL)))
        self._begins(BETWEEN)
        await self._play(round(games * 0.1))
        line = self._line("season start", "Winter")
        key = manual_key(line.id)
        await self.store.start_season(key, "Winter", line)
        self._begins(key)
        await self._play(round(games * 0.2))
        await self.store.end_season(key, self._line("season end", "Winter"))
        self._begins(BETWEEN)
        await self._play(games - 2 * round(games * 0.3) - round(games * 0.1) - round(games * 0.2))
        await count_waiting(self.store, rest=0)
        await self._background.close()

    def _begins(self, season: str) -> None:
        self.clock.now += timedelta(minutes=1)
        self.seasons.append((self.clock.milliseconds, season))

    async def _play(self, games: int) -> None:
        """Play games, some at the same time, while admins do something."""
        while games > 0:
            at_once = min(games, _AT_ONCE)
            await asyncio.gather(*(self._game(channel) for channel in range(at_once)), self._admins())
            games -= at_once
            self.clock.now += timedelta(minutes=self._rng.choice((0, 1, 240)))
            await self._admins()

    # --- one game -------------------------------------------------------------------------------

    async def _game(self, channel: int) -> None:
        number = next(self._ids)
        rng = Random(f"{self.seed}/{number}")
        table = await self._opened(number, channel, rng)
        while (table := await self._waiting(table.id)).is_open:
            with suppress(Refused, IllegalAction, StaleDecision):
                await self._something(table, rng)
        await self.store.archive(table.id)
        self._tables.forget(table.id)

    async def _opened(self, number: int, channel: int, rng: Random) -> Table:
        settings = TableSettings(
            TurnClock(rng.choice((Pace.LIVE, Pace.RELAXED))),
            rng.choice((Takeover.FREE, Takeover.FREE, Takeover.HOST)),
            auto_play=rng.random() < 0.3,
            pre_moves=rng.random() < 0.3,
            min_humans=rng.choice((1, 2, 2, 3)),
            hints=rng.choice((Hints.OFF, Hints.OFF, Hints.USUAL, Hints.ON)),
        )
        players = rng.randint(3, 6)
        people = rng.sample(list(PEOPLE), rng.randint(1, players))
        host, *others = (Join(person, _name(person, rng), next(self._ids)) for person in people)
        host = replace(host, interaction_id=number)
        seated = (*others, *[AddAi(host.user_id)] * (players - len(people)))
        table = await self._tables.open(
            host,
            *seated,
            guild_id=rng.choice(_SERVERS),
            channel_id=channel + 1,
            options=_options(rng),
            settings=settings,
        )
        return await self._tables.submit(table.id, Start(host.user_id, next(self._ids)))

    async def _waiting(self, table_id: int) -> Table:
        """Return a table once it waits for a person or is over."""
        while (table := self._tables.get(table_id)) is not None and table.automatic() is not None:
            self._changed[table_id].clear()
            await asyncio.wait_for(self._changed[table_id].wait(), _PATIENCE)
        assert table is not None
        return table

    async def _something(self, table: Table, rng: Random) -> None:
        """Let somebody decide, or do something else."""
        if rng.random() < 0.75:
            seat = rng.choice(to_act(table.playing))
            decision = random_policy(view(table.playing, seat), rng)
            await self._tables.submit(table.id, Act(decision), decision=(seat, table.decided[seat]))
        elif rng.random() < 0.4:
            self.clock.now = max(self.clock.now, datetime.fromtimestamp((table.deadline or 0) / 1000, UTC))
            await self._tables.time_out(table.id)
        else:
            someone_is_away = any(seat.away for seat in table.humans)
            incidents = _WITH_SOMEBODY_AWAY if someone_is_away else _INCIDENTS
            await self._tables.submit(table.id, rng.choice(incidents)(table, rng))

    # --- what admins do -------------------------------------------------------------------------

    async def _admins(self) -> None:
        for _ in range(3):
            await self._decide()

    async def _decide(self) -> None:
        rng, guild_id = self._rng, self._rng.choice(_SERVERS)
        out = rng.random() < 0.6
        match rng.randrange(5):
            case 0 | 1:
                listed = await self.store.played_games(guild_id, 20, excluded=not out)
                if listed:
                    game_id = rng.choice(listed).game_id
                    await self.store.exclude_game(game_id, self._line("game", str(game_id), guild_id), excluded=out)
                    self.games_out ^= {game_id}
                    self.done["exclude game" if out else "restore game"] += 1
            case 2 | 3:
                fitting = [it for it in PEOPLE if ((guild_id, it) in self.people_out) != out]
                if fitting:
                    person = rng.choice(fitting)
                    await self.store.exclude_person(person, self._line("person", str(person), guild_id), excluded=out)
                    self.people_out ^= {(guild_id, person)}
                    self.done["exclude person" if out else "restore person"] += 1
            case 4:  # sooner or later, as in the background
                await count_waiting(self.store, rest=0)

    def _line(self, what: str, subject: str, guild_id: int = BY_HAND) -> AuditLine:
        return AuditLine(next(self._ids), guild_id, self.clock.milliseconds, 42, what, subject)


# --- chance --------------------------------------------------------------------------------------


def _options(rng: Random) -> Options:
    base = rng.choice(list(PRESETS.values()))
    bidding, sum_rule = rng.choice(_BIDDINGS)
    special = rng.sample(_WITH_PARTNERS, rng.choice((0, 1, 4))) if rng.random() < 0.5 else base.special_cards
    return replace(
        base,
        bidding=bidding,
        sum_rule=sum_rule,
        special_cards=frozenset(special),
        max_rounds=rng.randint(1, 3),
        tie=rng.choice(list(Tie)),
        bomb=rng.choice(list(Bomb)),
        forehead=rng.random() < 0.2,
    )


def _name(person: int, rng: Random) -> str:
    """Return what somebody is called this evening."""
    return PEOPLE[person] + rng.choice(("", "", " 🎴"))


def _someone(table: Table, rng: Random, *, away: bool) -> int:
    """Return somebody at the table who is away, or isn't; raise `Refused` where there is nobody."""
    people = [seat.user_id for seat in table.humans if seat.away == away]
    return rng.choice(people) or 0 if people else table.host_id


def _leave(table: Table, rng: Random) -> Entry:
    return Leave(_someone(table, rng, away=False))


def _come_back(table: Table, rng: Random) -> Entry:
    return Return(_someone(table, rng, away=True))


def _take_over(table: Table, rng: Random) -> Entry:
    guest = rng.choice([person for person in PEOPLE if table.seat_of(person) is None])
    holder = _someone(table, rng, away=True)
    kind = TakeSeat if table.takeover_is_free else AskSeat
    return kind(guest, _name(guest, rng), holder)


def _let_in(table: Table, rng: Random) -> Entry:
    return LetIn(table.host_id, rng.choice([it.user_id for it in table.requests] or [0]))


def _choose(table: Table, rng: Random) -> Entry:
    person = _someone(table, rng, away=False)
    return Choose(person, rng.choice(table.choosable(table.require_seat(person)) or [None]))


def _vote(table: Table, rng: Random) -> Entry:
    return VoteEnd(_someone(table, rng, away=False)) if rng.random() < 0.3 else _choose(table, rng)


def _end(table: Table, rng: Random) -> Entry:
    return End(0, moderator=True) if rng.random() < 0.1 else _come_back(table, rng)


_INCIDENTS: Final[tuple[Callable[[Table, Random], Entry], ...]] = (
    _leave,
    _leave,
    _choose,
    _vote,
    _end,
)
_WITH_SOMEBODY_AWAY: Final = (*_INCIDENTS, _come_back, _take_over, _take_over, _take_over, _let_in, _let_in)
