from __future__ import annotations

import asyncio

import pytest

from bot.store import StaleVersion, Store
from tests.store.samples import SNOWFLAKE, ending, lines, row, seat

ADA, BO = 2**63 - 1, 2


async def test_a_lesson_is_kept_and_replaced(store: Store) -> None:
    assert await store.lesson(ADA) == ""
    for before, body in (("", "one"), ("one", "two")):
        await store.save_lesson(ADA, before, body)
        assert await store.lesson(ADA) == body
    assert await store.lesson(BO) == ""


async def test_of_two_clicks_on_one_page_the_first_counts(store: Store) -> None:
    await store.save_lesson(ADA, "", "one")
    clicks = [store.save_lesson(ADA, "one", body) for body in ("two", "zwei")]
    clicks.append(store.save_lesson(BO, "", "beside"))
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), StaleVersion, type(None)]
    assert (await store.lesson(ADA), await store.lesson(BO)) == ("two", "beside")
    with pytest.raises(StaleVersion):
        await store.save_lesson(ADA, "", "again")


async def test_an_offer_is_made_once(store: Store) -> None:
    assert await store.is_newcomer(ADA)
    await store.offer_lesson(ADA)
    assert not await store.is_newcomer(ADA)
    with pytest.raises(StaleVersion):
        await store.offer_lesson(ADA)
    await store.save_lesson(ADA, "", "one")
    assert await store.lesson(ADA) == "one"


async def test_whoever_has_begun_or_played_is_no_newcomer(store: Store) -> None:
    await store.save_lesson(ADA, "", "one")
    assert not await store.is_newcomer(ADA)
    with pytest.raises(StaleVersion):
        await store.offer_lesson(ADA)
    await store.create(row(), lines(0, 1))
    assert await store.is_newcomer(BO)
    await store.append(SNOWFLAKE, 1, lines(1, 1), ending([seat(0, BO)]))
    assert not await store.is_newcomer(BO)
