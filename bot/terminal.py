"""What the commands of the command line share: typed arguments, the options of a table, what is printed."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from bot import choices
from bot.render.options import OPTIONS, VALUES
from engine import special
from engine.options import Options
from engine.presets import PRESETS

USAGE_ERROR: Final = 2


def fail(text: str, code: int) -> int:
    """Print one sentence on stderr and return the exit code."""
    print(text, file=sys.stderr)
    return code


def printable(text: str) -> str:
    """Return a text of other people's without signs that move the cursor or the line."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class between:  # noqa: N801 - reads as a function where it is used
    """An argument that is a whole number in a range."""

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __call__(self, text: str) -> int:
        """Read it; raise `argparse.ArgumentTypeError`."""
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not self._low <= number <= self._high:
            raise argparse.ArgumentTypeError(f"must be from {self._low} to {self._high}")
        return number


def add_options(parser: argparse.ArgumentParser) -> None:
    """Take a preset and every option of a table; what they can be is told by `choices`, in a sentence."""
    group = parser.add_argument_group("options of the table", "A preset is the base; the others change it.")
    group.add_argument("--preset", default="standard", metavar="NAME", help=", ".join(PRESETS))
    for name, about in OPTIONS.items():
        group.add_argument(f"--{name}", metavar="VALUE", help=f"{about}: {_values(name)}")


def _values(name: str) -> str:
    match name:
        case "max_rounds":
            return f"{choices.NONE} or a number"
        case "special_cards":
            return f"{choices.NONE} or some of {','.join(special.codes())}"
    return ", ".join(VALUES[name])


def typed_options(chosen: argparse.Namespace) -> Options:
    """Return the options that were typed; raise `InvalidOptions` with the reason."""
    typed = {name: word for name in OPTIONS if (word := getattr(chosen, name)) is not None}
    return choices.changed(choices.preset(chosen.preset), typed)
