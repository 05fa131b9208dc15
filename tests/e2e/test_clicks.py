"""Clicks that come at the same time, twice, too late, from the wrong person, or make no sense."""

from __future__ import annotations

from random import Random

import pytest
from simcord import interactions
from simcord.results import InteractionResult

from bot.choices import changed
from bot.failures import sentence
from engine.actions import Bid
from engine.options import InvalidOptions, Options
from tests.e2e.driver import Person, World, control, controls, decisions, parts, text


def _active(people: list[Person]) -> Person:
    return next(person for person in people if person.can_decide)


def _bids(world: World) -> list[int | None]:
    return list(world.table().playing.round.bids)


def _made(world: World) -> list[Bid]:
    return [action for action in world.table().log if isinstance(action, Bid)]


async def _to_bidding(world: World, people: list[Person]) -> None:
    """Name the trump, if the turned-up card asks for it."""
    while world.table().playing.round.chooser is not None:
        await _active(people).decide(Random(0))


async def test_two_taps_on_one_bid_count_once(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await _to_bidding(world, people)
    bidder = _active(people)
    custom_id = decisions(bidder.panel)[0]["custom_id"]
    taps = [bidder.emit(bidder.panel, custom_id) for _ in range(2)]
    await world.env.settle()
    assert all(tap.acknowledged for tap in taps)
    assert len(_made(world)) == 1
    assert _made(world)[0].seat == people.index(bidder)


async def test_simultaneous_joins_both_get_a_seat(world: World) -> None:
    await world.open_table("Ada")
    lobby = world.table_message()
    join = next(part["custom_id"] for part in controls(lobby) if part["label"] == "Join")
    newcomers = [world.person("Bo"), world.person("Cleo")]
    clicks = [person.emit(lobby, join) for person in newcomers]
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    assert {seat.user_id for seat in world.table().seats} == {person.id for person in world.people}


async def test_clicks_of_everybody_at_once_leave_every_panel_up_to_date(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await _to_bidding(world, people)
    first = _active(people)
    bid = decisions(first.panel)[0]["custom_id"]
    refreshing = [person for person in people if person is not first]
    clicks = [person.emit(person.panel, control(person.panel, "Refresh")["custom_id"]) for person in refreshing]
    clicks.append(first.emit(first.panel, bid))
    await world.env.settle()
    assert all(click.acknowledged for click in clicks)
    assert [made.seat for made in _made(world)] == [people.index(first)]
    name = first.actor.name
    for person in people:
        assert any(name in line and "bid **" in line for line in text(person.panel).splitlines())
    assert any(name in line and "bid **" in line for line in text(world.table_message()).splitlines())


async def test_double_click_on_add_ai_adds_one(world: World) -> None:
    people = await world.open_table("Ada")
    lobby = world.table_message()
    add = next(part["custom_id"] for part in controls(lobby) if part["label"] == "Add AI")
    for _ in range(2):
        people[0].emit(lobby, add)
    await world.env.settle()
    assert len(world.table().seats) == 2


async def test_a_stale_panel_shows_the_present_and_changes_nothing(world: World) -> None:
    rng = Random(2)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=3)
    await _to_bidding(world, people)
    bidder = _active(people)
    stale = decisions(bidder.panel)[0]["custom_id"]
    await bidder.decide(rng)
    await world.play_round(people, rng)
    before = world.table().version
    click = bidder.emit(bidder.panel, stale)
    await world.env.settle()
    assert click.acknowledged
    assert "moved on" in text(bidder.panel)
    assert world.table().version == before


async def test_a_stranger_gets_a_sentence_and_sees_no_hand(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    stranger = world.person("Mallory")
    click = await stranger.click_table("My hand")
    assert click.ephemeral
    assert text(click.response) == "You don't sit at this table."
    await _to_bidding(world, people)
    bidder = _active(people)
    version = world.table().version
    forged = stranger.emit(world.table_message(), decisions(bidder.panel)[0]["custom_id"])
    await world.env.settle()
    assert forged.ephemeral
    assert text(forged.response) == "You don't sit at this table."
    assert world.table().version == version


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize(
    "custom_id",
    [
        "w1:1:2:bid:1",
        "w1:x:2:bid:1",
        "w2:1:1:bid:1",
        "garbage",
        "w1:::::",
        "w1:0:0:nothing:",
        "w1:99999999999999999999:0:scores:",
        "w1:99999999999999999999:0:rematch:",
        "💥" * 50,
        "w1:0:9:standings:x",
    ],
)
async def test_a_custom_id_nobody_knows_is_answered(world: World, custom_id: str, visible: bool) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    message = world.table_message()
    shown = people[0].shown(message)
    version = world.table().version
    if visible:
        shown["components"][0]["components"][-1]["components"][0]["custom_id"] = custom_id
    click = people[0].emit(message, custom_id, shown=shown)
    await world.env.settle()
    assert click.acknowledged
    assert world.table().version == version


@pytest.mark.parametrize(
    "op", ["bid:99", "bid:-1", "bid:x", "bid:", "play:0.R1", "play:99.W", "play:W", "trump:X", "trump:R"]
)
async def test_a_forged_decision_changes_nothing_and_is_answered(world: World, op: str) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await _to_bidding(world, people)
    bidder = _active(people)
    table = world.table()
    custom_id = f"w1:{table.id}:{table.decided[people.index(bidder)]}:{op}"
    click = bidder.emit(bidder.panel, custom_id)
    await world.env.settle()
    assert click.acknowledged
    assert world.table().version == table.version
    assert (await bidder.open_hand()).acknowledged
    assert bidder.can_decide


async def test_a_forbidden_card_is_refused_with_the_reason(world: World) -> None:
    """The button of an unplayable card is disabled; a click on it that comes all the same is refused."""
    rng = Random(5)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five", max_rounds=1)
    while True:
        person = _active(people)
        here = world.table().playing.round
        seat = people.index(person)
        playable = {part["custom_id"] for part in decisions(person.panel)}
        blocked = [
            part["custom_id"]
            for part in _all_buttons(person)
            if ":play:" in part["custom_id"] and part["custom_id"] not in playable
        ]
        if blocked and here.trick.cards:
            break
        await person.decide(rng)
    hand = world.table().playing.round.hands[seat]
    click = person.emit(person.panel, blocked[0])
    await world.env.settle()
    assert click.acknowledged
    assert "You have to follow suit." in text(person.panel)
    assert world.table().playing.round.hands[seat] == hand


def _all_buttons(person: Person) -> list[dict[str, object]]:
    return [part for part in parts(person.panel) if part["type"] == 2]


async def test_a_button_acts_at_its_own_table_however_many_somebody_sits_at(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    ada = world.person("Ada")
    hands = {}
    for channel in (world.channel, hall):
        await ada.slash("wizard new", channel=channel, bidding="hidden")
        await ada.click_table("Start", channel)
        hands[channel.id] = (await ada.click_table("My hand", channel)).response
    before = world.table(hall)
    await ada.actor.click(hands[world.channel.id], label="1")
    assert world.table().playing.round != before.playing.round
    assert (world.table(hall).version, world.table(hall).log) == (before.version, before.log)
    await ada.actor.click(hands[hall.id], label="0")
    assert [bid.tricks for bid in world.table(hall).log if isinstance(bid, Bid) and bid.seat == 0] == [0]
    assert [bid.tricks for bid in world.table().log if isinstance(bid, Bid) and bid.seat == 0] == [1]


# --- what the fuzzer found -------------------------------------------------------------------------


async def test_a_part_that_is_of_another_kind_by_now_is_answered(world: World) -> None:
    """Its message shows a button with the custom id of what was a select when somebody used it."""
    people = await world.open_table("Ada")
    lobby = world.table_message()
    click = people[0].emit(lobby, control(lobby, "Join")["custom_id"], values=["x"])
    await world.env.settle()
    assert click.acknowledged


async def test_a_form_is_answered(world: World) -> None:
    """This version of the bot opens none; another one may have had some."""
    people = await world.open_table("Ada")
    backend = world.env.backend
    record, payload = interactions.base_payload(
        backend,
        type=5,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=people[0].id,
        data={"custom_id": "w1:1:1:form:", "components": []},
    )
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert "another version of the bot" in text(InteractionResult(world.env, record).response)


async def test_a_click_on_a_message_that_is_gone_by_then_is_answered(world: World) -> None:
    """Discord refuses the change of a deleted message: that is no fault of the bot's, and the person hears of it."""
    people = await world.start_table("Ada", "Bo", "Cleo")
    panel = people[0].panel
    shown = people[0].shown(panel)
    del world.env.backend.messages[panel.channel_id][panel.id]
    click = people[0].emit(panel, control(panel, "Refresh")["custom_id"], shown=shown)
    await world.env.settle()
    assert click.ephemeral
    assert "Discord didn't take my answer" in text(click.response)


@pytest.mark.parametrize("custom_id", ["w1:0:0:standings:all.points.season", "w1:0:0:stats_season:now."])
async def test_a_season_that_was_never_offered_is_refused(world: World, custom_id: str) -> None:
    """It would come back in custom ids, which have 100 characters at most."""
    ada = world.person("Ada")
    page = (await ada.slash("wizard leaderboard")).response
    click = ada.emit(page, custom_id, values=["ﬁ" * 100])
    await world.env.settle()
    assert click.acknowledged
    assert click.ephemeral


def test_an_option_of_thousands_of_characters_is_refused_in_a_sentence_that_fits() -> None:
    with pytest.raises(InvalidOptions) as refused:
        changed(Options(), {"length": "x" * 6000})
    said = sentence(refused.value)
    assert said is not None
    assert 500 < len(said) < 2000
