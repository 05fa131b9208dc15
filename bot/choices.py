"""Options in words, both ways: as they are typed on the command line and picked on Discord."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine import options as opts
from engine.options import InvalidOptions, Options
from engine.presets import PRESETS

NONE: Final = "none"
_SWITCH: Final = {"on": True, "off": False}


def preset(name: str) -> Options:
    """Return the options of a preset; raise `InvalidOptions` when there is none of this name."""
    if name not in PRESETS:
        raise InvalidOptions("There is no preset named {name}, only: {known}.", name=name, known=", ".join(PRESETS))
    return PRESETS[name]


def changed(options: Options, words: Mapping[str, str]) -> Options:
    """Return the options with these chosen by name; raise `InvalidOptions` with the reason."""
    return opts.from_json(opts.to_json(options) | {name: _plain(name, word) for name, word in words.items()})


def in_words(options: Options) -> dict[str, str]:
    """Return the word for each option's value, as `changed` reads it."""
    return {name: _word(value) for name, value in opts.to_json(options).items()}


def _plain(name: str, word: str) -> Any:  # noqa: ANN401 - each option has a type of its own
    match name:
        case "max_rounds" if word == NONE:
            return None
        case "max_rounds" if word.isascii() and word.removeprefix("-").isdecimal() and len(word) <= 4:
            return int(word)
        case "forehead":
            return _switched(name, word)
        case "special_cards":
            return [] if word == NONE else [code.strip() for code in word.upper().split(",")]
    return word


def _switched(name: str, word: str) -> bool:
    if word not in _SWITCH:
        raise InvalidOptions(
            "The option {name} can't be {value}, only one of: {allowed}.",
            name=name,
            value=repr(word),
            allowed=", ".join(_SWITCH),
        )
    return _SWITCH[word]


def _word(value: object) -> str:
    match value:
        case None | []:
            return NONE
        case bool():
            return "on" if value else "off"
        case list():
            return ",".join(value)
    return str(value)
