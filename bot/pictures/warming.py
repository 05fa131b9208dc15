"""What is drawn ahead after a start, so that the first hands don't wait for the sprites of all their cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bot.pictures import hand, sprites, table, tricks
from engine.cards import JESTER, SUIT_CARDS, WIZARD
from engine.options import Labels

_FACES: Final = (WIZARD, JESTER, *SUIT_CARDS)
_PLAYERS: Final = (3, 4)
"""At most tables there are so many; others draw theirs when they need them."""


def steps() -> Iterator[Callable[[], object]]:
    """Give what to draw, each some milliseconds of work: the hand first, where most cards are."""
    for face in _FACES:
        yield partial(sprites.dim_card, face, Labels.NUMBERS, hand.CARD)  # from the bright one, which is kept too
    for width in {size(players) for players in _PLAYERS for size in (tricks.card_width, table.card_width)}:
        for face in _FACES:
            yield partial(sprites.card, face, Labels.NUMBERS, width)
