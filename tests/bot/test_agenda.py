from __future__ import annotations

from random import Random

from bot.agenda import Agenda


def test_what_is_due_is_taken_once_and_in_order() -> None:
    agenda = Agenda()
    for table_id, instant in ((1, 30), (2, 10), (3, 20), (2, 25)):
        agenda.put(table_id, instant)
    assert agenda.earliest == 20
    assert agenda.take(25) == [3, 2]
    assert agenda.take(29) == []
    agenda.put(1, None)
    assert agenda.earliest is None


def test_hastening_makes_nothing_later() -> None:
    agenda = Agenda()
    agenda.put(1, 10)
    agenda.hasten(1, 20)
    agenda.hasten(2, 5)
    assert [agenda.earliest, agenda.take(10)] == [5, [2, 1]]


def test_it_is_like_looking_at_all_of_them() -> None:
    rng, agenda, due = Random(1), Agenda(), dict[int, int]()
    for now in range(3_000):
        table_id, instant = rng.randrange(20), now + rng.randrange(50)
        agenda.put(table_id, instant)
        due[table_id] = instant
        taken = {table_id for table_id, at in due.items() if at <= now}
        assert set(agenda.take(now)) == taken
        due = {table_id: at for table_id, at in due.items() if table_id not in taken}
        assert agenda.earliest == min(due.values(), default=None)
    assert len(agenda._order) < 200
