"""What a server has chosen: how its tables begin, where they stand, who looks after them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import discord

from bot import tablesettings
from bot.languages import LANGUAGES, language_of
from bot.rhythm import BETWEEN, Rhythm, calendar_key
from bot.store import Store
from bot.tablesettings import TableSettings
from engine.options import MAX_PLAYERS
from engine.presets import PRESETS

log = logging.getLogger(__name__)

UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server; the defaults are what a server has that never chose."""

    preset: str | None = None
    """The preset its tables begin with; None: its house rules, without any the standard game."""
    tables: TableSettings = field(default_factory=TableSettings)
    """How its new tables are run."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened, in threads there too; empty: everywhere."""
    moderator_role: int | None = None
    """Who has this role may end tables like people with Manage Messages."""
    min_humans: int | None = None
    """People a finished game needs to count; None: as many as the bot's own setting says."""
    language: str | None = None
    """The language of what everybody reads at its tables; None: as the server is set in Discord."""
    seasons: Rhythm = Rhythm.MONTH
    """When its seasons begin and end."""

    def __post_init__(self) -> None:
        if self.min_humans is not None and not 1 <= self.min_humans <= MAX_PLAYERS:
            raise ValueError(f"a game has from 1 to {MAX_PLAYERS} people")

    def allows(self, channel_id: int | None, parent_id: int | None) -> bool:
        """Return whether tables may be opened in a channel, or in a thread of its parent."""
        return not self.channels or channel_id in self.channels or parent_id in self.channels


def dumps(settings: ServerSettings) -> str:
    """Return the settings as JSON."""
    plain = asdict(settings) | {"tables": tablesettings.to_json(settings.tables)}
    return json.dumps(plain, separators=(",", ":"))


def loads(text: str) -> ServerSettings:
    """Read settings back: missing ones take their default, unknown ones are left out; raise one of `UNREADABLE`."""
    plain: Mapping[str, Any] = json.loads(text)
    role, least = plain.get("moderator_role"), plain.get("min_humans")
    return ServerSettings(
        preset=plain["preset"] if plain.get("preset") in PRESETS else None,
        tables=tablesettings.from_json(plain.get("tables", {})),
        channels=tuple(map(int, plain.get("channels", ()))),
        moderator_role=None if role is None else int(role),
        min_humans=None if least is None else int(least),
        language=plain["language"] if plain.get("language") in LANGUAGES else None,
        seasons=Rhythm(plain["seasons"]) if plain.get("seasons") in list(Rhythm) else Rhythm.MONTH,
    )


async def server_settings(store: Store, guild_id: int) -> ServerSettings:
    """Return a server's settings; the defaults when it has none, or none that this version can read."""
    text = await store.server_settings(guild_id)
    if text is None:
        return ServerSettings()
    try:
        return loads(text)
    except UNREADABLE as error:
        log.warning("The settings of server %s can't be read: %s", guild_id, error)
        return ServerSettings()


async def season_key(store: Store, guild_id: int, settings: ServerSettings, at: datetime) -> str:
    """Return the key of the season that runs in a server; between two that are begun by hand `BETWEEN`."""
    if settings.seasons is not Rhythm.MANUAL:
        return calendar_key(settings.seasons, at)
    season = await store.running_season(guild_id)
    return BETWEEN if season is None else season.season


def public_language(settings: ServerSettings, interaction: discord.Interaction[Any]) -> str:
    """Return the language of what everybody reads: the server's choice, else the one it is set to in Discord."""
    locale = interaction.guild_locale
    return settings.language or language_of(None if locale is None else locale.value)


class Servers:
    """Changes what servers have chosen, one change after the other: none undoes another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()

    async def change(self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]) -> None:
        """Change a server's settings and return once they are stored."""
        async with self._lock:
            settings = await server_settings(self._store, guild_id)
            changed = change(settings)
            if changed != settings:
                await self._store.save_server_settings(guild_id, dumps(changed))

    async def keep_house_rules(self, guild_id: int, text: str | None) -> None:
        """Save or forget a server's house rules; its tables begin with them from now on, not with a preset."""
        await self.change(guild_id, lambda settings: replace(settings, preset=None))
        await self._store.save_house_rules(guild_id, text)
