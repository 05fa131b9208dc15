"""Somebody's statistics as cards for a phone: figures, how they bid, how their last games went; and special cards.

They are two pictures so that the texts which stand for them have room for all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot import names
from bot.languages import _, p_
from bot.pictures import sprites, wording
from bot.pictures.canvas import MARGIN, SOFT, WHITE, WIDTH, Canvas, Picture
from bot.pictures.pad import INK, LINES, PAPER
from bot.profile import Duel, Profile, Share, SpecialCard
from bot.render import faces, stats_words, words
from bot.store import Form, Streak

_FILENAME: Final = "stats.png"
_SPECIALS_FILENAME: Final = "special-cards.png"
_FAINT: Final = "#5f666c"
_TILE: Final = "#f1e9d1"
_WON: Final = "#ffcf4a"
_BAR: Final = "#00795a"
_LOW: Final = "#0072b2"
_HIGH: Final = "#c44601"
_INNER: Final = WIDTH - 2 * MARGIN
_GAP: Final = 10

_HEAD: Final = 96
_FIGURES: Final = 100
_BIDS: Final = 104
_SIZES: Final = 216
_CHART: Final = 130
_FORM: Final = 100
_SPECIALS: Final = 44
_SPECIAL: Final = 34
_DUEL: Final = 90


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number in large letters with what it is below, and perhaps something more."""

    value: str
    about: str
    more: str = ""


def stats(profile: Profile) -> Picture | None:
    """Draw all but the special cards; None where there is nothing."""
    if profile.is_empty:
        return None
    canvas = Canvas(Image.new("RGB", (WIDTH, _height(profile)), PAPER))
    _draw_head(canvas, profile)
    top = _HEAD
    for row in (_first_row(profile), _second_row(profile)):
        _draw_figures(canvas, row, top)
        top += _FIGURES
    top = _draw_bids(canvas, profile, top)
    top = _draw_sizes(canvas, profile.by_size, top)
    top = _draw_form(canvas, profile.stats.form, top)
    if profile.duel is not None:
        _draw_duel(canvas, profile.rival, profile.duel, top)
    return Picture(canvas.exact(), _FILENAME, wording.fitted(stats_words.alt(profile)))


def special_cards(profile: Profile) -> Picture | None:
    """Draw a table of the special cards somebody has held or played; None where there are none."""
    if not profile.specials:
        return None
    height = _HEAD + _SPECIALS + _SPECIAL * len(profile.specials) + MARGIN
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    _draw_head(canvas, profile)
    _draw_specials(canvas, profile.specials, _HEAD)
    alt = wording.fitted(stats_words.alt_of_specials(profile))
    return Picture(canvas.exact(), _SPECIALS_FILENAME, alt)


def _height(profile: Profile) -> int:
    height = _HEAD + 2 * _FIGURES + _BIDS + _SIZES + MARGIN
    height += _FORM if profile.stats.form else 0
    return height + (_DUEL if profile.duel is not None else 0)


def _draw_head(canvas: Canvas, profile: Profile) -> None:
    # Names stand on a dark ground: the letters of one with emoji in it are white.
    canvas.image.paste(INK, (0, 0, WIDTH, _HEAD - 14))
    canvas.write(names.cleaned(profile.name), MARGIN, 4, 34, WHITE, bold=True)
    canvas.write(stats_words.period(profile), MARGIN, 46, 24, SOFT)


# --- figures -------------------------------------------------------------------------------------


def _first_row(profile: Profile) -> list[_Figure]:
    best = "–" if profile.best_round is None else words.signed(profile.best_round[0])
    return [
        _Figure(str(profile.games.count), _("Games")),
        _Figure(str(profile.games.hits), _("Wins"), profile.wins.percent),
        _Figure(profile.exact.percent, _("Exact bids")),
        _Figure(best, _("Best round")),
    ]


def _second_row(profile: Profile) -> list[_Figure]:
    bid = profile.favourite
    return [
        _Figure("–" if bid is None else bid.key, _("Favourite bid")),
        _row_of(profile.stats.exact, _("Exact in a row")),
        _row_of(profile.stats.won, _("Wins in a row")),
    ]


def _row_of(run: Streak, about: str) -> _Figure:
    # L10N: the longest row of successes, in few letters
    return _Figure(str(run.tail), about, _("best {best}", best=run.best))


def _draw_figures(canvas: Canvas, figures: Sequence[_Figure], top: int) -> None:
    width = (_INNER - _GAP * (len(figures) - 1)) // len(figures)
    for at, figure in enumerate(figures):
        left = MARGIN + at * (width + _GAP)
        canvas.lay(sprites.plate(width, _FIGURES - _GAP, _TILE), left, top)
        used = canvas.write(figure.value, left + 12, top + 6, 38, INK, bold=True, width=width - 24)
        if figure.more:
            room = width - 34 - used
            canvas.write(figure.more, left + width - 12, top + 21, 22, _FAINT, anchor="right", width=room)
        canvas.write(figure.about, left + 12, top + 55, 22, _FAINT, width=width - 20)


# --- bids ----------------------------------------------------------------------------------------


def _draw_bids(canvas: Canvas, profile: Profile, top: int) -> int:
    """Draw one bar of the bids that were too low, exact and too high."""
    shares = ((profile.under, _LOW), (profile.exact, _BAR), (profile.over, _HIGH))
    left, known = float(MARGIN), sum(share.hits for share, _colour in shares)
    for share, colour in shares:
        width = _INNER * share.hits / known if known else 0
        canvas.image.paste(colour, (round(left), top + 8, round(left + width), top + 40))
        left += width
    third = _INNER // 3 - 6
    low = _("{share} too low", share=profile.under.percent)
    exact = _("{share} exact", share=profile.exact.percent)
    high = _("{share} too high", share=profile.over.percent)
    canvas.write(low, MARGIN, top + 46, 23, _LOW, bold=True, width=third)
    canvas.write(exact, WIDTH // 2, top + 46, 23, _BAR, bold=True, anchor="middle", width=third)
    canvas.write(high, WIDTH - MARGIN, top + 46, 23, _HIGH, bold=True, anchor="right", width=third)
    return top + _BIDS


def _draw_sizes(canvas: Canvas, sizes: Sequence[tuple[int, Share]], top: int) -> int:
    """Draw a bar for each number of cards, as high as the share of exact bids."""
    canvas.write(_("Exact bids in % by number of cards"), MARGIN, top, 24, INK, bold=True)
    base = top + 46 + _CHART
    for part in (0, 50, 100):
        y = base - _CHART * part // 100
        canvas.image.paste(LINES, (MARGIN + 46, y - 1, WIDTH - MARGIN, y + 1))
        canvas.write(f"{part}", MARGIN + 38, y - 13, 20, _FAINT, anchor="right")
    slot = min(64, (_INNER - 54) // max(1, len(sizes)))
    for at, (size, share) in enumerate(sizes):
        middle = MARGIN + 54 + at * slot + slot // 2
        half = max(4, slot * 3 // 8)
        height = _CHART * share.hits // max(1, share.of)
        canvas.image.paste(_BAR, (middle - half, base - height, middle + half, base))
        canvas.write(str(size), middle, base + 4, 21, INK, anchor="middle")
    return top + _SIZES


# --- games ---------------------------------------------------------------------------------------


def _draw_form(canvas: Canvas, games: Sequence[Form], top: int) -> int:
    if not games:
        return top
    canvas.write(_("Last games, the latest first"), MARGIN, top, 24, INK, bold=True)
    width = (_INNER - 9 * 6) // 10
    for at, game in enumerate(games):
        left = MARGIN + at * (width + 6)
        canvas.lay(sprites.plate(width, 48, _WON if game.place == 1 else _TILE), left, top + 36)
        won = game.place == 1
        canvas.write(stats_words.form(game), left + width // 2, top + 44, 25, INK, bold=won, anchor="middle")
    return top + _FORM


def _draw_duel(canvas: Canvas, rival: str, duel: Duel, top: int) -> None:
    name = names.cleaned(rival)
    canvas.image.paste(INK, (0, top - 4, WIDTH, top + 34))
    canvas.write(stats_words.against(name), MARGIN, top - 1, 24, WHITE, bold=True)
    canvas.write(stats_words.duel_in_short(duel), MARGIN, top + 42, 24, INK)


def _draw_specials(canvas: Canvas, cards: Sequence[SpecialCard], top: int) -> None:
    columns = (360, 500, WIDTH - MARGIN)
    canvas.write(_("Special cards"), MARGIN, top, 24, INK, bold=True, width=230)
    # L10N: columns of a table of special cards: rounds with it in hand, times played, tricks won with it
    heads = (p_("special cards", "held"), p_("special cards", "played"), p_("special cards", "won"))
    for x, head in zip(columns, heads, strict=True):
        canvas.write(head, x, top, 22, _FAINT, anchor="right", width=130)
    for at, card in enumerate(cards):
        y = top + _SPECIALS - 6 + at * _SPECIAL
        if at % 2 == 0:
            canvas.image.paste(_TILE, (MARGIN - 6, y - 2, WIDTH - MARGIN + 6, y + _SPECIAL - 2))
        canvas.write(faces.name(card.code), MARGIN, y, 23, INK, width=230)
        for x, number in zip(columns, (card.held, card.played, card.won), strict=True):
            canvas.write(str(number), x, y, 23, INK, anchor="right")
