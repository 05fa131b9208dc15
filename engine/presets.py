"""The presets of a table: names for sets of options (rules.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.options import SPECIAL_CARDS, Length, Options, SumRule

PRESETS: Final[Mapping[str, Options]] = {
    "standard": Options(),
    "canadian": Options(sum_rule=SumRule.ALWAYS),
    "amigo": Options(length=Length.AMIGO),
    "five": Options(length=Length.FIVE),
    "quick": Options(length=Length.QUICK),
    "jubilee-20": Options(special_cards=frozenset(SPECIAL_CARDS[:6])),
    "jubilee-25": Options(special_cards=frozenset(SPECIAL_CARDS[:7])),
    "jubilee-30": Options(special_cards=frozenset(SPECIAL_CARDS)),
}
