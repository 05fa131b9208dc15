"""The pages on bids, tricks and points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.render import faces, special_words, words
from bot.render.rulebook.facts import Facts, listed
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
    yield (
        "**Your bid** is the number of tricks you mean to take in this round: anything from 0 up to the number of "
        f"cards in your hand. {_final(game)}"
    )
    yield f"**Who bids when.** {_bid_order(game)}"
    if game.bound:
        yield _sum_rule(game)
    if game.forehead:
        yield (
            "**Rounds with one card.** Here you see everybody's card but your own. You bid from what the others have, "
            "and when it is your turn you play your card without knowing it. Spectators see no card at all."
        )


def _final(game: Facts) -> str:
    exceptions = game.asides(Where.BID)
    return f"Once made, it stays; only {listed(exceptions)}." if exceptions else "Once made, it stays."


def _bid_order(game: Facts) -> str:
    match game.options.bidding:
        case Bidding.OPEN:
            free = "" if game.bound else " All bids together may come to any number."
            return (
                "Openly and in turn: the player to the dealer's left begins, then on clockwise. The dealer bids "
                f"last.{free}"
            )
        case Bidding.HIDDEN:
            return (
                "All at the same time and hidden: the others see only that you have bid. When everybody has, all "
                "bids are shown, and play begins."
            )
        case Bidding.SECRET:
            return (
                "All at the same time, and in secret: the others see only that you have bid. The bids stay secret "
                "until the points of the round are counted; how many tricks each has taken is there for all to see."
            )


def _sum_rule(game: Facts) -> str:
    holds = f"{_where_it_holds(game)}{game.aside(Where.SUM_RULE)}"
    missed = "" if game.specials else ", so somebody will miss their bid"
    return (
        "**The dealer's bid.** All bids together may not come to exactly the number of cards in each hand. The dealer, "
        f"who bids last, has to see to that{missed}. {holds}\n{_sum_example(game)}"
    )


def _where_it_holds(game: Facts) -> str:
    match game.options.sum_rule:
        case SumRule.FROM_ROUND_4:
            return "This begins with the fourth round; in the first three every bid is allowed."
        case SumRule.DEALER_LEADS:
            return (
                "This holds only for a dealer who leads: before the round nobody has more points than the dealer, and "
                "somebody has fewer. So never in the first round."
            )
    if not game.has_1_card_round:
        return "This holds in every round."
    if game.options.sum_rule is SumRule.NOT_IN_1_CARD_ROUND:
        return "Rounds with one card are free of this rule."
    return "This holds in every round, also with one card."


def _sum_example(game: Facts) -> str:
    players = 4 if 4 in game.bound else next(iter(game.bound))
    size = min(game.bound[players], key=lambda size: abs(size - _EXAMPLE_SIZE))
    earlier = [*((2, 1) if size > 2 else (size - 1, 0)), 0, 0, 0][: players - 1]
    forbidden = rules.forbidden_bid(size, earlier, players)
    return (
        f"Example with {players} players and {words.plural(size, 'card')}: the others bid "
        f"{listed(map(str, earlier))}, {sum(earlier)} together. The dealer may bid anything but {forbidden}. "
        f"If they bid more than {size} together, the dealer is free."
    )


# --- tricks --------------------------------------------------------------------------------------


def tricks(game: Facts) -> Iterator[str]:
    """Yield what may be played, and who takes a trick."""
    yield (
        "**Who leads.** The player to the dealer's left leads the first trick. Whoever takes a trick leads the next."
        f"{game.aside(Where.LEAD)} Everybody plays one card, clockwise."
    )
    yield _suit_to_follow(game)
    yield _your_card(game)
    yield who_takes(game)


def _suit_to_follow(game: Facts) -> str:
    lines = ["**The suit to follow** is that of the first suit card in the trick."]
    if names := game.names(game.leading(Lead.SETS)):
        count = "counts as a card" if len(names) == 1 else "count as cards"
        lines.append(f"The {listed(names)} {count} of the suit that was named.")
    passing = listed(["Jesters", *game.names(game.leading(Lead.PASSES))])
    lines.append(f"{passing} don't set it; the next card does.")
    frees = listed(["Wizard", *game.names(game.leading(Lead.FREES))], "or")
    lines.append(
        f"If a {frees} comes before the suit is set, everybody is free: this trick has no suit to follow, whatever "
        "comes later."
    )
    lines += map(_as_said, game.turncoats)
    lines += [f"The {name} does what the copied card does." for name in game.names(game.copies)]
    return " ".join(lines)


_LEADS: Final[Mapping[Lead, str]] = {
    Lead.SETS: "sets the suit",
    Lead.FREES: "frees everybody",
    Lead.PASSES: "leaves the suit to the next card",
}


def _as_said(card: Special) -> str:
    """Return what a card does that does one thing or the other, as its player says."""
    does = (
        f"as {special_words.choice(card.code, said).name} {_LEADS[shape.lead]}"
        for said, shape in faces.shapes(card.code).items()
    )
    return f"The {special_words.of(card.code).name} {listed(does)}."


def _your_card(game: Facts) -> str:
    always = "a Wizard, a Jester or any special card" if game.playable else "a Wizard or a Jester"
    duties = "play trump or beat a card" if game.turns_up else "beat a card"
    mine = (
        f"**Your card.** If you have the suit to follow, you play it, or else {always}: these are always allowed. "
        f"If you don't have it you may play anything. You never have to {duties}."
    )
    free = game.names([*game.leading(Lead.SETS), *game.copies])
    if not free:
        return mine
    have = "has" if len(free) == 1 else "have"
    return f"{mine} Only plain suit cards bind you: the {listed(free)} in your hand never {have} to be played."


# --- points --------------------------------------------------------------------------------------


def points(game: Facts) -> Iterator[str]:
    """Yield what a round brings."""
    yield (
        "**Exactly as bid:** 20 points, and 10 more for each trick taken.\n"
        f"Bid 0, took 0: {rules.score(0, 0)} points. Bid 2, took 2: {rules.score(2, 2)}."
    )
    yield (
        "**Otherwise** you lose 10 points for each trick too many or too few, and the tricks bring nothing.\n"
        f"Bid 3, took 1: {words.number(rules.score(3, 1))} points. Bid 0, took 1: {words.number(rules.score(0, 1))}. "
        "A total may be below zero."
    )
    yield from game.asides(Where.POINTS)
    yield f"**Equal totals.** {_tie(game)}"


def _tie(game: Facts) -> str:
    shared = "share a place, and the next one is left out: 1st, 1st, 3rd."
    if game.options.tie is Tie.SHARED or game.most_rounds == 1:
        return f"Players with the same total {shared}"
    return (
        "With the same total, whoever was exact in more rounds is ahead. Then the best single round of each is "
        f"compared, then the second best, and so on. Those who are still equal {shared}"
    )
