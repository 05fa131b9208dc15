"""A card chosen for the coming turn, where a table wants that: played if it can be, else dropped with a line."""

from __future__ import annotations

import pytest

from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.tablesettings import TableSettings
from engine.actions import Play
from engine.cards import card
from engine.game import to_act
from engine.options import FirstDealer, Options
from tests.e2e.driver import Person, World, control, controls, decisions, text
from tests.e2e.rigged import rig

ON = TableSettings(TurnClock(Pace.LIVE), pre_moves=True)
OUT_OF_TURN = "In your turn"


async def start(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    *hands: str,
    settings: TableSettings = ON,
    special_cards: frozenset[str] = frozenset(),
) -> list[Person]:
    """Start a round of two cards with these hands, everybody having bid nothing; Bo leads."""
    rig(monkeypatch, *hands)
    monkeypatch.setattr("engine.rules._sizes", lambda *_: (2, 2))  # no round with nothing to choose before it
    options = Options(first_dealer=FirstDealer.HOST, special_cards=special_cards)
    people = await world.open_table("Ada", "Bo", "Cleo", chosen=options)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    for _ in people:
        await people[to_act(world.table().playing)[0]].press("0")
    return people


def trick(world: World) -> tuple[str, ...]:
    return tuple(face.code for face in world.table().playing.round.trick.cards)


async def test_it_is_played_in_its_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3")
    await ada.press("R1")
    assert trick(world) == ()
    assert f"{OUT_OF_TURN} 🔴\xa0R1 is played, if it can be." in text(ada.panel)
    await bo.press("R2")
    assert trick(world) == ("R2",)
    await cleo.press("R3")
    tricks = world.table().playing.round.tricks
    assert [face.code for face in tricks[0].cards] == ["R2", "R3", "R1"]
    assert OUT_OF_TURN not in text(ada.panel)


async def test_what_cannot_be_played_is_dropped_with_a_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3")
    await cleo.press("Y3")
    await bo.press("R2")
    assert trick(world) == ("R2",)
    assert "Your chosen card 🟡\xa0Y3 can't be played now." in text(cleo.panel)
    await cleo.press("R3")
    assert trick(world) == ("R2", "R3")
    assert "chosen card" not in text(cleo.panel)
    await ada.press("R1")
    assert [face.code for face in world.table().playing.round.tricks[0].cards] == ["R2", "R3", "R1"]
    assert trick(world) == ()


async def test_another_one_or_none_after_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 R4")
    await cleo.press("R3")
    await cleo.press("R4")
    assert "🔴\xa0R4 is played" in text(cleo.panel)
    await cleo.press("Not R4 after all")
    assert OUT_OF_TURN not in text(cleo.panel)
    await bo.press("R2")
    assert trick(world) == ("R2",)
    assert len(decisions(cleo.panel)) == 2


async def test_without_the_setting_nothing_can_be_chosen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3", settings=TableSettings())
    assert [part["label"] for part in controls(cleo.panel)] == ["Refresh", "Rules", "Scores", "Leave"]
    forged = control(cleo.panel, "R3")["custom_id"].replace(":play:", ":choose:")
    click = cleo.emit(cleo.panel, forged)
    await world.env.settle()
    assert click.acknowledged
    assert "That isn't possible here." in text(cleo.panel)
    await bo.press("R2")
    assert trick(world) == ("R2",)


async def test_nobody_else_sees_or_makes_the_choice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3")
    button = control(cleo.panel, "R3")["custom_id"]
    before = text(world.table_message())
    forged = bo.emit(bo.panel, button)
    await world.env.settle()
    assert forged.acknowledged
    assert world.table().chosen == (None, None, None)
    await cleo.press("R3")
    assert text(world.table_message()) == before
    assert "R3" not in text(bo.panel)
    assert "chosen=" not in repr(world.table())


@pytest.mark.parametrize("crash", [False, True])
async def test_it_outlives_a_restart(world: World, monkeypatch: pytest.MonkeyPatch, crash: bool) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3")
    await cleo.press("R3")
    await world.restart(crash=crash)
    await bo.press("R2")
    assert trick(world) == ("R2", "R3")


async def test_two_taps_and_a_late_one_count_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 R4")
    button, shown = control(cleo.panel, "R3")["custom_id"], cleo.shown(cleo.panel)
    clicks = [cleo.emit(cleo.panel, button, shown=shown) for _ in range(2)]
    await world.env.settle()
    assert world.table().chosen[2] == card("R3")
    await bo.press("R2")
    assert trick(world) == ("R2", "R3")
    clicks.append(cleo.emit(cleo.panel, button, shown=shown))
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    assert world.table().chosen == (None, None, None)
    assert world.table().log.count(Play(2, card("R3"))) == 1


async def test_a_card_of_which_something_is_said_cannot_be_chosen(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "SHIFT R3", special_cards=frozenset({"SHIFT"}))
    assert [part["label"] for part in controls(cleo.panel)] == ["R3", "Refresh", "Rules", "Scores", "Leave"]


async def test_an_ai_that_takes_over_is_not_bound_by_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 Y1", "R2 Y2", "R3 Y3")
    await cleo.press("Y3")
    await cleo.leave()
    await bo.press("R2")
    assert trick(world) == ("R2", "R3")
    assert world.table().chosen == (None, None, None)
