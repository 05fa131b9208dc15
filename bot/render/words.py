"""The words for cards, refusals and reasons, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot import names
from bot.languages import _, later, later_p, p_
from bot.render import optionlabels
from bot.table import Occupant, Refusal
from engine.actions import Reason
from engine.cards import JESTER, WIZARD, Card, Suit
from engine.options import Labels

SUIT_MARKS: Final[Mapping[Suit, str]] = {Suit.RED: "🔴", Suit.YELLOW: "🟡", Suit.GREEN: "🟢", Suit.BLUE: "🔵"}
SUIT_NAMES: Final[Mapping[Suit, str]] = {
    Suit.RED: later_p("suit", "red"),
    Suit.YELLOW: later_p("suit", "yellow"),
    Suit.GREEN: later_p("suit", "green"),
    Suit.BLUE: later_p("suit", "blue"),
}
WIZARD_MARK: Final = "🧙"
JESTER_MARK: Final = "🃏"
_FACES: Final = ("", *map(str, range(2, 11)), "J", "Q", "K", "A")
_MOST_ON_A_BUTTON: Final = 14
NO_BREAK: Final = "\u00a0"
"""A space that keeps what belongs together on one line of a phone."""

REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: later("The game is over."),
    Reason.WRONG_PHASE: later("That isn't possible right now."),
    Reason.NOT_YOUR_TURN: later("It isn't your turn."),
    Reason.NO_SUCH_SEAT: later("There is no such seat."),
    Reason.BAD_DEAL: later("That deal isn't right."),
    Reason.BID_OUT_OF_RANGE: later("A bid is between 0 and the number of cards."),
    Reason.BID_FORBIDDEN: later("The last bid may not make the sum equal the number of cards."),
    Reason.NOT_IN_HAND: later("That card isn't in your hand."),
    Reason.MUST_FOLLOW_SUIT: later("You have to follow suit."),
    Reason.WRONG_CHOICE: later("That can't be said of this card."),
    Reason.NOT_POSSIBLE: later("That isn't possible here."),
}

REFUSALS: Final[Mapping[Refusal, str]] = {
    Refusal.ALREADY_SEATED: later("You already sit at this table."),
    Refusal.NOT_SEATED: later("You don't sit at this table."),
    Refusal.TABLE_FULL: later("All six seats are taken."),
    Refusal.NO_AI_SEAT: later("There is no AI player to remove."),
    Refusal.HOST_ONLY: later("Only the host can do that."),
    Refusal.MODERATORS_AND_HOST_ONLY: later(
        "Only the host, a moderator or a majority of the players can end the table."
    ),
    Refusal.ALREADY_STARTED: later("The game has already started; join the next one."),
    Refusal.SEAT_TO_TAKE: later(
        "The game has already started, but somebody is away: take their seat over with the button on the table."
    ),
    Refusal.SEAT_NOT_FREE: later("That seat isn't free any more."),
    Refusal.ALREADY_ASKED: later("You have already asked for this seat; the host lets you in."),
    Refusal.REQUEST_LAPSED: later("Nobody asks for that seat any more."),
    Refusal.NOT_STARTED: later("The game hasn't started yet."),
    Refusal.TABLE_OVER: later("This table is over. Open a new one with /wizard new."),
    Refusal.SEAT_IS_AWAY: later("An AI already keeps your seat."),
    Refusal.PEOPLE_ONLY: later("This server plays without AI players: it takes three to six people to start."),
    Refusal.ALREADY_VOTED: later("You have already voted for ending the table."),
}

STALE: Final = later("The table has moved on; this is how it stands now.")


def card_text(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card as people read it: mark, letter and rank, never colour alone."""
    if face == WIZARD:
        return f"{WIZARD_MARK}{NO_BREAK}W"
    if face == JESTER:
        return f"{JESTER_MARK}{NO_BREAK}J"
    return f"{card_mark(face)}{NO_BREAK}{card_label(face, labels)}"


def card_mark(face: Card) -> str:
    """Return the emoji of a card."""
    if face.suit is None:
        return WIZARD_MARK if face == WIZARD else JESTER_MARK
    return SUIT_MARKS[face.suit]


def card_label(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return the letters of a card: ``R13``, ``W``."""
    if face.suit is not None and labels is Labels.FACES:
        return f"{face.suit}{rank_label(face.rank, labels)}"
    return face.code


def rank_label(rank: int, labels: Labels) -> str:
    """Return a rank: ``13``, or ``A``."""
    return _FACES[rank] if labels is Labels.FACES and 1 <= rank < len(_FACES) else str(rank)


def suit_name(suit: Suit) -> str:
    """Return the name of a suit."""
    return _(SUIT_NAMES[suit])


def suit_text(suit: Suit | None) -> str:
    """Return a trump suit, or that there is none."""
    return p_("trump", "none") if suit is None else f"{SUIT_MARKS[suit]} {suit_name(suit)} ({suit})"


def seat_name(seat: Occupant) -> str:
    """Return a seat's name as plain text for a message, marked when an AI plays it."""
    name = person_name(seat.name)
    if seat.user_id is None:
        return f"{name} 🤖"
    if seat.away:
        return _("{name} (away, AI plays)", name=name)
    return f"{name} 💤" if seat.missed else name


def seat_with_level(seat: Occupant) -> str:
    """Return a seat's name as `seat_name` does, of an AI player with its level."""
    return seat_name(seat) if seat.user_id is not None else ai_name(seat.name, seat.level)


def ai_name(name: str, level: str | None) -> str:
    """Return an AI player's name with its level, where that is known."""
    marked = f"{person_name(name)} 🤖"
    if level is None:
        return marked
    # L10N: {name} is an AI player, {level} how strong it is: Apprentice, Adept or Archmage
    return _("{name} ({level})", name=marked, level=optionlabels.value("ai_level", level))


def holder_name(seat: Occupant) -> str:
    """Return a seat's name where it doesn't matter who plays it just now: beside cards and tricks."""
    name = person_name(seat.name)
    return f"{name} 🤖" if seat.user_id is None else name


def unbroken(text: str) -> str:
    """Return a short text as one that is never broken into two lines."""
    return text.replace(" ", NO_BREAK)


def plain_name(name: str) -> str:
    """Return somebody's name for a button, which shows it as it is: short, and in one line."""
    return names.isolated(names.cleaned(name))


def button_name(name: str) -> str:
    """Return somebody's name for a button with other words on it, which has to fit on a phone."""
    return names.isolated(names.short(name, _MOST_ON_A_BUTTON))


def person_name(name: str) -> str:
    """Return somebody's name so that nothing in it formats, mentions or breaks the line."""
    plain = plain_name(name).replace("://", ":/\u200b/")
    escaped: str = discord.utils.escape_markdown(discord.utils.escape_mentions(plain), ignore_links=False)
    return escaped.replace("<", "\\<")


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter, and is otherwise as it was."""
    return text[:1].upper() + text[1:]


def countdown(milliseconds: int) -> str:
    """Return an instant as Discord's clients show it: how long until then, ticking by itself."""
    return f"<t:{milliseconds // 1000}:R>"


def scored(points: int) -> str:
    """Return a number of points with its noun: ``−10 points``."""
    # L10N: points of the score; always a multiple of ten, so one form is enough in every language
    return _("{points} points", points=number(points))


def signed(points: int) -> str:
    """Return points with their sign: ``+30``, ``−10``, ``0``."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """Return points with a real minus sign."""
    return str(points).replace("-", "−")
