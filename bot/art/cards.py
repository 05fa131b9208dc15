"""Every card as a picture: 250 × 350, cut out with round corners, and nothing in it that needs a font."""

from __future__ import annotations

from typing import Final

from bot.art.characters import CREAM, GOLD, INK, Character, character
from bot.art.landscapes import landscape
from bot.art.pieces import at, beams, circle, document, ground, path, rounded, stroke, turned
from bot.art.strokes import Pen, text
from bot.art.suits import SUIT_COLOURS, TONES, suit_symbol, symbol
from bot.render import faces, words
from engine import special
from engine.cards import Card, Suit
from engine.options import Labels

__all__ = ["HEIGHT", "SUIT_COLOURS", "WIDTH", "back_svg", "card", "card_svg", "suit_symbol"]

WIDTH: Final = 250.0
HEIGHT: Final = 350.0
_EDGE: Final = 10.0
_CORNER: Final = 24.0
_TAB: Final = 78.0
"""How wide the corner is that tells the card: what is seen of it in a fan."""
_VIOLET: Final = "#3B2378"


def card_svg(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card as an SVG document; a special card with what was said of it."""
    return document(card(face, labels), WIDTH, HEIGHT)


def back_svg() -> str:
    """Return the back of every card as an SVG document."""
    return document(_back(), WIDTH, HEIGHT)


def card(face: Card, labels: Labels = Labels.NUMBERS) -> str:
    """Return a card as a fragment, 250 × 350, to be placed in a larger picture."""
    if face.suit is not None:
        return _suit_card(face.suit, face.rank, words.rank_label(face.rank, labels))
    return _character_card(face, labels)


def _framed(picture: str, colour: str) -> str:
    """Return a picture, 230 × 330, in a frame of this colour."""
    inner, outer = _rounded_path(_EDGE, _CORNER - _EDGE), _rounded_path(0, _CORNER)
    return (
        f'<g transform="translate({_EDGE:g} {_EDGE:g})">{picture}</g>'
        f'<path d="{outer}{inner}" fill="{colour}" fill-rule="evenodd"/>'
    )


def _rounded_path(inset: float, radius: float) -> str:
    wide, high = WIDTH - 2 * inset - 2 * radius, HEIGHT - 2 * inset - 2 * radius
    arc = f"a{radius:g} {radius:g} 0 0 1 "
    return (
        f"M{inset + radius:g} {inset:g}h{wide:g}{arc}{radius:g} {radius:g}v{high:g}{arc}{-radius:g} {radius:g}"
        f"h{-wide:g}{arc}{-radius:g} {-radius:g}v{-high:g}{arc}{radius:g} {-radius:g}Z"
    )


def _tab(height: float, colour: str) -> str:
    """Return the ground of the corner that tells the card; it grows out of the frame."""
    curve = 14.0
    return path(
        f"M4 {_CORNER:g}Q4 4 {_CORNER:g} 4H{_TAB + curve:g}V{_EDGE:g}Q{_TAB:g} {_EDGE:g} {_TAB:g} {_EDGE + curve:g}"
        f"V{height - 18:g}Q{_TAB:g} {height:g} {_TAB - 18:g} {height:g}H{_EDGE + curve:g}"
        f"Q{_EDGE:g} {height:g} {_EDGE:g} {height + curve:g}H4Z",
        colour,
    )


# --- cards of a suit -----------------------------------------------------------------------------


def _suit_card(suit: Suit, rank: int, label: str) -> str:
    tones = TONES[suit]
    pen = Pen(tones.ink, 22)
    value = text(label, 43, 47, 62, pen, most=58)
    mark = at(symbol(suit, tones.ink), 21, 84, 44)
    letter = text(suit.value, 43, 150, 28, Pen(tones.ink, 21))
    return (
        _framed(landscape(suit, (rank - 1) / 12), tones.main)
        + _tab(172, tones.main)
        + value
        + mark
        + letter
        + turned(_tab(84, tones.main) + value, WIDTH, HEIGHT)
    )


# --- characters ----------------------------------------------------------------------------------


def _character_card(face: Card, labels: Labels) -> str:
    who = character(face.bare.code)
    said = face.choice
    suit = Suit(said) if said in tuple(Suit) else None
    frame, ink = (CREAM, INK) if suit is None else (TONES[suit].main, TONES[suit].ink)
    strength = "" if special.of(face) is None else faces.strength(face.bare.code, labels)
    corner = [at(tile(who), 14, 14, 58)]
    height = 82.0
    if strength:
        corner.append(text(strength, 43, height + 18, 38, Pen(ink, 20), most=62))
        height += 44
    if suit is not None:
        corner.append(at(symbol(suit, ink), 23, height + 2, 40) + text(suit.value, 43, height + 60, 24, Pen(ink, 20)))
        height += 84
    elif said:
        corner.append(at(tile(character(said)), 21, height, 44))
        height += 54
    return _framed(_portrait(who), frame) + _tab(height, frame) + "".join(corner) + _verdict(said, suit)


def _verdict(said: str, suit: Suit | None) -> str:
    """Return what was said of a card, large in its lower corner."""
    if not said:
        return ""
    disc = circle(194, 294, 48, CREAM)
    if suit is not None:
        return disc + circle(194, 294, 42, TONES[suit].main) + at(symbol(suit, TONES[suit].ink), 168, 268, 52)
    return disc + at(tile(character(said), round_=True), 152, 252, 84)


def tile(who: Character, *, round_: bool = False) -> str:
    """Return a character on its own ground, in a box of 100 × 100."""
    square = rounded(0, 0, 100, 100, 50 if round_ else 24, who.back)
    margin = 14 if round_ else 6
    return square + at(circle(50, 50, 42, who.glow) + who.figure, margin, margin, 100 - 2 * margin)


def _portrait(who: Character) -> str:
    """Return a character before rays, 230 × 330."""
    sparks = "".join(
        path(f"M{x} {y - r}Q{x} {y} {x + r} {y}Q{x} {y} {x} {y + r}Q{x} {y} {x - r} {y}Q{x} {y} {x} {y - r}Z", CREAM)
        for x, y, r in ((180, 40, 12), (206, 92, 7), (118, 34, 6), (24, 128, 8), (206, 268, 7), (30, 284, 10))
    )
    halo = circle(115, 190, 108, who.back) + circle(115, 190, 100, who.glow)
    return ground(who.back) + beams(115, 190, 8, who.glow) + halo + sparks + at(who.figure, 15, 90, 200)


# --- the back ------------------------------------------------------------------------------------


def _back() -> str:
    weave = "".join(
        f"M{max(0, at_)} {max(0, -at_)}L{min(230, 330 + at_)} {min(330, 230 - at_)}"
        f"M{min(230, 230 - at_)} {max(0, -at_)}L{max(0, -100 - at_)} {min(330, 230 - at_)}"
        for at_ in range(-320, 230, 34)
    )
    hat = at(character("W").figure, 61, 111, 108)
    suits = "".join(
        at(symbol(suit, GOLD), x, y, 44)
        for suit, x, y in zip(Suit, (22, 164, 164, 22), (22, 22, 264, 264), strict=True)
    )
    medal = circle(115, 165, 84, GOLD) + circle(115, 165, 77, _VIOLET) + circle(115, 165, 68, "#5A3BA6")
    woven = ground(_VIOLET) + stroke(weave, "#5F3FB0", 4)
    corners = "".join(circle(x, y, 34, _VIOLET) for x in (44, 186) for y in (44, 286))
    return _framed(woven + corners + suits + medal + hat, CREAM)
