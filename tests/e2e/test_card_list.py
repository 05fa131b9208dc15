"""Cards as a list: one select that names every card in full, for people who can't see buttons side by side."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.entries import Arrange
from bot.render import hand
from bot.tablesettings import TableSettings
from engine.options import FirstDealer, Length, Options
from engine.presets import PRESETS
from tests.e2e.driver import Person, World, controls, text
from tests.e2e.rigged import rig

OPTIONS = Options(first_dealer=FirstDealer.HOST, length=Length.FIVE, max_rounds=1)


async def wish_list(*people: Person) -> None:
    for person in people:
        own = await person.slash("wizard me")
        await person.actor.click(own.response, label="cards as a list: off")
        assert [it for it in controls(own.response) if it.get("label") == "cards as a list: on"]


def the_list(person: Person) -> dict[str, Any]:
    assert person.panel is not None
    lists = [it for it in controls(person.panel) if it["custom_id"].split(":")[3] == hand.LISTED]
    assert len(lists) == 1
    return lists[0]


async def pick(person: Person, label: str) -> None:
    assert person.panel is not None
    found = the_list(person)
    value = next(it["value"] for it in found["options"] if it["label"] == label)
    await person.actor.select(person.panel, values=[value], custom_id=found["custom_id"])


async def test_a_hand_is_played_from_a_list_of_cards_named_in_full(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1 G5", "R2 W", "B3 J", upcard="Y1")
    people = ada, bo, cleo = await world.start_table(
        "Ada", "Bo", "Cleo", chosen=Options(first_dealer=FirstDealer.HOST, length=Length.QUICK, max_rounds=1)
    )
    await wish_list(ada, bo)
    for person in people:
        await person.open_hand()
    for person in (bo, cleo, ada):
        await person.press("1")
    assert [it["label"] for it in the_list(bo)["options"]] == ["W · Wizard", "R2 · red 2"]
    await pick(bo, "R2 · red 2")
    assert [it["custom_id"].split(":")[3] for it in controls(cleo.panel) if "play" in it["custom_id"]]
    await cleo.press("B3")
    assert [it["label"] for it in the_list(ada)["options"]] == ["R1 · red 1"]
    await pick(ada, "R1 · red 1")
    await world.play_round(people, Random(1))
    assert world.table_over


@pytest.mark.parametrize("preset", ["standard", "jubilee-30"])
async def test_whole_rounds_can_be_played_with_lists_alone(world: World, preset: str) -> None:
    options = PRESETS[preset]
    people = await world.open_table("Ada", "Bo", "Cleo", "Dan", chosen=options)
    await wish_list(*people)
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    rng = Random(3)
    for _ in range(4):
        await world.play_round(people, rng)
        for person in people:
            assert person.panel is not None
            used = {it["custom_id"].split(":")[3] for it in controls(person.panel)}
            assert not used & hand.CARD_OPS


async def test_a_card_for_the_coming_turn_is_chosen_from_the_list(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "B3", upcard="Y1")
    people = ada, bo, cleo = await world.open_table(
        "Ada", "Bo", "Cleo", chosen=Options(first_dealer=FirstDealer.HOST, max_rounds=1)
    )
    await wish_list(cleo)
    await world.bot.tables.submit(world.table().id, Arrange(ada.id, TableSettings(pre_moves=True)))
    await ada.click_table("Start")
    for person in people:
        await person.open_hand()
    for person in (bo, cleo, ada):
        await person.press("1")
    assert the_list(cleo)["placeholder"] == "Choose a card"
    await pick(cleo, "B3 · blue 3")
    assert "B3" in text(cleo.panel)
    await bo.press("R2")
    assert len(world.table().playing.round.trick.cards) == 2


@pytest.mark.parametrize(
    "value", ["", "play", "bid~3", "play~99.R1", "play~0.R1.x.y", "pick~٣.R1", "leave~", "play~:" * 9]
)
async def test_what_is_not_on_the_list_is_nothing(world: World, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    rig(monkeypatch, "R1", "R2", "B3", upcard="Y1")
    people = _, bo, _ = await world.start_table(
        "Ada", "Bo", "Cleo", chosen=Options(first_dealer=FirstDealer.HOST, max_rounds=1)
    )
    await wish_list(bo)
    await bo.open_hand()
    for person in (*people[1:], people[0]):
        await person.press("1")
    before, custom_id = world.table().version, the_list(bo)["custom_id"]
    bo.emit(bo.panel, custom_id, [value])
    await world.env.settle()
    assert world.table().version == before
