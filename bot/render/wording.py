"""What people read about one special card: the types of its words. The cards are in `special_words`.

In the texts ``[B7]`` stands for a card, ``[B]`` for a suit and ``[7]`` or ``[7½]`` for a rank; `faces.filled` writes
them as the table's labels want them. A sentence that is true only at some tables, or that belongs on another page of
the rules than the card's own, is an `Aside`.

Every `Text` is given in English, marked with `languages.later`, and read in the language that is being spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, NoReturn, Protocol, TypeAlias, overload

from bot.languages import _
from engine.actions import Seat, Settle
from engine.cards import Card
from engine.options import Options
from engine.state import Aftermath

EXAMPLE_PLAYERS: Final = ("Ada", "Bo", "Cleo")
"""Who plays the examples: three, because every table has at least three."""

At: TypeAlias = Callable[[Options], bool]
"""At which tables something is true."""


class Where(Enum):
    """Where in the rules a sentence about a card stands."""

    OWN_PAGE = auto()
    NEXT_DEALER = auto()
    """After the sentence that whoever takes the last trick deals next."""
    TURN_UP = auto()
    """A paragraph of its own, after what each turned-up card means."""
    BID = auto()
    """What may still become of a bid, a clause in a list of them: ``the Cloud can change it``."""
    SUM_RULE = auto()
    LEAD = auto()
    """After the sentence that whoever takes a trick leads the next."""
    POINTS = auto()
    """A paragraph of its own, after how a bid is scored."""
    WHEN = auto()
    """After the sentence that special cards may be played at any time."""
    CHOICES = auto()
    """After what is chosen when a card is played."""


def always(_options: Options) -> bool:
    """Be true at every table with the card."""
    return True


class Text:
    """A field that is set to a text in English and reads as that text in the spoken language.

    So nobody who shows it can forget to look it up. `dataclasses.replace` would take what it reads for the English.
    A type checker takes it for a field with a default: where others follow, all of them are given by name.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, words: None, owner: type) -> NoReturn: ...
    @overload
    def __get__(self, words: object, owner: type) -> str: ...
    def __get__(self, words: object, owner: type) -> str:
        if words is None:
            # To a dataclass this says that the field has no default.
            raise AttributeError(self._name)
        return _(vars(words)[self._name])

    def __set__(self, words: object, english: str) -> None:
        vars(words)[self._name] = english


@dataclass(frozen=True)
class Aside:
    """A sentence beside a card's rule."""

    text: Text = Text()
    applies: At = always
    where: Where = Where.OWN_PAGE


@dataclass(frozen=True)
class Example:
    """A trick in the order of play; for a card that is never played it has no cards and tells of the turn-up."""

    why: Text = Text()
    cards: tuple[str, ...] = ()
    trump: str | None = None
    copied: str | None = None
    """What a Vampire copies."""
    winner: int | None = None
    """Who takes the trick, as an index; None: nobody."""
    next_lead: int | None = None


@dataclass(frozen=True)
class Choice:
    """Something that may be said of a card when it is played."""

    name: Text = Text()
    """What the card is then: ``a Wizard``."""
    short: str = ""
    """The letter that stands for it on the card."""
    mark: str = ""

    @property
    def button(self) -> str:
        """Return what is written on its button."""
        name = self.name[:1].upper() + self.name[1:]
        return f"{name} ({self.short})" if self.short else name


class Telling(Protocol):
    """Writes the seats and the cards of a table."""

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat."""

    def card(self, face: Card) -> str:
        """Return a card as the table's labels want it."""


@dataclass(frozen=True, kw_only=True)
class AfterWords:
    """What people read about what a card sets off after its trick."""

    step: Text = Text()
    """Among the steps after a trick: ``the Cloud changes a bid``."""
    ask: Text = Text()
    """What it asks of somebody, on their own panel; ``{left}`` is who sits to their left."""
    waiting: Text = Text()
    """Whom all wait for, and for what: ``Waiting for **{names}** to change their bid by one ({card})``."""
    turn: Text = Text()
    """The same, told to them: ``it's your turn to **change their bid by one ({card})**``."""
    told: Callable[[Aftermath, Telling], str | None]
    """What came of it; None for what another card did."""
    option: Callable[[Settle, Telling], str] | None = None
    """One of the decisions it offers, where those have no buttons of their own."""


@dataclass(frozen=True, kw_only=True)
class SpecialWords:
    """What people read about one special card."""

    name: Text = Text()
    mark: str
    tagline: Text = Text()
    """What it does in a few words, for a list of cards to choose from."""
    rule: Text = Text()
    example: Example | None = None
    asides: tuple[Aside, ...] = ()
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """What may be said of it, unless that is a suit."""
    after: AfterWords | None = None
    played: bool = True
    """Whether it can lie in a trick."""
    variant: tuple[At, SpecialWords] | None = None
    """Other words for it at some tables."""
