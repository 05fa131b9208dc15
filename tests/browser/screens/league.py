"""Games that are over: leaderboards, final standings, statistics, histories, replays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import discord

from bot.servers import ServerSettings, dumps
from bot.tablesettings import TableSettings
from engine.options import SPECIAL_CARDS, Length
from tests.browser.screens.stage import HOST_DEALS, PEOPLE, Screen, Shot, Stage
from tests.e2e.driver import Person
from tests.e2e.league import played

_SIX = ("Ada", "Wilhelmina van Dijk", "Bo", "xX_DragonSlayer_Xx", "Zoë", "Maximilian")
_OTHERS = ("Moe", "Ned", "Olga", "Pia", "Quinn", "Rosa", "Sven", "Tilda", "Uwe")
_MORE = ("Gus", "Hal", "Ida", "Jo", "Kim", "Lea")


async def _season(stage: Stage) -> Person:
    """Play a season of more people than there is room for on a page; return one of them."""
    stage.deal("G1", "B2", "R9", "Y4", "J", "W", rounds=1)
    first: list[Person] = []
    for names in (_SIX, _MORE):
        people = await stage.start(*names)
        await stage.play_rounds(people, 1)
        first = first or people
    [season] = await stage.world.bot.store.seasons(stage.world.guild.id)
    for number in range(9):
        names = _OTHERS[number % 4 : number % 4 + 3 + number % 3]
        await played(stage.world, number, *names, in_season=season.season, ended_at=season.started_at + number)
    return first[0]


def leaderboard(order: str = "points", season: str | None = None) -> Screen:
    """Return a page of a season, or of all."""

    async def screen(stage: Stage) -> Shot:
        person = await _season(stage)
        options = {} if season is None else {"season": season}
        return stage.shot(person, await stage.command(person, "wizard leaderboard", sort=order, **options))

    return screen


async def leaderboard_in_words(stage: Stage) -> Shot:
    """A season where the server wants no pictures."""
    settings = ServerSettings(tables=TableSettings(pictures=False))
    await stage.world.bot.store.save_server_settings(stage.world.guild.id, dumps(settings))
    return await leaderboard()(stage)


async def empty_leaderboard(stage: Stage) -> Shot:
    """A season in which nobody has played yet."""
    ada = stage.world.person(PEOPLE[0])
    return stage.shot(ada, await stage.command(ada, "wizard leaderboard"))


async def final_standings(stage: Stage) -> Shot:
    """The end of a season, posted as an admin begins the next one."""
    await _season(stage)
    role = stage.world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    admin = stage.world.person("Max", roles=[role])
    await stage.command(admin, "wizard-admin season start", name="Winter")
    return stage.public_shot(2)


# --- statistics ----------------------------------------------------------------------------------


async def _rivals(stage: Stage) -> tuple[Person, Person]:
    """Let two people play a game with all special cards, to the end of which an AI player may play."""
    options = replace(HOST_DEALS, special_cards=frozenset(SPECIAL_CARDS), max_rounds=6)
    people = await stage.start(*_SIX[:2], options=options)
    rng = Random(1)
    with stage.no_pictures():
        while await stage.play_on(people, rng):
            pass
    return people[0], people[1]


async def stats(stage: Stage) -> Shot:
    """Somebody's own statistics, for themself."""
    person, _ = await _rivals(stage)
    return stage.shot(person, await stage.command(person, "wizard stats"))


async def stats_against(stage: Stage) -> Shot:
    """Two people compared, for everybody."""
    person, other = await _rivals(stage)
    return stage.shot(person, await stage.command(person, "wizard stats", against=other.actor.user, public=True))


async def no_stats(stage: Stage) -> Shot:
    """Statistics of somebody who has played nothing."""
    ada = stage.world.person(PEOPLE[0])
    return stage.shot(ada, await stage.command(ada, "wizard stats"))


# --- games ---------------------------------------------------------------------------------------


async def _dealt(stage: Stage) -> list[Person]:
    """Let six people play a game whose record can be read: no deal of it is made up."""
    people = await stage.start(*_SIX, options=replace(HOST_DEALS, length=Length.FIVE, max_rounds=2))
    await stage.play_rounds(people, 2)
    return people


async def history(stage: Stage) -> Shot:
    """The games of a channel."""
    person = await _season(stage)
    return stage.shot(person, await stage.command(person, "wizard history"))


async def one_game(stage: Stage) -> Shot:
    """One of them, and its record."""
    people = await _dealt(stage)
    listed = await stage.command(people[0], "wizard history")
    [game] = (await stage.world.bot.store.person_history(stage.world.guild.id, people[0].id, offset=0, limit=1)).games
    chosen = await stage.pick(people[0], listed, "game", "", str(game.id))
    return stage.shot(people[0], chosen, await stage.press(people[0], "record", on=chosen))


def replay(trick: int) -> Screen:
    """Return a trick of a replay, or with 0 the deal."""

    async def screen(stage: Stage) -> Shot:
        people = await _dealt(stage)
        shown = await stage.press(people[0], "replay", on=stage.world.public()[-1])
        for _ in range(trick):
            shown = await stage.press(people[0], "replay", "next", on=shown)
        return stage.shot(people[0], shown)

    return screen
