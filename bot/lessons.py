"""`/wizard learn`: shows everybody their own lesson and takes it on, and offers it once to each newcomer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import discord

from bot import lesson as script
from bot.background import Background
from bot.customid import Press
from bot.failures import UnknownPress
from bot.languages import _
from bot.lesson import ImpossibleMove, Lesson
from bot.reach import UNREACHABLE, code_of
from bot.render import lesson as render
from bot.store import StaleVersion, StoreError

if TYPE_CHECKING:
    from bot.client import WizardClient

Interaction: TypeAlias = discord.Interaction[Any]
log = logging.getLogger(__name__)

_MOVES: Final[Mapping[str, Callable[[str], str]]] = {
    "learn_next": lambda _arg: script.NEXT,
    "learn_bid": lambda arg: f"bid.{arg}",
    "learn_play": script.play_move,
}


class Lessons:
    """The handlers of the lesson; it belongs to whoever clicks, wherever they are, and is kept in the store."""

    ops = frozenset({"learn", "learn_no", "learn_back", "learn_again", *_MOVES})

    def __init__(self, client: WizardClient, background: Background) -> None:
        self._client = client
        self._background = background

    async def open(self, interaction: Interaction) -> None:
        """Answer with the lesson, where the person left it; only they see it."""
        lesson = script.loads(await self._client.store.lesson(interaction.user.id))
        await self._client.app_emojis.reply(interaction, render.page(lesson), ephemeral=True)

    async def handle(self, interaction: Interaction, press: Press, _values: Sequence[str]) -> None:
        """Take the lesson on and show where it is now."""
        if press.op == "learn_no":
            await self._client.app_emojis.show(interaction, render.declined())
        elif press.op == "learn" and press.arg == render.BESIDE:
            await self.open(interaction)
        else:
            lesson, notice = await self._moved(interaction.user.id, press)
            await self._client.app_emojis.show(interaction, render.page(lesson, notice))

    async def _moved(self, user_id: int, press: Press) -> tuple[Lesson, str]:
        """Return the lesson after a press, committed, or as it is if the press was meant for another point of it."""
        kept = await self._client.store.lesson(user_id)
        lesson = script.loads(kept)
        after = _after(lesson, press)
        if after is None:
            return lesson, _notice(lesson, press)
        try:
            await self._client.store.save_lesson(user_id, kept, script.dumps(after))
        except StaleVersion:  # the other one of two taps was faster
            return script.loads(await self._client.store.lesson(user_id)), ""
        return after, ""

    # --- newcomers ------------------------------------------------------------------------------

    def offer(self, interaction: Interaction) -> None:
        """Offer the lesson in the background to somebody who has just joined a table, if they are new."""
        self._background.run(self._offer(interaction), "offering the lesson")

    async def _offer(self, interaction: Interaction) -> None:
        store, person = self._client.store, interaction.user.id
        try:
            if not await store.is_newcomer(person):
                return
            await store.offer_lesson(person)  # first: nobody is asked twice, whatever happens to the message
            await interaction.followup.send(view=render.offer(), ephemeral=True)
        except StaleVersion:
            return
        except StoreError as error:
            log.warning("The lesson wasn't offered: %s", error)
        except UNREACHABLE as error:
            log.info("The lesson can't be offered: code %s", code_of(error))


def _after(lesson: Lesson, press: Press) -> Lesson | None:
    """Return the lesson after a press; None if it changes nothing."""
    if press.op == "learn_again":
        return Lesson() if lesson.moves else None
    if press.op == "learn":
        return None
    move = "" if press.op == "learn_back" else _MOVES[press.op](press.arg)
    if move and move not in script.KNOWN:
        raise UnknownPress
    if press.version != len(lesson.moves):
        return None
    try:
        return script.after(lesson, move) if move else script.before(lesson)
    except ImpossibleMove:
        return None


def _notice(lesson: Lesson, press: Press) -> str:
    """Return a line for who clicked on an old message; the second of two taps is no more than that."""
    if press.op == "learn" or abs(press.version - len(lesson.moves)) <= 1:
        return ""
    return _("You have been elsewhere since; this is where you are now.")
