"""Last trick, this round and the score sheet: for everybody, one click away, and only what is public."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import discord
import pytest

from bot.items import Router
from bot.playout import play
from bot.render import scores, words
from bot.table import Occupant, Stage, Table
from bot.tableview import public_view
from engine.ai import random_policy
from engine.options import Bidding, FirstDealer, Length, Options
from engine.presets import PRESETS
from engine.state import Game
from tests.e2e.driver import Person, World, control, controls, text
from tests.e2e.rigged import rig

TABS = ["Last trick", "This round", "Score sheet"]
HOST_DEALS = Options(max_rounds=2, first_dealer=FirstDealer.HOST)


async def scores_of(person: Person, tab: str = "Last trick", where: str = "table") -> str:
    """Open the scores from the table or the hand, and turn to a tab."""
    opened = await (person.click_table("Scores") if where == "table" else person.press("Scores"))
    assert opened.ephemeral
    if tab == "Last trick":
        return text(opened.response)
    turned = await person.actor.click(opened.response, label=tab)
    assert turned.response.id == opened.response.id
    assert [part["label"] for part in controls(turned.response)] == TABS
    return text(turned.response)


def sheet_lines(sheet: str) -> list[str]:
    return sheet.split("```")[1].strip("\n").split("\n")


async def test_before_the_first_trick_there_is_little_to_show(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    assert "No trick is finished yet." in await scores_of(people[0])
    assert "No card is played yet." in await scores_of(people[0], "This round")
    assert "–/0" in await scores_of(people[0], "Score sheet")


async def test_the_tabs_tell_what_was_played(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rig(monkeypatch, "R1", "R2", "R3")
    people = ada, bo, cleo = await world.start_table("Ada", "Bo", "Cleo", chosen=HOST_DEALS)
    for person, bid in ((bo, "0"), (cleo, "1"), (ada, "1")):
        await person.press(bid)
    await bo.press("R2")
    assert "🔴\xa0R2 — Bo" in await scores_of(cleo, "This round", "hand")
    await cleo.press("R3")
    await ada.press("R1")
    for viewer in (*people, world.person("Dan")):
        last = await scores_of(viewer)
        assert "trick 1 of round 1" in last
        assert last.index("R2 — Bo") < last.index("R3 — Cleo · **takes it**") < last.index("R1 — Ada")
        sheet = sheet_lines(await scores_of(viewer, "Score sheet"))
        assert [line.split() for line in sheet] == [
            ["Ada", "Bo", "Cle"],
            ["1", "1/0", "0/0", "1/1"],
            ["−10", "+20", "+30"],
            ["−10", "20", "30"],
            ["2", "–/0", "–/0", "–/0"],
        ]


async def test_the_hand_stays_and_follows_beside_the_scores(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    panel = people[0].panel
    opened = await people[0].press("Scores")
    assert opened.response.id != panel.id
    await world.decide_once(people, Random(1))
    assert "Your hand" in text(panel)


@pytest.mark.parametrize("bidding", [Bidding.HIDDEN, Bidding.SECRET])
async def test_bids_nobody_may_know_are_not_in_the_scores(world: World, bidding: Bidding) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=Options(max_rounds=2, bidding=bidding))
    rng = Random(3)
    while not any(bid is not None for bid in world.table().playing.round.bids):
        await world.decide_once(people, rng)
    given = [bid is not None for bid in world.table().playing.round.bids]
    for person in people:
        row = sheet_lines(await scores_of(person, "Score sheet"))[-1].split()
        assert row[1:] == ["?/0" if bid else "–/0" for bid in given]


@pytest.mark.parametrize("preset", ["jubilee-30", "amigo"])
async def test_what_the_scores_show_is_what_a_spectator_sees(world: World, preset: str) -> None:
    """The same text for whoever has a seat and for a stranger."""
    people = await world.start_table("Ada", "Bo", "Cleo", preset=preset, max_rounds=3)
    stranger, rng, step = world.person("Dan"), Random(5), 0
    while not world.table_over:
        if step % 9 == 0:
            for tab in TABS:
                seen = await scores_of(stranger, tab)
                assert await scores_of(people[step % len(people)], tab) == seen
        assert await world.decide_once(people, rng)
        step += 1


async def test_a_stranger_or_a_press_from_outside_never_changes_the_table_message(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    message, before = world.table_message(), text(world.table_message())
    button = control(message, "Scores")["custom_id"]
    click = people[0].emit(message, f"{button}sheet")
    await world.env.settle()
    assert click.ephemeral
    assert text(world.table_message()) == before


@pytest.mark.parametrize("restart", [False, True])
async def test_a_finished_game_keeps_its_scores(world: World, restart: bool) -> None:
    people = await world.start_table("Ada", "Bo", ai=1, max_rounds=2)
    table_id, rng = world.table().id, Random(2)
    while not world.table_over:
        await world.decide_once(people, rng)
    if restart:
        await world.restart()
    played = (await world.record(table_id)).game()
    stranger = world.person("Dan")
    assert "trick 2 of round 2" in await scores_of(stranger)
    assert "round 2 is over" in await scores_of(stranger, "This round")
    totals = [words.number(points) for points in played.totals]
    assert sheet_lines(await scores_of(stranger, "Score sheet"))[-1].split() == totals


async def test_a_record_that_cannot_be_read_is_one_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=1)
    await world.play_round(people, Random(2))
    monkeypatch.setattr("engine.rules.VERSION", 99)
    assert "This table is over" in await scores_of(people[0])


async def test_a_stopped_game_has_no_scores_button(world: World) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")
    await people[0].slash("wizard end")
    assert [part["label"] for part in controls(world.table_message())] == ["Rematch"]


async def test_before_the_start_there_are_none(world: World) -> None:
    people = await world.open_table("Ada", "Bo")
    click = people[0].emit(world.table_message(), f"w1:{world.table().id}:0:scores:")
    await world.env.settle()
    assert "hasn't started" in text(click.response)


# --- limits --------------------------------------------------------------------------------------


@cache
def _game(players: int, options: Options) -> Game:
    return play(options, [random_policy] * players, "limits")[1]


def _table(players: int, options: Options, name: str) -> Table:
    """Return the finished table of a game that AI players played, under this name."""
    game = _game(players, options)
    seats = tuple(Occupant(at, name) for at in range(players))
    return Table(1, 2, 3, options, bytes(32), seats=seats, stage=Stage.FINISHED, game=game, decided=(0,) * players)


def _content(view: discord.ui.LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay))


LONG = Options(length=Length.UPDOWN, special_cards=PRESETS["jubilee-30"].special_cards)


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("name", ["A" * 32, "*" * 32, "漢" * 32, "`" * 32, "👩\u200d🚀" * 10, "a\u0300" * 16])
def test_the_longest_sheet_fits_a_message_and_a_phone(players: int, name: str) -> None:
    seen = public_view(_table(players, LONG, name))
    rounds = len(seen.playing.scores)
    shown = []
    for page in range(9):
        content = _content(scores.scores(seen, scores.SHEET, page))
        assert len(content) <= 4000
        assert content.count("```") == 2
        lines = sheet_lines(content)
        assert max(map(len, lines)) <= scores.PHONE
        shown += [int(line[:2]) for line in lines if line[:2].strip()]
    assert set(shown) == set(range(1, rounds + 1))


def test_more_seats_than_fit_a_phone_are_in_halves() -> None:
    table = _table(6, LONG, "Ada")
    seats = tuple(replace(seat, name=name) for seat, name in zip(table.seats, "ABCDEF", strict=True))
    lines = sheet_lines(_content(scores.scores(public_view(replace(table, seats=seats)), scores.SHEET, 0)))
    half = lines.index("")
    assert (lines[0].split(), lines[half + 1].split()) == (["A", "B", "C"], ["D", "E", "F"])
    assert [line[:2] for line in lines[:half]] == [line[:2] for line in lines[half + 1 :]]


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("tab", scores.TABS)
def test_every_tab_fits_a_message(players: int, tab: str) -> None:
    seen = public_view(_table(players, LONG, "Wilhelmina von der Heide"))
    view = scores.scores(seen, tab, 0)
    assert len(_content(view)) <= 4000
    assert view.total_children_count <= 40
    names = [part.item.custom_id for part in view.walk_children() if isinstance(part, Router)]
    assert len(names) == len(set(names))


async def test_the_sheet_is_turned_page_by_page(world: World) -> None:
    """A game of 39 rounds: the sheet opens at the newest page."""
    people = await world.start_table("Ada", "Bo", "Cleo", chosen=Options(length=Length.UPDOWN))
    table = _table(3, Options(length=Length.UPDOWN), "Ada")
    slot = world.bot.tables._slots[world.table().id]
    slot.table = replace(table, id=world.table().id, guild_id=world.guild.id, channel_id=world.channel.id)
    opened = await people[0].click_table("Scores")
    sheet = await people[0].actor.click(opened.response, label="Score sheet")
    assert sheet_lines(text(sheet.response))[1].split()[0] == "21"
    earlier = await people[0].actor.click(sheet.response, label="Earlier")
    assert sheet_lines(text(earlier.response))[1].split()[0] == "1"
    assert not control(earlier.response, "Later").get("disabled")
    assert control(earlier.response, "Earlier")["disabled"]
