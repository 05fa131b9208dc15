"""A finished game trick by trick, all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, select
from bot.languages import _, n_, p_
from bot.pictures.canvas import Picture
from bot.render import faces, public, special_words, words
from bot.render.gallery import gallery
from bot.render.history import record_button
from bot.render.notices import GREEN, message, rule, text
from bot.replay import Replay, Step
from bot.tableview import TableView, public_view
from engine import rules
from engine.specials import CardsPassed
from engine.state import Aftermath, Trick

_MOST_CHOICES: Final = 25
"""Of a select, says Discord; of more rounds there are several selects."""


def page(played: Replay, step: Step, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return one step: the hands before a trick, the trick, and after the last one the points of the round."""
    parts: list[ui.Item[Any]] = [text(_head(step)), rule(), text(_hands(step))]
    if step.done is not None:
        parts += [rule(), *gallery(*pictures), text("\n".join(_trick(step.view, step, step.done)))]
        if step.trick == step.score.size:
            parts += [rule(), text(_points(played, step))]
    return message(*parts, *_steps(played, step), *_round_selects(played, step), colour=GREEN)


# --- what was played -----------------------------------------------------------------------------


def _head(step: Step) -> str:
    seen = step.view.playing
    lines = ["## 🎞️ " + _("Replay") + " · " + public.round_title(seen), public.trump_line(step.view, seen)]
    if seen.draws and not seen.scores and not step.trick:
        lines.append(public.draw_lines(step.view, seen))
    return "\n".join(lines)


def _hands(step: Step) -> str:
    """Return each seat with its bid, its tricks so far, its points, and under it the cards it holds."""
    # L10N: a heading over the hands and bids at the beginning of a round
    title = _("Before trick {number}", number=step.trick) if step.trick else _("The deal and the bids")
    lines = [f"### {title}"]
    for seat in range(step.view.playing.players):
        lines.append(public.seat_line(step.view, step.view.playing, seat))
        lines.append(faces.cards_text(step.hand(seat), step.view.options.labels))
    return "\n".join(lines)


def _trick(table: TableView, step: Step, done: Trick) -> Iterator[str]:
    yield f"### {public.trick_name(step.trick)}"
    # L10N: both beside a card of a trick
    leads, takes_it = _("leads"), _("takes it")
    for seat, face in done.plays(len(table.seats)):
        remarks = [leads] if seat == done.leader else []
        remarks += [f"**{takes_it}**"] if seat == done.winner else []
        shown = faces.card_text(face, table.options.labels)
        yield " · ".join([f"{shown} — {words.holder_name(table.seats[seat])}", *remarks])
    if done.winner is None:
        yield _("Nobody takes it.")
        if done.next_leader is not None:
            yield _("{name} leads", name=words.holder_name(table.seats[done.next_leader]))
    if _cancels(table, step, done):
        yield public.cancelled_line(table)
    for happened in done.after:
        yield f"-# {special_words.told(happened, public.Teller(table))}"
        yield from _passed(table, happened)


def _cancels(table: TableView, step: Step, done: Trick) -> bool:
    """Return whether the bids of the round were cancelled in this very trick."""
    before = table.playing.round
    if before is None or before.cancelled:
        return False
    return any(rules.cancels_bids(face, step.score.copied, table.options) for face in done.cards)


def _passed(table: TableView, happened: Aftermath) -> Iterator[str]:
    """Yield who gave which card to whom: at the table only the two of them knew."""
    if not isinstance(happened, CardsPassed):
        return
    for seat, face in enumerate(happened.given):
        if face is not None:
            name, left = (words.holder_name(table.seats[at % len(table.seats)]) for at in (seat, seat + 1))
            card = faces.card_text(face, table.options.labels)
            # L10N: {left} sits to the left of {name}
            yield "-# " + _("{name} passed {card} to {left}", name=name, card=card, left=left)


def _points(played: Replay, step: Step) -> str:
    """Return the points of a round that is over, under the names its last trick was played by."""
    table = replace(public_view(played.table), seats=step.view.seats)
    head = words.capitalised(_("round {number} is over", number=step.score.number))
    return f"### {head}\n{public.score_lines(table, step.score.number)}"


# --- the way through -----------------------------------------------------------------------------


def _steps(played: Replay, step: Step) -> list[ui.ActionRow[Any]]:
    number, trick = step.score.number, step.trick
    rounds = len(played.rounds)
    end = rounds, played.rounds[-1].size

    def turn(where: str, label: str, emoji: str, to: tuple[int, int] | None) -> Router:
        aim = to or (number, trick)
        press = Press(step.view.id, aim[0], "replay", f"{aim[1]}.{where}")
        return button(press, label, emoji=emoji, disabled=aim == (number, trick))

    steps = (
        turn("first", p_("steps of a replay", "First"), "⏮️", (1, 0)),
        turn("back", p_("steps of a replay", "Back"), "◀️", played.before(number, trick)),
        turn("next", p_("steps of a replay", "Next"), "▶️", played.after(number, trick)),
        turn("last", p_("steps of a replay", "Last"), "⏭️", end),
    )
    more = (
        turn("round", _("Next round"), "⏩", (number + 1, 0) if number < rounds else None),
        record_button(step.view.id),
    )
    return [ui.ActionRow(*steps), ui.ActionRow(*more)]


def _round_selects(played: Replay, step: Step) -> list[ui.ActionRow[Any]]:
    """Return selects that jump to the beginning of a round; none for a game of one round."""
    rounds = played.rounds
    if len(rounds) < 2:
        return []
    chunks = [rounds[at : at + _MOST_CHOICES] for at in range(0, len(rounds), _MOST_CHOICES)]
    selects = []
    for at, chunk in enumerate(chunks):
        choices = [
            discord.SelectOption(
                label=" · ".join([_("Round {number}", number=it.number), n_("{count} card", "{count} cards", it.size)]),
                value=str(it.number),
                default=it.number == step.score.number,
            )
            for it in chunk
        ]
        placeholder = _("Rounds {first} to {last}", first=chunk[0].number, last=chunk[-1].number)
        selects.append(ui.ActionRow[Any](select(Press(step.view.id, 0, "replay", f"jump.{at}"), placeholder, choices)))
    return selects
