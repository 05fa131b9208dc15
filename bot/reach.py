"""How Discord can fail to be reached, and what its codes mean for us."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

UNREACHABLE: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Refused by Discord, or not even heard: discord.py hands the network's own errors on as they are."""

DEAD_TOKEN: Final = frozenset({50027, 10015, 10008, 10062})
"""Token expired, webhook, message or interaction gone."""

THREAD_ARCHIVED: Final = 50083
MESSAGE_GONE: Final = frozenset({10008, 30046, THREAD_ARCHIVED})
"""Message deleted, too old to be edited this often, thread archived for good: post a new one."""

UNKNOWN_CHANNEL: Final = 10003
CHANNEL_GONE: Final = frozenset({UNKNOWN_CHANNEL, 10004})
"""There is no such channel or server any more; a server may come back to the bot, a channel never does."""

MEMBER_GONE: Final = frozenset({10007, 10013})
"""This person is not in the server, or there is no such person any more."""

SHUT_OUT: Final = CHANNEL_GONE | {50001, 50013}
"""Nor, for now, a way in: no access, no permission."""

FILES_REFUSED: Final = frozenset({50013, 40005, 50035, 50045, 50046})
"""With a message that has files this can be about them: no permission to attach any, too large, not taken."""

THREAD_CLOSED: Final = frozenset({50001, 50013, 160005})
"""A thread the bot can't write in: no access, no permission, locked by somebody who may."""


def code_of(error: BaseException) -> int:
    """Return Discord's code of a failure; 0 for a failure of the network."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def is_passing(error: BaseException) -> bool:
    """Return whether a failure says nothing about what was asked, so that the same may go well in a moment."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500
