"""The bot goes down and comes up again: same cards, old buttons, nothing lost, nothing twice."""

from __future__ import annotations

from random import Random

import pytest

from engine.game import phase as phase_of
from engine.state import Phase
from tests.e2e.driver import Person, World, text


def _hands(world: World) -> object:
    here = world.table().playing.round
    return here.hands if here else None


async def _until(world: World, people: list[Person], phase: Phase, rng: Random) -> None:
    while phase_of(world.table().playing) is not phase:
        assert await world.decide_once(people, rng)


async def test_in_the_lobby(world: World) -> None:
    people = await world.open_table("Ada", "Bo")
    await world.restart()
    await people[1].click_table("Leave")
    await people[1].click_table("Join")
    await people[0].click_table("Add AI")
    await people[0].click_table("Start")
    assert [seat.name for seat in world.table().seats] == ["Ada", "Bo", "Alma"]


@pytest.mark.parametrize("crash", [False, True])
async def test_in_bidding_the_old_buttons_work(world: World, crash: bool) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    await _until(world, people, Phase.BIDDING, rng)
    hands = _hands(world)
    await world.restart(crash=crash)
    assert _hands(world) == hands
    bidder = next(person for person in people if person.can_decide)
    await bidder.decide(rng)
    assert world.table().playing.round.bids[people.index(bidder)] is not None


@pytest.mark.parametrize("crash", [False, True])
async def test_in_play_the_old_buttons_work(world: World, crash: bool) -> None:
    rng = Random(2)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    await _until(world, people, Phase.PLAY, rng)
    for _ in range(4):
        await world.decide_once(people, rng)
    before = world.table()
    await world.restart(crash=crash)
    assert world.table() == before
    await world.decide_once(people, rng)
    assert world.table().version == before.version + 1
    messages = len(world.public())
    await world.play_round(people, rng)
    assert len(world.public()) == messages + 1


async def test_between_rounds_the_next_deal_follows(world: World) -> None:
    """The bot dies after the last card of a round is stored and before the next deal is."""
    rng = Random(3)
    people = await world.start_table("Ada", "Bo", "Cleo")
    await _until(world, people, Phase.PLAY, rng)
    world.bot.tables._drive = _never  # the deal never comes
    await world.decide_once(people, rng)
    await world.decide_once(people, rng)
    await world.decide_once(people, rng)
    assert world.table().playing.round is None
    await world.restart()
    assert world.table().playing.round.number == 2
    assert "round 2 of 20" in text(world.table_message())
    await world.play_round(people, rng)


async def _never(_slot: object) -> None:
    return None


async def test_a_finished_game_is_announced_after_a_crash(world: World) -> None:
    """The last card is stored, then the bot dies before the final standings are posted."""
    rng = Random(4)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
    await _until(world, people, Phase.PLAY, rng)
    await world.decide_once(people, rng)
    await world.decide_once(people, rng)
    world.bot.publisher._follow = _silent
    await world.decide_once(people, rng)
    assert "the game is over" not in text(world.public()[-1])
    await world.restart()
    assert "the game is over" in text(world.public()[-1])
    finals = [message for message in world.public() if "the game is over" in text(message)]
    assert len(finals) == 1
    await world.restart()
    assert len([message for message in world.public() if "the game is over" in text(message)]) == 1


async def _silent(_table_id: int, _slot: object) -> None:
    return None


async def test_tokens_live_on_after_a_restart(world: World) -> None:
    """A panel follows the table through the token it had before the restart."""
    rng = Random(6)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    await _until(world, people, Phase.BIDDING, rng)
    await world.restart()
    await world.decide_once(people, rng)
    assert any(person.can_decide for person in people)


async def test_commands_are_sent_only_when_they_changed_or_one_is_gone(world: World) -> None:
    def sent() -> int:
        requests = world.env.backend.http_requests
        return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in requests)

    assert sent() == 1
    await world.restart()
    assert sent() == 1
    await world.bot.store.set_fact(f"commands:{world.bot.application_id}", "another definition")
    await world.restart()
    assert sent() == 2
    there = world.env.backend.commands[None]
    del there[next(number for number, command in there.items() if command["name"] == "wizard-admin")]
    await world.restart()
    assert sent() == 3
