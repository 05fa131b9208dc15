"""What the guided hand of `/wizard learn` says: a few sentences for each point of it.

In the texts ``[B2]`` stands for a card and ``[B]`` for a suit, as in the words of the special cards; `{right}` and
`{left}` are the AI players: who plays before the learner, and who after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot import lesson as script
from bot.languages import _, later, n_
from bot.lesson import YOU, Lesson
from bot.render import faces, words
from bot.table import AI_NAMES
from engine import rules
from engine.cards import Card
from engine.game import current_round, legal_actions
from engine.options import Labels
from engine.state import Round, RoundScore, Trick

WELCOME: Final = (
    later("Say how many tricks you will take – then take **exactly** that many. That is all of Wizard."),
    later(
        "You play three tiny rounds against {left} and {right}. It takes three minutes, and nothing you do here "
        "counts: try things out."
    ),
)
ASIDE: Final = later("Leave whenever you like: /wizard learn goes on where you were.")

_INTRODUCED: Final[tuple[tuple[str, ...], ...]] = (
    (
        later("Everybody plays one card, and the best one takes them all: that is a **trick**."),
        later(
            "The highest card in the suit of the first card wins – but **trump** beats every other suit: "
            "[G] now, because [G8] was turned up."
        ),
    ),
    (
        later(
            "Two kinds of card have no suit: a **Wizard** [W] takes the trick whatever else is in it, "
            "a **Jester** [J] loses it."
        ),
        later("So how many tricks will these two take?"),
    ),
    (
        later("{left} and {right} want three tricks between them, and there are only three."),
        later("So **dodge**: bid 0, and take no trick at all. That is worth 20 points."),
    ),
)
"""Before the bid, round by round."""

_BID: Final[tuple[Mapping[int, str], ...]] = (
    {
        0: later("Trump, and you want none? Then see what happens."),
        1: later("Good bid: even a low trump beats every card of another suit."),
    },
    {
        0: later("But your Wizard takes a trick whether you want it or not. Play on and see."),
        1: later("Right: one for the Wizard, none for the Jester."),
        2: later("But your Jester won't take one. Play on and see."),
    },
    {
        0: later("Then lose every trick."),
        1: later("That can work too: [Y11] is high."),
        2: later("Brave: [Y11] and [B2] have to win, both of them."),
        3: later("Very brave: a Jester doesn't win tricks. Play on and see."),
    },
)
"""After the bid, round by round."""

_ENDED: Final[tuple[tuple[str, str], ...]] = (
    (
        later("[Y12] and [Y13] are high, but [G3] is trump."),
        later("Your trump took the trick. One too many costs as much as one too few."),
    ),
    (
        later("A Wizard is a sure trick, a Jester a sure way to lose one. You can count on both."),
        later("A Wizard takes its trick, a Jester doesn't: with these two it is always one."),
    ),
    (
        later("Exact, whatever the others wanted."),
        later("With bid 0 the Jester loses to [Y9], and [Y11] goes when green is led. Go **Back** and try it."),
    ),
)
"""After the round: for an exact bid, and for any other."""

_DODGED: Final = later("Well dodged. Often that is the hardest bid of all.")

NEXT_STEPS: Final = (
    later("**/wizard new** opens a table in a channel. Friends press **Join**, AI players take the empty seats."),
    later("A whole game goes on like this: one card, two cards, three … until all cards are dealt."),
    later("**/wizard rules** has the rest: a turned-up Wizard, for example, or the special cards."),
)


def introduction(lesson: Lesson) -> Iterator[str]:
    """Yield what has to be known for the bid."""
    for text in _INTRODUCED[current_round(lesson.game).number - 1]:
        yield _said(text)


def remarks(lesson: Lesson) -> Iterator[str]:
    """Yield what there is to say about the move before and the card to be played now."""
    here = current_round(lesson.game)
    if not here.tricks:
        yield _said(_BID[here.number - 1][here.bids[YOU] or 0])
    else:
        yield _about(here, here.tricks[-1])
    if locked := _locked(lesson, here):
        yield locked
    yield from _advice(here)


def verdict(score: RoundScore) -> Iterator[str]:
    """Yield why the learner got these points, and what is to be learnt from it."""
    bid, taken, points = score.bids[YOU], score.taken[YOU], score.points[YOU]
    signed = words.signed(points)
    if not score.made(YOU):
        yield n_(
            "You bid {bid} and took {taken}, {count} off. That costs 10: **{points}**.",
            "You bid {bid} and took {taken}, {count} off. Each costs 10: **{points}**.",
            abs(bid - taken),
            bid=bid,
            taken=taken,
            points=signed,
        )
    elif taken:
        yield n_(
            "**Exactly!** 20 for that, and 10 for the trick you took: **{points}**.",
            "**Exactly!** 20 for that, and 10 for each of {count} tricks: **{points}**.",
            taken,
            points=signed,
        )
    else:
        yield _("**Exactly!** 20 for that, without a single trick: **{points}**.", points=signed)
    exact, missed = _ENDED[score.number - 1]
    if score.number == len(script.ROUNDS) and score.made(YOU) and not taken:
        exact = _DODGED
    yield _said(exact if score.made(YOU) else missed)


def people() -> dict[str, str]:
    """Return the AI players by where they sit."""
    return {"left": AI_NAMES[0], "right": AI_NAMES[1]}


def _said(text: str) -> str:
    """Return a text with its names and its cards."""
    return faces.filled(_(text, **people()), Labels.NUMBERS)


# --- tricks --------------------------------------------------------------------------------------


def _need(here: Round) -> int:
    """Return how many tricks the learner still has to take; below zero they have too many."""
    return (here.bids[YOU] or 0) - here.taken[YOU]


def _about(here: Round, trick: Trick) -> str:
    """Return what the last trick means for the learner's bid."""
    need, left = _need(here), len(here.hands[YOU])
    if trick.winner != YOU:
        who = AI_NAMES[(trick.winner or 0) - 1]
        if need == left + 1:
            return _("{name} takes it, so your bid is out of reach. Nothing is lost here: just see.", name=who)
        if need == 0:
            return _("{name} takes it. Just what you want.", name=who)
        return _("{name} takes it.", name=who)
    if need < 0:
        return n_(
            "**You** take it – {count} more than you said. Nothing is lost here: just see what follows.",
            "**You** take it – {count} more than you said. Nothing is lost here: just see what follows.",
            -need,
        )
    return _("**You** take it, as you wanted.") if need == 0 else _("**You** take it.")


def _locked(lesson: Lesson, here: Round) -> str:
    """Return why some cards can't be played now."""
    playable = {getattr(it, "card", None) for it in legal_actions(lesson.game, YOU)}
    locked = [face for face in here.hands[YOU] if face not in playable]
    if not locked:
        return ""
    suit = rules.led_suit(here.trick.cards)
    cards = faces.cards_text(locked)
    return "🔒 " + _(
        "{cards}: you have to **follow** {suit}. Only a Wizard or a Jester may come instead.",
        cards=cards,
        suit=words.suit_text(suit),
    )


def _advice(here: Round) -> Iterator[str]:
    """Yield what is worth knowing about the cards that can be played now."""
    if len(here.hands[YOU]) == 1:
        yield _about_the_last_card(here)
        return
    match here.number, len(here.tricks), here.trick.leader:
        case 2, _first, _you:
            yield _("You lead. Wizard and Jester may be played **at any time**, whatever was led.")
            yield _("Which one first? Here it comes to the same.")
        case 3, 0, _ai:
            yield _last_to_play(here)
        case 3, 1, leader if leader == YOU:
            yield _said(_LEADING[_need(here) > 0])
        case _:
            yield _said(_FREE)
            yield _said(_KEEP if _need(here) > 0 else _THROW)


_LEADING: Final[Mapping[bool, str]] = {
    False: later("Now you lead. If nobody has blue or trump, even [B2] wins. The Jester won't."),
    True: later("Now you lead, and you still want tricks. [B2] wins if nobody has blue or trump."),
}
"""With the Jester and a low card, by whether tricks are still wanted."""
_FREE: Final = later(
    "{right} leads green and you have none: play **what you like**. Another suit can't win, unless it is trump."
)
_KEEP: Final = later("You still want tricks, so keep your best card.")
_THROW: Final = later("A good moment to get rid of the card that could still win one.")


def _last_to_play(here: Round) -> str:
    if _need(here) > 0:
        return _said(later("You are the last to play: [Y11] takes this trick for sure."))
    return _said(later("You are the last to play, and [Y11] would take the trick. What won't?"))


def _about_the_last_card(here: Round) -> str:
    """Return what the only card left will do, which is known when the learner plays last."""
    (face,) = here.hands[YOU]
    if here.number == 1:
        return _said(later("{right} leads [Y12]. You have no yellow, so you may play anything."))
    if here.number == 2 and here.trick.cards:
        return _said(later("{left} leads [B10], a trump. Your Wizard beats even that."))
    shown = faces.card_text(face)
    if not here.trick.cards:
        return _("Your last card: lead {card}. The next card says which suit is led.", card=shown)
    if _wins(here, face):
        return _("Your last card: {card} follows suit and wins, like it or not.", card=shown)
    return _("Your last card: {card} can't win here.", card=shown)


def _wins(here: Round, face: Card) -> bool:
    trick = (*here.trick.cards, face)
    return rules.winner(trick, here.trump) == len(trick) - 1
