"""The rules of one table in plain words, generated from its options (rules.md).

`pages` is pure; `book` is the message that shows one page with the buttons to turn it. A sentence appears only
where it can come true: no dealer's rule that never binds, no special card that isn't in the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, select
from bot.render import special_words, words
from bot.render.notices import GOLD, message, rule, text
from bot.render.special_words import EXAMPLE_PLAYERS, Example, Opening
from bot.tableview import TableView
from engine import rules
from engine.options import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Bidding,
    Bomb,
    FirstDealer,
    Labels,
    NextDealer,
    Options,
    SumRule,
    Tie,
    WizardTurnup,
)

OPEN_ANEW: Final = "new"
"""The argument of a press that asks for the rules as a message of its own."""
_PICK: Final = "pick"
_BASE_CARDS: Final = 60
_EXAMPLE_SIZE: Final = 5
"""A round of about so many cards makes the plainest example of a sum rule."""
_LONG_RUN: Final = 6
"""From so many steps of the same size on, a row of numbers is shortened."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the rules."""

    title: str
    text: str


@dataclass(frozen=True)
class _Game:
    """What the sentences depend on: the options, and the rounds for each number of players it may be."""

    options: Options
    schedules: Mapping[int, tuple[int, ...]]

    @property
    def labels(self) -> Labels:
        return self.options.labels

    @property
    def players(self) -> int | None:
        """Return how many play; None before that is known."""
        return next(iter(self.schedules)) if len(self.schedules) == 1 else None

    @cached_property
    def specials(self) -> tuple[str, ...]:
        """Return the special cards in the deck, in their fixed order."""
        return tuple(code for code in special_words.SPECIALS if code in self.options.special_cards)

    @cached_property
    def playable(self) -> tuple[str, ...]:
        """Return the special cards that can lie in a trick."""
        return tuple(code for code in self.specials if _opening(code) is not Opening.NEVER_PLAYED)

    def has(self, code: str) -> bool:
        return code in self.options.special_cards

    @property
    def tricks_blow_up(self) -> bool:
        return self.has("BOMB") and self.options.bomb is Bomb.TRICK

    @property
    def bids_are_cancelled(self) -> bool:
        return self.has("BOMB") and self.options.bomb is Bomb.BIDS

    @property
    def most_rounds(self) -> int:
        return max(map(len, self.schedules.values()))

    @property
    def has_1_card_round(self) -> bool:
        return any(1 in sizes for sizes in self.schedules.values())

    @property
    def forehead(self) -> bool:
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
            if size * players == _BASE_CARDS
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


def _opening(code: str) -> Opening:
    return special_words.SPECIALS[code].opening


def pages(options: Options, players: int | None) -> tuple[Page, ...]:
    """Return the rules as this table plays them; `players` is None as long as that may change."""
    numbers = range(MIN_PLAYERS, MAX_PLAYERS + 1) if players is None else (players,)
    game = _Game(options, {number: rules.schedule(options, number) for number in numbers})
    return tuple(Page(title, special_words.filled("\n\n".join(parts), game.labels)) for title, parts in _written(game))


def _written(game: _Game) -> Iterator[tuple[str, Iterable[str]]]:
    yield "The game", _the_game(game)
    yield "Dealing and trump" if game.turns_up else "Dealing", _dealing(game)
    yield "Bids", _bids(game)
    yield "Tricks", _tricks(game)
    yield "Points", _points(game)
    if game.specials:
        yield "Special cards", _special_cards(game)
    for code in game.specials:
        yield special_words.marked(code, game.labels), _special(game, code)


# --- the game ------------------------------------------------------------------------------------


def _the_game(game: _Game) -> Iterator[str]:
    yield (
        "**The aim.** In each round you say beforehand how many tricks you will take. Take exactly that many and you "
        "score; one too many costs you as much as one too few. (A trick is one card from everybody, and whoever played "
        "the best card takes it.)"
    )
    yield _cards(game)
    yield _rounds(game)
    yield _course(game)
    yield "**The end.** After the last round the highest total wins."


def _cards(game: _Game) -> str:
    ranks = "[1] (low) to [13] (high)"
    if game.labels is Labels.FACES:
        ranks = "[1] (low) up to [9], then [10], [11], [12] and [13] (high)"
    lines = [
        f"**The cards.** {_BASE_CARDS} cards:",
        f"- four suits, {_listed(map(words.suit_text, words.SUIT_MARKS))}, each from {ranks}",
        "- four Wizards ([W]), which beat every suit card",
        "- four Jesters ([J]), which lose to every suit card",
    ]
    if game.labels is Labels.FACES:
        lines.append("[R10] is the red Jack; a J without a suit is a Jester.")
    if game.specials:
        count = len(game.specials)
        names = _listed(special_words.marked(code, game.labels) for code in game.specials)
        lines[0] = f"**The cards.** {_BASE_CARDS + count} cards:"
        each = ", one of each" if count > 1 else ""
        lines.insert(4, f"- {words.plural(count, 'special card')}{each}: {names}")
    return "\n".join(lines)


def _rounds(game: _Game) -> str:
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


def _the_specials(game: _Game) -> str:
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


def _course(game: _Game) -> str:
    steps = ["the cards are dealt"]
    if game.turns_up:
        steps.append("one more is turned up for the trump")
    steps += ["everybody bids", "the tricks are played", "the points are counted"]
    return f"**A round.** In this order: {_listed(steps)}. The next pages tell of each."


# --- dealing and trump ---------------------------------------------------------------------------


def _dealing(game: _Game) -> Iterator[str]:
    yield f"**The dealer.** {_first_dealer(game)}{_next_dealer(game)}"
    cards = _BASE_CARDS + len(game.specials)
    yield f"**The deal.** Before every round the bot shuffles all {cards} cards together and deals for the dealer."
    if not game.turns_up:
        yield "**No trump.** All cards are dealt, none is left to turn up. So there is never a trump suit."
        return
    yield (
        "**Trump.** Cards of the trump suit beat those of all other suits. When everybody has their hand, one more "
        "card is turned up. It stays in sight and out of play, and it settles the trump before anybody bids:"
        f"\n{_turn_ups(game)}"
    )
    if game.has("WEREWOLF"):
        yield _werewolf(game)
    if game.dealt_out:
        yield f"**The last card.** In a round with {_dealt_out(game)} none is left to turn up, and there is no trump."
    elif game.specials:
        yield f"**Always a card.** {_enough(game)}"


def _first_dealer(game: _Game) -> str:
    match game.options.first_dealer:
        case FirstDealer.RANDOM:
            return "Chance picks the first dealer."
        case FirstDealer.HOST:
            return "The host of the table deals first; in a rematch whoever sits after the last first dealer."
        case FirstDealer.HIGH_CARD:
            pack = f"the {_BASE_CARDS} cards without special ones" if game.specials else f"the {_BASE_CARDS} cards"
            return (
                f"For the first deal a card is drawn for everybody from {pack}, in everybody's sight; nobody has to "
                "press anything. The highest card deals: Jesters are lowest, then come [1] to [13], Wizards are "
                "highest, and the suit doesn't matter. Those who share the highest draw again, from all the cards "
                "shuffled anew."
            )


def _next_dealer(game: _Game) -> str:
    if game.most_rounds == 1:
        return ""
    if game.options.next_dealer is NextDealer.LEFT:
        return " After each round the player to the dealer's left deals."
    bombed = " If that trick was blown up, it is whoever would have taken it." if game.tricks_blow_up else ""
    return f" Whoever takes the last trick of a round deals the next one.{bombed}"


def _turn_ups(game: _Game) -> str:
    lines = ["- a suit card: its suit is trump", "- a Jester: no trump in this round"]
    if game.options.wizard_turnup is WizardTurnup.DEALER:
        lines.append("- a Wizard: the dealer looks at their hand and names the trump, one of the four suits")
        if game.forehead:
            lines[-1] += " (in a round with one card they see only the others' cards)"
    else:
        lines.append("- a Wizard: no trump, either")
    naming = [code for code in game.specials if special_words.SPECIALS[code].dealer_names]
    without = [code for code in game.specials if code not in naming]
    for codes, what in ((naming, "the dealer names one of the four suits"), (without, "no trump")):
        if codes:
            lines.append(f"- {_listed((special_words.marked(code, game.labels) for code in codes), 'or')}: {what}")
    return "\n".join(lines)


def _werewolf(game: _Game) -> str:
    spare = (
        " Whenever the Werewolf lies there, one more card is turned over before the bids: the Vampire copies that one."
        if game.has("VAMPIRE")
        else ""
    )
    return (
        "**The Werewolf goes first.** If somebody holds it, the Werewolf and the turned-up card change places, and "
        f"that player names a suit or no trump instead of all this.{spare}"
    )


def _dealt_out(game: _Game) -> str:
    if game.players is not None:
        return f"{game.dealt_out[game.players]} cards for each of you"
    sizes = (f"{size} each with {players} players" for players, size in game.dealt_out.items())
    return f"all cards dealt ({_listed(sizes)})"


def _enough(game: _Game) -> str:
    those = "The special cards are" if len(game.specials) > 1 else "The special card is"
    return f"{those} extra, so there is a card to turn up in every round, the last one included."


# --- bids ----------------------------------------------------------------------------------------


def _bids(game: _Game) -> Iterator[str]:
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


def _final(game: _Game) -> str:
    exceptions = []
    if game.has("CLOUD"):
        exceptions.append("the Cloud can change it")
    if game.bids_are_cancelled:
        exceptions.append("the Bomb can cancel it")
    return f"Once made, it stays; only {_listed(exceptions)}." if exceptions else "Once made, it stays."


def _bid_order(game: _Game) -> str:
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


def _sum_rule(game: _Game) -> str:
    missed = "" if game.has("CLOUD") or game.has("BOMB") else ", so somebody will miss their bid"
    cloud = " What the Cloud changes later is not checked again." if game.has("CLOUD") else ""
    return (
        "**The dealer's bid.** All bids together may not come to exactly the number of cards in each hand. The dealer, "
        f"who bids last, has to see to that{missed}. {_where_it_holds(game)}{cloud}\n{_sum_example(game)}"
    )


def _where_it_holds(game: _Game) -> str:
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


def _sum_example(game: _Game) -> str:
    players = 4 if 4 in game.bound else next(iter(game.bound))
    size = min(game.bound[players], key=lambda size: abs(size - _EXAMPLE_SIZE))
    earlier = [*((2, 1) if size > 2 else (size - 1, 0)), 0, 0, 0][: players - 1]
    forbidden = rules.forbidden_bid(size, earlier, players)
    return (
        f"Example with {players} players and {words.plural(size, 'card')}: the others bid "
        f"{_listed(map(str, earlier))}, {sum(earlier)} together. The dealer may bid anything but {forbidden}. "
        f"If they bid more than {size} together, the dealer is free."
    )


# --- tricks --------------------------------------------------------------------------------------


def _tricks(game: _Game) -> Iterator[str]:
    bombed = " After a blown-up trick it is whoever would have taken it." if game.tricks_blow_up else ""
    yield (
        "**Who leads.** The player to the dealer's left leads the first trick. Whoever takes a trick leads the next."
        f"{bombed} Everybody plays one card, clockwise."
    )
    yield _suit_to_follow(game)
    yield _your_card(game)
    yield _who_takes(game)


def _suit_to_follow(game: _Game) -> str:
    frees = ["Wizard", *_named(game, Opening.FREES)]
    lines = ["**The suit to follow** is that of the first suit card in the trick."]
    if names := _named(game, Opening.NAMES):
        count = "counts as a card" if len(names) == 1 else "count as cards"
        lines.append(f"The {_listed(names)} {count} of the suit that was named.")
    passing = _listed(["Jesters", *_named(game, Opening.PASSES)])
    lines.append(f"{passing} don't set it; the next card does.")
    lines.append(
        f"If a {_listed(frees, 'or')} comes before the suit is set, everybody is free: this trick has no suit to "
        "follow, whatever comes later."
    )
    if _named(game, Opening.CHOOSES):
        lines.append("The Shapeshifter does what a Wizard or a Jester does, whichever it is.")
    if _named(game, Opening.COPIES):
        lines.append("The Vampire does what the copied card does.")
    return " ".join(lines)


def _named(game: _Game, opening: Opening) -> list[str]:
    return [special_words.name(code, game.labels) for code in game.specials if _opening(code) is opening]


def _your_card(game: _Game) -> str:
    always = "a Wizard, a Jester or any special card" if game.playable else "a Wizard or a Jester"
    duties = "play trump or beat a card" if game.turns_up else "beat a card"
    mine = (
        f"**Your card.** If you have the suit to follow, you play it, or else {always}: these are always allowed. "
        f"If you don't have it you may play anything. You never have to {duties}."
    )
    free = [*_named(game, Opening.NAMES), *_named(game, Opening.COPIES)]
    if not free:
        return mine
    return f"{mine} Only plain suit cards bind you: the {_listed(free)} in your hand never {_have(free)} to be played."


def _have(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _who_takes(game: _Game) -> str:
    shape = game.has("SHIFT")
    ladder = []
    if game.has("DRAGON"):
        ladder.append("the Dragon; but if the Fairy is there too, the Fairy takes the trick")
    ladder.append(f"the first Wizard{', also a Shapeshifter that is one' if shape else ''}")
    if game.turns_up:
        ladder.append("the highest trump")
    ladder.append("the highest card of the suit to follow")
    ladder.append(f"the first Jester{', also a Shapeshifter that is one' if shape else ''}")
    ladder += [f"the {special_words.SPECIALS[code].name}" for code in ("FAIRY", "WITCH", "BOMB") if game.has(code)]
    lines = ["**Who takes the trick.** The first of these that is in it:"]
    lines += [f"{at}. {what}" for at, what in enumerate(ladder, 1)]
    lines.append("A card of any other suit never takes it.")
    lines += _in_between(game)
    if game.tricks_blow_up:
        lines.append("If there is a Bomb in the trick, nobody gets it.")
    return "\n".join(lines)


def _in_between(game: _Game) -> Iterator[str]:
    between = {"JUGGLER": "the [7] and the [8]", "CLOUD": "the [9] and the [10]"}
    for code, ranks in between.items():
        if game.has(code):
            yield f"The {special_words.name(code, game.labels)} is between {ranks} of its suit."
    if game.has("VAMPIRE"):
        yield "The Vampire stands where the card it copies would."


# --- points --------------------------------------------------------------------------------------


def _points(game: _Game) -> Iterator[str]:
    yield (
        "**Exactly as bid:** 20 points, and 10 more for each trick taken.\n"
        f"Bid 0, took 0: {rules.score(0, 0)} points. Bid 2, took 2: {rules.score(2, 2)}."
    )
    yield (
        "**Otherwise** you lose 10 points for each trick too many or too few, and the tricks bring nothing.\n"
        f"Bid 3, took 1: {words.number(rules.score(3, 1))} points. Bid 0, took 1: {words.number(rules.score(0, 1))}. "
        "A total may be below zero."
    )
    if game.has("CLOUD"):
        yield "**The Cloud.** What counts is your bid as it is at the end of the round."
    if game.tricks_blow_up:
        yield "**The Bomb.** A blown-up trick counts for nobody."
    if game.bids_are_cancelled:
        yield (
            "**The Bomb.** Once it is played in a round, the bids of that round are cancelled: everybody gets 10 "
            "points for each trick taken, nobody loses any, and nobody's bid counts as exact."
        )
    yield f"**Equal totals.** {_tie(game)}"


def _tie(game: _Game) -> str:
    shared = "share a place, and the next one is left out: 1st, 1st, 3rd."
    if game.options.tie is Tie.SHARED or game.most_rounds == 1:
        return f"Players with the same total {shared}"
    return (
        "With the same total, whoever was exact in more rounds is ahead. Then the best single round of each is "
        f"compared, then the second best, and so on. Those who are still equal {shared}"
    )


# --- special cards -------------------------------------------------------------------------------


def _special_cards(game: _Game) -> Iterator[str]:
    names = "\n".join(f"- {special_words.marked(code, game.labels)}" for code in game.specials)
    each = " one of each," if len(game.specials) > 1 else ""
    yield f"**In the deck,**{each} shuffled in with all the other cards:\n{names}"
    if game.playable:
        wolf = " Only the Werewolf is never played; it leaves its hand before the bids." if game.has("WEREWOLF") else ""
        one = "one" if len(game.playable) > 1 else "it"
        yield f"**When.** You may play {one} at any time, even if you could follow suit.{wolf}"
    yield from _choices(game)
    yield from _after_the_trick(game)


def _choices(game: _Game) -> Iterator[str]:
    choices = []
    if naming := _named(game, Opening.NAMES):
        choices.append(f"the suit of the {_listed(naming, 'or')}")
    if shaping := _named(game, Opening.CHOOSES):
        choices.append(f"the shape of the {_listed(shaping)}")
    if choices:
        anew = " A card that the Witch takes back may become something else." if game.has("WITCH") else ""
        yield f"**Choices.** You choose {_listed(choices)} when you play the card, and everybody sees it.{anew}"


def _after_the_trick(game: _Game) -> Iterator[str]:
    steps = {
        "CLOUD": "the Cloud changes a bid",
        "JUGGLER": "the Juggler has cards passed on",
        "WITCH": "the Witch may exchange a card",
    }
    due = [step for code, step in steps.items() if game.has(code)]
    if due:
        lines = ["it is settled who takes it and who leads next", *due, "the next trick begins"]
        yield "\n".join(["**After a trick** with such a card:", *(f"{at}. {line}" for at, line in enumerate(lines, 1))])


def _special(game: _Game, code: str) -> Iterator[str]:
    said = special_words.of(code, game.options)
    yield said.rule
    notes = [aside.text for aside in said.asides if aside.applies(game.options)]
    notes.append(
        "Turned up, it lets the dealer name one of the four suits as trump."
        if said.dealer_names
        else "Turned up, it means no trump."
    )
    yield "\n".join(["**Good to know.**", *(f"- {note}" for note in notes)])
    yield _example(said.example, game.labels)


def _example(example: Example, labels: Labels) -> str:
    if not example.cards:
        return f"**Example.** {example.why}"
    trump = "no trump" if example.trump is None else f"[{example.trump}] is trump"
    plays = [
        f"- {player} plays {special_words.face_text(code, labels)}"
        for player, code in zip(EXAMPLE_PLAYERS, example.cards, strict=True)
    ]
    return "\n".join([f"**Example** with three players; {trump}.", *plays, f"→ {_outcome(example)} {example.why}"])


def _outcome(example: Example) -> str:
    leads = EXAMPLE_PLAYERS[example.next_lead or 0]
    if example.winner is None:
        return f"**Nobody** gets the trick; {leads} leads the next one."
    return f"**{EXAMPLE_PLAYERS[example.winner]}** takes the trick and leads the next one."


def _listed(items: Iterable[str], last: str = "and") -> str:
    """Return items in a sentence: ``a, b and c``."""
    *most, final = items
    return f"{', '.join(most)} {last} {final}" if most else final


# --- the message ---------------------------------------------------------------------------------


def book(table: TableView | None, at: int) -> ui.LayoutView:
    """Return one page of a table's rules, the nearest there is; without a table, of the standard game."""
    table_id = 0 if table is None else table.id
    options = Options() if table is None else table.options
    found = pages(options, None if table is None or table.game is None else table.game.players)
    at = min(at, len(found) - 1)
    whose = "the standard game" if table is None else "this table"
    head = f"## How Wizard is played: {found[at].title}\n-# The rules of {whose} · page {at + 1} of {len(found)}"
    return message(text(head), rule(), text(found[at].text), *_turners(table_id, found, at), colour=GOLD)


def open_button(table_id: int) -> Router:
    """Return a button that brings the rules as a message of its own and leaves this one as it is."""
    return button(Press(table_id, 0, "rules", OPEN_ANEW), "Rules", emoji="📖")


def _turners(table_id: int, found: Sequence[Page], at: int) -> list[ui.ActionRow[Any]]:
    choices = [
        discord.SelectOption(label=f"{number}. {page.title}", value=str(number - 1))
        for number, page in enumerate(found, 1)
    ]
    # The page is in the select's name: Discord would go on showing what was picked before the page was turned.
    picker = select(Press(table_id, at, "rules", _PICK), "Go to a page", choices)
    back = button(Press(table_id, max(0, at - 1), "rules"), "Back", disabled=at == 0)
    more = button(
        Press(table_id, at + 1, "rules"), "More", style=discord.ButtonStyle.primary, disabled=at == len(found) - 1
    )
    return [ui.ActionRow(picker), ui.ActionRow(back, more)]
