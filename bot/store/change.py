"""What every write of the store is."""

from __future__ import annotations

from abc import ABC, abstractmethod

import sqlalchemy as sa

from bot.store.values import StoreError


class Change(ABC):
    """One caller's write."""

    @abstractmethod
    def apply(self, connection: sa.Connection) -> None:
        """Write within the open transaction; raise IntegrityError or a StoreError to refuse."""

    def refusal(self, _connection: sa.Connection) -> StoreError:
        """Tell from the database, after a key refused this change, what was wrong with it."""
        return StoreError("the change contradicts what is stored")
