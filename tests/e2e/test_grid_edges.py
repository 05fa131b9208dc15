"""The edges of the grid: whatever happens to whomever before a game and after it, somebody can go on.

Everywhere a half of it is played, with ``--every-table`` all of it. In a lobby and after a game it is the host, or
anybody, who can act.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.table import Stage
from engine.options import Bidding, FirstDealer, Options
from tests.e2e.driver import Person, World, control, text
from tests.e2e.test_leaving import NAMES

LOBBY_SECONDS = 15 * 60
EVENTS = ("leaves", "times out", "leaves the server", "channel lost")
SHORT = Options(max_rounds=1, first_dealer=FirstDealer.HOST, bidding=Bidding.HIDDEN)
Cell = tuple[str, str, int, bool]
_GRID = [
    cell
    for cell in product(EVENTS, ("host", "other"), (3, 6), (False, True))
    if cell[0] in ("leaves", "leaves the server") or cell[1] == "host"  # time and channel are everybody's
]
_FEW = [cell for number, cell in enumerate(_GRID) if number % 4 in (1, 2)]
"""With and without a restart, with three and with six people, whatever happens to whomever."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        cells = _GRID if metafunc.config.getoption("--every-table") else _FEW
        metafunc.parametrize("cell", cells, ids=lambda cell: "-".join(map(str, cell)))


async def _befall(world: World, person: Person, event: str) -> None:
    match event:
        case "leaves":
            await person.slash("wizard leave")
        case "times out":
            await world.env.advance_time(LOBBY_SECONDS + 1)
        case "leaves the server":
            world.guild.remove_member(person.actor)
        case _:
            world.env.backend.delete_channel(world.channel.id)
            await world.env.settle()


def _who(people: list[Person], who: str) -> Person:
    return people[0] if who == "host" else people[-1]


async def _start_with_ai(world: World, people: list[Person]) -> None:
    """Start the lobby as whoever may now, and play its game to the end."""
    for person in people:
        if world.table().stage is Stage.LOBBY:
            await person.click_table("Start")
    for person in people:
        await person.open_hand()
    rng = Random(1)
    while not world.table_over:
        if not await world.decide_once(people, rng):
            assert world.table().deadline is not None
            await world.env.advance_time(100)


def _finals(world: World) -> list[str]:
    return [text(message) for message in world.public() if "the game is over" in text(message)]


async def test_a_lobby_can_go_on_or_is_closed(world: World, cell: Cell) -> None:
    event, who, players, restart = cell
    people = await world.open_table(*NAMES[:players], chosen=SHORT)
    person, elsewhere = _who(people, who), world.guild.create_text_channel("more")
    await _befall(world, person, event)
    if restart:
        await world.restart()
    if event == "channel lost":
        assert (await people[0].slash("wizard new", channel=elsewhere)).acknowledged
        return
    if event == "times out":
        assert world.table_over
        assert "The table was closed." in text(world.table_message())
        assert (await people[0].slash("wizard new")).acknowledged
        return
    rest = [it for it in people if it is not person]
    assert (world.table().seat_of(person.id) is None) == (event == "leaves")
    assert len(world.public()) == 1
    await _start_with_ai(world, rest)
    assert len(_finals(world)) == 1


async def test_after_a_game_there_is_a_next_one(world: World, cell: Cell) -> None:
    event, who, players, restart = cell
    people = await world.start_table(*NAMES[:players], chosen=SHORT)
    await world.play_round(people, Random(1))
    person, elsewhere = _who(people, who), world.guild.create_text_channel("more")
    await _befall(world, person, event)
    if restart:
        await world.restart()
    if event == "channel lost":
        assert (await people[0].slash("wizard new", channel=elsewhere)).acknowledged
        return
    assert len(_finals(world)) == 1
    assert control(world.table_message(), "Rematch")
    rest = [it for it in people if it is not person]
    await rest[0].click_table("Rematch")
    assert world.table().host_id == rest[0].id
    for other in rest[1:]:
        await other.click_table("Join")
    await _start_with_ai(world, rest)
    assert len(_finals(world)) == 2
