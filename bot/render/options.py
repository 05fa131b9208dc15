"""The words for options: what each value means, and what of a table differs from the standard game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from bot.choices import in_words
from bot.render import faces, special_words
from engine import special
from engine.options import Labels, Options
from engine.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value of an option does; `short` stands in a summary, where the standard's values never do."""

    text: str
    short: str = ""


OPTIONS: Final[Mapping[str, str]] = {
    "length": "which rounds are played",
    "max_rounds": "end the game early",
    "bidding": "who sees a bid, when",
    "sum_rule": "forbidden last bids",
    "wizard_turnup": "its trump",
    "next_dealer": "who deals next",
    "first_dealer": "who deals first",
    "special_cards": "added to the deck",
    "bomb": "what it destroys",
    "tie": "who wins with equal points",
    "forehead": "in a 1-card round you see every card but your own",
    "labels": "how ranks are written",
}
"""Every option in the order people are shown them."""

VALUES: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "length": {
        "standard": Meaning("1, 2, 3 … cards, until all are dealt"),
        "five": Meaning("five rounds, each with as many cards as there are", "five full rounds"),
        "amigo": Meaning("the tournament's ten rounds", "ten tournament rounds"),
        "quick": Meaning("steps of two cards", "steps of two cards"),
        "half": Meaning("the first half of the rounds", "half the rounds"),
        "updown": Meaning("up to the most cards and down again", "up and down again"),
    },
    "bidding": {
        "open": Meaning("one after the other, for all to see"),
        "hidden": Meaning("everybody at once, shown together before play", "hidden bids"),
        "secret": Meaning("everybody at once, shown after the round", "secret bids"),
    },
    "sum_rule": {
        "off": Meaning("the bids may sum to the cards"),
        "always": Meaning("the bids never sum to the cards", "bids never sum to the cards"),
        "not_in_1_card_round": Meaning(
            "never, but in a 1-card round they may", "bids never sum to the cards (1-card rounds may)"
        ),
        "from_round_4": Meaning("never from round 4 on", "from round 4 bids never sum to the cards"),
        "dealer_leads": Meaning(
            "not when the dealer is in the lead", "bids never sum to the cards if the dealer leads"
        ),
    },
    "wizard_turnup": {
        "dealer": Meaning("the dealer names the trump"),
        "none": Meaning("no trump", "a turned-up Wizard: no trump"),
    },
    "next_dealer": {
        "left": Meaning("the next one to the left"),
        "last_trick_winner": Meaning("whoever took the last trick", "last trick's winner deals"),
    },
    "first_dealer": {
        "random": Meaning("drawn by lot"),
        "host": Meaning("the host", "host deals first"),
        "high_card": Meaning("everybody draws a card, the highest deals", "high card deals first"),
    },
    "bomb": {
        "trick": Meaning("nobody gets its trick"),
        "bids": Meaning("all bids are off: 10 points a trick, none lost", "Bomb cancels the bids"),
    },
    "tie": {
        "shared": Meaning("they share the place"),
        "cascade": Meaning("more exact bids, then better rounds", "ties broken by exact bids"),
    },
    "forehead": {
        "off": Meaning("you see your own card, as ever"),
        "on": Meaning("your own card is on your forehead", "card on the forehead"),
    },
    "labels": {
        "numbers": Meaning("1 to 13"),
        "faces": Meaning("2 to 10, J, Q, K, A", "ranks 2–A"),
    },
}
"""Every value of the options that have a few; the default comes first."""

PRESET_NAMES: Final[Mapping[str, Meaning]] = {
    "standard": Meaning("the game as it comes", "Standard"),
    "canadian": Meaning("the bids never sum to the cards", "Canadian"),
    "amigo": Meaning("the tournament's ten rounds", "Amigo"),
    "five": Meaning("five rounds, each with as many cards as there are", "Five full rounds"),
    "quick": Meaning("steps of two cards", "Quick"),
    "jubilee-20": Meaning("six special cards", "Jubilee 20"),
    "jubilee-25": Meaning("seven special cards", "Jubilee 25"),
    "jubilee-30": Meaning("all nine special cards", "Jubilee 30"),
}


def specials(labels: Labels = Labels.NUMBERS) -> dict[str, Meaning]:
    """Return what every special card of the game is and does, by its code."""
    every = ((code, special_words.of(code)) for code in special.codes())
    return {code: Meaning(faces.filled(known.tagline, labels), known.name) for code, known in every}


HOUSE: Final = "house"
"""What stands beside the presets for a server's own rules."""
HOUSE_MEANING: Final = "the house rules of this server"

_BASES: Final = ("standard", *reversed([name for name in PRESETS if name != "standard"]))
"""Presets as a summary tries them: of two that fit alike, the one that says more."""


def preset_of(options: Options) -> str | None:
    """Return the preset these options are, if they are one."""
    return next((name for name, known in PRESETS.items() if known == options), None)


def summary(options: Options) -> str:
    """Return in one line the preset these options are nearest to, and what differs from it."""
    base = min(_BASES, key=lambda name: len(_differences(options, PRESETS[name])))
    differing = _differences(options, PRESETS[base])
    return " · ".join([PRESET_NAMES[base].short, *(_short(options, name) for name in differing)])


def _differences(options: Options, base: Options) -> list[str]:
    names = {f.name for f in fields(Options) if getattr(options, f.name) != getattr(base, f.name)}
    return [name for name in OPTIONS if name in names]


def _short(options: Options, name: str) -> str:
    if name == "max_rounds":
        return "only one round" if options.max_rounds == 1 else f"at most {options.max_rounds} rounds"
    if name == "special_cards":
        return _short_specials(options)
    return VALUES[name][in_words(options)[name]].short


def _short_specials(options: Options) -> str:
    """Name the cards that are there, or those that are missing, whichever is shorter."""
    there = [known.short for code, known in specials().items() if code in options.special_cards]
    missing = [known.short for code, known in specials().items() if code not in options.special_cards]
    if len(there) <= len(missing):
        return f"with {', '.join(there)}"
    return f"all special cards but {', '.join(missing)}"


def meaning(options: Options, name: str) -> str:
    """Return what an option is set to: its word, and what that means."""
    word = in_words(options)[name]
    if name == "special_cards":
        return ", ".join(known.short for code, known in specials().items() if code in options.special_cards) or word
    return f"{word} – {VALUES[name][word].text}" if name in VALUES else word
