"""Before a game and beside it: the lobby, its options, the rules, and how a person or a server wants the bot."""

from __future__ import annotations

import discord

from bot.pace import Pace, TurnClock
from bot.tablesettings import TableSettings
from engine.options import FirstDealer, Options
from engine.presets import PRESETS
from tests.browser.screens.stage import PEOPLE, Screen, Shot, Stage
from tests.e2e.driver import Person
from tests.e2e.league import played

_JUBILEE = PRESETS["jubilee-30"]


async def lobby(stage: Stage) -> Shot:
    """Two people and an AI player wait for the host to start."""
    people = await stage.open_table(
        "Ada", "Wilhelmina van Dijk", options=Options(), settings=TableSettings(TurnClock(Pace.LIVE)), ai=1
    )
    return stage.shot(people[0], stage.table)


async def lobby_of_specials(stage: Stage) -> Shot:
    """A full lobby whose options say a lot."""
    people = await stage.open_table("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", options=_JUBILEE)
    return stage.shot(people[0], stage.table)


async def lobby_of_ai(stage: Stage) -> Shot:
    """One person and five AI players of every level."""
    people = await _with_ai_players(stage)
    return stage.shot(people[0], stage.table)


async def ai_players(stage: Stage) -> Shot:
    """The host's panel with as many AI players as there can be."""
    people = await _with_ai_players(stage)
    return stage.shot(people[0], await stage.press(people[0], "ai_players", on=stage.table))


async def first_ai_player(stage: Stage) -> Shot:
    """The same panel before there is one."""
    people = await stage.open_table(*PEOPLE)
    return stage.shot(people[0], await stage.press(people[0], "ai_players", on=stage.table))


async def _with_ai_players(stage: Stage) -> list[Person]:
    people = await stage.open_table("Ada")
    panel = await stage.press(people[0], "ai_players", on=stage.table)
    for level in ("archmage", "apprentice", "adept", "archmage", "archmage"):
        await stage.pick(people[0], panel, "ai_add", "", level)
    return people


async def rematch(stage: Stage) -> Shot:
    """Another game for the same people, who haven't joined yet."""
    stage.deal("G1", "B2", "R9", rounds=1)
    people = await stage.start(*PEOPLE)
    await stage.play_rounds(people, 1)
    await stage.press(people[0], "rematch", on=stage.table)
    return stage.shot(people[1], stage.table)


def options_page(page: str) -> Screen:
    """Return the screen of one page of the host's panel."""

    async def screen(stage: Stage) -> Shot:
        people = await stage.open_table(*PEOPLE, options=Options(first_dealer=FirstDealer.HIGH_CARD))
        panel = await stage.press(people[0], "options", on=stage.table)
        if page != "game":
            panel = await stage.press(people[0], "options", page, on=panel)
        return stage.shot(people[0], panel)

    return screen


async def special_cards_chosen(stage: Stage) -> Shot:
    """All special cards picked on the host's panel."""
    people = await stage.open_table(*PEOPLE, options=_JUBILEE)
    panel = await stage.press(people[0], "options", on=stage.table)
    return stage.shot(people[0], await stage.press(people[0], "options", "cards", on=panel))


async def options_refused(stage: Stage) -> Shot:
    """A choice that contradicts another one."""
    people = await stage.open_table(*PEOPLE, options=PRESETS["canadian"])
    panel = await stage.press(people[0], "options", on=stage.table)
    panel = await stage.press(people[0], "options", "bids", on=panel)
    return stage.shot(people[0], await stage.pick(people[0], panel, "option", "bidding", "secret"))


async def overview(stage: Stage) -> Shot:
    """The options as those see them who are not the host."""
    people = await stage.open_table(*PEOPLE, options=_JUBILEE)
    return stage.shot(people[1], await stage.press(people[1], "options", on=stage.table))


def rules_page(number: int, options: Options = _JUBILEE) -> Screen:
    """Return the screen of one page of the rules."""

    async def screen(stage: Stage) -> Shot:
        people = await stage.open_table(*PEOPLE, options=options)
        page = await stage.command(people[0], "wizard rules")
        if number > 1:
            page = await stage.pick(people[0], page, "rules", "pick", str(number - 1))
        return stage.shot(people[0], page)

    return screen


def lesson(*moves: str) -> Screen:
    """Return the screen of the guided hand after these moves, each the number of a bid or a card; nothing goes on."""

    async def screen(stage: Stage) -> Shot:
        ada = stage.world.person("Ada")
        page = await stage.command(ada, "wizard learn")
        for move in moves:
            op = "learn_next" if not move else "learn_bid" if move.isdecimal() else "learn_play"
            page = await stage.press(ada, op, move, on=page)
        return stage.shot(ada, page)

    return screen


async def lesson_offered(stage: Stage) -> Shot:
    """A newcomer has taken a seat."""
    await stage.open_table("Ada", "Bo")
    cleo = stage.world.person("Cleo")
    await stage.press(cleo, "join", on=stage.table)
    return stage.shot(cleo, *stage.private(cleo))


async def help_(stage: Stage) -> Shot:
    """What the bot can do."""
    ada = stage.world.person("Ada")
    return stage.shot(ada, await stage.command(ada, "wizard help"))


async def me(stage: Stage) -> Shot:
    """How a person wants to be told that it is their turn."""
    ada = stage.world.person("Ada")
    return stage.shot(ada, await stage.command(ada, "wizard me"))


def admin_page(page: str) -> Screen:
    """Return the screen of one page of a server's settings."""

    async def screen(stage: Stage) -> Shot:
        manager = _manager(stage)
        await stage.command(manager, "wizard new", preset="jubilee-25")
        panel = await stage.command(manager, "wizard-admin settings")
        if page != "start":
            panel = await stage.press(manager, "server", page, on=panel)
        return stage.shot(manager, panel)

    return screen


async def audit(stage: Stage) -> Shot:
    """Who changed seasons, and who was taken out of the standings: more than there is room for on a page."""
    manager, dan = _manager(stage), stage.world.person("Dan")
    game = await played(stage.world, 1, "Bo", "Cleo")
    for command, options in (
        ("season start", {}),
        ("exclude person", {"person": dan.actor.user}),
        ("season start", {"name": "Winter"}),
        ("season rename", {"name": "The long winter"}),
        ("season end", {}),
        ("season start", {}),
        ("exclude game", {"game": str(game)}),
        ("restore game", {"game": str(game)}),
        ("restore person", {"person": dan.actor.user}),
        ("exclude person", {"person": dan.actor.user}),
        ("restore person", {"person": dan.actor.user}),
    ):
        await manager.slash(f"wizard-admin {command}", **options)
    return stage.shot(manager, await stage.command(manager, "wizard-admin audit"))


async def audit_empty(stage: Stage) -> Shot:
    """Nobody has changed anything."""
    manager = _manager(stage)
    return stage.shot(manager, await stage.command(manager, "wizard-admin audit"))


async def export(stage: Stage) -> Shot:
    """The results of a server as files."""
    manager = _manager(stage)
    await played(stage.world, 1, "Bo", "Cleo", "Dan")
    return stage.shot(manager, await stage.command(manager, "wizard-admin export"))


def _manager(stage: Stage) -> Person:
    role = stage.world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return stage.world.person("Ada", roles=[role])


async def refusals(stage: Stage) -> Shot:
    """What somebody hears who wants what isn't possible."""
    (ada,) = await stage.open_table("Ada")
    dan = stage.world.person("Dan")
    said = [
        await stage.command(dan, "wizard new"),
        await stage.command(dan, "wizard start"),
        await stage.command(dan, "wizard leave"),
        await stage.command(dan, "wizard hand"),
    ]
    await stage.command(ada, "wizard end")
    said.append(await stage.command(dan, "wizard table"))
    return stage.shot(dan, *said)
