"""What is sent stays private, and nothing of it stays in memory."""

from __future__ import annotations

from random import Random

import discord
import pytest

from tests.e2e.driver import World


async def test_a_hand_that_discord_made_public_is_deleted_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (ada, *_) = await world.start_table("Ada", "Bo", "Cleo")
    before = {message.id for message in world.channel.history(viewer=ada.actor)}
    with monkeypatch.context() as patched:
        patched.setattr(discord.InteractionCallbackResponse, "is_ephemeral", lambda _: False)
        await ada.click_table("My hand")
    caplog.errors_expected = True
    assert {message.id for message in world.channel.history(viewer=ada.actor)} == before
    assert "CRITICAL" in {record.levelname for record in caplog.records}


async def test_no_view_stays_in_memory_and_the_buttons_live(world: World) -> None:
    rng = Random(1)
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=3)
    await world.play_round(people, rng)
    await people[0].slash("wizard rules")
    await people[0].slash("wizard me")
    kept = world.bot._connection._view_store
    for _ in range(100):
        await people[0].open_hand()
    await world.env.advance_time(15 * 60 + 1)
    assert not any(kept._views.values())
    assert not kept._dynamic_items
    await people[0].press("Refresh")
