"""/wizard leaderboard: orders, seasons, pages, the own line, and what it says of its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from simcord.results import ResponseMessage

from bot.render import words
from bot.render.standings import PAGE
from bot.servers import ServerSettings, dumps
from bot.store import MIN_GAMES, Player
from bot.tablesettings import TableSettings
from tests.e2e.driver import Component, Person, World, control, parts, text
from tests.e2e.league import played
from tests.e2e.test_pictures import drawn_at_once, pictures
from tests.e2e.test_refused_pictures import tried

__all__ = ["drawn_at_once", "tried"]


def board(message: ResponseMessage) -> list[str]:
    """Return who is on the page, with their places."""
    return [line.split(" · ")[0] for line in text(message).splitlines() if line.startswith("**")]


def _selects(message: ResponseMessage) -> Iterator[Component]:
    return (part for part in parts(message) if part["type"] == 3)


async def pick(person: Person, message: ResponseMessage, value: str) -> None:
    """Pick an order or a season."""
    part = next(it for it in _selects(message) if value in [choice["value"] for choice in it["options"]])
    await person.actor.select(message, values=[value], custom_id=part["custom_id"])


async def test_season_points_are_counted_and_explained(world: World) -> None:
    ada = world.person("Ada")
    await played(world, 1, "Bo", "Cleo", "Dan")
    await played(world, 2, "Bo", "Dan", "Cleo")
    shown = (await ada.slash("wizard leaderboard")).response
    assert board(shown) == ["**1.** Bo", "**2.** Dan", "**2.** Cleo"]
    said = text(shown).replace("\u00a0", " ")
    assert "Bo · **24 season points**\n-# 2 wins in 2 games · 12 a game · 50 % exact bids · rating " in said
    assert "Three players get 12, 6, 0" in text(shown)
    assert "a tie counting half" in text(shown)


async def test_it_is_sorted_as_one_picks(world: World) -> None:
    ada = world.person("Ada")
    await played(world, 20, "Bo", "Cleo")
    for number in range(MIN_GAMES):
        await played(world, number, "Bo", "Cleo")
        await played(world, 10 + number, "Dan", "Bo", exact=2)
    shown = (await ada.slash("wizard leaderboard", sort="exact")).response
    assert board(shown) == ["**1.** Dan", "**2.** Bo", "**3.** Cleo"]
    assert f"At least {MIN_GAMES} games." in text(shown)
    for order, first in (("points", "Bo"), ("rating", "Dan"), ("average", "Dan"), ("wins", "Bo")):
        await pick(ada, shown, order)
        assert board(shown)[0] == f"**1.** {first}"
    assert "Sorted by wins." in text(shown)
    await pick(ada, shown, "rating")
    assert "It is sorted by the lower end" in text(shown)


async def test_whoever_has_played_too_little_is_told_so(world: World) -> None:
    ada = world.person("Ada")
    people = await world.start_table("Bo", "Cleo", max_rounds=1)
    await world.play_round(people, Random(1))
    shown = (await people[0].slash("wizard leaderboard", sort="average")).response
    assert "Nobody has played enough games yet." in text(shown)
    assert f"Bo has 1 of the {MIN_GAMES} games it takes to be listed here." in text(shown)
    assert "games it takes" not in text((await ada.slash("wizard leaderboard", sort="average")).response)


async def test_the_own_line_is_there_on_every_page(world: World) -> None:
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, Random(1))
    for number in range(24):
        await played(world, number, f"P{number}", f"Q{number}", f"R{number}")
    shown = (await people[0].slash("wizard leaderboard")).response
    for _ in range(8):
        assert sum("Ada · **" in line for line in text(shown).splitlines()) == 1
        if control(shown, "More").get("disabled"):
            break
        await people[0].actor.click(shown, label="More")
    assert control(shown, "More")["disabled"]
    await people[1].actor.click(shown, label="Back")
    assert "Bo · **" in text(shown)


@pytest.mark.parametrize("people", [2, 10, 12, 20, 42])
async def test_everybody_has_a_place_on_one_page_however_many_are_level(world: World, people: int) -> None:
    """One half of them is level with a win each, the other one without."""
    for first in range(0, people, 2):
        await played(world, first, f"P{first:02}", f"P{first + 1:02}")
    ada = world.person("Ada")
    shown = (await ada.slash("wizard leaderboard", sort="wins")).response
    seen = board(shown)
    while any(part.get("label") == "More" and not part.get("disabled") for part in parts(shown)):
        await ada.actor.click(shown, label="More")
        seen += board(shown)
    places = [f"**{place}.**" for place in (1, people // 2 + 1) for _ in range(people // 2)]
    assert [line.split(" ")[0] for line in seen] == places
    assert sorted(line.split(" ")[1] for line in seen) == [f"P{number:02}" for number in range(people)]
    assert ("Back" in [part.get("label") for part in parts(shown)]) == (people > PAGE)


@pytest.mark.parametrize(
    "name", ["**Ann**", "[x](http://y)", "@everyone", "\u202eadA", "👩‍👩‍👧 Zoë", "# A\n## B", "دينا"]
)
async def test_whatever_somebody_calls_themself_stays_in_their_line(world: World, name: str) -> None:
    await played(world, 1, name, "Bo")
    shown = (await world.person("Ada").slash("wizard leaderboard")).response
    listed = [line for line in text(shown).splitlines() if line.startswith("**")]
    assert [line.split(" ")[0] for line in listed] == ["**1.**", "**2.**"]
    assert listed[0].endswith("**12 season points**")
    assert words.person_name(name) in listed[0]
    for harmful in ("**Ann**", "](http://", "@everyone", "\u202e"):
        assert harmful not in text(shown)


async def test_earlier_seasons_and_all_of_them_can_be_looked_at(world: World) -> None:
    ada = world.person("Ada")
    await played(world, 1, "Bo", "Cleo", in_season="2025-12", ended_at=2)
    await played(world, 2, "Cleo", "Bo", in_season="2025-11", ended_at=1)
    shown = (await ada.slash("wizard leaderboard")).response
    assert "Nobody has finished" in text(shown)
    for key, title, first in (("2025-12", "Season 2025-12", "Bo"), ("2025-11", "Season 2025-11", "Cleo")):
        await pick(ada, shown, key)
        assert title in text(shown)
        assert board(shown)[0] == f"**1.** {first}"
    await pick(ada, shown, "all")
    assert "All seasons" in text(shown)
    assert board(shown) == ["**1.** Cleo", "**1.** Bo"]
    named = await ada.slash("wizard leaderboard", season="2025-12")
    assert board(named.response)[0] == "**1.** Bo"
    refused = await ada.slash("wizard leaderboard", season="2024-01")
    assert refused.ephemeral
    assert "no such season" in text(refused.response)


# --- the picture ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_at_once")
async def test_its_picture_says_what_its_words_say(world: World) -> None:
    await played(world, 1, "Bo", "Cleo", in_season="2025-12", ended_at=1)
    await played(world, 2, "Dan", "Bo", "Cleo")
    await world.restart(pictures=True)
    ada = world.person("Ada")
    shown = (await ada.slash("wizard leaderboard")).response
    [(name, alt)] = pictures(world, shown)
    assert name == "leaderboard.png"
    assert "1. Dan: 12 season points, rating" in alt
    assert board(shown) == ["**1.** Dan", "**2.** Bo", "**3.** Cleo"], "the words are complete all the same"
    await pick(ada, shown, "rating")
    assert "Sorted by rating. 1. Dan: rating" in pictures(world, shown)[0][1]
    await pick(ada, shown, "2025-12")
    assert "Leaderboard: Season 2025-12." in pictures(world, shown)[0][1]


@pytest.mark.usefixtures("drawn_at_once")
async def test_there_is_none_where_none_is_wanted(world: World) -> None:
    """In the channel the server says so; who opens a page for themself beside the final standings says it themself."""
    await played(world, 1, "Bo", "Cleo", in_season="2025-12", ended_at=1)
    settings = ServerSettings(tables=TableSettings(pictures=False))
    await world.bot.store.save_server_settings(world.guild.id, dumps(settings))
    await world.restart(pictures=True)
    ada, bo = world.person("Ada"), world.person("Bo")
    await world.bot.players.save(Player(bo.id, pictures=False))
    [final] = world.public()
    shown = (await ada.slash("wizard leaderboard", season="2025-12")).response
    assert pictures(world, final) == pictures(world, shown) == []
    for person, wanted in ((ada, 1), (bo, 0)):
        opened = await person.actor.click(final, label="Leaderboard")
        assert opened.ephemeral
        assert len(pictures(world, opened.response)) == wanted


@pytest.mark.usefixtures("drawn_at_once")
@pytest.mark.parametrize("tried", [(403, 50013)], indirect=True)
async def test_where_discord_takes_no_picture_it_comes_in_words(world: World, tried: list[str]) -> None:
    await played(world, 1, "Dan", "Bo", in_season="2025-12", ended_at=1)
    await played(world, 2, "Bo", "Cleo")
    await world.restart(pictures=True)
    [final] = world.public()
    assert "Champion: Dan" in text(final)
    assert pictures(world, final) == []
    ada = world.person("Ada")
    shown = (await ada.slash("wizard leaderboard")).response
    await pick(ada, shown, "rating")
    assert board(shown) == ["**1.** Bo", "**2.** Cleo"]
    assert pictures(world, shown) == []
    assert len(tried) == 3


async def test_buttons_of_an_older_message_still_work(world: World) -> None:
    ada = world.person("Ada")
    await played(world, 1, "Bo", "Cleo", in_season="2025-12", ended_at=1)
    shown = (await ada.slash("wizard leaderboard")).response
    late = ada.emit(shown, "w1:0:0:standings:2025-12.Back")
    await world.env.settle()
    assert not late.ephemeral
    assert board(shown) == ["**1.** Bo", "**2.** Cleo"]
