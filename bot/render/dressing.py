"""Our own emoji in the place of Unicode's, on a finished message: renderers need not know whether they are there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.items import Router
from bot.render import special_words, words
from engine import special
from engine.cards import JESTER, WIZARD


class OurEmoji(discord.PartialEmoji):
    """One emoji of the application: discord.py sends its id as a number, Discord asks for text."""

    def to_dict(self) -> Any:  # noqa: ANN401 - the payload's type says that the id is a number
        """Return what is sent of it."""
        return {"id": str(self.id), "name": self.name}


Wardrobe: TypeAlias = Mapping[str, OurEmoji]
"""Our emoji by what they show, as `bot.art.emoji` names it: ``R13``, ``R``, ``W``, ``JUGGLER_B``."""

MOST_TEXT: Final = 4000
"""Letters of all texts of a message; an emoji of ours is written with some forty."""
_CODE: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Where no emoji is shown as one."""


def _marks() -> dict[str, str]:
    """Return what each mark stands for."""
    return {
        **{mark: suit.value for suit, mark in words.SUIT_MARKS.items()},
        words.WIZARD_MARK: WIZARD.code,
        words.JESTER_MARK: JESTER.code,
        **{special_words.of(code).mark: code for code in special.codes()},
    }


_MARKS: Final = _marks()
_SUITS: Final = "|".join(words.SUIT_MARKS.values())
_OTHERS: Final = "|".join(mark for mark in _MARKS if mark not in words.SUIT_MARKS.values())
# A suit's mark before a card of it is that card's; the others are a card's only before its name: 🧙 is also our sign.
_MARK: Final = re.compile(
    rf"(?P<suit>{_SUITS})(?={words.NO_BREAK}(?P<card>[RYGB](?:1[0-3]|[1-9JQKA]))(?![\w¼½¾]))?"
    rf"|(?P<other>{_OTHERS})(?={words.NO_BREAK})"
)


def dress(view: ui.LayoutView, emoji: Wardrobe) -> Callable[[], None]:
    """Put our emoji on a message, as far as there are any; return what takes them off again."""
    before: list[tuple[Any, str, Any]] = []
    if emoji:
        changes = [*_texts(view, emoji), *_controls(view, emoji)]
        for part, attribute, value in changes:
            before.append((part, attribute, getattr(part, attribute)))
            setattr(part, attribute, value)

    def undress() -> None:
        for part, attribute, value in before:
            setattr(part, attribute, value)

    return undress


def _texts(view: ui.LayoutView, emoji: Wardrobe) -> list[tuple[Any, str, Any]]:
    """Return the texts with our emoji; none when they would make the message too long."""
    texts = [part for part in view.walk_children() if isinstance(part, ui.TextDisplay)]
    dressed = [written(part.content, emoji) for part in texts]
    if sum(map(len, dressed)) > MOST_TEXT:
        return []
    return [(part, "content", text) for part, text in zip(texts, dressed, strict=True) if text != part.content]


def written(text: str, emoji: Wardrobe) -> str:
    """Return a text with our emoji for the marks of cards and suits."""

    def replaced(mark: re.Match[str]) -> str:
        key = mark["card"] or _MARKS[mark[0]]
        return str(emoji.get(key, mark[0]))

    pieces = _CODE.split(text)
    return "".join(piece if at % 2 else _MARK.sub(replaced, piece) for at, piece in enumerate(pieces))


def _controls(view: ui.LayoutView, emoji: Wardrobe) -> Iterator[tuple[Any, str, Any]]:
    """Yield buttons and what can be picked, with our emoji."""
    for part in view.walk_children():
        if not isinstance(part, Router):
            continue
        if isinstance(part.item, ui.Button) and (ours := emoji.get(part.shows or _shown(part.item.emoji))):
            yield part.item, "emoji", ours
        if isinstance(part.item, ui.Select):
            for option in part.item.options:
                if ours := emoji.get(_shown(option.emoji)):
                    yield option, "emoji", ours


def _shown(mark: discord.PartialEmoji | None) -> str:
    return "" if mark is None else _MARKS.get(mark.name, "")
