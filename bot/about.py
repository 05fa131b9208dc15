"""What is being worked on: the table and the interaction that a line of the log is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class About:
    """The ids of a table and of an interaction, as far as there are any."""

    table: int | None = None
    interaction: int | None = None

    def __str__(self) -> str:
        named = (("table", self.table), ("interaction", self.interaction))
        return " ".join(f"{name} {value}" for name, value in named if value is not None)


_about: Final[ContextVar[About]] = ContextVar("about", default=About())  # noqa: B039 - it is frozen


def about() -> About:
    """Return what is being worked on here."""
    return _about.get()


@contextmanager
def working_on(*, table: int | None = None, interaction: int | None = None) -> Iterator[None]:
    """Work on a table or an interaction inside; what isn't named stays as it is."""
    before = _about.get()
    named = {name: it for name, it in (("table", table), ("interaction", interaction)) if it is not None}
    token = _about.set(replace(before, **named))
    try:
        yield
    finally:
        _about.reset(token)


def apart(table: int | None) -> Context:
    """Return a copy of this context for work that goes on after the interaction is answered."""
    context = copy_context()
    context.run(_about.set, About(table))
    return context
