"""What somebody sees who wants what is stored about them, or wants it deleted."""

from __future__ import annotations

from bot.render.owndata import FORGET
from tests.browser.screens.stage import Shot, Stage


async def file(stage: Stage) -> Shot:
    """Everything that is stored about somebody, as a file."""
    ada, _bo = await stage.open_table("Ada", "Bo")
    return stage.shot(ada, await stage.command(ada, "wizard my-data"))


async def question(stage: Stage) -> Shot:
    """Whether somebody really wants to be forgotten."""
    ada, _bo = await stage.open_table("Ada", "Bo")
    return stage.shot(ada, await stage.command(ada, "wizard forget-me"))


async def forgotten(stage: Stage) -> Shot:
    """Somebody is forgotten in a running game, who then asks once more."""
    people = await stage.start()
    ada = people[0]
    done = await stage.press(ada, FORGET, on=await stage.command(ada, "wizard forget-me"))
    await stage.world.env.settle()
    return stage.shot(ada, stage.table, done, await stage.command(ada, "wizard my-data"))
