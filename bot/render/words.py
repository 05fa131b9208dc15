"""The words for cards, refusals and reasons, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot import names
from bot.table import Occupant, Refusal
from engine.actions import Reason
from engine.cards import JESTER, WIZARD, Card, Suit
from engine.options import Labels

SUIT_MARKS: Final[Mapping[Suit, str]] = {Suit.RED: "🔴", Suit.YELLOW: "🟡", Suit.GREEN: "🟢", Suit.BLUE: "🔵"}
SUIT_NAMES: Final[Mapping[Suit, str]] = {
    Suit.RED: "red",
    Suit.YELLOW: "yellow",
    Suit.GREEN: "green",
    Suit.BLUE: "blue",
}
WIZARD_MARK: Final = "🧙"
JESTER_MARK: Final = "🃏"
_FACES: Final = ("", *map(str, range(2, 11)), "J", "Q", "K", "A")
NO_BREAK: Final = "\u00a0"
"""A space that keeps what belongs together on one line of a phone."""

REASONS: Final[Mapping[Reason, str]] = {
    Reason.GAME_OVER: "The game is over.",
    Reason.WRONG_PHASE: "That isn't possible right now.",
    Reason.NOT_YOUR_TURN: "It isn't your turn.",
    Reason.NO_SUCH_SEAT: "There is no such seat.",
    Reason.BAD_DEAL: "That deal isn't right.",
    Reason.BID_OUT_OF_RANGE: "A bid is between 0 and the number of cards.",
    Reason.BID_FORBIDDEN: "The last bid may not make the sum equal the number of cards.",
    Reason.NOT_IN_HAND: "That card isn't in your hand.",
    Reason.MUST_FOLLOW_SUIT: "You have to follow suit.",
    Reason.WRONG_CHOICE: "That can't be said of this card.",
    Reason.NOT_POSSIBLE: "That isn't possible here.",
}

REFUSALS: Final[Mapping[Refusal, str]] = {
    Refusal.ALREADY_SEATED: "You already sit at this table.",
    Refusal.NOT_SEATED: "You don't sit at this table.",
    Refusal.TABLE_FULL: "All six seats are taken.",
    Refusal.NO_AI_SEAT: "There is no AI player to remove.",
    Refusal.HOST_ONLY: "Only the host can do that.",
    Refusal.MODERATORS_AND_HOST_ONLY: "Only the host, a moderator or a majority of the players can end the table.",
    Refusal.ALREADY_STARTED: "The game has already started; join the next one.",
    Refusal.SEAT_TO_TAKE: "The game has already started, but somebody is away: take their seat over with the button "
    "on the table.",
    Refusal.SEAT_NOT_FREE: "That seat isn't free any more.",
    Refusal.ALREADY_ASKED: "You have already asked for this seat; the host lets you in.",
    Refusal.REQUEST_LAPSED: "Nobody asks for that seat any more.",
    Refusal.NOT_STARTED: "The game hasn't started yet.",
    Refusal.TABLE_OVER: "This table is over. Open a new one with /wizard new.",
    Refusal.SEAT_IS_AWAY: "An AI already keeps your seat.",
    Refusal.PEOPLE_ONLY: "This server plays without AI players: it takes three to six people to start.",
    Refusal.ALREADY_VOTED: "You have already voted for ending the table.",
}

STALE: Final = "The table has moved on; this is how it stands now."


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


def suit_text(suit: Suit | None) -> str:
    """Return a trump suit, or that there is none."""
    return "none" if suit is None else f"{SUIT_MARKS[suit]} {SUIT_NAMES[suit]} ({suit})"


def seat_name(seat: Occupant) -> str:
    """Return a seat's name as plain text for a message, marked when an AI plays it."""
    name = person_name(seat.name)
    if seat.user_id is None:
        return f"{name} 🤖"
    if seat.away:
        return f"{name} (away, AI plays)"
    return f"{name} 💤" if seat.missed else name


def holder_name(seat: Occupant) -> str:
    """Return a seat's name where it doesn't matter who plays it just now: beside cards and tricks."""
    name = person_name(seat.name)
    return f"{name} 🤖" if seat.user_id is None else name


def plain_name(name: str) -> str:
    """Return somebody's name for a button, which shows it as it is: short, and in one line."""
    return names.isolated(names.cleaned(name))


def person_name(name: str) -> str:
    """Return somebody's name so that nothing in it formats, mentions or breaks the line."""
    plain = plain_name(name).replace("://", ":/\u200b/")
    escaped: str = discord.utils.escape_markdown(discord.utils.escape_mentions(plain), ignore_links=False)
    return escaped.replace("<", "\\<")


def countdown(milliseconds: int) -> str:
    """Return an instant as Discord's clients show it: how long until then, ticking by itself."""
    return f"<t:{milliseconds // 1000}:R>"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 card``, ``2 cards``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(points: int) -> str:
    """Return points with their sign: ``+30``, ``−10``, ``0``."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """Return points with a real minus sign."""
    return str(points).replace("-", "−")
