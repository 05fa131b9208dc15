"""Each finished trick as a small message of its own, where a table wants that: in order, none missing, none twice."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import discord
import pytest

from bot.entries import Arrange
from bot.render import public
from bot.store import StoreUnavailable
from bot.table import Stage, Table
from bot.tablesettings import Posts, TableSettings
from bot.tableview import public_view
from bot.trickposts import MOST
from engine.game import phase
from engine.options import FirstDealer, Length, Options
from engine.state import Phase
from tests.e2e.driver import Person, World, controls, text
from tests.e2e.rigged import rig
from tests.e2e.test_scores import LONG, _content, _table

HEAD = re.compile(r"^-# Round (\d+) ·\xa0Trick (\d+):", re.MULTILINE)


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.publisher._RETRY_SECONDS", 0.001)


async def start(
    world: World, *names: str, ai: int = 0, chosen: Options | None = None, posts: Posts = Posts.TRICK, **options: Any
) -> list[Person]:
    people = await world.open_table(*names, chosen=chosen, **options)
    await world.bot.tables.submit(world.table().id, Arrange(people[0].id, TableSettings(posts=posts)))
    for _ in range(ai):
        await people[0].click_table("Add AI")
    await people[0].click_table("Start")
    for person in people:
        await person.open_hand()
    return people


async def to_play(world: World, people: list[Person], rng: Random) -> None:
    while phase(world.table().playing) is not Phase.PLAY:
        await world.decide_once(people, rng)


def posted(world: World) -> list[tuple[int, int]]:
    """Return round and trick of every trick posted, in the order of the channel."""
    found = [HEAD.findall(text(message)) for message in world.public() if not controls(message)]
    return [(int(number), int(trick)) for tricks in found for number, trick in tricks]


def all_tricks(*sizes: int) -> list[tuple[int, int]]:
    return [(number, trick) for number, size in enumerate(sizes, 1) for trick in range(1, size + 1)]


def sent(world: World) -> list[Any]:
    """Return the requests that post tricks."""
    requests = [it for it in world.env.backend.http_requests if it.method == "POST" and it.path.endswith("/messages")]
    return [it.json for it in requests if HEAD.search(str(it.json["components"][0].get("content", "")))]


async def test_every_trick_is_posted_once_in_order(world: World) -> None:
    people, rng = await start(world, "Ada", "Bo", "Cleo", max_rounds=3), Random(1)
    for size in (1, 2, 3):
        await world.play_round(people, rng)
        assert posted(world) == all_tricks(*range(1, size + 1))
    assert await world.bot.store.unarchived() == ()
    assert "the game is over" in text(world.public()[-1])
    assert all(body["flags"] & discord.MessageFlags.suppress_notifications.flag for body in sent(world))
    assert len({body["nonce"] for body in sent(world)}) == len(sent(world)) == 6


async def test_the_message_of_the_round_stays_as_it_is(world: World) -> None:
    people, rng = await start(world, "Ada", "Bo", "Cleo", length="five"), Random(1)
    await to_play(world, people, rng)
    before = [message.id for message in world.public()]
    for _ in range(3):
        await world.decide_once(people, rng)
    table, trick = world.public()[-2:]
    assert [table.id] == before[-1:]
    assert "My hand" in [part["label"] for part in controls(table)]
    winner = world.table().playing.round.tricks[0].winner
    assert "Round 1" in text(trick)
    assert text(trick).endswith(f"**{people[winner].actor.name}**")
    assert text(trick).split("·\xa0", 1)[1] in text(table)


async def test_by_default_no_trick_is_posted(world: World) -> None:
    people = await start(world, "Ada", "Bo", "Cleo", max_rounds=2, posts=Posts.ROUND)
    await world.play_round(people, Random(1))
    await world.play_round(people, Random(1))
    assert posted(world) == []


async def test_quick_tricks_are_posted_together(world: World) -> None:
    """All seats are played by AI players, as fast as they can."""
    (ada,) = await start(world, "Ada", ai=2, max_rounds=6)
    await world.restart(edit_interval=0.2)
    await ada.leave()
    await world.env.advance_time(5)
    assert world.table_over
    assert posted(world) == all_tricks(*range(1, 7))
    assert len(sent(world)) < len(posted(world)) / 2


@pytest.mark.parametrize(("status", "code"), [(503, 0), (429, 20028)])
async def test_a_fault_of_discord_costs_and_doubles_nothing(world: World, status: int, code: int) -> None:
    people, rng = await start(world, "Ada", "Bo", "Cleo", max_rounds=2), Random(1)
    await to_play(world, people, rng)
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=3)
    while not world.table_over:
        await world.decide_once(people, rng)
    assert posted(world) == all_tricks(1, 2)
    assert "the game is over" in text(world.public()[-1])


async def test_a_post_whose_answer_was_lost_is_sent_again_as_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord knows it by its nonce and does not post it again."""
    people, rng = await start(world, "Ada", "Bo", "Cleo", max_rounds=2), Random(1)
    await to_play(world, people, rng)
    send, lost = discord.abc.Messageable.send, []

    async def answer_lost(self: discord.abc.Messageable, **kwargs: Any) -> object:
        message = await send(self, **kwargs)
        if not lost:
            lost.append(kwargs["nonce"])
            raise TimeoutError
        return message

    monkeypatch.setattr(discord.abc.Messageable, "send", answer_lost)
    for _ in range(3):
        await world.decide_once(people, rng)
    first, again = sent(world)
    assert first == again
    assert first["enforce_nonce"] is True
    assert first["nonce"] == lost[0]


@pytest.mark.parametrize("kept", [1, 0], ids=["after it was sent", "before it was sent"])
async def test_after_a_crash_the_same_post_is_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """The bot dies between sending and keeping: the new one sends exactly that post, though more tricks are done."""
    people, rng = await start(world, "Ada", "Bo", "Cleo", length="five"), Random(1)
    await to_play(world, people, rng)
    save, calls = world.bot.store.save_tricks, []

    async def dies(*args: int) -> None:
        calls.append(args)
        if len(calls) > kept:
            raise StoreUnavailable("the database is not available: killed")
        await save(*args)

    monkeypatch.setattr(world.bot.store, "save_tricks", dies)
    monkeypatch.setattr("bot.publisher.Publisher._try_again", _give_up)
    for _ in range(3):
        await world.decide_once(people, rng)
    assert len(sent(world)) == kept
    world.bot.publisher._follow = _silent
    for _ in range(6):
        await world.decide_once(people, rng)
    monkeypatch.undo()
    await world.restart(crash=True)
    bodies = sent(world)
    assert bodies[:kept] == bodies[kept : 2 * kept]
    found = list(dict.fromkeys(posted(world)))
    assert found == [(1, 1), (1, 2), (1, 3)]
    assert len(posted(world)) == 3 + kept
    await world.restart()
    assert len(posted(world)) == 3 + kept


async def _give_up(_self: object, _slot: object) -> None:
    return None


async def _silent(_table_id: int, _slot: object) -> None:
    return None


async def test_what_a_special_card_does_belongs_to_the_trick(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trick with the Witch is posted once the exchange is made."""
    options = Options(special_cards=frozenset({"WITCH"}), length=Length.STANDARD, first_dealer=FirstDealer.HOST)
    rig(monkeypatch, "R1 Y1", "WITCH Y2", "R3 Y3")
    people, rng = await start(world, "Ada", "Bo", "Cleo", chosen=options), Random(1)
    await world.play_round(people, rng)
    await to_play(world, people, rng)
    _, bo, cleo = people
    await cleo.press("R3")
    await people[0].press("R1")
    await bo.press("Witch")
    assert phase(world.table().playing) is Phase.SPECIAL
    assert posted(world) == [(1, 1)]
    await bo.press("Y2")
    await bo.press("R3")
    assert posted(world) == [(1, 1), (2, 1)]
    assert "Bo took 🔴\xa0R3 for 🟡\xa0Y2" in text(world.public()[-1])


def test_the_longest_post_fits_a_message() -> None:
    for players in range(3, 7):
        table: Table = _table(players, LONG, "Wilhelmina von der Heide")
        assert table.stage is Stage.FINISHED
        seen = public_view(table)
        tricks = public.finished_tricks(seen.playing)
        for at in range(0, len(tricks), MOST):
            assert len(_content(public.trick_post(seen, tricks[at : at + MOST]))) <= 4000
