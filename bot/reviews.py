"""`/wizard review`: somebody's own decisions in a finished game, each beside the best one.

Judging a game takes some ten seconds. One position after the other goes to the workers, of all reviews together one at
a time, so that tables that are played hardly wait for them. What was found is stored, whether anybody still looks or
not; a restart forgets what was under way, and whoever asks again has it begun anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord
from discord import app_commands

from bot import reviewing, visible
from bot.background import Background
from bot.brain import NoJudgement
from bot.customid import MOST_NUMBER, Press
from bot.failures import SaidToPerson, sentence
from bot.finished import occupants
from bot.languages import _, language_of, later, speaking
from bot.reach import DEAD_TOKEN, UNREACHABLE, code_of
from bot.render import history
from bot.render import review as render
from bot.render.notices import notice
from bot.replay import Replay
from bot.reviewing import Dealt, Decided, Hand, Judged, Review, Tenure
from bot.store import GameRow, PlayedGame, Status, StoreError
from bot.tableview import seat_view
from engine.actions import Deal, DrawDealer, Seat
from engine.record import Record

if TYPE_CHECKING:
    from bot.client import WizardClient

log = logging.getLogger(__name__)
Interaction: TypeAlias = discord.Interaction[Any]

_WHOLE_MILLISECONDS: Final = 30_000
"""How long all searches of a review may take together; what a decision cost is measured in as much again."""
_MOST_MILLISECONDS: Final = 200
"""How long one may take."""
_PATIENCE_SECONDS: Final = 20.0
"""How long a position waits for a worker, and for what that finds."""
_TRIES: Final = 3
_REST_SECONDS: Final = 1.0
"""Before a position is tried again: workers that died are started again meanwhile."""
_SHOW_SECONDS: Final = 2.5
"""Between two edits that show how far a review is."""
_EDIT_SECONDS: Final = 5.0
_OFFERED: Final = 25
"""Choices of a slash command, says Discord."""
_BUSY: Final = later("There is no time for a review now: too much is being played. Please ask again in a few minutes.")


@dataclass(eq=False, slots=True)
class _Watcher:
    """A message of somebody who waits for a review."""

    interaction: Interaction
    held: Tenure
    language: str

    @property
    def message_id(self) -> int:
        """Return the private message that was pressed on; for a new one a number that no other has."""
        pressed = self.interaction.message
        return pressed.id if pressed is not None and pressed.flags.ephemeral else self.interaction.id


Draw: TypeAlias = Callable[[_Watcher], discord.ui.LayoutView]
"""What somebody's message shows, in the language that is spoken."""


@dataclass(eq=False, slots=True)
class _Job:
    """A review that is made."""

    played: Replay
    seat: Seat
    steps: Sequence[Decided | Dealt]
    watchers: list[_Watcher] = field(default_factory=list)
    done: int = 0
    begun: bool = False
    shown: float = 0.0
    """When it was last shown how far it is, by the clock of the event loop."""


class Reviews:
    """The handlers of reviews: everybody is shown their own decisions only."""

    ops = frozenset({render.OP})

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background
        self._jobs: dict[tuple[int, Seat], _Job] = {}
        self._turn = asyncio.Lock()

    async def open(self, interaction: Interaction, game: str | None) -> None:
        """Answer with a review: of a game by its number, or of the last one that the person finished here."""
        game_id = await self._last(interaction) if game is None else _number(game)
        await self._show(interaction, game_id, 0)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Turn to a page, look again how far a review is, or begin it beside the message it was asked for from."""
        await self._show(interaction, press.table, press.version)

    async def offered(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Return the games that somebody finished in this server, newest first, for what they have typed."""
        games = await self._games(interaction, None, _OFFERED)
        choices = [app_commands.Choice(name=history.label(it), value=str(it.id)) for it in games]
        return [it for it in choices if typed.casefold() in it.name.casefold() or typed in it.value]

    async def _games(
        self, interaction: Interaction, channels: tuple[int, ...] | None, limit: int
    ) -> tuple[PlayedGame, ...]:
        guild, person = interaction.guild_id or 0, interaction.user.id
        page = await self._client.store.person_history(guild, person, channels=channels, offset=0, limit=limit)
        return page.games

    async def _last(self, interaction: Interaction) -> int:
        games = await self._games(interaction, visible.here(interaction), 1)
        if not games:
            raise SaidToPerson(_("You have finished no game in this channel. /wizard review takes the game, too."))
        return games[0].id

    # --- showing --------------------------------------------------------------------------------

    async def _show(self, interaction: Interaction, game_id: int, page: int) -> None:
        row, played, held = await self._own(interaction, game_id)
        review = await self._stored(game_id, held.seat)
        if review is not None:
            view = await asyncio.to_thread(_page, row, played, review, held, page)
            await self._client.app_emojis.show(interaction, view)
            return
        job = self._jobs.get((game_id, held.seat))
        if job is None:
            steps = await asyncio.to_thread(_steps, played.record, held.seat)
            job = self._jobs.setdefault((game_id, held.seat), _Job(played, held.seat, steps))
        view = render.progress(game_id, job.done, max(1, len(job.steps)))
        await self._client.app_emojis.show(interaction, view)
        self._follow(interaction, row, job, held)

    def _follow(self, interaction: Interaction, row: GameRow, job: _Job, held: Tenure) -> None:
        """Keep the message that was just sent up to date; begin what nobody has begun."""
        watcher = _Watcher(interaction, held, language_of(interaction.locale.value))
        job.watchers = [*(it for it in job.watchers if it.message_id != watcher.message_id), watcher]
        if self._jobs.get((row.id, job.seat)) is not job:  # done meanwhile
            self._background.run(self._tell_result(row, job), "showing a review")
        elif not job.begun:
            job.begun = True
            self._background.run(self._work(row, job), "reviewing a game")

    async def _own(self, interaction: Interaction, game_id: int) -> tuple[GameRow, Replay, Tenure]:
        """Return a finished game of this server with the seat that somebody held at it."""
        row = await self._client.store.game(game_id)
        if row is None or row.guild_id != interaction.guild_id:
            raise SaidToPerson(_("There is no finished game with this number here."))
        if row.status is Status.OPEN:
            raise SaidToPerson(_("This game isn't over yet: until then its cards are nobody else's business."))
        played = await self._client.replays.of(row)
        if played is None:
            raise SaidToPerson(_("Nothing is left of that game that could be shown here."))
        held = reviewing.tenure(played.record, interaction.user.id)
        if held is None:
            raise SaidToPerson(_("You didn't sit at that table, and only your own decisions are shown to you."))
        return row, played, held

    async def _stored(self, game_id: int, seat: Seat) -> Review | None:
        text = await self._client.store.review(game_id, seat)
        try:
            return None if text is None else reviewing.loads(text)
        except reviewing.UNREADABLE:
            log.info("The review of seat %s of game %s is another version's: it is made again", seat, game_id)
            return None

    # --- working --------------------------------------------------------------------------------

    async def _work(self, row: GameRow, job: _Job) -> None:
        try:
            draw = await self._made(row, job)
        finally:
            self._jobs.pop((row.id, job.seat), None)
        await self._tell_all(job, draw)

    async def _made(self, row: GameRow, job: _Job) -> Draw:
        """Make and store a review; return what is to be shown then, or of what went wrong."""
        try:
            review = await self._judge(row, job)
            await self._client.store.save_review(row.id, job.seat, reviewing.dumps(review))
        except (NoJudgement, StoreError) as error:
            log.warning("A review of game %s can't be made now (%s)", row.id, type(error).__name__)
            return _failed(error)
        return _result(row, job, review)

    async def _tell_result(self, row: GameRow, job: _Job) -> None:
        review = await self._stored(row.id, job.seat)
        if review is not None:
            await self._tell_all(job, _result(row, job, review))

    async def _judge(self, row: GameRow, job: _Job) -> Review:
        decisions = sum(isinstance(it, Decided) for it in job.steps)
        milliseconds = min(_MOST_MILLISECONDS, _WHOLE_MILLISECONDS / max(1, decisions))
        found: list[Judged | Hand] = []
        loop = asyncio.get_running_loop()
        for it in job.steps:
            async with self._turn:
                found.append(await self._judged(it, milliseconds))
            job.done += 1
            if loop.time() >= job.shown + _SHOW_SECONDS and job.done < len(job.steps):
                await self._tell_all(job, lambda _it: render.progress(row.id, job.done, len(job.steps)))
                job.shown = loop.time()
        return Review(
            tuple(it for it in found if isinstance(it, Judged)),
            tuple(it for it in found if isinstance(it, Hand)),
        )

    async def _judged(self, it: Decided | Dealt, milliseconds: float) -> Judged | Hand:
        """Return what is found of a position, at the latest at the last of some tries; raise `NoJudgement`."""
        brain = self._client.brain
        for tries_left in reversed(range(_TRIES)):
            try:
                if isinstance(it, Dealt):
                    return reviewing.hand(it, await brain.luck(it.seen, milliseconds, _PATIENCE_SECONDS))
                found = await brain.assess(it.seen, it.chosen, milliseconds, _PATIENCE_SECONDS)
                return reviewing.judged(it, found)
            except NoJudgement:
                if not tries_left:
                    raise
            await asyncio.sleep(_REST_SECONDS)
        raise NoJudgement

    # --- telling --------------------------------------------------------------------------------

    async def _tell_all(self, job: _Job, draw: Draw) -> None:
        """Show something on the message of everybody who waits; a message that can't be reached is given up."""
        for watcher in tuple(job.watchers):
            try:
                with speaking(watcher.language):
                    await self._edit(watcher, await asyncio.to_thread(draw, watcher))
            except UNREACHABLE as error:
                log.info("A review can't be shown on its message: code %s", code_of(error))
                if code_of(error) in DEAD_TOKEN and watcher in job.watchers:
                    job.watchers.remove(watcher)

    async def _edit(self, watcher: _Watcher, view: discord.ui.LayoutView) -> None:
        async def send(dressed: discord.ui.LayoutView) -> None:
            await watcher.interaction.edit_original_response(view=dressed)

        await asyncio.wait_for(self._client.app_emojis.sent(send, view), _EDIT_SECONDS)


def _failed(error: NoJudgement | StoreError) -> Draw:
    return lambda _it: notice(_(_BUSY) if isinstance(error, NoJudgement) else sentence(error) or "")


def _result(row: GameRow, job: _Job, review: Review) -> Draw:
    return lambda it: _page(row, job.played, review, it.held, 0)


def _number(game: str) -> int:
    """Read the number of a game."""
    number = game.strip()
    if not (number.isascii() and number.isdecimal()) or len(number) > 19 or int(number) > MOST_NUMBER:
        raise SaidToPerson(_("Choose a game from the list: you finished it in this server."))
    return int(number)


def _steps(record: Record, seat: Seat) -> Sequence[Decided | Dealt]:
    return tuple(reviewing.steps(record, seat))


def _page(row: GameRow, played: Replay, review: Review, held: Tenure, page: int) -> discord.ui.LayoutView:
    """Return a page of the review of one holder of a seat; the first where there is none of this number."""
    mine = review.during(held)
    moments = [_moment(played, held.seat, it) for it in mine.costliest(render.MOMENTS)]
    if 0 < page <= len(moments):
        return render.moment(row.id, page, moments)
    return render.summary(row.id, row.ended_at or 0, len(played.rounds), mine, moments)


def _moment(played: Replay, seat: Seat, found: Judged) -> render.Moment:
    record = played.record
    chosen = record.actions[found.at]
    if isinstance(chosen, DrawDealer | Deal):
        raise TypeError("chance is not judged")
    game = reviewing.before(record, found.at)
    table = replace(played.table, seats=occupants(record, found.at), game=game)
    return render.Moment(seat_view(table, seat), chosen, found)
