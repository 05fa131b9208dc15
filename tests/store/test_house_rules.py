from __future__ import annotations

from bot.store import Store
from tests.store.samples import GUILD


async def test_a_server_has_no_house_rules_at_first(store: Store) -> None:
    assert await store.house_rules(GUILD) is None


async def test_house_rules_are_kept_replaced_and_forgotten(store: Store) -> None:
    for rules in ('{"length":"quick"}', '{"labels":"faces"}', None, '{"length":"half"}'):
        await store.save_house_rules(GUILD, rules)
        assert await store.house_rules(GUILD) == rules


async def test_each_server_has_its_own_house_rules(store: Store) -> None:
    big = 2**63 - 1
    await store.save_house_rules(GUILD, "mine")
    await store.save_house_rules(big, "theirs")
    assert await store.house_rules(GUILD) == "mine"
    assert await store.house_rules(big) == "theirs"


async def test_house_rules_outlive_the_bot(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.save_house_rules(GUILD, "kept")
    await store.close()
    again = await Store.open(store_url)
    assert await again.house_rules(GUILD) == "kept"
    await again.close()
