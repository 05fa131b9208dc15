"""A tenth special card reaches people without a change of the bot: words for it are all it needs."""

from __future__ import annotations

from random import Random

import pytest

from bot.render import special_words
from bot.render.special_words import Example, Opening, SpecialWords
from engine.cards import Card
from engine.options import FirstDealer, Length, Options
from tests.e2e.driver import World, decisions, parts, text
from tests.e2e.rigged import rig
from tests.engine.test_tenth_card import CODE, phoenix

__all__ = ["phoenix"]

WORDS = SpecialWords(
    name="Phoenix",
    mark="🔥",
    short="Phoenix",
    tagline="rises again",
    rule="It is high or low.",
    example=Example(why="It rises.", cards=("R1", f"{CODE}:HIGH", "R2"), winner=1, next_lead=1),
    opening=Opening.FREES,
    dealer_names=False,
)


async def test_its_choices_and_what_it_asks_are_there_to_press(
    world: World, monkeypatch: pytest.MonkeyPatch, phoenix: Card
) -> None:
    monkeypatch.setattr(special_words, "SPECIALS", {**special_words.SPECIALS, CODE: WORDS})
    rig(monkeypatch, "G1 R5", f"B2 {phoenix}", "R9 Y4")
    options = Options(length=Length.QUICK, first_dealer=FirstDealer.HOST, special_cards=frozenset({CODE}), max_rounds=2)
    ada, bo, cleo = people = await world.start_table("Ada", "Bo", "Cleo", chosen=options)
    for person in (bo, cleo, ada):
        await person.press("1")
    await bo.press("Phoenix…")
    assert [part["label"] for part in decisions(bo.panel)] == ["High", "Low"]
    await bo.press("High")
    await cleo.press("R9")
    await ada.press("R5")
    (asked,) = [part for part in parts(bo.panel) if part["type"] == 3]
    assert [option["label"] for option in asked["options"]] == ["0", "0 · 🔵\u00a0B2", "1", "1 · 🔵\u00a0B2"]
    await bo.actor.select(bo.panel, values=["3"], custom_id=asked["custom_id"])
    assert "Waiting for **Ada, Cleo** to decide on the Phoenix" in text(world.table_message())
    while not world.table_over:
        await world.decide_once(people, Random(1))
    assert "the game is over" in text(world.public()[-1])
