"""Tables for random games: every pair of option values with every number of players, then random ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, TypeAlias

from engine import options as opts
from engine.options import (
    SPECIAL_CARDS,
    Bidding,
    Bomb,
    FirstDealer,
    Labels,
    Length,
    NextDealer,
    Options,
    SumRule,
    Tie,
    WizardTurnup,
)

Settings: TypeAlias = Mapping[str, Any]
Pair: TypeAlias = tuple[tuple[str, Any], ...]

PLAYERS: Final = range(3, 7)
FACTORS: Final[Mapping[str, tuple[Any, ...]]] = {
    "bidding": tuple(Bidding),
    "sum_rule": tuple(SumRule),
    "length": tuple(Length),
    "max_rounds": (None, 1, 3),
    "wizard_turnup": tuple(WizardTurnup),
    "next_dealer": tuple(NextDealer),
    "first_dealer": tuple(FirstDealer),
    "tie": tuple(Tie),
    "forehead": (False, True),
    "bomb": tuple(Bomb),
    "labels": tuple(Labels),
} | {code: (False, True) for code in SPECIAL_CARDS if code != "FAIRY"}
"""What varies; the Dragon brings the Fairy along."""

PLAIN: Final = 0.2
"""How often a random table has no special card on purpose; the forehead rounds need it."""
_CANDIDATES: Final = 12


@dataclass(frozen=True)
class Table:
    """What a random game is played with."""

    players: int
    options: Options


def is_refused(settings: Settings) -> bool:
    """Return whether no table has these settings together (rules.md §2)."""
    is_open = settings.get("bidding", Bidding.OPEN) is Bidding.OPEN
    return not is_open and settings.get("sum_rule", SumRule.OFF) is not SumRule.OFF


def options_of(settings: Settings) -> Options:
    """Return the options with these settings."""
    codes = frozenset(code for code in SPECIAL_CARDS if settings["DRAGON" if code == "FAIRY" else code])
    return Options(special_cards=codes, **{name: settings[name] for name in settings if name not in SPECIAL_CARDS})


@cache
def covering(seed: int) -> tuple[Table, ...]:
    """Return few tables that have every pair of settings with every number of players."""
    return tuple(
        Table(players, options_of(settings))
        for players in PLAYERS
        for settings in _design(Random(f"{seed}/{players} players"))
    )


def table(seed: int, number: int, *, whole: bool = False) -> Table:
    """Return the table with this number; a random one that is for `whole` games has no `max_rounds`."""
    if number < len(covering(seed)):
        return covering(seed)[number]
    rng = Random(f"{seed}/table {number}")
    options = options_of(_random_settings(rng))
    return Table(rng.choice(PLAYERS), replace(options, max_rounds=None) if whole else options)


def play_tables(
    seed: int, wanted: int, play: Callable[[Table, str], Counter[str]], counted: Callable[[Counter[str]], int]
) -> Counter[str]:
    """Play one table after the other until so much is counted, and the tables with it; name the one that fails."""
    counts, number = Counter[str](), 0
    while counted(counts) < wanted:
        on = table(seed, number)
        try:
            counts += play(on, f"{seed}/{number}")
        except Exception as error:
            error.add_note(f"table {number} of seed {seed}: {on.players} players, {opts.dumps(on.options)}")
            raise
        number += 1
    counts["tables"] = number
    return counts


def _design(rng: Random) -> list[Settings]:
    """Choose tables greedily: of some random ones with the first missing pair the one with most missing pairs."""
    missing = dict.fromkeys(_all_pairs())
    chosen = []
    while missing:
        candidates = [_random_settings(rng, dict(next(iter(missing)))) for _ in range(_CANDIDATES)]
        best = max(candidates, key=lambda settings: sum(pair in missing for pair in _pairs(settings)))
        chosen.append(best)
        for pair in _pairs(best):
            missing.pop(pair, None)
    return chosen


def _all_pairs() -> Iterable[Pair]:
    for one, other in combinations(FACTORS, 2):
        for value, another in product(FACTORS[one], FACTORS[other]):
            if not is_refused({one: value, other: another}):
                yield (one, value), (other, another)


def _pairs(settings: Settings) -> Iterable[Pair]:
    return combinations(settings.items(), 2)


def _random_settings(rng: Random, fixed: Settings | None = None) -> Settings:
    """Return random settings, some of them fixed; where they contradict each other one that is not fixed gives way."""
    fixed = fixed or {}
    settings = {name: rng.choice(values) for name, values in FACTORS.items()}
    if rng.random() < PLAIN:
        settings.update((code, False) for code in SPECIAL_CARDS if code in FACTORS)
    settings.update(fixed)
    if is_refused(settings):
        yielding = [name for name in ("bidding", "sum_rule") if name not in fixed]
        name = rng.choice(yielding)
        settings[name] = FACTORS[name][0]
    return settings
