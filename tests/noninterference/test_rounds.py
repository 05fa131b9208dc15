"""Rounds that differ only in what a viewer can't know look the same to them, byte for byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.cards import Card
from tests.engine.hidden import changes
from tests.noninterference.pairs import Pair, walk
from tests.noninterference.rounds import PAIRS, check
