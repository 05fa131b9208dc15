"""Random clicks of everybody at once, fresh and stale, with faults and restarts: nothing hangs, nothing differs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from bot.render import hand, public
from bot.tables import fold
from bot.tableview import public_view, seat_view
from tests.e2e.driver import Person, World, controls, text

STEPS = 30


@dataclass(frozen=True)
class Seen:
    """A control somebody once had before their eyes."""

    person: Person
    message: Any
    shown: dict[str, Any]
    custom_id: str
    values: list[str] | None


def _look(people: list[Person], world: World) -> list[Seen]:
    found = []
    for person in people:
        for message in (world.table_message(), person.panel):
            if message is None or not _exists(world, message):
                continue
            shown = person.shown(message)
            for part in controls(message):
                values = [part["options"][0]["value"]] if part["type"] == 3 else None
                found.append(Seen(person, message, shown, part["custom_id"], values))
    return found


def _exists(world: World, message: Any) -> bool:
    return any(it.id == message.id for it in world.channel.history())


FAULTS = [("PATCH", "/webhooks/*", 500, 0), ("PATCH", "/channels/*", 404, 10008), ("PATCH", "/webhooks/*", 401, 50027)]


@pytest.mark.parametrize("seed", range(3))
async def test_a_storm_of_clicks(world: World, seed: int) -> None:
    rng = Random(seed)
    people = await world.start_table("Ada", "Bo", "Cleo", "Dan", max_rounds=3)
    people.append(world.person("Mallory"))
    table_id, memory = world.table().id, _look(people, world)
    for step in range(STEPS):
        now = _look(people, world)
        memory = rng.sample([*memory, *now], min(200, len(memory) + len(now)))
        if rng.random() < 0.2:
            method, path, status, code = rng.choice(FAULTS)
            world.env.inject_error(method, path, status=status, code=code)
        clicks = rng.choices(now, k=rng.randint(1, 3)) + rng.choices(memory, k=rng.randint(0, 3))
        results = [it.person.emit(it.message, it.custom_id, it.values, it.shown) for it in clicks]
        await world.env.settle()
        assert all(result.acknowledged for result in results), (seed, step)
        world.env.backend.faults.clear()
        if rng.random() < 0.05:
            await world.restart()
        if world.bot.tables.get(table_id) is None:
            break
        await _assert_consistent(world, people, table_id, rng)


async def _assert_consistent(world: World, people: list[Person], table_id: int, rng: Random) -> None:
    """The log is the state; the public message shows it; whoever opens their hand sees it and the table goes on."""
    table = world.bot.tables.get(table_id)
    stored = await world.bot.store.load(table_id)
    assert fold(stored) == table
    assert table.automatic() is None
    person = rng.choice(people[:4])
    await person.open_hand()
    seat = table.seat_of(person.id)
    assert text(person.panel) == _rendered(hand.panel(seat_view(table, seat)))
    assert text(world.table_message()) == _rendered(public.current(public_view(table)))


def _rendered(view: Any) -> str:
    return "\n".join(item.content for item in view.walk_children() if hasattr(item, "content"))
