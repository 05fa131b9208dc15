"""What a game leaves for another one of the same people: its options, how the table was run, and the seats.

The seats are turned by the time they are kept: the one after the last game's first dealer comes first. With
``first_dealer = host`` that seat deals first (seat 0 of a game, which only in a table's first game is the host's);
otherwise the first dealer is drawn anew, and the order only says who sits beside whom.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace

from bot import tablesettings
from bot.entries import Arrange, Entry, Invite, Place, place
from bot.former import is_former
from bot.store import GameRow, Store
from bot.table import Table
from bot.tablesettings import TableSettings
from engine import options as opts
from engine.actions import DrawDealer, Seat
from engine.options import FirstDealer, Options

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rematch:
    """What another game of the same people starts from."""

    options: Options
    settings: TableSettings
    places: tuple[Place, ...]
    """In the order of the new table."""

    def is_for(self, user_id: int) -> bool:
        """Return whether this person sat at the table."""
        return any(it.user_id == user_id for it in self.places)

    def where(self, *, ai_players: bool, min_humans: int, language: str | None) -> Rematch:
        """Return it for what a server has chosen by now; the language only if it has chosen one."""
        places = tuple(it for it in self.places if ai_players or it.user_id is not None)
        spoken = language or self.settings.language
        settings = replace(self.settings, ai_players=ai_players, min_humans=min_humans, language=spoken)
        return replace(self, settings=settings, places=places)

    def entries(self, user_id: int) -> tuple[Entry, ...]:
        """Return what happens at the new table once its host has joined."""
        return Arrange(user_id, self.settings), Invite(user_id, self.places)


def of(table: Table) -> Rematch:
    """Return what a table that was in play leaves."""
    first = _first_dealer(table) + 1
    seats = (*table.seats[first:], *table.seats[:first])
    # Who is forgotten can't be asked.
    places = tuple(
        Place(it.user_id, it.name, it.level) for it in seats if it.user_id is None or not is_former(it.user_id)
    )
    return Rematch(table.options, table.settings, places)


def _first_dealer(table: Table) -> Seat:
    """Return who dealt first; the last seat where nobody has yet, so that the order stays."""
    drawn = next((action.dealer for action in table.log if isinstance(action, DrawDealer)), len(table.seats) - 1)
    return 0 if table.options.first_dealer is FirstDealer.HOST else drawn


def dumps(rematch: Rematch) -> str:
    """Return the rematch as text."""
    plain = {
        "options": opts.to_json(rematch.options),
        "settings": tablesettings.to_json(rematch.settings),
        "places": [it.to_json() for it in rematch.places],
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


async def kept(store: Store, game_id: int, guild_id: int) -> Rematch | None:
    """Return what a game of this server has left; None when there is nothing, or nothing this version can read."""
    row = await store.game(game_id)
    return None if row is None or row.guild_id != guild_id else read(row)


def read(row: GameRow) -> Rematch | None:
    """Return what a game has left; None when there is nothing, or nothing this version can read."""
    if row.rematch is None:
        return None
    try:
        return loads(row.rematch)
    except (KeyError, TypeError, ValueError) as error:
        log.warning("The rematch of game %s can't be read: %s", row.id, error)
        return None


def loads(text: str) -> Rematch:
    """Read what `dumps` wrote; raise ValueError, KeyError or TypeError for what this version can't read."""
    plain = json.loads(text)
    places = tuple(place(*it) for it in plain["places"])
    return Rematch(opts.from_json(plain["options"]), tablesettings.from_json(plain["settings"]), places)
