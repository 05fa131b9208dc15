"""Whoever leaves, in whatever phase: the game goes on, the hand stays with the seat, old buttons do nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from simcord.results import ResponseMessage

from bot.entries import Arrange
from bot.pace import Pace, TurnClock
from bot.render import faces, leaving, words
from bot.tablesettings import Takeover
from engine.actions import Seat
from engine.game import phase, to_act
from engine.options import Bidding, FirstDealer, Length, Options
from engine.record import Handover, SeatHolder
from engine.state import Phase
from engine.view import view
from tests.e2e.driver import DECIDING, Person, World, control, controls, decisions, parts, text
from tests.e2e.rigged import rig

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay")
AI_SECONDS = 30
"""So slow an AI is here that a seat can change hands while it thinks."""
SPECIALS = {
    "cloud": ("CLOUD", ("Cloud 9¾…", "Red (R)")),
    "juggler": ("JUGGLER", ("Juggler 7½…", "Red (R)")),
    "witch": ("WITCH", ("Witch",)),
}
PHASES = ("trump", "bidding", "hidden bidding", "play", "between", *SPECIALS)


async def start(
    world: World,
    *names: str,
    options: Options | None = None,
    takeover: Takeover = Takeover.FREE,
    pace: Pace = Pace.LIVE,
) -> list[Person]:
    options = options or Options(first_dealer=FirstDealer.HOST)
    people = await world.open_table(*names, chosen=options)
    settings = replace(world.table().settings, clock=TurnClock(pace), takeover=takeover)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, settings))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


async def reach(world: World, monkeypatch: pytest.MonkeyPatch, where: str, players: int) -> list[Person]:
    """Start a game of so many people and play it to this phase."""
    names = NAMES[:players]
    if where in SPECIALS:
        return await reach_special(world, monkeypatch, names, *SPECIALS[where])
    rig(monkeypatch, *(f"R{rank}" for rank in range(1, players + 1)), upcard="W" if where == "trump" else "J")
    bidding = Bidding.HIDDEN if where == "hidden bidding" else Bidding.OPEN
    people = await start(world, *names, options=Options(first_dealer=FirstDealer.HOST, max_rounds=2, bidding=bidding))
    if where in ("play", "between"):
        for person in (*people[1:], people[0]):
            await person.press("0")
    if where == "between":
        for seat in (*range(1, players), 0):
            await people[seat].press(f"R{seat + 1}")
        assert len(world.table().playing.scores) == 1
    return people


async def reach_special(
    world: World, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], card: str, played: tuple[str, ...]
) -> list[Person]:
    more = [f"Y{rank} B{rank}" for rank in range(5, 5 + len(names) - 3)]
    rig(monkeypatch, "G1 R5", f"B2 {card}", "R13 Y4", *more)
    options = Options(length=Length.QUICK, first_dealer=FirstDealer.HOST, max_rounds=1, special_cards=frozenset({card}))
    people = await start(world, *names, options=options)
    for person in (*people[1:], people[0]):
        await person.press("1")
    for label in played:
        await people[1].press(label)
    for person, label in zip((*people[2:], people[0]), ("R13", *(hand[:2] for hand in more), "R5"), strict=True):
        await person.press(label)
    assert phase(world.table().playing) is Phase.SPECIAL
    return people


def chosen(world: World, people: list[Person], who: str) -> Person:
    """Return the host, whoever is to act, or somebody else."""
    acting = people[to_act(world.table().playing)[0]]
    match who:
        case "host":
            return people[0]
        case "actor":
            return acting
    return next(person for person in reversed(people) if person not in (people[0], acting))


def hand_of(world: World, seat: Seat) -> str:
    seen = view(world.table().playing, seat).round
    assert seen is not None
    return faces.cards_text(seen.hand)


def seen_by(world: World, person: Person) -> list[ResponseMessage]:
    found = world.channel.history(viewer=person.actor)
    return [ResponseMessage(world.env, world.env.backend.get_message(world.channel.id, it.id)) for it in found]


def assert_sees_no_hand(world: World, person: Person) -> None:
    for message in seen_by(world, person):
        assert "Your hand" not in text(message)
        used = {part["custom_id"].split(":")[3] for part in parts(message) if "custom_id" in part}
        assert not used & set(DECIDING)


def assert_somebody_can_act(world: World, people: list[Person]) -> None:
    """Check that the game does not hang: an AI is at it, or the clock runs for people who have their buttons."""
    table = world.table()
    if table.automatic() is not None:
        return
    assert table.deadline is not None
    assert table.awaited
    by_id = {person.id: person for person in people}
    assert all(by_id[user_id].can_decide for user_id in table.awaited)


async def assert_buttons_do_nothing(world: World, person: Person, buttons: list[dict[str, object]]) -> None:
    before = world.table()
    assert person.panel is not None
    for part in buttons:
        values = None if part["type"] == 2 else ["0"]
        person.emit(person.panel, str(part["custom_id"]), values)
        await world.env.settle()
    assert world.table() == before


def cases() -> list[tuple[str, str, int]]:
    small = [(where, who, 3) for where in PHASES for who in ("host", "actor", "other")]
    return small + [(where, "actor", 6) for where in PHASES]


@pytest.mark.parametrize(("where", "who", "players"), cases())
async def test_a_seat_changes_hands_while_it_is_to_act(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str, who: str, players: int
) -> None:
    await world.restart(pace=AI_SECONDS)
    people = await reach(world, monkeypatch, where, players)
    leaver = chosen(world, people, who)
    seat, buttons, hand = people.index(leaver), decisions(leaver.panel), hand_of(world, people.index(leaver))

    await leaver.leave()
    assert world.table().seats[seat].away
    assert world.table().host_id in {person.user_id for person in world.table().present}
    assert_somebody_can_act(world, people)
    await assert_buttons_do_nothing(world, leaver, buttons)

    guest = world.person("Zoe")
    guest.panel = (await guest.click_table(f"Take {leaver.actor.name}'s seat")).response
    assert guest.panel.ephemeral
    assert hand in text(guest.panel)
    assert hand_of(world, seat) == hand
    assert guest.can_decide == bool(buttons)
    now = [guest if person is leaver else person for person in people]
    assert_somebody_can_act(world, now)
    assert text(leaver.panel) == leaving.TAKEN_OVER
    assert_sees_no_hand(world, leaver)
    await assert_buttons_do_nothing(world, leaver, buttons)
    assert_sees_no_hand(world, leaver)

    before = world.table()
    await world.env.advance_time(AI_SECONDS + 1)  # what the AI was thinking out comes too late
    assert world.table() == before

    await world.restart()
    assert replace(world.table(), deadline=before.deadline) == before
    assert_sees_no_hand(world, leaver)
    if players == 3:
        await world.play_round(now, Random(1))


@pytest.mark.parametrize("who", ["host", "actor", "other"])
@pytest.mark.parametrize("where", PHASES)
async def test_the_others_play_on(world: World, monkeypatch: pytest.MonkeyPatch, where: str, who: str) -> None:
    people = await reach(world, monkeypatch, where, 3)
    leaver = chosen(world, people, who)
    await leaver.leave()
    rest = [person for person in people if person is not leaver]
    assert_somebody_can_act(world, rest)
    assert not leaver.can_decide
    await world.play_round(rest, Random(1))


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("who", [0, 1])
async def test_leaving_a_lobby(world: World, who: int, players: int) -> None:
    people = await world.open_table(*NAMES[:players])
    said = await people[who].slash("wizard leave")
    assert "You have left the table." in text(said.response)
    rest = [person for person in people if person is not people[who]]
    assert [seat.user_id for seat in world.table().seats] == [person.id for person in rest]
    assert world.table().host_id == rest[0].id
    await rest[0].click_table("Start")
    assert world.table().game is not None
    assert "Take" not in str(parts(world.table_message()))


# --- the question before ---------------------------------------------------------------------------


async def test_whoever_stays_has_not_left(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    before = world.table()
    asked = await bo.slash("wizard leave")
    assert asked.ephemeral
    assert "An AI will play for you. You can come back." in text(asked.response)
    await bo.actor.click(asked.response, label="Stay")
    assert text(asked.response) == leaving.STAYED
    assert world.table() == before


async def test_the_hand_has_a_button_to_leave(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    asked = await bo.press("Leave")
    assert asked.ephemeral
    assert "Your hand" in text(bo.panel)
    await bo.actor.click(asked.response, label="Leave")
    assert world.table().seats[1].away
    assert "Leave" not in [part.get("label") for part in controls(bo.panel)]


async def test_leaving_twice(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    asked = await bo.slash("wizard leave")
    await bo.leave()
    again = await bo.slash("wizard leave")
    assert "An AI already keeps your seat." in text(again.response)
    late = await bo.actor.click(asked.response, label="Leave")
    assert "An AI already keeps your seat." in text(late.response)


async def test_the_lobbys_leave_button_asks_too_once_the_game_runs(world: World) -> None:
    people = await world.open_table("Ada", "Bo", "Cleo")
    lobby = world.table_message()
    leave = control(lobby, "Leave")["custom_id"]
    await people[0].click_table("Start")
    late = people[1].emit(lobby, leave)
    await world.env.settle()
    assert "Leave the game?" in text(late.response)
    assert not world.table().seats[1].away


# --- the host lets somebody in -----------------------------------------------------------------------


async def test_the_host_lets_somebody_in(world: World) -> None:
    people = ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", takeover=Takeover.HOST)
    await bo.leave()
    zoe = world.person("Zoe")
    said = await zoe.click_table("Take Bo's seat")
    assert "You have asked for the seat." in text(said.response)
    assert "Zoe asks for Bo's seat" in text(world.table_message())
    assert_sees_no_hand(world, zoe)
    for person in (bo, cleo, zoe):
        refused = await person.click_table("Let in Zoe")
        assert text(refused.response) == "Only the host can do that."
    again = await zoe.click_table("Take Bo's seat")
    assert "already asked" in text(again.response)
    await world.restart()
    assert "Zoe asks for Bo's seat" in text(world.table_message())
    await ada.click_table("Let in Zoe")
    assert world.table().seats[1].user_id == zoe.id
    assert "asks for" not in text(world.table_message())
    assert text(bo.panel) == leaving.TAKEN_OVER
    await zoe.open_hand()
    await world.play_round([*people, zoe], Random(2))


async def test_a_request_lapses_when_its_owner_is_back(world: World) -> None:
    ada, bo, _ = await start(world, "Ada", "Bo", "Cleo", takeover=Takeover.HOST)
    await bo.leave()
    zoe = world.person("Zoe")
    await zoe.click_table("Take Bo's seat")
    shown = world.table_message()
    late = control(shown, "Let in Zoe")["custom_id"]
    await bo.press("I'm back")
    assert "asks for" not in text(world.table_message())
    refused = ada.emit(shown, late)
    await world.env.settle()
    assert "Nobody asks for that seat any more." in text(refused.response)
    assert world.table().seats[1].user_id == bo.id


async def test_two_people_want_the_same_seat(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo")
    await bo.leave()
    zoe, yan = world.person("Zoe"), world.person("Yan")
    shown = world.table_message()
    take = control(shown, "Take Bo's seat")["custom_id"]
    first, second = zoe.emit(shown, take), yan.emit(shown, take)
    await world.env.settle()
    assert "Your hand" in text(first.response)
    assert "That seat isn't free any more." in text(second.response)


async def test_nobody_holds_two_seats(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await bo.leave()
    refused = await cleo.click_table("Take Bo's seat")
    assert "You already sit at this table." in text(refused.response)
    back = await bo.click_table("Take Bo's seat")
    assert "Your hand" in text(back.response)
    assert not world.table().seats[1].away
    assert ada.id == world.table().host_id


async def test_who_gave_a_seat_up_comes_back_to_another(world: World) -> None:
    _, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await bo.leave()
    zoe = world.person("Zoe")
    await zoe.click_table("Take Bo's seat")
    for command in ("wizard hand", "wizard leave"):
        assert "You don't sit at this table." in text((await bo.slash(command)).response)
    await cleo.leave()
    bo.panel = (await bo.click_table("Take Cleo's seat")).response
    assert [seat.user_id for seat in world.table().seats][1:] == [zoe.id, bo.id]
    assert hand_of(world, 2) in text(bo.panel)
    assert text(cleo.panel) == leaving.TAKEN_OVER


async def test_a_panel_too_old_to_be_changed_shows_no_hand_after_a_click(world: World) -> None:
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", pace=Pace.OFF)
    await bo.leave()
    await world.env.advance_time(15 * 60 + 1)
    zoe = world.person("Zoe")
    await zoe.click_table("Take Bo's seat")
    assert "Your hand" in text(bo.panel)
    await bo.press("I'm back")
    assert text(bo.panel) == leaving.TAKEN_OVER
    assert world.table().seats[1].user_id == zoe.id


# --- what is kept ------------------------------------------------------------------------------------


async def test_the_record_holds_and_the_points_go_to_who_holds_the_seat(world: World) -> None:
    """Deals that the secret makes, before and after the seat changed hands."""
    rng = Random(6)
    people = ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=3))
    table_id = world.table().id
    await world.play_round(people, rng)
    await bo.leave()
    zoe = world.person("Zoe")
    zoe.panel = (await zoe.click_table("Take Bo's seat")).response
    since = len(world.table().log)
    await world.restart()
    for _ in range(2):
        await world.play_round([ada, zoe, cleo], rng)
    record = await world.record(table_id)
    assert [holder.name for holder in record.seats] == ["Ada", "Bo", "Cleo"]
    assert record.handovers == (Handover(since, 1, SeatHolder(str(zoe.id), "Zoe")),)
    board = text((await ada.slash("wizard leaderboard")).response)
    assert ["Ada" in board, "Bo" in board, "Zoe" in board] == [True, False, True]


# --- whoever left the server ---------------------------------------------------------------------------


def member_requests(world: World) -> int:
    return sum("/members/" in entry.path for entry in world.env.backend.http_requests)


@pytest.mark.parametrize("where", PHASES)
async def test_whoever_left_the_server_is_away_at_the_deadline(
    world: World, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    people = await reach(world, monkeypatch, where, 3)
    leaver = chosen(world, people, "actor")
    seat = people.index(leaver)
    world.guild.remove_member(leaver.actor)
    await world.env.advance_time(91)
    assert world.table().seats[seat].away
    assert world.table().seats[seat].missed == 0
    assert world.table().host_id != leaver.id
    rest = [person for person in people if person is not leaver]
    for person in rest:
        await person.open_hand()
    assert_somebody_can_act(world, rest)
    await world.play_round(rest, Random(3))


async def test_whoever_is_there_only_missed_a_decision(world: World) -> None:
    await start(world, "Ada", "Bo", "Cleo")
    waited = world.table().awaited
    await world.env.advance_time(91)
    assert member_requests(world) == 2 * len(waited)  # before they were told, and before an AI decided for them
    assert not any(seat.away for seat in world.table().seats)
    assert sum(seat.missed for seat in world.table().seats) == len(waited)


@pytest.mark.parametrize("look", ["My hand", "wizard hand", "wizard table"])
async def test_without_a_clock_whoever_left_the_server_is_away_once_somebody_looks(world: World, look: str) -> None:
    people = await start(world, "Ada", "Bo", "Cleo", pace=Pace.OFF)
    leaver = chosen(world, people, "actor")
    asked = member_requests(world)
    await leaver.open_hand()
    assert member_requests(world) == asked
    world.guild.remove_member(leaver.actor)
    rest = [person for person in people if person is not leaver]
    await (rest[0].open_hand() if look == "My hand" else rest[0].slash(look))
    assert [seat.user_id for seat in world.table().seats if seat.away] == [leaver.id]
    for person in rest:
        await person.open_hand()
    await world.play_round(rest, Random(3))


async def test_what_cannot_be_found_out_takes_no_seat_away(world: World) -> None:
    people = await start(world, "Ada", "Bo", "Cleo")
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, times=2)
    leaver = chosen(world, people, "actor")
    world.guild.remove_member(leaver.actor)
    await world.env.advance_time(91)
    assert [seat.missed for seat in world.table().seats if seat.user_id == leaver.id] == [1]


async def test_a_lobby_whose_host_left_the_server_is_started_by_the_next(world: World) -> None:
    ada, bo, cleo = await world.open_table("Ada", "Bo", "Cleo")
    refused = await bo.click_table("Start")
    assert "Only the host can do that." in text(refused.response)
    world.guild.remove_member(ada.actor)
    refused = await cleo.click_table("Start")
    assert "Only the host can do that." in text(refused.response)
    assert world.table().host_id == bo.id
    await bo.slash("wizard start")
    assert [seat.user_id for seat in world.table().humans] == [bo.id, cleo.id]
    assert world.table().game is not None


async def test_a_host_who_left_the_server_keeps_nobody_out(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", takeover=Takeover.HOST)
    await bo.leave()
    zoe = world.person("Zoe")
    await zoe.click_table("Take Bo's seat")
    world.guild.remove_member(ada.actor)
    await cleo.click_table("Let in Zoe")
    assert world.table().host_id == cleo.id
    assert [seat.user_id for seat in world.table().seats] == [ada.id, zoe.id, cleo.id]
    assert world.table().seats[0].away


async def test_hosts_who_left_the_server_keep_nobody_from_ending_a_table(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", pace=Pace.OFF)
    for person in (ada, bo):
        world.guild.remove_member(person.actor)
    said = await cleo.slash("wizard end")
    assert "The table is ended." in text(said.response)
    assert world.table_over


# --- few people left -------------------------------------------------------------------------------------


async def test_how_many_are_too_few_is_for_the_server_to_say(world: World) -> None:
    await world.bot.store.save_server_settings(world.guild.id, '{"min_humans":3}')
    _, bo, _ = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=2))
    assert "left at the table" not in text(world.table_message())
    await bo.leave()
    assert "left at the table" in text(world.table_message())
    await world.restart()
    assert "left at the table" in text(world.table_message())


async def test_who_is_left_finishes_with_ai_players(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=2))
    await bo.leave()
    assert "left at the table" not in text(world.table_message())
    await cleo.leave()
    assert "Only one person is left at the table." in text(world.table_message())
    for person, said in ((world.person("Zoe"), "You don't sit"), (bo, "An AI already keeps your seat.")):
        assert said in text((await person.click_table("Finish with AI")).response)
    await ada.click_table("Finish with AI")
    shown = world.table_message()
    assert "left at the table" not in text(shown)
    assert [part["label"] for part in controls(shown)] == ["My hand", "Scores", "Take Bo's seat", "Take Cleo's seat"]
    await bo.press("I'm back")
    await bo.leave()
    assert "left at the table" in text(world.table_message())
    for _ in range(2):
        await world.play_round([ada], Random(4))
    assert "the game is over" in text(world.public()[-1])


async def test_who_is_left_stops_the_game(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo")
    await bo.leave()
    await cleo.leave()
    stranger = await world.person("Zoe").click_table("Stop")
    assert "You don't sit at this table." in text(stranger.response)
    said = await ada.click_table("Stop")
    assert "The table is ended." in text(said.response)
    assert world.table_over


async def test_a_public_message_with_everything_on_it_is_within_the_limits(world: World) -> None:
    await world.restart(min_humans=6, pace=AI_SECONDS)
    people = await start(world, *(f"{name} {'x' * 60}" for name in NAMES), takeover=Takeover.HOST)
    for person in people[1:]:
        await person.leave()
    for number, person in enumerate(people[1:]):
        await world.person(f"Guest {number} {'y' * 60}").click_table(
            f"Take {words.button_name(person.actor.name)}'s seat"
        )
    shown = world.table_message()
    assert len(parts(shown)) <= 40
    assert len([part for part in controls(shown) if part["label"].startswith("Let in")]) == 5


async def test_whoever_comes_late_hears_of_the_seat_of_somebody_who_is_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await reach(world, monkeypatch, "bidding", 3)
    guest = world.person("Zoe")
    assert "join the next one" in text((await guest.slash("wizard join")).response)
    await people[2].leave()
    assert "take their seat over" in text((await guest.slash("wizard join")).response)


async def test_whoever_is_away_has_no_vote(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await reach(world, monkeypatch, "bidding", 3)
    await people[2].leave()
    refused = await people[2].slash("wizard end")
    assert "An AI already keeps your seat" in text(refused.response)
    assert not world.table().votes


async def test_each_question_stands_above_its_answers(world: World) -> None:
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", takeover=Takeover.HOST)
    for person in (bo, cleo):
        await person.leave()
    await world.person("Zoe").click_table("Take Bo's seat")
    shown = [part.get("content") or part.get("label") or "" for part in parts(world.table_message())]
    order = ("Take Bo's seat", "Zoe asks for Bo's seat", "Let in Zoe", "Only one person", "Finish with AI")
    places = [next(at for at, said in enumerate(shown) if said.startswith(begins)) for begins in order]
    assert places == sorted(places)
    assert ada.id == world.table().host_id
