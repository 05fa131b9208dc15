"""Who changed what in a server's standings, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord import ui

from bot.customid import Press
from bot.former import FORMER_NAME, is_former
from bot.items import button
from bot.languages import _, later, p_
from bot.render import words
from bot.render.notices import GOLD, message, rule, text
from bot.render.standings import season_name
from bot.store import AuditLine, Season

OP: Final = "audit"
PAGE: Final = 10
"""Lines on a page."""

_SEASONS: Final[Mapping[str, str]] = {
    # L10N: {person} is whoever did it, {season} what the season is called
    "season start": later("{person} began {season}."),
    "season end": later("{person} ended {season}."),
    "season rename": later("{person} gave a season the name {season}."),
}
_OTHERS: Final[Mapping[str, str]] = {
    # L10N: {person} is whoever did it, {game} the number of a game, {other} whom it was done to
    "exclude game": later("{person} took game {game} out of the standings."),
    "restore game": later("{person} put game {game} back into the standings."),
    "exclude person": later("{person} took {other} out of the standings."),
    "restore person": later("{person} let {other} into the standings again."),
}


def page(lines: Sequence[AuditLine], at: int, seasons: Sequence[Season]) -> ui.LayoutView:
    """Return a page with the first `PAGE` of these lines; a further one tells that there are more."""
    said = "\n".join(_line(it, seasons) for it in lines[:PAGE]) or _("Nobody has changed anything yet.")
    head = ["## 🗒️ " + _("Changes of the standings"), "-# " + _("Seasons, games and people taken out; newest first.")]
    parts: list[ui.Item[Any]] = [text("\n".join(head)), rule(), text(said)]
    if at or len(lines) > PAGE:
        parts.append(_turner(at, more=len(lines) > PAGE))
    return message(*parts, colour=GOLD)


def _line(line: AuditLine, seasons: Sequence[Season]) -> str:
    return f"{_did(line, seasons)}\n-# <t:{line.at // 1000}:f>"


def _did(line: AuditLine, seasons: Sequence[Season]) -> str:
    person, subject = _person(line.user_id), line.subject
    if line.what in _SEASONS:
        season = f"**{_season(line, seasons)}**"
        return _(_SEASONS[line.what], person=person, season=season)
    game, other = f"`{subject}`", _person(int(subject)) if line.what.endswith(" person") else ""
    return _(_OTHERS[line.what], person=person, game=game, other=other)


def _person(user_id: int) -> str:
    return _(FORMER_NAME) if is_former(user_id) else f"<@{user_id}>"


def _season(line: AuditLine, seasons: Sequence[Season]) -> str:
    """Return what the season was called then, as far as that is noted."""
    key, _colon, name = line.subject.partition(": ")
    if line.what == "season rename":
        return words.person_name(name)
    listed = any(it.season == line.subject for it in seasons)
    return season_name(key, seasons) if listed else words.person_name(line.subject)


def _turner(at: int, *, more: bool) -> ui.ActionRow[Any]:
    def turn(to: int, where: str, label: str, *, possible: bool) -> Any:  # noqa: ANN401 - a button of any view
        return button(Press(0, max(0, to), OP, where), label, disabled=not possible)

    return ui.ActionRow(
        turn(at - 1, "newer", p_("pages of changes", "Newer"), possible=at > 0),
        turn(at + 1, "older", p_("pages of changes", "Older"), possible=more),
    )
