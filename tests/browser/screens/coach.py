"""The coach: hints in a hand, and the review of a finished game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.tablesettings import Hints, TableSettings
from engine.options import SPECIAL_CARDS
from tests.browser.screens.stage import HOST_DEALS, Screen, Shot, Stage

_ON = TableSettings(hints=Hints.ON)
_HANDS = ("G1 R5 B7", "B2 R7 W", "R9 Y4 J")
_ROUNDS = 5


async def hint_for_a_bid(stage: Stage) -> Shot:
    """The lobby that allows hints, and one for a bid."""
    stage.deal(*_HANDS, upcard="R1")
    _, bo, _ = await stage.start(settings=_ON)
    await stage.press(bo, "hint")
    return stage.shot(bo, stage.world.public()[0], bo.panel)


async def hint_for_a_card(stage: Stage) -> Shot:
    """A hint for a card."""
    stage.deal(*_HANDS, upcard="R1")
    ada, bo, cleo = await stage.start(settings=_ON)
    await stage.bid([ada, bo, cleo], 1, 0, 0)
    await stage.play(bo, "R7")
    await stage.press(cleo, "hint")
    return stage.shot(cleo)


def review(page: int) -> Screen:
    """Return a page of the review of a game with special cards that was played at random."""

    async def screen(stage: Stage) -> Shot:
        options = replace(HOST_DEALS, special_cards=frozenset(SPECIAL_CARDS), max_rounds=_ROUNDS)
        people, rng = await stage.start("Ada", options=options, ai=3), Random(1)
        with stage.no_pictures():
            while await stage.play_on(people, rng):
                pass
        shown = await stage.command(people[0], "wizard review")
        if page:
            await people[0].actor.click(shown, label=str(page))
        return stage.shot(people[0], shown)

    return screen
