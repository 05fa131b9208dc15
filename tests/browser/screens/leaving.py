"""People who leave, seats that can be taken, and people who are told that it is their turn."""

from __future__ import annotations

from bot.pace import Pace, TurnClock
from bot.tablesettings import TableSettings
from tests.browser.screens.stage import Shot, Stage
from tests.e2e.driver import Person

_LIVE = TableSettings(TurnClock(Pace.LIVE))
_HANDS = ("G1 R5 B7", "B2 R7 W", "R9 Y4 J", "G3 G4 G5")
_FOUR = ("Ada", "Wilhelmina", "Cleo", "Dan")
_NUDGED = 46
"""After so many seconds of a live bid somebody with the hand open is nudged."""


async def _start(stage: Stage, *names: str) -> list[Person]:
    stage.deal(*_HANDS[: len(names)])
    return await stage.start(*names, settings=_LIVE)


async def _leave(stage: Stage, person: Person) -> None:
    await stage.press(person, "leave_now", on=await stage.press(person, "leave_ask"))


async def leave_question(stage: Stage) -> Shot:
    """Whether somebody really wants to leave."""
    people = await _start(stage, *_FOUR)
    return stage.shot(people[1], await stage.press(people[1], "leave_ask"))


async def away(stage: Stage) -> Shot:
    """The hand of somebody who has left."""
    people = await _start(stage, *_FOUR)
    await _leave(stage, people[1])
    return stage.shot(people[1])


async def take_seat(stage: Stage) -> Shot:
    """A seat of somebody who has left, and somebody who asks for it."""
    people = await _start(stage, *_FOUR)
    await _leave(stage, people[1])
    await _leave(stage, people[2])
    eve = stage.world.person("Eve")
    said = await stage.press(eve, "take_seat", str(people[1].id), on=stage.table)
    return stage.shot(eve, stage.table, said)


async def too_few(stage: Stage) -> Shot:
    """How it goes on with a single person."""
    people = await _start(stage, *_FOUR)
    for person in people[1:]:
        await _leave(stage, person)
    return stage.public_shot()


async def nudge(stage: Stage) -> Shot:
    """Somebody is mentioned, because the table waits for them."""
    await _start(stage, *_FOUR[:3])
    await stage.world.env.advance_time(_NUDGED)
    return stage.public_shot(2)


async def direct_message(stage: Stage) -> Shot:
    """A direct message that leads to the table."""
    people = await _start(stage, *_FOUR[:3])
    await stage.press(people[1], "me_dm", on=await stage.command(people[1], "wizard me"))
    await stage.world.env.advance_time(_NUDGED)
    return stage.direct_message(people[1])
