"""The emoji: as many and as large as Discord takes, named for what they show, readable in a button."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations

from PIL import Image, ImageChops

from bot.art import emoji
from bot.art.emoji import all_emoji, key
from bot.render import words
from engine import special
from engine.cards import JESTER, SUIT_CARDS, WIZARD, Suit
from engine.options import Labels

MOST = 150
MOST_BYTES = 256 * 1024


def small(what: str) -> Image.Image:
    """Return an emoji as it is seen in a button, on a dark ground."""
    whole = Image.open(BytesIO(all_emoji()[what].png())).convert("RGBA")
    ground = Image.new("RGBA", whole.size, "#313338")
    return Image.alpha_composite(ground, whole).convert("L").resize((22, 22), Image.Resampling.LANCZOS)


def test_there_is_one_of_every_card_and_suit() -> None:
    faces = (*SUIT_CARDS, WIZARD, JESTER, *special.played_faces())
    assert {key(face, labels) for face in faces for labels in Labels} | set(Suit) == set(all_emoji())
    assert len(all_emoji()) == 99 <= MOST


def test_discord_takes_them() -> None:
    for it in all_emoji().values():
        picture = it.png()
        assert Image.open(BytesIO(picture)).size == (128, 128)
        assert len(picture) <= MOST_BYTES
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", it.name)


def test_changed_art_has_another_name() -> None:
    names = [it.name for it in all_emoji().values()]
    assert len(set(names)) == len(names)
    svg = all_emoji()["R13"].svg
    assert emoji._name("R13", svg) == all_emoji()["R13"].name
    assert emoji._name("R13", svg.replace("#", "#0")) != all_emoji()["R13"].name


def test_no_two_look_the_same() -> None:
    assert len({it.png() for it in all_emoji().values()}) == len(all_emoji())


def test_ranks_are_told_apart_in_a_button() -> None:
    ranks = {words.rank_label(rank, labels) for labels in Labels for rank in range(1, 14)}
    shown = {(suit, rank): small(f"{suit}{rank}") for suit in Suit for rank in ranks}
    for suit in Suit:
        for one, other in combinations(sorted(ranks), 2):
            apart = ImageChops.difference(shown[suit, one], shown[suit, other])
            assert sum(apart.tobytes()) > 22 * 22 * 3, (suit, one, other)
            assert apart.getextrema()[1] > 60, (suit, one, other)


def test_face_labels_share_what_looks_the_same() -> None:
    two = next(face for face in SUIT_CARDS if face.code == "R1")
    assert key(two, Labels.FACES) == "R2"
    assert key(next(face for face in SUIT_CARDS if face.code == "R13"), Labels.FACES) == "RA"
