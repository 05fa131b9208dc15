"""That the benchmarks of a running bot run, and that both clients do what is measured."""

from __future__ import annotations

from tests.benchmarks.clicks import compare, running
from tests.benchmarks.clients import idle
from tests.benchmarks.paced import paced
from tests.benchmarks.stub import Place


async def test_a_click_is_measured_with_and_without_the_bot() -> None:
    found = await compare(2, 1, 2, follow=True)
    assert found["bot"] > found["floor"] > 0


async def test_a_click_decides_and_is_answered_and_shown() -> None:
    place = Place(0)
    async with running([place]) as bot:
        await bot.open_hands(place)
        click = bot.decision(place)
        before, shown = bot.client.tables.get(place.table), dict(bot.wire.shown)
        assert click is not None
        assert before is not None
        interaction = await bot.hear(click)
        await idle()
        after = bot.client.tables.get(place.table)
        assert after is not None
        assert after.version == before.version + 1
        assert interaction in bot.wire.acknowledged
        assert {place.post, click.message} <= {it for it, body in bot.wire.shown.items() if body != shown.get(it)}


async def test_no_click_is_lost_at_a_human_pace() -> None:
    found = await paced(2, 0.5, pace=0.2)
    assert found["clicks"] > 0
    assert found["lost"] == 0
