"""Reviews of finished games: who sees which, what is found of a known blunder, and whatever may happen meanwhile."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot import reviewing
from bot.brain import Brain, NoJudgement
from bot.results import results
from engine.actions import CHANCE, Bid, Deal
from engine.ai import adept
from engine.ai.assessment import Assessment
from engine.cards import WIZARD
from engine.dealing import Seed, chance
from engine.game import apply, new_game, phase, to_act
from engine.options import Options
from engine.record import AI, Finish, Record, SeatHolder, dump
from engine.state import Phase
from engine.view import view
from tests.e2e.driver import Person, World, controls, text
from tests.e2e.test_history import seat, store_game

DEALS = 6
ASSESS = Brain.assess


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.brain._DEALS_IN_A_THREAD", DEALS)
    monkeypatch.setitem(Brain.__init__.__kwdefaults__, "seeds", lambda: 1)
    monkeypatch.setattr("bot.thinking._LUCK_DEALS", 4)
    monkeypatch.setattr("bot.reviews._REST_SECONDS", 0)
    monkeypatch.setattr("bot.reviews._PATIENCE_SECONDS", 120.0)


def _record() -> Record:
    """Return a game of two rounds in which seat 0 bids nothing on a Wizard, and all else is by rules of thumb."""
    for number in range(999):
        seed, game, actions = Seed(Random(number).randbytes(32), ()), new_game(Options(max_rounds=2), 3), []
        while waiting := to_act(game):
            at = waiting[0]
            blunders = at == 0 and not game.scores and phase(game) is Phase.BIDDING
            action = chance(game, seed) if at == CHANCE else adept(view(game, at), Random(1))
            actions.append(Bid(0, 0) if blunders else action)
            game, _ = apply(game, actions[-1])
            if isinstance(action, Deal) and len(action.hands[0]) == 1 and action.hands[0] != (WIZARD,):
                break
        else:
            return Record(Options(max_rounds=2), (), seed, tuple(actions))
    raise AssertionError("nobody gets a Wizard")


RECORD = replace(_record(), seats=(SeatHolder("1", "Ada"), SeatHolder(AI, "Alma", "adept"), SeatHolder("2", "Bo")))
GAME = 4711
BLUNDER = "**1.** Round 1 · the bid · "


async def blunder(world: World) -> tuple[Person, Person, int]:
    """Keep a finished game of Ada, who has the Wizard, and Bo; return its number, too."""
    ada, bo = world.person("Ada"), world.person("Bo")
    one, ai, three = RECORD.seats
    seats = (replace(one, player=str(ada.id)), ai, replace(three, player=str(bo.id)))
    record = replace(RECORD, seats=seats, finish=Finish(2, (0, 2)))
    await store_game(world, GAME, *results(record, record.game()), record=dump(record))
    return ada, bo, GAME


def said(result: InteractionResult) -> str:
    assert result.response.ephemeral
    return text(result.response)


async def review(person: Person, **options: Any) -> ResponseMessage:
    result = await person.slash("wizard review", **options)
    assert result.ephemeral
    return result.response


async def stored(world: World, game_id: int, at: int = 0) -> reviewing.Review | None:
    found = await world.bot.store.review(game_id, at)
    return None if found is None else reviewing.loads(found)


def never(*_: object) -> Any:
    raise AssertionError("nothing is to be computed again")


# --- what is found -------------------------------------------------------------------------------


async def test_a_known_blunder_is_the_costliest_moment(world: World) -> None:
    ada, _, game_id = await blunder(world)
    page = await review(ada)
    assert BLUNDER in text(page)
    assert "Bids: **" in text(page)
    cost = re.search(r"the bid · (\d+) points lost", text(page))
    assert cost is not None
    assert 30 <= int(cost[1]) <= 40, "40 where the Wizard takes the trick, nothing where another one was led"
    assert "Luck of the deals: **+" in text(page)
    assert controls(page)[0]["label"] == "1", "what is shown is no choice"
    await ada.actor.click(page, label="1")
    shown = text(page)
    assert shown.startswith(f"### 🔍 1. Round 1 · the bid · {cost[0].partition(' · ')[2]}\nTrump: ")
    assert "▶️ Ada · no bid yet" in shown
    assert "**🧙\xa0W**" in shown
    assert "Your choice: **Bid 0**\nBetter: **Bid 1.** Your hand has 1 sure trick." in shown
    await ada.actor.click(page, label="Summary")
    assert "Accuracy" in text(page)

    worst = (await stored(world, game_id)).costliest(1)[0]
    assert (worst.kind, worst.better.decision) == (reviewing.Kind.BID, Bid(0, 1))


async def test_it_is_stored_and_shown_again_without_computing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada,) = people = await world.start_table("Ada", ai=2, max_rounds=1)
    game_id = world.table().id
    while not world.table_over:
        assert await world.decide_once(people, Random(4))
    first = said(await ada.click_table("Review"))
    assert "🔍 Review" in first
    kept = await stored(world, game_id)
    await world.restart()
    monkeypatch.setattr(Brain, "assess", never)
    monkeypatch.setattr(Brain, "luck", never)
    assert text(await review(ada)) == first
    assert said(await ada.click_table("Review")) == first
    assert await stored(world, game_id) == kept


async def test_a_review_of_another_version_is_made_anew(world: World) -> None:
    ada, _, game_id = await blunder(world)
    await world.bot.store.save_review(game_id, 0, '{"version":0}')
    assert BLUNDER in text(await review(ada))
    assert await stored(world, game_id) is not None


async def test_it_is_shown_how_far_it_is(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reviews._SHOW_SECONDS", 0)
    _, bo, _ = await blunder(world)
    await review(bo)
    total = len(list(reviewing.steps(RECORD, 2)))
    sent = [str(it.json) for it in world.env.backend.http_requests if "Your decisions are looked at" in str(it.json)]
    assert [int(it[it.index(f" of {total}") - 1]) for it in sent] == list(range(total))
    assert all("▱" in it for it in sent)


# --- whose it is ---------------------------------------------------------------------------------


async def test_everybody_sees_their_own_decisions_only(world: World) -> None:
    ada, bo, game_id = await blunder(world)
    await review(ada)
    shown = text(await review(bo))
    assert BLUNDER not in shown
    assert [await stored(world, game_id, at) is not None for at in range(3)] == [True, False, True]
    dan = world.person("Dan")
    assert said(await dan.slash("wizard review", game=str(game_id))) == (
        "You didn't sit at that table, and only your own decisions are shown to you."
    )


async def test_a_game_that_cannot_be_reviewed_is_refused_in_a_sentence(world: World) -> None:
    ada = world.person("Ada")
    assert said(await ada.slash("wizard review")).startswith("You have finished no game in this channel.")
    await store_game(world, 5, seat(0, ada, "Ada", 0, 1))
    assert said(await ada.slash("wizard review")) == "Nothing is left of that game that could be shown here."
    await store_game(world, 6, seat(0, ada, "Ada", 0, 1), guild=world.guild.id + 1)
    for game in ("6", "7"):
        assert said(await ada.slash("wizard review", game=game)) == "There is no finished game with this number here."
    for game in ("x", "-1", "9" * 30):
        assert said(await ada.slash("wizard review", game=game)).startswith("Choose a game from the list")
    await ada.slash("wizard new")
    assert said(await ada.slash("wizard review", game=str(world.table().id))).startswith("This game isn't over yet")


async def test_the_games_somebody_finished_are_offered(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    await store_game(world, 1, seat(0, ada, "Ada", 30, 1), seat(1, bo, "Bo", 10, 2))
    await store_game(world, 2, seat(0, bo, "Bo", 50, 1))
    offered = await ada.actor.autocomplete(world.channel, "wizard review", "game", "")
    assert [(it["name"], it["value"]) for it in offered] == [("2023-11-14 · Ada 30 · Bo 10", "1")]
    assert await ada.actor.autocomplete(world.channel, "wizard review", "game", "Cleo") == []


async def test_who_is_forgotten_leaves_nothing_personal_in_it(world: World) -> None:
    ada, bo, game_id = await blunder(world)
    await review(ada)
    asked = await ada.slash("wizard forget-me")
    await ada.actor.click(asked.response, custom_id=controls(asked.response)[0]["custom_id"])
    kept = await world.bot.store.review(game_id, 0)
    assert kept is not None
    assert str(ada.id) not in kept
    for person in (ada, bo):
        shown = text((await person.slash("wizard review", game=str(game_id))).response)
        assert BLUNDER not in shown


# --- what may happen meanwhile -------------------------------------------------------------------


async def test_a_position_that_fails_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, game_id = await blunder(world)
    failing = iter([NoJudgement("its worker died"), NoJudgement("too many wait")])

    async def fails_twice(*asked: Any) -> Assessment:
        for error in failing:
            raise error
        return await ASSESS(*asked)

    monkeypatch.setattr(Brain, "assess", fails_twice)
    assert BLUNDER in text(await review(ada))
    assert await stored(world, game_id) is not None


async def test_where_there_is_no_time_it_says_so_and_is_made_when_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, game_id = await blunder(world)

    async def fails(*_: object) -> Assessment:
        raise NoJudgement

    monkeypatch.setattr(Brain, "assess", fails)
    assert text(await review(ada)).startswith("There is no time for a review now")
    assert await stored(world, game_id) is None
    monkeypatch.setattr(Brain, "assess", ASSESS)
    assert BLUNDER in text(await review(ada))


async def test_when_its_worker_is_killed_it_goes_on_with_another(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.restart(ai_workers=1, ai_ms=10)
    monkeypatch.setattr("bot.reviews._MOST_MILLISECONDS", 10)
    ada, _, game_id = await blunder(world)
    killed: list[int] = []

    async def with_one_killed(brain: Brain, *asked: Any) -> Assessment:
        if not killed:
            killed.extend(brain.workers)
            os.kill(killed[0], signal.SIGKILL)
        return await ASSESS(brain, *asked)

    monkeypatch.setattr(Brain, "assess", with_one_killed)
    monkeypatch.setattr("bot.reviews._REST_SECONDS", 0.2)
    await ada.slash("wizard review")
    async with asyncio.timeout(60):
        while await stored(world, game_id) is None:  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(0.01)
    assert killed
    assert world.bot.brain.workers != tuple(killed)
    assert "Accuracy" in text(await review(ada))


async def test_it_is_stored_where_its_message_has_expired(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reviews._SHOW_SECONDS", 0)
    ada, _, game_id = await blunder(world)

    async def late(*asked: Any) -> Assessment:
        for known in world.env.backend.interactions.values():
            known.expires_at = "2000-01-01T00:00:00+00:00"
        return await ASSESS(*asked)

    monkeypatch.setattr(Brain, "assess", late)
    page = await review(ada)
    assert "Your decisions are looked at" in text(page)
    assert await stored(world, game_id) is not None
    await ada.actor.click(page, label="Refresh")
    assert BLUNDER in text(page)


async def test_two_people_at_once_and_one_of_them_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo, game_id = await blunder(world)
    judged: list[tuple[int | None, object]] = []
    at_once = 0

    async def counted(brain: Brain, seen: Any, *asked: Any) -> Assessment:
        nonlocal at_once
        at_once += 1
        judged.append((seen.seat, (len(seen.scores), seen.phase)))
        assert at_once == 1, "tables that are played come first"
        await asyncio.sleep(0)
        found = await ASSESS(brain, seen, *asked)
        at_once -= 1
        return found

    monkeypatch.setattr(Brain, "assess", counted)
    last = (await world.person("Dan").slash("wizard new")).response
    clicks = [person.emit(last, f"w1:{game_id}:0:review:") for person in (ada, bo, ada)]
    await world.env.settle()
    assert len(judged) == len(set(judged)), "each position once"
    assert {at for at, _ in judged} == {0, 2}
    assert BLUNDER in said(clicks[0])
    assert BLUNDER in said(clicks[2])
    assert "Accuracy" in said(clicks[1])


async def test_after_a_restart_in_the_middle_it_begins_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _, game_id = await blunder(world)
    there = asyncio.Event()

    async def endless(*_: object) -> Assessment:
        there.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(Brain, "assess", endless)
    last = (await world.person("Dan").slash("wizard new")).response
    click = ada.emit(last, f"w1:{game_id}:0:review:")
    await there.wait()
    monkeypatch.setattr(Brain, "assess", ASSESS)
    await world.restart()
    assert await stored(world, game_id) is None
    page = click.response
    assert "Your decisions are looked at" in text(page)
    await ada.actor.click(page, label="Refresh")
    assert BLUNDER in text(page)
    assert await stored(world, game_id) is not None


async def test_of_a_game_that_is_deleted_meanwhile_nothing_is_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, game_id = await blunder(world)

    async def deleted(*asked: Any) -> Assessment:
        await world.bot.store.note_removed(world.guild.id, 5)
        for _ in range(9):
            await world.bot.store.delete_some(world.guild.id, 5)
        return await ASSESS(*asked)

    monkeypatch.setattr(Brain, "assess", deleted)
    assert "can't be saved" in text(await review(ada))
    assert await world.bot.store.game(game_id) is None
    assert await world.bot.store.review(game_id, 0) is None
