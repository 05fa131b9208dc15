"""The guided hand: `/wizard learn` from its first page to the last, and the offer of it to newcomers."""

from __future__ import annotations

import logging
from random import Random

import pytest
from simcord.results import ResponseMessage

from bot import lesson as script
from bot.lesson import Page
from bot.store import StoreUnavailable
from tests.e2e.driver import Person, World, control, controls, new_bot, text

BEST = ("Let's go", "1", "G3", "Next", "1", "W", "J", "Next", "0", "J", "Y11", "B2", "Next")
OFFER = "New to Wizard?"


async def learn(person: Person, *labels: str) -> None:
    """Open the lesson, and press these buttons one after the other."""
    opened = await person.slash("wizard learn")
    assert opened.ephemeral
    person.panel = opened.response
    for label in labels:
        await person.press(label)


async def kept(world: World, person: Person) -> tuple[str, ...]:
    return script.loads(await world.bot.store.lesson(person.id)).moves


def shown(person: Person) -> str:
    assert person.panel is not None
    return text(person.panel)


def offers(world: World) -> list[str]:
    """Return where offers of the lesson were sent, one for each."""
    return [
        request.path
        for request in world.env.http_requests
        if request.path.startswith("/webhooks/") and OFFER in str(request.json)
    ]


# --- the lesson ----------------------------------------------------------------------------------


async def test_the_whole_lesson_with_the_best_choices(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, *BEST)
    assert "🥇 You · **80 points**" in shown(ada)
    assert "/wizard new" in shown(ada)
    assert script.loads(await world.bot.store.lesson(ada.id)).page is Page.END
    assert world.public() == []
    await ada.press("Start again")
    assert "Learn Wizard" in shown(ada)


@pytest.mark.parametrize("seed", range(5))
async def test_any_choices_lead_to_the_end(world: World, seed: int) -> None:
    ada, rng = world.person("Ada"), Random(seed)
    await learn(ada)
    for _ in range(len(BEST)):
        offered = [it for it in controls(ada.panel) if it["custom_id"].split(":")[3] not in _ASIDE]
        await ada.actor.click(ada.panel, custom_id=rng.choice(offered)["custom_id"])
    assert "That's Wizard!" in shown(ada)


_ASIDE = ("learn_back", "learn_again", "rules")


async def test_a_card_that_does_not_follow_is_disabled_with_the_reason(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, *BEST[:9])
    assert control(ada.panel, "B2")["disabled"]
    assert not control(ada.panel, "J").get("disabled")
    assert "you have to **follow** 🟡 yellow (Y)" in shown(ada)
    click = ada.emit(ada.panel, control(ada.panel, "B2")["custom_id"])
    await world.env.settle()
    assert click.acknowledged
    assert len(await kept(world, ada)) == 9


async def test_a_wrong_choice_is_commented_and_can_be_taken_back(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, *BEST[:9], "Y11")
    assert "1 more than you said" in shown(ada)
    await ada.press("Back")
    await ada.press("J")
    assert "Just what you want" in shown(ada)


async def test_it_goes_on_after_a_restart_and_in_another_server(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, *BEST[:6])
    before = shown(ada)
    await world.restart(crash=True, after=3 * 24 * 3600)
    await learn(ada)
    assert shown(ada) == before
    await ada.press("J")
    other = World(world.env, world.database)
    member = other.guild.add_member(ada.actor.user)
    there = await member.slash(other.channel, "wizard learn")
    assert there.ephemeral
    assert "round 2 is over" in text(there.response)


async def test_an_old_message_is_clicked_after_a_restart(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, *BEST[:2])
    await world.restart()
    await ada.press("G3")
    assert "round 1 is over" in shown(ada)


async def test_two_taps_are_one(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, "Let's go")
    for label in ("1", "G3", "Next", "Back"):
        custom_id = control(ada.panel, label)["custom_id"]
        count = len(await kept(world, ada))
        taps = [ada.emit(ada.panel, custom_id) for _ in range(2)]
        await world.env.settle()
        assert all(tap.acknowledged for tap in taps)
        assert len(await kept(world, ada)) == count + (-1 if label == "Back" else 1)
        assert "elsewhere" not in shown(ada)


async def test_a_stale_message_shows_the_present(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, "Let's go")
    old, stale = ada.panel, control(ada.panel, "0")["custom_id"]
    await learn(ada, *BEST[1:5])
    ada.emit(old, stale)
    await world.env.settle()
    assert await kept(world, ada) == ("next", "bid.1", "play.G3", "next", "bid.1")
    assert "round 2 of 3" in text(old)
    assert "this is where you are now" in text(old)


@pytest.mark.parametrize(
    "custom_id",
    ["w1:0:0:learn_play:ZZ", "w1:0:1:learn_bid:99", "w1:0:1:learn_bid:", "w1:0:0:learn_more:", "w1:0:0:learn_play:"],
)
async def test_garbage_is_answered_and_changes_nothing(world: World, custom_id: str) -> None:
    ada = world.person("Ada")
    await learn(ada, "Let's go")
    click = ada.emit(ada.panel, custom_id)
    await world.env.settle()
    assert "another version of the bot" in text(click.response)
    assert await kept(world, ada) == ("next",)


@pytest.mark.parametrize("body", ["?", '{"script":0,"moves":["next","bid.7"]}'])
async def test_progress_of_another_version_starts_again(world: World, body: str) -> None:
    ada = world.person("Ada")
    await world.bot.store.save_lesson(ada.id, "", body)
    await learn(ada)
    assert "Learn Wizard" in shown(ada)
    await ada.press("Let's go")
    assert await kept(world, ada) == ("next",)


async def test_everybody_has_a_lesson_of_their_own(world: World) -> None:
    ada, bo = world.person("Ada"), world.person("Bo")
    await learn(ada, *BEST[:3])
    await learn(bo)
    assert "Learn Wizard" in shown(bo)


async def test_help_opens_it_beside(world: World) -> None:
    ada = world.person("Ada")
    helped = (await ada.slash("wizard help")).response
    opened = await ada.actor.click(helped, label="Learn")
    assert opened.ephemeral
    assert "Learn Wizard" in text(opened.response)
    assert "/wizard new" in text(helped)


# --- the offer -----------------------------------------------------------------------------------


async def test_a_newcomer_is_offered_it_once(world: World) -> None:
    ada, bo = await world.open_table("Ada", "Bo")
    assert len(offers(world)) == 1
    await bo.click_table("Leave")
    await bo.click_table("Join")
    await world.restart()
    await bo.click_table("Leave")
    assert "You have a seat" in text((await bo.slash("wizard join")).response)
    assert len(offers(world)) == 1
    assert [seat.name for seat in world.table().seats] == ["Ada", "Bo"]
    assert ada.id == world.table().host_id


async def test_who_joins_by_command_is_offered_it_too(world: World) -> None:
    await world.open_table("Ada")
    await world.person("Bo").slash("wizard join")
    assert len(offers(world)) == 1


async def test_the_offer_becomes_the_lesson_or_a_farewell(world: World) -> None:
    await world.open_table("Ada")
    for name, label, says in (
        ("Bo", "Learn in three minutes", "Learn Wizard"),
        ("Cleo", "I know the game", "Have fun!"),
    ):
        person = world.person(name)
        await person.click_table("Join")
        offer = next(it for it in _private(world, person) if OFFER in text(it))
        await person.actor.click(offer, label=label)
        assert says in text(offer)


def _private(world: World, person: Person) -> list[ResponseMessage]:
    """Return the messages that only this person sees."""
    found = world.channel.history(viewer=person.actor)
    messages = [ResponseMessage(world.env, world.env.backend.get_message(world.channel.id, it.id)) for it in found]
    return [message for message in messages if message.ephemeral]


async def test_who_has_played_or_begun_is_not_asked(world: World) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", max_rounds=1)
    await world.play_round(people, rng)
    cleo = world.person("Cleo")
    await learn(cleo, "Let's go")
    asked = len(offers(world))
    await people[0].slash("wizard new")
    for person in (people[1], cleo):
        await person.click_table("Join")
    assert len(offers(world)) == asked


async def test_a_refused_join_is_no_join(world: World) -> None:
    ada, *_ = await world.open_table("Ada")
    await ada.click_table("Join")
    assert offers(world) == []


@pytest.mark.parametrize("status", [403, 500])
async def test_an_offer_that_fails_endangers_no_join(world: World, status: int) -> None:
    await world.open_table("Ada")
    world.env.inject_error("POST", "/webhooks/*", status=status, code=0, times=1)
    bo = world.person("Bo")
    joined = await bo.click_table("Join")
    assert joined.acknowledged
    assert [seat.name for seat in world.table().seats] == ["Ada", "Bo"]
    assert "2. Bo" in text(world.table_message())
    assert _private(world, bo) == []


async def test_a_store_that_fails_endangers_no_join(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_user_id: int) -> bool:
        raise StoreUnavailable("gone")

    await world.open_table("Ada")
    monkeypatch.setattr(world.bot.store, "is_newcomer", fails)
    with caplog.at_level(logging.WARNING):
        await world.person("Bo").click_table("Join")
    assert [seat.name for seat in world.table().seats] == ["Ada", "Bo"]
    assert "wasn't offered" in caplog.text
    assert offers(world) == []


async def test_the_bot_starts_with_lessons_in_its_database(world: World) -> None:
    ada = world.person("Ada")
    await learn(ada, "Let's go")
    await world.bot.close()
    await world.env.restart_bot(new_bot(world.database))
    assert await kept(world, ada) == ("next",)
