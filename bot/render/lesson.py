"""The guided hand of `/wizard learn`, page by page, and the offer of it: all only for one person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord import ui

from bot import lesson as script
from bot.art import emoji as art
from bot.customid import Press
from bot.items import Router, button, rows
from bot.languages import _
from bot.lesson import YOU, Lesson, Page
from bot.render import faces, lesson_words, public, rulebook, words
from bot.render.notices import GOLD, GREEN, GREY, message, rule, text
from bot.tableview import TableView
from engine.view import RoundView

_MEDALS: Final = "🥇🥈🥉"
BESIDE: Final = "new"
"""The argument of a press that opens the lesson as a message of its own."""


def open_button() -> Router:
    """Return a button that opens the lesson beside the message it stands on."""
    return button(Press(0, 0, "learn", BESIDE), _("Learn"), style=discord.ButtonStyle.success, emoji="🎓")


def offer() -> ui.LayoutView:
    """Return what a newcomer is asked once."""
    said = _("New to Wizard? A guided hand shows you how, here and only for you. Your seat stays yours meanwhile.")
    learn = button(Press(0, 0, "learn"), _("Learn in three minutes"), style=discord.ButtonStyle.success, emoji="🎓")
    return message(text(said), ui.ActionRow(learn, button(Press(0, 0, "learn_no"), _("I know the game"))), colour=GREEN)


def declined() -> ui.LayoutView:
    """Return the answer to somebody who knows the game."""
    return message(text(_("Have fun! If you ever want it: **/wizard learn**.")), colour=GREY)


def page(lesson: Lesson, notice: str = "") -> ui.LayoutView:
    """Return the present page; `notice` is a line for this one time."""
    table = script.seen(lesson, _("You"))
    match lesson.page:
        case Page.WELCOME:
            parts = _welcome()
        case Page.BID | Page.PLAY:
            parts = _asked(lesson, table)
        case Page.RESULT:
            parts = _result(lesson, table)
        case Page.END:
            parts = _end(table)
    if notice:
        parts.append(text(f"-# {notice}"))
    if controls := _footer(lesson):
        parts.append(ui.ActionRow(*controls))
    return message(*parts, colour=GOLD)


def _welcome() -> list[ui.Item[Any]]:
    said = [_(it, **lesson_words.people()) for it in lesson_words.WELCOME]
    return [text(_head(_("Learn Wizard"), said)), text("-# " + _(lesson_words.ASIDE))]


def _asked(lesson: Lesson, table: TableView) -> list[ui.Item[Any]]:
    """Return a page with a decision, laid out like the hand panel."""
    here = table.playing.round
    if here is None:
        return []
    bidding = lesson.page is Page.BID
    said = lesson_words.introduction(lesson) if bidding else lesson_words.remarks(lesson)
    title = " · ".join([_("Lesson"), public.round_title(table.playing)])
    trump = _("Trump: **{suit}**", suit=words.suit_text(here.trump))
    return [
        text(_head(title, [trump])),
        text("\n".join(f"> {line}" for line in said)),
        text("\n".join(_table_lines(table, here))),
        rule(),
        text(_ask_bid(here) if bidding else _ask_card(here)),
        *rows(_bids(lesson) if bidding else _cards(lesson, here)),
    ]


def _head(title: str, lines: Iterable[str]) -> str:
    return "\n".join([f"### 🎓 {title}", *lines])


def _ask_bid(here: RoundView) -> str:
    asked = _("**Your turn: {asked}**", asked=_("how many tricks will you take?"))
    return f"▶️ {asked}\n**{faces.cards_text(here.hand)}**"


def _ask_card(here: RoundView) -> str:
    asked = _("**Your turn: {asked}**", asked=_("play a card"))
    aside = _("you bid {bid} and have {taken}", bid=here.bids[YOU], taken=here.taken[YOU])
    return f"▶️ {asked} · {aside}"


def _table_lines(table: TableView, here: RoundView) -> Iterator[str]:
    """Yield the others with their bids, the last trick and the running one: less than a table has, for a phone."""
    for seat, bid in enumerate(here.bids):
        if seat != YOU:
            name = words.seat_name(table.seats[seat])
            fact = (
                _("no bid yet")
                if bid is None
                else _("bid **{bid}**, took **{taken}**", bid=bid, taken=here.taken[seat])
            )
            yield f"▫️ {name} · {fact}"
    if here.tricks:
        yield public.finished_trick(table, len(here.tricks), here.tricks[-1])
    if played := here.trick.plays(len(here.bids)):
        shown = [f"{faces.card_text(face)} ({words.seat_name(table.seats[seat])})" for seat, face in played]
        cards = f"{words.NO_BREAK}· ".join(shown)
        yield _("Trick {number}: {cards}", number=len(here.tricks) + 1, cards=cards)


def _bids(lesson: Lesson) -> list[Router]:
    return [
        _button(lesson, "learn_bid", move.partition(".")[2], style=discord.ButtonStyle.primary)
        for move in lesson.choices
    ]


def _cards(lesson: Lesson, here: RoundView) -> list[Router]:
    """Return a button for each card, as on the hand panel; those that can't be played are disabled."""
    return [
        button(
            _press(lesson, "learn_play", face.code),
            faces.card_label(face),
            emoji=faces.card_mark(face),
            shows=art.key(face),
            style=discord.ButtonStyle.primary if playable else discord.ButtonStyle.secondary,
            disabled=not playable,
        )
        for face in here.hand
        for playable in (script.play_move(face.code) in lesson.choices,)
    ]


def _result(lesson: Lesson, table: TableView) -> list[ui.Item[Any]]:
    score = lesson.game.scores[-1]
    return [
        *public.result_parts(table, score.number),
        rule(),
        text("\n".join(lesson_words.verdict(score))),
    ]


def _end(table: TableView) -> list[ui.Item[Any]]:
    seen = table.playing
    lines = [
        _(
            "{medal} {name} · **{points} points**",
            medal=_MEDALS[seen.places[seat] - 1],
            name=words.seat_name(table.seats[seat]),
            points=words.number(seen.totals[seat]),
        )
        for seat in sorted(range(seen.players), key=lambda seat: seen.places[seat])
    ]
    said = [_(it) for it in lesson_words.NEXT_STEPS]
    return [text(_head(_("That's Wizard!"), lines)), rule(), text("\n".join(said))]


# --- buttons -------------------------------------------------------------------------------------


def _footer(lesson: Lesson) -> list[Router]:
    onward = script.NEXT in lesson.choices
    label = _("Let's go") if lesson.page is Page.WELCOME else _("Next")
    found = [_button(lesson, "learn_next", label=label, style=discord.ButtonStyle.success)] if onward else []
    if lesson.page is Page.END:
        found.append(rulebook.open_button(0))
    if lesson.page is not Page.WELCOME:
        found.append(_button(lesson, "learn_back", label=_("Back"), emoji="↩️"))
        found.append(_button(lesson, "learn_again", label=_("Start again")))
    return found


def _button(lesson: Lesson, op: str, arg: str = "", label: str = "", **looks: Any) -> Router:  # noqa: ANN401 - handed on
    return button(_press(lesson, op, arg), label or arg, **looks)


def _press(lesson: Lesson, op: str, arg: str = "") -> Press:
    return Press(0, len(lesson.moves), op, arg)
