"""The options of a table and their presets (rules.md §2)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final

from engine import special

MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = 6


class InvalidOptions(ValueError):
    """Options that contradict each other or are unknown; the text is for people, its fields are filled in."""

    def __init__(self, text: str, **fields: object) -> None:
        super().__init__(text.format(**fields) if fields else text)
        self.text = text
        self.fields = fields


class Bidding(StrEnum):
    """Who sees a bid, and when."""

    OPEN = "open"
    HIDDEN = "hidden"
    SECRET = "secret"


class SumRule(StrEnum):
    """When the last bidder may not make the bids add up to the number of cards."""

    OFF = "off"
    ALWAYS = "always"
    NOT_IN_1_CARD_ROUND = "not_in_1_card_round"
    FROM_ROUND_4 = "from_round_4"
    DEALER_LEADS = "dealer_leads"


class Length(StrEnum):
    """Which rounds are played."""

    STANDARD = "standard"
    FIVE = "five"
    AMIGO = "amigo"
    QUICK = "quick"
    HALF = "half"
    UPDOWN = "updown"


class WizardTurnup(StrEnum):
    """What a turned-up Wizard does."""

    DEALER = "dealer"
    NONE = "none"


class NextDealer(StrEnum):
    """Who deals the next round."""

    LEFT = "left"
    LAST_TRICK_WINNER = "last_trick_winner"


class FirstDealer(StrEnum):
    """Who deals the first round."""

    RANDOM = "random"
    HOST = "host"
    HIGH_CARD = "high_card"


class Tie(StrEnum):
    """What equal totals mean."""

    SHARED = "shared"
    CASCADE = "cascade"


class Bomb(StrEnum):
    """What the Bomb destroys."""

    TRICK = "trick"
    BIDS = "bids"


class Labels(StrEnum):
    """How the thirteen ranks are written."""

    NUMBERS = "numbers"
    FACES = "faces"


SPECIAL_CARDS: Final = (
    "DRAGON",
    "FAIRY",
    "BOMB",
    "WEREWOLF",
    "JUGGLER",
    "CLOUD",
    "SHIFT",
    "WITCH",
    "VAMPIRE",
)
"""The nine of the anniversary editions, in the order they came out."""


@dataclass(frozen=True, slots=True)
class Options:
    """Every option of a table, the default first in each enumeration (rules.md §2).

    Construction refuses what §2 refuses, with `InvalidOptions`.
    """

    bidding: Bidding = Bidding.OPEN
    sum_rule: SumRule = SumRule.OFF
    length: Length = Length.STANDARD
    max_rounds: int | None = None
    wizard_turnup: WizardTurnup = WizardTurnup.DEALER
    next_dealer: NextDealer = NextDealer.LEFT
    first_dealer: FirstDealer = FirstDealer.RANDOM
    tie: Tie = Tie.SHARED
    forehead: bool = False
    bomb: Bomb = Bomb.TRICK
    special_cards: frozenset[str] = field(default_factory=frozenset)
    labels: Labels = Labels.NUMBERS

    def __post_init__(self) -> None:
        if self.sum_rule is not SumRule.OFF and self.bidding is not Bidding.OPEN:
            raise InvalidOptions("A sum rule needs open bidding: nobody can reckon with bids they don't see.")
        if self.max_rounds is not None and self.max_rounds < 1:
            raise InvalidOptions("A game has at least one round.")
        if unknown := self.special_cards - set(special.codes()):
            known = ", ".join(special.codes())
            raise InvalidOptions(
                "There is no special card named {name}, only: {known}.", name=min(unknown), known=known
            )
        for card in special.in_deck(self.special_cards):
            if card.partner and card.partner not in self.special_cards:
                first, second = sorted((card.code.title(), card.partner.title()))
                raise InvalidOptions(
                    "{first} and {second} only come together: each is the other's measure.", first=first, second=second
                )


_ENUMS: Final[Mapping[str, type[StrEnum]]] = {
    "bidding": Bidding,
    "sum_rule": SumRule,
    "length": Length,
    "wizard_turnup": WizardTurnup,
    "next_dealer": NextDealer,
    "first_dealer": FirstDealer,
    "tie": Tie,
    "bomb": Bomb,
    "labels": Labels,
}


def to_json(options: Options) -> dict[str, Any]:
    """Return the options as plain values, in the order of their definition."""
    plain = {f.name: getattr(options, f.name) for f in fields(options)}
    plain |= {name: str(plain[name]) for name in _ENUMS}
    return plain | {"special_cards": [card.code for card in special.in_deck(options.special_cards)]}


def from_json(plain: object) -> Options:
    """Read options back; missing ones take their default. Raise `InvalidOptions` with the reason."""
    if not isinstance(plain, Mapping):
        raise InvalidOptions("Options are a JSON object.")
    known = {f.name for f in fields(Options)}
    if unknown := plain.keys() - known:
        raise InvalidOptions("There is no option named {name}.", name=min(unknown))
    return Options(**{name: _parse(name, value) for name, value in plain.items()})


def _parse(name: str, value: object) -> Any:  # noqa: ANN401 - each option has a type of its own
    if name in _ENUMS:
        return _parse_choice(name, value)
    if name == "max_rounds" and (value is None or type(value) is int):
        return value
    if name == "forehead" and isinstance(value, bool):
        return value
    if name == "special_cards" and isinstance(value, list | tuple) and len(set(map(str, value))) == len(value):
        return frozenset(map(str, value))
    raise InvalidOptions("The option {name} can't be {value}.", name=name, value=repr(value))


def _parse_choice(name: str, value: object) -> StrEnum:
    try:
        return _ENUMS[name](str(value))
    except ValueError:
        allowed = ", ".join(_ENUMS[name])
        raise InvalidOptions(
            "The option {name} can't be {value}, only one of: {allowed}.", name=name, value=repr(value), allowed=allowed
        ) from None


def dumps(options: Options) -> str:
    """Return the options as one line of JSON."""
    return json.dumps(to_json(options), separators=(",", ":"))


def loads(text: str) -> Options:
    """Read options that `dumps` wrote; raise `InvalidOptions` with the reason for any other text."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidOptions("Options are a line of JSON.") from None
    return from_json(plain)
