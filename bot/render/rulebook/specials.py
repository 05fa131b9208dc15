"""What the special cards add: the order of strength, what happens after a trick, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator

from bot.languages import _, listed, p_
from bot.render import faces, special_words
from bot.render.rulebook.facts import Facts
from bot.render.wording import EXAMPLE_PLAYERS, Example, Where
from engine.cards import Suit, card
from engine.options import Labels
from engine.special import Power, Special

# --- who takes a trick ---------------------------------------------------------------------------


def who_takes(game: Facts) -> str:
    """Return the order of strength, as the engine has it."""
    rungs = _rungs(game)
    lines = [_("**Who takes the trick.** The first of these that is in it:")]
    lines += [f"{at}. {rungs[power]}" for at, power in enumerate(sorted(rungs, reverse=True), 1)]
    lines.append(_("A card of any other suit never takes it."))
    lines += [line for it in game.playable if (line := _between(game, it))]
    lines += [_("The {card} stands where the card it copies would.", card=name) for name in game.names(game.copies)]
    spoilers = [it for it in game.specials if it.spoils_trick(game.options)]
    lines += [_("If there is a {card} in the trick, nobody gets it.", card=name) for name in game.names(spoilers)]
    return "\n".join(lines)


def _rungs(game: Facts) -> dict[int, str]:
    """Return what stands on each rung of the order of strength, by its power."""
    rungs: dict[int, str] = {
        # L10N: In the list of "Who takes the trick. The first of these that is in it:".
        Power.WIZARD: _("the first Wizard"),
        Power.LED_SUIT: _("the highest card of the suit to follow"),
        Power.JESTER: _("the first Jester"),
    }
    if game.turns_up:
        rungs[Power.TRUMP] = _("the highest trump")
    for it in game.playable:
        for said, shape in faces.shapes(it.code).items():
            if shape.suit is None and not it.copies:
                rungs[shape.power] = _with_special(game, rungs.get(shape.power, ""), it, said)
    return rungs


def _with_special(game: Facts, there: str, it: Special, said: str) -> str:
    """Return a rung with a special card on it, beside what stands there already."""
    name = special_words.of(it.code).name
    if there and said:
        # L10N: {cards} is like "the first Wizard", {card} like "Shapeshifter".
        return _("{cards}, also a {card} that is one", cards=there, card=name)
    if there:
        return _("{cards}, also the {card}", cards=there, card=name)
    if said:
        # L10N: {said} is like "a Wizard".
        rung = _("the {card} as {said}", card=name, said=special_words.choice(it.code, said).name)
    else:
        # L10N: In the list of which card takes the trick.
        rung = p_("strength", "the {card}", card=name)
    toppers = (other for other in game.playable if any(s.tops == it.code for s in faces.shapes(other.code).values()))
    for top in game.names(toppers):
        # L10N: {cards} is like "the Dragon".
        rung = _("{cards}; but if the {top} is there too, the {top} takes the trick", cards=rung, top=top)
    return rung


def _between(game: Facts, it: Special) -> str:
    """Return between which ranks a special card stands; nothing where that doesn't arise."""
    rank = faces.rank_of(it.code)
    if rank is None or rank == int(rank):
        return ""
    below, above = (faces.rank_text(at, game.labels) for at in (int(rank), int(rank) + 1))
    return _(
        "The {card} is between the {below} and the {above} of its suit.",
        card=faces.name(it.code, game.labels),
        below=below,
        above=above,
    )


# --- the special cards together ------------------------------------------------------------------


def special_cards(game: Facts) -> Iterator[str]:
    """Yield what holds for all special cards of the deck."""
    yield "\n".join([_in_the_deck(game), *(f"- {marked}" for marked in game.marked(game.specials))])
    if game.playable:
        yield " ".join([_when(game), *game.asides(Where.WHEN)])
    if choices := _choices(game):
        yield " ".join([choices, *game.asides(Where.CHOICES)])
    if steps := _after_the_trick(game):
        lines = [
            # L10N: A step in the list of what happens after a trick.
            _("it is settled who takes it and who leads next"),
            *steps,
            # L10N: A step in the list of what happens after a trick.
            _("the next trick begins"),
        ]
        numbered = (f"{at}. {line}" for at, line in enumerate(lines, 1))
        # L10N: Before a list of steps: what happens, in this order.
        yield "\n".join([_("**After a trick** with such a card:"), *numbered])


def _in_the_deck(game: Facts) -> str:
    if len(game.specials) > 1:
        return _("**In the deck,** one of each, shuffled in with all the other cards:")
    return _("**In the deck,** shuffled in with all the other cards:")


def _when(game: Facts) -> str:
    if len(game.playable) > 1:
        return _("**When.** You may play one at any time, even if you could follow suit.")
    return _("**When.** You may play it at any time, even if you could follow suit.")


def _choices(game: Facts) -> str:
    suits = {suit.value for suit in Suit}
    naming = [it for it in game.playable if it.choices and suits.issuperset(it.choices)]
    shaping = [it for it in game.playable if it.choices and it not in naming]
    suited, shaped = (listed(game.names(cards), or_=True) for cards in (naming, shaping))
    if naming and shaping:
        # L10N: {suited} is like "Juggler 7½ or Cloud 9¾", {shaped} like "Shapeshifter": it is a Wizard or a Jester.
        return _(
            "**Choices.** You choose the suit of the {suited} and the shape of the {shaped} when you play the card, "
            "and everybody sees it.",
            suited=suited,
            shaped=shaped,
        )
    if naming:
        # L10N: {suited} is like "Juggler 7½ or Cloud 9¾".
        return _(
            "**Choices.** You choose the suit of the {suited} when you play the card, and everybody sees it.",
            suited=suited,
        )
    if shaping:
        # L10N: {shaped} is like "Shapeshifter": it is a Wizard or a Jester.
        return _(
            "**Choices.** You choose the shape of the {shaped} when you play the card, and everybody sees it.",
            shaped=shaped,
        )
    return ""


def _after_the_trick(game: Facts) -> list[str]:
    """Return what special cards do after a trick, in the engine's order."""
    due = [(it.after.order, it.code) for it in game.specials if it.after is not None]
    return [special_words.step(code) for _, code in sorted(due)]


# --- each of them --------------------------------------------------------------------------------


def special_card(game: Facts, it: Special) -> Iterator[str]:
    """Yield the page of one special card."""
    known = special_words.of(it.code, game.options)
    yield known.rule
    if it.names_trump:
        turned_up = _("Turned up, it lets the dealer name one of the four suits as trump.")
    else:
        turned_up = _("Turned up, it means no trump.")
    notes = [*game.asides(Where.OWN_PAGE, it.code), turned_up]
    yield "\n".join([_("**Good to know.**"), *(f"- {note}" for note in notes)])
    if known.example is not None:
        yield _example(known.example, game.labels)


def _example(example: Example, labels: Labels) -> str:
    if not example.cards:
        # L10N: {why} is what happens: whole sentences.
        return _("**Example.** {why}", why=example.why)
    if example.trump is None:
        head = _("**Example** with three players; no trump.")
    else:
        trump = f"[{example.trump}]"
        # L10N: {suit} is like "🔴 red (R)".
        head = _("**Example** with three players; {suit} is trump.", suit=trump)
    plays = [
        _("- {player} plays {card}", player=player, card=faces.played_text(card(code), labels))
        for player, code in zip(EXAMPLE_PLAYERS, example.cards, strict=True)
    ]
    return "\n".join([head, *plays, f"→ {_outcome(example)} {example.why}"])


def _outcome(example: Example) -> str:
    leads = EXAMPLE_PLAYERS[example.next_lead or 0]
    if example.winner is None:
        return _("**Nobody** gets the trick; {player} leads the next one.", player=leads)
    return _("**{player}** takes the trick and leads the next one.", player=EXAMPLE_PLAYERS[example.winner])
