from __future__ import annotations

import asyncio

from bot.background import Background


async def test_one_task_has_its_turn_between_what_is_asked() -> None:
    background, order = Background(), list[str]()

    async def draw(which: int) -> None:
        await background.turn()
        order.append(f"drawn {which}")

    async def answer() -> None:
        for step in range(3):
            order.append(f"step {step}")
            await asyncio.sleep(0)

    await asyncio.gather(*(draw(which) for which in range(20)), answer())
    assert order.index("step 2") < order.index("drawn 3")
    assert [it for it in order if it.startswith("drawn")] == [f"drawn {which}" for which in range(20)]
