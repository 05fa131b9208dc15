"""Whole games through the real client, to the last point, compared with their records."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from bot.render import faces, words
from engine import rules
from engine.actions import Deal
from engine.presets import PRESETS
from engine.record import Record
from engine.specials import BidMoved, CardExchanged
from engine.state import Aftermath
from tests.e2e.driver import World, parts, text

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Two presets with three and with six players, the others with six, which is shortest; or all with all."""
    if "preset" in metafunc.fixturenames:
        every = metafunc.config.getoption("--every-table")
        metafunc.parametrize(("preset", "players"), list(product(PRESETS, range(3, 7))) if every else _few())


def _few() -> list[tuple[str, int]]:
    both = [(preset, players) for preset in ("standard", "jubilee-30") for players in (3, 6)]
    others = [preset for preset in PRESETS if preset not in dict(both)]
    return both + [(preset, 6) for preset in others]


async def test_whole_game_to_the_last_point(world: World, preset: str, players: int) -> None:
    """Three people in the standard game, two with special cards, else one; AI players have the other seats."""
    rng = Random(players)
    humans = 3 if preset == "standard" else 1 + bool(PRESETS[preset].special_cards)
    people = await world.start_table(*NAMES[:humans], ai=players - humans, preset=preset)
    table_id = world.table().id
    sizes = rules.schedule(PRESETS[preset], players)
    for size in sizes:
        assert world.table().playing.round.size == size
        assert all(len(parts(person.panel)) <= 40 for person in people)
        await world.play_round(people, rng)

    record = await world.record(table_id)
    assert record.options == PRESETS[preset]
    assert [len(action.hands[0]) for action in record.actions if isinstance(action, Deal)] == list(sizes)
    _assert_every_round_was_shown(world, record)
    last = text(world.public()[-1]).replace(words.NO_BREAK, " ")
    assert "the game is over" in last
    totals = record.game().totals[:humans]
    for person, points in zip(people, totals, strict=True):
        assert f"{person.actor.name} · **{words.number(points)} points**" in last
        assert "This table is over." in text(person.panel)

    if humans == 1:  # alone, nobody's game counts
        return
    board = text((await people[0].slash("wizard leaderboard")).response)
    for person in people:
        assert re.search(rf"{person.actor.name} · \*\*[\d.]+ season points\*\*", board)


def _assert_every_round_was_shown(world: World, record: Record) -> None:
    """Each round's public message tells what the engine finds when it re-plays the record."""
    scores, names = record.game().scores, [holder.name for holder in record.seats]
    shown = [text(message) for message in world.public() if "is over\n" in text(message)][: len(scores)]
    totals = [0] * len(names)
    for message, score in zip(shown, scores, strict=True):
        assert f"round {score.number} is over" in message
        for number, trick in enumerate(score.tricks, 1):
            winner = "nobody" if trick.winner is None else names[trick.winner]
            assert f"Trick {number}: {faces.cards_text(trick.cards)} →{words.NO_BREAK}**{winner}" in message
            assert all(_told(happened) in message for happened in trick.after)
        for seat, name in enumerate(names):
            totals[seat] += score.points[seat]
            line = next(line for line in message.splitlines() if re.search(rf" {name}( 🤖)? · bid ", line))
            assert f"bid {score.bids[seat]}, took {score.taken[seat]}" in line
            assert f"**{words.signed(score.points[seat])}**" in line
            assert line.endswith(words.number(totals[seat]))


def _told(happened: Aftermath) -> str:
    match happened:
        case BidMoved(_, by):
            return f"changed their bid by {words.signed(by)}"
        case CardExchanged(_, gave, took):
            return f"took {faces.card_text(took)} for {faces.card_text(gave)}"
    return "Everybody passed a card to the left"


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
    assert "round 2 of 2 · 2\xa0cards" in text(world.table_message())
