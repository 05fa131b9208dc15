"""The turn clock: lobbies that close, decisions whose time is up, and times that nobody has to answer for."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest

from bot.client import WizardClient
from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.tablesettings import TableSettings
from engine.actions import Bid
from engine.game import phase, to_act
from engine.options import Bidding, FirstDealer, Length, Options
from engine.state import Phase
from tests.e2e.driver import Person, World, control, text
from tests.e2e.rigged import rig

TIMED = True

HOST_DEALS = Options(first_dealer=FirstDealer.HOST)
LIVE = TurnClock(Pace.LIVE)


async def start(
    world: World, *names: str, clock: TurnClock = LIVE, options: Options = HOST_DEALS, ai: int = 0
) -> list[Person]:
    people = await world.open_table(*names, chosen=options)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(clock)))
    for _ in range(ai):
        await people[0].click_table("Add AI")
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


def seconds_left(world: World) -> float:
    deadline = world.table().deadline
    assert deadline is not None
    return deadline / 1000 - world.bot.clock().timestamp()


def bids(world: World) -> list[int]:
    return [action.seat for action in world.table().log if isinstance(action, Bid)]


# --- lobbies -------------------------------------------------------------------------------------


async def test_a_lobby_in_which_nothing_happens_closes(world: World) -> None:
    await world.open_table("Ada", "Bo")
    assert "if nothing happens" in text(world.table_message())
    await world.env.advance_time(15 * 60 - 5)
    await world.person("Cleo").click_table("Join")
    await world.env.advance_time(15 * 60 - 5)
    assert not world.table_over
    await world.env.advance_time(10)
    assert world.table_over
    assert "The table was closed." in text(world.table_message())


async def test_a_lobby_nobody_ever_joins_closes_too(world: World) -> None:
    await world.person("Ada").slash("wizard new")
    await world.env.advance_time(15 * 60 + 5)
    assert world.table_over
    assert "The table was closed." in text(world.table_message())


# --- decisions -----------------------------------------------------------------------------------


async def test_an_ai_bids_when_the_time_is_up_and_the_table_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    assert f"<t:{world.table().deadline // 1000}:R>" in text(world.table_message())
    assert f"<t:{world.table().deadline // 1000}:R>" in text(bo.panel)
    await world.env.advance_time(89)
    assert bids(world) == []
    await world.env.advance_time(2)
    assert bids(world) == [1]
    assert "Bo 💤" in text(world.table_message())
    assert "took **0**" in text(world.table_message())
    assert cleo.can_decide
    assert 80 < seconds_left(world) <= 90
    assert not world.table().seats[1].away
    assert people[0].panel is not None


async def test_after_two_misses_in_a_row_an_ai_keeps_the_seat_until_im_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(91)
    await cleo.press("1")
    await ada.press("1")
    await world.env.advance_time(61)
    assert world.table().seats[1].away
    assert "Bo (away, AI plays)" in text(world.table_message())
    await cleo.press("R3")
    assert "🔴\xa0R2 (Bo) · 🔴\xa0R3 (Cleo)" in text(ada.panel)
    await ada.press("R1")
    assert "→\xa0**Cleo**" in text(world.public()[-2])
    while world.table().playing.round.bids[1] is None:
        await world.decide_once([ada, cleo], Random(1))
    assert world.table().seats[1].away
    await bo.press("I'm back")
    assert not world.table().seats[1].away
    assert world.table().seats[1].missed == 0


@pytest.mark.parametrize(
    "how", ["a decision", "My hand", "Refresh", "Scores", "Rules", "Leave", "wizard hand", "wizard table", "wizard me"]
)
async def test_whoever_shows_up_in_between_starts_anew(world: World, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(91)
    assert world.table().seats[1].missed == 1
    await cleo.press("1")
    await ada.press("1")
    match how:
        case "a decision":
            await bo.press("R2")
        case "My hand":
            await bo.open_hand()
        case "Refresh" | "Scores" | "Rules" | "Leave":
            await bo.press(how)
        case _:
            await bo.slash(how)
    assert world.table().seats[1].missed == 0
    assert "💤" not in text(world.table_message())


async def test_whoever_then_taps_my_hand_twice_gets_the_hand(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(91)
    shown = world.table_message()
    taps = [bo.emit(shown, control(shown, "My hand")["custom_id"]) for _ in range(2)]
    await world.env.settle()
    assert taps[0].response is None  # there is one panel, the newer one
    assert "Your hand" in text(taps[1].response)
    assert world.table().seats[1].missed == 0


async def test_people_who_bid_at_the_same_time_have_that_time_together(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    options = Options(first_dealer=FirstDealer.HOST, bidding=Bidding.HIDDEN)
    ada, _, _ = await start(world, "Ada", "Bo", "Cleo", options=options)
    await world.env.advance_time(60)
    await ada.press("1")
    assert seconds_left(world) < 31
    await world.env.advance_time(31)
    assert phase(world.table().playing) is Phase.PLAY
    assert [seat.missed for seat in world.table().seats] == [0, 1, 1]


SPECIAL_PHASES = {
    "CLOUD": (("Cloud 9¾…", "Red (R)"), ("R13",), ("R5",)),
    "JUGGLER": (("Juggler 7½…", "Red (R)"), ("R13",), ("R5",)),
    "WITCH": (("Witch",), ("R13",), ("R5",)),
}


@pytest.mark.parametrize("card", SPECIAL_PHASES)
async def test_what_a_special_card_asks_has_its_time_too(
    world: World, monkeypatch: pytest.MonkeyPatch, card: str
) -> None:
    rig(monkeypatch, "G1 R5", f"B2 {card}", "R13 Y4")
    options = Options(length=Length.QUICK, first_dealer=FirstDealer.HOST, special_cards=frozenset({card}))
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", options=options)
    for person in (bo, cleo, ada):
        await person.press("1")
    for person, labels in zip((bo, cleo, ada), SPECIAL_PHASES[card], strict=True):
        for label in labels:
            await person.press(label)
    assert phase(world.table().playing) is Phase.SPECIAL
    waiting = to_act(world.table().playing)
    await world.env.advance_time(61)
    assert phase(world.table().playing) is Phase.PLAY
    assert all(world.table().seats[seat].missed == 1 for seat in waiting)


async def test_the_trump_is_named_when_its_time_is_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3", upcard="W")
    await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(91)
    assert world.table().playing.round.chooser is None
    assert world.table().seats[0].missed == 1


async def test_without_a_clock_a_table_waits_for_ever(world: World) -> None:
    await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.OFF))
    assert world.table().deadline is None
    before = world.table()
    await world.env.advance_time(3600)
    assert world.table() == before
    assert "<t:" not in text(world.table_message())


async def test_other_values_for_a_pace(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.SLOW, bid_seconds=20, play_seconds=40))
    assert 10 < seconds_left(world) <= 20
    for person in (*people[1:], people[0]):
        await person.press("1")
    assert 30 < seconds_left(world) <= 40


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_hour_in_which_nobody_does_anything(world: World, *, restarts: bool) -> None:
    await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=3))
    for _ in range(6):
        await world.env.advance_time(600)
        if restarts:
            await world.restart()
    assert world.table_over
    shown = [text(message).splitlines()[0] for message in world.public()]
    assert [line.partition("·")[2] for line in shown[1:]] == [
        *(f" round {number} is over" for number in (1, 2, 3)),
        " the game is over",
    ]
    assert "Nobody was left at the table: it doesn't count." in text(world.public()[-1])


# --- times nobody has to answer for ----------------------------------------------------------------


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_keeps_the_deadline_and_gives_the_downtime_back(world: World, *, crash: bool) -> None:
    await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED))
    await world.env.advance_time(120)
    before = seconds_left(world)
    await world.restart(crash=crash, after=300)
    assert before - 31 <= seconds_left(world) <= before + 1
    await world.env.advance_time(before + 1)
    assert len(bids(world)) + sum(seat.missed for seat in world.table().seats) > 0


async def test_time_stands_still_while_discord_cannot_be_heard(world: World) -> None:
    await start(world, "Ada", "Bo", "Cleo")
    before = seconds_left(world)
    world.bot.dispatch("disconnect")
    await world.env.advance_time(1800)
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]
    world.bot.dispatch("resumed")
    await world.env.settle()
    assert before - 2 <= seconds_left(world) <= before + 2


async def test_a_start_that_waits_for_discord_takes_nobodys_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await start(world, "Ada", "Bo", "Cleo")
    before, ready = seconds_left(world), WizardClient.on_ready
    with monkeypatch.context() as patched:
        patched.setattr(WizardClient, "on_ready", lambda _: asyncio.sleep(0))
        await world.restart()
        await world.env.advance_time(1800)
    await ready(world.bot)
    await world.env.settle()
    assert before - 2 <= seconds_left(world) <= before + 2
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]


async def test_a_restart_after_quiet_days_does_not_add_them_to_a_turn(world: World) -> None:
    await world.person("Dan").slash("wizard new")
    await world.people[0].slash("wizard end")
    await world.env.advance_time(2 * 24 * 3600)
    await start(world, "Ada", "Bo", "Cleo")
    await world.restart()
    assert seconds_left(world) <= 91


async def test_a_bid_that_is_being_stored_when_discord_is_back_takes_no_time_from_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    options = Options(first_dealer=FirstDealer.HOST, bidding=Bidding.HIDDEN)
    ada, *_ = await start(world, "Ada", "Bo", "Cleo", options=options)
    before, append = seconds_left(world), world.bot.store.append
    world.bot.dispatch("disconnect")
    await world.env.advance_time(1800)

    async def slow(*given: Any, **named: Any) -> None:
        await world.bot.deadlines.release()
        await append(*given, **named)

    monkeypatch.setattr(world.bot.store, "append", slow)
    await ada.press("1")
    assert bids(world) == [0]
    assert before - 2 <= seconds_left(world) <= before + 2


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_while_discord_cannot_be_heard_gives_that_time_back(world: World, *, crash: bool) -> None:
    await start(world, "Ada", "Bo", "Cleo")
    before = seconds_left(world)
    world.bot.dispatch("disconnect")
    await world.env.advance_time(1800)
    await world.restart(crash=crash)
    assert before - 2 <= seconds_left(world) <= before + 31
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]


@pytest.mark.parametrize("heard", [True, False])
async def test_while_the_computer_sleeps_nobodys_time_passes(world: World, *, heard: bool) -> None:
    asleep = timedelta()
    await world.restart(clock=lambda: discord.utils.utcnow() + asleep)
    await start(world, "Ada", "Bo", "Cleo")
    before = seconds_left(world)
    asleep = timedelta(hours=3)
    if not heard:
        world.bot.dispatch("disconnect")
    await world.env.advance_time(40)
    world.bot.dispatch("resumed")
    await world.env.settle()
    assert before - 41 <= seconds_left(world) <= before + 1
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]


async def test_a_table_that_cannot_be_shown_gets_new_time(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.errors_expected = True
    rig(monkeypatch, "R1", "R2", "R3")
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    world.env.inject_error("PATCH", "/channels/*", status=500, code=0, times=1000)
    await bo.press("1")
    await world.env.advance_time(91)
    assert bids(world) == [1]
    assert [seat.missed for seat in world.table().seats] == [0, 0, 0]
    world.env.backend.faults.clear()
    await world.env.advance_time(300)
    assert len(bids(world)) > 1


# --- host and votes --------------------------------------------------------------------------------


async def test_the_host_is_somebody_who_is_there(world: World) -> None:
    ada, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await ada.leave()
    assert world.table().host_id == bo.id
    await ada.slash("wizard join")
    assert world.table().host_id == bo.id


async def test_most_of_those_present_end_a_table(world: World) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    said = await bo.slash("wizard end")
    assert "1 of the 2 that end the table" in text(said.response)
    assert not world.table_over
    assert "already voted" in text((await bo.slash("wizard end")).response)
    await cleo.slash("wizard end")
    assert world.table_over
    assert "It doesn't count" in text(world.public()[-1])


async def test_somebody_who_leaves_may_make_the_votes_enough(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await cleo.slash("wizard end")
    await bo.leave()
    assert not world.table_over  # one of two
    await ada.leave()
    assert world.table_over


async def test_somebody_who_leaves_the_lobby_may_make_the_votes_enough_too(world: World) -> None:
    _, bo, cleo, dan = await world.open_table("Ada", "Bo", "Cleo", "Dan")
    for person in (bo, cleo):
        await person.slash("wizard end")
    assert not world.table_over  # two of four
    await dan.slash("wizard leave")
    assert world.table_over


async def test_a_game_that_nobody_was_left_at_says_so(world: World) -> None:
    people = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=1))
    for person in people:
        await person.leave()
    assert "Nobody was left at the table: it doesn't count." in text(world.public()[-1])
