"""Our emoji on finished messages: on cards and suits, nowhere else, and never at the cost of the message."""

from __future__ import annotations

import discord
import pytest
from discord import ui

from bot.art.emoji import all_emoji, key
from bot.customid import Press
from bot.items import Router, button, select
from bot.render import faces, special_words, words
from bot.render.dressing import MOST_TEXT, OurEmoji, dress, written
from engine import special
from engine.cards import JESTER, SUIT_CARDS, WIZARD, Card, card
from engine.options import Labels

OURS = {what: OurEmoji(name=it.name, id=1000 + at) for at, (what, it) in enumerate(all_emoji().items())}
PRESS = Press(1, 2, "play", "0.R13")


@pytest.mark.parametrize("labels", Labels)
@pytest.mark.parametrize("face", [*SUIT_CARDS, WIZARD, JESTER], ids=str)
def test_a_card_in_a_text_gets_its_emoji_and_keeps_its_letters(face: Card, labels: Labels) -> None:
    before = faces.card_text(face, labels)
    label = before.partition(words.NO_BREAK)[2]
    after = f"{OURS[key(face, labels)]}{words.NO_BREAK}{label}"
    assert written(f"**{before}**, {before}", OURS) == f"**{after}**, {after}"


@pytest.mark.parametrize("code", special.codes())
def test_a_special_card_too(code: str) -> None:
    assert written(faces.marked(code), OURS).startswith(str(OURS[code]) + words.NO_BREAK)


def test_what_was_said_of_it_is_a_suit() -> None:
    assert written(faces.card_text(card("JUGGLER:B")), OURS) == f"{OURS['JUGGLER']}\u00a0{OURS['B']}B7½"
    assert written(words.suit_text(card("R1").suit), OURS).startswith(str(OURS["R"]))


@pytest.mark.parametrize("text", ["## 🧙 Wizard · round 1", "🤖 Alma", "`🔴\u00a0R1`", "```\n🔴\u00a0R1\n```", "R13"])
def test_all_else_stays(text: str) -> None:
    assert written(text, OURS) == text


def test_without_emoji_of_ours_nothing_changes() -> None:
    assert written("🔴\u00a0R13", {}) == "🔴\u00a0R13"
    assert written("🔴\u00a0R13", {"R12": OURS["R12"]}) == "🔴\u00a0R13"


def message(*texts: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    options = [discord.SelectOption(label="Dragon", emoji=special_words.of("DRAGON").mark)]
    view.add_item(
        ui.Container(
            *(ui.TextDisplay(it) for it in texts),
            ui.ActionRow(button(PRESS, "R13", emoji="🔴", shows="R13"), button(PRESS, "Red", emoji="🔴")),
            ui.ActionRow(button(PRESS, "Refresh", emoji="🔄"), button(PRESS, "Leave")),
            ui.ActionRow(select(PRESS, "Special cards", options)),
        )
    )
    return view


def emoji_of(view: ui.LayoutView) -> list[str | None]:
    found = [part.item for part in view.walk_children() if isinstance(part, Router)]
    buttons = [part.emoji and part.emoji.name for part in found if isinstance(part, ui.Button)]
    return [*buttons, *(it.emoji.name for part in found if isinstance(part, ui.Select) for it in part.options)]


def test_buttons_and_what_can_be_picked_are_dressed() -> None:
    view = message("🔴\u00a0R13")
    dress(view, OURS)
    assert emoji_of(view) == [OURS["R13"].name, OURS["R"].name, "🔄", None, OURS["DRAGON"].name]


def test_undressed_it_is_as_before() -> None:
    view = message("🔴\u00a0R13", "🟢\u00a0G1")
    before = view.to_components()
    undress = dress(view, OURS)
    assert view.to_components() != before
    undress()
    assert view.to_components() == before


def test_discord_gets_an_id_as_text() -> None:
    assert OURS["R13"].to_dict() == {"id": str(OURS["R13"].id), "name": OURS["R13"].name}


def test_a_message_never_gets_too_long() -> None:
    """Then its texts keep Unicode's marks; the buttons are dressed all the same."""
    text = "🔴\u00a0R13 " * (MOST_TEXT // 30)
    view = message(text)
    dress(view, OURS)
    assert view.content_length() < MOST_TEXT
    assert emoji_of(view)[0] == OURS["R13"].name
