"""Whether a game was dealt fairly."""

from __future__ import annotations

from engine.options import SPECIAL_CARDS, FirstDealer, Length, Options
from tests.browser.screens.stage import Screen, Shot, Stage

_FIVES = Options(
    length=Length.FIVE, max_rounds=1, special_cards=frozenset(SPECIAL_CARDS), first_dealer=FirstDealer.HIGH_CARD
)


async def fair(stage: Stage) -> Shot:
    """What a game's deals follow from, and that they do."""
    people = await stage.start(options=Options(max_rounds=2))
    await stage.play_rounds(people, 2)
    return stage.shot(people[0], await stage.command(people[0], "wizard verify"))


def deal(page: int) -> Screen:
    """Return the screen of the first dealer or of the one deal of a game with long hands."""

    async def screen(stage: Stage) -> Shot:
        people = await stage.start(options=_FIVES)
        await stage.play_rounds(people, 1)
        answer = await stage.command(people[0], "wizard verify")
        for _ in range(page):
            answer = await stage.press(people[0], "verify", "more", on=answer)
        return stage.shot(people[0], answer)

    return screen


async def unfair(stage: Stage) -> Shot:
    """A game that was dealt by hand."""
    stage.deal("R1", "R2", "R3", rounds=1)
    people = await stage.start()
    await stage.play_rounds(people, 1)
    return stage.shot(people[0], await stage.command(people[0], "wizard verify"))
