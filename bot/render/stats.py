"""The page of somebody's statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.customid import Press
from bot.items import Router, button, select
from bot.languages import _
from bot.pictures.canvas import Picture
from bot.profile import Profile
from bot.render import faces, stats_words, words
from bot.render.gallery import gallery
from bot.render.notices import GOLD, message, text
from bot.render.standings import plain_season_name, season_name
from bot.rhythm import ALL_TIME

OP: Final = "stats"
SEASON_OP: Final = "stats_season"
NOW: Final = "now"
"""Stands for the running season."""
MOST_SEASONS: Final = 24
"""Seasons in the list, the latest ones."""


def page(profile: Profile, now: str, pictures: Sequence[Picture] = ()) -> ui.LayoutView:
    """Return somebody's statistics, with buttons for the running season (`now`) and all time, a list of the others."""
    # Each in a gallery of its own, below the other: beside each other they would be too small for a phone.
    shown = [part for picture in pictures for part in gallery(picture)]
    parts: list[ui.Item[Any]] = [*shown, text(_text(profile)), _periods(profile, now)]
    others = [season for season in profile.stats.seasons if season != now]
    if others:
        parts.append(ui.ActionRow(_seasons(profile, others[:MOST_SEASONS])))
    return message(*parts, colour=GOLD)


def _text(profile: Profile) -> str:
    name = words.person_name(profile.name)
    lines = [
        "## 📊 " + _("Statistics of {name}", name=name),
        f"-# {_period(profile)} · " + _("Games that count, in this server."),
    ]
    if profile.is_empty:
        lines.append(_("Nothing yet: no game that counts is over."))
    else:
        lines += [f"**{about}** · {said}" for about, said in stats_words.sections(profile)]
        lines += [f"**{faces.marked(card.code)}** · {stats_words.special(card)}" for card in profile.specials]
    if profile.duel is not None:
        about = stats_words.against(words.person_name(profile.rival))
        lines.append(f"**{about}** · {stats_words.duel(profile.duel)}")
    if profile.stats.incomplete:
        lines.append("-# " + _("Older games are still being counted; look again later."))
    return "\n".join(lines)


def _period(profile: Profile) -> str:
    """Return the time for a message, in which the name that somebody gave a season formats nothing."""
    return stats_words.period(profile) if profile.all_time else season_name(profile.season, profile.seasons)


def _periods(profile: Profile, now: str) -> ui.ActionRow[Any]:
    def period(to: str, label: str, *, here: bool) -> Router:
        style = discord.ButtonStyle.primary if here else discord.ButtonStyle.secondary
        return button(_press(profile, OP, to), label, style=style)

    return ui.ActionRow(
        period(NOW, _("This season"), here=profile.season == now),
        period(ALL_TIME, _("All time"), here=profile.season == ALL_TIME),
    )


def _seasons(profile: Profile, seasons: list[str]) -> Router:
    choices = [
        discord.SelectOption(label=plain_season_name(it, profile.seasons), value=it, default=it == profile.season)
        for it in seasons
    ]
    return select(_press(profile, SEASON_OP, ""), _("Another season"), choices)


def _press(profile: Profile, op: str, to: str) -> Press:
    """Return a press that knows whose statistics these are, and whom they are compared with."""
    return Press(profile.user_id, 0, op, f"{to}.{profile.rival_id or ''}")
