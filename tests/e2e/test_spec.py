"""Discord's own description of its API, against what the bot sends."""

from __future__ import annotations

import copy
from random import Random

import pytest

from tests.discord_spec import Checker, checker, violations
from tests.e2e.driver import World


@pytest.fixture
def spec() -> Checker:
    found = checker()
    if found is None:
        pytest.skip("Discord's OpenAPI description isn't here: put its folder into WIZARD_DISCORD_SPEC")
    return found


async def test_both_readers_of_the_description_pass_what_the_bot_sends(world: World, spec: Checker) -> None:
    """One request of each kind that a whole small game sends goes through the slow reader too."""
    people = await world.start_table("Ada", "Bo", "Cleo", max_rounds=2)
    await world.play_round(people, Random(1))
    await world.play_round(people, Random(2))
    for command in ("rules", "help", "leaderboard", "hand"):
        await people[0].slash(f"wizard {command}")
    kinds = {}
    for entry in world.env.backend.http_requests:
        what = (entry.json or {}).get("type") if isinstance(entry.json, dict) else None
        kinds[entry.method, entry.path.split("/")[1], what] = (entry.method, entry.path, entry.json)
    assert len(kinds) >= 6
    for request in kinds.values():
        assert spec.slow_faults(request) == []
        assert spec.faults(request) == []


async def test_what_discord_would_refuse_is_found(world: World, spec: Checker) -> None:
    await world.open_table("Ada")
    entry = next(it for it in world.env.backend.http_requests if it.path.endswith("/callback"))
    too_long = copy.deepcopy(entry.json)
    too_long["data"]["components"][0]["components"][-2]["components"][0]["label"] = "x" * 81
    twice = copy.deepcopy(entry.json)
    row = twice["data"]["components"][0]["components"][-2]["components"]
    row[0]["custom_id"] = row[1]["custom_id"]
    assert violations([(entry.method, entry.path, entry.json)]) == []
    for body in (too_long, twice):
        assert len(spec.faults((entry.method, entry.path, body))) == 1
