"""Hints: who gets them, when, and what they say; a game in which people may ask for them doesn't count."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from simcord.results import InteractionResult

from bot import tablesettings
from bot.brain import Brain, NoJudgement
from bot.entries import Act, Arrange
from bot.render.hints import sentence
from bot.tablesettings import Hints, TableSettings
from engine.ai.advice import Advice, Reason, Why
from engine.options import FirstDealer, Options
from engine.view import View
from tests.e2e.driver import Person, World, controls, decisions, text
from tests.e2e.rigged import rig

HOST_DEALS = Options(first_dealer=FirstDealer.HOST)
ON, OFF = (TableSettings(hints=it) for it in (Hints.ON, Hints.OFF))
COUNTS_NOT = "💡 Hints for everybody: the game doesn't count."


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine no search is given up for its time."""
    monkeypatch.setattr("bot.hints.PATIENCE_SECONDS", 60.0)


async def start(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    *hands: str,
    people: int = 3,
    settings: TableSettings | None = None,
    options: Options = HOST_DEALS,
    upcard: str = "J",
) -> list[Person]:
    """Start a round with these hands, Bo or the first AI player bidding first."""
    rig(monkeypatch, *hands, upcard=upcard)
    monkeypatch.setattr("engine.rules._sizes", lambda *_: (len(hands[0].split()),) * 2)
    there = await world.open_table(*("Ada", "Bo", "Cleo")[:people], chosen=options)
    if settings is not None:
        await world.bot.tables.submit(world.table().id, Arrange(there[0].id, settings))
    await there[0].click_table("Start")
    for person in there:
        await person.open_hand()
    return there


def can_ask(person: Person) -> bool:
    return person.panel is not None and "Hint" in [part.get("label") for part in controls(person.panel)]


def hint(person: Person) -> str:
    """Return the hint on a panel; empty for none."""
    return next((line for line in text(person.panel).split("\n") if line.startswith("💡")), "")


def forge(person: Person, world: World, decision: int) -> InteractionResult:
    """Press Hint though there may be no such button."""
    return person.emit(person.panel, f"w1:{world.table().id}:{decision}:hint:")


# --- what is said --------------------------------------------------------------------------------


async def test_a_bid_and_a_card_are_told_with_the_reason(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2", settings=ON)
    await bo.press("Hint")
    assert hint(bo) == "💡 **Bid 2.** Your hand has 2 sure tricks."
    await bo.press("2")
    assert hint(bo) == ""
    await cleo.press("Hint")
    assert hint(cleo) == "💡 **Bid 0.** None of your cards is likely to take a trick."
    await cleo.press("0")
    await ada.press("0")
    await bo.use(decisions(bo.panel)[0])
    await cleo.press("Hint")
    assert hint(cleo).endswith("You want no trick, and it can't take this one.")
    assert hint(ada) == "", "nobody else is told"
    assert "💡" not in "".join(text(message) for message in world.public()[1:])


async def test_it_stays_until_the_decision_and_is_not_thought_out_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo, cleo = await start(world, monkeypatch, "R1 B1", "W R5", "R2 B2", settings=ON)
    await bo.press("Hint")
    said = hint(bo)
    asked: list[View] = []
    monkeypatch.setattr(Brain, "advise", lambda *given: asked.append(given))
    await bo.press("Hint")
    await bo.press("Refresh")
    await cleo.leave()
    assert hint(bo) == said != ""
    assert asked == []


async def test_without_a_search_it_is_an_adepts(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, _ = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2", settings=ON)

    async def none(*_: object) -> Advice:
        raise NoJudgement

    monkeypatch.setattr(Brain, "advise", none)
    await bo.press("Hint")
    assert hint(bo) == "💡 **Bid 2.** That is by rules of thumb: there was no time to think ahead."


async def test_special_cards_and_their_decisions_are_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(first_dealer=FirstDealer.HOST, special_cards=frozenset({"JUGGLER"}))
    hands = ("R1 B1", "JUGGLER G1", "Y2 B2")
    people = await start(world, monkeypatch, *hands, settings=ON, options=options, upcard="Y1")
    ada, bo, cleo = people

    async def given(seen: View, *_: object) -> Advice:
        return Advice(seen.legal[0], Reason(Why.NOTHING_BETTER))

    monkeypatch.setattr(world.bot.brain, "advise", given)
    for person in (bo, cleo, ada):
        await person.press("0")
    await bo.press("Hint")
    said = hint(bo)
    assert said.startswith("💡 **Play 🤹\xa0Juggler 7½ as 🔴 red (R).**")
    await bo.press("Juggler 7½…")
    assert hint(bo) == said, "also while something is said of the card"
    await bo.press("Blue (B)")
    for person in (cleo, ada):
        await person.use(decisions(person.panel)[-1])
    await ada.press("Hint")
    assert hint(ada).startswith("💡 **Pass 🔴\xa0R1 on.**")


def test_there_is_a_sentence_for_every_reason() -> None:
    for why in Why:
        for count in (0, 1, 2):
            for times in (0, 1, 5, 10):
                assert "{" not in sentence(Reason(why, count, times))


# --- who may ask ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "people", "allowed"),
    [
        (TableSettings(), 1, True),
        (TableSettings(), 2, False),
        (TableSettings(min_humans=1), 1, False),
        (ON, 3, True),
        (OFF, 1, False),
    ],
)
def test_by_default_where_one_person_plays_and_nothing_counts(
    settings: TableSettings, people: int, allowed: bool
) -> None:
    assert settings.allow_hints(people) is allowed
    assert tablesettings.from_json(tablesettings.to_json(settings)) == settings


async def test_there_is_no_button_where_it_is_not_allowed_or_not_ones_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo, cleo = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2", settings=ON)
    assert [can_ask(it) for it in (ada, bo, cleo)] == [False, True, False]
    await bo.leave()
    await bo.open_hand()
    assert not can_ask(bo), "an AI keeps the seat"


async def test_people_among_themselves_have_no_hints_unless_the_host_wants_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2")
    assert not any(map(can_ask, people))


async def test_what_is_forged_or_out_of_date_brings_no_hint(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, _ = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2", settings=ON)
    for person, decision in ((ada, world.table().decided[0]), (bo, 99)):
        forge(person, world, decision)
        await world.env.settle()
        assert "The table has moved on" in text(person.panel)
        assert hint(person) == ""
    dan = world.person("Dan")
    dan.panel = world.table_message()
    click = forge(dan, world, 0)
    await world.env.settle()
    assert text(click.response) == "You don't sit at this table."


async def test_a_decision_that_is_made_meanwhile_makes_the_hint_void(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo, _ = await start(world, monkeypatch, "R1 B1", "W W", "R2 B2", settings=ON)

    async def late(seen: View, *_: object) -> Advice:
        await world.bot.tables.submit(world.table().id, Act(seen.legal[2]))
        return Advice(seen.legal[0], Reason(Why.NOTHING_BETTER))

    monkeypatch.setattr(world.bot.brain, "advise", late)
    await bo.press("Hint")
    assert "Waiting for **Cleo** to bid" in text(bo.panel)
    assert hint(bo) == ""


# --- what it costs -------------------------------------------------------------------------------


async def finish(world: World, people: list[Person]) -> int:
    table_id, rng = world.table().id, Random(1)
    while not world.table_over:
        assert await world.decide_once(people, rng)
    return table_id


@pytest.mark.parametrize(("settings", "counted"), [(ON, False), (OFF, True)])
async def test_a_game_with_hints_does_not_count_and_says_so(
    world: World, settings: TableSettings, counted: bool
) -> None:
    people = await world.open_table("Ada", "Bo", max_rounds=1)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await people[0].click_table("Start")
    assert (COUNTS_NOT in text(world.public()[0])) is not counted
    for person in people:
        await person.open_hand()
    game_id = await finish(world, people)
    assert ("There were hints: it doesn't count." in text(world.table_message())) is not counted
    assert (await world.record(game_id)).finish.hints is not counted
    board = text((await people[0].slash("wizard leaderboard")).response)
    assert ("Ada" in board) is counted


async def test_the_lobby_says_it_as_soon_as_the_host_allows_them(world: World) -> None:
    ada, _ = await world.open_table("Ada", "Bo")
    panel = (await ada.click_table("Options")).response
    await ada.actor.click(panel, label="Table")
    pick = next(part for part in controls(panel) if ":option:hints" in part["custom_id"])
    assert COUNTS_NOT not in text(world.table_message())
    await ada.actor.select(panel, values=["on"], custom_id=pick["custom_id"])
    assert COUNTS_NOT in text(world.table_message())
    assert world.table().settings == replace(TableSettings(), hints=Hints.ON)


async def test_a_server_chooses_what_its_tables_begin_with(world: World) -> None:
    await world.bot.store.save_server_settings(world.guild.id, '{"tables":{"hints":"on"}}')
    await world.open_table("Ada", "Bo")
    assert COUNTS_NOT in text(world.table_message())
