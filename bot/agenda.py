"""What is due when, the earliest first, however much there is."""

from __future__ import annotations

from heapq import heapify, heappop, heappush


class Agenda:
    """One instant for each of any number of tables."""

    def __init__(self) -> None:
        self._due: dict[int, int] = {}
        self._order: list[tuple[int, int]] = []
        """The instants with their tables as a heap, also such as are no longer meant."""

    def put(self, table_id: int, instant: int | None) -> None:
        """Let a table be due at an instant, in place of the one so far; None: not at all."""
        if instant is None:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != instant:
            self._due[table_id] = instant
            heappush(self._order, (instant, table_id))
            if len(self._order) > 4 * len(self._due) + 64:
                self._order = [(due, table) for table, due in self._due.items()]
                heapify(self._order)

    def hasten(self, table_id: int, instant: int) -> None:
        """Let a table be due at an instant, unless it is earlier."""
        if instant < self._due.get(table_id, instant + 1):
            self.put(table_id, instant)

    @property
    def earliest(self) -> int | None:
        """Return when something is due next; None for never."""
        while self._order and self._due.get(self._order[0][1]) != self._order[0][0]:
            heappop(self._order)
        return self._order[0][0] if self._order else None

    def take(self, now: int) -> list[int]:
        """Return the tables that are due, which are then no longer on the agenda."""
        taken = []
        while (earliest := self.earliest) is not None and earliest <= now:
            _instant, table_id = heappop(self._order)
            del self._due[table_id]
            taken.append(table_id)
        return taken
