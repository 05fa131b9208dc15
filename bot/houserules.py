"""House rules: the options a server's tables open with."""

from __future__ import annotations

import logging

from bot import choices
from bot.render.options import HOUSE
from bot.store import Store
from engine import options as opts
from engine.options import InvalidOptions, Options
from engine.presets import PRESETS

log = logging.getLogger(__name__)


async def house_rules(store: Store, guild_id: int) -> Options | None:
    """Return a server's house rules; None when there are none, or none that this version can read."""
    text = await store.house_rules(guild_id)
    if text is None:
        return None
    try:
        return opts.loads(text)
    except InvalidOptions as error:  # another version's, or damaged
        log.warning("The house rules of server %s can't be read: %s", guild_id, error)
        return None


async def opening(store: Store, guild_id: int, preset: str | None) -> Options:
    """Return the options of a preset or of the house; without a name the house's if there are some, else standard.

    Raise `InvalidOptions` for a name that means nothing here.
    """
    if preset is not None and preset != HOUSE:
        return choices.preset(preset)
    house = await house_rules(store, guild_id)
    if house is None and preset == HOUSE:
        raise InvalidOptions("This server has no house rules: they are saved in the Options panel of a table.")
    return house or PRESETS["standard"]
