"""Which finished games somebody may look at: those of channels they can see, and those they sat at."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord

from bot.store import GameRow
from engine.record import Record

Interaction: TypeAlias = discord.Interaction[Any]


def people_of(record: Record) -> set[str]:
    """Return the accounts that held a seat at the beginning or the end."""
    return {holder.player for holder in (*record.seats, *record.final_seats)}


def here(interaction: Interaction) -> tuple[int, ...]:
    """Return the channel somebody is in; of a thread also the channel it belongs to."""
    channel = interaction.channel
    parent = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return (interaction.channel_id or 0, *parent)


def may_see(interaction: Interaction, row: GameRow, people: set[str]) -> bool:
    """Return whether somebody may look at a game of this server at which these people sat."""
    return (
        row.channel_id in here(interaction) or sees(interaction, row.channel_id) or str(interaction.user.id) in people
    )


def sees(interaction: Interaction, channel_id: int) -> bool:
    """Return whether somebody can see a channel; nobody sees one that is gone, or a private thread."""
    guild, person = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel.permissions_for(person).view_channel


def all_seen(interaction: Interaction) -> tuple[int, ...]:
    """Return every channel and thread of the server that somebody can see, and where they are."""
    guild = interaction.guild
    there = () if guild is None else (*guild.channels, *guild.threads)
    return tuple({*here(interaction), *(it.id for it in there if sees(interaction, it.id))})
