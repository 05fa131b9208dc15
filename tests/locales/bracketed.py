"""A catalogue in which every text that was looked up is in brackets, to find those that were not."""

from __future__ import annotations

import gettext
import re
import string
from typing import Final

_SAME_EVERYWHERE: Final = re.compile(
    r"Wizard"  # the name of the game
    r"|<t:\d+:[Rf]>|<[@#]\d+>|https://\S+|\b[0-9a-f]{64}\b"
    r"|```sh|^echo -n .*|\bround/\d+|\bdealer(?:/\d+)?\b"  # what checks a deal by hand
    r"|\b[RYGB](\d+|[JQKA])?[½¾]?(?!\w)|\b[WJ]\b"  # what is printed on the cards
)


class Bracketed(gettext.NullTranslations):
    """Puts brackets around what was looked up, but not around its fields: they have to be looked up themselves."""

    def gettext(self, message: str) -> str:
        found = string.Formatter().parse(message)
        return "".join(
            (f"⟦{said}⟧" if said else "") + ("" if name is None else f"{{{name}}}")
            for said, name, _spec, _conversion in found
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        assert context
        return self.gettext(message)


def outside(text: str) -> str:
    """Return the lines of a text in which something was not looked up that isn't the same in every language."""
    return "\n".join(line for line in text.splitlines() if any(map(str.isalpha, _left(line))))


def _left(line: str) -> str:
    while line != (line := re.sub("⟦[^⟦⟧]*⟧", "", line)):
        pass
    return _SAME_EVERYWHERE.sub("", line)
