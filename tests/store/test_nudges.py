from __future__ import annotations

from dataclasses import replace

from bot.store import Mention, Nudge, Player, Store
from tests.store.samples import SNOWFLAKE, lines, row

NUDGE = Nudge(SNOWFLAKE, 5, 12, 2**63 - 1, 2**62)


async def test_what_a_person_has_chosen_is_kept_and_replaced(store: Store) -> None:
    assert await store.players() == ()
    for choice in (Player(2**63 - 1), Player(2**63 - 1, Mention.NEVER, dm=True), Player(2**63 - 1, dm_closed=True)):
        await store.save_player(choice)
        assert await store.players() == (choice,)
    await store.save_player(Player(1, Mention.ALWAYS))
    assert [player.user_id for player in await store.players()] == [1, 2**63 - 1]


async def test_a_nudge_is_kept_until_it_is_dropped(store: Store) -> None:
    await store.create(row(), lines(0, 1))
    later = replace(NUDGE, decision=15, message_id=None)
    for nudge in (later, NUDGE, NUDGE):
        await store.save_nudge(nudge)
    assert await store.nudges() == (NUDGE, later)
    await store.drop_nudge(NUDGE)
    await store.drop_nudge(NUDGE)
    assert await store.nudges() == (later,)
