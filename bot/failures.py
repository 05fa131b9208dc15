"""The error boundary of interactions: whatever goes wrong, the person gets one clear sentence."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import discord

from bot import metrics
from bot.about import working_on
from bot.languages import _, language_of, speaking
from bot.reach import UNREACHABLE, code_of
from bot.render import notices, words
from bot.store import ChannelTaken, StoreError
from bot.table import Refused
from bot.tables import StaleDecision
from engine.actions import IllegalAction
from engine.options import InvalidOptions

log = logging.getLogger(__name__)

_MOST_OF_A_FIELD: Final = 500
_UNKNOWN_MESSAGE: Final = 10008
_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ACKNOWLEDGED: Final = 40060


class UnknownPress(Exception):
    """A button or select that this version of the bot does not know."""


class SaidToPerson(Exception):
    """Something can't be done; the text is for the person who asked."""


def sentence(error: Exception) -> str | None:
    """Return what to tell the person; None for a fault of ours."""
    match error:
        case SaidToPerson():
            return str(error)
        case InvalidOptions():
            return options_refused(error)
        case Refused(refusal=refusal):
            return _(words.REFUSALS[refusal])
        case IllegalAction(reason=reason):
            return _(words.REASONS[reason])
        case StaleDecision():
            return _(words.STALE)
        case ChannelTaken():
            return _("This channel already has an open table: join it, or end it first.")
        case UnknownPress():
            return _("This button is from another version of the bot. Use /wizard table for a fresh one.")
        case StoreError():
            return _("The table can't be saved right now. Please look at it and try again in a moment.")
    return None


def options_refused(error: InvalidOptions) -> str:
    """Return why options are impossible; the cards among its fields are named as everywhere.

    What was given instead of a value can be 6000 characters: more than a message holds.
    """
    return _(error.text, **{name: _(str(value)[:_MOST_OF_A_FIELD]) for name, value in error.fields.items()})


@asynccontextmanager
async def boundary(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Speak the person's language inside; answer any failure with one ephemeral sentence, log what is our fault."""
    with working_on(interaction=interaction.id), speaking(language_of(interaction.locale.value)):
        try:
            yield
        except Exception as error:  # noqa: BLE001 - this is the edge: nothing may leave a click unanswered
            await report(interaction, error)


async def report(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell the person what went wrong; log what is a fault of ours, of the database or of Discord."""
    if code_of(error) in (_UNKNOWN_INTERACTION, _ALREADY_ACKNOWLEDGED):
        metrics.token_failed(code_of(error))
    if code_of(error) == _UNKNOWN_INTERACTION:
        log.info("Interaction %s was answered too late", interaction.id)
        return
    if code_of(error) == _ALREADY_ACKNOWLEDGED:
        log.warning("Interaction %s is answered already: is another bot running with this token?", interaction.id)
        return
    if isinstance(error, StoreError) and not isinstance(error, ChannelTaken):
        log.error("Interaction %s: %s", interaction.id, error)
    said = sentence(error)
    if said is None:
        await _apologise(interaction, error)
    else:
        await tell(interaction, said)


async def _apologise(interaction: discord.Interaction[Any], error: Exception) -> None:
    # An answer that Discord refused comes after the commit: then the move has counted.
    what = (
        _("Discord didn't take my answer. What you did may have counted: /wizard table shows how things stand.")
        if isinstance(error, UNREACHABLE)
        else _("Something went wrong, and nothing was changed.")
    )
    if code_of(error) == _UNKNOWN_MESSAGE:  # it was deleted while they clicked: nobody's fault
        log.info("Interaction %s: the message that was clicked is gone", interaction.id)
        await tell(interaction, what)
        return
    code = secrets.token_hex(4)
    log.error("Interaction %s failed, code %s", interaction.id, code, exc_info=error)
    where = _("The bot's log has it as {code}.", code=code)
    await tell(interaction, f"{what}\n-# {where}")


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Say something to one person only; a failure to do so is only logged."""
    view = notices.notice(text)
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)
    except UNREACHABLE as error:
        log.info("Interaction %s can't be answered: code %s", interaction.id, code_of(error))
