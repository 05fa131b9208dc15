"""The pages on the game as a whole, and on dealing and trump."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.languages import _, listed, n_
from bot.render import words
from bot.render.rulebook.facts import BASE_CARDS, Facts
from bot.render.wording import Where
from engine.options import FirstDealer, Labels, NextDealer, WizardTurnup

_LONG_RUN: Final = 6
"""From so many steps of the same size on, a row of numbers is shortened."""


# --- the game ------------------------------------------------------------------------------------


def the_game(game: Facts) -> Iterator[str]:
    """Yield what the game is about, and what it is played with."""
    yield _(
        "**The aim.** In each round you say beforehand how many tricks you will take. Take exactly that many and you "
        "score; one too many costs you as much as one too few. (A trick is one card from everybody, and whoever played "
        "the best card takes it.)"
    )
    yield _cards(game)
    yield _rounds(game)
    yield _course(game)
    yield _("**The end.** After the last round the highest total wins.")


def _cards(game: Facts) -> str:
    lines = [
        n_("**The cards.** {count} card:", "**The cards.** {count} cards:", BASE_CARDS + len(game.specials)),
        _suit_cards(game),
        _("- four Wizards ([W]), which beat every suit card"),
        _("- four Jesters ([J]), which lose to every suit card"),
    ]
    if game.specials:
        names = listed(game.marked(game.specials))
        special = n_(
            "- {count} special card: {cards}",
            "- {count} special cards, one of each: {cards}",
            len(game.specials),
            cards=names,
        )
        lines.append(special)
    if game.labels is Labels.FACES:
        lines.append(_("[R10] is the red Jack; a J without a suit is a Jester."))
    return "\n".join(lines)


def _suit_cards(game: Facts) -> str:
    suits = listed([words.suit_text(suit) for suit in words.SUIT_MARKS])
    if game.labels is Labels.FACES:
        # L10N: [9] is a card's rank as this table writes it; here the ranks go from 2 over 10, J, Q and K up to A.
        return _(
            "- four suits, {suits}, each from [1] (low) up to [9], then [10], [11], [12] and [13] (high)", suits=suits
        )
    return _("- four suits, {suits}, each from [1] (low) to [13] (high)", suits=suits)


def _rounds(game: Facts) -> str:
    if game.players is None:
        lines = [_("**The rounds.** Everybody gets this many cards, round by round:")]
        lines += [_rounds_of(players, sizes) for players, sizes in game.schedules.items()]
    else:
        sizes = game.schedules[game.players]
        # L10N: {sizes} is like "1, 2, 3 … 15": how many cards each player gets, round by round.
        rounds = n_(
            "**The rounds.** {players} players play {count} round. Cards for each, round by round: {sizes}.",
            "**The rounds.** {players} players play {count} rounds. Cards for each, round by round: {sizes}.",
            len(sizes),
            players=game.players,
            sizes=row(sizes),
        )
        lines = [rounds]
    if game.specials:
        lines.append(
            n_("The special card adds no rounds.", "The special cards add no rounds.", len(game.specials)),
        )
    return "\n".join(lines)


def _rounds_of(players: int, sizes: Sequence[int]) -> str:
    # L10N: {sizes} is like "1, 2, 3 … 15": how many cards each player gets, round by round.
    return n_(
        "- {players} players, {count} round: {sizes}",
        "- {players} players, {count} rounds: {sizes}",
        len(sizes),
        players=players,
        sizes=row(sizes),
    )


def row(sizes: Sequence[int]) -> str:
    """Return numbers in a row; a long run of equal steps is shortened: ``1, 2, 3 … 15``."""
    parts, at = [], 0
    while at < len(sizes):
        end = _end_of_run(sizes, at)
        run = sizes[at:end]
        shown = ", ".join(map(str, run[:3]))
        short = len(run) >= _LONG_RUN and len(set(run)) > 1
        parts.append(f"{shown} … {run[-1]}" if short else ", ".join(map(str, run)))
        at = end
    return ", ".join(parts)


def _end_of_run(sizes: Sequence[int], start: int) -> int:
    end = min(start + 2, len(sizes))
    while end < len(sizes) and sizes[end] - sizes[end - 1] == sizes[start + 1] - sizes[start]:
        end += 1
    return end


def _course(game: Facts) -> str:
    if game.turns_up:
        return _(
            "**A round.** In this order: the cards are dealt, one more is turned up for the trump, everybody bids, the "
            "tricks are played and the points are counted. The next pages tell of each."
        )
    return _(
        "**A round.** In this order: the cards are dealt, everybody bids, the tricks are played and the points are "
        "counted. The next pages tell of each."
    )


# --- dealing and trump ---------------------------------------------------------------------------


def dealing(game: Facts) -> Iterator[str]:
    """Yield who deals, and how the trump is found."""
    # L10N: {sentences} say who deals first and who deals next.
    yield _("**The dealer.** {sentences}", sentences=" ".join([*_first_dealer(game), *_next_dealer(game)]))
    yield n_(
        "**The deal.** Before every round the bot shuffles all {count} card together and deals for the dealer.",
        "**The deal.** Before every round the bot shuffles all {count} cards together and deals for the dealer.",
        BASE_CARDS + len(game.specials),
    )
    if not game.turns_up:
        yield _("**No trump.** All cards are dealt, none is left to turn up. So there is never a trump suit.")
        return
    meaning = _(
        "**Trump.** Cards of the trump suit beat those of all other suits. When everybody has their hand, one more "
        "card is turned up. It stays in sight and out of play, and it settles the trump before anybody bids:"
    )
    yield "\n".join([meaning, *_turn_ups(game)])
    yield from game.asides(Where.TURN_UP)
    if game.dealt_out:
        yield _dealt_out(game)
    elif game.specials:
        yield n_(
            "**Always a card.** The special card is extra, so there is a card to turn up in every round, the last one "
            "included.",
            "**Always a card.** The special cards are extra, so there is a card to turn up in every round, the last "
            "one included.",
            len(game.specials),
        )


def _first_dealer(game: Facts) -> Iterator[str]:
    match game.options.first_dealer:
        case FirstDealer.RANDOM:
            yield _("Chance picks the first dealer.")
        case FirstDealer.HOST:
            yield _("The host of the table deals first; in a rematch whoever sits after the last first dealer.")
        case FirstDealer.HIGH_CARD:
            if game.specials:
                yield _(
                    "For the first deal a card is drawn for everybody from the {cards} cards without special ones, in "
                    "everybody's sight; nobody has to press anything.",
                    cards=BASE_CARDS,
                )
            else:
                yield _(
                    "For the first deal a card is drawn for everybody from the {cards} cards, in everybody's sight; "
                    "nobody has to press anything.",
                    cards=BASE_CARDS,
                )
            yield _(
                "The highest card deals: Jesters are lowest, then come [1] to [13], Wizards are highest, and the suit "
                "doesn't matter. Those who share the highest draw again, from all the cards shuffled anew."
            )


def _next_dealer(game: Facts) -> Iterator[str]:
    if game.most_rounds == 1:
        return
    if game.options.next_dealer is NextDealer.LEFT:
        yield _("After each round the player to the dealer's left deals.")
    else:
        yield _("Whoever takes the last trick of a round deals the next one.")
        yield from game.asides(Where.NEXT_DEALER)


def _turn_ups(game: Facts) -> Iterator[str]:
    # L10N: What each card means when it is turned up.
    yield _("- a suit card: its suit is trump")
    # L10N: What each card means when it is turned up.
    yield _("- a Jester: no trump in this round")
    if game.options.wizard_turnup is WizardTurnup.NONE:
        # L10N: After "a Jester: no trump in this round".
        yield _("- a Wizard: no trump, either")
    elif game.forehead:
        yield _(
            "- a Wizard: the dealer looks at their hand and names the trump, one of the four suits (in a round with "
            "one card they see only the others' cards)"
        )
    else:
        yield _("- a Wizard: the dealer looks at their hand and names the trump, one of the four suits")
    naming = [card for card in game.specials if card.names_trump]
    without = [card for card in game.specials if not card.names_trump]
    if naming:
        yield _("- {cards}: the dealer names one of the four suits", cards=listed(game.marked(naming), or_=True))
    if without:
        yield _("- {cards}: no trump", cards=listed(game.marked(without), or_=True))


def _dealt_out(game: Facts) -> str:
    if game.players is not None:
        return n_(
            "**The last card.** In a round with {count} card for each of you none is left to turn up, and there is no "
            "trump.",
            "**The last card.** In a round with {count} cards for each of you none is left to turn up, and there is "
            "no trump.",
            game.dealt_out[game.players],
        )
    # L10N: The number of cards each player gets, in a list: "15 each with 4 players".
    sizes = [_("{cards} each with {players} players", cards=at, players=of) for of, at in game.dealt_out.items()]
    # L10N: {sizes} is like "15 each with 4 players and 12 each with 5 players".
    return _(
        "**The last card.** In a round with all cards dealt ({sizes}) none is left to turn up, and there is no trump.",
        sizes=listed(sizes),
    )
