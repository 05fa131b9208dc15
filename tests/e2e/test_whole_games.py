"""Whole games through the real client, to the last point, compared with their records."""

from __future__ import annotations

from random import Random

import pytest

from bot.render import faces, words
from engine import rules
from engine.record import Record
from engine.state import Deal
from tests.e2e.driver import Person, World, parts, text


@pytest.mark.parametrize("players", [3, 6])
async def test_whole_game_to_the_last_point(world: World, players: int) -> None:
    rng = Random(players)
    people = await world.start_table(*("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay")[:players])
    table_id = world.table().id
    sizes = rules.schedule(world.table().options, players)
    for size in sizes:
        assert world.table().playing.round.size == size
        assert all(len(parts(person.panel)) <= 40 for person in people)
        await world.play_round(people, rng)

    record = await world.record(table_id)
    totals = record.game().totals
    assert [len(action.hands[0]) for action in record.actions if isinstance(action, Deal)] == list(sizes)
    _assert_every_round_was_shown(world, people, record)
    last = text(world.public()[-1])
    assert "the game is over" in last
    for person, points in zip(people, totals, strict=True):
        assert f"{person.actor.name} · **{str(points).replace('-', '−')} points**" in last
        assert "This table is over." in text(person.panel)

    board = text((await people[0].slash("wizard leaderboard")).response)
    for person, points in zip(people, totals, strict=True):
        assert f"{person.actor.name} · **{str(points).replace('-', '−')} points**" in board


def _assert_every_round_was_shown(world: World, people: list[Person], record: Record) -> None:
    """Each round's public message tells what the engine finds when it re-plays the record."""
    shown = [text(message) for message in world.public() if "is over\n" in text(message)][: len(record.game().scores)]
    totals = [0] * len(people)
    for message, score in zip(shown, record.game().scores, strict=True):
        assert f"round {score.number} is over" in message
        for number, trick in enumerate(score.tricks, 1):
            winner = people[trick.winner].actor.name
            assert f"Trick {number}: {faces.cards_text(trick.cards)} →{words.NO_BREAK}**{winner}**" in message
        for seat, person in enumerate(people):
            totals[seat] += score.points[seat]
            line = next(line for line in message.splitlines() if f" {person.actor.name} · bid " in line)
            assert f"bid {score.bids[seat]}, took {score.taken[seat]}" in line
            assert f"**{words.signed(score.points[seat])}**" in line
            assert line.endswith(words.number(totals[seat]))


async def test_tricks_and_results_are_public(world: World) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    await world.play_round(people, rng)
    first = world.table().playing.scores[0]
    result = text(world.public()[-2])
    assert "round 1 is over" in result
    assert f"Trick 1: {faces.cards_text(first.tricks[0].cards)}" in result
    for seat, person in enumerate(people):
        assert f"{person.actor.name} · bid {first.bids[seat]}, took {first.taken[seat]}" in result
    assert "round 2 of 2 · 2 cards" in text(world.table_message())
