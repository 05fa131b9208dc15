"""Every card as a picture: 250 × 350, cut out with round corners, and nothing in it that needs a font."""

from __future__ import annotations

from typing import Final

from bot.art import characters, strokes
from bot.art.pieces import at, document, rounded, turned
from bot.art.strokes import Pen
from bot.art.suits import SUIT_COLOURS, TONES, Tones, suit_symbol, symbol
from bot.render import faces, words
from engine.cards import Card, Suit
from engine.options import Labels

__all__ = ["HEIGHT", "SUIT_COLOURS", "WIDTH", "back_svg", "card_svg", "suit_symbol"]

WIDTH: Final = 250.0
HEIGHT: Final = 350.0
PAPER: Final = "#FFF8E8"


def card_svg(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card as an SVG document; a special card with what was said of it."""
    return document(card(face, labels), WIDTH, HEIGHT)


def back_svg() -> str:
    """Return the back of every card as an SVG document."""
    return document(rounded(0, 0, WIDTH, HEIGHT, 24, "#3A2A6B"), WIDTH, HEIGHT)


def card(face: Card, labels: Labels) -> str:
    """Return a card as a fragment, 250 × 350, to be placed in a larger picture."""
    if face.suit is not None:
        return _suit_card(face.suit, words.rank_label(face.rank, labels))
    return _character_card(face, labels)


def _suit_card(suit: Suit, rank: str) -> str:
    tones = TONES[suit]
    corner = strokes.text(rank, 48, 52, 64, Pen(tones.main, 22), most=74) + at(suit_symbol(suit), 26, 94, 44)
    return (
        rounded(0, 0, WIDTH, HEIGHT, 24, PAPER)
        + corner
        + turned(corner, WIDTH, HEIGHT)
        + at(suit_symbol(suit), 50, 100, 150)
    )


def _character_card(face: Card, labels: Labels) -> str:
    return rounded(0, 0, WIDTH, HEIGHT, 24, PAPER) + at(characters.drawn(face.bare.code), 25, 75, 200)
