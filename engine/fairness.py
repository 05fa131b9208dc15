"""What chance did in a finished game beside what its secret deals: to be checked, also by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import Deal, DrawDealer
from engine.dealing import chance
from engine.game import apply, new_game
from engine.record import Record


@dataclass(frozen=True, slots=True)
class Check:
    """One thing chance did: as the record has it, and as it follows from the secret.

    ``label`` names the words it is made of (the top of engine/dealing.py); high cards drawn more than once have the
    label of the first draw.
    """

    label: str
    recorded: DrawDealer | Deal
    recomputed: DrawDealer | Deal

    @property
    def is_equal(self) -> bool:
        """Return whether the secret deals what was dealt."""
        return self.recorded == self.recomputed


def checks(record: Record) -> Iterator[Check]:
    """Recompute the draw for the first deal, where there was one, and the deal of each round, in their order."""
    game = new_game(record.options, len(record.seats))
    for action in record.actions:
        if isinstance(action, DrawDealer | Deal):
            yield Check(_label(action, len(game.scores) + 1), action, chance(game, record.seed))
        game, _ = apply(game, action)


def _label(action: DrawDealer | Deal, number: int) -> str:
    if isinstance(action, Deal):
        return f"round/{number}"
    return "dealer/1" if action.draws else "dealer"
