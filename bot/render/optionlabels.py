"""What options and their values are called where people choose them; in English by the words of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.languages import p_


def name(option: str) -> str:
    """Return what an option, a table setting or a server's setting is called."""
    called = _NAMES.get(option)
    return option if called is None else called()


def value(option: str, word: str) -> str:
    """Return what a value of an option or a setting is called; a number is its own name."""
    called = _VALUES.get(option)
    return word if called is None else called().get(word, word)


def page(code: str) -> str:
    """Return what stands on the button that leads to a page of a panel."""
    return _PAGES[code]()


_NAMES: Final[Mapping[str, Callable[[], str]]] = {
    "preset": lambda: p_("option", "preset"),
    "house_rules": lambda: p_("option", "house rules"),
    # the rules of the game
    "length": lambda: p_("option", "length"),
    "max_rounds": lambda: p_("option", "max_rounds"),
    "bidding": lambda: p_("option", "bidding"),
    "sum_rule": lambda: p_("option", "sum_rule"),
    "wizard_turnup": lambda: p_("option", "wizard_turnup"),
    "next_dealer": lambda: p_("option", "next_dealer"),
    "first_dealer": lambda: p_("option", "first_dealer"),
    "special_cards": lambda: p_("option", "special_cards"),
    "bomb": lambda: p_("option", "bomb"),
    "tie": lambda: p_("option", "tie"),
    "forehead": lambda: p_("option", "forehead"),
    "labels": lambda: p_("option", "labels"),
    # how the table is run
    "pace": lambda: p_("option", "pace"),
    "bid_time": lambda: p_("option", "bid_time"),
    "play_time": lambda: p_("option", "play_time"),
    "takeover": lambda: p_("option", "takeover"),
    "posts": lambda: p_("option", "posts"),
    "auto_play": lambda: p_("option", "auto_play"),
    "pre_moves": lambda: p_("option", "pre_moves"),
    "hints": lambda: p_("option", "hints"),
    "pictures": lambda: p_("option", "pictures"),
    "thread": lambda: p_("option", "thread"),
    # what a server chooses
    "channels": lambda: p_("option", "channels"),
    "moderators": lambda: p_("option", "moderators"),
    "ai_players": lambda: p_("option", "ai_players"),
    "ai_level": lambda: p_("option", "ai_level"),
    "min_humans": lambda: p_("option", "min_humans"),
    "seasons": lambda: p_("option", "seasons"),
    "language": lambda: p_("option", "language"),
}


def _switch() -> dict[str, str]:
    return {"on": p_("switch", "on"), "off": p_("switch", "off")}


# Each option is a context of its own: what "off" or "none" is called depends on what it is said of.
_VALUES: Final[Mapping[str, Callable[[], dict[str, str]]]] = {
    "preset": lambda: {
        "house": p_("preset", "house"),
        "standard": p_("preset", "standard"),
        "canadian": p_("preset", "canadian"),
        "amigo": p_("preset", "amigo"),
        "five": p_("preset", "five"),
        "quick": p_("preset", "quick"),
        "jubilee-20": p_("preset", "jubilee-20"),
        "jubilee-25": p_("preset", "jubilee-25"),
        "jubilee-30": p_("preset", "jubilee-30"),
    },
    "length": lambda: {
        "standard": p_("length", "standard"),
        "five": p_("length", "five"),
        "amigo": p_("length", "amigo"),
        "quick": p_("length", "quick"),
        "half": p_("length", "half"),
        "updown": p_("length", "updown"),
    },
    "max_rounds": lambda: {"none": p_("max_rounds", "none")},
    "bidding": lambda: {
        "open": p_("bidding", "open"),
        "hidden": p_("bidding", "hidden"),
        "secret": p_("bidding", "secret"),
    },
    "sum_rule": lambda: {
        "off": p_("sum_rule", "off"),
        "always": p_("sum_rule", "always"),
        "not_in_1_card_round": p_("sum_rule", "not_in_1_card_round"),
        "from_round_4": p_("sum_rule", "from_round_4"),
        "dealer_leads": p_("sum_rule", "dealer_leads"),
    },
    "wizard_turnup": lambda: {"dealer": p_("wizard_turnup", "dealer"), "none": p_("wizard_turnup", "none")},
    "next_dealer": lambda: {
        "left": p_("next_dealer", "left"),
        "last_trick_winner": p_("next_dealer", "last_trick_winner"),
    },
    "first_dealer": lambda: {
        "random": p_("first_dealer", "random"),
        "host": p_("first_dealer", "host"),
        "high_card": p_("first_dealer", "high_card"),
    },
    "special_cards": lambda: {"none": p_("special_cards", "none")},
    "bomb": lambda: {"trick": p_("bomb", "trick"), "bids": p_("bomb", "bids")},
    "tie": lambda: {"shared": p_("tie", "shared"), "cascade": p_("tie", "cascade")},
    "forehead": _switch,
    "labels": lambda: {"numbers": p_("labels", "numbers"), "faces": p_("labels", "faces")},
    "pace": lambda: {
        "live": p_("pace", "live"),
        "relaxed": p_("pace", "relaxed"),
        "slow": p_("pace", "slow"),
        "off": p_("pace", "off"),
    },
    "takeover": lambda: {"host": p_("takeover", "host"), "free": p_("takeover", "free")},
    "posts": lambda: {"round": p_("posts", "round"), "trick": p_("posts", "trick")},
    "auto_play": _switch,
    "pre_moves": _switch,
    "hints": lambda: {"usual": p_("hints", "usual"), **_switch()},
    "pictures": _switch,
    "thread": _switch,
    "ai_players": _switch,
    "ai_level": lambda: {
        "apprentice": p_("ai_level", "Apprentice"),
        "adept": p_("ai_level", "Adept"),
        "archmage": p_("ai_level", "Archmage"),
    },
    "min_humans": lambda: {"usual": p_("min_humans", "usual")},
    "seasons": lambda: {
        "month": p_("seasons", "month"),
        "quarter": p_("seasons", "quarter"),
        "manual": p_("seasons", "manual"),
    },
}

_PAGES: Final[Mapping[str, Callable[[], str]]] = {
    # the options panel
    "game": lambda: p_("page", "Game"),
    "bids": lambda: p_("page", "Bids"),
    "deal": lambda: p_("page", "Deal"),
    "cards": lambda: p_("page", "Cards"),
    "table": lambda: p_("page", "Table"),
    # the server's panel
    "start": lambda: p_("page", "Start"),
    "tables": lambda: p_("page", "Tables"),
    "server": lambda: p_("page", "Server"),
}
