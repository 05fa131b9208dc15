"""``wizard-bot doctor``: whether all is as it must be for the bot to run, a line for each thing, with what to do."""

from __future__ import annotations

from bot.doctor import machine
from bot.doctor.atdiscord import at_discord
from bot.doctor.diagnosis import Diagnosis, Grade, problem, skipped
from bot.settings import Settings, SettingsError, require_token


async def examine(settings: Settings, *, offline: bool) -> list[Diagnosis]:
    """Look at everything; `offline` asks Discord nothing. What is found never has the token in it."""
    found = [machine.version(), *machine.settings_file(), *await machine.database(settings.database_url)]
    if settings.pictures:
        found.append(machine.pictures())
    try:
        token = require_token(settings)
    except SettingsError as error:
        return [*found, problem("token", str(error))]
    found += machine.instances(token, settings.database_url)
    if offline:
        return [*found, skipped("Discord", "not asked anything (--offline)")]
    return [*found, *await at_discord(settings, token)]


def report(found: list[Diagnosis]) -> str:
    """Return the lines, and a last one that sums them up."""
    count = {grade: sum(it.grade is grade for it in found) for grade in Grade}
    verdict = f"{_number(count[Grade.PROBLEM], 'problem')}, {_number(count[Grade.WARNING], 'warning')}."
    return "\n".join([*map(str, found), "", verdict])


def is_well(found: list[Diagnosis]) -> bool:
    """Return whether nothing keeps the bot from working."""
    return not any(it.grade is Grade.PROBLEM for it in found)


def _number(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"
