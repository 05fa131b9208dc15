"""Pictures of sample tables, compared with how they looked when somebody last looked at them.

Not byte by byte: fonts of the system and versions of the libraries may differ a little. ``pytest --update-golden``
draws them anew; then look at what has changed.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures.canvas import WIDTH
from tests.pictures.samples import KINDS, SAMPLES, drawn

GOLDEN: Final = Path(__file__).parent / "golden"
SMALL: Final = 132
BLOCKS: Final = 22
MOST_MEAN: Final = 3.0
"""Of 255, over all pixels: a card that is missing is more."""
MOST_BLOCK: Final = 48.0
"""Of 255, in any block of 30 × 30 pixels: a name in another font is less."""


def _small(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.resize((SMALL, image.height * SMALL // WIDTH), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_looks_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{name}.webp"
    small = _small(drawn(name).data)
    if request.config.getoption("--update-golden"):
        small.save(path, "WEBP", lossless=True)
    golden = Image.open(path).convert("RGB")
    assert small.size == golden.size
    difference = ImageChops.difference(small, golden).convert("L")
    assert ImageStat.Stat(difference).mean[0] <= MOST_MEAN
    blocks = difference.resize((BLOCKS, max(1, difference.height * BLOCKS // SMALL)), Image.Resampling.BOX)
    assert float(blocks.getextrema()[1]) <= MOST_BLOCK


def test_every_golden_picture_is_there_and_nothing_else() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(SAMPLES)


def test_another_card_would_be_noticed() -> None:
    small, other = _small(drawn("hand-7-of-4").data), _small(drawn("hand-last-card").data)
    difference = ImageChops.difference(small, other.resize(small.size)).convert("L")
    assert ImageStat.Stat(difference).mean[0] > MOST_MEAN


def test_all_kinds_have_samples() -> None:
    assert all(made for made, _draw in KINDS)
