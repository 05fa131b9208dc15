"""Every card has a picture of its own, the same everywhere, and one reads it."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from bot.art import raster
from bot.art.cards import HEIGHT, SUIT_COLOURS, WIDTH, back_svg, card, card_svg, suit_symbol
from bot.art.raster import png
from engine import special
from engine.cards import JESTER, SUIT_CARDS, WIZARD, Card, Suit
from engine.cards import card as face_of
from engine.options import Labels

FACES = (*SUIT_CARDS, WIZARD, JESTER, *special.played_faces())


def pixels(svg: str, width: int = 50) -> Image.Image:
    return Image.open(BytesIO(png(svg, width=width))).convert("RGBA")


def test_there_is_a_picture_of_every_card_and_no_two_are_the_same() -> None:
    shown = [card_svg(face) for face in FACES] + [back_svg()]
    assert len({png(svg, width=50) for svg in shown}) == len(FACES) + 1 == 52 + 2 + 9 + 16 + 1


def test_face_labels_show_other_ranks() -> None:
    for face in SUIT_CARDS:
        assert png(card_svg(face), width=50) != png(card_svg(face, Labels.FACES), width=50)
    for code in ("JUGGLER", "CLOUD", "JUGGLER:R"):
        assert card_svg(face_of(code)) != card_svg(face_of(code), Labels.FACES)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_it_is_cut_out_with_round_corners(face: Card) -> None:
    """Also where it stands in a larger picture: nothing reaches beyond the card."""
    assert card_svg(face).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">')
    margin = 50
    placed = f'<g transform="translate({margin} {margin})">{card(face)}</g>'
    whole = pixels(
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {WIDTH + 2 * margin:g} {HEIGHT + 2 * margin:g}">{placed}</svg>',
        350,
    )
    assert whole.getchannel("A").getbbox() == (50, 50, 300, 400)
    for x, y in ((53, 53), (296, 53), (53, 396), (296, 396)):
        assert whole.getpixel((x, y)) == (0, 0, 0, 0)


def test_the_size_is_the_one_asked_for() -> None:
    for width in (22, 64, 250, 500):
        assert pixels(card_svg(WIZARD), width).size == (width, round(width * 1.4))


def test_the_same_art_gives_the_same_bytes() -> None:
    for svg in (card_svg(face_of("G13")), card_svg(face_of("DRAGON")), back_svg()):
        assert png(svg, width=128) == png(svg, width=128)


def test_art_needs_no_font() -> None:
    assert all("<text" not in card_svg(face, labels) for face in FACES for labels in Labels)


def test_text_is_written_with_the_font_that_comes_with_it() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><text y="30" font-size="24">{}</text></svg>'
    shown = {sign: png(svg.format(sign), width=200) for sign in "ąćęłńóśżźäöüßéèçœëï−½▶"}
    assert len(set(shown.values())) == len(shown)  # a font without them would show the same box for all
    assert raster.FONT.stat().st_size < 1_000_000
    assert raster.FONT.with_name("LICENSE-DejaVu.txt").is_file()


def test_a_suit_is_told_by_its_symbol_alone() -> None:
    """Black on white, at the size of an emoji, each differs from each in a good part of its pixels."""
    wrapped = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
    shapes = {suit: pixels(wrapped.format(suit_symbol(suit)), 22).getchannel("A").tobytes() for suit in Suit}
    for one in Suit:
        assert re.search(SUIT_COLOURS[one], suit_symbol(one))
        for other in Suit:
            apart = sum(abs(left - right) for left, right in zip(shapes[one], shapes[other], strict=True))
            assert one is other or apart > 0.15 * 255 * 22 * 22, (one, other)


def test_importing_the_art_draws_nothing() -> None:
    """The bot starts as fast as before: neither the rasteriser nor the emoji do anything until they are asked."""
    check = (
        "import resvg_py\n"
        "def draw(**_): raise AssertionError\n"
        "resvg_py.svg_to_bytes = draw\n"
        "import bot.art.cards, bot.art.emoji, bot.art.raster\n"
        "assert bot.art.emoji.all_emoji.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-c", check], check=True)
