"""Nudges: who is mentioned, when, and that the message goes again; direct messages; a person's own panel."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.render import nudge, words
from bot.store import Mention
from bot.table import Table
from bot.tablesettings import TableSettings
from engine.actions import Bid, Deal
from engine.options import Bidding, FirstDealer, Options
from tests.e2e.driver import Person, World, decisions, text
from tests.e2e.rigged import rig

TIMED = True

HOST_DEALS = Options(first_dealer=FirstDealer.HOST)
"""Then Bo, on the second seat, bids first."""
LIVE = TurnClock(Pace.LIVE)
TOKEN = 14 * 60
"""So many seconds after a click a panel still follows the table; a minute later no more."""


@pytest.fixture(autouse=True)
def no_trump_to_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal first rounds that begin with bids."""
    rig(monkeypatch, "R1", "R2", "R3")


async def start(
    world: World, *names: str, clock: TurnClock = LIVE, options: Options = HOST_DEALS, hands: bool = True
) -> list[Person]:
    people = await world.open_table(*names, chosen=options)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(clock)))
    await people[0].click_table("Start")
    for person in people if hands else ():
        await person.open_hand()
    return people


def mentions(world: World) -> list[dict[str, Any]]:
    """Return the bodies of all messages that were to mention somebody, whatever became of them."""
    sent = [it.json for it in world.env.http_requests if (it.method, it.path) == ("POST", _messages(world))]
    return [body for body in sent if (body.get("allowed_mentions") or {}).get("users")]


def mentioned(world: World) -> list[int]:
    return [user for body in mentions(world) for user in map(int, body["allowed_mentions"]["users"])]


def standing(world: World) -> list[str]:
    """Return the nudges that can be seen in the channel."""
    return [text(message) for message in world.public() if "it's your turn" in text(message)]


def _messages(world: World) -> str:
    return f"/channels/{world.channel.id}/messages"


def direct(world: World, person: Person) -> list[dict[str, Any]]:
    return [it.json for it in world.env.http_requests if it.path == f"/channels/{_dm(world, person)}/messages"]


def _dm(world: World, person: Person) -> int:
    return world.env.backend.get_dm_channel(person.id).id


async def wish(person: Person, *labels: str) -> None:
    own = await person.slash("wizard me")
    assert own.ephemeral
    for label in labels:
        await person.actor.click(own.response, label=label)


# --- when ----------------------------------------------------------------------------------------


async def test_whoever_has_the_hand_open_is_mentioned_once_when_half_of_the_time_is_gone(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await world.env.advance_time(43)
    assert mentions(world) == []
    await world.env.advance_time(3)
    assert mentioned(world) == [bo.id]
    assert standing(world) == [f"<@{bo.id}> it's your turn to **bid** → **My hand**"]
    await world.env.advance_time(40)
    assert mentioned(world) == [bo.id]


async def test_whoever_does_not_is_mentioned_after_a_moment(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(8)
    assert mentions(world) == []
    await world.env.advance_time(3)
    assert mentioned(world) == [bo.id]
    opened = await bo.click_table("My hand")
    assert opened.ephemeral
    assert "Your turn" in text(opened.response)


async def test_whoever_opens_the_hand_in_that_moment_has_half_of_the_time(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(8)
    await bo.open_hand()
    await world.env.advance_time(30)
    assert mentions(world) == []
    await world.env.advance_time(10)
    assert mentioned(world) == [bo.id]


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.OFF])
async def test_a_panel_that_is_too_old_to_follow_the_table_is_none(world: World, pace: Pace) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(pace))
    await world.env.advance_time(TOKEN)
    assert mentions(world) == []
    await world.env.advance_time(60)
    assert mentioned(world) == [bo.id]


async def test_without_a_clock_there_is_more_time_to_come(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.OFF), hands=False)
    await world.env.advance_time(58)
    assert mentions(world) == []
    await world.env.advance_time(3)
    assert mentioned(world) == [bo.id]
    await world.env.advance_time(24 * 3600)
    assert mentioned(world) == [bo.id]


async def test_always_is_at_once_and_never_is_never(world: World) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await wish(cleo, "Always")
    await wish(bo, "Never")
    await world.env.advance_time(80)
    assert mentions(world) == []
    await bo.press("1")
    assert mentioned(world) == [cleo.id]
    await cleo.press("1")
    assert standing(world) == []


async def test_what_was_chosen_in_the_middle_of_a_turn_counts_for_it(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await wish(bo, "Never")
    await world.env.advance_time(46)
    assert mentions(world) == []
    await wish(bo, "Late")
    assert mentioned(world) == [bo.id]


async def test_nobody_is_mentioned_while_discord_cannot_be_heard(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    world.bot.dispatch("disconnect")
    await world.env.advance_time(1800)
    assert mentions(world) == []
    world.env.backend.emit("RESUMED", {"__shard_id__": 0})
    await world.env.settle()
    await world.env.advance_time(60)
    assert mentioned(world) == [bo.id]


# --- who -----------------------------------------------------------------------------------------


async def test_only_the_person_concerned_is_mentioned(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(11)
    (body,) = mentions(world)
    assert {**body["allowed_mentions"], "users": mentioned(world)} == {"parse": [], "users": [bo.id]}
    assert body["enforce_nonce"]
    assert not body.get("flags", 0) & 4096


async def test_people_who_bid_at_the_same_time_each_have_their_own(world: World) -> None:
    options = Options(first_dealer=FirstDealer.HOST, bidding=Bidding.HIDDEN)
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", options=options)
    await world.env.advance_time(30)
    await ada.press("1")
    await world.env.advance_time(16)
    assert sorted(mentioned(world)) == sorted([bo.id, cleo.id])
    await bo.press("1")
    assert [said.split()[0] for said in standing(world)] == [f"<@{cleo.id}>"]
    await world.env.advance_time(40)
    assert len(mentions(world)) == 2


async def test_neither_ai_players_nor_people_who_are_away(world: World) -> None:
    ada, bo = await start(world, "Ada", "Bo", hands=False)
    await world.env.advance_time(11)
    await bo.leave()
    assert standing(world) == []
    assert mentioned(world) == [bo.id]
    for _ in range(6):
        await ada.open_hand()
        if ada.can_decide:
            await ada.decide(Random(1))
        await world.env.advance_time(25)
    assert set(mentioned(world)) <= {ada.id, bo.id}
    assert mentioned(world).count(bo.id) == 1


async def test_whoever_leaves_is_waited_for_no_more(world: World) -> None:
    """The AI that keeps the seat may take its time."""
    await world.restart(pace=30)
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(11)
    assert len(standing(world)) == 1
    await bo.leave()
    assert not world.table().decided[1]
    assert standing(world) == []


# --- once ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("crash", [False, True])
async def test_nobody_is_mentioned_twice_for_a_decision(world: World, crash: bool) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED), hands=False)
    await world.env.advance_time(11)
    await cleo.leave()
    await cleo.slash("wizard join")
    await cleo.slash("wizard table")
    await world.restart(crash=crash, after=60)
    await world.env.advance_time(400)
    assert mentioned(world) == [bo.id]
    assert len(standing(world)) == 1
    await bo.open_hand()
    await bo.press("1")
    assert standing(world) == []
    assert [it for it in await world.bot.store.nudges() if it.user_id == bo.id] == []


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("pace", [Pace.RELAXED, Pace.OFF])
async def test_a_restart_before_the_time_has_come_changes_nothing(world: World, pace: Pace, crash: bool) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(pace))
    await world.env.advance_time(200)
    await world.restart(crash=crash)
    await world.env.advance_time(50)
    assert mentions(world) == []
    await world.env.advance_time(TOKEN)
    assert mentioned(world).count(bo.id) == 1


async def test_a_turn_began_when_it_began_also_after_a_restart(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED), hands=False)
    await wish(bo, "Never")
    await world.env.advance_time(50)
    await world.restart()
    await wish(bo, "Late")
    assert mentioned(world) == [bo.id]


async def test_a_crash_before_it_could_be_noted_repeats_the_same_message(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord then answers with the message it has under this nonce, and posts no other."""
    caplog.errors_expected = True
    await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.bot.store.close()
    await world.env.advance_time(11)
    assert len(mentions(world)) == 1
    await world.restart(crash=True)
    await world.env.advance_time(11)
    assert len({body["nonce"] for body in mentions(world)}) == 1


async def test_leaving_and_coming_back_is_no_new_turn(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", options=HOST_DEALS, hands=False)
    await world.env.advance_time(11)
    await bo.leave()
    await bo.slash("wizard join")
    await world.env.advance_time(30)
    assert mentioned(world).count(bo.id) == 1


async def test_a_whole_game_has_one_for_each_decision_and_leaves_none(world: World) -> None:
    rng = Random(3)
    people = await start(world, "Ada", "Bo", "Cleo", options=Options(first_dealer=FirstDealer.HOST, max_rounds=2))
    for person in people:
        await wish(person, "Always")
    seen: list[Table] = []
    world.bot.tables.watchers.append(seen.append)
    await world.play_round(people, rng)
    await world.play_round(people, rng)
    decided = [action for action in seen[-1].log if not isinstance(action, Deal)]
    assert len(mentions(world)) == len(decided)
    assert len({body["nonce"] for body in mentions(world)}) == len(decided)
    assert standing(world) == []
    assert await world.bot.store.nudges() == ()


# --- gone again ----------------------------------------------------------------------------------


async def test_it_goes_when_the_clock_decides(world: World) -> None:
    await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(80)
    assert len(standing(world)) == 1
    await world.env.advance_time(11)
    assert [action.seat for action in world.table().log if isinstance(action, Bid)] == [1]
    assert standing(world) == []


async def test_it_goes_when_they_act_while_it_is_on_its_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    bid = next(part["custom_id"] for part in decisions(bo.panel) if part["label"] == "1")
    request, acted = world.bot.http.request, asyncio.Event()
    world.bot.tables.watchers.append(lambda _: acted.set())

    async def slow(route: Any, **named: Any) -> Any:
        answer = await request(route, **named)
        if (route.method, route.url.endswith(_messages(world))) == ("POST", True):
            acted.clear()
            bo.emit(bo.panel, bid)
            await acted.wait()
        return answer

    monkeypatch.setattr(world.bot.http, "request", slow)
    await world.env.advance_time(50)
    assert mentioned(world) == [bo.id]
    assert world.table().playing.round.bids == (None, 1, None)
    assert standing(world) == []
    assert await world.bot.store.nudges() == ()


async def test_it_goes_with_the_table(world: World) -> None:
    ada, *_ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(11)
    await ada.slash("wizard end")
    assert world.table_over
    assert standing(world) == []
    assert await world.bot.store.nudges() == ()


async def test_what_a_crash_left_behind_goes_at_the_next_start(world: World) -> None:
    ada, *_ = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(11)
    world.env.inject_error("DELETE", f"{_messages(world)}/*", status=503, times=None)
    await ada.slash("wizard end")
    assert len(standing(world)) == 1
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    assert standing(world) == []
    assert await world.bot.store.nudges() == ()


@pytest.mark.parametrize(("status", "code", "left"), [(503, 0, 1), (403, 50001, 1), (404, 10008, 0)])
async def test_one_that_cannot_be_deleted_is_tried_again(world: World, status: int, code: int, left: int) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo", hands=False)
    await world.env.advance_time(11)
    await bo.open_hand()
    await cleo.open_hand()
    world.env.inject_error("DELETE", f"{_messages(world)}/*", status=status, code=code)
    await bo.press("1")
    assert len(await world.bot.store.nudges()) == left
    await cleo.press("1")
    assert await world.bot.store.nudges() == ()
    assert len(standing(world)) == 1 - left


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0)])
async def test_one_that_discord_fails_to_take_comes_later(world: World, status: int, code: int) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.SLOW), hands=False)
    world.env.inject_error("POST", _messages(world), status=status, code=code, times=2)
    await world.env.advance_time(300)
    assert mentioned(world) == [bo.id] * 3
    assert len(standing(world)) == 1
    assert len({body["nonce"] for body in mentions(world)}) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003), (400, 50035)])
async def test_a_table_goes_on_where_nobody_can_be_mentioned(world: World, status: int, code: int) -> None:
    people = _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    world.env.inject_error("POST", _messages(world), status=status, code=code, times=None)
    await world.env.advance_time(85)
    assert mentioned(world) == [bo.id]
    world.env.backend.faults.clear()
    await world.play_round(people, Random(1))
    assert world.table().playing.round.number == 2


async def test_a_channel_that_is_lost_is_asked_for_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.errors_expected = True
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED))
    world.env.inject_error("*", f"{_messages(world)}*", status=403, code=50001, times=None)
    await bo.press("1")
    asked = len(world.env.http_requests)
    await world.env.advance_time(500)
    assert len(world.env.http_requests) == asked
    assert mentions(world) == []


# --- direct messages -----------------------------------------------------------------------------


async def test_a_direct_message_leads_to_the_table(world: World) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await wish(bo, "direct message: off")
    post = world.table_message()
    await world.env.advance_time(46)
    (body,) = direct(world, bo)
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{post.id}" in str(body)
    assert mentioned(world) == [bo.id]
    await world.env.advance_time(40)
    assert len(direct(world, bo)) == 1
    await bo.press("1")
    await world.env.advance_time(46)
    assert mentioned(world) == [bo.id, cleo.id]
    assert direct(world, cleo) == []


async def test_a_direct_message_can_take_the_place_of_the_mention(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED))
    await wish(bo, "Never", "direct message: off")
    await world.env.advance_time(301)
    await world.restart(crash=True)
    await world.env.advance_time(100)
    assert len(direct(world, bo)) == 1
    assert mentions(world) == []
    await wish(bo, "direct message: on")
    await bo.press("1")
    assert [it.user_id for it in await world.bot.store.nudges() if it.user_id == bo.id] == []


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_switched_off_without_a_word_in_the_channel(world: World, code: int) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await wish(bo, "direct message: off")
    world.env.inject_error("POST", f"/channels/{_dm(world, bo)}/messages", status=403, code=code, times=None)
    await world.env.advance_time(46)
    assert mentioned(world) == [bo.id]
    assert not world.bot.players.get(bo.id).dm
    assert nudge.DM_CLOSED in text((await bo.slash("wizard hand")).response)
    assert nudge.DM_CLOSED not in text((await bo.open_hand()).response)
    await world.restart()
    own = await bo.slash("wizard me")
    assert "Discord didn't let me write to you" in text(own.response)
    await bo.actor.click(own.response, label="direct message: off")
    assert "Discord didn't let me write to you" not in text(own.response)


async def test_another_fault_leaves_direct_messages_on(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await wish(bo, "direct message: off")
    world.env.inject_error("POST", "/users/@me/channels", status=500)
    await world.env.advance_time(46)
    assert direct(world, bo) == []
    assert world.bot.players.get(bo.id).dm


async def test_a_card_is_in_none_of_them(world: World) -> None:
    people = await start(world, "Ada", "Bo", "Cleo", options=Options(first_dealer=FirstDealer.HOST, max_rounds=2))
    for person in people:
        await wish(person, "Always", "direct message: off")
    rng = Random(5)
    await world.play_round(people, rng)
    hands = world.table().playing.round.hands
    await world.play_round(people, rng)
    said = str([*mentions(world), *(body for person in people for body in direct(world, person))])
    assert "it's your turn to **play**" in said
    assert not [card for hand in hands for card in hand if words.card_text(card) in said]
    assert ":play:" not in said
    assert ":pick:" not in said


# --- a person's own panel ------------------------------------------------------------------------


async def test_what_a_person_has_chosen_outlives_the_bot_and_holds_everywhere(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    own = await ada.slash("wizard me")
    assert own.ephemeral
    assert "Mention me: late" in text(own.response)
    await ada.actor.click(own.response, label="Never")
    assert "Mention me: never" in text(own.response)
    await world.restart()
    await ada.actor.click(own.response, label="direct message: off")
    chosen = world.bot.players.get(ada.id)
    assert (chosen.nudge, chosen.dm) == (Mention.NEVER, True)
    assert "Mention me: late" in text((await bo.slash("wizard me")).response)


@pytest.mark.parametrize("custom_id", ["w1:0:0:me_mention:sometimes", "w1:0:0:me_dm:perhaps"])
async def test_a_choice_that_does_not_exist_changes_nothing(world: World, custom_id: str) -> None:
    ada = world.person("Ada")
    own = await ada.slash("wizard me")
    answer = ada.emit(own.response, custom_id)
    await world.env.settle()
    assert "another version of the bot" in text(answer.response)
    assert await world.bot.store.players() == ()


async def test_a_direct_message_goes_once_its_reader_has_acted(world: World) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.RELAXED))
    for person in (bo, cleo):
        await wish(person, "direct message: off")
    await world.env.advance_time(301)
    assert len(world.env.backend.messages.get(_dm(world, bo), {})) == 1
    await world.restart()
    await bo.open_hand()
    await bo.press("1")
    assert len(world.env.backend.messages.get(_dm(world, bo), {})) == 0
    await world.env.advance_time(301)
    await cleo.press("1")
    assert len(world.env.backend.messages.get(_dm(world, cleo), {})) == 0
    assert await world.bot.store.nudges() == ()


@pytest.mark.parametrize("wished", ["Late", "Never"])
async def test_whoever_left_the_server_is_found_out_before_being_told(world: World, wished: str) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo", clock=TurnClock(Pace.OFF))
    if wished == "Never":
        await wish(bo, wished)
    world.guild.remove_member(bo.actor)
    await world.env.advance_time(16 * 60)
    assert world.table().seats[1].away
    assert bo.id not in mentioned(world)
    await cleo.open_hand()
    assert cleo.can_decide
