"""What the special cards add: the order of strength, what happens after a trick, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator

from bot.render import faces, special_words
from bot.render.rulebook.facts import Facts, listed
from bot.render.wording import EXAMPLE_PLAYERS, Example, Where
from engine.cards import Suit, card
from engine.options import Labels
from engine.special import Power, Special

# --- who takes a trick ---------------------------------------------------------------------------


def who_takes(game: Facts) -> str:
    """Return the order of strength, as the engine has it."""
    rungs = _rungs(game)
    lines = ["**Who takes the trick.** The first of these that is in it:"]
    lines += [f"{at}. {rungs[power]}" for at, power in enumerate(sorted(rungs, reverse=True), 1)]
    lines.append("A card of any other suit never takes it.")
    lines += [line for it in game.playable if (line := _between(game, it))]
    lines += [f"The {name} stands where the card it copies would." for name in game.names(game.copies)]
    spoilers = [it for it in game.specials if it.spoils_trick(game.options)]
    lines += [f"If there is a {name} in the trick, nobody gets it." for name in game.names(spoilers)]
    return "\n".join(lines)


def _rungs(game: Facts) -> dict[int, str]:
    """Return what stands on each rung of the order of strength, by its power."""
    rungs: dict[int, str] = {
        Power.WIZARD: "the first Wizard",
        Power.LED_SUIT: "the highest card of the suit to follow",
        Power.JESTER: "the first Jester",
    }
    if game.turns_up:
        rungs[Power.TRUMP] = "the highest trump"
    for it in game.playable:
        for said, shape in faces.shapes(it.code).items():
            if shape.suit is None and not it.copies:
                rungs[shape.power] = _with_special(game, rungs.get(shape.power, ""), it, said)
    return rungs


def _with_special(game: Facts, there: str, it: Special, said: str) -> str:
    """Return a rung with a special card on it, beside what stands there already."""
    name = special_words.of(it.code).name
    if there:
        return f"{there}, also a {name} that is one" if said else f"{there}, also the {name}"
    as_said = f" as {special_words.choice(it.code, said).name}" if said else ""
    toppers = (other for other in game.playable if any(s.tops == it.code for s in faces.shapes(other.code).values()))
    topped = [f"; but if the {top} is there too, the {top} takes the trick" for top in game.names(toppers)]
    return f"the {name}{as_said}{''.join(topped)}"


def _between(game: Facts, it: Special) -> str:
    """Return between which ranks a special card stands; nothing where that doesn't arise."""
    rank = faces.rank_of(it.code)
    if rank is None or rank == int(rank):
        return ""
    below, above = (faces.rank_text(at, game.labels) for at in (int(rank), int(rank) + 1))
    return f"The {faces.name(it.code, game.labels)} is between the {below} and the {above} of its suit."


# --- the special cards together ------------------------------------------------------------------


def special_cards(game: Facts) -> Iterator[str]:
    """Yield what holds for all special cards of the deck."""
    names = "\n".join(f"- {marked}" for marked in game.marked(game.specials))
    each = " one of each," if len(game.specials) > 1 else ""
    yield f"**In the deck,**{each} shuffled in with all the other cards:\n{names}"
    if game.playable:
        one = "one" if len(game.playable) > 1 else "it"
        yield f"**When.** You may play {one} at any time, even if you could follow suit.{game.aside(Where.WHEN)}"
    if choices := _choices(game):
        choose = f"You choose {listed(choices)} when you play the card, and everybody sees it."
        yield f"**Choices.** {choose}{game.aside(Where.CHOICES)}"
    if steps := _after_the_trick(game):
        lines = ["it is settled who takes it and who leads next", *steps, "the next trick begins"]
        yield "\n".join(["**After a trick** with such a card:", *(f"{at}. {line}" for at, line in enumerate(lines, 1))])


def _choices(game: Facts) -> list[str]:
    suits = {suit.value for suit in Suit}
    naming = [it for it in game.playable if it.choices and suits.issuperset(it.choices)]
    shaping = [it for it in game.playable if it.choices and it not in naming]
    choices = []
    if naming:
        choices.append(f"the suit of the {listed(game.names(naming), 'or')}")
    if shaping:
        choices.append(f"the shape of the {listed(game.names(shaping), 'or')}")
    return choices


def _after_the_trick(game: Facts) -> list[str]:
    """Return what special cards do after a trick, in the engine's order."""
    due = [(it.after.order, it.code) for it in game.specials if it.after is not None]
    return [special_words.step(code) for _, code in sorted(due)]


# --- each of them --------------------------------------------------------------------------------


def special_card(game: Facts, it: Special) -> Iterator[str]:
    """Yield the page of one special card."""
    known = special_words.of(it.code, game.options)
    yield known.rule
    turned_up = "it lets the dealer name one of the four suits as trump" if it.names_trump else "it means no trump"
    notes = [*game.asides(Where.OWN_PAGE, it.code), f"Turned up, {turned_up}."]
    yield "\n".join(["**Good to know.**", *(f"- {note}" for note in notes)])
    if known.example is not None:
        yield _example(known.example, game.labels)


def _example(example: Example, labels: Labels) -> str:
    if not example.cards:
        return f"**Example.** {example.why}"
    trump = "no trump" if example.trump is None else f"[{example.trump}] is trump"
    plays = [
        f"- {player} plays {faces.played_text(card(code), labels)}"
        for player, code in zip(EXAMPLE_PLAYERS, example.cards, strict=True)
    ]
    return "\n".join([f"**Example** with three players; {trump}.", *plays, f"→ {_outcome(example)} {example.why}"])


def _outcome(example: Example) -> str:
    leads = EXAMPLE_PLAYERS[example.next_lead or 0]
    if example.winner is None:
        return f"**Nobody** gets the trick; {leads} leads the next one."
    return f"**{EXAMPLE_PLAYERS[example.winner]}** takes the trick and leads the next one."
