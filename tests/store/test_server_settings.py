from __future__ import annotations

from bot.store import Store
from tests.store.samples import GUILD


async def test_a_server_has_no_settings_at_first(store: Store) -> None:
    assert await store.server_settings(GUILD) is None


async def test_settings_are_kept_and_replaced(store: Store) -> None:
    for settings in ('{"preset":"quick"}', '{"channels":[1]}'):
        await store.save_server_settings(GUILD, settings)
        assert await store.server_settings(GUILD) == settings


async def test_each_server_has_its_own_settings(store: Store) -> None:
    big = 2**63 - 1
    await store.save_server_settings(GUILD, "mine")
    await store.save_server_settings(big, "theirs")
    assert await store.server_settings(GUILD) == "mine"
    assert await store.server_settings(big) == "theirs"


async def test_settings_and_house_rules_do_not_touch_each_other(store: Store) -> None:
    await store.save_house_rules(GUILD, "rules")
    await store.save_server_settings(GUILD, "settings")
    assert await store.house_rules(GUILD) == "rules"
    await store.save_house_rules(GUILD, None)
    assert await store.server_settings(GUILD) == "settings"


async def test_settings_outlive_the_bot(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.save_server_settings(GUILD, "kept")
    await store.close()
    again = await Store.open(store_url)
    assert await again.server_settings(GUILD) == "kept"
    await again.close()
