"""The race of scores: a line for each player, told apart by dashes and marks as well, with the name at its end."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final
from xml.etree.ElementTree import Element

import resvg_py
from PIL import Image

from bot.languages import _
from bot.pictures import sprites, wording
from bot.pictures.canvas import MARGIN, WIDTH, Canvas, Picture
from bot.pictures.charts import Style, pygal
from bot.pictures.lettering import ROBOTO
from bot.pictures.pad import INK, LINES, PAPER
from bot.render import words
from bot.tableview import TableView
from engine.view import View

_FILENAME: Final = "race.png"
_NUMBER: Final = re.compile(r"-?[\d.]+")
_HEIGHT: Final = 520
_LABELS: Final = 190
"""Room at the right for the names."""
_LABEL: Final = 52
"""How far apart the labels are at least: a name and its points."""
_COLOURS: Final = ("#0072b2", "#c44601", "#00795a", "#a8478a", "#8a6d00", "#333333")
"""Told apart with every kind of colour blindness, and dark enough to write with."""
_DASHES: Final = ("none", "16,7", "4,7", "16,6,4,6", "28,8", "9,5")
_MARKS: Final = (
    '<circle cx="50" cy="50" r="42"/>',
    '<rect x="12" y="12" width="76" height="76"/>',
    '<path d="M50 6 L94 90 L6 90 Z"/>',
    '<path d="M50 2 L98 50 L50 98 L2 50 Z"/>',
    '<path d="M6 10 L94 10 L50 94 Z"/>',
    '<path d="M34 4h32v30h30v32h-30v30h-32v-30h-30v-32h30z"/>',
)


@dataclass(frozen=True, slots=True)
class Plot:
    """The drawn lines, and where each point of each line is."""

    image: Image.Image
    points: tuple[tuple[tuple[int, int], ...], ...]


def race(view: TableView) -> Picture | None:
    """Draw the totals after each round; None before the first round is scored."""
    seen = view.game
    if seen is None or not seen.scores:
        return None
    totals = _totals(seen)
    plot = _plot(totals)
    canvas = Canvas(plot.image)
    canvas.write(_("Points after each round"), MARGIN, 12, 26, INK, bold=True)
    step = -(-len(seen.scores) // 12)
    for seat, points in enumerate(plot.points):
        for x, y in (*points[:-1:step], points[-1]):
            size = 22 if x == points[-1][0] else 14
            canvas.lay(_mark(seat, size), x - size // 2, y - size // 2)
    _draw_labels(canvas, view, seen, [points[-1] for points in plot.points])
    return Picture(canvas.exact(), _FILENAME, _alt(view, totals))


def _totals(seen: View) -> list[list[int]]:
    """Return each seat's total before the first round and after each."""
    return [list(accumulate((score.points[seat] for score in seen.scores), initial=0)) for seat in range(seen.players)]


def _plot(totals: Sequence[Sequence[int]]) -> Plot:
    """Draw axes and lines with pygal, and ask it where everything has come to lie."""
    rounds = len(totals[0])
    every = 1 if rounds <= 11 else 2 if rounds <= 21 else 5
    chart = pygal.Line(
        width=WIDTH,
        height=_HEIGHT,
        style=_style(),
        show_legend=False,
        show_minor_x_labels=False,
        truncate_label=-1,
        x_labels_major_every=every,
        margin_top=56,
        margin_right=_LABELS,
        margin_bottom=6,
        margin_left=6,
        js=(),
        max_scale=8,
    )
    chart.x_labels = [str(number) for number in range(rounds)]
    for seat, line in enumerate(totals):
        chart.add(str(seat), line)
    finish = _Finish()
    chart.add_xml_filter(finish)
    svg = chart.render(is_unicode=True)
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=[ROBOTO])
    return Plot(Image.open(io.BytesIO(drawn)).convert("RGB"), finish.places)


class _Finish:
    """Gives pygal's lines their dashes, and takes out the dots, which are all alike, keeping where they were."""

    def __init__(self) -> None:
        self.places: tuple[tuple[tuple[int, int], ...], ...] = ()

    def __call__(self, root: Element) -> Element:
        """Return the drawing as it is to be."""
        plot, overlay = (next(_of_class(root, name)) for name in ("plot", "plot overlay"))
        for line in _of_class(plot, "guide line"):
            line.set("style", f"stroke:{LINES};stroke-width:2")
        for seat, series in enumerate(_series(plot)):
            for line in series.iter("path"):
                line.set("style", f"stroke-width:5;stroke-linejoin:round;stroke-dasharray:{_DASHES[seat]}")
        left, top = map(float, _NUMBER.findall(plot.get("transform", "")))
        self.places = tuple(
            tuple((round(left + float(dot.get("cx", 0))), round(top + float(dot.get("cy", 0)))) for dot in dots)
            for dots in (series.iter("circle") for series in _series(overlay))
        )
        overlay.clear()
        return root


def _of_class(root: Element, name: str) -> Iterator[Element]:
    return (part for part in root.iter() if part.get("class", "").removeprefix("major ") == name)


def _series(group: Element) -> Iterator[Element]:
    return (part for part in group if part.get("class", "").startswith("series"))


@lru_cache(maxsize=1)
def _style() -> Style:
    return Style(
        background=PAPER,
        plot_background=PAPER,
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle=LINES,
        colors=_COLOURS,
        font_family="Roboto",
        label_font_size=21,
        major_label_font_size=21,
        guide_stroke_dasharray="",
        major_guide_stroke_dasharray="",
    )


@lru_cache(maxsize=32)
def _mark(seat: int, size: int) -> Image.Image:
    inner = f'<g fill="{_COLOURS[seat]}" stroke="{PAPER}" stroke-width="8">{_MARKS[seat]}</g>'
    return sprites.drawn(inner, 100, 100, size)


# --- labels --------------------------------------------------------------------------------------


def _draw_labels(canvas: Canvas, view: TableView, seen: View, ends: Sequence[tuple[int, int]]) -> None:
    left = WIDTH - _LABELS + 26
    for seat, y in _apart({seat: y for seat, (_x, y) in enumerate(ends)}).items():
        colour = _COLOURS[seat]
        canvas.lay(_mark(seat, 20), left - 10, y - 22)
        name = wording.plain_name(view, seat)
        canvas.write(name, left + 16, y - 26, 23, colour, bold=True, width=WIDTH - left - 24)
        canvas.write(words.number(seen.totals[seat]), left + 16, y - 1, 23, INK, width=WIDTH - left - 24)


def _apart(wanted: dict[int, int]) -> dict[int, int]:
    """Move the labels as little as they have to be moved not to lie on each other or leave the picture."""
    order = sorted(wanted, key=lambda seat: wanted[seat])
    placed: dict[int, int] = {}
    lowest = 70
    for seat in order:
        placed[seat] = max(lowest, wanted[seat])
        lowest = placed[seat] + _LABEL
    highest = _HEIGHT - _LABEL // 2
    for seat in reversed(order):
        placed[seat] = min(highest, placed[seat])
        highest = placed[seat] - _LABEL
    return placed


def _alt(view: TableView, totals: Sequence[Sequence[int]]) -> str:
    said = [_("A chart: points after each round.")]
    said += [
        _("{name}: {points}.", name=wording.said_name(view, seat), points=", ".join(map(words.number, line[1:])))
        for seat, line in enumerate(totals)
    ]
    return wording.fitted(said)
