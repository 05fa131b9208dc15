"""What people have chosen for themselves, at all tables of all servers."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Player, Store


class Players:
    """The choices of people, in memory; whoever has chosen nothing has the defaults."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._players: dict[int, Player] = {}
        self._untold: set[int] = set()
        """Whose direct messages were switched off, and who has not been told since the bot started."""

    async def load(self) -> None:
        """Take up what was chosen before a restart."""
        self._players = {player.user_id: player for player in await self._store.players()}

    def get(self, user_id: int) -> Player:
        """Return what a person has chosen."""
        return self._players.get(user_id, Player(user_id))

    async def save(self, player: Player) -> None:
        """Remember what a person has chosen."""
        await self._store.save_player(player)
        self._players[player.user_id] = player

    def forget(self, user_id: int) -> None:
        """Drop what a person has chosen, who is no longer in the store."""
        self._players.pop(user_id, None)
        self._untold.discard(user_id)

    async def close_dm(self, user_id: int) -> None:
        """Switch off the direct messages of a person who lets the bot send none."""
        self._untold.add(user_id)
        await self.save(replace(self.get(user_id), dm=False, dm_closed=True))

    def is_untold(self, user_id: int) -> bool:
        """Return, once, whether a person's direct messages were switched off without their knowledge."""
        untold = user_id in self._untold
        self._untold.discard(user_id)
        return untold
