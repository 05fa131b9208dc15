"""How strong AI players are: chosen in the lobby, shown, kept, and what they then play as."""

from __future__ import annotations

from random import Random

import pytest
from simcord.results import ResponseMessage

from bot.brain import Brain
from bot.entries import SetOptions
from bot.finished import finished
from engine.actions import Decision, Play
from engine.ai.levels import Level
from engine.game import to_act
from engine.options import FirstDealer, Options
from engine.view import View
from tests.e2e.driver import Person, World, controls, parts, text
from tests.e2e.rigged import rig

SHORT = Options(max_rounds=1, first_dealer=FirstDealer.HOST)
STALE = "The table has moved on; this is how it stands now."


def levels(world: World) -> dict[str, Level | None]:
    return {seat.name: seat.level for seat in world.table().seats if seat.user_id is None}


async def open_panel(host: Person) -> ResponseMessage:
    opened = await host.click_table("AI players")
    assert opened.ephemeral
    return opened.response


def select(panel: ResponseMessage, op: str) -> str:
    return next(it["custom_id"] for it in controls(panel) if it["custom_id"].endswith(f":{op}"))


async def pick(host: Person, panel: ResponseMessage, op: str, level: str) -> None:
    await host.actor.select(panel, values=[level], custom_id=select(panel, op))


async def lobby_of_three_levels(world: World, *names: str) -> list[Person]:
    """Open a lobby with Alma as Apprentice, Brann as Adept and Celeste as Archmage."""
    people = await world.open_table(*names, chosen=SHORT)
    panel = await open_panel(people[0])
    for level in ("apprentice", "adept", "archmage"):
        await pick(people[0], panel, "ai_add:", level)
    return people


THREE = {"Alma": Level.APPRENTICE, "Brann": Level.ADEPT, "Celeste": Level.ARCHMAGE}
SHOWN = ("Alma 🤖 (Apprentice)", "Brann 🤖 (Adept)", "Celeste 🤖 (Archmage)")


# --- the lobby -------------------------------------------------------------------------------------


async def test_the_host_adds_ai_players_of_any_level(world: World) -> None:
    await lobby_of_three_levels(world, "Ada")
    assert levels(world) == THREE
    assert all(f"{at}. {name}" in text(world.table_message()) for at, name in enumerate(SHOWN, 2))


async def test_the_host_changes_a_level_and_removes_one(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    panel = await open_panel(ada)
    await pick(ada, panel, "ai_level:Alma", "archmage")
    await pick(ada, panel, "ai_level:Brann", "remove")
    assert levels(world) == {"Alma": Level.ARCHMAGE, "Celeste": Level.ARCHMAGE}
    assert "Brann" not in str(panel.components)
    assert "2. Alma 🤖 (Archmage)\n3. Celeste 🤖 (Archmage)" in text(world.table_message())


async def test_the_panel_shows_what_is_chosen(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    selects = [it for it in parts(await open_panel(ada)) if it["type"] == 3]
    chosen = [[choice["label"] for choice in it["options"] if choice.get("default")] for it in selects]
    assert chosen == [["Alma: Apprentice"], ["Brann: Adept"], ["Celeste: Archmage"], []]
    assert [choice["label"] for choice in selects[0]["options"]][-1] == "Remove Alma"
    assert selects[-1]["placeholder"] == "Add an AI player"


async def test_a_full_table_takes_no_more(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    panel = await open_panel(ada)
    for _ in range(2):
        await pick(ada, panel, "ai_add:", "adept")
    assert "The table is full." in text(panel)
    assert not [it for it in controls(panel) if it["custom_id"].endswith(":ai_add:")]


async def test_nobody_else_arranges_them(world: World) -> None:
    _, bo = await lobby_of_three_levels(world, "Ada", "Bo")
    before = world.table()
    for op in ("ai_players:", "ai_add:", "ai_level:Alma"):
        values = None if op == "ai_players:" else ["archmage"]
        click = bo.emit(world.table_message(), f"w1:{before.id}:{before.version}:{op}", values)
        await world.env.settle()
        assert click.ephemeral
        assert text(click.response) == "Only the host can do that."
        assert world.table() == before


async def test_what_means_nothing_changes_nothing(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    before = world.table()
    for op, *values in (("ai_add:", "sage"), ("ai_add:",), ("ai_level:Alma", "sage"), ("ai_level:Ada", "adept")):
        click = ada.emit(world.table_message(), f"w1:{before.id}:{before.version}:{op}", values)
        await world.env.settle()
        assert click.ephemeral
        assert world.table() == before


async def test_two_clicks_that_add_one_add_one(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    panel = await open_panel(ada)
    add = select(panel, "ai_add:")
    for _ in range(2):
        ada.emit(panel, add, ["archmage"])
    await world.env.settle()
    assert levels(world) == {"Alma": Level.ARCHMAGE}
    assert STALE in text(panel)


async def test_a_level_is_chosen_on_a_panel_that_is_out_of_date(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    panel = await open_panel(ada)
    await world.person("Bo").click_table("Join")
    await pick(ada, panel, "ai_level:Brann", "archmage")
    assert levels(world)["Brann"] is Level.ARCHMAGE
    assert STALE not in text(panel)


async def test_of_an_ai_player_that_is_gone_it_shows_how_things_stand(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    panel = await open_panel(ada)
    alma = select(panel, "ai_level:Alma")
    for word in ("remove", "archmage"):
        ada.emit(panel, alma, [word])
        await world.env.settle()
    assert STALE in text(panel)
    assert list(levels(world)) == ["Brann", "Celeste"]


async def test_once_the_game_has_started_the_panel_is_a_sentence(world: World) -> None:
    (ada,) = await lobby_of_three_levels(world, "Ada")
    panel = await open_panel(ada)
    await ada.click_table("Start")
    await pick(ada, panel, "ai_add:", "adept")
    assert text(panel) == "The game has already started; join the next one."
    assert controls(panel) == []


# --- where nobody has chosen -----------------------------------------------------------------------


async def test_adept_is_what_fills_up_and_what_add_ai_adds(world: World) -> None:
    (ada,) = await world.open_table("Ada")
    await ada.click_table("Add AI")
    await ada.click_table("Start")
    assert levels(world) == {"Alma": Level.ADEPT, "Brann": Level.ADEPT}


async def test_a_server_chooses_another_level_for_that(world: World) -> None:
    await world.bot.store.save_server_settings(world.guild.id, '{"tables":{"ai_level":"apprentice"}}')
    (ada,) = await world.open_table("Ada")
    await ada.click_table("Add AI")
    await world.restart()
    await ada.click_table("Start")
    assert levels(world) == {"Alma": Level.APPRENTICE, "Brann": Level.APPRENTICE}


# --- what is left of them --------------------------------------------------------------------------


async def test_levels_are_kept_in_a_game_after_a_restart_and_at_a_rematch(world: World) -> None:
    (ada,) = people = await lobby_of_three_levels(world, "Ada")
    await world.restart(crash=True)
    assert levels(world) == THREE
    await ada.click_table("Start")
    await ada.open_hand()
    assert all(f"{name} · " in text(world.table_message()) for name in SHOWN)
    game_id = world.table().id
    await world.play_round(people, Random(1))

    assert all(f"{name} · **" in text(world.table_message()) for name in SHOWN)
    record = await world.record(game_id)
    assert [(holder.player, holder.level) for holder in record.seats[1:]] == [("ai", level) for level in THREE.values()]
    assert [seat.level for seat in (await finished(world.bot.store, game_id)).seats] == [None, *THREE.values()]
    history = text((await ada.slash("wizard history")).response)
    assert all(name in history for name in SHOWN)

    await world.restart(crash=True)
    await ada.click_table("Rematch")
    assert levels(world) == THREE
    await world.restart(crash=True)
    assert levels(world) == THREE
    assert all(name in text(world.table_message()) for name in SHOWN)


# --- what they play as -----------------------------------------------------------------------------


async def test_each_plays_as_its_level_and_adept_for_who_is_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    played: dict[str, set[Level]] = {}
    decide = Brain.decide

    async def noted(self: Brain, seen: View, level: Level = Level.ADEPT, patience: float = 0) -> Decision:
        assert 0 < patience <= 2
        played.setdefault(world.table().seats[seen.legal[0].seat].name, set()).add(level)
        return await decide(self, seen, level, patience)

    monkeypatch.setattr(Brain, "decide", noted)
    ada, bo = people = await lobby_of_three_levels(world, "Ada", "Bo")
    await ada.click_table("Start")
    await ada.open_hand()
    await bo.leave()
    await world.play_round(people, Random(1))
    assert played == {name: {level} for name, level in {**THREE, "Bo": Level.ADEPT}.items()}


PACE = 10


@pytest.mark.parametrize("hands", [("R1", "R2", "R3"), ("R1 R4", "R2 Y2", "R3 Y3")])
async def test_the_pause_before_a_move_is_the_same_for_every_hand(
    world: World, monkeypatch: pytest.MonkeyPatch, hands: tuple[str, ...]
) -> None:
    """With one card there is nothing to think about, with two there is; nobody can tell which."""
    size = len(hands[0].split())
    rig(monkeypatch, *hands)
    monkeypatch.setattr("engine.rules._sizes", lambda *_: (size,))
    await world.restart(pace=PACE)
    (ada,) = await world.open_table("Ada")
    await world.bot.tables.submit(world.table().id, SetOptions(ada.id, SHORT))
    panel = await open_panel(ada)
    for _ in range(2):
        await pick(ada, panel, "ai_add:", "archmage")
    await ada.click_table("Start")
    await ada.open_hand()
    for made in (1, 2):  # Alma's bid, and Brann's
        await world.env.advance_time(PACE - 1)
        assert len(world.table().log) == made
        await world.env.advance_time(1)
        assert len(world.table().log) == made + 1
    await ada.press("0")
    await world.env.advance_time(PACE - 1)
    assert to_act(world.table().playing) == (1,)
    await world.env.advance_time(1)
    assert isinstance(world.table().log[-1], Play)
