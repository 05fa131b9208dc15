"""The commands as people of each language find them in Discord: names, options, choices and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import TranslationContextTypes, locale_str

from bot.languages import ENGLISH, _, language_of, later_p, speaking

NAMES: Final[Mapping[str, str]] = {
    # L10N: command names are lower-case, without spaces, at most 32 letters, and each is another
    "new": later_p("command", "new"),
    "table": later_p("command", "table"),
    "start": later_p("command", "start"),
    "end": later_p("command", "end"),
    "join": later_p("command", "join"),
    "leave": later_p("command", "leave"),
    "hand": later_p("command", "hand"),
    "me": later_p("command", "me"),
    "leaderboard": later_p("command", "leaderboard"),
    "history": later_p("command", "history"),
    "review": later_p("command", "review"),
    "stats": later_p("command", "stats"),
    "verify": later_p("command", "verify"),
    "rules": later_p("command", "rules"),
    "learn": later_p("command", "learn"),
    "help": later_p("command", "help"),
    "my-data": later_p("command", "my-data"),
    "forget-me": later_p("command", "forget-me"),
    "settings": later_p("command", "settings"),
    "season": later_p("command", "season"),
    "exclude": later_p("command", "exclude"),
    "restore": later_p("command", "restore"),
    "export": later_p("command", "export"),
    "audit": later_p("command", "audit"),
    "rename": later_p("command", "rename"),
    "game": later_p("command", "game"),
    "person": later_p("command", "person"),
    # L10N: option names are like command names
    "preset": later_p("command", "preset"),
    "length": later_p("command", "length"),
    "max_rounds": later_p("command", "max_rounds"),
    "sum_rule": later_p("command", "sum_rule"),
    "bidding": later_p("command", "bidding"),
    "pace": later_p("command", "pace"),
    "sort": later_p("command", "sort"),
    "name": later_p("command", "name"),
    "against": later_p("command", "against"),
    "public": later_p("command", "public"),
    "record": later_p("command", "record"),
}
"""Every command and option; the groups are called after the game, which has one name everywhere."""
MOST_LETTERS: Final = 100
"""Of a description and of a choice; of a name there are fewer."""
_MOST_LETTERS_OF_A_NAME: Final = 32


def translatable(said: Callable[[], str]) -> locale_str:
    """Return a text that is put together anew in every language."""
    return locale_str(said(), said=said)


class CommandTexts(app_commands.Translator):
    """Gives Discord the commands' texts in our languages; what it can't take stays English."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return a text of a command in a language; None where that has no other."""
        language = language_of(locale.value)
        if language == ENGLISH:
            return None
        with speaking(language):
            match context.location:
                case Where.group_name if context.data.parent is None:
                    said = None
                case Where.group_name | Where.command_name:
                    group = getattr(context.data, "parent", None)
                    said = _name(context.data.name, () if group is None else group.commands)
                case Where.parameter_name:
                    said = _name(context.data.name, context.data.command.parameters)
                case _:
                    said = _text(string)
        return None if said == string.message else said


def _name(name: str, beside: Any) -> str | None:  # noqa: ANN401 - commands or parameters
    called = {other.name: _(NAMES.get(other.name, other.name)) for other in beside}
    said = called.get(name, name)
    return said if is_name(said) and list(called.values()).count(said) == 1 else None


def is_name(text: str) -> bool:
    """Return whether Discord takes this for the name of a command or an option."""
    signs = all(sign in "-_'" or sign.isalpha() or sign.isnumeric() for sign in text)
    return signs and text == text.lower() and 1 <= len(text) <= _MOST_LETTERS_OF_A_NAME


def _text(string: locale_str) -> str | None:
    put_together = string.extras.get("said")
    said: str = _(string.message) if put_together is None else put_together()
    return said if 1 <= len(said) <= MOST_LETTERS else None
