"""Who asked to be forgotten: what stands in everything that is stored where their account and their name stood."""

from __future__ import annotations

import secrets
from typing import Final

from bot.languages import later

# L10N: stands where the name of somebody stood who had the bot forget them
FORMER_NAME: Final = later("Former player")
"""Stored as it is; whoever shows a name shows it in the language that is spoken."""
_BITS: Final = 62


def new_id() -> int:
    """Return an id for somebody who is forgotten: nobody's account, as it is negative, and told from all others.

    It is drawn at random, so that neither it nor anything else leads back to the account.
    """
    return -1 - secrets.randbits(_BITS)


def is_former(user_id: int) -> bool:
    """Return whether this is nobody any more."""
    return user_id < 0
