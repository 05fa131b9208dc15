"""The only card that can be played plays itself after a moment, where a table wants that."""

from __future__ import annotations

from random import Random

import pytest

from bot.entries import Act, Arrange
from bot.pace import Pace, TurnClock
from bot.tablelog import dump, load
from bot.tablesettings import TableSettings
from engine.actions import Play, PlayBlind
from engine.cards import card
from engine.game import phase, to_act
from engine.options import FirstDealer, Options
from engine.state import Phase
from tests.e2e.driver import Person, World, control, decisions, text
from tests.e2e.rigged import rig

HOST_DEALS = Options(max_rounds=2, first_dealer=FirstDealer.HOST)
WAITS = "Your only card is played by itself"


async def start(
    world: World,
    *names: str,
    chosen: Options = HOST_DEALS,
    settings: TableSettings = TableSettings(TurnClock(Pace.LIVE), auto_play=True),  # noqa: B008 - a value
) -> list[Person]:
    people = await world.open_table(*names, chosen=chosen)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


async def bid(world: World, people: list[Person]) -> None:
    """Let everybody bid nothing in the running round."""
    for _ in people:
        await people[to_act(world.table().playing)[0]].press("0")


PACE = 10
"""Slower than `_MOMENT_SECONDS`, and than what the simulation passes over by itself."""


async def test_the_last_cards_of_a_round_play_themselves(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = await start(world, "Ada", "Bo", "Cleo")
    await bid(world, people)
    assert len(world.table().playing.scores) == 1
    assert "round 1 is over" in "\n".join(text(message) for message in world.public())


async def test_without_the_setting_the_table_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = await start(world, "Ada", "Bo", "Cleo", settings=TableSettings())
    await bid(world, people)
    assert phase(world.table().playing) is Phase.PLAY
    assert WAITS not in text(people[1].panel)
    assert world.table().automatic() is None


async def test_there_is_a_moment_to_see_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=PACE)
    await bid(world, people)
    assert WAITS in text(bo.panel)
    assert WAITS not in text(cleo.panel)
    assert world.table().deadline is None
    await world.env.advance_time(PACE - 1)
    assert world.table().playing.round.trick.cards == ()
    await world.env.advance_time(2)
    assert world.table().playing.round.trick.cards == (card("R2"),)
    assert WAITS not in text(bo.panel)
    assert WAITS in text(cleo.panel)
    await world.env.advance_time(2 * PACE)
    assert len(world.table().playing.scores) == 1


async def test_the_moment_is_never_too_short(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    monkeypatch.setattr("bot.tables._MOMENT_SECONDS", 20)
    people = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=0.1)
    await bid(world, people)
    await world.env.advance_time(19)
    assert world.table().playing.round.trick.cards == ()
    await world.env.advance_time(2)
    assert len(world.table().playing.round.trick.cards) == 1


async def test_the_person_may_be_faster(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=PACE)
    await bid(world, people)
    await bo.press("R2")
    assert world.table().playing.round.trick.cards == (card("R2"),)
    await world.env.advance_time(2 * PACE + 1)
    cards = world.table().playing.round.trick.cards
    assert cards[:2] == (card("R2"), card("R3"))
    assert WAITS not in text(bo.panel)


async def test_a_click_and_the_card_itself_at_once_count_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=PACE)
    await bid(world, people)
    button, shown = control(bo.panel, "R2")["custom_id"], bo.shown(bo.panel)
    await world.env.advance_time(PACE - 1)
    clicks = [bo.emit(bo.panel, button, shown=shown)]
    await world.env.advance_time(2)
    clicks.append(bo.emit(bo.panel, button, shown=shown))
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    assert world.table().log.count(Play(1, card("R2"))) == 1
    await world.env.advance_time(3 * PACE)
    assert len(world.table().playing.scores) == 1


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_in_the_moment_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, crash: bool
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=PACE)
    await bid(world, people)
    await world.restart(crash=crash, pace=PACE)
    assert world.table().playing.round.trick.cards == ()
    await world.env.advance_time(PACE + 1)
    assert world.table().playing.round.trick.cards == (card("R2"),)
    await world.env.advance_time(3 * PACE)
    assert len(world.table().playing.scores) == 1


async def test_it_is_neither_missed_nor_a_sign_of_life(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(91)
    assert world.table().seats[1].missed == 1
    await people[2].press("0")
    await people[0].press("0")
    assert len(world.table().playing.scores) == 1
    assert [seat.missed for seat in world.table().seats] == [0, 1, 0]


async def test_where_there_is_a_choice_the_table_waits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards that may be played; one that follows suit plays itself, a special one with a choice does not."""
    options = Options(
        max_rounds=2, first_dealer=FirstDealer.HOST, special_cards=frozenset({"SHIFT"}), length=HOST_DEALS.length
    )
    rig(monkeypatch, "R1 Y1", "SHIFT R2", "R3 Y3")
    people = _, bo, cleo = await start(world, "Ada", "Bo", "Cleo", chosen=options)
    rng = Random(1)
    while len(world.table().playing.scores) == 0:
        await world.decide_once(people, rng)
    await bid(world, people)
    assert phase(world.table().playing) is Phase.PLAY
    assert len(decisions(cleo.panel)) == 2
    await cleo.press("R3")
    assert [len(hand) for hand in world.table().playing.round.hands] == [1, 2, 1]  # Ada had to follow
    assert len(decisions(bo.panel)) == 2
    await bo.press("R2")
    assert world.table().playing.round.trick.cards == (card("Y3"), card("Y1"))
    assert "Shapeshifter…" in [part["label"] for part in decisions(bo.panel)]


async def test_a_card_before_the_forehead_waits(world: World) -> None:
    options = Options(max_rounds=1, first_dealer=FirstDealer.HOST, forehead=True)
    people = await start(world, "Ada", "Bo", "Cleo", chosen=options)
    rng = Random(1)
    while phase(world.table().playing) is not Phase.PLAY:
        await world.decide_once(people, rng)
    assert world.table().automatic() is None
    assert WAITS not in text(people[1].panel)
    assert people[1].can_decide


async def test_an_ai_plays_for_whoever_leaves_in_the_moment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await world.restart(pace=PACE)
    await bid(world, people)
    await bo.leave()
    await world.env.advance_time(3 * PACE)
    assert len(world.table().playing.scores) == 1
    assert world.table().seats[1].away


@pytest.mark.parametrize(
    "act", [Act(Play(0, card("R1"))), Act(PlayBlind(1), missed=True), Act(Play(2, card("W")), by_itself=True)]
)
def test_the_log_says_which_card_played_itself(act: Act) -> None:
    assert load(dump(act)) == act
    assert ("by_itself" in dump(act)) == act.by_itself
