"""`dataclasses.replace` for values that change with every action: it does the same in half of the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # so that what is replaced is checked
    from dataclasses import replace
else:
    import dataclasses
    from collections.abc import Callable, Mapping
    from functools import cache
    from operator import attrgetter
    from typing import Any, TypeVar

    T = TypeVar("T")

    @cache
    def _reading(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]] | None:
        """Return what reads all fields of a kind of value, and their places; None if it isn't made from just these."""
        fields = dataclasses.fields(kind)
        if len(fields) < 2 or any(field.kw_only or not field.init for field in fields):
            return None
        names = [field.name for field in fields]
        return attrgetter(*names), {name: at for at, name in enumerate(names)}

    def replace(value: T, /, **changes: Any) -> T:  # noqa: ANN401 - checked as dataclasses.replace
        """Return the value with some of its fields changed."""
        kind = value.__class__
        reading = _reading(kind)
        if reading is None:
            return dataclasses.replace(value, **changes)
        read, places = reading
        fresh = list(read(value))
        for name, changed in changes.items():
            fresh[places[name]] = changed
        return kind(*fresh)


__all__ = ["replace"]
