"""The pages on the game as a whole, and on dealing and trump."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.render import words
from bot.render.rulebook.facts import BASE_CARDS, Facts, listed
from bot.render.wording import Where
from engine.options import FirstDealer, Labels, NextDealer, WizardTurnup

_LONG_RUN: Final = 6
"""From so many steps of the same size on, a row of numbers is shortened."""


# --- the game ------------------------------------------------------------------------------------


def the_game(game: Facts) -> Iterator[str]:
    """Yield what the game is about, and what it is played with."""
    yield (
        "**The aim.** In each round you say beforehand how many tricks you will take. Take exactly that many and you "
        "score; one too many costs you as much as one too few. (A trick is one card from everybody, and whoever played "
        "the best card takes it.)"
    )
    yield _cards(game)
    yield _rounds(game)
    yield _course(game)
    yield "**The end.** After the last round the highest total wins."


def _cards(game: Facts) -> str:
    ranks = "[1] (low) to [13] (high)"
    if game.labels is Labels.FACES:
        ranks = "[1] (low) up to [9], then [10], [11], [12] and [13] (high)"
    lines = [
        f"**The cards.** {BASE_CARDS} cards:",
        f"- four suits, {listed(map(words.suit_text, words.SUIT_MARKS))}, each from {ranks}",
        "- four Wizards ([W]), which beat every suit card",
        "- four Jesters ([J]), which lose to every suit card",
    ]
    if game.labels is Labels.FACES:
        lines.append("[R10] is the red Jack; a J without a suit is a Jester.")
    if game.specials:
        count = len(game.specials)
        names = listed(game.marked(game.specials))
        lines[0] = f"**The cards.** {BASE_CARDS + count} cards:"
        each = ", one of each" if count > 1 else ""
        lines.insert(4, f"- {words.plural(count, 'special card')}{each}: {names}")
    return "\n".join(lines)


def _rounds(game: Facts) -> str:
    if game.players is None:
        lines = ["**The rounds.** Everybody gets this many cards, round by round:"]
        lines += [_rounds_of(players, sizes) for players, sizes in game.schedules.items()]
    else:
        sizes = game.schedules[game.players]
        rounds = words.plural(len(sizes), "round")
        lines = [f"**The rounds.** {game.players} players play {rounds}. Cards for each, round by round: {row(sizes)}."]
    if game.specials:
        lines.append(f"{_the_specials(game)} no rounds.")
    return "\n".join(lines)


def _rounds_of(players: int, sizes: Sequence[int]) -> str:
    return f"- {players} players, {words.plural(len(sizes), 'round')}: {row(sizes)}"


def _the_specials(game: Facts) -> str:
    return "The special cards add" if len(game.specials) > 1 else "The special card adds"


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
    steps = ["the cards are dealt"]
    if game.turns_up:
        steps.append("one more is turned up for the trump")
    steps += ["everybody bids", "the tricks are played", "the points are counted"]
    return f"**A round.** In this order: {listed(steps)}. The next pages tell of each."


# --- dealing and trump ---------------------------------------------------------------------------


def dealing(game: Facts) -> Iterator[str]:
    """Yield who deals, and how the trump is found."""
    yield f"**The dealer.** {_first_dealer(game)}{_next_dealer(game)}"
    cards = BASE_CARDS + len(game.specials)
    yield f"**The deal.** Before every round the bot shuffles all {cards} cards together and deals for the dealer."
    if not game.turns_up:
        yield "**No trump.** All cards are dealt, none is left to turn up. So there is never a trump suit."
        return
    yield (
        "**Trump.** Cards of the trump suit beat those of all other suits. When everybody has their hand, one more "
        "card is turned up. It stays in sight and out of play, and it settles the trump before anybody bids:"
        f"\n{_turn_ups(game)}"
    )
    yield from game.asides(Where.TURN_UP)
    if game.dealt_out:
        yield f"**The last card.** In a round with {_dealt_out(game)} none is left to turn up, and there is no trump."
    elif game.specials:
        yield f"**Always a card.** {_enough(game)}"


def _first_dealer(game: Facts) -> str:
    match game.options.first_dealer:
        case FirstDealer.RANDOM:
            return "Chance picks the first dealer."
        case FirstDealer.HOST:
            return "The host of the table deals first; in a rematch whoever sits after the last first dealer."
        case FirstDealer.HIGH_CARD:
            pack = f"the {BASE_CARDS} cards without special ones" if game.specials else f"the {BASE_CARDS} cards"
            return (
                f"For the first deal a card is drawn for everybody from {pack}, in everybody's sight; nobody has to "
                "press anything. The highest card deals: Jesters are lowest, then come [1] to [13], Wizards are "
                "highest, and the suit doesn't matter. Those who share the highest draw again, from all the cards "
                "shuffled anew."
            )


def _next_dealer(game: Facts) -> str:
    if game.most_rounds == 1:
        return ""
    if game.options.next_dealer is NextDealer.LEFT:
        return " After each round the player to the dealer's left deals."
    return f" Whoever takes the last trick of a round deals the next one.{game.aside(Where.NEXT_DEALER)}"


def _turn_ups(game: Facts) -> str:
    lines = ["- a suit card: its suit is trump", "- a Jester: no trump in this round"]
    if game.options.wizard_turnup is WizardTurnup.DEALER:
        lines.append("- a Wizard: the dealer looks at their hand and names the trump, one of the four suits")
        if game.forehead:
            lines[-1] += " (in a round with one card they see only the others' cards)"
    else:
        lines.append("- a Wizard: no trump, either")
    naming = [card for card in game.specials if card.names_trump]
    without = [card for card in game.specials if not card.names_trump]
    for cards, what in ((naming, "the dealer names one of the four suits"), (without, "no trump")):
        if cards:
            lines.append(f"- {listed(game.marked(cards), 'or')}: {what}")
    return "\n".join(lines)


def _dealt_out(game: Facts) -> str:
    if game.players is not None:
        return f"{game.dealt_out[game.players]} cards for each of you"
    sizes = (f"{size} each with {players} players" for players, size in game.dealt_out.items())
    return f"all cards dealt ({listed(sizes)})"


def _enough(game: Facts) -> str:
    those = "The special cards are" if len(game.specials) > 1 else "The special card is"
    return f"{those} extra, so there is a card to turn up in every round, the last one included."
