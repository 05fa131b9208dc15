"""What the sentences of the rules depend on: the options, the rounds, and what the special cards are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.render import faces, special_words
from bot.render.wording import Where
from engine import special
from engine.options import Labels, Options, SumRule
from engine.special import Lead, Special

BASE_CARDS: Final = 60


@dataclass(frozen=True)
class Facts:
    """The options, and the rounds for each number of players it may be."""

    options: Options
    schedules: Mapping[int, tuple[int, ...]]

    @property
    def labels(self) -> Labels:
        """Return how ranks are written."""
        return self.options.labels

    @property
    def players(self) -> int | None:
        """Return how many play; None before that is known."""
        return next(iter(self.schedules)) if len(self.schedules) == 1 else None

    # --- the rounds -----------------------------------------------------------------------------

    @property
    def most_rounds(self) -> int:
        """Return how many rounds there are at most."""
        return max(map(len, self.schedules.values()))

    @property
    def has_1_card_round(self) -> bool:
        """Return whether there is a round with one card."""
        return any(1 in sizes for sizes in self.schedules.values())

    @property
    def forehead(self) -> bool:
        """Return whether anybody ever plays a card they don't see."""
        return self.options.forehead and not self.specials and self.has_1_card_round

    @cached_property
    def dealt_out(self) -> Mapping[int, int]:
        """Return the hand size that leaves no card to turn up, by number of players, where there is such a round."""
        if self.specials:
            return {}
        return {
            players: size
            for players, sizes in self.schedules.items()
            for size in set(sizes)
            if size * players == BASE_CARDS
        }

    @property
    def turns_up(self) -> bool:
        """Return whether any round has a turned-up card."""
        every_round_dealt_out = all(set(sizes) == {self.dealt_out.get(at)} for at, sizes in self.schedules.items())
        return not every_round_dealt_out

    @cached_property
    def bound(self) -> Mapping[int, tuple[int, ...]]:
        """Return the hand sizes of the rounds in which the sum rule may bind, by number of players."""
        return {
            players: bound
            for players, sizes in self.schedules.items()
            if (bound := _bound(self.options.sum_rule, sizes))
        }

    # --- the special cards ----------------------------------------------------------------------

    @cached_property
    def specials(self) -> tuple[Special, ...]:
        """Return the special cards in the deck, in their fixed order."""
        return special.in_deck(self.options.special_cards)

    @cached_property
    def playable(self) -> tuple[Special, ...]:
        """Return those that can lie in a trick."""
        return tuple(card for card in self.specials if special_words.of(card.code).played)

    @cached_property
    def copies(self) -> tuple[Special, ...]:
        """Return those that are a copy of another card."""
        return tuple(card for card in self.playable if card.copies)

    def leading(self, lead: Lead) -> tuple[Special, ...]:
        """Return those that always do this to a trick without a led suit."""
        return tuple(card for card in self.playable if not card.copies and _leads(card) == {lead})

    @property
    def turncoats(self) -> tuple[Special, ...]:
        """Return those that do to such a trick what their player says."""
        return tuple(card for card in self.playable if not card.copies and len(_leads(card)) > 1)

    def names(self, cards: Iterable[Special]) -> list[str]:
        """Return what special cards are called."""
        return [faces.name(card.code, self.labels) for card in cards]

    def marked(self, cards: Iterable[Special]) -> list[str]:
        """Return special cards with their marks."""
        return [faces.marked(card.code, self.labels) for card in cards]

    def asides(self, where: Where, code: str | None = None) -> list[str]:
        """Return what is said in this place, for each card that has something to say there, or for one card."""
        found: list[str] = []
        for card in self.specials:
            if code in (None, card.code):
                asides = special_words.of(card.code, self.options).asides
                said = [aside.text for aside in asides if aside.where is where and aside.applies(self.options)]
                found += said if where is Where.OWN_PAGE else filter(None, [" ".join(said)])
        return found


def _leads(card: Special) -> set[Lead]:
    return {shape.lead for shape in faces.shapes(card.code).values()}


def _bound(sum_rule: SumRule, sizes: Sequence[int]) -> tuple[int, ...]:
    match sum_rule:
        case SumRule.OFF:
            return ()
        case SumRule.ALWAYS:
            return tuple(sizes)
        case SumRule.NOT_IN_1_CARD_ROUND:
            return tuple(size for size in sizes if size > 1)
        case SumRule.FROM_ROUND_4:
            return tuple(sizes[3:])
        case SumRule.DEALER_LEADS:
            return tuple(sizes[1:])
