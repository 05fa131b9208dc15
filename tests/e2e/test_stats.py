"""`/wizard stats`: somebody's statistics through the real client."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.entries import SetOptions
from bot.pictures.canvas import Picture
from bot.pictures.studio import Studio
from bot.rhythm import ALL_TIME
from bot.store import Player
from engine.options import FirstDealer, Options
from tests.e2e.driver import Person, World, control, parts, text
from tests.e2e.rigged import rig
from tests.e2e.test_leaving import start
from tests.e2e.test_pictures import pictures
from tests.e2e.test_seasons import manager
from tests.pictures.samples import HOSTILE, LONG

ONE_ROUND = Options(max_rounds=1, first_dealer=FirstDealer.HOST)


async def stats(asks: Person, **options: Any) -> ResponseMessage:
    return (await asks.slash("wizard stats", **options)).response


def shown(message: ResponseMessage, about: str) -> str:
    """Return what the page says about something."""
    lines = [line for line in text(message).splitlines() if line.startswith(f"**{about}**")]
    assert len(lines) == 1, text(message)
    return lines[0].partition(" · ")[2]


async def one_round(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Person]:
    """Play one card each: Bo, with the highest, bids and takes the trick, and all bids are exact."""
    rig(monkeypatch, "R1", "R9", "R5")
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=ONE_ROUND)
    await play_it(people)
    assert world.table_over
    return people


async def play_it(people: Sequence[Person]) -> None:
    ada, bo, cleo = people
    for person, bid in ((bo, "1"), (cleo, "0"), (ada, "0")):
        await person.press(bid)
    for person in (bo, cleo, ada):
        await person.decide(Random(1))


async def test_ones_own_statistics_are_for_oneself_and_say_everything(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ada, bo, _cleo = await one_round(world, monkeypatch)
    answer = await bo.slash("wizard stats")
    assert answer.ephemeral
    page = answer.response
    assert "Statistics of Bo" in text(page)
    assert shown(page, "Games") == "1 game, 1 win (100 %); 30 points in all, 30 points in the best one"
    assert shown(page, "Exact bids") == "100 % in 1 round"
    assert shown(page, "Other bids") == "0 % too high, 0 % too low"
    assert shown(page, "Exact bids in % by number of cards") == "1: 100"
    assert shown(page, "Favourite bid") == "1 in 1 round, exact in 1 of them"
    assert shown(page, "Best round") == "30 points with 1 card"
    assert shown(page, "Exact bids in a row") == "1 now, 1 at best"
    assert shown(page, "Wins in a row") == "1 now, 1 at best"
    assert shown(page, "Last games").startswith("1/3 ")


async def test_somebody_elses_and_against_another_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, cleo = await one_round(world, monkeypatch)
    page = await stats(cleo, person=ada.actor, against=bo.actor)
    assert "Statistics of Ada" in text(page)
    said = "1 game together: ahead in 0, behind in 1, level in 0; difference −10 points"
    assert shown(page, "Against Bo") == said
    page = await stats(ada, against=cleo.actor)
    assert shown(page, "Against Cleo") == "1 game together: ahead in 0, behind in 0, level in 1; difference 0 points"
    all_time = await ada.actor.click(page, label="All time")
    assert "ahead in 0" in shown(all_time.response, "Against Cleo"), "the buttons remember whom"


async def test_nobody_is_compared_with_themself(world: World) -> None:
    ada = world.person("Ada")
    assert text(await stats(ada, against=ada.actor)) == "Choose two different people to compare."


async def test_who_has_not_played_has_nothing_yet(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    page = await stats(ada, person=bo.actor, against=ada.actor)
    assert "Nothing yet: no game that counts is over." in text(page)
    assert shown(page, "Against Ada") == "no game finished together yet"


async def test_a_running_game_shows_nothing(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=Options(max_rounds=2))
    rng = Random(1)
    await world.play_round(people, rng)
    for person in people:
        assert "Nothing yet" in text(await stats(people[0], person=person.actor, against=_other(people, person)))
    await world.play_round(people, rng)
    for person in people:
        assert "in 2 rounds" in shown(await stats(people[0], person=person.actor), "Exact bids")


def _other(people: Sequence[Person], person: Person) -> Any:
    return next(it.actor for it in people if it is not person)


async def test_a_game_that_does_not_count_shows_nothing(world: World) -> None:
    [ada] = await world.start_table("Ada", ai=2, chosen=Options(max_rounds=1))
    await world.play_round([ada], Random(1))
    assert world.table_over
    assert "Nothing yet" in text(await stats(ada))


async def test_everybody_can_be_shown_them_in_the_servers_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _ada, bo, cleo = await one_round(world, monkeypatch)
    answer = await cleo.slash("wizard stats", person=bo.actor, public=True)
    assert not answer.ephemeral
    turned = await bo.actor.click(answer.response, label="All time")
    assert turned.response.id == answer.response.id
    assert "All time ·" in text(turned.response)


async def test_buttons_turn_between_this_season_and_all_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _ada, bo, _cleo = await one_round(world, monkeypatch)
    before = await stats(bo)
    assert not [part for part in parts(before) if part["type"] == 3]
    await world.env.advance_time(40 * 86_400)
    page = await stats(bo)
    assert "Nothing yet" in text(page)
    everything = (await bo.actor.click(page, label="All time")).response
    assert control(everything, "All time")["style"] == 1
    assert shown(everything, "Games").startswith("1 game,")
    [seasons] = [part for part in parts(everything) if part["type"] == 3]
    [earlier] = [option["value"] for option in seasons["options"]]
    past = await bo.actor.select(everything, values=[earlier], custom_id=seasons["custom_id"])
    assert f"Season {earlier}" in text(past.response)
    assert shown(past.response, "Games").startswith("1 game,")
    again = (await bo.actor.click(past.response, label="This season")).response
    assert "Nothing yet" in text(again)


async def test_the_running_season_is_the_servers_own(world: World) -> None:
    max_ = manager(world)
    await max_.slash("wizard-admin season start", name="**Winter**")
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=ONE_ROUND)
    await world.play_round(people, Random(1))
    page = await stats(people[0])
    assert r"\*\*Winter\*\* ·" in text(page)
    assert shown(page, "Games").startswith("1 game,")
    await max_.slash("wizard-admin season end")
    page = await stats(people[0])
    assert "Between two seasons" in text(page)
    [seasons] = [part for part in parts(page) if part["type"] == 3]
    [winter] = seasons["options"]
    assert winter["label"] == "**Winter**"
    past = await people[0].actor.select(page, values=[winter["value"]], custom_id=seasons["custom_id"])
    assert shown(past.response, "Games").startswith("1 game,")


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("w1:{bo}:0:stats:", None),
        ("w1:{bo}:0:stats:later.", None),
        ("w1:{bo}:0:stats:now.abc", None),
        ("w1:{bo}:0:stats:now.99999999999999999999", None),
        ("w1:{bo}:0:stats_season:.", ["**@everyone**"]),
        ("w1:{bo}:0:stats_season:.", None),
    ],
)
async def test_what_no_page_has_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, custom_id: str, values: list[str] | None
) -> None:
    _ada, bo, _cleo = await one_round(world, monkeypatch)
    page = await stats(bo)
    answer = bo.emit(page, custom_id.format(bo=bo.id), values)
    await world.env.settle()
    assert "another version" in text(answer.response)


async def test_another_server_sees_nothing_of_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _ada, bo, _cleo = await one_round(world, monkeypatch)
    elsewhere = world.env.create_guild()
    channel = elsewhere.create_text_channel("games")
    actor = elsewhere.add_member(bo.actor.user)
    page = (await actor.slash(channel, "wizard stats")).response
    assert "Nothing yet" in text(page)


async def test_a_seat_that_changed_hands(world: World) -> None:
    """The rounds are theirs who held it at their end, the result the last one's."""
    rng = Random(6)
    ada, bo, cleo = await start(world, "Ada", "Bo", "Cleo", options=Options(max_rounds=3))
    await world.play_round([ada, bo, cleo], rng)
    await bo.leave()
    zoe = world.person("Zoe")
    zoe.panel = (await zoe.click_table("Take Bo's seat")).response
    for _ in range(2):
        await world.play_round([ada, zoe, cleo], rng)
    assert world.table_over
    bos, zoes = await stats(ada, person=bo.actor), await stats(ada, person=zoe.actor, against=bo.actor)
    assert shown(bos, "Games") == "none played to the end yet"
    assert shown(bos, "Exact bids").endswith("in 1 round")
    assert shown(zoes, "Games").startswith("1 game, ")
    assert shown(zoes, "Exact bids").endswith("in 2 rounds")
    assert shown(zoes, "Against Bo") == "no game finished together yet"


async def test_games_of_before_are_counted_at_the_next_start(world: World) -> None:
    people = _ada, bo, _cleo = await world.start_table("Ada", "Bo", "Cleo", chosen=ONE_ROUND)
    await world.play_round(people, Random(1))
    before = text(await stats(bo))
    await world.bot.store.recount_statistics()
    page = text(await stats(bo))
    assert "Nothing yet" in page
    assert "Older games are still being counted; look again later." in page
    await world.restart()
    await world.env.settle()
    while await world.bot.store.uncounted(1):
        await world.env.advance_time(1)
    assert text(await stats(bo)) == before


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [HOSTILE[:3], HOSTILE[3:], LONG[:3], LONG[3:]])
async def test_hostile_names_stay_in_their_place(
    world: World, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    rig(monkeypatch, "R1", "R9", "R5")
    people = [world.person(f"user {at}", nick=name[:32]) for at, name in enumerate(names)]
    await people[0].slash("wizard new")
    for person in people[1:]:
        await person.click_table("Join")
    await world.bot.tables.submit(world.table().id, SetOptions(people[0].id, ONE_ROUND))
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    await play_it(people)
    page = await stats(people[2], person=people[0].actor, against=people[1].actor)
    said = text(page)
    assert said.startswith("## 📊 Statistics of ")
    assert not {"\u202e", "\u2066", "\u200b\n"} & set(said)
    assert "@everyone" not in said
    assert "**bold**" not in said
    assert "https://" not in said
    assert len(said) < 4_000


# --- pictures ------------------------------------------------------------------------------------


@pytest.fixture
def drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in the event loop: the simulation takes a bot that waits for a thread for one that has nothing to do."""

    async def draw(_studio: Studio, make: Any) -> Picture | None:
        return make()

    monkeypatch.setattr(Studio, "draw", draw)


@pytest.mark.usefixtures("drawn_at_once")
async def test_the_picture_says_in_words_what_it_shows(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.restart(pictures=True)
    ada, bo, _cleo = await one_round(world, monkeypatch)
    page = await stats(ada, person=bo.actor, against=ada.actor)
    [(file, alt)] = pictures(world, page)
    assert file == "stats.png"
    for said in ("Statistics of Bo", "1 win (100 %)", "1: 100", "30 points with 1 card", "1/3", "Against Ada"):
        assert said in alt
    turned = (await ada.actor.click(page, label="All time")).response
    assert "All time" in pictures(world, turned)[0][1]


@pytest.mark.usefixtures("drawn_at_once")
async def test_who_wants_no_pictures_gets_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.restart(pictures=True)
    ada, bo, _cleo = await one_round(world, monkeypatch)
    await world.bot.players.save(Player(ada.id, pictures=False))
    assert pictures(world, await stats(ada, person=bo.actor)) == []
    everybodys = (await ada.slash("wizard stats", person=bo.actor, public=True)).response
    assert len(pictures(world, everybodys)) == 1, "what all see is as the server has chosen"


async def test_nothing_is_drawn_where_the_bot_draws_no_pictures(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _ada, bo, _cleo = await one_round(world, monkeypatch)
    assert pictures(world, await stats(bo)) == []


async def test_a_game_that_an_admin_takes_out_is_in_nobodys_statistics(world: World) -> None:
    admin = manager(world)
    games = []
    for seed in (1, 2):
        people = await world.start_table(f"Ada{seed}", "Bo", max_rounds=1)
        games.append(world.table().id)
        await world.play_round(people, Random(seed))
    ada = world.people[1]
    assert (await world.bot.store.statistics(world.guild.id, ada.id, ALL_TIME)).form
    await admin.slash("wizard-admin exclude game", game=str(games[0]))
    await world.env.advance_time(1)
    assert await world.bot.store.uncounted(9) == ()
    assert not (await world.bot.store.statistics(world.guild.id, ada.id, ALL_TIME)).form
    other = world.people[3]
    assert (await world.bot.store.statistics(world.guild.id, other.id, ALL_TIME)).form
    await admin.slash("wizard-admin restore game", game=str(games[0]))
    await world.env.advance_time(1)
    assert (await world.bot.store.statistics(world.guild.id, ada.id, ALL_TIME)).form
