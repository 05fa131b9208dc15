"""The storage of the bot."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack
from typing import Concatenate, ParamSpec, Self, TypeVar

import sqlalchemy as sa

from bot.store import (
    audit,
    changes,
    departures,
    exclusions,
    export,
    forgetting,
    history,
    leaderboard,
    lessons,
    migrate,
    person,
    queries,
    reviews,
    seasons,
    standings,
    statistics,
)
from bot.store.database import Database, connect, translated
from bot.store.export import ExportedGame
from bot.store.scrub import MOST_BYTES, scrub, scrub_at_start
from bot.store.tally import Statistics, Tally
from bot.store.values import (
    AuditLine,
    CountedGame,
    Ending,
    Entry,
    GameRow,
    HistoryPage,
    Nudge,
    Order,
    Panel,
    Player,
    Post,
    Season,
    StandingPage,
    StoredGame,
    StoreError,
    StoreUnavailable,
)
from bot.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """Everything the bot remembers; every write returns only once it is committed.

    Any method raises StoreUnavailable when the database fails, and works again when the database does.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open and migrate the database at a `sqlite:///` or `postgresql://` URL.

        Raises StoreInUse when another bot holds the file, StoreError when URL or schema do not fit.
        """
        async with AsyncExitStack() as undo:
            database = connect(url)
            undo.push_async_callback(database.close)
            with translated():
                async with database.writer.begin() as connection:
                    await connection.run_sync(migrate.upgrade)
                    await connection.run_sync(standings.refresh)
                await scrub_at_start(database)
            undo.pop_all()
        return cls(database)

    async def close(self) -> None:
        """Finish the writes under way and let go of the database."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._database.close()

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Store a new game; raises ChannelTaken or DuplicateInteraction."""
        await self._writer.write(changes.Create(row, tuple(entries)))

    async def append(
        self,
        game_id: int,
        version: int,
        entries: Sequence[Entry],
        ending: Ending | None = None,
        *,
        deadline: int | None = None,
        panel: Panel | None = None,
    ) -> None:
        """Add to the log of an open game still at `version`; raises StaleVersion or DuplicateInteraction.

        The game's deadline becomes `deadline`, None for none. A `panel` is kept with it, as by `save_panel`.
        """
        await self._writer.write(changes.Append(game_id, version, tuple(entries), ending, deadline, panel))

    async def save_deadline(self, game_id: int, version: int, deadline: int | None) -> None:
        """Let an open game that is still at `version` wait until another instant."""
        await self._writer.write(changes.SaveDeadline(game_id, version, deadline))

    async def postpone(self, by: int, now: int) -> None:
        """Move all deadlines by so many milliseconds; note that the bot is there now."""
        await self._writer.write(changes.Postpone(by, now))

    async def last_alive(self) -> int | None:
        """Return when the bot was last noted to be there."""
        noted = await self.fact(changes.ALIVE)
        return None if noted is None else int(noted)

    async def save_post(self, game_id: int, post: Post) -> None:
        """Remember the public message of a table."""
        await self._writer.write(changes.SavePost(game_id, post))

    async def save_tricks(self, game_id: int, posted: int, sending: int) -> None:
        """Remember how many tricks of a game are posted, and up to which one a post is under way."""
        await self._writer.write(changes.SaveTricks(game_id, posted, sending))

    async def save_panel(self, panel: Panel) -> None:
        """Remember a player's panel in place of an older one."""
        await self._writer.write(changes.SavePanel(panel))

    async def drop_panel(self, game_id: int, user_id: int, token: str) -> None:
        """Forget a player's panel unless a newer token has replaced it."""
        await self._writer.write(changes.DropPanel(game_id, user_id, token))

    async def panels(self, game_id: int) -> tuple[Panel, ...]:
        """Return the panels of a game by user id."""
        return await self._read(queries.panels, game_id)

    async def archive(self, game_id: int) -> None:
        """Delete log and panels of a game that is over; record and results stay."""
        await self._writer.write(changes.Archive(game_id))

    async def unarchived(self) -> tuple[StoredGame, ...]:
        """Return every game a start must load: open, or over and not archived."""
        return await self._read(queries.unarchived)

    async def load(self, game_id: int) -> StoredGame | None:
        """Return one game with its log, to go on from after StaleVersion or StoreUnavailable."""
        return await self._read(queries.stored_game, game_id)

    async def game(self, game_id: int) -> GameRow | None:
        """Return one game without its log."""
        return await self._read(queries.game_row, game_id)

    async def last_finished(self, channel_id: int, parent_id: int | None = None) -> GameRow | None:
        """Return the game that was finished last in a channel, or in a thread of the channel `parent_id`."""
        return await self._read(queries.last_finished, channel_id, parent_id)

    async def record(self, game_id: int) -> str | None:
        """Return the record of a game that is over, as JSON Lines."""
        return await self._read(queries.record_text, game_id)

    async def review(self, game_id: int, seat: int) -> str | None:
        """Return what a review found of the decisions of a seat."""
        return await self._read(reviews.body, game_id, seat)

    async def save_review(self, game_id: int, seat: int, body: str) -> None:
        """Keep what a review found of the decisions of a seat; raises StoreError for a game that is no more."""
        await self._writer.write(reviews.SaveReview(game_id, seat, body))

    async def channel_history(
        self, guild_id: int, channels: Collection[int], *, offset: int, limit: int
    ) -> HistoryPage:
        """Return a page of the finished games of some channels of a server, newest first."""
        return await self._read(history.of_channels, guild_id, channels, offset, limit)

    async def person_history(
        self, guild_id: int, user_id: int, *, channels: Collection[int] | None = None, offset: int, limit: int
    ) -> HistoryPage:
        """Return a page of a person's finished games in a server, newest first; of these channels, or of all."""
        return await self._read(history.of_person, guild_id, user_id, channels, offset, limit)

    async def standings(
        self,
        guild_id: int,
        season: str,
        *,
        offset: int,
        limit: int,
        order: Order = Order.POINTS,
        user_id: int | None = None,
    ) -> StandingPage:
        """Return a page of a guild's season, best first, with the line of one person."""
        return await self._read(leaderboard.page, guild_id, season, offset, limit, order, user_id)

    async def rebuild_standings(self) -> None:
        """Count all standings again from the results."""
        await self._writer.write(changes.RebuildStandings())

    async def seasons(self, guild_id: int) -> tuple[Season, ...]:
        """Return the seasons of a server, newest first."""
        return await self._read(seasons.seasons, guild_id)

    async def running_season(self, guild_id: int) -> Season | None:
        """Return the season that a server has started by hand and not ended."""
        return await self._read(seasons.running, guild_id)

    async def start_season(self, key: str, name: str | None, line: AuditLine) -> None:
        """Begin a season by hand and end the one that runs; raises StoreError if this was done before."""
        await self._writer.write(seasons.StartSeason(key, name, line))

    async def end_season(self, key: str, line: AuditLine) -> None:
        """End a season that was begun by hand; raises StaleVersion where it doesn't run."""
        await self._writer.write(seasons.EndSeason(key, line))

    async def rename_season(self, key: str, name: str, line: AuditLine) -> None:
        """Call a season something else; raises StaleVersion for one that isn't listed."""
        await self._writer.write(seasons.RenameSeason(key, name, line))

    async def close_due_seasons(self, now: int) -> None:
        """End the seasons whose time in the calendar is over."""
        await self._writer.write(seasons.CloseDue(now))

    async def unposted_seasons(self) -> tuple[Season, ...]:
        """Return the seasons that are over, and whose final standings are not posted."""
        return await self._read(seasons.unposted)

    async def mark_season_posted(self, guild_id: int, key: str) -> None:
        """Note that the final standings of a season are posted, or never can be."""
        await self._writer.write(seasons.MarkPosted(guild_id, key))

    async def next_season_end(self) -> int | None:
        """Return when the calendar ends the next season; None where none runs."""
        return await self._read(seasons.next_end)

    async def last_channel(self, guild_id: int, key: str) -> int | None:
        """Return in which channel the last game of a season was played."""
        return await self._read(seasons.last_channel, guild_id, key)

    async def exclude_game(self, game_id: int, line: AuditLine, *, excluded: bool) -> None:
        """Take a game out of the standings or put it back; raises StaleVersion where nothing changes by it."""
        await self._writer.write(exclusions.ExcludeGame(game_id, excluded, line))

    async def exclude_person(self, user_id: int, line: AuditLine, *, excluded: bool) -> None:
        """Keep somebody out of the standings or let them in; raises StaleVersion where nothing changes by it."""
        await self._writer.write(exclusions.ExcludePerson(user_id, excluded, line))

    async def excluded_people(self, guild_id: int) -> tuple[int, ...]:
        """Return who is kept out of a server's standings."""
        return await self._read(exclusions.people, guild_id)

    async def played_games(self, guild_id: int, limit: int, *, excluded: bool) -> tuple[CountedGame, ...]:
        """Return a server's last counted games, or those taken out of the standings, newest first."""
        return await self._read(exclusions.games, guild_id, limit, excluded=excluded)

    async def exported(
        self, guild_id: int, season: str | None, after: tuple[int, int], limit: int
    ) -> tuple[ExportedGame, ...]:
        """Return the next finished games of a server's season, or of all, in the order they ended.

        ``after`` are the end and the id of the last game that was returned; (0, 0) at first.
        """
        return await self._read(export.games, guild_id, season, after, limit)

    async def audit(self, guild_id: int, limit: int, offset: int = 0) -> tuple[AuditLine, ...]:
        """Return who changed what in a server's standings, newest first."""
        return await self._read(audit.lines, guild_id, limit, offset)

    async def statistics(self, guild_id: int, user_id: int, season: str, against: int | None = None) -> Statistics:
        """Return what is counted of a person in a season or all of them, with their games against another person."""
        return await self._read(statistics.of, guild_id, user_id, season, against)

    async def uncounted(self, limit: int) -> tuple[int, ...]:
        """Return games that count and are not in the statistics yet, the latest first."""
        return await self._read(statistics.waiting, limit)

    async def count_game(self, game_id: int, tallies: Sequence[Tally]) -> None:
        """Add a game to the statistics that is not in them yet; nothing if it is."""
        await self._writer.write(changes.CountGame(game_id, tuple(tallies)))

    async def recount_statistics(self, guild_id: int | None = None) -> None:
        """Forget the statistics of a server or of all; its games are `uncounted` again."""
        await self._writer.write(changes.RecountStatistics(guild_id))

    async def house_rules(self, guild_id: int) -> str | None:
        """Return the house rules a server has saved."""
        return await self._read(queries.house_rules, guild_id)

    async def save_house_rules(self, guild_id: int, house_rules: str | None) -> None:
        """Remember the house rules of a server; None forgets them."""
        await self._writer.write(changes.SaveHouseRules(guild_id, house_rules))

    async def server_settings(self, guild_id: int) -> str | None:
        """Return the settings a server has saved."""
        return await self._read(queries.server_settings, guild_id)

    async def save_server_settings(self, guild_id: int, settings: str) -> None:
        """Remember the settings of a server."""
        await self._writer.write(changes.SaveServerSettings(guild_id, settings))

    async def known_servers(self) -> tuple[int, ...]:
        """Return every server something is held about, unless it is noted that it removed the bot."""
        return await self._read(departures.known)

    async def removed_servers(self) -> tuple[tuple[int, int], ...]:
        """Return the servers that removed the bot, each with when that was, the earliest first."""
        return await self._read(departures.removed)

    async def note_removed(self, guild_id: int, at: int) -> None:
        """Note that a server has removed the bot; nothing where that is noted, or nothing is held about it."""
        await self._writer.write(departures.NoteRemoved(guild_id, at))

    async def note_back(self, guild_id: int) -> None:
        """Note that a server has the bot again; what deleting it had begun with is counted again."""
        await self._writer.write(departures.NoteBack(guild_id))

    async def delete_some(self, guild_id: int, removed_at: int) -> None:
        """Delete a piece of what is held about a server that removed the bot then; nothing if it is back.

        Once all is deleted the server is in `removed_servers` no more.
        """
        await self._writer.write(departures.DeleteSome(guild_id, removed_at))

    async def players(self) -> tuple[Player, ...]:
        """Return what people have chosen for themselves; whoever is not there has the defaults."""
        return await self._read(queries.players)

    async def save_player(self, player: Player) -> None:
        """Remember what a person has chosen for themself."""
        await self._writer.write(changes.SavePlayer(player))

    async def nudges(self) -> tuple[Nudge, ...]:
        """Return the nudges of all games, the oldest of a person at a table first."""
        return await self._read(queries.nudges)

    async def save_nudge(self, nudge: Nudge) -> None:
        """Remember a nudge."""
        await self._writer.write(changes.SaveNudge(nudge))

    async def drop_nudge(self, nudge: Nudge) -> None:
        """Forget a nudge whose message is gone."""
        await self._writer.write(changes.DropNudge(nudge))

    async def lesson(self, user_id: int) -> str:
        """Return how far somebody is in the guided hand; empty for somebody who has not begun."""
        return await self._read(lessons.body, user_id) or ""

    async def save_lesson(self, user_id: int, before: str, body: str) -> None:
        """Remember how far somebody is in the guided hand; raises StaleVersion if they aren't at `before`."""
        await self._writer.write(lessons.SaveLesson(user_id, before, body))

    async def is_newcomer(self, user_id: int) -> bool:
        """Return whether somebody has neither finished a game nor been offered the guided hand."""
        return await self._read(lessons.is_newcomer, user_id)

    async def offer_lesson(self, user_id: int) -> None:
        """Remember that somebody is offered the guided hand; raises StaleVersion if they know of it already."""
        await self._writer.write(lessons.OfferLesson(user_id))

    async def held_about(self, user_id: int) -> person.Held | None:
        """Return all that is stored about a person, in every server; None for nothing."""
        return await self._read(person.held, user_id)

    async def is_known(self, user_id: int) -> bool:
        """Return whether anything is stored about a person."""
        return await self._read(person.is_known, user_id)

    async def forget_person(self, user_id: int, former_id: int, appends: Sequence[changes.Append] = ()) -> None:
        """Put an id that is nobody's in the place of a person's, and delete what is theirs alone.

        `appends` is what happens by it at tables; raises StaleVersion if one of them has moved on.
        """
        await self._writer.write(forgetting.ForgetPerson(user_id, former_id, tuple(appends)))

    async def scrub(self) -> bool:
        """Leave nothing of what was forgotten in a SQLite file; return False for a large one: its next start does."""
        with translated():
            async with self._writer.alone:
                return await scrub(self._database, MOST_BYTES)

    @property
    def waiting(self) -> int:
        """Return how many changes wait to be written."""
        return self._writer.waiting

    async def is_writable(self, within: float) -> bool:
        """Return whether the database took a change in the last `within` seconds; one is tried if there was none."""
        if self._writer.failing or time.monotonic() - self._writer.written_at > within:
            try:
                await self.set_fact("tried", str(int(time.time())))
            except StoreError:
                return False
        return True

    async def size(self) -> int:
        """Return how many bytes the database takes, without SQLite's log of what is not in its file yet."""
        return await self._read(queries.size)

    async def fact(self, key: str) -> str | None:
        """Return one remembered fact."""
        return await self._read(queries.fact_value, key)

    async def set_fact(self, key: str, value: str) -> None:
        """Remember one fact."""
        await self._writer.write(changes.SetFact(key, value))

    async def _read(self, query: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        with translated():
            async with self._database.reader.connect() as connection:
                return await connection.run_sync(query, *args, **kwargs)
