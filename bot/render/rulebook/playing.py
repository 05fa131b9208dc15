"""The pages on bids, tricks and points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.languages import _, later, listed, n_, p_
from bot.render import faces, special_words, words
from bot.render.rulebook.facts import Facts
from bot.render.rulebook.specials import who_takes
from bot.render.wording import Where
from engine import rules
from engine.options import Bidding, SumRule, Tie
from engine.special import Lead, Special

_EXAMPLE_SIZE: Final = 5
"""A round of about so many cards makes the plainest example of a sum rule."""


# --- bids ----------------------------------------------------------------------------------------


def bids(game: Facts) -> Iterator[str]:
    """Yield what a bid is, and which may not be made."""
    yield " ".join([_your_bid(), _final(game)])
    yield " ".join(_bid_order(game))
    if game.bound:
        yield "\n".join([" ".join(_sum_rule(game)), _sum_example(game)])
    if game.forehead:
        yield _(
            "**Rounds with one card.** Here you see everybody's card but your own. You bid from what the others have, "
            "and when it is your turn you play your card without knowing it. Spectators see no card at all."
        )


def _your_bid() -> str:
    return _(
        "**Your bid** is the number of tricks you mean to take in this round: anything from 0 up to the number of "
        "cards in your hand."
    )


def _final(game: Facts) -> str:
    exceptions = game.asides(Where.BID)
    if not exceptions:
        return _("Once made, it stays.")
    # L10N: "it" is a bid. {exceptions} are clauses: "the Bomb can cancel it and the Cloud can change it".
    return _("Once made, it stays; only {exceptions}.", exceptions=listed(exceptions))


def _bid_order(game: Facts) -> Iterator[str]:
    match game.options.bidding:
        case Bidding.OPEN:
            yield _(
                "**Who bids when.** Openly and in turn: the player to the dealer's left begins, then on clockwise. "
                "The dealer bids last."
            )
            if not game.bound:
                yield _("All bids together may come to any number.")
        case Bidding.HIDDEN:
            yield _(
                "**Who bids when.** All at the same time and hidden: the others see only that you have bid. When "
                "everybody has, all bids are shown, and play begins."
            )
        case Bidding.SECRET:
            yield _(
                "**Who bids when.** All at the same time, and in secret: the others see only that you have bid. The "
                "bids stay secret until the points of the round are counted; how many tricks each has taken is there "
                "for all to see."
            )


def _sum_rule(game: Facts) -> Iterator[str]:
    yield _("**The dealer's bid.** All bids together may not come to exactly the number of cards in each hand.")
    if game.specials:
        yield _("The dealer, who bids last, has to see to that.")
    else:
        yield _("The dealer, who bids last, has to see to that, so somebody will miss their bid.")
    yield _where_it_holds(game)
    yield from game.asides(Where.SUM_RULE)


def _where_it_holds(game: Facts) -> str:
    match game.options.sum_rule:
        case SumRule.FROM_ROUND_4:
            return _("This begins with the fourth round; in the first three every bid is allowed.")
        case SumRule.DEALER_LEADS:
            return _(
                "This holds only for a dealer who leads: before the round nobody has more points than the dealer, and "
                "somebody has fewer. So never in the first round."
            )
    if not game.has_1_card_round:
        return _("This holds in every round.")
    if game.options.sum_rule is SumRule.NOT_IN_1_CARD_ROUND:
        return _("Rounds with one card are free of this rule.")
    return _("This holds in every round, also with one card.")


def _sum_example(game: Facts) -> str:
    players = 4 if 4 in game.bound else next(iter(game.bound))
    size = min(game.bound[players], key=lambda size: abs(size - _EXAMPLE_SIZE))
    earlier = [*((2, 1) if size > 2 else (size - 1, 0)), 0, 0, 0][: players - 1]
    # L10N: {bids} is like "2, 1 and 0", {sum} what they add up to.
    return n_(
        "Example with {players} players and {count} card: the others bid {bids}, {sum} together. The dealer may bid "
        "anything but {forbidden}. If they bid more than {count} together, the dealer is free.",
        "Example with {players} players and {count} cards: the others bid {bids}, {sum} together. The dealer may bid "
        "anything but {forbidden}. If they bid more than {count} together, the dealer is free.",
        size,
        players=players,
        bids=listed([str(bid) for bid in earlier]),
        sum=sum(earlier),
        forbidden=rules.forbidden_bid(size, earlier, players),
    )


# --- tricks --------------------------------------------------------------------------------------


def tricks(game: Facts) -> Iterator[str]:
    """Yield what may be played, and who takes a trick."""
    yield " ".join(_who_leads(game))
    yield " ".join(_suit_to_follow(game))
    yield " ".join(_your_card(game))
    yield who_takes(game)


def _who_leads(game: Facts) -> Iterator[str]:
    yield _(
        "**Who leads.** The player to the dealer's left leads the first trick. Whoever takes a trick leads the next."
    )
    yield from game.asides(Where.LEAD)
    yield _("Everybody plays one card, clockwise.")


def _suit_to_follow(game: Facts) -> Iterator[str]:
    yield _("**The suit to follow** is that of the first suit card in the trick.")
    if names := game.names(game.leading(Lead.SETS)):
        yield n_(
            "The {cards} counts as a card of the suit that was named.",
            "The {cards} count as cards of the suit that was named.",
            len(names),
            cards=listed(names),
        )
    # L10N: The cards, in a list of several: "Jesters, Fairy and Witch don't set it; the next card does."
    passing = [p_("card", "Jesters"), *game.names(game.leading(Lead.PASSES))]
    # L10N: "it" is the suit to follow. {cards} is like "Jesters" or "Jesters, Fairy and Witch".
    yield _("{cards} don't set it; the next card does.", cards=listed(passing))
    freeing = [p_("card", "Wizard"), *game.names(game.leading(Lead.FREES))]
    # L10N: {cards} is "Wizard" or "Wizard or Dragon".
    yield _(
        "If a {cards} comes before the suit is set, everybody is free: this trick has no suit to follow, whatever "
        "comes later.",
        cards=listed(freeing, or_=True),
    )
    yield from map(_as_said, game.turncoats)
    for name in game.names(game.copies):
        yield _("The {card} does what the copied card does.", card=name)


_LEADS: Final[Mapping[Lead, str]] = {
    # L10N: {said} is like "a Wizard". See "The {card} {does}.".
    Lead.SETS: later("as {said} sets the suit"),
    # L10N: {said} is like "a Wizard". See "The {card} {does}.".
    Lead.FREES: later("as {said} frees everybody"),
    # L10N: {said} is like "a Wizard". See "The {card} {does}.".
    Lead.PASSES: later("as {said} leaves the suit to the next card"),
}


def _as_said(card: Special) -> str:
    """Return what a card does that does one thing or the other, as its player says."""
    does = [
        _(_LEADS[shape.lead], said=special_words.choice(card.code, said).name)
        for said, shape in faces.shapes(card.code).items()
    ]
    # L10N: {does} is a list: "as a Wizard frees everybody and as a Jester leaves the suit to the next card". Where word
    # order or cases don't allow that, put a colon between, and give each part of the list a subject of its own.
    return _("The {card} {does}.", card=special_words.of(card.code).name, does=listed(does))


def _your_card(game: Facts) -> Iterator[str]:
    if game.playable:
        yield _(
            "**Your card.** If you have the suit to follow, you play it, or else a Wizard, a Jester or any special "
            "card: these are always allowed."
        )
    else:
        yield _(
            "**Your card.** If you have the suit to follow, you play it, or else a Wizard or a Jester: these are "
            "always allowed."
        )
    yield _("If you don't have it you may play anything.")
    yield _("You never have to play trump or beat a card.") if game.turns_up else _("You never have to beat a card.")
    if free := game.names([*game.leading(Lead.SETS), *game.copies]):
        yield n_(
            "Only plain suit cards bind you: the {cards} in your hand never has to be played.",
            "Only plain suit cards bind you: the {cards} in your hand never have to be played.",
            len(free),
            cards=listed(free),
        )


# --- points --------------------------------------------------------------------------------------


def points(game: Facts) -> Iterator[str]:
    """Yield what a round brings."""
    yield _(
        "**Exactly as bid:** 20 points, and 10 more for each trick taken.\n"
        "Bid 0, took 0: {none} points. Bid 2, took 2: {two}.",
        none=rules.score(0, 0),
        two=rules.score(2, 2),
    )
    yield _(
        "**Otherwise** you lose 10 points for each trick too many or too few, and the tricks bring nothing.\n"
        "Bid 3, took 1: {few} points. Bid 0, took 1: {many}. A total may be below zero.",
        few=words.number(rules.score(3, 1)),
        many=words.number(rules.score(0, 1)),
    )
    yield from game.asides(Where.POINTS)
    if game.options.tie is Tie.SHARED or game.most_rounds == 1:
        yield _(
            "**Equal totals.** Players with the same total share a place, and the next one is left out: 1st, 1st, 3rd."
        )
    else:
        yield _(
            "**Equal totals.** With the same total, whoever was exact in more rounds is ahead. Then the best single "
            "round of each is compared, then the second best, and so on. Those who are still equal share a place, and "
            "the next one is left out: 1st, 1st, 3rd."
        )
