"""A store can say how large it is, and whether it can be written to."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import OperationalError

from bot.store import Store, StoreUnavailable


async def test_a_store_knows_its_size(store: Store) -> None:
    assert await store.size() > 10_000


async def test_a_store_nobody_has_written_to_lately_is_tried(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await store.is_writable(3600)
    assert await store.fact("tried") is None
    assert await store.is_writable(-1)
    assert await store.fact("tried") is not None

    async def broken(_: object) -> None:
        raise OperationalError("", None, OSError("disk full"))

    with monkeypatch.context() as patched:
        patched.setattr(store._writer, "_commit", broken)
        assert not await store.is_writable(-1)
        with pytest.raises(StoreUnavailable):
            await store.set_fact("a", "b")
        assert not await store.is_writable(3600)
    assert await store.is_writable(3600)
    assert store.waiting == 0
