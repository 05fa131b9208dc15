"""Discord refuses, is slow, forgets messages; the database fails: the game goes on and says so."""

from __future__ import annotations

from random import Random

import pytest

from bot.store import StoreUnavailable
from bot.tables import fold
from tests.e2e.driver import Person, World, control, decisions, text


def _active(people: list[Person]) -> Person:
    return next(person for person in people if person.can_decide)


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (429, 30046), (400, 50083)], ids=["deleted", "too old", "archived"]
)
async def test_a_table_message_that_cannot_be_edited_is_posted_anew(world: World, status: int, code: int) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", "Cleo")
    old = world.table_message().id
    world.env.inject_error("PATCH", f"/channels/*/messages/{old}", status=status, code=code)
    await world.decide_once(people, rng)
    assert world.table_message().id != old
    await world.play_round(people, rng)


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_channel_the_bot_is_shut_out_of_does_not_stop_the_game(world: World, code: int) -> None:
    rng = Random(2)
    people = await world.start_table("Ada", "Bo", "Cleo")
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=code, times=None)
    await world.play_round(people, rng)
    assert world.table().playing.round.number == 2


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_dead_panel_token_is_dropped_and_the_game_goes_on(world: World, status: int, code: int) -> None:
    rng = Random(3)
    people = await world.start_table("Ada", "Bo", "Cleo")
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=status, code=code, times=2)
    first = _active(people)
    await first.decide(rng)
    tries = _panel_edits(world)
    for person in people:
        if not person.can_decide:
            await person.open_hand()
    assert len(await world.bot.store.panels(world.table().id)) == 3
    await world.play_round(people, rng)
    assert tries >= 2


def _panel_edits(world: World) -> int:
    return sum(entry.method == "PATCH" and "/webhooks/" in entry.path for entry in world.env.backend.http_requests)


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_an_answer_that_comes_too_late_keeps_the_move(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    rng = Random(4)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    first = _active(people)
    version = world.table().version
    world.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
    await first.decide(rng)
    assert world.table().version > version
    assert ("is another bot running with this token?" in caplog.text) == (code == 40060)
    await world.decide_once(people, rng)


async def test_an_answer_that_discord_refuses_is_told_with_a_code(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    first, version = _active(people), world.table().version
    world.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    answer = await first.decide(Random(1))
    caplog.errors_expected = True
    assert answer.acknowledged
    assert "may have counted" in text(answer.response)
    assert world.table().version > version
    assert any(record.exc_info for record in caplog.records if record.name == "bot.failures")


async def test_a_fault_of_ours_is_told_with_a_code_and_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    people = await world.start_table("Ada", "Bo", "Cleo")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("bot.render.hand.panel", broken)
        answers = [await people[0].press("Refresh"), await people[0].slash("wizard hand")]
    caplog.errors_expected = True
    for answer in answers:
        assert answer.ephemeral
        code = text(answer.response).rpartition(" ")[2].rstrip(".")
        assert "nothing was changed" in text(answer.response)
        assert any(code in record.getMessage() and record.exc_info for record in caplog.records)
    await people[0].press("Refresh")


async def test_a_failing_database_is_said_and_nothing_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rng = Random(5)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    first, before = _active(people), world.table()

    async def broken(*_: object) -> None:
        raise StoreUnavailable("the database is not available: disk full")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store._writer, "write", broken)
        click = await first.decide(rng)
        assert click.ephemeral
    caplog.errors_expected = True
    assert "can't be saved right now" in text(click.response)
    assert world.table() == before
    assert decisions(first.panel)
    await first.decide(rng)
    assert world.table().version == before.version + 1


async def test_memory_catches_up_when_a_commit_went_through_unseen(world: World) -> None:
    """The answer of a commit was lost: the log is ahead of memory, and wins."""
    rng = Random(6)
    people = await world.start_table("Ada", "Bo", "Cleo", length="five")
    while world.table().playing.round.chooser is not None:
        await world.decide_once(people, rng)
    first = _active(people)
    slot = world.bot.tables._slots[world.table().id]
    before = slot.table
    await first.decide(rng)
    after = slot.table
    slot.table = before
    await first.open_hand()
    await first.decide(rng)
    assert "moved on" in text(first.panel)
    assert slot.table == after
    await world.play_round(people, rng)


async def test_nothing_secret_in_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    rng = Random(7)
    caplog.set_level("DEBUG", logger="bot")
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    secret = world.table().secret
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=401, code=50027)
    await world.decide_once(people, rng)
    for person in people:
        await person.open_hand()
    await world.play_round(people, rng)
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("bot"))
    assert "Editing a panel" in said
    for forbidden in (secret.hex(), repr(secret), "simcord_interaction", "not-a-token"):
        assert forbidden not in said


async def test_edits_of_the_public_message_are_grouped(world: World) -> None:
    """Many changes within the interval make one more edit, not one each."""
    await world.restart(edit_interval=0.5)
    people = await world.open_table("Ada", "Bo", "Cleo")

    def edits() -> int:
        requests = world.env.backend.http_requests
        return sum(entry.method == "PATCH" and entry.path.startswith("/channels/") for entry in requests)

    before, lobby = edits(), world.table_message()
    leave, join = (control(lobby, label)["custom_id"] for label in ("Leave", "Join"))
    for _ in range(3):
        for custom_id in (leave, join):
            for person in people[1:]:
                person.emit(lobby, custom_id)
    await world.env.settle()
    assert 1 <= edits() - before <= 3
    assert text(world.table_message()).count(" · host") == 1


async def test_a_table_whose_creation_was_never_answered_is_taken_up(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada, create = world.person("Ada"), world.bot.store.create

    async def lost_answer(*args: object) -> None:
        await create(*args)
        raise StoreUnavailable("the database is not available: connection lost")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "create", lost_answer)
        failed = await ada.slash("wizard new")
    caplog.errors_expected = True
    assert "can't be saved" in text(failed.response)
    again = await ada.slash("wizard new")
    assert "already has an open table" in text(again.response)
    assert "1. Ada · host" in text(world.table_message())
    await ada.click_table("Start")
    assert world.table().game is not None


async def test_a_lost_commit_before_an_ai_turn_does_not_hang_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The commit went through, its answer was lost, and an AI is next: the next click finds out and the AI plays."""
    rng = Random(8)
    (ada,) = await world.start_table("Ada", max_rounds=3)
    append = world.bot.store.append

    async def lost_answer(*args: object, **named: object) -> None:
        await append(*args, **named)
        raise StoreUnavailable("the database is not available: connection lost")

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.store, "append", lost_answer)
        await ada.decide(rng)
    caplog.errors_expected = True
    ahead = fold(await world.bot.store.load(world.table().id))
    assert ahead.version == world.table().version + 1
    assert ahead.automatic() is not None
    await ada.decide(rng)
    assert world.table().version > ahead.version
    assert world.table().automatic() is None
    await ada.open_hand()
    await world.play_round([ada], rng)


async def test_an_unexpected_fault_of_an_ai_does_not_hang_the_table(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.tables._RETRY_SECONDS", 0)
    failing = iter([OSError("no more processes")])
    decide = world.bot.brain.decide

    async def fails_once(*asked: object) -> object:
        for error in failing:
            raise error
        return await decide(*asked)

    monkeypatch.setattr(world.bot.brain, "decide", fails_once)
    (ada,) = await world.start_table("Ada", max_rounds=1)
    await world.play_round([ada], Random(9))
    caplog.errors_expected = True
    assert "the game is over" in text(world.public()[-1])
