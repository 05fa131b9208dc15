"""Which pictures a message gets: where the host, the table and the person want any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.appemojis import AppEmojis
from bot.pictures import warming
from bot.pictures.board import Board, leaderboard, podium
from bot.pictures.canvas import Picture
from bot.pictures.hand import hand
from bot.pictures.pad import pad
from bot.pictures.race import race
from bot.pictures.stats import special_cards, stats
from bot.pictures.studio import Studio
from bot.pictures.table import table
from bot.pictures.trick import last_trick, trick
from bot.players import Players
from bot.profile import Profile
from bot.render import scores
from bot.replay import Step
from bot.tableview import TableView

Pictures = tuple[Picture, ...]


class Illustrations:
    """Draws what a message is to show. What isn't wanted, fails or takes too long is left out."""

    def __init__(self, studio: Studio | None, players: Players) -> None:
        self._studio = studio
        self._players = players

    async def hand(self, seen: TableView, user_id: int) -> Picture | None:
        """Return the picture of somebody's own hand."""
        if not seen.is_open or not self._players.get(user_id).pictures:
            return None
        return await self._drawn(seen, partial(hand, seen))

    async def current(self, seen: TableView) -> Pictures:
        """Return the pictures of the public message for the present state."""
        if seen.is_open:
            return await self._all(seen, table)
        return await self._all(seen, race, pad)

    async def closing(self, seen: TableView, key: str) -> Pictures:
        """Return the picture of an older public message: the trick that ended its round."""
        number = int(key.removeprefix("round-")) if key.startswith("round-") else 0
        if seen.game is None or not 0 < number <= len(seen.game.scores):
            return ()
        score = seen.game.scores[number - 1]
        ended = partial(trick, number_of_round=number, number=len(score.tricks), done=score.tricks[-1])
        return await self._all(seen, ended)

    async def scores(self, seen: TableView, tab: str, user_id: int) -> Pictures:
        """Return the picture of a tab of tricks and scores."""
        if not self._players.get(user_id).pictures:
            return ()
        return await self._all(seen, {scores.LAST: last_trick, scores.ROUND: table}.get(tab, pad))

    async def replay(self, step: Step, user_id: int) -> Pictures:
        """Return the picture of a trick in a replay; the deal has none."""
        if step.done is None or not self._players.get(user_id).pictures:
            return ()
        done = partial(trick, number_of_round=step.score.number, number=step.trick, done=step.done)
        return await self._all(step.view, done)

    async def standings(self, board: Board, *, final: bool = False) -> Picture | None:
        """Return the picture of a leaderboard, or of final standings; whether it is wanted is the caller's to know."""
        if self._studio is None or not board.page.rows:
            return None
        return await self._studio.draw(partial(podium if final else leaderboard, board))

    async def stats(self, profile: Profile) -> Pictures:
        """Return the pictures of somebody's statistics; whether they are wanted is for the caller to know."""
        if self._studio is None:
            return ()
        drawn = [await self._studio.draw(partial(draw, profile)) for draw in (stats, special_cards)]
        return tuple(picture for picture in drawn if picture is not None)

    async def warm(self) -> None:
        """Draw ahead what the first hands would wait for."""
        if self._studio is not None:
            await self._studio.warm(warming.steps())

    def close(self) -> None:
        """Draw nothing any more."""
        if self._studio is not None:
            self._studio.close()

    async def _all(self, seen: TableView, *draw: Callable[[TableView], Picture | None]) -> Pictures:
        drawn = [await self._drawn(seen, partial(it, seen)) for it in draw]
        return tuple(picture for picture in drawn if picture is not None)

    async def _drawn(self, seen: TableView, make: Callable[[], Picture | None]) -> Picture | None:
        if self._studio is None or not seen.settings.pictures or seen.game is None:
            return None
        return await self._studio.draw(make)


@dataclass(frozen=True, slots=True)
class Looks:
    """What messages are shown with beside their words."""

    emojis: AppEmojis
    pictures: Illustrations
    players: Players
