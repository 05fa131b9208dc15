"""The words for options: what each value means, and what of a table differs from the standard game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from bot.choices import in_words
from bot.languages import _, later, n_
from bot.render import faces, optionlabels, special_words
from engine import special
from engine.options import Labels, Options
from engine.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value of an option does; `short` stands in a summary, where the standard's values never do.

    Both are English, and looked up where they are shown.
    """

    text: str
    short: str = ""


OPTIONS: Final[Mapping[str, str]] = {
    "length": later("which rounds are played"),
    "max_rounds": later("end the game early"),
    "bidding": later("who sees a bid, when"),
    "sum_rule": later("forbidden last bids"),
    # L10N: of a Wizard that is turned up for trump
    "wizard_turnup": later("its trump"),
    "next_dealer": later("who deals next"),
    "first_dealer": later("who deals first"),
    "special_cards": later("added to the deck"),
    # L10N: "it" is the Bomb
    "bomb": later("what it destroys"),
    "tie": later("who wins with equal points"),
    "forehead": later("in a 1-card round you see every card but your own"),
    "labels": later("how ranks are written"),
}
"""Every option in the order people are shown them."""

VALUES: Final[Mapping[str, Mapping[str, Meaning]]] = {
    "length": {
        "standard": Meaning(later("1, 2, 3 … cards, until all are dealt")),
        "five": Meaning(later("five rounds, each with as many cards as there are"), later("five full rounds")),
        "amigo": Meaning(later("the tournament's ten rounds"), later("ten tournament rounds")),
        "quick": Meaning(later("steps of two cards"), later("steps of two cards")),
        "half": Meaning(later("the first half of the rounds"), later("half the rounds")),
        "updown": Meaning(later("up to the most cards and down again"), later("up and down again")),
    },
    "bidding": {
        "open": Meaning(later("one after the other, for all to see")),
        "hidden": Meaning(later("everybody at once, shown together before play"), later("hidden bids")),
        "secret": Meaning(later("everybody at once, shown after the round"), later("secret bids")),
    },
    "sum_rule": {
        "off": Meaning(later("the bids may sum to the cards")),
        "always": Meaning(later("the bids never sum to the cards"), later("bids never sum to the cards")),
        "not_in_1_card_round": Meaning(
            later("never, but in a 1-card round they may"), later("bids never sum to the cards (1-card rounds may)")
        ),
        "from_round_4": Meaning(later("never from round 4 on"), later("from round 4 bids never sum to the cards")),
        "dealer_leads": Meaning(
            later("not when the dealer is in the lead"), later("bids never sum to the cards if the dealer leads")
        ),
    },
    "wizard_turnup": {
        "dealer": Meaning(later("the dealer names the trump")),
        "none": Meaning(later("no trump"), later("a turned-up Wizard: no trump")),
    },
    "next_dealer": {
        "left": Meaning(later("the next one to the left")),
        "last_trick_winner": Meaning(later("whoever took the last trick"), later("last trick's winner deals")),
    },
    "first_dealer": {
        "random": Meaning(later("drawn by lot")),
        # L10N: the one who deals first
        "host": Meaning(later("the host"), later("host deals first")),
        "high_card": Meaning(later("everybody draws a card, the highest deals"), later("high card deals first")),
    },
    "bomb": {
        "trick": Meaning(later("nobody gets its trick")),
        "bids": Meaning(later("all bids are off: 10 points a trick, none lost"), later("Bomb cancels the bids")),
    },
    "tie": {
        "shared": Meaning(later("they share the place")),
        "cascade": Meaning(later("more exact bids, then better rounds"), later("ties broken by exact bids")),
    },
    "forehead": {
        "off": Meaning(later("you see your own card, as ever")),
        "on": Meaning(later("your own card is on your forehead"), later("card on the forehead")),
    },
    "labels": {
        "numbers": Meaning(later("1 to 13")),
        "faces": Meaning(later("2 to 10, J, Q, K, A"), later("ranks 2–A")),
    },
}
"""Every value of the options that have a few; the default comes first."""

PRESET_NAMES: Final[Mapping[str, Meaning]] = {
    "standard": Meaning(later("the game as it comes"), later("Standard")),
    "canadian": Meaning(later("the bids never sum to the cards"), later("Canadian")),
    "amigo": Meaning(later("the tournament's ten rounds"), later("Amigo")),
    "five": Meaning(later("five rounds, each with as many cards as there are"), later("Five full rounds")),
    "quick": Meaning(later("steps of two cards"), later("Quick")),
    "jubilee-20": Meaning(later("six special cards"), later("Jubilee 20")),
    "jubilee-25": Meaning(later("seven special cards"), later("Jubilee 25")),
    "jubilee-30": Meaning(later("all nine special cards"), later("Jubilee 30")),
}


def specials(labels: Labels = Labels.NUMBERS) -> dict[str, Meaning]:
    """Return what every special card of the game is and does, by its code, in the spoken language."""
    every = ((code, special_words.of(code)) for code in special.codes())
    return {code: Meaning(faces.filled(_(known.tagline), labels), _(known.name)) for code, known in every}


HOUSE: Final = "house"
"""What stands beside the presets for a server's own rules."""
HOUSE_MEANING: Final = later("the house rules of this server")

_BASES: Final = ("standard", *reversed([name for name in PRESETS if name != "standard"]))
"""Presets as a summary tries them: of two that fit alike, the one that says more."""


def preset_of(options: Options) -> str | None:
    """Return the preset these options are, if they are one."""
    return next((name for name, known in PRESETS.items() if known == options), None)


def summary(options: Options) -> str:
    """Return in one line the preset these options are nearest to, and what differs from it."""
    base = min(_BASES, key=lambda name: len(_differences(options, PRESETS[name])))
    differing = _differences(options, PRESETS[base])
    return " · ".join([_(PRESET_NAMES[base].short), *(_short(options, name) for name in differing)])


def _differences(options: Options, base: Options) -> list[str]:
    names = {f.name for f in fields(Options) if getattr(options, f.name) != getattr(base, f.name)}
    return [name for name in OPTIONS if name in names]


def _short(options: Options, name: str) -> str:
    if name == "max_rounds":
        return n_("only one round", "at most {count} rounds", options.max_rounds or 0)
    if name == "special_cards":
        return _short_specials(options)
    return _(VALUES[name][in_words(options)[name]].short)


def _short_specials(options: Options) -> str:
    """Name the cards that are there, or those that are missing, whichever is shorter."""
    there = [known.short for code, known in specials().items() if code in options.special_cards]
    missing = [known.short for code, known in specials().items() if code not in options.special_cards]
    if len(there) <= len(missing):
        return _("with {cards}", cards=", ".join(there))
    return _("all special cards but {cards}", cards=", ".join(missing))


def meaning(options: Options, name: str) -> str:
    """Return what an option is set to: its word, and what that means."""
    word = in_words(options)[name]
    called = optionlabels.value(name, word)
    if name == "special_cards":
        return ", ".join(known.short for code, known in specials().items() if code in options.special_cards) or called
    return f"{called} – {_(VALUES[name][word].text)}" if name in VALUES else called
