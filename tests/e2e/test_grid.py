"""Whatever happens to whomever, in whatever phase: nobody is stuck, nothing is posted twice, no hand is shown.

Everywhere a part of the grid is played; ``--every-table`` plays the whole of it.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.e2e.driver import Person, World, text
from tests.e2e.test_leaving import PHASES, assert_somebody_can_act, chosen, hand_of, reach, seen_by

EVENTS = ("leaves", "times out", "leaves the server", "channel lost")
TURN_SECONDS = 91
"""What a decision may take at most at the pace of these tables, and a little."""
Cell = tuple[str, str, str, int, bool]


def cells() -> list[Cell]:
    """Return the whole grid: phase, event, to whom, players, whether the bot is started anew after it."""
    grid = product(PHASES, EVENTS, ("actor", "host", "other"), (3, 6), (False, True))
    # Only who is to act can be late, and a channel is lost for all.
    return [cell for cell in grid if cell[1] in ("leaves", "leaves the server") or cell[2] == "actor"]


def few() -> list[Cell]:
    """Return a part in which every phase meets every event, and everything else occurs with each event."""
    others = [("actor", 3, False), ("actor", 6, True), ("host", 3, True), ("other", 3, False)]
    found = []
    for number, (where, event) in enumerate(product(PHASES, EVENTS)):
        who, players, restart = others[(number + number // len(EVENTS)) % len(others)]
        late = event in ("times out", "channel lost")
        found.append((where, event, "actor" if late else who, players, restart))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        chosen_cells = cells() if metafunc.config.getoption("--every-table") else few()
        metafunc.parametrize("cell", chosen_cells, ids=lambda cell: "-".join(map(str, cell)))


def test_what_is_played_everywhere_is_a_part_of_the_grid() -> None:
    assert set(few()) <= set(cells())
    assert {(where, event) for where, event, *_ in few()} == set(product(PHASES, EVENTS))
    assert len(cells()) == len(PHASES) * (2 * 3 + 2) * 2 * 2


async def _befall(world: World, person: Person, event: str) -> None:
    match event:
        case "leaves":
            await person.leave()
        case "times out":
            await world.env.advance_time(TURN_SECONDS)
        case "leaves the server":
            world.guild.remove_member(person.actor)
            await world.env.advance_time(TURN_SECONDS)
        case _:
            world.env.backend.delete_channel(world.channel.id)
            await world.env.settle()


async def _play_on(world: World, people: list[Person]) -> None:
    """Let people decide until the round is over; where it waits for somebody who is not there, time passes."""
    rng, before = Random(1), len(world.table().playing.scores)
    while not world.table_over and len(world.table().playing.scores) == before:
        if not await world.decide_once(people, rng):
            assert world.table().deadline is not None
            await world.env.advance_time(TURN_SECONDS)


def assert_nobody_sees_a_hand_of_others(world: World, people: list[Person]) -> None:
    """Check every message that somebody has before them, public or private, for the hand of another seat."""
    for seat, person in enumerate(people):
        if person.id not in world.env.backend.get_guild(world.guild.id).members:  # has no eyes here any more
            continue
        shown = [text(message) for message in seen_by(world, person)]
        for other in range(len(people)):
            hand = hand_of(world, other)
            if other != seat and hand:
                assert not any(f"**{hand}**" in message for message in shown), (seat, other)


async def test_nobody_is_stuck(world: World, monkeypatch: pytest.MonkeyPatch, cell: Cell) -> None:
    where, event, who, players, restart = cell
    people = await reach(world, monkeypatch, where, players)
    person = chosen(world, people, who)
    table_id, other = world.table().id, world.guild.create_text_channel("more")
    await _befall(world, person, event)
    if restart:
        await world.restart()
    if event == "channel lost":
        assert world.bot.tables.get(table_id) is None
        assert (await people[0].slash("wizard new", channel=other)).acknowledged
        return
    assert_nobody_sees_a_hand_of_others(world, people)
    rest = people if event == "times out" else [it for it in people if it is not person]
    if event != "leaves the server":  # whoever has left the server is found out when it is their turn
        assert_somebody_can_act(world, people)
    await _play_on(world, rest)
    if event == "leaves":
        assert not person.can_decide
    shown = [text(message) for message in world.public() if "Wizard · round" in text(message)]
    assert len(shown) == len({message.splitlines()[0] for message in shown})
