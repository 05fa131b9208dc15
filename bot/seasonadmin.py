"""``/wizard-admin season``, ``exclude`` and ``restore``: what people with *Manage Server* do with the league."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands

from bot import failures
from bot.failures import SaidToPerson
from bot.languages import _, later, speaking
from bot.names import cleaned, name_of
from bot.render import notices, standings, words
from bot.rhythm import Rhythm, manual_key
from bot.serveradmin import AdminCommands, require_manager
from bot.servers import public_language, server_settings
from bot.store import AuditLine, CountedGame, StaleVersion, StoreError

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
Choices: TypeAlias = list[app_commands.Choice[str]]
_Name: TypeAlias = app_commands.Range[str, 1, 40]


class _Commands(app_commands.Group):
    """Some commands below ``/wizard-admin``."""

    def __init__(self, client: WizardClient) -> None:
        super().__init__()  # name and description are the class's
        self._client = client

    def _line(self, interaction: Interaction, what: str, subject: str) -> AuditLine:
        at = int(self._client.clock().timestamp() * 1000)
        return AuditLine(interaction.id, interaction.guild_id or 0, at, interaction.user.id, what, subject)


class SeasonCommands(_Commands, name="season", description=later("Begin, end and name seasons by hand")):
    """Everything below ``/wizard-admin season``."""

    @app_commands.command(description=later("Begin a season by hand; the one that runs ends, and nothing is deleted"))
    @app_commands.describe(name=later("What it is called"))
    async def start(self, interaction: Interaction, name: _Name | None = None) -> None:
        """Begin a season from now on, and post the final standings of the one before."""
        async with failures.boundary(interaction):
            require_manager(interaction)
            store, guild_id = self._client.store, interaction.guild_id or 0
            await self._client.servers.change(guild_id, lambda settings: replace(settings, seasons=Rhythm.MANUAL))
            key, called = manual_key(interaction.id), None if name is None else cleaned(name)
            await store.start_season(key, called, self._line(interaction, "season start", called or key))
            language = await self._language(interaction)
            with speaking(language):
                begun = standings.season_name(key, await store.seasons(guild_id))
                # L10N: {season} is what a season is called
                said = _("{season} begins. Every game that ends from now on counts in it.", season=begun)
            await interaction.response.send_message(view=notices.notice(said))
            for season in await store.unposted_seasons():
                if season.guild_id == guild_id:
                    await self._client.league.answer(interaction, season, language)

    @app_commands.command(description=later("End the season that was begun by hand, and post its final standings"))
    async def end(self, interaction: Interaction) -> None:
        """End the running season; until the next one begins games count for all time only."""
        async with failures.boundary(interaction):
            require_manager(interaction)
            store, guild_id = self._client.store, interaction.guild_id or 0
            season = await store.running_season(guild_id)
            if season is None:
                raise SaidToPerson(_("No season runs that was begun by hand. Those of the calendar end by themselves."))
            await store.end_season(season.season, self._line(interaction, "season end", season.season))
            await self._client.league.answer(interaction, season, await self._language(interaction))

    @app_commands.command(description=later("Call a season something else"))
    @app_commands.describe(name=later("What it is called from now on"), season=later("Which one; else the newest"))
    async def rename(self, interaction: Interaction, name: _Name, season: str | None = None) -> None:
        """Rename a season, running or over."""
        async with failures.boundary(interaction):
            require_manager(interaction)
            store, guild_id = self._client.store, interaction.guild_id or 0
            known = await store.seasons(guild_id)
            chosen = next(iter(known), None) if season is None else await self._client.league.found(guild_id, season)
            if chosen is None:
                raise SaidToPerson(_("This server has no such season. Pick one from the list."))
            before, called = standings.season_name(chosen.season, known), cleaned(name)
            line = self._line(interaction, "season rename", f"{chosen.season}: {called}")
            await store.rename_season(chosen.season, called, line)
            now = standings.season_name(chosen.season, await store.seasons(guild_id))
            # L10N: names of a season
            await failures.tell(interaction, _("{before} is called {now} from now on.", before=before, now=now))

    @rename.autocomplete("season")
    async def _seasons(self, interaction: Interaction, typed: str) -> Choices:
        return await self._client.league.offered(interaction, typed)

    async def _language(self, interaction: Interaction) -> str:
        return public_language(await server_settings(self._client.store, interaction.guild_id or 0), interaction)


class _InOrOut(_Commands):
    """What `exclude` and `restore` have in common: each change is refused where nothing changes by it."""

    async def _change_game(
        self, interaction: Interaction, game: str, *, excluded: bool, refused: str, changed: str
    ) -> None:
        """Take a game out or put it back, and say that it `changed`, or that it is `refused`."""
        async with failures.boundary(interaction):
            require_manager(interaction)
            line = self._line(interaction, f"{self.name} game", game)
            with _unchanged(_(refused)):
                await self._client.store.exclude_game(_number(game), line, excluded=excluded)
            self._client.count_statistics()
            await failures.tell(interaction, _(changed))

    async def _change_person(
        self, interaction: Interaction, person: discord.User, *, excluded: bool, refused: str, changed: str
    ) -> None:
        """Keep somebody out or let them in, and say that it `changed`, or that it is `refused`."""
        async with failures.boundary(interaction):
            require_manager(interaction)
            line, name = self._line(interaction, f"{self.name} person", str(person.id)), name_of(person)
            with _unchanged(_(refused, name=words.person_name(name))):
                await self._client.store.exclude_person(person.id, line, excluded=excluded)
            await failures.tell(interaction, _(changed, name=words.person_name(name)))

    async def _offered(self, interaction: Interaction, typed: str, *, excluded: bool) -> Choices:
        """Return the last games that fit what somebody has typed: when they ended, and who had how many points."""
        with suppress(StoreError):
            games = await self._client.store.played_games(interaction.guild_id or 0, 100, excluded=excluded)
            choices = [app_commands.Choice(name=_label(game), value=str(game.game_id)) for game in games]
            return [it for it in choices if typed.casefold() in it.name.casefold()][: standings.MOST_CHOICES]
        return []


class ExcludeCommands(_InOrOut, name="exclude", description=later("Keep a game or a person out of the standings")):
    """Everything below ``/wizard-admin exclude``."""

    @app_commands.command(description=later("Take a game out of the standings; it stays stored"))
    @app_commands.describe(game=later("Which one"))
    async def game(self, interaction: Interaction, game: str) -> None:
        """Take a game out; season points and ratings follow."""
        await self._change_game(
            interaction,
            game,
            excluded=True,
            refused=later("There is no such game, or it doesn't count anyway."),
            changed=later("The game doesn't count any more. /wizard-admin restore puts it back."),
        )

    @app_commands.command(
        description=later("Keep somebody out of the standings; others keep what they won against them")
    )
    @app_commands.describe(person=later("Who"))
    async def person(self, interaction: Interaction, person: discord.User) -> None:
        """Keep somebody out, in every season."""
        await self._change_person(
            interaction,
            person,
            excluded=True,
            refused=later("{name} isn't in the standings already."),
            changed=later("{name} isn't in the standings any more. /wizard-admin restore brings them back."),
        )

    @game.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await self._offered(interaction, typed, excluded=False)


class RestoreCommands(_InOrOut, name="restore", description=later("Put a game or a person back into the standings")):
    """Everything below ``/wizard-admin restore``."""

    @app_commands.command(description=later("Put a game back into the standings"))
    @app_commands.describe(game=later("Which one"))
    async def game(self, interaction: Interaction, game: str) -> None:
        """Put a game back; season points and ratings follow."""
        await self._change_game(
            interaction,
            game,
            excluded=False,
            refused=later("There is no such game, or it counts anyway."),
            changed=later("The game counts again."),
        )

    @app_commands.command(description=later("Let somebody into the standings again, with all they have played"))
    @app_commands.describe(person=later("Who"))
    async def person(self, interaction: Interaction, person: discord.User) -> None:
        """Let somebody in again."""
        await self._change_person(
            interaction,
            person,
            excluded=False,
            refused=later("{name} isn't kept out of the standings."),
            changed=later("{name} is in the standings again."),
        )

    @game.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await self._offered(interaction, typed, excluded=True)


def admin_commands(client: WizardClient) -> AdminCommands:
    """Return everything below ``/wizard-admin``."""
    admin = AdminCommands(client)
    for commands in (SeasonCommands, ExcludeCommands, RestoreCommands):
        admin.add_command(commands(client))
    return admin


@contextmanager
def _unchanged(said: str) -> Iterator[None]:
    """Say this where a change is refused because nothing changes by it."""
    try:
        yield
    except StaleVersion:
        raise SaidToPerson(said) from None


def _number(game: str) -> int:
    """Return the number of a game that was picked; 0, which none has, for what somebody has typed instead."""
    picked = game.isascii() and game.isdecimal() and len(game) < 20
    return int(game) if picked and int(game) < 2**63 else 0


def _label(game: CountedGame) -> str:
    ended = datetime.fromtimestamp(game.ended_at / 1000, UTC)
    seats = [f"{words.plain_name(name)} {words.number(points)}" for name, points in game.points]
    return f"{ended:%Y-%m-%d %H:%M} UTC · {', '.join(seats)}"[:100]
